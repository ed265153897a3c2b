"""Cells that bodies crowd: every pair once, in bounded time and memory, the same for all workers."""

# Counters of tests and of memory are private.
# pyright: reportPrivateUsage=false

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.grid import CollisionGrid
from arena.grid.crowds import CROWD
from arena.grid.pair_search import CONTACT_CROWD, PAIRS_MAX
from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import OVERSIZED

Bodies = tuple[NDArray[Any], NDArray[Any]]
SHAPES = ("ball", "point", "points", "line", "plane", "lattice", "clumps", "far away", "outside", "giants")


def crowd(shape: str, count: int, seed: int = 1) -> Bodies:
    """Positions and radii of bodies that crowd few cells of a box from -4 to 4, a third of radius 0."""
    rng = np.random.default_rng(seed)
    position, radius = rng.normal(0, 0.5, (count, 3)), rng.uniform(0, 0.06, count)
    if shape == "point":
        position[:] = 1.25
    elif shape == "points":
        position = rng.uniform(-3, 3, (9, 3))[rng.integers(0, 9, count)]
    elif shape in ("line", "plane"):
        position[:, {"line": [1, 2], "plane": [1]}[shape]] = 0.5
    elif shape == "lattice":
        position = np.round(position * 4.0) / 4.0
        radius *= 4.0
    elif shape == "clumps":
        position = position * 1e-3 + np.where(rng.random((count, 1)) < 0.5, -3.5, 3.5)
        radius *= 1e-3
    elif shape == "far away":
        position, radius = position * 10.0 + 1e6, radius * 20.0
    elif shape == "outside":
        position += [90.0, -90.0, 0.0]
    elif shape == "giants":
        radius[rng.integers(0, count, 9)] = rng.uniform(0.5, 2.0, 9)
    radius[rng.random(count) < 0.33] = 0.0
    return position, radius


def codes(pairs: NDArray[Any]) -> NDArray[np.int64]:
    """A number for each pair, ascending; each must be there once, the lower row first."""
    first, second = pairs.astype(np.int64).T
    assert (first < second).all()
    found = np.sort(first << 32 | second)
    assert (np.diff(found) > 0).all()
    return found


def all_pairs(position: NDArray[Any], radius: NDArray[Any], active: NDArray[np.bool_]) -> NDArray[np.int64]:
    """`codes` of the pairs that overlap, the slow way in float64."""
    p, r = position.astype(np.float64), radius.astype(np.float64)
    found: list[NDArray[np.int64]] = []
    for i in np.flatnonzero(active):
        gap, reach = p[i + 1 :] - p[i], r[i + 1 :] + r[i]
        near = gap[:, 0] ** 2 + gap[:, 1] ** 2 + gap[:, 2] ** 2 < reach * reach
        others = np.flatnonzero(near & active[i + 1 :]) + i + 1
        found.append(int(i) << 32 | others)
    return np.concatenate(found)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_pair_once(shape: str, dtype: type) -> None:
    for seed, count in enumerate((CROWD + 1, 700, 1001)):
        position, radius = (column.astype(dtype) for column in crowd(shape, count, seed))
        active = np.random.default_rng(seed).random(count) < 0.97
        expected = all_pairs(position, radius, active)
        for cells in (1, 2, (3, 1, 2), "auto"):
            grid = CollisionGrid([-4.0] * 3, [4.0] * 3, cells)  # type: ignore[arg-type]
            grid.rebuild(position, radius, active)
            np.testing.assert_array_equal(codes(grid.pairs()), expected)


def test_the_number_of_workers_changes_not_even_the_order() -> None:
    rng = np.random.default_rng(2)
    centers = rng.uniform(-90, 90, (40, 3))
    position = (centers[rng.integers(0, 40, 60_000)] + rng.normal(0, 2.0, (60_000, 3))).astype(np.float32)
    radius = rng.uniform(0, 0.2, 60_000).astype(np.float32)
    radius[:2] = 60.0
    answers: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
    for workers in (1, 2, 3):
        grid = CollisionGrid([-100.0] * 3, [100.0] * 3, 24, workers)
        grid.rebuild(position, radius)
        assert grid.table.count[OVERSIZED] == 2
        found = grid.find_contact_pairs(3, 40_000)
        answers.append((grid.pairs(), grid.pair_buffer[:found].copy()))
        found = grid.find_contact_pairs(3, 40_000)
        answers[-1] = (answers[-1][0], grid.pair_buffer[:found].copy())
        grid.pool.close()
    assert len(codes(answers[0][0])) > 10_000
    for every, some in answers[1:]:
        np.testing.assert_array_equal(every, answers[0][0])
        np.testing.assert_array_equal(some, answers[0][1])


