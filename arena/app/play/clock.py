"""Fixed time step: simulation ticks from uneven frame times. Knows no window and reads no clock itself."""

import math

from arena.tuning import DT

DEBT_TICKS = 15
"""Maximum of due ticks, a quarter of a second; a slower machine drops the rest."""

GAP_SECONDS = 0.5
"""Frame time from which a frame counts as a suspend or a dragged window: only one tick of it counts.

Several in a short time are a machine that is too slow; their time counts.
"""
OFTEN_SECONDS = 2.0
"""Time between two gaps below which they count as a slow machine's."""

SPEED_SECONDS = 1.0
"""Time over which the running mean `speed` forgets [s]."""


class TickClock:
    """Turns readings of a monotonic clock into whole ticks and a remainder.

    `advance` passes the time, `take` takes one of the `due` ticks; ticks not taken stay due until the next
    reading. `alpha` is the position of the present between the last tick and the next, 0 to 1, for
    interpolation. `speed` is a running mean of game time over wanted time; below 0.97 the machine is
    overloaded.
    """

    def __init__(self) -> None:
        self._last: float | None = None
        self._owed = 0.0
        self._gap_ended = -math.inf
        self.speed = 1.0
        self.rate = 1.0
        """Wanted game time per second of real time: below 1 slow motion, above 1 a fast replay, whose limit
        of due ticks grows with it."""

    @property
    def alpha(self) -> float:
        """Share of a tick that has passed since the last one, 0 to 1; 1 while ticks are due."""
        return max(0.0, min(1.0, self._owed / DT))

    @property
    def due(self) -> int:
        """Number of ticks that are due."""
        return int(self._owed / DT)

    @property
    def overloaded(self) -> bool:
        """True while the game runs visibly slower than real time."""
        return self.speed < 0.97

    def elapsed(self, now: float) -> float:
        """Time since the last reading [s]; 0 for a clock that stands still or runs back."""
        return 0.0 if self._last is None else max(0.0, now - self._last)

    def advance(self, now: float, share: float = 1.0) -> None:
        """Advance to `now` [s]; only a `share` of the time, 0 to 1, counts for the game."""
        elapsed = self.elapsed(now)
        self._last = now
        if elapsed > GAP_SECONDS:
            often = now - elapsed - self._gap_ended < OFTEN_SECONDS
            self._gap_ended = now
            if not often:
                self._owed = DT
                return
        wanted = elapsed * self.rate * share
        self._owed += wanted
        lost = max(0.0, self._owed - DEBT_TICKS * DT * max(1.0, self.rate))
        self._owed -= lost
        if wanted > 0.0:
            share = 1.0 - math.exp(-elapsed / SPEED_SECONDS)
            self.speed += share * (1.0 - lost / wanted - self.speed)

    def take(self) -> None:
        """Take one due tick."""
        self._owed = max(0.0, self._owed - DT)

    def rest(self) -> None:
        """Drop due ticks and the time until the next `advance`: the game is paused."""
        self._last = None
        self._owed = 0.0
