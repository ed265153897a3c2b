"""The profiler overlay (F3): one bar per system, the last seconds of frames as a graph."""

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from arena.view.overlay import RGBA, Overlay

HISTORY = 240
"""Frames that are remembered."""
BUDGET_MS = 1000.0 / 60.0
_COLORS: tuple[RGBA, ...] = (
    (0.36, 0.92, 1.0, 1.0),
    (1.0, 0.66, 0.20, 1.0),
    (0.55, 0.95, 0.55, 1.0),
    (1.0, 0.40, 0.45, 1.0),
    (0.75, 0.55, 1.0, 1.0),
    (1.0, 0.90, 0.45, 1.0),
)
_PANEL: RGBA = (0.01, 0.03, 0.07, 0.82)
_DIM: RGBA = (0.62, 0.74, 0.85, 1.0)
_BRIGHT: RGBA = (0.92, 0.97, 1.0, 1.0)


def _ring() -> deque[float]:
    return deque(maxlen=HISTORY)


@dataclass
class ProfilerData:
    """What the profiler shows; the app calls `record` once a frame."""

    systems_ms: dict[str, deque[float]] = field(default_factory=dict[str, deque[float]])
    frame_ms: deque[float] = field(default_factory=_ring)
    draw_calls: int = 0
    instances: int = 0
    bodies: int = 0
    facts: dict[str, str] = field(default_factory=dict[str, str])
    """Further lines, for example the seed."""

    def record(
        self, systems_ms: dict[str, float], frame_ms: float, draw_calls: int, instances: int, bodies: int
    ) -> None:
        """Remember one frame."""
        for name, value in systems_ms.items():
            self.systems_ms.setdefault(name, _ring()).append(value)
        self.frame_ms.append(frame_ms)
        self.draw_calls, self.instances, self.bodies = draw_calls, instances, bodies


def draw_profiler(overlay: Overlay, data: ProfilerData) -> None:
    """Draw the panel at the left edge, below the score."""
    width, row, left = 470.0, 26.0, 24.0
    height = 300.0 + row * len(data.systems_ms) + row * len(data.facts)
    top = 900.0
    overlay.rect(left, top - height, width, height, _PANEL, 10.0)
    y = top - 40.0
    mean = float(np.mean(data.frame_ms)) if data.frame_ms else 0.0
    rate = 1000.0 / mean if mean > 0.0 else 0.0
    overlay.text(f"{rate:.0f} fps", left + 18, y, 28, _BRIGHT, font="display")
    overlay.text(f"{mean:.1f} ms a frame", left + width - 18, y, 22, _DIM, "right")
    y -= 130.0
    _graph(overlay, data, left + 18, y, width - 36, 110.0)
    y -= 34.0
    y = _systems(overlay, data, left + 18, y, width - 36, row)
    lines = {"draw calls": str(data.draw_calls), "instances": str(data.instances), "bodies": str(data.bodies)}
    for name, value in (lines | data.facts).items():
        overlay.text(name, left + 18, y, 20, _DIM)
        overlay.text(value, left + width - 18, y, 20, _BRIGHT, "right")
        y -= row


def _graph(overlay: Overlay, data: ProfilerData, x: float, y: float, width: float, height: float) -> None:
    overlay.rect(x, y, width, height, (1.0, 1.0, 1.0, 0.04))
    if not data.frame_ms:
        return
    values = np.array(data.frame_ms, np.float32)
    full = max(2.0 * BUDGET_MS, float(values.max()))
    step = width / HISTORY
    places = x + width - step * np.arange(len(values), 0, -1)
    tall = np.clip(values / full, 0.0, 1.0) * height
    for late, color in ((False, _COLORS[0]), (True, _COLORS[3])):
        chosen = (values > BUDGET_MS * 1.2) == late
        overlay.bars(
            places[chosen], np.full(int(chosen.sum()), y), step * 0.8, tall[chosen], (*color[:3], 0.85)
        )
    line = y + height * BUDGET_MS / full
    overlay.line(x, line, x + width, line, 1.5, (1.0, 1.0, 1.0, 0.35))


def _systems(overlay: Overlay, data: ProfilerData, x: float, y: float, width: float, row: float) -> float:
    means = {name: float(np.mean(values)) for name, values in data.systems_ms.items() if values}
    full = max([1.0, *means.values()])
    for index, (name, mean) in enumerate(means.items()):
        color = _COLORS[index % len(_COLORS)]
        overlay.text(name.replace("_", " "), x, y, 20, _DIM)
        overlay.rect(x + 180, y - 1, (width - 260) * min(1.0, mean / full), 13, color, 3)
        overlay.text(f"{mean:.2f} ms", x + width, y, 20, _BRIGHT, "right")
        y -= row
    return y - 6.0
