"""Long runs that must change nothing: hours of play, memory, other processors.

    .venv/bin/python scripts/soak.py [bots|memory|cpus|all] [--quick] [--ticks N] [--bodies N] [--seed N]

bots        has bots play four hours of games of all modes, for one to four players: in every hour the same
            games as in the first, and each must end in the same state again
memory      ticks 20,000 bodies 36,000 times (--ticks 432000: two hours)
cpus        ticks such a load, and plays a dozen games, in processes whose kernels are compiled for other
            processors: each of `arena.jit.target.TARGETS` that runs here; each compiles everything once. One
            more runs numpy without what it has for this processor beyond its baseline

Both of the first watch this process. Memory must not grow by 1 MB an hour of ticks, nor by as much in a
shorter run; threads and open files must not grow; Python's collector of the oldest generation must have
nothing to do while a load ticks; the 99th percentile of a tick's processor time must be within 5% in the last
hour of what it is in the first. That of the halves of a load that is shorter than two hours is shown.

With --quick all of it takes some minutes at most, most of them for compiling, and proves as much less.

Ends with exit code 1 where something changed.
"""

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

import numpy as np  # noqa: E402
from benchmarking import Failure, compare_hours, tell_failure, whole_number  # noqa: E402
from record_kernels import unrecorded  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.modes.stress_run import StressConfig, stress_match  # noqa: E402
from arena.jit.target import SWITCH, TARGETS, runs_here  # noqa: E402
from arena.startup.progress_bar import prepare_kernels  # noqa: E402
from arena.sweep.disasters.plan import make_plan  # noqa: E402

NUMBER_MAX = 100_000_000
HOUR = 216_000
"""Ticks of an hour."""
BODIES = {"bots": 0, "memory": 20_000, "cpus": 10_000}
TICKS = {"bots": 4 * HOUR, "memory": 36_000, "cpus": 600}
QUICK_BODIES = {"bots": 0, "memory": 2_000, "cpus": 1_000}
QUICK_TICKS = {"bots": 9_000, "memory": 6_000, "cpus": 120}
WARM_UP = 2_000
"""Ticks before memory counts."""
SAMPLES = 36
"""Measurements of memory."""
GROWTH_MAX = 1.0
"""Memory that may come on top in an hour, and in a shorter run [MB]."""
ROUNDS_LEAST = 3
"""Times that bots play the same games; the first is for warming up."""
P99_GROWTH_MAX = 1.05
"""99th percentile of the last hour, as a share of that of the first."""
CHECKS = 6
"""States of a load that are compared."""
GAMES = 12
"""Games whose ends are compared."""
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

    def states(self) -> dict[str, str]:
        """Hashes of the states on the way to the end, and of those in which games of bots end."""
        found: dict[str, str] = {}
        with self.run() as run:
            for check in range(1, CHECKS + 1):
                until = self.ticks * check // CHECKS
                while run.world.tick < until:
                    run.tick()
                found[f"at tick {until} of the load"] = f"{run.state_hash():016x}"
        for number in range(GAMES):
            state, ticks = play_game(self, number, self.ticks, Clock(self.ticks))
            found[f"after {ticks} ticks of game {number}"] = state
        return found


@dataclass(frozen=True)
class Held:
    """Resources that this process holds."""

    memory: float  # in use [MB]
    threads: int
    files: int

    @classmethod
    def now(cls) -> "Held":
        """Look at this process.

        Raises:
            Failure: the system does not tell.
        """
        if not Path("/proc/self/statm").exists():
            raise Failure("memory is read from /proc, which this system does not have")
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        threads, files = (sum(1 for _ in Path(f"/proc/self/{name}").iterdir()) for name in ("task", "fd"))
        return cls(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, threads, files)


class Clock:
    """Time of every tick, by the processors and by the clock on the wall."""

    def __init__(self, ticks: int) -> None:
        # Ones, not zeros: memory that is first touched while it is watched would count as growth.
        self._took = np.ones((2, ticks))
        self._done = 0

    def time(self, tick: Callable[[], object]) -> None:
        """Call it."""
        began = time.process_time(), time.perf_counter()
        tick()
        self._took[:, self._done] = time.process_time() - began[0], time.perf_counter() - began[1]
        self._done += 1

    def judge(self, hour: int) -> str:
        """Show the slowest hundredth of the first and the last hour; what is wrong with it, or nothing."""
        parts = "halves" if self._done < 2 * hour else "hours" if hour >= HOUR else "rounds"
        processor, wall = (compare_hours(times.tolist(), hour) for times in self._took[:, : self._done] * 1e3)
        print(
            f"  99th percentile of a tick, first and last of the {parts}: {wall[0]:.3f} and {wall[1]:.3f} ms "
            f"({wall[1] / wall[0]:.3f}), of processors {processor[0]:.3f} and {processor[1]:.3f} ms "
            f"({processor[1] / processor[0]:.3f})"
        )
        slower = parts == "hours" and processor[1] > processor[0] * P99_GROWTH_MAX
        return "the slowest ticks of the last hour are slower than those of the first" if slower else ""


