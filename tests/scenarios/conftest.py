"""What every story needs: an empty match, and a look at its events."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event

Seen = list[tuple[Event, int, int]]
Play = Callable[..., Seen]
REST = PlayerCommand()


@pytest.fixture
def match() -> Iterator[Match]:
    """A match whose field is empty and whose player is alone and can be hurt.

    Its first wave comes after two seconds.
    """
    with Match(seed=3, workers=1) as played:
        played.world.pools[Pool.ASTEROID].clear()
        played.world.pools[Pool.COMPANION].clear()
        played.world.ships.untouchable_until[0] = 0
        yield played


@pytest.fixture
def play(match: Match) -> Play:
    """Play ticks with one command, or one asked for at each tick; returns every (event, row, other)."""

    def run(ticks: int, command: PlayerCommand | Callable[[], PlayerCommand] = REST) -> Seen:
        seen: Seen = []
        for _ in range(ticks):
            match.tick([command() if callable(command) else command])
            events = match.world.events
            for index in range(int(events.count[0])):
                row, other = int(events.row[index]), int(events.other[index])
                seen.append((Event(int(events.kind[index])), row, other))
        return seen

    return run


@pytest.fixture
def beside(match: Match) -> Callable[[float], np.ndarray]:
    """A direction that many units of arc ahead of the player."""

    def at(arc: float) -> np.ndarray:
        world = match.world
        here = world.bodies.position[0].astype(np.float64) / world.shell_radius
        angle = arc / world.shell_radius
        return here * np.cos(angle) + world.players.up[0].astype(np.float64) * np.sin(angle)

    return at
