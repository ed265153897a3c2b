"""Debug assertions of the grid: silent in sound tables, loud in damaged ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import numpy as np
from arena.grid import CollisionGrid, batch_search, pair_search, storage
from arena.grid.validation import assert_table
from arena.grid.table import ENTRIES, OCCUPIED
from arena.jit import kernel
from arena.nav import *

storage.SPLIT_ROWS, pair_search.SPLIT_ENTRIES, batch_search.SPLIT_QUERIES = 200, 200, 5
storage.BLOCK_ROWS, pair_search.BLOCK_ENTRIES = 100, 100
rng = np.random.default_rng(1)

def ask(grid):
    centers = rng.normal(0, 4, (9, 3))
    grid.pairs(), grid.find_contact_pairs(3, 40), grid.query_spheres(centers, 2.0), grid.nearest(centers, 4)
    grid.query_sphere([0, 0, 0], 3), grid.query_box([0, 0, 0], [2, 2, 2])
    grid.query_capsule([-4, 0, 0], [4, 1, 0], 1), grid.cast([-4, 0, 0], [4, 1, 0])

def fill(cells, workers, count=300):
    position = rng.normal(0, 2, (count, 3)).astype(np.float32)
    radius = rng.choice([0.0, 0.1, 0.3, 40.0], count, p=[0.1, 0.5, 0.39, 0.01]).astype(np.float32)
    grid = CollisionGrid([-4] * 3, [4] * 3, cells, workers)
    grid.rebuild(position, radius, rng.random(count) < 0.9)
    return grid

for cells in (1, 7, "auto"):
    for workers in (1, 2):
        for count in (0, 1, 300):
            ask(fill(cells, workers, count))
tile_map = sphere_map(tiles := create_tiles(2))
planner, flow = RoutePlanner(tile_map, 5, 6), create_flow(tile_map)
for tick in range(60):
    tile_map.cost[:] = rng.choice([FREE, 2 * FREE, BLOCKED], 162)
    planner.follow(tick % 5, int(rng.integers(162)))
    planner.update(rng.integers(0, 162, 5), tick)
    advance_flow(tile_map, flow, rng.integers(0, 162, 3), 50)
    flow_directions(tiles, tile_map, flow, rng.normal(size=(9, 3)))
    [planner.waypoint(row, rng.normal(size=3)) for row in range(5)]
print("sound")

def expect(text, act):
    try:
        act()
    except AssertionError as error:
        print("as expected" if text in str(error) else f"expected {text}, but {error}")
    else:
        print(f"not noticed: {text}")

@kernel
def check(table):
    assert_table(table)

def broken(change, text):
    grid = fill(7, 1)
    change(grid.table)
    expect(text, lambda: check(grid.table))

def spoil(name, at, value):
    def change(table):
        getattr(table, name)[at] = value
    return change

broken(spoil("x", 5, np.nan), "an entry is not finite")
broken(spoil("start", 7, 10**6), "a cell ends before it begins")
broken(spoil("start", 343, 10**6), "cells do not hold all entries")
broken(spoil("occupied", 0, 10**6), "an occupied cell that does not exist")
broken(spoil("occupied", 1, 0), "occupied cells are not ascending")
broken(spoil("count", ENTRIES, 10**6), "more entries than columns hold")
broken(spoil("tagged_row", 3, 10**6), "an entry of a row that does not exist")

grid = fill(7, 1)
grid.table.start[:344] = 10**6
expect("outside of the table", lambda: grid.query_sphere([0, 0, 0], 1))
expect("outside of the table", lambda: grid.query_box([0, 0, 0], [1, 1, 1]))
expect("outside of the table", lambda: grid.nearest([[0, 0, 0]], 1))
expect("outside of the table", lambda: grid.cast([0, 0, 0], [1, 1, 1]))
expect("outside of the table", lambda: grid.pairs())
planner.routes.goal[0] = 10**6
expect("a goal outside of the map", lambda: planner.update(np.zeros(5, np.int32), 99))
"""


@pytest.mark.slow
@pytest.mark.parametrize("variable", ["ARENA_DEBUG_ASSERTIONS", "NUMBA_DISABLE_JIT"])
def test_sound_tables_pass_and_damaged_ones_are_named(variable: str) -> None:
    """By compiled code, and by Python."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(ROOT), variable: "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["sound"] + ["as expected"] * 13
