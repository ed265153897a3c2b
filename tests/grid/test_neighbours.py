"""Thousands of answers beside a k-d tree: ties, coincident and antipodal bodies, borders, none and many."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import KDTree

from arena.grid import CollisionGrid
from arena.grid.queries import gather_near
from arena.grid.sweeps import MISS, cast_sphere
from arena.grid.table import OVERSIZED, GridTable
from arena.jit import kernel
from arena.jit.annotations import I32

F64 = NDArray[np.float64]
HALF, CELLS = 8.0, 16
KINDS = ("ball", "shell", "lattice", "antipodes", "coincident", "across borders", "outside", "clump")


def bodies(kind: str, count: int, rng: np.random.Generator) -> F64:
    """Centres that float32 holds exactly, in a box from -8 to 8 whose cells are 1 wide."""
    position = rng.normal(0, 3, (count, 3))
    if kind == "shell":
        position *= 7.0 / np.linalg.norm(position, axis=1, keepdims=True)
    elif kind == "lattice":  # every distance comes many times
        position = rng.integers(-6, 7, (count, 3)).astype(np.float64)
    elif kind == "antipodes":  # two at each distance from the middle
        position[count // 2 : 2 * (count // 2)] = -position[: count // 2]
    elif kind == "coincident":
        position = position[rng.integers(0, 1 + count // 20, count)] if count else position
    elif kind == "across borders":  # the last number of one cell, the border, the first of the next
        border = rng.integers(-7, 8, (count, 3)).astype(np.float32)
        side = rng.integers(-1, 2, (count, 3)).astype(np.float32)
        position = np.nextafter(border, border + side)
    elif kind == "outside":
        position += 40.0
    elif kind == "clump":
        position[: count * 9 // 10] *= 0.01
    return position.astype(np.float32).astype(np.float64)


def asked_from(position: F64, rng: np.random.Generator) -> F64:
    """Points at bodies, beside them, halfway between two, on borders of cells, at the middle and far off."""
    some = position[rng.integers(0, len(position), 60)] if len(position) else np.zeros((60, 3))
    borders = np.round(some)
    far = np.array([[0.0, 0, 0], [-0.0, 0, 0], [HALF] * 3, [-HALF] * 3, [1e3, 0, 0], [0, -1e6, 0]])
    halfway = (some + some[::-1]) / 2
    return np.concatenate([some, some + rng.normal(0, 0.3, some.shape), halfway, borders, far])


def squares_from(position: F64, rows: NDArray[np.int64], point: F64) -> F64:
    gap = position[rows] - point
    return gap[:, 0] * gap[:, 0] + gap[:, 1] * gap[:, 1] + gap[:, 2] * gap[:, 2]


def check_nearest(grid: CollisionGrid, position: F64, points: F64, k: int, limit: float) -> int:
    """Compare with candidates from a k-d tree, ranked by exact squares and then rows; returns ties seen."""
    ids, distances = grid.nearest(points, k, limit)
    assert ids.shape == distances.shape == (len(points), k)
    most = min(k, len(position))
    expected = np.full((len(points), k), -1)
    squares = np.full((len(points), k), np.inf)
    if most:
        tree = KDTree(position)
        last = tree.query(points, most)[0].reshape(len(points), -1)[:, -1]
        near = tree.query_ball_point(points, np.minimum(last, limit) * (1 + 1e-9))
        for q, candidates in enumerate(near):
            rows = np.array(candidates, np.int64)
            here = squares_from(position, rows, points[q])
            order = np.lexsort((rows, here))[:k]
            order = order[here[order] <= limit * limit]
            expected[q, : len(order)], squares[q, : len(order)] = rows[order], here[order]
    np.testing.assert_array_equal(ids, expected)
    np.testing.assert_array_equal(distances, np.sqrt(squares))
    found = expected >= 0
    return int((found[:, 1:] & (squares[:, 1:] == squares[:, :-1])).sum())


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("kind", KINDS)
def test_nearest_beside_a_k_d_tree(kind: str, dtype: Any) -> None:
    rng, ties = np.random.default_rng(KINDS.index(kind)), 0
    for count, cells in ((0, CELLS), (1, CELLS), (3, CELLS), (3, "auto"), (400, CELLS), (2000, "auto")):
        position = bodies(kind, count, rng)
        grid = CollisionGrid([-HALF] * 3, [HALF] * 3, cells)  # type: ignore[arg-type]
        grid.rebuild(position.astype(dtype), np.full(count, 0.25, dtype))
        points = asked_from(position, rng)
        for k, limit in ((1, np.inf), (7, np.inf), (4, 1.0), (40, 5.0), (3, 0.0), (count + 9, 3.0)):
            ties += check_nearest(grid, position, points, k, limit)
    assert ties >= (500 if kind in ("lattice", "antipodes", "coincident") else 0)


def test_nearest_of_more_bodies_than_any_other_test_has() -> None:
    rng = np.random.default_rng(9)
    position = bodies("ball", 20_000, rng)
    position[::50] = position[1::50]
    radius = np.where(np.arange(20_000) % 500 == 0, 6.0, 0.05)  # some too large for cells
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, 40)
    grid.rebuild(position, radius)
    points = np.concatenate([asked_from(position, rng) for _ in range(8)])
    for k, limit in ((1, np.inf), (12, np.inf), (30, 0.5)):
        check_nearest(grid, position, points, k, limit)


def test_more_answers_than_memory_should_hold_are_refused() -> None:
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS)
    grid.rebuild(np.zeros((3, 3)), 0.1)
    with pytest.raises(ValueError, match=r"2 points with k = 1,000,000,000 have 2,000,000,000 answers"):
        grid.nearest(np.zeros((2, 3)), 10**9)
    ids, _ = grid.nearest(np.zeros((2, 3)), 100_000)
    assert ids.shape == (2, 100_000) and (ids >= 0).sum() == 6


@pytest.mark.parametrize(("radius", "oversized"), [(0.0, 0), (2.0 * HALF, 4)])
def test_the_largest_distance_is_inclusive_and_the_next_below_is_not(radius: float, oversized: int) -> None:
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS)
    grid.rebuild(np.array([[3.0, 4.0, 0.0], [0.0, 0.0, -5.0], [0.0, 5.0, 0.0], [0.0, 5.25, 0.0]]), radius)
    assert grid.table.count[OVERSIZED] == oversized
    for place in (np.zeros(3), [[0.0] * 3] * 100):
        assert grid.nearest(place, 4, 5.0)[0].reshape(-1, 4)[0].tolist() == [0, 1, 2, -1]
        assert grid.nearest(place, 4, np.nextafter(5.0, 0.0))[0].reshape(-1, 4)[0].tolist() == [-1] * 4
        assert grid.nearest(place, 4, np.nextafter(5.25, 9.0))[0].reshape(-1, 4)[0].tolist() == [0, 1, 2, 3]


def test_more_neighbours_than_bodies_are_padded_without_searching_for_them() -> None:
    """A list of 200,000 places was moved about for each body: seconds, and minutes for a thousand points."""
    position = bodies("ball", 300, np.random.default_rng(3))
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS)
    active = np.arange(300) < 250
    grid.rebuild(position, 0.25, active)
    short, short_distances = grid.nearest(position[:20], 250)
    searched: list[int] = []

    class Pool:
        """Notes the length of the lists that kernels are given."""

        workers = 1

        def run(self, tasks: list[Any]) -> None:
            searched.extend(task.args[-1].shape[1] for task in tasks)
            for task in tasks:
                task()

    grid.pool = Pool()  # type: ignore[assignment]
    ids, distances = grid.nearest(position[:20], 200_000)
    assert max(searched) <= 300, "lists longer than there are bodies were searched"
    assert ids.shape == distances.shape == (20, 200_000)
    np.testing.assert_array_equal(ids[:, :250], short)
    np.testing.assert_array_equal(distances[:, :250], short_distances)
    assert (ids[:, 250:] == -1).all() and np.isinf(distances[:, 250:]).all()
    assert sorted(ids[0, :250].tolist()) == list(range(250))
    grid.rebuild(position[:0], 0.25)
    assert grid.nearest([0.0, 0, 0], 3)[0].tolist() == [-1, -1, -1]


NEAR = float(np.nextafter(2.0, 0.0))


@pytest.mark.parametrize("place", [0.0, -0.5, 0.75, 7.0])
@pytest.mark.parametrize(("gap", "meets"), [(2.0, False), (NEAR, True), (0.0, True)])
def test_touching_is_no_overlap_in_any_query(place: float, gap: float, meets: bool) -> None:
    """Inside a cell, across a border of cells and at the edge of the box; radii 0.5 and 1.5."""
    a = np.array([place, 0.0, 0.0])
    b = np.array([place + gap, 0.0, 0.0])
    # Rounding of place + gap must not decide: the distance is what is left of it.
    meets = bool(b[0] - a[0] < 2.0)
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS)
    grid.rebuild(np.array([a, b]), np.array([0.5, 1.5]))
    assert len(grid.pairs()) == meets
    assert (1 in grid.query_sphere(a, 0.5)) == meets
    assert (0 in grid.query_sphere(b, 1.5)) == meets
    assert (1 in grid.query_spheres([a] * 70, 0.5)[1]) == meets
    assert (1 in grid.query_capsule(a, a, 0.5)) == meets
    assert (grid.cast(a, a, 0.5, ignore=0) is not None) == meets
    assert (1 in grid.query_box(a - 9.0, [b[0] - 1.5, 9.0, 9.0])) is False
    assert (1 in grid.query_box(a - 9.0, [b[0] - 1.5 + 1e-9, 9.0, 9.0])) is True


@pytest.mark.parametrize("count", [0, 1, 2, 3, 20_000])
def test_pairs_and_spheres_beside_a_k_d_tree(count: int) -> None:
    rng = np.random.default_rng(count)
    position = bodies("ball", count, rng)
    radius = 0.125
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, workers=2)
    grid.rebuild(position.astype(np.float32), radius)
    points = asked_from(position, rng)
    offsets, ids = grid.query_spheres(points, 0.5)
    expected = KDTree(position).query_ball_point(points, radius + 0.5) if count else [[]] * len(points)
    for q, rows in enumerate(expected):
        near = np.sort(np.array(rows, np.int64))
        near = near[squares_from(position, near, points[q]) < (radius + 0.5) ** 2] if count else near
        assert ids[offsets[q] : offsets[q + 1]].tolist() == near.tolist()
        assert q % 9 or grid.query_sphere(points[q], 0.5).tolist() == near.tolist()
    pairs = np.empty((0, 2), np.int64)
    if count:
        pairs = KDTree(position).query_pairs(2 * radius, output_type="ndarray")
    square = ((position[pairs[:, 0]] - position[pairs[:, 1]]) ** 2).sum(axis=1)
    touching = {(min(i, j), max(i, j)) for i, j in pairs[square < 4 * radius * radius].tolist()}
    assert set(map(tuple, grid.pairs().tolist())) == touching
    assert count < 100 or len(touching) > 1000
    grid.pool.close()


@kernel
def near(table: GridTable, radius: float, limit: int, ids_out: I32) -> int:
    """Bodies near the origin."""
    return gather_near(table, 0.0, 0.0, 0.0, radius, limit, ids_out)


@pytest.mark.parametrize("limit", [0, 1, 4, 5, 8, 9, 10])
def test_a_search_for_perception_ends_before_its_limit_for_bodies_of_any_size(limit: int) -> None:
    """Nine bodies around the origin, of which rows 0, 4 and 8 are too large for cells."""
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS)
    radius = np.where(np.arange(9) % 4 == 0, 2.0 * HALF, 0.1)
    grid.rebuild(np.full((9, 3), 0.5), radius)
    assert grid.table.count[OVERSIZED] == 3
    ids = np.empty(32, np.int32)
    assert sorted(ids[: near(grid.table, 1.0, limit, ids)].tolist()) == list(range(min(limit, 9)))


@pytest.mark.parametrize("length", [1, 15, 40, 79, 80, 81, 96, 200])
def test_a_search_for_perception_fills_its_buffer_to_the_end(length: int) -> None:
    """80 of 120 bodies are in reach and below the limit; a buffer that has room for all gets all."""
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, 8)
    position = np.random.default_rng(4).normal(0.0, 1.0, (120, 3))
    grid.rebuild(position, 0.1)
    ids = np.full(length, -1, np.int32)
    count = near(grid.table, 20.0, 80, ids)
    written = ids[: min(count, length)]
    assert count == 80 if length >= 80 else count >= length
    assert len(set(written.tolist())) == len(written) and written.min() >= 0 and written.max() < 80


@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize("radius", [0.25, 2.0 * HALF])
def test_of_two_bodies_that_a_cast_meets_at_once_the_lower_row_counts(radius: float, side: float) -> None:
    """They lie on both sides of the way, in cells far apart or too large for cells."""
    grid, sphere = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS), 3.0
    aside = side * (radius + sphere - 0.5)
    grid.rebuild(np.array([[4.0, aside, 0.0], [4.0, -aside, 0.0]]), radius)
    (row, fraction), (other, same) = (
        cast_sphere(grid.table, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, sphere, begin, 2, -1) for begin in range(2)
    )
    assert (row, other) == (0, 1) and fraction == same < 1.0


@pytest.mark.parametrize("radius", [0.25, 2.0 * HALF])
@pytest.mark.parametrize(("begin", "end", "first"), [(0, 3, 1), (1, 2, 1), (0, 1, -1), (2, 3, 2), (3, 9, -1)])
def test_a_cast_counts_rows_from_the_first_to_before_the_end(
    radius: float, begin: int, end: int, first: int
) -> None:
    """Row 0 lies aside; rows 1 and 2 one behind the other, small ones or such as no cell holds."""
    grid = CollisionGrid([-HALF] * 3, [HALF] * 3, CELLS)
    place = np.array([[0.0, 7.0, 0.0], [3.0 + radius, 0.0, 0.0], [4.0 + radius, 0.0, 0.0]])
    grid.rebuild(place, np.array([0.25, radius, radius]))
    assert grid.table.count[OVERSIZED] == (2 if radius > HALF else 0)
    row, fraction = cast_sphere(grid.table, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, begin, end, -1)
    assert row == first
    assert fraction == (pytest.approx((2.0 + first) / 6.0) if first > 0 else MISS)
