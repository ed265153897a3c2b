"""The stress load: as many bodies as one asks for, held for the whole run, and figures about its ticks.

The load is a pure function of its configuration; only the figures come from a clock.
"""

import gc
import platform
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

import arena
from arena.ai.minds import Minds
from arena.game.census import count_kinds
from arena.game.refill import create_deal, refill
from arena.game.rules import STRESS
from arena.game.stopwatch import Stopwatch
from arena.jit import timed_compilation
from arena.sim.commands import PlayerCommand
from arena.sim.sleep import body_sets
from arena.sim.step import step
from arena.sim.world import World, WorldConfig
from arena.tuning import CONTACT
from arena.workers import WorkerPool

SEED_LIMIT = 2**63
FOREVER = np.iinfo(np.int32).max
REST = [PlayerCommand()]
PERCENTILES = {"p50": 50, "p95": 95, "p99": 99, "max": 100}


@dataclass(frozen=True)
class StressConfig:
    """What to run. With `seconds` the run ends by the clock, otherwise after `ticks`."""

    enemies: int = 200
    asteroids: int = 500
    bullets: int = 500
    ticks: int | None = None
    seconds: float | None = None
    seed: int = 1
    workers: int | None = None
    cells: int | None = None
    live_radius: float | None = None  # [u] around the player within which bodies are awake; None: everywhere

    def __post_init__(self) -> None:
        """Refuse what cannot be run, before any memory is taken.

        Raises:
            ValueError: a value out of its range, which the message names.
        """
        for name in ("enemies", "asteroids", "bullets"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, not {getattr(self, name):,}")
        if self.bodies > STRESS.bodies_max:
            raise ValueError(f"at most {STRESS.bodies_max:,} bodies can be held, not {self.bodies:,}")
        if self.ticks is not None and self.ticks < 1:
            raise ValueError(f"ticks must be 1 or more, not {self.ticks}")
        if self.seconds is not None and not 0 < self.seconds < 1e9:
            raise ValueError(f"seconds must be more than 0, not {self.seconds}")
        if self.ticks is not None and self.seconds is not None:
            raise ValueError("give ticks or seconds, not both")
        if not 0 <= self.seed < SEED_LIMIT:
            raise ValueError(f"seed must be 0 to {SEED_LIMIT - 1}, not {self.seed}")
        if self.workers is not None and self.workers < 1:
            raise ValueError(f"workers must be 1 or more, not {self.workers}")
        if self.live_radius is not None and not 0 < self.live_radius < 1e9:
            raise ValueError(f"live_radius must be above 0, not {self.live_radius}")
        if self.cells is not None and self.cells < 1:
            raise ValueError(f"cells must be 1 or more, not {self.cells}")

    @property
    def bodies(self) -> int:
        """Bodies in all, the resting player included."""
        return 1 + self.enemies + self.asteroids + self.bullets


class StressRun:
    """A held load that can be ticked: by `run_stress`, a benchmark, or by a window that shows it.

    Args:
        config: what to run.
        pool: threads to run it on instead of `config.workers`; closed with the run.
    """

    def __init__(self, config: StressConfig, pool: WorkerPool | None = None) -> None:
        """Fill a world. Player 0 rests at the pole, untouchable."""
        self.config = config
        self.world = World(
            WorldConfig(
                config.seed,
                1,
                config.enemies,
                config.asteroids,
                config.bullets,
                cells=config.cells,
                live_radius=config.live_radius,
                parting_max=CONTACT.parting_max,
            )
        )
        self.world.spawn_player(0)
        self.world.ships.untouchable_until[0] = FOREVER
        self._stopwatch = Stopwatch()
        self._deal = create_deal(self.world.config.capacity)
        refill(self.world, self._deal)
        self._minds = Minds(self.world, pool or config.workers)

    def tick(self, commands: list[PlayerCommand] | None = None) -> None:
        """Advance by 1/60 s and replace what died; `commands` may fly player 0."""
        world = self.world
        lap = self._stopwatch.lap
        self._stopwatch.start()
        self._minds.collect(world)
        lap("ai")
        step(world, REST if commands is None else commands, lap)
        refill(world, self._deal)
        lap("refill")
        self._minds.submit(world)
        lap("ask_ai")

    def snapshot(self) -> bytes:
        """The whole state, decisions included, for `restore` of a run of the same configuration."""
        self._minds.collect(self.world)
        return self.world.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Return to a snapshot; decisions that were asked for since are dropped.

        Raises:
            ValueError: it is another configuration's.
        """
        self._minds.collect(self.world)
        self.world.restore(snapshot)

    def close(self) -> None:
        """Join the minds' threads."""
        self._minds.close()

    def __enter__(self) -> "StressRun":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def systems_ms(self) -> dict[str, float]:
        """Milliseconds of the last tick by system, in order; `ai` is the wait for the minds."""
        return self._stopwatch.laps_ms

    @property
    def workers(self) -> int:
        """Threads that the minds think on."""
        return self._minds.workers

    def state_hash(self) -> int:
        """One 64-bit hash of the whole state, decisions included."""
        self._minds.collect(self.world)
        return self.world.state_hash()


class Figures:
    """What is measured of each tick; of the last `most` ticks, where that is given."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self.tick_ms = deque[float](maxlen=most)
        self.systems_ms: dict[str, deque[float]] = {}

    def add(self, tick_ms: float, run: StressRun) -> None:
        self.tick_ms.append(tick_ms)
        for name, value in run.systems_ms.items():
            self.systems_ms.setdefault(name, deque(maxlen=self._most)).append(value)


def run_stress(config: StressConfig, progress: Callable[[float], None] | None = None) -> dict[str, Any]:
    """Run the load and return its figures, as `arena stress --json` prints them.

    Args:
        config: what to run.
        progress: called about every second of play with the share that is done, 0 to 1.

    Whole ticks are timed in steady state, waiting for the minds included; compilation is reported apart.
    """
    compiled = timed_compilation()
    with StressRun(config) as run:
        for _ in range(STRESS.warm_up):
            run.tick()
        gc.collect()
        figures = _measure(run, progress)
        return report(run, figures, compiled())


def _measure(run: StressRun, progress: Callable[[float], None] | None) -> Figures:
    config, figures = run.config, Figures()
    ticks = config.ticks or STRESS.ticks
    begun = time.perf_counter()
    while True:
        before = time.perf_counter()
        run.tick()
        after = time.perf_counter()
        figures.add((after - before) * 1e3, run)
        done = len(figures.tick_ms) / ticks if config.seconds is None else (after - begun) / config.seconds
        if progress is not None and len(figures.tick_ms) % 60 == 0:
            progress(min(done, 1.0))
        if done >= 1.0:
            return figures


def report(run: StressRun, figures: Figures, compile_s: float) -> dict[str, Any]:
    """The figures as `arena stress --json` prints them."""
    config, world = run.config, run.world
    sets = body_sets(world)
    return {
        "bodies": config.bodies,
        "enemies": config.enemies,
        "asteroids": config.asteroids,
        "bullets": config.bullets,
        "ticks": len(figures.tick_ms),
        "workers": run.workers,
        "seed": config.seed,
        "tick_ms": _percentiles(figures.tick_ms),
        "ai_latency_ms": _percentiles(figures.systems_ms["ai"]),
        "systems_ms": {name: _rounded(np.median(values)) for name, values in figures.systems_ms.items()},
        "kinds": count_kinds(world),
        "pairs": world.pair_count,
        "contacts": int(world.contacts.count[0]),
        "awake": len(sets.awake),
        "asleep": len(sets.asleep),
        "state_hash": f"{run.state_hash():016x}",
        "versions": {
            "arena": arena.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
        "compile_s": round(compile_s, 3),
    }


def _percentiles(values: Iterable[float]) -> dict[str, float]:
    times = list(values)
    return {name: _rounded(np.percentile(times, share)) for name, share in PERCENTILES.items()}


def _rounded(value: Any) -> float:
    return round(float(value), 4)
