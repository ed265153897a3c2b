"""A bar that moves all the time, from reports that come now and then."""

import math

CATCH_UP_SECONDS = 0.5
"""Time in which most of the way to what was reported is made good [s]."""
CREEP_SECONDS = 14.0
"""The same for the way beyond it, while no report comes [s]."""
CREEP_SHARE = 0.3
"""Share of the remaining work by which the bar may run ahead of the last report."""


class SmoothProgress:
    """Follows reported shares of a work: never back, never still before the end, full only at the end.

    Time is given, never read.
    """

    def __init__(self) -> None:
        self.shown = 0.0
        """Displayed progress, 0 to 1."""
        self._reported = 0.0
        self._last: float | None = None

    def update(self, now: float, reported: float) -> float:
        """Let time pass until `now` [s], when `reported` (0 to 1) of the work is done; returns `shown`."""
        elapsed = 0.0 if self._last is None else max(0.0, now - self._last)
        self._last = now
        self._reported = max(self._reported, min(1.0, reported))
        ahead = 1.0 if self._reported >= 1.0 else self._reported + CREEP_SHARE * (1.0 - self._reported)
        behind = max(0.0, self._reported - self.shown)
        self.shown += behind * (1.0 - math.exp(-elapsed / CATCH_UP_SECONDS))
        self.shown += max(0.0, ahead - self.shown) * (1.0 - math.exp(-elapsed / CREEP_SECONDS))
        return self.shown
