"""The kernels stay inside their arrays: the same answers with every index checked."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import hashlib
import numpy as np
from arena.nav import *

rng = np.random.default_rng(1)
tiles = create_tiles(2)
tile_map = sphere_map(tiles)
planner, flow = RoutePlanner(tile_map, 5, 6), create_flow(tile_map)
radii = np.full(40, 5, np.float32)
digest = hashlib.blake2b(digest_size=8)
for tick in range(120):
    points = rng.normal(size=(40, 3)).astype(np.float32) * 52
    first, stop = slice_of_tick(len(tile_map.cost), tick)
    offsets = np.arange(stop - first + 1) * 40
    ids = np.tile(np.arange(40, dtype=np.int32), stop - first)
    refresh_tiles(tile_map, (first, stop), offsets, ids, points, radii, shell_radius=52.0)
    planner.follow(tick % 5, int(rng.integers(162)))
    planner.update(tiles_of(tiles, points[:5]), tick)
    advance_flow(tile_map, flow, tiles_of(tiles, points[:3]), 50)
    ways = flow_directions(tiles, tile_map, flow, points)
    waypoints = [planner.waypoint(row, points[row]) for row in range(5)]
    for column in (ways, np.array(waypoints), tile_map.cost, flow.length, *planner.routes):
        digest.update(column.tobytes())
print(digest.hexdigest())
"""


def play(**environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_no_kernel_leaves_its_arrays_and_processes_agree() -> None:
    assert play() == play(NUMBA_BOUNDSCHECK="1")
