"""Which frames of the window are drawn: none too many, few of a still picture. Knows no window."""

import math

STILL_SECONDS = 0.25
"""Time between two frames of a picture that stands still: enough for what no input announces."""


class Redraw:
    """Decides frame by frame. Time is given, never read."""

    def __init__(self) -> None:
        self._due = -math.inf  # of the next frame
        self._still_due = -math.inf  # of the next frame of what stands still
        self._shown: object = None

    def is_due(self, now: float, seconds: float) -> bool:
        """Whether a frame may begin at `now` [s], of which one comes every so many `seconds` on average."""
        if now < self._due:
            return False
        self._due = max(self._due + seconds, now)
        return True

    def wants(self, now: float, still: bool, shown: object) -> bool:
        """Whether a picture is drawn at `now` [s].

        Args:
            now: not less than in the last call.
            still: whether it changes with `shown` only.
            shown: equal as long as the same is shown.
        """
        if still and shown == self._shown and now < self._still_due:
            return False
        self._shown, self._still_due = shown, now + STILL_SECONDS
        return True
