"""Five scenes that differ, on any number of threads that pause at random: always the same states.

The model is Box2D's test, which compares one hash over fifteen counts of workers. Blocks of every system, of
the grid and of the minds are so small that threads share all that they ever share. Their sizes decide which
contacts of a pile are dropped, the number of threads does not: one thread plays the same blocks for a start.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import NamedTuple

import numpy as np
import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.stress import Load
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World
from arena.sphere import unit
from arena.sweep.disasters.delays import HesitantPool
from tests.game.campaign_levels import worlds
from tests.playing import add_everybody, cut_small

WORKERS = (1, 2, 3, 5, 8, 16)
RUNS = 3
BEFORE, TICKS, EACH = 150, 40, 10
"""[ticks] played before, by any number of threads, and from one comparison to the next."""
PAUSE_SHARE, PAUSE_LONGEST = 0.03, 0.001
"""Share of the tasks behind a pause, and the longest pause [s]."""
BLOCKS_LEAST = 20
"""Blocks of a tick that threads may share, at least."""


class TalliedPool(HesitantPool):
    """A pool whose threads pause, and which counts the tasks of its batches."""

    tasks = 0

    def run(self, tasks: Sequence[Callable[[], None]]) -> None:
        """Do the tasks."""
        self.tasks += len(tasks)
        super().run(tasks)


class PlayedScene(NamedTuple):
    """A scene's second part, by one thread."""

    saved: bytes  # snapshot at its beginning
    commands: list[list[PlayerCommand]]
    states: list[int]  # hash of every `EACH`th tick


def leave(_: World) -> None:
    """Change nothing."""


def heap_up(world: World) -> None:
    """Move everything into one place: bodies within bodies, and more pairs than there is room for."""
    b, rows = world.bodies, np.flatnonzero(world.bodies.alive)[world.config.players :]
    near = np.random.default_rng(4).normal(size=(len(rows), 3)) * 0.05 + [0.0, 0.0, 1.0]
    b.position[rows] = b.previous_position[rows] = unit(near) * world.shell_radius
    b.radial_speed[rows] = 0.0


SCENES: dict[str, tuple[Setup, Callable[[World], None]]] = {
    "campaign": (Setup("campaign", 7, 2, level=worlds()[5].text), leave),
    "pile": (Setup("stress", 8, level=Load(100, 400, 200).level()), heap_up),
    "rivers": (Setup("tide", 33, 2), leave),
    "load": (Setup("stress", 26, level=Load(400, 500, 600, live_radius=30.0).level()), leave),
    "party": (Setup("endless", 9, 4), lambda world: add_everybody(world, 9, bosses=4)),
}


@functools.cache
def play_alone(name: str) -> PlayedScene:
    """Play a scene by one thread."""
    setup, change = SCENES[name]
    commands, states = list[list[PlayerCommand]](), list[int]()
    with Match(**asdict(setup), workers=1) as match:
        match.profiled = True
        bots = [Bot(slot) for slot in range(setup.players)]
        for _ in range(BEFORE):
            match.tick([bot.command(match.world) for bot in bots])
        match.state_hash()  # the minds are done
        change(match.world)
        saved = match.snapshot()
        for tick in range(TICKS):
            commands.append([bot.command(match.world) for bot in bots])
            match.tick(commands[-1])
            if (tick + 1) % EACH == 0:
                states.append(match.state_hash())
    assert len(set(states)) == TICKS // EACH
    return PlayedScene(saved, commands, states)


def play_on_threads(name: str, workers: int, scene: PlayedScene) -> list[int]:
    """States of a scene's second part, by threads that pause."""
    pool, states = TalliedPool(workers, PAUSE_SHARE, PAUSE_LONGEST), list[int]()
    with Match(**asdict(SCENES[name][0]), workers=pool) as match:
        match.profiled = True
        match.restore(scene.saved)
        for tick, command in enumerate(scene.commands):
            match.tick(command)
            if (tick + 1) % EACH == 0:
                states.append(match.state_hash())
    assert pool.tasks > BLOCKS_LEAST * TICKS, "threads had nothing to share"
    return states


@pytest.mark.slow
@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize("name", SCENES)
def test_any_number_of_workers_gives_the_same_states(
    name: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_small(monkeypatch)
    scene = play_alone(name)
    for _ in range(RUNS):
        assert play_on_threads(name, workers, scene) == scene.states
