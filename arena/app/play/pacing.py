"""Schedules ticks and frames: due ticks first, but at least four frames per second."""

import math
import time
from collections.abc import Callable

FRAME_SECONDS = 0.22
"""Longest time between the beginnings of two frames [s], even while ticks are due.

Together with the running slice of ticks it stays below a quarter of a second.
"""

REST_SHARE = 2.0
"""Growth of the tick budget per second that a frame took beyond `FRAME_SECONDS`."""

SLICE_SECONDS = 0.02
"""Longest slice of ticks [s]; between two slices the window reads keys and mouse."""


class Pacer:
    """Divides real time between ticks and frames.

    A machine that keeps up never notices: no tick is due after a slice, so every slice is followed by a
    frame. A loaded one skips frames until the ticks that the last one held up are worked off.
    """

    def __init__(self, timer: Callable[[], float] = time.perf_counter) -> None:
        self._timer = timer
        self._slice_end = math.inf
        self._frame_began = -math.inf
        self._frame_due = -math.inf

    def begin_slice(self) -> None:
        """Begin a slice of time for ticks."""
        self._slice_end = self._timer() + SLICE_SECONDS

    @property
    def slice_over(self) -> bool:
        """True if ticks must wait for the next slice; without a slice they run without limit."""
        return self._timer() >= self._slice_end

    def wants_frame(self, behind: bool) -> bool:
        """Return whether to draw now.

        Args:
            behind: whether ticks are still due.
        """
        return not behind or self._timer() >= self._frame_due

    def begin_frame(self) -> None:
        """Note that a frame begins."""
        self._frame_began = self._timer()

    def end_frame(self) -> None:
        """Note that a frame is shown; a slow one leaves as much time again to ticks."""
        now = self._timer()
        cost = now - self._frame_began
        rest = min(cost, REST_SHARE * max(0.0, cost - FRAME_SECONDS))
        self._frame_due = max(self._frame_began + FRAME_SECONDS, now + rest)
