"""Arguments as users of scipy give them, copies, and dtypes that are refused."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from arena.grid import CollisionGrid
from arena.grid.table import OVERSIZED
from tests.grid.loads import grid_for, shell

ZEROS = np.zeros((2, 3))
NONSENSE = [
    ("complex128", ZEROS + 1j),
    ("complex128", [[0j, 0, 0], [1, 0, 0]]),
    ("datetime64", np.zeros((2, 3), "datetime64[s]")),
    ("timedelta64", np.zeros((2, 3), "timedelta64[s]")),
    ("bool", np.zeros((2, 3), bool)),
    ("<U1", [["0", "0", "0"]] * 2),
    ("object", [[None, 0, 0]] * 2),
    ("masked", np.ma.masked_array(ZEROS, ZEROS == 0)),
]


def one_line(refused: pytest.ExceptionInfo[ValueError], name: str, kind: str) -> None:
    text = str(refused.value)
    assert text.startswith(f"{name} must")
    assert kind in text
    assert "\n" not in text


@pytest.mark.parametrize(("kind", "table"), NONSENSE, ids=[kind for kind, _ in NONSENSE])
@pytest.mark.filterwarnings("error")
def test_what_is_no_real_number_is_refused(kind: str, table: Any) -> None:
    grid = CollisionGrid([-4] * 3, [4] * 3, 4)
    column = table[:, 0] if isinstance(table, np.ndarray) else [row[0] for row in table]
    number: Any
    row, number = table[0], column[0] if kind != "masked" else column[:1]
    asked: list[tuple[str, Any]] = [
        ("positions", lambda: grid.rebuild(table, np.ones(2))),
        ("radii", lambda: grid.rebuild(ZEROS, column)),
        ("centers", lambda: grid.query_spheres(table, 1.0)),
        ("radii", lambda: grid.query_spheres(ZEROS, column)),
        ("centers", lambda: grid.nearest(table, 1)),
        ("center", lambda: grid.query_sphere(row, 1.0)),
        ("start", lambda: grid.cast(row, [0, 0, 0])),
        ("end", lambda: grid.query_capsule([0, 0, 0], row, 1.0)),
        ("upper", lambda: grid.query_box([-9, -9, -9], row)),
        ("lower", lambda: CollisionGrid(row, [9, 9, 9])),
    ]
    if kind != "bool":  # True is 1 to Python
        asked += [
            ("radius", lambda: grid.query_sphere([0, 0, 0], number)),
            ("max_distance", lambda: grid.nearest(ZEROS, 1, number)),
        ]
    for name, ask in asked:
        with pytest.raises(ValueError) as refused:
            ask()
        one_line(refused, name, kind)
    if kind not in ("bool", "masked"):
        with pytest.raises(ValueError, match=f"active must be bool, not .*{kind}"):
            grid.rebuild(ZEROS, 1.0, column)


@pytest.mark.parametrize("k", [0, -3, 1.5, np.float64(2), "2", None])
def test_k_is_a_whole_number(k: Any) -> None:
    with pytest.raises(ValueError, match="k must be a whole number of at least 1, not "):
        CollisionGrid([-4] * 3, [4] * 3).nearest([[0, 0, 0]], k)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("radius", [0.75, 1, np.float32(0.75), np.float64(0.75), np.array(0.75)])
def test_one_radius_for_all(dtype: Any, radius: Any) -> None:
    position = np.random.default_rng(1).uniform(-3, 3, (200, 3)).astype(dtype)
    one, each = (CollisionGrid([-4] * 3, [4] * 3, 4) for _ in range(2))
    one.rebuild(position, radius)
    each.rebuild(position, np.full(200, float(radius), dtype))
    np.testing.assert_array_equal(one.pairs(), each.pairs())
    assert len(one.pairs()) > 200
    plain = type(radius) in (int, float, np.float32)
    assert one.table.r.dtype == (np.float32 if dtype == np.float32 and plain else np.float64)
    with pytest.raises(ValueError, match="radii must be finite and at least 0; row 0 is -1"):
        one.rebuild(position, -1.0)


def test_one_point_instead_of_many() -> None:
    """Shapes as scipy's k-d tree gives them."""
    position, radius = shell(300, 5)
    grid = grid_for(position, "auto", 1)
    grid.rebuild(position, radius)
    for k in (1, 5, 400):
        ids, distances = grid.nearest([1.0, 2.0, 3.0], k)
        table = grid.nearest([[1.0, 2.0, 3.0]], k)
        assert ids.shape == distances.shape == (k,)
        np.testing.assert_array_equal([ids], table[0])
        np.testing.assert_array_equal([distances], table[1])
    offsets, ids = grid.query_spheres(position[7], 3.0)
    assert offsets.tolist() == [0, len(ids)]
    np.testing.assert_array_equal(ids, grid.query_sphere(position[7], 3.0))
    assert 7 in ids
    for wrong in ([1.0, 2.0], [[1.0, 2.0]], 1.0, np.zeros((1, 2, 3))):
        with pytest.raises(ValueError, match=r"centers must have shape \(q, 3\) or \(3,\), not \("):
            grid.nearest(wrong, 1)
    with pytest.raises(ValueError, match=r"radii must have shape \(2,\) like centers, not \(3,\)"):
        grid.query_spheres(np.zeros((2, 3)), np.ones(3))


def answers(grid: CollisionGrid) -> list[Any]:
    points = np.random.default_rng(2).normal(0, 20, (40, 3))
    found = [grid.pairs(), *grid.query_spheres(points, 4.0), *grid.nearest(points, 6)]
    return [len(grid), grid.cells, *grid.box, grid.pool.workers, grid.table.x.dtype, *found]


@pytest.mark.parametrize("cells", ["auto", 32, (3, 40, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda grid: pickle.loads(pickle.dumps(grid))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_copies_answer_the_same(duplicate: Any, dtype: Any, cells: Any) -> None:
    position, radius = (column.astype(dtype) for column in shell(900, 6))
    radius[:3] = 60.0  # too large for cells
    active = np.random.default_rng(1).random(900) < 0.8
    position[~active] = np.nan
    active[0] = True
    position[0] = 1.0
    grid = CollisionGrid([-90] * 3, [90] * 3, cells, 2)
    for spheres in ((position, radius, active), (np.zeros((0, 3)), np.zeros(0), None)):
        grid.rebuild(*spheres)
        assert grid.table.count[OVERSIZED] > 0 or cells != 32 or len(grid) == 0
        twin = duplicate(grid)
        for mine, theirs in zip(answers(grid), answers(twin), strict=True):
            np.testing.assert_array_equal(mine, theirs)
    twin.rebuild(np.zeros((2, 3)), 1.0)
    assert (len(twin.pairs()), len(grid)) == (1, 0), "they share something"
    assert twin.pool is not grid.pool
