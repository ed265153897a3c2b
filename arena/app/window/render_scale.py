"""Dynamic render scale: as many pixels of the scene as the frame time allows.

`Graphics` passes the draw time of each frame, and draws the next one at `share`. The scale falls quickly, and
rises only after a time in which the larger one would have fitted (hysteresis). The cost of more pixels is
bounded, as draw time grows no faster than their number, so a steady load causes no oscillation. The caller
passes the time.
"""

from collections import deque

import numpy as np

STEPS = (1.0, 0.85, 0.7, 0.5)
"""Render scales along each axis."""
LOOK_SECONDS = 0.5
"""Length of the window of frames that decide together, so that a single slow one does not count."""
CALM_SECONDS = 4.0
"""Time without overload before the scale rises."""
ROOM = 0.8
"""Share of the budget that more pixels may take."""
FRAMES_LEAST = 5
SLOW_SHARE = 75
"""Percentile of the frames in a look that has to be within the budget."""


class RenderScale:
    """Adapts the scale to the time that drawing takes."""

    def __init__(self, steps: tuple[float, ...] = STEPS, coarse: bool = False) -> None:
        """Begin with all pixels, or with the fewest; `steps` are the allowed scales, descending from 1."""
        self._steps = steps
        self._step = len(steps) - 1 if coarse else 0
        self._times: deque[float] = deque(maxlen=240)
        self._began = -np.inf  # start of this look
        self._pressed = -np.inf  # last time at which more pixels would have been too many

    @property
    def share(self) -> float:
        """Render scale along each axis."""
        return self._steps[self._step]

    def note(self, drawn_ms: float, budget_ms: float, now: float) -> None:
        """Record a frame.

        Args:
            drawn_ms: what drawing it took at `share`.
            budget_ms: what it may take.
            now: the time [s].
        """
        if not self._times:
            self._began = now
        self._times.append(drawn_ms)
        if now - self._began >= LOOK_SECONDS and len(self._times) >= FRAMES_LEAST:
            self._decide(float(np.percentile(self._times, SLOW_SHARE)), budget_ms, now)
            self._times.clear()

    def _decide(self, slow_ms: float, budget_ms: float, now: float) -> None:
        if slow_ms > budget_ms:
            self._pressed = now
            self._step = min(self._step + 1, len(self._steps) - 1)
            return
        finer = self._steps[max(0, self._step - 1)]
        if slow_ms * (finer / self.share) ** 2 > ROOM * budget_ms:
            self._pressed = now
        elif now - self._pressed >= CALM_SECONDS:
            self._pressed = now
            self._step = max(0, self._step - 1)
