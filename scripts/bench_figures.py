"""The figures of `bench.py`: what each times, measured in one process that prints them as JSON.

    python scripts/bench_figures.py NAME ... [--rounds N | --asked] [--tree FOLDER]

`bench.py` starts it. The package is that of `--tree`, another checkout to compare with or this one; a figure
that it has no means for is left out. Figures take turns, round by round, so that a slow moment of the machine
hits all of them; a figure's samples are seconds of one call, each of `calls` calls in a row. With `--asked`
it prints the names of its figures and then, for each line that it is given with one of them, a sample.
"""

import argparse
import gc
import io
import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HERE = Path(__file__).resolve().parent
SEED, NEIGHBOURS, REACH = 1, 8, 6.0
BANDWIDTH_BYTES = 1 << 27

Work = Callable[[], object]


class Figure(NamedTuple):
    """One figure: `prepare` imports, builds and warms up, and returns what is timed."""

    name: str
    prepare: Callable[[], Work]
    calls: int = 1
    quick: bool = True


def rebuild_and_pairs(bodies: int, workers: int) -> Callable[[], Work]:
    """Entering spheres around a planet into the grid, and finding all pairs that overlap."""

    def prepare() -> Work:
        from workloads import belt, drift

        from arena.grid import CollisionGrid

        load = belt(bodies)
        grid = CollisionGrid(load.lower, load.upper, workers=workers)
        frames = drift(load, 4)
        turn = 0

        def work() -> None:
            nonlocal turn
            grid.rebuild(frames[turn % 4], load.radii)
            grid.find_pairs()
            turn += 1

        return work

    return prepare


def queries(ask: Callable[[Any, Any], object], bodies: int = 100_000) -> Callable[[], Work]:
    """Questions to a grid of bodies: `ask` gets it and their positions."""

    def prepare() -> Work:
        from workloads import belt

        from arena.grid import CollisionGrid

        load = belt(bodies)
        grid = CollisionGrid(load.lower, load.upper)
        grid.rebuild(load.positions, load.radii)
        return lambda: ask(grid, load.positions)

    return prepare


def tree_build() -> Work:
    """A k-d tree of scipy on 100,000 positions: the yardstick of a machine."""
    from scipy.spatial import KDTree
    from workloads import belt

    positions = belt(100_000).positions.astype(np.float64)
    return lambda: KDTree(positions)


