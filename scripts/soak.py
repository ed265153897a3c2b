"""Long runs that must change nothing: memory, other processors.

    .venv/bin/python scripts/soak.py [memory|cpus|all] [--quick] [--ticks N] [--bodies N] [--seed N]

memory      ticks 20,000 bodies 36,000 times and watches this process: memory must not grow by 1 MB per 10,000
            ticks, Python's collector of the oldest generation must have nothing to do, and if these are two
            hours of ticks (--ticks 432000), the 99th percentile of a tick's processor time must be within 5%
            in the last one of what it is in the first; that of the halves of a shorter run is shown
cpus        ticks such a load in processes whose kernels are compiled for other processors: each of
            `arena.jit.target.TARGETS` that runs here; each compiles everything once. One more runs numpy
            without what it has for this processor beyond its baseline

With --quick all of it takes some minutes at most, most of them for compiling, and proves as much less.

Ends with exit code 1 where something changed.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

import numpy as np  # noqa: E402
from benchmarking import Failure, compare_hours, tell_failure, whole_number  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena.game.match import Match  # noqa: E402
from arena.game.modes.stress_run import StressConfig, stress_match  # noqa: E402
from arena.jit.target import SWITCH, TARGETS, runs_here  # noqa: E402

NUMBER_MAX = 100_000_000
BODIES = {"memory": 20_000, "cpus": 10_000}
TICKS = {"memory": 36_000, "cpus": 600}
QUICK_BODIES = {"memory": 2_000, "cpus": 1_000}
QUICK_TICKS = {"memory": 6_000, "cpus": 120}
WARM_UP = 2_000
"""Ticks before memory counts."""
SAMPLES = 36
"""Measurements of memory."""
GROWTH_MAX = 1.0
"""Memory that may come on top per 10,000 ticks [MB]."""
HOUR = 216_000
"""Ticks of an hour."""
P99_GROWTH_MAX = 1.05
"""99th percentile of the last hour, as a share of that of the first."""
CHECKS = 6
"""States that are compared in one run."""
EXTENSIONS: dict[str, list[str]] = np.show_config(mode="dicts")["SIMD Extensions"]  # pyright: ignore
"""SIMD extensions that numpy knows: its baseline, those found here, and those not found."""
PROCESSORS = {name: {SWITCH: name} for name, target in TARGETS.items() if runs_here(target)} | {
    "numpy's baseline": {"NPY_DISABLE_CPU_FEATURES": " ".join(EXTENSIONS.get("found", []))}
}
"""Environment of each process."""


@dataclass(frozen=True)
class Load:
    """A load, and for how long it is held."""

    bodies: int
    ticks: int
    workers: int
    seed: int

    def run(self) -> Match:
        """A fifth of the bodies are enemies that think, three tenths asteroids, half bullets."""
        counts = self.bodies // 5, self.bodies * 3 // 10, self.bodies // 2
        return stress_match(StressConfig(*counts, seed=self.seed, workers=self.workers))

    def states(self, run: Match) -> list[str]:
        """Tick to the end; hashes of the states on the way, the last one at the end."""
        found: list[str] = []
        for check in range(1, CHECKS + 1):
            until = self.ticks * check // CHECKS
            while run.world.tick < until:
                run.tick()
            found.append(f"{run.state_hash():016x}")
        return found


def watch_memory(load: Load) -> None:
    """Tick, and look at this process's memory every now and then.

    Raises:
        Failure: memory grew, the collector of the oldest generation ran, or the slowest ticks got slower.
    """
    if not Path("/proc/self/statm").exists():
        raise Failure("memory is read from /proc, which this system does not have")
    step = max(1, load.ticks // SAMPLES)
    samples: list[tuple[int, float]] = []
    # Ones, not zeros: memory that is first touched while it is watched would count as growth.
    took = np.ones((2, load.ticks + 1))
    bar = tqdm(total=load.ticks, desc="memory", unit="tick", leave=False, disable=None)
    with load.run() as run, bar:
        for _ in range(min(WARM_UP, load.ticks)):
            run.tick()
        gc.collect()
        before = gc.get_stats()[2]["collections"]
        for tick in range(load.ticks + 1):
            if tick % step == 0:
                samples.append((tick, resident()))
            clocks = time.process_time(), time.perf_counter()
            run.tick()
            took[:, tick] = time.process_time() - clocks[0], time.perf_counter() - clocks[1]
            bar.update()
        collected = gc.get_stats()[2]["collections"] - before
    slope = growth(samples)
    first, last = samples[0][1], samples[-1][1]
    print(
        f"memory: {load.bodies:,} bodies, {load.ticks:,} ticks: {first:.3f} MB at first, {last:.3f} at last, "
        f"at most {max(size for _, size in samples):.3f}; {slope:+.4f} MB per 10,000 ticks; "
        f"{collected} collections of generation 2"
    )
    parts = "hours" if load.ticks >= 2 * HOUR else "halves"
    processor, wall = (compare_hours(times.tolist(), HOUR) for times in took * 1e3)
    print(
        f"99th percentile of a tick, first and last of the {parts}: {wall[0]:.3f} and {wall[1]:.3f} ms "
        f"({wall[1] / wall[0]:.3f}), of processors {processor[0]:.3f} and {processor[1]:.3f} ms "
        f"({processor[1] / processor[0]:.3f})"
    )
    if slope >= GROWTH_MAX or collected:
        raise Failure("memory grows in play" if slope >= GROWTH_MAX else "the collector has work in play")
    if parts == "hours" and processor[1] > processor[0] * P99_GROWTH_MAX:
        raise Failure("the slowest ticks of the last hour are slower than those of the first")


def resident() -> float:
    """Memory of this process that is in use [MB]."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(samples: Sequence[tuple[int, float]]) -> float:
    """Slope of the line through (tick, MB), by least squares [MB per 10,000 ticks]."""
    middle = sum(tick for tick, _ in samples) / len(samples)
    spread = sum((tick - middle) ** 2 for tick, _ in samples)
    return sum((tick - middle) * size for tick, size in samples) / max(spread, 1.0) * 1e4


