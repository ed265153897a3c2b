"""Runs of the stress mode, and figures about their ticks.

The load is a pure function of its configuration; only the figures come from a clock.
"""

import gc
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

import arena
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.stress import Load, Stress
from arena.game.rules import STRESS
from arena.game.scoring.statistics import count_kinds, quarantine_notice
from arena.game.stopwatch import Durations
from arena.jit import timed_compilation
from arena.sim.config import check_real, check_whole
from arena.sim.sleep import body_sets

SECONDS_MAX = 1e9
"""Thirty years."""

PERCENTILES = {"p50": 50, "p95": 95, "p99": 99, "max": 100}


@dataclass(frozen=True)
class StressConfig:
    """Configuration of a run. With `seconds` the run ends by the clock, otherwise after `ticks`."""

    enemies: int = 200
    asteroids: int = 500
    bullets: int = 500
    ticks: int | None = None
    seconds: float | None = None
    seed: int = 1
    workers: int | None = None
    cells: int | None = None
    live_radius: float | None = None  # [u] around players within which bodies are awake; None: everywhere
    players: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be run, before any memory is taken.

        Raises:
            ValueError: a value out of its range, which the message names.
        """
        if self.ticks is not None:
            check_whole("ticks", self.ticks, 1)
        if self.seconds is not None:
            check_real("seconds", self.seconds, 0, SECONDS_MAX)
        if self.ticks is not None and self.seconds is not None:
            raise ValueError("give ticks or seconds, not both")
        if self.workers is not None:
            check_whole("workers", self.workers, 1)
        Setup(Stress.spec.name, self.seed, self.players, level=self.load.level())

    @property
    def load(self) -> Load:
        """Load to hold."""
        return Load(self.enemies, self.asteroids, self.bullets, self.cells, self.live_radius)

    @property
    def bodies(self) -> int:
        """Bodies in all, the resting players included."""
        return self.load.bodies + self.players - 1


def stress_match(config: StressConfig) -> Match:
    """Match that holds the load, each system timed; ticks and seconds are the caller's."""
    match = Match(Stress.spec.name, config.seed, config.players, config.workers, level=config.load.level())
    match.profiled = True
    return match


class Figures:
    """Durations of ticks and of each system in them, in memory that does not grow with the run."""

    def __init__(self) -> None:
        self.tick_ms = Durations()
        self.systems_ms: dict[str, Durations] = {}

    def add(self, tick_ms: float, match: Match) -> None:
        """Note a tick that `match` has just taken."""
        self.tick_ms.add(tick_ms)
        for name, value in match.systems_ms.items():
            if name not in self.systems_ms:
                self.systems_ms[name] = Durations()
            self.systems_ms[name].add(value)


def run_stress(config: StressConfig, progress: Callable[[float], None] | None = None) -> dict[str, Any]:
    """Run the load and return its figures, as `arena stress --json` prints them.

    Args:
        config: what to run.
        progress: called after every tick with the share that is done, 0 to 1; no part of what is timed.
            An exception from it ends the run.

    Whole ticks are timed in steady state, waiting for the minds included; compilation is reported apart.
    """
    compiled = timed_compilation()
    with stress_match(config) as match:
        for _ in range(STRESS.warm_up):
            match.tick()
            if progress is not None:
                progress(0.0)
        gc.collect()
        figures = _measure(config, match, progress)
        return report(config, match, figures, compiled())


def _measure(config: StressConfig, match: Match, progress: Callable[[float], None] | None) -> Figures:
    figures = Figures()
    ticks = config.ticks or STRESS.ticks
    begun = time.perf_counter()
    while True:
        before = time.perf_counter()
        match.tick()
        after = time.perf_counter()
        figures.add((after - before) * 1e3, match)
        done = len(figures.tick_ms) / ticks if config.seconds is None else (after - begun) / config.seconds
        if progress is not None:
            progress(min(done, 1.0))
        if done >= 1.0:
            return figures


def report(config: StressConfig, match: Match, figures: Figures, compile_s: float) -> dict[str, Any]:
    """The figures as `arena stress --json` prints them."""
    world = match.world
    sets, notice = body_sets(world), quarantine_notice(world)
    return {
        "bodies": config.bodies,
        "enemies": config.enemies,
        "asteroids": config.asteroids,
        "bullets": config.bullets,
        "ticks": len(figures.tick_ms),
        "workers": world.workers.workers,
        "seed": config.seed,
        "tick_ms": _percentiles(figures.tick_ms),
        "ai_latency_ms": _percentiles(figures.systems_ms["ai"]),
        "systems_ms": {name: _rounded(times.percentile(50)) for name, times in figures.systems_ms.items()},
        "kinds": count_kinds(world),
        "pairs": world.pair_count,
        "contacts": int(world.contacts.count[0]),
        "awake": len(sets.awake),
        "asleep": len(sets.asleep),
        "quarantined": int(world.quarantine.count[0]),
        "state_hash": f"{match.state_hash():016x}",
        "versions": {
            "arena": arena.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
        "compile_s": round(compile_s, 3),
        **({"notice": notice} if notice else {}),
    }


def _percentiles(times: Durations) -> dict[str, float]:
    return {name: _rounded(times.percentile(share)) for name, share in PERCENTILES.items()}


def _rounded(value: float) -> float:
    return round(value, 4)
