"""Stepping back is exact: at every tick of whole games, eight ticks ahead come out the same twice.

The model is the sync test of GGPO: what a snapshot forgets shows here within eight ticks, and what the
workspace remembers as well.
"""

from collections.abc import Sequence

import numpy as np
import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.sim.tables.commands import PlayerCommand

AHEAD = 8

Tick = Sequence[PlayerCommand]


def bots_commands(match: Match, ticks: int) -> list[Tick]:
    """What bots do in a match, which is played for it."""
    bots = [Bot(slot) for slot in range(match.world.config.players)]
    played: list[Tick] = []
    for _ in range(ticks):
        played.append([bot.command(match.world) for bot in bots])
        match.tick(played[-1])
    return played


def step_back_everywhere(match: Match, commands: Sequence[Tick]) -> None:
    """At every tick: save, go ahead, come back, go ahead again, compare."""
    for tick in range(len(commands) - AHEAD):
        coming = commands[tick : tick + AHEAD]
        saved = match.snapshot()
        for command in coming:
            match.tick(command)
        expected = match.state_hash()
        match.restore(saved)
        for command in coming:
            match.tick(command)
        if match.state_hash() != expected:
            raise AssertionError(f"after tick {tick} the same {AHEAD} ticks lead elsewhere")
        match.restore(saved)
        match.tick(coming[0])


@pytest.mark.slow
def test_a_minute_of_a_bots_game() -> None:
    with Match(seed=6, workers=1) as played, Match(seed=6, workers=1) as match:
        commands = bots_commands(played, 3600 + AHEAD)
        step_back_everywhere(match, commands)
        for command in commands[3600:]:
            match.tick(command)
        assert match.state_hash() == played.state_hash()
        assert match.hud() == played.hud()


@pytest.mark.slow
def test_ten_seconds_of_four_bots() -> None:
    with Match(seed=7, players=4, workers=2) as played, Match(seed=7, players=4, workers=1) as match:
        step_back_everywhere(match, bots_commands(played, 600 + AHEAD))


@pytest.mark.slow
def test_ten_seconds_of_a_load() -> None:
    config = StressConfig(2000, 3000, 5000, workers=2)
    with stress_match(config) as match:
        step_back_everywhere(match, [[PlayerCommand()]] * (600 + AHEAD))


def poison(match: Match, random: np.random.Generator) -> None:
    """Fill everything that may be forgotten between two ticks with garbage."""
    match.snapshot()  # the minds are done then, which look at the workspace until they are
    world = match.world
    for _, array in world.workspace.arrays():
        array.view(np.uint8).reshape(-1)[:] = random.integers(0, 256, array.nbytes, np.uint8)
    positions = random.normal(size=(world.config.capacity, 3)).astype(np.float32) * 30.0
    world.grid.rebuild(positions, np.full(len(positions), 0.5, np.float32))
    world.pair_count = 10**9


@pytest.mark.parametrize("players", [1, 3])
def test_the_workspace_decides_nothing(players: int) -> None:
    random = np.random.default_rng(5)
    with (
        Match(seed=6, players=players, workers=1) as played,
        Match(seed=6, players=players, workers=2) as match,
    ):
        for tick, command in enumerate(bots_commands(played, 500)):
            if tick % 3 == 0:
                poison(match, random)
            match.tick(command)
        assert match.array_hashes() == played.array_hashes()


def test_the_workspace_of_a_load_decides_nothing() -> None:
    random = np.random.default_rng(5)
    config = StressConfig(400, 600, 1000, workers=1, live_radius=60.0)
    with stress_match(config) as plain, stress_match(config) as match:
        for _ in range(100):
            poison(match, random)
            match.tick()
            plain.tick()
        assert match.array_hashes() == plain.array_hashes()