def block_tests(position: NDArray[Any], radius: NDArray[Any], cells: Any = "auto") -> int:
    """Number of blocks of bodies that are tested against one in crowded cells."""
    grid = CollisionGrid([-1e6] * 3, [1e6] * 3, cells)
    grid.rebuild(position.astype(np.float32), radius.astype(np.float32))
    grid.find_pairs()  # finds how much memory is needed
    used = grid._access.own().search._blocks[0].crowd
    if used is None:
        return 0
    before = int(used.tests[0])
    grid.find_pairs()
    return int(used.tests[0]) - before


def test_points_of_radius_0_are_not_tested_against_each_other() -> None:
    """All against all would be 300 million blocks of tests here."""
    assert block_tests(np.full((100_000, 3), 5.0), np.zeros(100_000)) == 0
    two = np.where(np.arange(100_000)[:, None] % 2, 5.0, -700.0) * np.ones(3)
    assert block_tests(two, np.zeros(100_000)) == 0
    one_solid = np.zeros(100_000)
    one_solid[500] = 1e-3
    assert block_tests(two, one_solid, 1) <= 100_000 // F32_LANES + 1


@pytest.mark.parametrize("shape", ["ball", "line", "plane", "clumps", "lattice"])
def test_a_crowd_is_not_tested_all_against_all(shape: str) -> None:
    """In one cell, which is the worst that sizing can do: a small share of the pairs that there could be."""
    position, radius = crowd(shape, 20_000)
    assert (
        block_tests(position, np.where(radius > 0, radius * 0.2, 1e-4), 1) < 0.15 * 20_000**2 / 2 / F32_LANES
    )


def buffers(grid: CollisionGrid) -> int:
    """Pairs that there is memory for."""
    return len(grid.pair_buffer) + sum(len(block.pairs) for block in grid._access.own().search._blocks)


@pytest.mark.parametrize("workers", [1, 2])
def test_too_many_pairs_are_refused_before_memory_is_taken(workers: int) -> None:
    position, radius = np.full((300, 3), 2.0), np.full(300, 0.5)
    spread = np.random.default_rng(1).uniform(-90, 90, (40_000, 3)).astype(np.float32)
    position = np.concatenate([position, spread]).astype(np.float32)
    radius = np.concatenate([radius, np.full(40_000, 0.4)]).astype(np.float32)
    grid = CollisionGrid([-100.0] * 3, [100.0] * 3, "auto", workers)
    grid.rebuild(position, radius)
    exact = len(codes(grid.pairs()))
    fresh = CollisionGrid([-100.0] * 3, [100.0] * 3, "auto", workers)
    fresh.rebuild(position, radius)
    for most in (0, 5, exact - 1):
        with pytest.raises(
            ValueError, match=f"^{exact:,} pairs overlap, and at most {most:,} are .* max_pairs"
        ):
            fresh.pairs(max_pairs=most)
    assert buffers(fresh) < exact // 10  # for pairs outside of the pile, which were found first
    assert len(fresh.pairs(max_pairs=exact)) == exact
    assert len(fresh.query_sphere([2.0] * 3, 0.1)) >= 300
    grid.pool.close()
    fresh.pool.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_everything_at_one_point_is_refused_soon(workers: int) -> None:
    """100,000 bodies are five billion pairs: neither their memory is taken nor are all counted."""
    grid = CollisionGrid([-100.0] * 3, [100.0] * 3, "auto", workers)
    position = np.full((100_000, 3), 7.0, np.float32)
    position[::1000] += np.float32(40.0)
    grid.rebuild(position, np.full(100_000, 1.0, np.float32))
    with pytest.raises(ValueError, match=f"^more than {PAIRS_MAX:,} pairs overlap"):
        grid.find_pairs()
    assert buffers(grid) == 0
    grid.pool.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_too_long_answers_are_refused_before_memory_is_taken(workers: int) -> None:
    position = np.random.default_rng(3).uniform(-1, 1, (3000, 3)).astype(np.float32)
    grid = CollisionGrid([-100.0] * 3, [100.0] * 3, "auto", workers)
    grid.rebuild(position, np.full(3000, 0.5, np.float32))
    points = np.zeros((2500, 3))  # several shares of queries, each of which alone would be allowed
    with pytest.raises(ValueError, match=r"^the answers have 7,500,000 rows, and .* max_ids"):
        grid.query_spheres(points, 5.0, max_ids=7_499_999)
    kept = grid._access.own().batch.gathered
    assert sum(map(len, kept)) < 100
    offsets, ids = grid.query_spheres(points, 5.0, max_ids=7_500_000)
    assert offsets[-1] == len(ids) == 7_500_000
    assert np.array_equal(ids[: offsets[1]], np.arange(3000))
    grid.pool.close()


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="max_pairs must be at least 0, not -1"):
        CollisionGrid([0.0] * 3, [1.0] * 3).pairs(max_pairs=-1)


