"""Whole ticks beside the time that scipy needs to build a k-d tree on the same positions, in the same run.

A rival of a kind: whoever looks for neighbours with scipy has spent as much on the tree alone, before the
first query. Building it is single-threaded, so the ratio also tells how the machine feels at the moment.
"""

import gc
import statistics
import time
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from benchmarking import TURN, write_csv
from tick_load import check_hashes
from tqdm import tqdm

from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.game.rules import STRESS

LOADS = ((200, 500, 500), (2000, 3000, 5000), (20_000, 30_000, 50_000))
"""Enemies, asteroids, bullets: a game's own load, and what ten and a hundred times the bodies are."""
QUICK_LOADS = LOADS[:2]
TARGETS = {10_001: 0.4, 100_001: 0.3}
"""Longest tick as a share of the k-d tree's build, by bodies; for the most workers."""
BLOCK = 40
"""Ticks in one contender's turn."""
REPEATS, QUICK_REPEATS = 15, 3
PERCENTILES = (50, 99)

build_tree: Any = import_module("scipy.spatial").cKDTree  # which has no types

Row = dict[str, Any]


def run_tree(arguments: Namespace, table: Path) -> list[Row]:
    """Measure the loads, print a line for each number of workers, write the CSV; returns its rows.

    Raises:
        Failure: a load ended in another state for another number of workers.
    """
    loads = [(bodies // 5, bodies * 3 // 10, bodies // 2) for bodies in arguments.sizes or ()] or (
        QUICK_LOADS if arguments.quick else LOADS
    )
    repeats = arguments.repeats or (QUICK_REPEATS if arguments.quick else REPEATS)
    rows: list[Row] = []
    tqdm.write(
        f"\n  {'bodies':>9} {'workers':>7} {'p50':>8} {'p99':>8} {'p99/p50':>8} {'k-d tree':>9} "
        f"{'/ tree':>7} {'speedup':>8}"
    )
    with tqdm(total=repeats * len(loads), desc="tree", unit="repeat", leave=False, disable=None) as bar:
        for load in loads:
            fresh = _measure_load(load, arguments.workers, arguments.seed, repeats, bar.update)
            check_hashes(fresh)
            for row in fresh:
                tqdm.write(_line(row))
            rows += fresh
    remark = f"{arguments.machine}; ms, {repeats} interleaved repeats of {BLOCK} ticks and a tree"
    write_csv(rows, remark, table)
    return rows


def _measure_load(
    load: tuple[int, int, int], workers: Sequence[int], seed: int, repeats: int, progress: Any
) -> list[Row]:
    """One row per number of workers; they and the tree take turns, in an order that rotates."""
    runs = [stress_match(StressConfig(*load, seed=seed, workers=count)) for count in workers]
    try:
        ticks: list[list[float]] = [[] for _ in runs]
        trees: list[float] = []
        for run in runs:
            for _ in range(STRESS.warm_up):
                run.tick()
        for repeat in range(repeats):
            for k in range(len(runs)):
                turn = (repeat + k) % len(runs)
                ticks[turn] += _take_turn(runs[turn])
            trees += [_build_tree(runs[0]) for _ in range(TURN)]
            gc.collect()
            progress()
        tree = statistics.median(trees)
        alone = statistics.median(ticks[0])
        rows = [_row(run, times, tree, alone) for run, times in zip(runs, ticks, strict=True)]
        rows[-1]["target"] = TARGETS.get(rows[-1]["bodies"], "")
        return rows
    finally:
        for run in runs:
            run.close()


def _take_turn(run: Match) -> list[float]:
    """Milliseconds of a block of ticks, less the first, which finds caches full of somebody else's data."""
    taken: list[float] = []
    for _ in range(BLOCK):
        begun = time.perf_counter()
        run.tick()
        taken.append((time.perf_counter() - begun) * 1e3)
    return taken[1:]


def _build_tree(run: Match) -> float:
    """Milliseconds that the k-d tree takes; positions are handed over as scipy wants them, in float64."""
    bodies = run.world.bodies
    positions = bodies.position[bodies.alive].astype(np.float64)
    begun = time.perf_counter()
    build_tree(positions)
    return (time.perf_counter() - begun) * 1e3


def _row(run: Match, times: Sequence[float], tree: float, alone: float) -> Row:
    middle, high = (float(np.percentile(times, share)) for share in PERCENTILES)
    return {
        "bodies": run.world.config.capacity,
        "workers": run.world.workers.workers,
        "p50": round(middle, 4),
        "p99": round(high, 4),
        "p99_over_p50": round(high / middle, 3),
        "tree": round(tree, 4),
        "over_tree": round(middle / tree, 3),
        "speedup": round(alone / middle, 3),
        "target": "",
        "state_hash": f"{run.state_hash():016x}",
    }


def _line(row: Row) -> str:
    verdict = ""
    if row["target"]:
        verdict = f"{row['target']}x {'reached' if row['over_tree'] <= row['target'] else 'missed'}"
    times = f"{row['p50']:>8.3f} {row['p99']:>8.3f} {row['p99_over_p50']:>8.2f} {row['tree']:>9.3f}"
    ratios = f"{row['over_tree']:>7.3f} {row['speedup']:>8.2f}"
    line = f"  {row['bodies']:>9,} {row['workers']:>7} {times} {ratios}  {row['state_hash']}  {verdict}"
    return line.rstrip()