def copy_memory() -> Work:
    """Copying 128 MiB, read and written: the bandwidth of a machine, on one core."""
    source = np.ones(BANDWIDTH_BYTES // 8)
    target = np.empty_like(source)
    return lambda: np.copyto(target, source)


def stress_tick(bodies: int, workers: int = 1) -> Callable[[], Work]:
    """A tick of the stress load: a fifth enemies, three tenths asteroids, half bullets."""

    def prepare() -> Work:
        from arena.game.modes.stress_run import StressConfig, stress_match

        match = stress_match(
            StressConfig(bodies // 5, bodies * 3 // 10, bodies // 2, seed=SEED, workers=workers)
        )
        for _ in range(20):
            match.tick()
        return match.tick

    return prepare


def match_tick(players: int, mode: str = "endless") -> Callable[[], Work]:
    """A tick of a match from tick 300 on, flown by random commands; a new match where it is over."""

    def prepare() -> Work:
        from arena.game.match import Match
        from arena.sim.tables.commands import Button, PlayerCommand

        random = np.random.default_rng(SEED)
        sticks = random.integers(-127, 128, (4096, 4)).tolist()
        commands = [PlayerCommand(*stick, buttons=Button(k & 1)) for k, stick in enumerate(sticks)]
        match, turn = Match(mode, SEED, players, workers=1), 0

        def work() -> None:
            nonlocal match, turn
            if match.over:
                match.close()
                match = Match(mode, SEED, players, workers=1)
            match.tick([commands[(turn + 997 * slot) % 4096] for slot in range(players)])
            turn += 1

        for _ in range(300):
            work()
        return work

    return prepare


def make_match() -> Work:
    """Making a match, and closing it."""
    from arena.game.match import Match

    return lambda: Match(seed=SEED, workers=1).close()


def snapshot() -> Work:
    """A snapshot of a match and its restoring."""
    from arena.game.match import Match

    match = Match(seed=SEED, workers=1)
    return lambda: match.restore(match.snapshot())


def build_view() -> Work:
    """Observing a tick and building a picture's frame, without drawing it."""
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.tuning import DT
    from arena.view.scene import Viewer

    match, bot, viewer = Match(seed=3, workers=1), Bot(), Viewer(player=0)
    for _ in range(600):
        match.tick([bot.command(match.world)])
        viewer.observe(match.world, match.hud())
    hud = match.hud()

    def work() -> None:
        viewer.observe(match.world, hud)
        viewer.build(match.world, hud, 0.5, DT, (1280, 720))

    return work


def verify_game() -> Work:
    """Verifying the replay of ten seconds of endless waves."""
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.game.replays.replay import verify_replay

    recording, bot = io.BytesIO(), Bot()
    with Match(seed=SEED, workers=1, record=recording) as match:
        for _ in range(600):
            match.tick([bot.command(match.world)])
    content = recording.getvalue()
    return lambda: verify_replay(content, workers=1)


def environment_step() -> Work:
    """A step of the environment, four ticks with observation and reward."""
    import_module("arena.env").register()
    environment: Any = import_module("gymnasium").make("arena/Endless-v0")
    environment.action_space.seed(SEED)
    environment.reset(seed=SEED)

    def work() -> None:
        if any(environment.step(environment.action_space.sample())[2:4]):
            environment.reset(seed=SEED)

    return work


FIGURES = (
    Figure("k-d tree of 100,000, scipy", tree_build),
    Figure("copy of 128 MiB", copy_memory),
    Figure("grid of 1,000: rebuild, pairs", rebuild_and_pairs(1_000, 1), 100),
    Figure("grid of 10,000: rebuild, pairs", rebuild_and_pairs(10_000, 1), 20),
    Figure("grid of 100,000: rebuild, pairs", rebuild_and_pairs(100_000, 1), 3),
    Figure("grid of 100,000, two workers", rebuild_and_pairs(100_000, 2), 3),
    Figure("grid of 1,000,000, two workers", rebuild_and_pairs(1_000_000, 2), quick=False),
    Figure(
        "10,000 spheres asked of 100,000",
        queries(lambda grid, places: grid.query_spheres(places[:10_000], np.full(10_000, REACH))),
    ),
    Figure("8 nearest of 10,000", queries(lambda grid, places: grid.nearest(places, NEIGHBOURS), 10_000)),
    Figure(
        "one sphere asked of 10,000",
        queries(lambda grid, places: grid.query_sphere(places[0], REACH), 10_000),
        500,
    ),
    Figure("tick of 1,200 bodies", stress_tick(1_200), 60),
    Figure("tick of 10,000 bodies", stress_tick(10_000), 20),
    Figure("tick of 100,000 bodies, two workers", stress_tick(100_000, 2), 4, quick=False),
    Figure("tick of a match", match_tick(1), 200),
    Figure("tick of a match of four", match_tick(4), 100),
    Figure("tick of Tide", match_tick(1, "tide"), 10),
    Figure("a new match", make_match, 3),
    Figure("snapshot and restore", snapshot, 20),
    Figure("a frame of the view", build_view, 20),
    Figure("replay of ten seconds verified", verify_game),
    Figure("step of the environment", environment_step, 50),
)


def prepared(figures: list[Figure]) -> dict[str, tuple[Figure, Work]]:
    """The figures that the package has means for, by name, with what is timed, warm."""
    ready: dict[str, tuple[Figure, Work]] = {}
    for figure in figures:
        try:
            work = figure.prepare()
        except (ImportError, AttributeError, TypeError) as problem:
            print(f"{figure.name}: left out: {problem}", file=sys.stderr)
            continue
        work()
        ready[figure.name] = figure, work
    gc.disable()
    gc.freeze()  # collecting what the figures keep would take longer than most of them
    return ready


def sample(figure: Figure, work: Work) -> float:
    """Seconds of a call."""
    gc.collect()
    begun = time.perf_counter()
    for _ in range(figure.calls):
        work()
    return (time.perf_counter() - begun) / figure.calls


def measure(figures: list[Figure], rounds: int, heard: Callable[[int], object]) -> dict[str, list[float]]:
    """Seconds of a call of each figure, a sample a round."""
    ready = prepared(figures)
    samples: dict[str, list[float]] = {name: [] for name in ready}
    for turn in range(rounds):
        for name, one in ready.items():
            samples[name].append(sample(*one))
        heard(turn + 1)
    return samples


def answer(figures: list[Figure]) -> None:
    """Time what standard input names, line by line, until it ends."""
    ready = prepared(figures)
    print(json.dumps(list(ready)), flush=True)
    processors = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
    for number, line in enumerate(sys.stdin):
        if processors:
            # Two processes that are asked the same run on the same one: another may be slower for seconds.
            os.sched_setaffinity(0, {processors[number // len(ready) % len(processors)]})
        print(sample(*ready[line.strip()]), flush=True)


def main() -> None:
    """Print the samples as one JSON object on the last line; progress goes ahead of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="+")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--asked", action="store_true")
    parser.add_argument("--tree", type=Path, default=HERE.parent)
    given = parser.parse_args()
    sys.path[:0] = [str(given.tree), str(HERE)]
    chosen = [figure for figure in FIGURES if figure.name in given.names]
    if given.asked:
        answer(chosen)
        return
    samples = measure(chosen, given.rounds, lambda turn: print(turn, flush=True))
    print(json.dumps(samples), flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
