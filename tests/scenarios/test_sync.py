"""Stepping back is exact: at every tick of a game, eight ticks that are undone leave nothing behind.

The model is the sync test of GGPO: what a snapshot forgets shows here within eight ticks, and what the
workspace remembers as well. Longer games are gone through in strides. A game also goes on in a fresh match
from every tick, as in Factorio's tests.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict

import numpy as np
import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.stress import Load
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World
from tests.game.campaign_levels import worlds
from tests.playing import add_everybody

AHEAD = 8
STRIDE = 3
"""Ticks from one snapshot of a longer game to the next: odd, so that snapshots meet every phase of work done
in turns."""
EACH = 100
"""Ticks of a game that goes on in a fresh match from each of them."""


def next_commands(match: Match, bots: Sequence[Bot]) -> list[PlayerCommand]:
    """Commands of the bots for the next tick; without bots the one player rests."""
    return [bot.command(match.world) for bot in bots] or [PlayerCommand()]


def step_back_everywhere(match: Match, twin: Match, bots: Sequence[Bot], ticks: int, stride: int) -> None:
    """Go through a game in strides: save, go ahead, compare with a twin that never steps back, restore.

    What a snapshot forgets, and what the workspace keeps of undone ticks, shows as a difference.
    """
    commands: list[list[PlayerCommand]] = []

    def play_twin(more: int) -> None:
        for _ in range(more):
            commands.append(next_commands(twin, bots))
            twin.tick(commands[-1])

    play_twin(AHEAD)
    for tick in range(0, ticks, stride):
        saved = match.snapshot()
        for command in commands[tick:]:
            match.tick(command)
        if match.state_hash() != twin.state_hash():
            raise AssertionError(f"{AHEAD} ticks after tick {tick} the state is another")
        match.restore(saved)
        assert match.snapshot() == saved
        for command in commands[tick : tick + stride]:
            match.tick(command)
        play_twin(stride)
    for command in commands[-AHEAD:]:
        match.tick(command)
    assert match.array_hashes() == twin.array_hashes()
    assert match.hud() == twin.hud()


def lively(players: int, workers: int) -> Match:
    """An endless match with a boss and some of every other enemy."""
    match = Match(seed=5 + players, players=players, workers=workers)
    add_everybody(match.world, players)
    return match


@pytest.mark.slow
@pytest.mark.parametrize(("players", "ticks", "stride"), [(1, 1200, STRIDE), (4, 600, STRIDE), (2, 600, 1)])
def test_games_of_bots(players: int, ticks: int, stride: int) -> None:
    with lively(players, workers=2) as twin, lively(players, workers=1) as match:
        step_back_everywhere(match, twin, [Bot(slot) for slot in range(players)], ticks, stride)


@pytest.mark.slow
def test_a_load() -> None:
    config = StressConfig(2000, 3000, 5000, workers=2)
    with stress_match(config) as twin, stress_match(config) as match:
        step_back_everywhere(match, twin, [], 180, STRIDE)


def start_flying(_: World) -> None:
    """Add nobody."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setup", "prepare"),
    [
        (Setup("endless", 9, 4), lambda world: add_everybody(world, 9, bosses=3)),
        (Setup("campaign", 7, level=worlds()[2].text), start_flying),
        (Setup("stress", 8, level=Load(150, 200, 300, live_radius=20.0).level()), start_flying),
    ],
    ids=lambda value: value.mode if isinstance(value, Setup) else "",
)
def test_a_fresh_match_goes_on_from_every_tick(setup: Setup, prepare: Callable[[World], None]) -> None:
    commands, saved, hashes = list[list[PlayerCommand]](), list[bytes](), list[int]()
    with Match(**asdict(setup), workers=2) as match:
        bots = [Bot(slot) for slot in range(setup.players)]
        prepare(match.world)
        for tick in range(EACH + AHEAD):
            if tick < EACH:
                saved.append(match.snapshot())
            commands.append(next_commands(match, bots))
            match.tick(commands[-1])
            hashes.append(match.state_hash())
    assert len(set(hashes)) == len(hashes)
    for tick, snapshot in enumerate(saved):
        with Match(**asdict(setup), workers=1) as fresh:
            fresh.restore(snapshot)
            assert fresh.snapshot() == snapshot
            for ahead in range(tick, tick + AHEAD):
                fresh.tick(commands[ahead])
                assert fresh.state_hash() == hashes[ahead], f"tick {ahead + 1}, loaded at {tick}"


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
