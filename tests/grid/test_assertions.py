"""The checks of grid and navigation: silent while both are used, loud in damaged tables, and of no effect."""

import pytest

from tests.processes import run_python

PLAY = """
import hashlib, sys
import numpy as np
from arena.grid import CollisionGrid, batch_search, pair_search, storage
from arena.grid.validation import assert_table
from arena.grid.table import ENTRIES, OCCUPIED
from arena.jit import DEBUG, is_interpreted, kernel
from arena.nav import *

storage.SPLIT_ROWS, pair_search.SPLIT_ENTRIES, batch_search.SPLIT_QUERIES = 200, 200, 5
storage.BLOCK_ROWS, pair_search.BLOCK_ENTRIES = 100, 100
rng = np.random.default_rng(1)
digest = hashlib.blake2b(digest_size=8)

def note(*arrays):
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())

def fill(cells, workers, count=300):
    position = rng.normal(0, 3, (count, 3)).astype(np.float32)
    radius = rng.choice([0.0, 0.2, 0.5, 40.0], count, p=[0.1, 0.5, 0.39, 0.01]).astype(np.float32)
    grid = CollisionGrid([-4] * 3, [4] * 3, cells, workers)
    grid.rebuild(position, radius, rng.random(count) < 0.9)
    return grid

for count in (0, 1, 40, 300 if is_interpreted else 700):
    for cells in (1, 7, 30, "auto"):
        grid = fill(cells, 2, count)
        centers = rng.normal(0, 4, (9, 3))
        note(grid.pairs(), *grid.query_spheres(centers, 2.0), *grid.nearest(centers, 4))
        note(grid.pair_buffer[: grid.find_contact_pairs(3, 40)])
        for c in centers:
            note(grid.query_sphere(c, 0.7), grid.query_box(c, c + 2), grid.query_capsule(c, -c, 0.3))
            note(grid.cast(c, -c, 0.1) or (-1, 2.0))

tile_map = sphere_map(tiles := create_tiles(2))
planner, flow, radii = RoutePlanner(tile_map, 5, 6), create_flow(tile_map), np.full(40, 5, np.float32)
for tick in range(20 if is_interpreted else 120):
    points = rng.normal(size=(40, 3)).astype(np.float32) * 52
    first, stop = slice_of_tick(len(tile_map.cost), tick)
    offsets = np.arange(stop - first + 1) * 40
    ids = np.tile(np.arange(40, dtype=np.int32), stop - first)
    refresh_tiles(tile_map, (first, stop), offsets, ids, points, radii, shell_radius=52.0)
    planner.follow(tick % 5, int(rng.integers(162)))
    planner.update(tiles_of(tiles, points[:5]), tick)
    advance_flow(tile_map, flow, tiles_of(tiles, points[:3]), 50)
    note(flow_directions(tiles, tile_map, flow, points), tile_map.cost, flow.length, *planner.routes)
    note(*(planner.waypoint(row, points[row]) for row in range(5)))
print(digest.hexdigest())
if not DEBUG:
    sys.exit()

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
planner.routes.goal[:] = 10**6
expect("a goal outside of the map", lambda: planner.update(np.zeros(5, np.int32), 999))
"""


@pytest.fixture(scope="module")
def answers() -> str:
    """Of compiled code without any check."""
    return run_python(PLAY)


@pytest.mark.slow
def test_compiled_code_stays_inside_its_arrays_and_names_damage(answers: str) -> None:
    """With every index checked, too: the same answers, and nothing to complain of but what was damaged.

    Compiled as it is written, without LLVM's optimisations, which take a fifth of the time.
    """
    told = run_python(PLAY, ARENA_DEBUG_ASSERTIONS="1", NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0")
    assert told.splitlines() == [*answers.split(), *["as expected"] * 13]


@pytest.mark.slow
def test_python_stays_inside_its_arrays_and_names_damage() -> None:
    _, *lines = run_python(
        "import warnings; warnings.simplefilter('ignore')" + PLAY, NUMBA_DISABLE_JIT="1"
    ).splitlines()
    assert lines == ["as expected"] * 13
