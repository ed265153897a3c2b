"""Loads that cross every threshold: many blocks, many threads, oversized bodies, everything in one place."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import KDTree

from arena.grid import CollisionGrid, batch_search, pair_search, storage
from arena.grid.table import ENTRIES, OCCUPIED, OVERSIZED
from arena.workers import WorkerPool, WorkerTask
from tests.grid.loads import grid_for, shell

ROOT = Path(__file__).resolve().parents[2]


def true_pairs(position: NDArray[Any], radius: NDArray[Any]) -> set[tuple[int, int]]:
    """By a k-d tree for most, by brute force for large spheres; float64."""
    p, r = position.astype(np.float64), radius.astype(np.float64)
    large = r > 5
    small = np.flatnonzero(~large)
    candidates = [small[KDTree(p[small]).query_pairs(2 * r[small].max(), output_type="ndarray")]]
    everyone = np.arange(len(r))
    candidates += [np.column_stack([np.full(len(r), row), everyone]) for row in np.flatnonzero(large)]
    i, j = np.concatenate(candidates).T
    square = ((p[i] - p[j]) ** 2).sum(axis=1)
    hit = (square < (r[i] + r[j]) ** 2) & (i != j)
    return {(min(a, b), max(a, b)) for a, b in zip(i[hit].tolist(), j[hit].tolist(), strict=True)}


@pytest.fixture(params=[False, True], ids=["whole", "split"])
def split(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """With and without the paths that only large loads take."""
    if request.param:
        monkeypatch.setattr(storage, "SPLIT_ROWS", 50)
        monkeypatch.setattr(storage, "BLOCK_ROWS", 300)
        monkeypatch.setattr(pair_search, "SPLIT_ENTRIES", 50)
        monkeypatch.setattr(pair_search, "BLOCK_ENTRIES", 200)
        monkeypatch.setattr(batch_search, "SPLIT_QUERIES", 2)
        monkeypatch.setattr(batch_search, "SHARE_QUERIES", 50)
    return bool(request.param)


@pytest.mark.parametrize("cells", ["auto", 40, (3, 50, 7)])
def test_pairs_of_a_shell(cells: Any, split: bool) -> None:
    position, radius = shell(6000)
    grid = grid_for(position, cells, 2)
    grid.rebuild(position, radius)
    found = grid.pairs()
    assert len(found) == len(set(map(tuple, found.tolist())))
    assert set(map(tuple, found.tolist())) == true_pairs(position, radius)
    assert cells != 40 or grid.table.count[OVERSIZED] > 0


def test_any_number_of_workers_gives_the_same_answers_in_the_same_order(split: bool) -> None:
    position, radius = shell(4000, 1)
    centers = position[::7].astype(np.float64) + 0.3
    answers: list[Any] = []
    for workers in (1, 2, 3, 5, 8, 16):
        grid = grid_for(position, "auto", workers)
        for scale in (1.0, 0.7):  # the second rebuild finds tables that are in use
            grid.rebuild(position * np.float32(scale), radius)
        answers.append((grid.pairs(), *grid.query_spheres(centers, 2.0), *grid.nearest(centers, 5)))
    for other in answers[1:]:
        for mine, theirs in zip(answers[0], other, strict=True):
            np.testing.assert_array_equal(mine, theirs)


class CountingPool(WorkerPool):
    """Notes how many tasks it is given at a time."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.given: list[int] = []

    def run(self, tasks: Sequence[WorkerTask]) -> None:
        self.given.append(len(tasks))
        super().run(tasks)


def test_blocks_follow_from_the_load_not_from_the_workers(split: bool) -> None:
    position, radius = shell(4000, 6)
    given: list[list[int]] = []
    for workers in (2, 5):
        pool = CountingPool(workers)
        half = float(np.abs(position).max())
        grid = CollisionGrid([-half] * 3, [half] * 3, workers=pool)
        grid.rebuild(position, radius)
        grid.find_pairs()
        given.append(pool.given)
        pool.close()
    assert given[0] == given[1]
    assert max(given[0], default=1) > 8 if split else max(given[0], default=1) == 1


