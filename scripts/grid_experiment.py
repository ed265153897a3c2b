"""The experiment that chose the grid: the game's own load, and ten times that, through every broad phase.

All pairs are found from scratch in every frame: by the alternatives of `broad_phases`, and by our grid with 1
to 16 cells per axis and with cells of its own choice.
"""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from benchmarking import TURN, Timing, interleave, write_csv
from broad_phases import BROAD_PHASES
from pair_finders import GridFinder, ListingFinder, Mismatch, Pairs, PhaseFinder, true_pairs
from tqdm import tqdm
from workloads import Float32, Workload, drift, game

BODIES = 1200
"""500 asteroids, 200 enemies, 500 bullets."""
SCALES = (1, 10)
CELLS = tuple(range(1, 17))
QUICK_CELLS = (1, 2, 3, 4, 6, 8, 9, 10, 12, 16)
REPEATS, QUICK_REPEATS = (31, 11), (5, 3)
AUTO = "grid auto"
MISS_FRAMES = 10
"""Frames over which missed pairs are counted."""


def run_experiment(arguments: Namespace) -> list[dict[str, Any]]:
    """Measure, print, write the CSV; returns its rows.

    Raises:
        Mismatch: a broad phase that should be exact is not.
    """
    cells = QUICK_CELLS if arguments.quick else CELLS
    sizes = arguments.sizes or [scale * BODIES for scale in SCALES]
    rows: list[dict[str, Any]] = []
    for n in sizes:
        few = QUICK_REPEATS if arguments.quick else REPEATS
        repeats = arguments.repeats or few[n > 3 * BODIES]
        workload = game(n, arguments.seed)
        frames = drift(workload, repeats * TURN)
        finders = contenders(workload, cells)
        missed, total = check_all(finders, frames[:MISS_FRAMES])
        with tqdm(total=repeats, desc=f"{n:,} bodies", unit="repeat", leave=False, disable=None) as bar:
            timings = interleave(finders, frames, bar.update)
        fresh = _rows(n, finders, timings, missed, total)
        _print_table(fresh, n, repeats * (TURN - 1))
        rows += fresh
    remark = f"{arguments.machine}; the game's load, all pairs from scratch, medians of interleaved repeats"
    write_csv(rows, remark, arguments.output / "grid-experiment.csv")
    return rows


def contenders(workload: Workload, cells: Sequence[int]) -> list[ListingFinder]:
    """All alternatives, and the grid at every resolution; on one thread each."""
    finders: list[ListingFinder] = [PhaseFinder(workload, phase) for phase in BROAD_PHASES]
    finders += [GridFinder(workload, count, name=f"grid {count}") for count in cells]
    return [*finders, GridFinder(workload, "auto", name=AUTO)]


def check_all(finders: Sequence[ListingFinder], frames: Sequence[Float32]) -> tuple[dict[str, int], int]:
    """Hold everyone's pairs against linear search; returns who missed how many, and how many there are.

    Raises:
        Mismatch: a finder that should be exact differs, or one that may miss pairs invents some.
    """
    missed = {finder.name: 0 for finder in finders}
    total = 0
    for number, frame in enumerate(frames):
        truth = true_pairs(finders[0].workload, frame)
        total += len(truth)
        for finder in finders:
            finder.load(frame)
            finder.run()
            if isinstance(finder, PhaseFinder) and not finder.exact:
                missed[finder.name] += count_missed(finder, truth)
            elif number == 0:
                finder.check(truth, frame)
    return missed, total


def count_missed(finder: ListingFinder, truth: Pairs) -> int:
    """Number of missed pairs.

    Raises:
        Mismatch: a pair is found that is none, or found twice.
    """
    right = {(i, j) for i, j in truth.tolist()}
    found = finder.pairs().tolist()
    mine = {(i, j) for i, j in found}
    if mine - right or len(mine) != len(found):
        raise Mismatch(f"{finder.name} invents {len(mine - right)} pairs, repeats {len(found) - len(mine)}")
    return len(right - mine)


def sweet_spot(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The fastest of the grids whose number of cells was given."""
    return min((row for row in rows if row["cells"]), key=lambda row: row["median_ms"])


def _rows(
    n: int, finders: Sequence[ListingFinder], timings: dict[str, Timing], missed: dict[str, int], total: int
) -> list[dict[str, Any]]:
    grids = [finder.name for finder in finders if finder.name.startswith("grid ")]
    best = min(timings[name].median for name in grids if name != AUTO)
    return [
        {
            "bodies": n,
            "contender": finder.name,
            "cells": int(finder.name.removeprefix("grid ")) if finder.name in grids[:-1] else "",
            "median_ms": round(timings[finder.name].median * 1e3, 4),
            "fastest_ms": round(min(timings[finder.name].run) * 1e3, 4),
            "over_best_grid": round(timings[finder.name].median / best, 2),
            "missed_pairs": missed[finder.name],
            "checked_pairs": total,
        }
        for finder in finders
    ]


def _print_table(rows: Sequence[dict[str, Any]], n: int, repeats: int) -> None:
    best = sweet_spot(rows)
    tqdm.write(f"\nthe game's load, {n:,} bodies, one thread, median of {repeats}")
    tqdm.write(f"  {'':<20} {'ms':>9} {'/ best grid':>12}")
    for row in rows:
        remark = "<- sweet spot" if row is best else ""
        if row["missed_pairs"]:
            share = row["missed_pairs"] / row["checked_pairs"]
            remark = f"misses {row['missed_pairs']:,} of {row['checked_pairs']:,} pairs ({share:.1%})"
        figures = f"{row['median_ms']:>9.3f} {row['over_best_grid']:>12.1f}"
        tqdm.write(f"  {row['contender']:<20} {figures}  {remark}".rstrip())
