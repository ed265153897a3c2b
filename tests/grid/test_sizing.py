"""The choice of cells: good on every workload, a function of the bodies alone, and steady."""

import importlib
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.grid import CollisionGrid
from arena.grid.table import ENTRIES, OCCUPIED
from tests.grid.test_large_loads import shell

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
FIXED = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100)


@pytest.fixture(scope="module")
def workloads() -> Iterator[Any]:
    """The benchmarks' workloads."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("workloads")
    sys.path[:] = path


def work(grid: CollisionGrid, position: NDArray[Any], radius: NDArray[Any]) -> float:
    """What a rebuild and its pairs cost, counted in the table: tests of blocks, entries, cells."""
    grid.rebuild(position, radius)
    table, cells = grid.table, int(np.prod(grid.cells))
    held = np.diff(table.start[: cells + 1].astype(np.int64))
    tests = np.where(held > 1, held * held / 32 + held / 2, 0).sum()
    return float(4.5 * tests + 14.0 * table.count[ENTRIES] + 12.0 * table.count[OCCUPIED] + 1.2 * cells)


@pytest.mark.parametrize("count", [1000, 10_000, 50_000])
@pytest.mark.parametrize("name", ["belt", "game", "ball", "equal", "cluster", "giant", "ring"])
def test_no_fixed_number_of_cells_is_much_better(workloads: Any, name: str, count: int) -> None:
    load = workloads.WORKLOADS[name](count, 1)
    automatic = work(CollisionGrid(load.lower, load.upper), load.positions, load.radii)
    fixed = [
        work(CollisionGrid(load.lower, load.upper, cells), load.positions, load.radii)
        for cells in FIXED
        if cells**3 <= 20 * count + 4096
    ]
    assert automatic <= 1.2 * min(fixed)


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


def test_bodies_that_tremble_keep_their_cells(workloads: Any) -> None:
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
