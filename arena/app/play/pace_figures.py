"""Performance figures of a run in the window: speed, frames per second and frame time by part."""

import math
from typing import Any

from arena.game.stopwatch import Durations
from arena.tuning import DT


class PaceFigures:
    """Collects ticks and frames between two readings of a clock that the caller passes."""

    def __init__(self) -> None:
        self.clear(math.nan)

    def clear(self, now: float) -> None:
        """Reset; begin the measured time at `now` [s]."""
        self.began = self.ended = now
        self.ticks = self.frames = 0
        self.observe_ms, self.view_ms, self.draw_ms = (Durations() for _ in range(3))

    def add_tick(self, observe_ms: float) -> None:
        """Record a tick, and the time that observing it took."""
        self.ticks += 1
        self.observe_ms.add(observe_ms)

    def add_frame(self, view_ms: float, draw_ms: float) -> None:
        """Record a frame's build and draw time."""
        self.frames += 1
        self.view_ms.add(view_ms)
        self.draw_ms.add(draw_ms)

    @property
    def seconds(self) -> float:
        """Real time from `clear` to `ended`."""
        return self.ended - self.began

    def report(self) -> dict[str, Any]:
        """Window's part of a stress report; times in ms, `observe` per tick."""
        seconds = max(1e-9, self.seconds)
        times = {"observe": self.observe_ms, "view": self.view_ms, "draw": self.draw_ms}
        return {
            "seconds": round(self.seconds, 3),
            "speed": round(self.ticks * DT / seconds, 4),
            "frames": self.frames,
            "frames_per_second": round(self.frames / seconds, 2),
            "frame_ms": {name: _percentiles(values) for name, values in times.items()},
        }


def _percentiles(times: Durations) -> dict[str, float]:
    return {f"p{share}": round(times.percentile(share), 4) for share in (50, 95)}
