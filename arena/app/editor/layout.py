"""Layout of the editor's screen [virtual px]."""

from typing import NamedTuple

from arena.render.composite import Viewport
from arena.view.overlay.layout import Box

BAR, TIMELINE, HINT = 64.0, 118.0, 88.0
PALETTE, PANEL = 236.0, 430.0
TAB = 52.0
ROW = 42.0
"""Height of a panel row."""
PIECE = 35.0
"""Height of a palette row."""
EDGE = 10.0
"""Gap between parts."""


LEAST = (1120.0, 620.0)
"""Width and height of the smallest picture that fits all parts."""


class EditorLayout(NamedTuple):
    """Boxes of the parts."""

    bar: Box
    palette: Box
    panel: Box
    timeline: Box
    middle: Box  # the planet


def lay_out(width: float, height: float) -> EditorLayout:
    """Lay out a picture: bar above, palette left, panel right, time line below."""
    low = TIMELINE + HINT
    tall = height - BAR - low
    return EditorLayout(
        Box(0.0, height - BAR, width, BAR),
        Box(0.0, low, PALETTE, tall),
        Box(width - PANEL, low, PANEL, tall),
        Box(0.0, HINT, width, TIMELINE),
        Box(PALETTE, low, width - PALETTE - PANEL, tall),
    )


def view_pixels(middle: Box, scale: float) -> Viewport:
    """Viewport of the planet in window pixels; `scale` is window pixels per virtual pixel."""
    left, bottom = round(middle.x * scale), round(middle.y * scale)
    right, top = round((middle.x + middle.width) * scale), round((middle.y + middle.height) * scale)
    return left, bottom, max(1, right - left), max(1, top - bottom)
