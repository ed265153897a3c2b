"""The whole tick under the stress load, for growing numbers of bodies and every number of workers."""

import statistics
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarking import Failure, write_csv
from tqdm import tqdm

from arena.game.modes.stress_run import StressConfig, run_stress

SIZES = (1000, 3000, 10_000, 30_000, 100_000, 200_000)
QUICK_SIZES = (1000, 3000, 10_000)
TICKS, QUICK_TICKS = 300, 60
REPEATS = 3
PERCENTILES = ("p50", "p95", "p99", "max")
COUNTS = ("pairs", "contacts", "awake", "asleep")
SYSTEM = "ms_"
"""Prefix of the columns of single systems."""

Row = dict[str, Any]


def run_load(arguments: Namespace, table: Path) -> list[Row]:
    """Measure all sizes, print a line for each row, write the CSV; returns its rows.

    Raises:
        Failure: the same load ended in another state; nothing is written then.
    """
    sizes = arguments.sizes or (QUICK_SIZES if arguments.quick else SIZES)
    ticks = arguments.ticks or (QUICK_TICKS if arguments.quick else TICKS)
    repeats = arguments.repeats or (1 if arguments.quick else REPEATS)
    rows: list[Row] = []
    tqdm.write(
        f"\n  {'bodies':>9} {'workers':>7} {'p50':>8} {'p95':>8} {'p99':>8} {'us/body':>8}  "
        f"{'state hash':<16}  the slowest systems [ms]"
    )
    jobs = repeats * len(sizes) * len(arguments.workers)
    layout = "{l_bar}{bar}| [{elapsed}<{remaining}]"
    with tqdm(total=float(jobs), desc="load", leave=False, disable=None, bar_format=layout) as bar:
        for bodies in sizes:
            fresh = _measure_size(bodies, arguments.workers, ticks, repeats, arguments.seed, bar)
            check_hashes(fresh)
            for row in fresh:
                tqdm.write(_line(row))
            rows += fresh
    remark = f"{arguments.machine}; ms a tick, medians of {repeats} interleaved repeats of {ticks} ticks"
    write_csv(rows, remark, table)
    return rows


def _measure_size(
    bodies: int, workers: Sequence[int], ticks: int, repeats: int, seed: int, bar: Any
) -> list[Row]:
    """One row per number of workers; they take turns, so that a slow moment of the machine hits all."""
    runs: dict[int, list[Row]] = {count: [] for count in workers}
    for _ in range(repeats):
        for count in workers:
            config = StressConfig(
                bodies // 5, bodies * 3 // 10, bodies // 2, ticks=ticks, seed=seed, workers=count
            )
            begun = bar.n
            runs[count].append(
                run_stress(config, lambda share, begun=begun: bar.update(begun + share - bar.n))
            )
            bar.update(begun + 1.0 - bar.n)
    return [summarise(count, same) for count, same in runs.items()]


def summarise(workers: int, runs: Sequence[Row]) -> Row:
    """One row out of the repeats of one load: medians of their figures.

    Raises:
        Failure: they ended in different states.
    """
    first = runs[0]
    row: Row = {"bodies": first["bodies"], "workers": workers, "ticks": first["ticks"]}
    check_hashes([row | {"state_hash": run["state_hash"]} for run in runs])
    row |= {name: _median(run["tick_ms"][name] for run in runs) for name in PERCENTILES}
    row |= {SYSTEM + name: _median(run["systems_ms"][name] for run in runs) for name in first["systems_ms"]}
    return row | {name: first[name] for name in COUNTS} | {"state_hash": first["state_hash"]}


def _median(values: Any) -> float:
    return round(statistics.median(values), 4)


def check_hashes(rows: Sequence[Row]) -> None:
    """Equal loads must end in equal states.

    Raises:
        Failure: they do not.
    """
    for row in rows:
        if row["state_hash"] != rows[0]["state_hash"]:
            raise Failure(
                f"{row['bodies']:,} bodies end in state {row['state_hash']} with {row['workers']} workers, "
                f"but in {rows[0]['state_hash']} with {rows[0]['workers']}: a bug"
            )


def systems_of(row: Row) -> dict[str, float]:
    """Milliseconds of each system of a row."""
    return {name.removeprefix(SYSTEM): value for name, value in row.items() if name.startswith(SYSTEM)}


def _line(row: Row) -> str:
    systems = systems_of(row)
    slowest = sorted(systems, key=lambda name: -systems[name])[:3]
    tail = ", ".join(f"{name} {systems[name]:.2f}" for name in slowest)
    times = " ".join(f"{row[name]:>8.3f}" for name in ("p50", "p95", "p99"))
    each = row["p50"] / row["bodies"] * 1e3
    return f"  {row['bodies']:>9,} {row['workers']:>7} {times} {each:>8.4f}  {row['state_hash']}  {tail}"
