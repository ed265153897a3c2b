"""Fixtures of all stories: an empty match, and a list of its events."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from arena.game.match import Match
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from tests.playing import empty_match, told, towards

Seen = list[tuple[Event, int, int]]
Play = Callable[..., Seen]
Beside = Callable[[float], np.ndarray]
REST = PlayerCommand()


@pytest.fixture
def match() -> Iterator[Match]:
    """A match whose field is empty and whose player is alone and can be hurt."""
    with empty_match() as played:
        yield played


@pytest.fixture
def play(match: Match) -> Play:
    """Play ticks with one command, or one asked for at each tick; returns every (event, row, other)."""

    def run(ticks: int, command: PlayerCommand | Callable[[], PlayerCommand] = REST) -> Seen:
        seen: Seen = []
        for _ in range(ticks):
            match.tick([command() if callable(command) else command])
            seen += [one[:3] for one in told(match.world)]
        return seen

    return run


@pytest.fixture
def beside(match: Match) -> Beside:
    """A direction that many units of arc ahead of the player."""
    return lambda arc: towards(match, 0.0, arc)