def play_bots(load: Load) -> None:
    """Have bots play the same games in each round, and look at this process after every game.

    Raises:
        Failure: a game ended in another state, something grew, or the slowest ticks got slower.
    """
    rounds = max(ROUNDS_LEAST, load.ticks // HOUR)
    hour = max(1, load.ticks // rounds)
    prepare_kernels()
    clock = Clock(rounds * hour)
    ends: dict[int, str] = {}
    held: list[list[Held]] = []
    with tqdm(total=rounds * hour, desc="bots", unit="tick", leave=False, disable=None) as bar:
        for _ in range(rounds):
            held.append([])
            left = hour
            while left:
                number = len(held[-1])
                state, ticks = play_game(load, number, left, clock)
                if state != ends.setdefault(number, state):
                    raise Failure(f"game {number} ended in {ends[number]}, and played again in {state}")
                gc.collect()
                held[-1].append(Held.now())
                left -= ticks
                bar.update(ticks)
    hours = (rounds - 2) * hour / HOUR
    change = statistics.median(
        after.memory - before.memory for before, after in zip(held[1], held[-1], strict=True)
    )
    print(
        f"bots: {rounds} x {len(ends)} games, {rounds * hour:,} ticks: each ends as before; memory after one "
        f"{change:+.3f} MB from the second to the last of {rounds} rounds, {held[-1][-1].memory:.3f} at last"
    )
    slower = clock.judge(hour)
    if late := unrecorded("kernels.txt"):
        raise Failure(f"compiled in play, as the record lacks it: {late[0]}; run scripts/record_kernels.py")
    if change >= GROWTH_MAX * max(1.0, hours):
        raise Failure("memory grows from round to round")
    refuse_growth(held[1], held[-1])
    if slower:
        raise Failure(slower)


def play_game(load: Load, number: int, ticks: int, clock: Clock) -> tuple[str, int]:
    """Play a game of so many ticks at most; the state at its end, and how many it were."""
    plan = make_plan(load.seed * 10_000 + number)
    done = 0
    with Match(**asdict(plan.setup), workers=load.workers) as match:
        bots = [Bot(slot) for slot in range(match.world.config.players)]
        while done < min(plan.ticks, ticks) and not match.over:
            clock.time(lambda: match.tick([bot.command(match.world) for bot in bots]))
            done += 1
        return f"{match.state_hash():016x}", done


def watch_memory(load: Load) -> None:
    """Tick, and look at this process every now and then.

    Raises:
        Failure: something grew, the collector of the oldest generation ran, or the slowest ticks got slower.
    """
    step = max(1, load.ticks // SAMPLES)
    samples: list[tuple[int, Held]] = []
    clock = Clock(load.ticks + 1)
    bar = tqdm(total=load.ticks, desc="memory", unit="tick", leave=False, disable=None)
    with load.run() as run, bar:
        for _ in range(min(WARM_UP, load.ticks)):
            run.tick()
        gc.collect()
        before = gc.get_stats()[2]["collections"]
        for tick in range(load.ticks + 1):
            if tick % step == 0:
                samples.append((tick, Held.now()))
            clock.time(run.tick)
            bar.update()
        collected = gc.get_stats()[2]["collections"] - before
    slope = growth([(tick, held.memory) for tick, held in samples])
    first, last = samples[0][1].memory, samples[-1][1].memory
    print(
        f"memory: {load.bodies:,} bodies, {load.ticks:,} ticks: {first:.3f} MB at first, {last:.3f} at last, "
        f"at most {max(held.memory for _, held in samples):.3f}; {slope:+.4f} MB an hour; "
        f"{collected} collections of generation 2"
    )
    slower = clock.judge(HOUR)
    if slope * min(1.0, load.ticks / HOUR) >= GROWTH_MAX:
        raise Failure("memory grows in play")
    if collected:
        raise Failure("the collector has work in play")
    half = len(samples) // 2
    refuse_growth([held for _, held in samples[:half]], [held for _, held in samples[half:]])
    if slower:
        raise Failure(slower)


def growth(samples: Sequence[tuple[int, float]]) -> float:
    """Slope of the line through (tick, MB), by least squares [MB an hour]."""
    middle = sum(tick for tick, _ in samples) / len(samples)
    spread = sum((tick - middle) ** 2 for tick, _ in samples)
    return sum((tick - middle) * size for tick, size in samples) / max(spread, 1.0) * HOUR


def refuse_growth(early: Sequence[Held], late: Sequence[Held]) -> None:
    """Compare threads and files.

    Raises:
        Failure: there are more late than early.
    """
    for name in ("threads", "files"):
        most, later = (max(getattr(held, name) for held in those) for those in (early, late))
        if later > most:
            raise Failure(f"{name} grow from {most} to {later}")


def compare(who: str, found: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Find the first state that is another.

    Raises:
        Failure: there is one.
    """
    for moment, right in expected.items():
        if found.get(moment) != right:
            raise Failure(f"{who}: {moment} the state is {found.get(moment)}, but should be {right}")


def compare_processors(load: Load) -> None:
    """Tick in processes of their own, compiled for each processor, each with one more worker.

    Raises:
        Failure: a state differs, or a process ended otherwise.
    """
    expected: dict[str, str] = {}
    words = ["states", "--bodies", str(load.bodies), "--ticks", str(load.ticks), "--seed", str(load.seed)]
    for more, (name, variables) in enumerate(
        tqdm(PROCESSORS.items(), desc="cpus", leave=False, disable=None)
    ):
        ended = subprocess.run(
            [sys.executable, __file__, *words, "--workers", str(load.workers + more)],
            env=os.environ | variables,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if ended.returncode:
            raise Failure(f"the process for {name} ended with exit code {ended.returncode}")
        found = json.loads(ended.stdout)
        expected = expected or found
        compare(name, found, expected)
    print(
        f"cpus: {load.bodies:,} bodies, {load.ticks:,} ticks, {CHECKS} states and {GAMES} games each, from "
        f"{load.workers} workers on: {', '.join(PROCESSORS)} agree on {list(expected.values())[-1]}"
    )


def print_states(load: Load) -> None:
    """Work of the processes of `compare_processors`."""
    print(json.dumps(load.states()))


PARTS = {"bots": play_bots, "memory": watch_memory, "cpus": compare_processors}


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