@pytest.mark.parametrize("shape", SHAPES)
def test_contact_pairs_are_bounded_and_leave_nobody_alone(shape: str) -> None:
    position, radius = (column.astype(np.float32) for column in crowd(shape, 1200))
    radius += np.float32(1e-4)
    grid = CollisionGrid([-4.0] * 3, [4.0] * 3, 1)
    grid.rebuild(position, radius)
    passive, neighbours = 800, 16
    expected = all_pairs(position, radius, np.ones(1200, np.bool_))
    expected = expected[expected >> 32 < passive]
    found = grid.find_contact_pairs(neighbours, passive)
    some = codes(grid.pair_buffer[:found])
    assert found <= neighbours * 1200
    assert np.isin(some, expected).all()
    touched, met = (np.unique([pairs >> 32, pairs & 0xFFFFFFFF]) for pairs in (expected, some))
    assert len(met) >= 0.99 * len(touched)


@pytest.mark.parametrize("order", [1, -1])
def test_couples_at_both_ends_of_a_crowd_are_found(order: int) -> None:
    """A line of bodies that touch nobody, but for the first two, two in the middle and the last two."""
    count = CONTACT_CROWD + 2
    place = np.arange(count, dtype=np.float32)
    couples = [(0, 1), (count // 2, count // 2 + 1), (count - 2, count - 1)]
    for first, second in couples:
        place[second] = place[first] + np.float32(0.5)
    position = np.zeros((count, 3), np.float32)
    position[:, 0] = place[::order]
    grid = CollisionGrid([-1.0] * 3, [count + 1.0] * 3, 1)
    grid.rebuild(position, np.full(count, 0.3, np.float32))
    found = grid.find_contact_pairs(16, count)
    expected = sorted(sorted((i, j) if order > 0 else (count - 1 - i, count - 1 - j)) for i, j in couples)
    assert sorted(grid.pair_buffer[:found].tolist()) == expected


def test_a_pile_across_a_border_is_bounded_too() -> None:
    """All begin in the first cell, so that in the second no pair is anybody's to report."""
    position = np.zeros((20_000, 3), np.float32)
    grid = CollisionGrid([-4.0] * 3, [4.0] * 3, (2, 1, 1))
    grid.rebuild(position, np.full(20_000, 0.5, np.float32))
    assert grid.find_contact_pairs(4, 20_000) <= 2 * 4 * 20_000
    used = grid._access.own().search._blocks[0].crowd
    assert used is not None
    assert used.tests[0] < 100 * 20_000


def test_where_nothing_is_crowded_contact_pairs_are_all_pairs() -> None:
    position, radius = (column.astype(np.float32) for column in crowd("ball", CONTACT_CROWD))
    grid = CollisionGrid([-4.0] * 3, [4.0] * 3, 1)
    grid.rebuild(position, radius)
    expected = grid.pairs()
    found = grid.find_contact_pairs(1, 0)
    np.testing.assert_array_equal(grid.pair_buffer[:found], expected)


def test_a_large_body_of_a_crowd_meets_all_passive_ones_within_it() -> None:
    """They begin long after it on the axis of the sweep, and are much narrower."""
    count, passive = CONTACT_CROWD + 2, 20
    position = np.zeros((count + passive, 3), np.float32)
    position[1:count, 0] = 60.0 + np.arange(count - 1)
    position[count:, 0] = np.linspace(-30.0, 30.0, passive)
    radius = np.concatenate([[40.0], np.full(count - 1, 0.3), np.full(passive, 0.1)]).astype(np.float32)
    grid = CollisionGrid([-50.0] * 3, [count + 60.0] * 3, 1)
    grid.rebuild(position, radius)
    found = grid.find_contact_pairs(16, count)
    assert sorted(grid.pair_buffer[:found].tolist()) == [[0, count + row] for row in range(passive)]
