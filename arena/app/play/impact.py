"""Hit-stop after hits and blasts, and slow motion after the last ship is lost.

`Session.update` asks once per frame for the share of real time that counts, `Session.tick` passes the events.
Only the window knows of it: it runs fewer ticks, and the ticks are the same.
"""

from collections.abc import Iterable

import numpy as np

from arena.sim.tables.events import Event
from arena.sim.world import World

HIT_SECONDS, BLAST_SECONDS = 0.04, 0.06
"""Length of the hit-stop after a hit on a player, and after a large blast nearby."""
LARGE_RADIUS = 1.5
"""Radius from which a ship's blast is large, boss parts included [u]."""
NEAR = 26.0
"""Distance from the nearest shown player beyond which blasts cause no hit-stop [u]."""
GAP_SECONDS = 0.35
"""Cooldown between two hit-stops."""
LAST_SECONDS, LAST_RATE = 1.3, 0.25
"""Length of the slow motion after the last ship is lost, and its initial rate."""
STOPS = np.zeros(len(Event), np.bool_)
STOPS[[Event.KILLED, Event.BOSS_STAGE, Event.PLAYER_HURT, Event.PLAYER_KILLED]] = True


class Impact:
    """Remaining hit-stop and slow motion."""

    def __init__(self) -> None:
        self._stop = 0.0  # remaining hit-stop [s]
        self._rest = 0.0  # remaining cooldown of the hit-stop [s]
        self._slow = 0.0  # remaining slow motion [s]

    def observe(self, world: World, players: Iterable[int], over: bool) -> None:
        """Apply the events of one tick; `over` is true after the match's end."""
        events = world.events
        kinds = events.kind[: events.count[0]]
        told = np.flatnonzero(STOPS[kinds])
        if not len(told):
            return
        rows = list(players)
        for at in told.tolist():
            self._feel(world, at, rows)
        if over and np.isin(events.row[told[kinds[told] == Event.PLAYER_KILLED]], rows).any():
            self._slow = LAST_SECONDS

    def _feel(self, world: World, at: int, players: list[int]) -> None:
        events = world.events
        kind, size = events.kind[at], float(events.size[at])
        if kind in (Event.PLAYER_HURT, Event.PLAYER_KILLED):
            if len(players) == 1 and events.row[at] == players[0]:  # the other players must not feel it
                self._hold(HIT_SECONDS if kind == Event.PLAYER_HURT else BLAST_SECONDS)
        elif kind == Event.BOSS_STAGE or size >= LARGE_RADIUS:
            away = np.linalg.norm(world.bodies.position[players] - events.position[at], axis=1)
            if (away < NEAR).any():
                self._hold(BLAST_SECONDS)

    def _hold(self, seconds: float) -> None:
        if self._rest <= 0.0:
            self._stop, self._rest = seconds, seconds + GAP_SECONDS

    def pass_time(self, elapsed_s: float) -> float:
        """Advance real time; return the share of it, 0 to 1, that counts for the game."""
        if elapsed_s <= 0.0:
            return 1.0
        stopped = min(self._stop, elapsed_s)
        self._stop -= stopped
        self._rest = max(0.0, self._rest - elapsed_s)
        rate = 1.0 - (1.0 - LAST_RATE) * self._slow / LAST_SECONDS
        self._slow = max(0.0, self._slow - elapsed_s)
        return rate * (1.0 - stopped / elapsed_s)
