"""Physics alone: our motion, grid and contacts beside the engines of `physics_engines`, same spheres."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarking import Failure, Timing, available, interleave, write_csv
from physics_engines import (
    ENGINES,
    HOW_TO_INSTALL,
    ArenaPhysics,
    BulletPhysics,
    Engine,
    Mismatch,
    Spheres,
    State,
    check_overlaps,
    overlapping_pairs,
)
from tqdm import tqdm

SIZES = (1000, 3000, 10_000, 30_000)
QUICK_SIZES = (1000, 3000)
REPEATS, QUICK_REPEATS = 15, 4
TURN = 8
"""Steps in one contender's turn: in a game, too, one step follows another."""

Row = dict[str, Any]


def run_physics(arguments: Namespace, table: Path) -> list[Row]:
    """Measure all sizes, print a table for each, write the CSV; returns its rows.

    Raises:
        Failure: an engine sees other contacts than there are; nothing has been timed on that size then.
    """
    engines = _enter()
    sizes = arguments.sizes or (QUICK_SIZES if arguments.quick else SIZES)
    repeats = arguments.repeats or (QUICK_REPEATS if arguments.quick else REPEATS)
    rows: list[Row] = []
    with tqdm(total=repeats * len(sizes), desc="physics", unit="repeat", leave=False, disable=None) as bar:
        for count in sizes:
            fresh = _measure_size(count, engines, arguments, repeats, bar.update)
            _print_table(fresh, repeats)
            rows += fresh
    remark = f"{arguments.machine}; ms a step of free spheres, medians of {repeats} interleaved repeats"
    write_csv(rows, remark, table)
    return rows


def _enter() -> list[Engine]:
    """The installed engines; says of each other one how to get it."""
    chosen: list[Engine] = []
    for engine, trouble in available(ENGINES):
        if trouble:
            tqdm.write(f"{engine.package}: skipped, {trouble}; install with: {HOW_TO_INSTALL}")
        else:
            chosen.append(engine)
    return chosen


def _measure_size(
    count: int, engines: Sequence[Engine], arguments: Namespace, repeats: int, progress: Any
) -> list[Row]:
    """Everyone starts each turn from the same state; the step right after taking it is kept apart."""
    ours = [ArenaPhysics(count, arguments.seed, workers) for workers in arguments.workers]
    spheres = ours[0].spheres(repeats, apart=TURN)
    theirs = [engine.make(spheres) for engine in engines]
    try:
        overlapping = _check(theirs, spheres)
        frames = [frame for state in spheres.states for frame in _turn(state)]
        for contender in (*ours, *theirs):
            contender.load(frames[0])
            contender.run()  # the first run compiles and allocates
        timings = interleave([*ours, *theirs], frames, progress, TURN)
    finally:
        for contender in (*ours, *theirs):
            contender.close()
    targets = {each.name: engine.target for each, engine in zip(theirs, engines, strict=True)}
    return [_row(each, count, overlapping, timings, targets) for each in (*ours, *theirs)]


def _turn(state: State) -> list[State | None]:
    return [state, *[None] * (TURN - 1)]


def _check(engines: Sequence[BulletPhysics], spheres: Spheres) -> int:
    """Everyone must see the right contacts; returns how many pairs overlap."""
    first = spheres.states[0]
    try:
        for engine in engines:
            check_overlaps(engine.name, engine.overlaps(), spheres, first)
    except Mismatch as wrong:
        raise Failure(f"{wrong}; nothing is timed") from wrong
    return len(overlapping_pairs(spheres, first))


def _row(
    contender: ArenaPhysics | BulletPhysics,
    count: int,
    overlapping: int,
    timings: dict[str, Timing],
    targets: dict[str, float],
) -> Row:
    timing, ours = timings[contender.name], next(iter(timings.values()))
    return {
        "bodies": count,
        "overlapping": overlapping,
        "contender": contender.name,
        "threads": contender.threads,
        "median_ms": round(timing.median * 1e3, 4),
        "fastest_ms": round(min(timing.run) * 1e3, 4),
        "first_ms": round(timing.cold_median * 1e3, 4),
        "over_ours": round(timing.median / ours.median, 2),
        "target": targets.get(contender.name, ""),
    }


def _print_table(rows: Sequence[Row], repeats: int) -> None:
    first = rows[0]
    tqdm.write(
        f"\n  {first['bodies']:,} free spheres, {first['overlapping']:,} pairs overlap, "
        f"median of {repeats * (TURN - 1)} steps"
    )
    tqdm.write(f"  {'':<18} {'threads':>7} {'ms':>9} {'fastest':>9} {'first':>9} {'/ ours(1)':>9}  target")
    for row in rows:
        verdict = ""
        if row["target"]:
            verdict = f"{row['target']:.0f}x {'reached' if row['over_ours'] >= row['target'] else 'missed'}"
        times = " ".join(f"{row[name]:>9.3f}" for name in ("median_ms", "fastest_ms", "first_ms"))
        line = f"  {row['contender']:<18} {row['threads']:>7} {times} {row['over_ours']:>9.1f}  {verdict}"
        tqdm.write(line.rstrip())
