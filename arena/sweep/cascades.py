"""Cascades of a game: their size, and whether the bot chose their spark."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from arena.game.match import Match
from arena.sim.tables.events import Event
from arena.tuning import TICK_RATE

PLAYER = 0
"""Row of the only player."""
FLIGHT = TICK_RATE
"""[ticks] for which a shot at a ship may be under way."""
MINUTE = 60 * TICK_RATE


class Cascade(NamedTuple):
    """One cascade that has ended."""

    tick: int
    ships: int
    chosen: bool  # its spark, or one of them, was what the bot aimed at


class CascadeLog:
    """Follows each cascade of the player from its sparks to its end."""

    def __init__(self) -> None:
        self.ended: list[Cascade] = []
        self._aimed: dict[int, int] = {}  # tick at which a row was aimed at last
        self._chosen: set[int] = set()  # rows of `Cascades`
        self._running: set[int] = set()

    def observe(self, match: Match, target: int) -> None:
        """Take note of the tick just played, for which the bot aimed at row `target`; -1: at nothing."""
        world, tick = match.world, match.world.tick
        self._aimed[target] = tick
        events, count = world.events, int(world.events.count[0])
        sizes = iter(events.size[:count][events.kind[:count] == Event.CASCADE].astype(int).tolist())
        running = set(np.flatnonzero(world.cascades.began).tolist())
        for row in sorted(self._running - running):  # their events come in this order
            self.ended.append(Cascade(tick, next(sizes), row in self._chosen))
            self._chosen.discard(row)
        self._running = running
        sparks = (events.kind[:count] == Event.SPARK) & (events.other[:count] == PLAYER)
        for ship in events.row[:count][sparks].tolist():
            if tick - self._aimed.get(ship, -FLIGHT) < FLIGHT:
                self._chosen.add(int(world.ships.cascade[ship]))

    def figures(self) -> dict[str, str]:
        """Column of a game's row: tick, ships, and * where the spark was chosen, for each cascade."""
        cascades = (f"{one.tick}:{one.ships}{'*' if one.chosen else ''}" for one in self.ended)
        return {"cascades": " ".join(cascades)}


def read_cascades(text: str) -> Iterator[Cascade]:
    """Cascades of a column that `CascadeLog.figures` wrote."""
    for word in text.split():
        tick, ships = word.rstrip("*").split(":")
        yield Cascade(int(tick), int(ships), word.endswith("*"))


def cascade_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line on all cascades of some games and, where the bot chose a spark, one on those of its choice."""
    cascades = [one for row in rows for one in read_cascades(row["cascades"])]
    for name, some in (("all", cascades), ("by choice", [one for one in cascades if one.chosen])):
        if not some:
            return
        sizes = [one.ships for one in some]
        minutes = sorted({one.tick // MINUTE for one in some})
        medians = (np.median([one.ships for one in some if one.tick // MINUTE == at]) for at in minutes)
        yield (
            f"{name}: {len(some) / len(rows):.1f} a game, median {np.median(sizes):g}, largest {max(sizes)}; "
            f"median by minute {' '.join(f'{median:g}' for median in medians)}"
        )
