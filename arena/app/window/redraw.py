"""Frame pacing of the window: caps the frame rate and draws still pictures rarely. Knows no window."""

import math

STILL_SECONDS = 0.25
"""Time between two frames of a still picture: enough for changes that no input announces."""


class Redraw:
    """Decides frame by frame. The caller passes the time."""

    def __init__(self) -> None:
        self._due = -math.inf  # due time of the next frame
        self._still_due = -math.inf  # due time of the next still frame
        self._shown: object = None

    def is_due(self, now: float, seconds: float) -> bool:
        """Return whether a frame may begin at `now` [s] for an average frame time of `seconds`."""
        if now < self._due:
            return False
        self._due = max(self._due + seconds, now)
        return True

    def wants(self, now: float, still: bool, shown: object) -> bool:
        """Return whether to draw a picture at `now` [s].

        Args:
            now: not less than in the last call.
            still: whether it changes with `shown` only.
            shown: equal as long as the same is shown.
        """
        if still and shown == self._shown and now < self._still_due:
            return False
        self._shown, self._still_due = shown, now + STILL_SECONDS
        return True
