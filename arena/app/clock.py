"""When to tick: fixed simulation ticks out of uneven frames. Knows no window and reads no clock itself."""

from arena.tuning import DT

CATCH_UP_TICKS = 6
"""Most ticks in one frame; at fewer than 10 frames a second the game slows down instead of spiralling."""

GAP_SECONDS = 0.5
"""A frame that took longer than this was a suspend or a dragged window: its time is lost, but for one tick.

That one tick keeps the game moving on a machine that needs so long for every frame.
"""

SPEED_SMOOTHING = 0.1
"""Share of a new measurement in the running mean of `speed`."""


class TickClock:
    """Turns readings of a monotonic clock into whole ticks and a remainder.

    `alpha` is how far the present lies between the last tick and the next, 0 to 1: the renderer interpolates
    with it. `speed` is a running mean of game time over real time; below 0.97 the machine is overloaded.
    """

    def __init__(self, dt: float = DT, catch_up: int = CATCH_UP_TICKS) -> None:
        self._dt = dt
        self._catch_up = catch_up
        self._last: float | None = None
        self._owed = 0.0
        self._late = False
        self.speed = 1.0

    @property
    def alpha(self) -> float:
        """Share of a tick that has passed since the last one, 0 to 1."""
        return max(0.0, min(1.0, self._owed / self._dt))

    @property
    def overloaded(self) -> bool:
        """Whether the game runs visibly slower than real time."""
        return self.speed < 0.97

    def advance(self, now: float) -> int:
        """Return how many ticks to run at time `now` [s]; one that stands still or runs back owes none."""
        elapsed = 0.0 if self._last is None else max(0.0, now - self._last)
        self._last = now
        if elapsed > GAP_SECONDS:
            if self._late:
                self._measure(
                    self._dt / elapsed
                )  # two in a row are no suspend but a machine that is too slow
            self._late, self._owed = True, 0.0
            return 1
        self._late = False
        self._owed += elapsed
        due = int(self._owed / self._dt)
        ticks = min(due, self._catch_up)
        self._owed -= due * self._dt
        if elapsed > 0.0:
            self._measure(1.0 if due <= ticks else ticks / due)
        return ticks

    def rest(self) -> None:
        """Forget the time that passes until the next `advance`: the game was paused on purpose."""
        self._last = None
        self._owed = 0.0

    def _measure(self, achieved: float) -> None:
        self.speed += SPEED_SMOOTHING * (achieved - self.speed)
