"""Measure what a viewer costs: `observe` after each tick, and `build` of the picture that follows.

    .venv/bin/python scripts/bench_view.py [--quick] [--json] [--ticks N]

match       endless waves flown by the bot, with the HUD
10000       the stress load of 2,000 enemies, 3,000 asteroids and 5,000 bullets
100000      ten times that

Each row ticks a match of its own; compilation and the first ticks are left out. Minds think beside what is
measured, as they do in a window: where other programs take the cores too, it is held up. So there is also the
median of the processor time that its own thread took.
"""

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import describe_machine, whole_number  # noqa: E402

from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.modes.stress_run import StressConfig, stress_match  # noqa: E402
from arena.tuning import DT  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402

SEED = 3
LOADS = (10_000, 100_000)
QUICK_LOADS = (1_000,)
MATCH_SKIP, STRESS_SKIP = 300, 60
"""Ticks before the first that counts: enemies have come, bullets fly."""
TICKS, QUICK_TICKS = 300, 20
ALPHA = 0.5
SIZE = (1280, 720)
SHARES = {"p50": 50, "p95": 95}

Row = dict[str, dict[str, float]]


def measure(match: Match, advance: Callable[[], object], skip: int, ticks: int) -> Row:
    """Milliseconds of both, of `ticks` ticks after the first `skip`."""
    viewer, times, cpu = Viewer(player=0), np.zeros((skip + ticks, 2)), np.zeros((skip + ticks, 2))
    for tick in range(skip + ticks):
        if tick == skip:
            gc.collect()
        advance()
        hud = match.hud()
        began = time.perf_counter(), time.thread_time()
        viewer.observe(match.world, hud)
        observed = time.perf_counter(), time.thread_time()
        viewer.build(match.world, hud, ALPHA, DT, SIZE)
        built = time.perf_counter(), time.thread_time()
        times[tick] = observed[0] - began[0], built[0] - observed[0]
        cpu[tick] = observed[1] - began[1], built[1] - observed[1]
    return {
        name: {share: _milliseconds(times[skip:, part], at) for share, at in SHARES.items()}
        | {"cpu": _milliseconds(cpu[skip:, part], 50)}
        for part, name in enumerate(("observe", "build"))
    }


def _milliseconds(seconds: NDArray[np.float64], share: float) -> float:
    return round(float(np.percentile(seconds, share)) * 1e3, 4)


def measure_match(skip: int, ticks: int) -> Row:
    """Of a game that the bot plays."""
    bot = Bot(slot=0)
    with Match(mode="endless", seed=SEED, players=1) as match:
        return measure(match, lambda: match.tick([bot.command(match.world)]), skip, ticks)


def measure_load(bodies: int, ticks: int) -> Row:
    """Of a stress load."""
    load = StressConfig(enemies=bodies // 5, asteroids=bodies * 3 // 10, bullets=bodies // 2)
    with stress_match(load) as match:
        return measure(match, match.tick, STRESS_SKIP, ticks)


def run(ticks: int, loads: tuple[int, ...], heard: Callable[[str, Row], None]) -> dict[str, Row]:
    """All rows by name; `heard` is told of each as it comes."""
    rows = {"match": measure_match(MATCH_SKIP, ticks)}
    heard("match", rows["match"])
    for bodies in loads:
        rows[str(bodies)] = measure_load(bodies, ticks)
        heard(str(bodies), rows[str(bodies)])
    return rows


def print_row(name: str, row: Row) -> None:
    """One line of the table."""
    figures = [figure for part in ("observe", "build") for figure in row[part].values()]
    print(f"  {name:>8}" + "".join(f" {figure:>8.3f}" for figure in figures), flush=True)


def main(words: list[str] | None = None) -> None:
    """Print the table, or the figures as one JSON object."""
    parser = argparse.ArgumentParser(
        prog="bench_view", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="1,000 bodies, few ticks: some seconds")
    parser.add_argument("--ticks", type=whole_number(1_000_000), help=f"per row (default {TICKS})")
    parser.add_argument("--json", action="store_true", help="one JSON object in place of the table")
    arguments = parser.parse_args(words)
    ticks = arguments.ticks or (QUICK_TICKS if arguments.quick else TICKS)
    loads = QUICK_LOADS if arguments.quick else LOADS
    if arguments.json:
        rows = run(ticks, loads, lambda name, row: None)
        print(json.dumps({"milliseconds": rows, "ticks": ticks, "machine": describe_machine()}))
        return
    print(f"  {'ms':>8}" + "".join(f" {part:>8} {'p95':>8} {'cpu':>8}" for part in ("observe", "build")))
    run(ticks, loads, print_row)
    print(describe_machine())


if __name__ == "__main__":
    main()
