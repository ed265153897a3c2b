"""The choice of cells: good on every workload, a function of the bodies alone, and steady."""

# Counters of tests in crowded cells are private.
# pyright: reportPrivateUsage=false

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.grid import CollisionGrid
from arena.grid.crowds import CROWD
from arena.grid.table import ENTRIES, OCCUPIED
from scripts import workloads
from tests.grid.loads import shell

FIXED = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100)


def work(grid: CollisionGrid, position: NDArray[Any], radius: NDArray[Any]) -> float:
    """Cost of a rebuild and its pairs, counted in the table: tests of blocks, entries, cells."""
    grid.rebuild(position, radius)
    table, cells = grid.table, int(np.prod(grid.cells))
    held = np.diff(table.start[: cells + 1].astype(np.int64))
    tests = np.where((held > 1) & (held <= CROWD), held * held / 32 + held / 2, 0).sum()
    crowded = held[held > CROWD].sum()
    if crowded:
        grid.find_pairs()  # finds how much memory is needed
        used = grid._access.own().search._blocks[0].crowd
        assert used is not None
        tests -= used.tests[0]
        grid.find_pairs()
        tests += used.tests[0]
    entries, occupied = table.count[ENTRIES], table.count[OCCUPIED]
    return float(4.5 * tests + 14.0 * entries + 30.0 * crowded + 12.0 * occupied + 1.2 * cells)


@pytest.mark.parametrize("count", [1000, 10_000, 50_000])
@pytest.mark.parametrize("name", ["belt", "game", "ball", "equal", "cluster", "giant", "ring"])
def test_no_fixed_number_of_cells_is_much_better(name: str, count: int) -> None:
    load = workloads.WORKLOADS[name](count, 1)
    automatic = work(CollisionGrid(load.lower, load.upper), load.positions, load.radii)
    fixed = [
        work(CollisionGrid(load.lower, load.upper, cells), load.positions, load.radii)
        for cells in FIXED
        if cells**3 <= 20 * count + 4096
    ]
    assert automatic <= 1.2 * min(fixed)


