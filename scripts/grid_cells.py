"""The grid with cells of its own choice beside fixed numbers of cells, on every workload.

A fixed number that suits one load ruins another. Here each load is given its best one, found by trying all
that are not hopeless, and the choice is held against it: it should never cost a fifth more.
"""

from argparse import Namespace
from typing import Any

import numpy as np
from benchmarking import TURN, Timing, interleave, seconds, write_csv
from pair_finders import GridFinder
from tqdm import tqdm
from workloads import WORKLOADS, Float32, Workload, drift

SIZES = (1000, 10_000, 100_000, 1_000_000)
QUICK_SIZES = (1000, 10_000)
FIXED = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 68, 80, 96, 114, 136, 161, 192),
    *(228, 271, 322, 400),
)
"""Cells per axis, a factor of about 1.2 apart."""
HOPELESS = 3.0
"""Numbers of cells beyond one that takes this many times as long as the best so far are not tried."""
SECONDS_PER_PAIR = 5e-11
"""Least time for holding one body against one other, of those in a cell."""
FINALISTS = 3
"""Fixed numbers that are timed in turns with the choice."""
TARGET = 1.2
"""Tolerated cost of the choice, relative to the best fixed number."""
AUTO = "auto"

Row = dict[str, Any]


def run_cells(arguments: Namespace) -> list[Row]:
    """Measure all workloads and sizes, print a line for each, write the CSV; returns its rows."""
    sizes = arguments.sizes or (QUICK_SIZES if arguments.quick else SIZES)
    rows: list[Row] = []
    tqdm.write(f"\n  {'workload':<11} {'bodies':>9} {'auto ms':>9} {'cells':>15}   best fixed ms and cells")
    jobs = [(n, name) for n in sizes for name in WORKLOADS]
    for n, name in tqdm(jobs, desc="cells", unit="load", leave=False, disable=None):
        try:
            workload = WORKLOADS[name](n, arguments.seed)
        except ValueError:
            continue  # it does not come in that size
        rows.append(measure(workload, arguments.repeats or repeats_for(n, arguments.quick)))
        tqdm.write(_line(rows[-1]))
    worst = max(rows, key=lambda row: row["over_best"])
    tqdm.write(f"  at worst {worst['over_best']:.2f} times the best fixed number: {worst['workload']}")
    remark = f"{arguments.machine}; all pairs from scratch, one thread, medians of interleaved repeats"
    write_csv(rows, remark, arguments.output / "grid-cells.csv")
    return rows


def repeats_for(n: int, quick: bool) -> int:
    """More repeats where they cost little."""
    full = 31 if n <= 10_000 else 11 if n <= 100_000 else 5
    return max(3, full // 5) if quick else full


def measure(workload: Workload, repeats: int) -> Row:
    """One row: the choice, and the best fixed number of cells."""
    frames = drift(workload, repeats * TURN)
    auto = GridFinder(workload, AUTO, name=AUTO)
    auto.load(frames[0])
    auto.run()  # allocates
    finalists = best_fixed(workload, frames[0], seconds(auto.run))
    timings = interleave([auto, *finalists], frames)
    best = min(finalists, key=lambda finder: timings[finder.name].median)
    return {
        "workload": workload.name,
        "bodies": len(workload.radii),
        "auto_ms": milliseconds(timings[AUTO]),
        "auto_cells": " x ".join(map(str, auto.grid.cells)),
        "best_ms": milliseconds(timings[best.name]),
        "best_cells": best.grid.cells[0],
        "over_best": round(timings[AUTO].median / timings[best.name].median, 2),
    }


def best_fixed(workload: Workload, frame: Float32, auto: float) -> list[GridFinder]:
    """The quickest fixed numbers of cells at first sight; `auto` is what the choice takes [s]."""
    taken: list[tuple[float, int]] = []
    for cells in FIXED:
        bar = HOPELESS * min(taken)[0] if taken else HOPELESS * auto
        if least_seconds(workload, cells) > bar:
            continue
        finder = GridFinder(workload, cells)
        finder.load(frame)
        finder.run()  # allocates
        taken.append((min(seconds(finder.run) for _ in range(2)), cells))
        if taken[-1][0] > bar and min(taken)[1] != cells:
            break
    quickest = [cells for _, cells in sorted(taken)[:FINALISTS]] or [FIXED[-1]]
    return [GridFinder(workload, cells, name=f"{cells} cells") for cells in quickest]


def least_seconds(workload: Workload, cells: int) -> float:
    """A lower bound on a run, from its tests alone: a million bodies in one cell take minutes."""
    place = ((workload.positions + workload.half) * (cells / (2.0 * workload.half))).astype(np.int64)
    place = np.clip(place, 0, cells - 1)
    cell = place[:, 0] + cells * (place[:, 1] + cells * place[:, 2])
    held = np.unique(cell, return_counts=True)[1].astype(np.float64)
    return float((held * held).sum()) * SECONDS_PER_PAIR


def milliseconds(timing: Timing) -> float:
    """The median."""
    return round(timing.median * 1e3, 4)


def _line(row: Row) -> str:
    verdict = "" if row["over_best"] <= TARGET else "  slower than it should be"
    return (
        f"  {row['workload']:<11} {row['bodies']:>9,} {row['auto_ms']:>9.3f} {row['auto_cells']:>15} "
        f"{row['best_ms']:>9.3f} {row['best_cells']:>5} {row['over_best']:>6.2f}x{verdict}"
    )