def compare(who: str, found: Sequence[str], expected: Sequence[str], load: Load) -> None:
    """Find the first state that is another.

    Raises:
        Failure: there is one.
    """
    for check, (mine, right) in enumerate(zip(found, expected, strict=True), 1):
        if mine != right:
            tick = load.ticks * check // len(found)
            raise Failure(f"{who}: at tick {tick} the state is {mine}, but should be {right}")


def compare_processors(load: Load) -> None:
    """Tick in processes of their own, compiled for each processor.

    Raises:
        Failure: a state differs, or a process ended otherwise.
    """
    expected: list[str] = []
    words = [
        *("states", "--bodies", str(load.bodies), "--ticks", str(load.ticks), "--seed", str(load.seed)),
        *("--workers", str(load.workers)),
    ]
    for name, variables in tqdm(PROCESSORS.items(), desc="cpus", leave=False, disable=None):
        ended = subprocess.run(
            [sys.executable, __file__, *words],
            env=os.environ | variables,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if ended.returncode:
            raise Failure(f"the process for {name} ended with exit code {ended.returncode}")
        found = json.loads(ended.stdout)
        expected = expected or found
        compare(name, found, expected, load)
    print(
        f"cpus: {load.bodies:,} bodies, {load.ticks:,} ticks, {CHECKS} states each: "
        f"{', '.join(PROCESSORS)} agree on {expected[-1]}"
    )


def print_states(load: Load) -> None:
    """Work of the processes of `compare_processors`."""
    with load.run() as run:
        print(json.dumps(load.states(run)))


PARTS = {"memory": watch_memory, "cpus": compare_processors}


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    number = whole_number(NUMBER_MAX)
    parser = argparse.ArgumentParser(
        prog="soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="?", choices=(*PARTS, "all", "states"), default="all", metavar="PART")
    parser.add_argument("--quick", action="store_true", help="few bodies and ticks, unless they are given")
    parser.add_argument("--ticks", type=number, help="default: by part")
    parser.add_argument("--bodies", type=whole_number(1_000_000), help="default: by part")
    parser.add_argument("--workers", type=whole_number(256), default=2, help="threads (%(default)s)")
    parser.add_argument("--seed", type=number, default=1)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Run the chosen parts; leave with one line where something changed."""
    arguments = parse_arguments(words)
    with tell_failure("soak"):
        given = arguments.workers, arguments.seed
        if arguments.part == "states":
            print_states(Load(arguments.bodies, arguments.ticks, *given))
            return
        bodies, ticks = (QUICK_BODIES, QUICK_TICKS) if arguments.quick else (BODIES, TICKS)
        for part in PARTS if arguments.part == "all" else (arguments.part,):
            PARTS[part](Load(arguments.bodies or bodies[part], arguments.ticks or ticks[part], *given))


if __name__ == "__main__":
    main()