@pytest.mark.parametrize("cells", ["auto", 1, 7, 60, (200, 1, 3)])
@pytest.mark.parametrize("kind", ["shell", "crowd", "inactive", "bad"])
def test_blocks_leave_the_table_of_one_thread(cells: Any, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Column by column, whatever the number of blocks: nothing depends on where rows are cut."""
    position, radius = shell(600, 7)
    active = np.ones(600, np.bool_)
    if kind == "crowd":
        position[:300] = position[0]
    if kind == "inactive":
        active[::3] = False
        position[::3] = np.nan
    grids: list[CollisionGrid] = []
    for rows, entries in ((10**9, 10**9), (50, 50), (200, 140)):
        monkeypatch.setattr(storage, "SPLIT_ROWS", rows)
        monkeypatch.setattr(storage, "BLOCK_ROWS", rows)
        monkeypatch.setattr(pair_search, "SPLIT_ENTRIES", entries)
        monkeypatch.setattr(pair_search, "BLOCK_ENTRIES", entries)
        grids.append(CollisionGrid([-90.0] * 3, [90.0] * 3, cells, 2))
        if kind == "bad":
            with pytest.raises(ValueError, match="row 345"):
                grids[-1].rebuild(np.where(np.arange(600)[:, None] == 345, np.nan, position), radius)
        grids[-1].rebuild(position, radius, active)
    first = grids[0]
    for other in grids[1:]:
        np.testing.assert_array_equal(first.pairs(), other.pairs())
        for name, stop in contents(first).items():
            mine, theirs = getattr(first.table, name)[:stop], getattr(other.table, name)[:stop]
            np.testing.assert_array_equal(mine, theirs, err_msg=name)


def contents(grid: CollisionGrid) -> dict[str, int]:
    """Length of each column of the grid's table without its stale rest."""
    entries, occupied, oversized_count = (int(count) for count in grid.table.count)
    lengths = dict.fromkeys(("tagged_row", "x", "y", "z", "r"), entries) | {"occupied": occupied, "count": 3}
    lengths |= dict.fromkeys(
        ("oversized", "oversized_x", "oversized_y", "oversized_z", "oversized_r"), oversized_count
    )
    return lengths | {"start": int(np.prod(grid.cells)) + 1}


def test_batches_answer_like_single_queries(split: bool) -> None:
    position, radius = shell(3000, 2)
    rng = np.random.default_rng(3)
    centers = position[rng.permutation(3000)[:300]].astype(np.float64) + rng.normal(0, 1, (300, 3))
    radii = rng.choice([0.0, 0.5, 3.0, 12.0, 100.0], 300)
    grid = grid_for(position, 30, 2)
    grid.rebuild(position, radius)
    offsets, ids = grid.query_spheres(centers, radii)
    for k in range(300):
        expected = grid.query_sphere(centers[k], radii[k])
        np.testing.assert_array_equal(ids[offsets[k] : offsets[k + 1]], expected)
        assert (np.diff(expected) > 0).all()
    empty_offsets, none = grid.query_spheres(np.empty((0, 3)), np.empty(0))
    assert empty_offsets.tolist() == [0]
    assert len(none) == 0


def test_memory_is_bound_by_the_bodies_not_by_their_cells() -> None:
    """Spheres a hundred cells wide: they become oversized bodies before their entries fill the memory."""
    rng = np.random.default_rng(4)
    position = rng.uniform(-100, 100, (3000, 3)).astype(np.float32)
    radius = rng.choice([0.01, 3.0, 6.0], 3000, p=[0.2, 0.4, 0.4]).astype(np.float32)
    grid = grid_for(position, 120, 1)
    grid.rebuild(position, radius)
    assert grid.table.count[ENTRIES] <= storage.ENTRIES_PER_BODY * 3000 + storage.ENTRIES_FREE
    assert set(map(tuple, grid.pairs().tolist())) == true_pairs(position, radius)


def test_automatic_cells_fit_the_bodies_and_their_number() -> None:
    position, radius = shell(20_000, 5)
    grid = grid_for(position, "auto", 1)
    occupancy: dict[int, float] = {}
    for count in (300, 20_000):
        grid.rebuild(position[:count], radius[:count])
        occupancy[count] = float(grid.table.count[ENTRIES]) / max(int(grid.table.count[OCCUPIED]), 1)
        assert np.prod(grid.cells) <= 6 * count + 4096
    assert 3 < occupancy[20_000] < 60
    before = grid.cells
    grid.rebuild(position * np.float32(1.001), radius)
    assert grid.cells == before, "a small change is no reason to choose again"
    # The same bodies in a corner of the box: where they are, cells must become smaller.
    grid.rebuild(position * np.float32(0.05), radius * np.float32(0.05))
    grid.rebuild(position * np.float32(0.05), radius * np.float32(0.05))
    assert float(grid.table.count[ENTRIES]) / max(int(grid.table.count[OCCUPIED]), 1) < 60
