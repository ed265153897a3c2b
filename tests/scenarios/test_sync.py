"""Stepping back is exact: throughout whole games, eight ticks that are undone leave nothing behind.

The model is the sync test of GGPO: what a snapshot forgets shows here within eight ticks, and what the
workspace remembers as well.
"""

from collections.abc import Sequence

import numpy as np
import pytest

from arena.catalogue.kind_row import KINDS, Trait
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.sim.tables.commands import PlayerCommand

AHEAD = 8
STRIDE = 3
"""Ticks from one snapshot to the next: odd, so that snapshots meet every phase of work done in turns."""


def next_commands(match: Match, bots: Sequence[Bot]) -> list[PlayerCommand]:
    """Commands of the bots for the next tick; without bots the one player rests."""
    return [bot.command(match.world) for bot in bots] or [PlayerCommand()]


def step_back_everywhere(match: Match, twin: Match, bots: Sequence[Bot], ticks: int) -> None:
    """Go through a game in strides: save, go ahead, compare with a twin that never steps back, restore.

    What a snapshot forgets, and what the workspace keeps of undone ticks, shows as a difference.
    """
    commands: list[list[PlayerCommand]] = []

    def play_twin(more: int) -> None:
        for _ in range(more):
            commands.append(next_commands(twin, bots))
            twin.tick(commands[-1])

    play_twin(AHEAD)
    for tick in range(0, ticks, STRIDE):
        saved = match.snapshot()
        for command in commands[tick:]:
            match.tick(command)
        if match.state_hash() != twin.state_hash():
            raise AssertionError(f"{AHEAD} ticks after tick {tick} the state is another")
        match.restore(saved)
        assert match.snapshot() == saved
        for command in commands[tick : tick + STRIDE]:
            match.tick(command)
        play_twin(STRIDE)
    for command in commands[-AHEAD:]:
        match.tick(command)
    assert match.array_hashes() == twin.array_hashes()
    assert match.hud() == twin.hud()


def lively(players: int, workers: int) -> Match:
    """An endless match with a boss and some of every other enemy."""
    match, random = Match(seed=5 + players, players=players, workers=workers), np.random.default_rng(players)
    match.world.place_boss(random.normal(size=3))
    for row in KINDS:
        if row.rules.pool == "enemy" and Trait.PLACEABLE in row.rules.traits:
            for _ in range(4):
                match.world.place(row.number, random.normal(size=3))
    return match


@pytest.mark.slow
@pytest.mark.parametrize(("players", "ticks"), [(1, 1200), (4, 600)])
def test_games_of_bots(players: int, ticks: int) -> None:
    with lively(players, workers=2) as twin, lively(players, workers=1) as match:
        step_back_everywhere(match, twin, [Bot(slot) for slot in range(players)], ticks)


@pytest.mark.slow
def test_a_load() -> None:
    config = StressConfig(2000, 3000, 5000, workers=2)
    with stress_match(config) as twin, stress_match(config) as match:
        step_back_everywhere(match, twin, [], 180)


def poison(match: Match, random: np.random.Generator) -> None:
    """Fill everything that may be forgotten between two ticks with garbage."""
    match.snapshot()  # the minds are done then, which look at the workspace until they are
    world = match.world
    for _, array in world.workspace.arrays():
        array.view(np.uint8).reshape(-1)[:] = random.integers(0, 256, array.nbytes, np.uint8)
    positions = random.normal(size=(world.config.capacity, 3)).astype(np.float32) * 30.0
    world.grid.rebuild(positions, np.full(len(positions), 0.5, np.float32))
    world.pair_count = 10**9


def test_the_workspace_decides_nothing() -> None:
    random, players = np.random.default_rng(5), 3
    with (
        Match(seed=6, players=players, workers=1) as played,
        Match(seed=6, players=players, workers=2) as match,
    ):
        bots = [Bot(slot) for slot in range(players)]
        for tick in range(500):
            command = next_commands(played, bots)
            played.tick(command)
            if tick % 3 == 0:
                poison(match, random)
            match.tick(command)
        assert match.array_hashes() == played.array_hashes()
