"""Every answer of the grid against brute force, on the cases that break grids."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena.grid import CollisionGrid
from arena.grid.table import OVERSIZED
from arena.jit import is_interpreted
from tests.grid import brute_force

SHARE = 8 if is_interpreted else 1
"""Kernels that run as plain Python take a hundred times longer: an eighth of the examples will do."""

# Multiples of 1/4 fall on cell borders and make exact touches; the box is 8 wide with 4 cells of 2.
LATTICE = st.integers(-18, 18).map(lambda value: value / 4)
FREE = st.floats(-5, 5, width=32)
FAR_PLACES = (-1e6, -40.0, 4.0, -4.0, 40.0, 1e6)
# Rarely far, or else hardly any two of a scene would meet.
COORDINATE = st.one_of(*[LATTICE] * 6, *[FREE] * 6, st.sampled_from(FAR_PLACES))
RADII = (0.0, 0.25, 0.5, 1.0, 1e-6, 30.0)
RADIUS = st.one_of(st.sampled_from(RADII), st.floats(0, 3, width=32))
BODY = st.tuples(COORDINATE, COORDINATE, COORDINATE, RADIUS, st.booleans())
CELLS = st.sampled_from([1, 4, 9, (1, 7, 3), 64, "auto", 16])
DTYPE = st.sampled_from([np.float32, np.float64])
SEED = st.integers(0, 2**32 - 1)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
    """Up to 60 bodies, mixed or all alike, of either precision; or a crowd, in which many meet."""
    dtype = draw(DTYPE)
    if draw(st.booleans()):
        table, active = crowd(draw(SEED))
    else:
        bodies = draw(st.lists(BODY, max_size=60))
        if bodies and draw(st.integers(0, 5)) == 0:
            bodies = [bodies[0]] * draw(st.integers(1, 40))  # everything at one point
        table = np.array([body[:4] for body in bodies], np.float64).reshape(-1, 4)
        active = np.array([body[4] for body in bodies], bool)
    return table[:, :3].astype(dtype), table[:, 3].astype(dtype), active


def crowd(seed: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Up to 90 bodies as rows of x, y, z, r, and who is active; hypothesis alone draws few that meet."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 90))
    table = rng.uniform(-5, 5, (count, 4))
    on_lattice = rng.random((count, 4)) < 0.4
    table = np.where(on_lattice, np.round(table * 4) / 4, table).astype(np.float32).astype(np.float64)
    far = rng.random((count, 4)) < 0.02
    table = np.where(far, rng.choice(FAR_PLACES, (count, 4)), table)
    table[:, 3] = np.where(
        rng.random(count) < 0.3, rng.choice(RADII[:-1], count), rng.uniform(0, rng.choice([0.5, 2.0]), count)
    )
    table[rng.random(count) < 0.01, 3] = RADII[-1]
    return table, rng.random(count) < 0.9


@st.composite
def points(draw: st.DrawFn) -> tuple[float, float, float]:
    """Anywhere, or among a crowd."""
    if draw(st.booleans()):
        x, y, z = np.random.default_rng(draw(SEED)).uniform(-5, 5, 3).tolist()
        return x, y, z
    return draw(COORDINATE), draw(COORDINATE), draw(COORDINATE)


def filled(cells: Any, scene: Any) -> CollisionGrid:
    grid = CollisionGrid([-4, -4, -4], [4, 4, 4], cells)
    grid.rebuild(*scene)
    return grid


@pytest.fixture
def grid() -> CollisionGrid:
    """Of four cells 2 wide an axis, without bodies."""
    return CollisionGrid([-4, -4, -4], [4, 4, 4], 4)


def check_pairs(grid: CollisionGrid, scene: Any) -> None:
    found = grid.pairs()
    assert found.dtype == np.int32
    assert found.shape[1] == 2
    as_set = set(map(tuple, found.tolist()))
    assert len(as_set) == len(found), "a pair was reported twice"
    assert as_set == brute_force.pairs(scene)


@settings(max_examples=150 // SHARE)
@given(CELLS, scenes())
def test_pairs_equal_brute_force(cells: Any, scene: Any) -> None:
    check_pairs(filled(cells, scene), scene)


@settings(max_examples=150 // SHARE)
@given(CELLS, scenes(), points(), RADIUS)
def test_query_sphere_equals_brute_force(cells: Any, scene: Any, center: Any, radius: float) -> None:
    grid, point = filled(cells, scene), np.array(center, np.float64)
    expected = brute_force.in_sphere(scene, point, radius)
    found = grid.query_sphere(point, radius)
    assert found.dtype == np.int32
    assert found.tolist() == expected
    offsets, ids = grid.query_spheres(np.array([point, point]), [radius, radius])
    assert ids[: offsets[1]].tolist() == ids[offsets[1] :].tolist() == expected
    assert offsets.tolist() == [0, len(expected), 2 * len(expected)]


@pytest.mark.parametrize("far", [0.0, 40.0, 1000.0, 3e13])
def test_spheres_that_all_but_touch_are_told_apart_far_from_the_origin(far: float) -> None:
    """Closer to touching than single precision can write the query down."""
    rng = np.random.default_rng(5)
    place = (rng.uniform(-9, 9, (60, 3)) + far * np.array([1.0, -0.3, 0.6])).astype(np.float32)
    radius = rng.uniform(0.2, 2.0, 60).astype(np.float32)
    middle = place.astype(np.float64).mean(axis=0)
    grid = CollisionGrid(middle - 12, middle + 12, 8)
    grid.rebuild(place, radius)
    scene = place, radius, np.ones(60, np.bool_)
    count = 2000 // SHARE
    rows, way = rng.integers(60, size=count), rng.normal(size=(count, 3))
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    reach = rng.choice([0.0, 1e-6, 1e-4, 0.5], count)
    gap = rng.choice([-1.0, 1.0], count) * 10.0 ** rng.uniform(-9, -3, count)
    centers = place[rows].astype(np.float64) + way * (radius[rows] + reach + gap)[:, None]
    offsets, found = grid.query_spheres(centers, reach)
    for number, (center, r) in enumerate(zip(centers, reach.tolist(), strict=True)):
        expected = brute_force.in_sphere(scene, center, r)
        assert sorted(found[offsets[number] : offsets[number + 1]].tolist()) == expected
        assert grid.query_sphere(center, r).tolist() == expected


@settings(max_examples=100 // SHARE)
@given(CELLS, scenes(), points(), points())
def test_query_box_equals_brute_force(cells: Any, scene: Any, corner: Any, other: Any) -> None:
    a, b = np.array(corner, np.float64), np.array(other, np.float64)
    lower, upper = np.minimum(a, b), np.maximum(a, b)
    assert filled(cells, scene).query_box(lower, upper).tolist() == brute_force.in_box(scene, lower, upper)


@settings(max_examples=100 // SHARE)
@given(
    CELLS, scenes(), points(), st.integers(1, 9),
    st.sampled_from([np.inf, 0.0, 1.0, 5.0]),
)  # fmt: skip
def test_nearest_equals_brute_force(cells: Any, scene: Any, center: Any, k: int, limit: float) -> None:
    point = np.array(center, np.float64)
    ids, distances = filled(cells, scene).nearest([point], k, limit)
    rows, expected = brute_force.nearest(scene, point, k, limit)
    padding = k - len(rows)
    assert ids[0].tolist() == rows + [-1] * padding
    np.testing.assert_allclose(distances[0], expected + [np.inf] * padding, rtol=1e-12)


@pytest.mark.parametrize(
    ("positions", "radius", "single"),
    [
        (np.float32, 0.1, True),
        (np.float32, 1, True),
        (np.float32, np.float64(0.1), False),
        (np.float64, 0.1, False),
        (np.float32, np.full(2, 0.1, np.float32), True),
        (np.float32, np.full(2, 0.1), False),
        (np.float64, np.full(2, 0.1, np.float32), False),
    ],
)
def test_spheres_are_single_where_both_are_and_a_plain_number_fits_either(
    positions: Any, radius: Any, single: bool
) -> None:
    grid = CollisionGrid([-4, -4, -4], [4, 4, 4], 4)
    grid.rebuild(np.zeros((2, 3), positions), radius)
    assert (grid.table.x.dtype == np.float32) == single


def test_a_query_finds_all_however_many_there_are() -> None:
    grid = CollisionGrid([-4, -4, -4], [4, 4, 4], 4)
    count = 3000
    grid.rebuild(np.zeros((count, 3)), np.full(count, 0.1))
    for found in (grid.query_box([-1, -1, -1], [1, 1, 1]), grid.query_sphere([0, 0, 0], 1.0)):
        assert found.tolist() == list(range(count))


def test_nearest_finds_each_of_a_few_bodies_once_in_a_grid_of_many_cells() -> None:
    """The rings about the query leave the grid on all sides before they have been everywhere."""
    corners = np.array([[x, y, z] for x in (0.5, 15.5) for y in (0.5, 15.5) for z in (0.5, 15.5)])
    grid = CollisionGrid([0.0] * 3, [16.0] * 3, cells=(16, 16, 16))
    grid.rebuild(corners, np.full(len(corners), 0.1))
    for point in (*corners, [8.0, 8.0, 8.0], [-9.0, 3.0, 30.0]):
        ids, distances = grid.nearest([point], len(corners) + 3)
        assert sorted(ids[0][: len(corners)].tolist()) == list(range(len(corners)))
        assert ids[0][len(corners) :].tolist() == [-1] * 3 and np.isinf(distances[0][len(corners) :]).all()


UNDECIDED = 1e-6
"""Gaps [u], per largest coordinate, that rounding may decide either way in sampling."""


@settings(max_examples=200 // SHARE)
@given(CELLS, scenes(), points(), points(), RADIUS)
def test_swept_queries_equal_brute_force(cells: Any, scene: Any, a: Any, b: Any, radius: float) -> None:
    grid, start, end = filled(cells, scene), np.array(a, np.float64), np.array(b, np.float64)
    gaps, fractions = brute_force.contact_fractions(scene, start, end, radius)
    size = np.maximum(np.abs(scene[0]).max(axis=1, initial=1.0), np.abs([*a, *b]).max())
    doubt = UNDECIDED * size.astype(np.float64)
    found = grid.query_capsule(start, end, radius)
    assert found.dtype == np.int32
    assert found.tolist() == sorted(set(found.tolist()))
    met = np.isin(np.arange(len(gaps)), found)
    clear = np.abs(gaps) > doubt
    np.testing.assert_array_equal(met[clear], (gaps < 0)[clear])
    first = grid.cast(start, end, radius)
    if first is None:
        assert not (gaps < -doubt).any()
        return
    row, fraction = first
    assert gaps[row] < doubt[row]
    # A grazing sphere is met somewhere along the graze.
    if gaps[row] < -1e-3 and doubt[row] < 1e-3:
        assert fraction == pytest.approx(fractions[row], abs=1e-3)
    assert not (fractions[gaps < -doubt] < fraction - 1e-6).any(), "something is met before"


def test_a_cast_ignores_whom_it_is_told_to_and_ties_go_to_the_lower_row(grid: CollisionGrid) -> None:
    position = np.array([[0, 0, 0], [2, 0, 0], [2, 0, 0], [3.5, 0, 0]], np.float32)
    grid.rebuild(position, np.full(4, 0.5, np.float32))
    assert grid.cast([0, 0, 0], [4, 0, 0]) == (0, 0.0)
    assert grid.cast([0, 0, 0], [4, 0, 0], ignore=0) == (1, pytest.approx(1.5 / 4))
    assert grid.cast([0, 0, 0], [4, 0, 0], 0.25, ignore=0) == (1, pytest.approx(1.25 / 4))
    assert grid.cast([0, 2, 0], [4, 2, 0]) is None
    assert grid.cast([2, 3, 0], [2, 3, 0]) is None, "no way and nobody there"
    assert grid.cast([4, 0, 0], [-4, 0, 0])[0] == 3  # type: ignore[index]
    grid = CollisionGrid([-90] * 3, [90] * 3, 32)
    grid.rebuild([[0, 0, 0], [70, 0, 0]], [60.0, 0.5])
    assert grid.table.count[OVERSIZED] == 1
    assert grid.cast([0, 0, 0], [80, 0, 0], ignore=0) == (1, pytest.approx(69.5 / 80))


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("side", [-30.0, 30.0])
def test_a_sweep_all_outside_of_the_box_meets_who_is_there(axis: int, side: float) -> None:
    """Border cells have no outer plane."""
    place, way = np.zeros((2, 3), np.float32)
    place[axis], way[axis - 1] = side, 5.0
    grid = CollisionGrid([-10.0] * 3, [10.0] * 3, 4)
    grid.rebuild(np.stack([place, -place]), np.full(2, 0.5, np.float32))
    assert grid.query_capsule(place - way, place + way, 0.25).tolist() == [0]
    assert grid.cast(place - way, place + way) == (0, pytest.approx(4.5 / 10.0))


@settings(max_examples=60 // SHARE)
@given(st.lists(scenes(), min_size=2, max_size=5))
def test_a_rebuild_forgets_everything(history: list[Any]) -> None:
    grid = CollisionGrid([-4, -4, -4], [4, 4, 4], 4)
    for scene in history:
        grid.rebuild(*scene)
        check_pairs(grid, scene)
        assert len(grid) == len(scene[0])


def test_inactive_rows_may_hold_anything(grid: CollisionGrid) -> None:
    position = np.array([[0, 0, 0], [np.nan, np.inf, 0], [0.5, 0, 0]], np.float32)
    radius = np.array([1, -5, 1], np.float32)
    grid.rebuild(position, radius, np.array([True, False, True]))
    assert grid.pairs().tolist() == [[0, 2]]
    assert grid.query_sphere([0, 0, 0], 100.0).tolist() == [0, 2]


@pytest.mark.parametrize(
    "idle", [(0, 64), (1, 65), (63, 129), (64, 128), (64, 300), (192, 256), (256, 300), (0, 299), (1, 300)]
)
def test_stretches_of_idle_rows_are_skipped_and_no_row_beside_them(
    idle: tuple[int, int], grid: CollisionGrid
) -> None:
    """Idle rows are skipped by the 64; these begin and end on both sides of such borders."""
    rng = np.random.default_rng(idle)
    position, radius = rng.uniform(-5, 5, (300, 3)), rng.uniform(0.2, 0.9, 300)
    radius[rng.integers(300, size=6)] = 30.0  # in no cell
    grid.rebuild(position, radius)  # every row has an entry that must be forgotten
    active = np.ones(300, bool)
    active[slice(*idle)] = False
    scene = np.where(active[:, None], position, np.nan), radius, active
    grid.rebuild(*scene)
    check_pairs(grid, scene)
    assert grid.query_sphere([0, 0, 0], 3.0).tolist() == brute_force.in_sphere(scene, np.zeros(3), 3.0)
    rows, _ = brute_force.nearest(scene, np.ones(3), 9, np.inf)
    assert grid.nearest([[1, 1, 1]], 9)[0][0, : len(rows)].tolist() == rows


def test_answers_do_not_follow_later_changes_of_the_input(grid: CollisionGrid) -> None:
    position, radius = np.zeros((2, 3), np.float32), np.ones(2, np.float32)
    grid.rebuild(position, radius)
    position += 100
    position[0] = 0
    assert grid.pairs().tolist() == [[0, 1]]
    assert grid.query_sphere([0, 0, 0], 0.5).tolist() == [0, 1]


def test_inputs_of_any_layout_and_type(grid: CollisionGrid) -> None:
    wide = np.zeros((4, 6), np.float32)
    wide[:, 0] = [0, 1, 5, 6]
    for position in (
        wide[:, :3],
        np.asfortranarray(wide[:, :3]),
        wide[:, :3].astype(int),
        wide[:, :3].tolist(),
    ):
        grid.rebuild(position, [0.6] * 4)
        assert {tuple(pair) for pair in grid.pairs().tolist()} == {(0, 1), (2, 3)}
    frozen = np.zeros((2, 3), np.float32)
    frozen.setflags(write=False)
    grid.rebuild(frozen, np.ones(2, np.float32))
    assert grid.pairs().tolist() == [[0, 1]]


BAD_REBUILDS = [
    ("positions", np.zeros((2, 2)), np.ones(2), None),
    ("positions", np.zeros(3), np.ones(1), None),
    ("radii", np.zeros((2, 3)), np.ones(3), None),
    ("active", np.zeros((2, 3)), np.ones(2), np.ones(3, bool)),
    ("positions.*row 1", np.array([[0, 0, 0], [0, np.nan, 0]]), np.ones(2), None),
    ("positions.*row 1", np.array([[0, 0, 0], [0, np.inf, 0]], np.float32), np.ones(2, np.float32), None),
    ("radii.*row 0", np.zeros((2, 3)), np.array([-1.0, 1.0]), None),
    ("radii.*row 1", np.zeros((2, 3), np.float32), np.array([1.0, np.nan], np.float32), None),
    ("radii.*row 1", np.zeros((2, 3)), np.array([1.0, np.inf]), None),
]


@pytest.mark.parametrize(("message", "position", "radius", "active"), BAD_REBUILDS)
def test_bad_bodies_are_named(
    grid: CollisionGrid, message: str, position: Any, radius: Any, active: Any
) -> None:
    grid.rebuild(np.zeros((3, 3)), np.ones(3))
    with pytest.raises(ValueError, match=message):
        grid.rebuild(position, radius, active)
    assert len(grid) == 0
    assert len(grid.pairs()) == 0


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("upper must exceed lower", ([0, 0, 0], [1, 0, 1])),
        ("lower", ([0, 0], [1, 1, 1])),
        ("upper", ([0, 0, 0], [1, np.nan, 1])),
        ("cells", ([0, 0, 0], [1, 1, 1], 0)),
        ("cells", ([0, 0, 0], [1, 1, 1], (1, 2))),
        ("cells", ([0, 0, 0], [1, 1, 1], (4, 4, -1))),
        ("cells", ([0, 0, 0], [1, 1, 1], 2000)),
        ("cells", ([0, 0, 0], [1, 1, 1], 2.5)),
        ("cells.*auto", ([0, 0, 0], [1, 1, 1], "many")),
        ("workers", ([0, 0, 0], [1, 1, 1], 4, 0)),
    ],
)
def test_bad_grids_are_refused(message: str, arguments: Any) -> None:
    with pytest.raises(ValueError, match=message):
        CollisionGrid(*arguments)


@pytest.mark.parametrize(
    ("message", "ask"),
    [
        ("center", lambda g: g.query_sphere([0, 0], 1)),
        ("center", lambda g: g.query_sphere([0, np.nan, 0], 1)),
        ("radius", lambda g: g.query_sphere([0, 0, 0], -1)),
        ("radius", lambda g: g.query_sphere([0, 0, 0], np.nan)),
        ("centers.*row 1", lambda g: g.query_spheres([[0, 0, 0], [np.inf, 0, 0]], 1)),
        ("radii.*row 1", lambda g: g.query_spheres(np.zeros((2, 3)), [1, -1])),
        ("upper", lambda g: g.query_box([0, 0, 0], [1, -1, 1])),
        ("k must", lambda g: g.nearest(np.zeros((1, 3)), 0)),
        ("max_distance", lambda g: g.nearest(np.zeros((1, 3)), 1, -1.0)),
        ("start", lambda g: g.cast([0, 0], [1, 1, 1])),
        ("end", lambda g: g.query_capsule([0, 0, 0], [np.nan, 1, 1], 1)),
        ("radius", lambda g: g.cast([0, 0, 0], [1, 1, 1], -1)),
    ],
)
def test_bad_questions_are_refused(grid: CollisionGrid, message: str, ask: Any) -> None:
    with pytest.raises(ValueError, match=message):
        ask(grid)