def awkward(name: str, count: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Positions in a box from -1e6 to 1e6, and radii, that a uniform grid is bad at."""
    rng = np.random.default_rng(5)
    position, radius = rng.uniform(-1e6, 1e6, (count, 3)), np.ones(count)
    if name == "100 clusters":
        position = position[rng.integers(0, 100, count)] * 0.9 + rng.normal(0, 10, (count, 3))
    elif name == "a field in a corner":
        position = rng.uniform(-50, 50, (count, 3)) + 8e5
    elif name in ("a line", "a plane"):
        position[:, {"a line": [1, 2], "a plane": [1]}[name]] = 17.0
    elif name == "two clumps":
        position = rng.normal(0, 20, (count, 3)) + np.where(rng.random((count, 1)) < 0.5, -9e5, 9e5)
    elif name == "a point of radius 0":
        position[:], radius[:] = 5.0, 0.0
    elif name == "half at a point of radius 0":
        position[::2], radius[::2] = 5.0, 0.0
    elif name == "a giant":
        position, radius[0] = position * 1e-4, 40.0
    elif name == "log-normal":
        position, radius = position * 1e-4, np.exp(rng.normal(-2, 1.5, count))
    elif name == "outside":
        position = rng.uniform(-50, 50, (count, 3)) + 3e6
    elif name == "outliers":
        position[count // 50 :] = rng.uniform(-50, 50, (count - count // 50, 3))
    elif name == "all scales":
        position *= 10.0 ** rng.uniform(-6, 0, (count, 1))
    return position.astype(np.float32), radius.astype(np.float32)


@pytest.mark.parametrize(
    "name",
    [
        "uniform", "100 clusters", "a field in a corner", "a line", "a plane", "two clumps", "a giant",
        "a point of radius 0", "half at a point of radius 0", "log-normal", "outside", "outliers",
        "all scales",
    ],
)  # fmt: skip
def test_what_no_cells_fit_costs_a_bounded_amount(name: str) -> None:
    """Of work: at most twice that of the best fixed number of cells, and a fixed amount for each body."""
    position, radius = awkward(name, 20_000)
    automatic = work(CollisionGrid([-1e6] * 3, [1e6] * 3), position, radius)
    fixed = [work(CollisionGrid([-1e6] * 3, [1e6] * 3, cells), position, radius) for cells in FIXED[::2]]
    assert automatic <= 2.0 * min(fixed)
    assert automatic < 200.0 * len(radius)


def test_the_choice_knows_nothing_of_earlier_ones() -> None:
    """As a simulation needs that is taken back: pairs in the order of a grid that has seen nothing else."""
    position, radius = shell(5000, 8)
    seasoned = CollisionGrid([-90.0] * 3, [90.0] * 3)
    for scale in (1.0, 1.1, 0.6, 0.05, 0.8):
        seasoned.rebuild(position * np.float32(scale), radius)
        fresh = CollisionGrid([-90.0] * 3, [90.0] * 3)
        fresh.rebuild(position * np.float32(scale), radius)
        assert seasoned.cells == fresh.cells
        np.testing.assert_array_equal(seasoned.box, fresh.box)
        np.testing.assert_array_equal(seasoned.pairs(), fresh.pairs())


def test_bodies_that_tremble_keep_their_cells() -> None:
    load = workloads.belt(3000, 1)
    grid = CollisionGrid(load.lower, load.upper)
    seen: list[Any] = []
    for frame in workloads.drift(load, 60):
        grid.rebuild(frame, load.radii)
        seen.append((grid.cells, np.concatenate(grid.box).tobytes()))
    changes = sum(before != after for before, after in pairwise(seen))
    assert changes <= 20


@pytest.mark.parametrize("kind", ["none", "one", "a point", "a line", "a plane", "far apart", "far outside"])
def test_odd_loads_get_a_layout(kind: str) -> None:
    rng = np.random.default_rng(1)
    position = rng.uniform(-4, 4, (500, 3)).astype(np.float32)
    position[:, {"a line": [1, 2], "a plane": [2], "a point": [0, 1, 2]}.get(kind, [])] = 1.25
    position *= np.float32({"far apart": 1e14, "far outside": 1.0}.get(kind, 1.0))
    position += np.float32(1e6 if kind == "far outside" else 0.0)
    position = position[: {"none": 0, "one": 1}.get(kind, 500)]
    grid = CollisionGrid([-5] * 3, [5] * 3)
    grid.rebuild(position, np.full(len(position), 0.1, np.float32))
    lower, upper = grid.box
    assert (upper > lower).all()
    assert np.prod(grid.cells) <= 6 * 500 + 4096
    assert kind not in ("none", "one", "a point", "far outside") or grid.cells == (1, 1, 1)
    assert kind != "a plane" or (grid.cells[2] == 1 and grid.cells[0] > 3)


def test_rows_that_are_bad_or_inactive_are_not_looked_at() -> None:
    position, radius = shell(2000, 9)
    grid = CollisionGrid([-60.0] * 3, [60.0] * 3)
    grid.rebuild(position, radius)
    expected = grid.cells
    garbage = np.concatenate([position, np.full((2000, 3), np.nan, np.float32)])
    grid.rebuild(garbage, np.concatenate([radius, radius]), np.arange(4000) < 2000)
    # Other rows are sampled than before, so that a step of the ladder may lie between.
    assert 0.5 < np.prod(grid.cells) / np.prod(expected) < 2.0
    with pytest.raises(ValueError, match="positions"):
        grid.rebuild(np.full((500, 3), np.nan), np.ones(500))
    assert len(grid) == 0


def test_the_order_of_the_rows_hardly_matters() -> None:
    """Bodies are looked at all over the rows: the first thousands may all lie in one corner."""
    count, rng = 40_000, np.random.default_rng(11)
    position = rng.uniform(-1.0, 1.0, (count, 3)) ** 3 * 100.0
    position = position[np.argsort(position.sum(axis=1))].astype(np.float32)
    radius = np.ones(count, np.float32)
    grid, boxes = CollisionGrid((-100.0,) * 3, (100.0,) * 3), list[NDArray[np.float64]]()
    for order in (np.arange(count), np.arange(count)[::-1], rng.permutation(count)):
        grid.rebuild(position[order], radius[order])
        boxes.append(np.concatenate([*grid.box, grid.cells]))
    assert np.ptp(boxes, axis=0).max() <= 1.0
