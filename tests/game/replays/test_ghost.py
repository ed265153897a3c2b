"""A ghost flies beside a game, and neither knows of the other."""

import io

import pytest

from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.replays.ghost import Ghost, RecordedGhost
from arena.game.replays.replay import Replay, ReplayError, read_replay
from arena.sim.tables.commands import Button, PlayerCommand
from tests.playing import let_bots_play

TICKS = 240


def play(setup: Setup, ghost: Ghost | None = None, workers: int = 1) -> list[int]:
    """Fly badly; returns the state after each tick."""
    states: list[int] = []
    with Match(
        setup.mode, setup.seed, setup.players, workers, difficulty=setup.difficulty, level=setup.level
    ) as match:
        for tick in range(TICKS):
            match.tick([PlayerCommand(90, tick % 100, 10, 100, Button.FIRE)] * setup.players)
            if ghost is not None:
                ghost.tick()
            states.append(match.state_hash())
    return states


def record(setup: Setup, ticks: int = TICKS) -> tuple[Replay, list[int]]:
    """Let the bot fly the same game, and note its states."""
    stream, states = io.BytesIO(), list[int]()
    with Match(setup.mode, setup.seed, setup.players, 1, stream, setup.difficulty, setup.level) as match:
        let_bots_play(match, ticks, states)
    return read_replay(stream.getvalue()), states


def test_neither_game_changes_the_other() -> None:
    setup = Setup("endless", 12, 1, "hard")
    replay, alone_there = record(setup)
    ghost, seen = RecordedGhost(replay), list[int]()
    tick = ghost.tick

    def watched() -> None:
        tick()
        seen.append(ghost.match.state_hash())

    ghost.tick = watched  # pyright: ignore[reportAttributeAccessIssue]
    alone_here = play(setup, workers=1)
    assert play(setup, ghost, workers=2) == alone_here
    assert seen == alone_there
    assert seen != alone_here
    ghost.close()


def test_a_ghost_stays_where_its_recording_ends() -> None:
    replay, states = record(Setup("endless", 4), 30)
    ghost = RecordedGhost(replay)
    for _ in range(50):
        ghost.tick()
    assert ghost.ended and ghost.match.world.tick == 30
    assert ghost.match.state_hash() == states[-1]
    ghost.close()


def test_other_modes_have_no_ghosts() -> None:
    replay, _ = record(Setup("practice", 4, level="endless"), 5)
    with pytest.raises(ReplayError, match="ghosts fly in campaign, endless, daily"):
        RecordedGhost(replay)
