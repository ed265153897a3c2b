"""Signs: pictograms of strokes, as rows of the catalogue give them.

Each lies upon a soft dark edge of its own, as letters do: signs need no plate.
"""

from itertools import pairwise

from arena.catalogue.kind_row import Sign
from arena.view.overlay.overlay import RGBA, Overlay

SHADE = (0.0, 0.01, 0.03)
"""Colour of the edge."""
SHADE_LIGHT, SHADE_WIDTH = 0.8, 2.8
"""Its opacity, and its width [virtual px]."""
STROKE, STROKE_LEAST = 0.2, 2.8
"""Width of a stroke over the sign's half size, and the least [virtual px]."""
SHIP: Sign = (((0.0, 1.0), (0.75, -0.85), (0.0, -0.45), (-0.75, -0.85), (0.0, 1.0)),)
"""A player's ship."""
WINGMAN: Sign = (
    ((0.0, 1.0), (0.0, -0.5)), ((-0.75, 0.3), (-0.75, -0.9)), ((0.75, 0.3), (0.75, -0.9)),
    ((-0.75, -0.4), (0.0, 0.2), (0.75, -0.4)),
)  # fmt: skip
"""A companion's ship: two pods beside a nose."""
SHARD: Sign = (((0.0, 1.0), (0.6, 0.0), (0.0, -1.0), (-0.6, 0.0), (0.0, 1.0)),)


def draw_sign(
    overlay: Overlay, sign: Sign, x: float, y: float, size: float, color: RGBA, bold: float = 1.0
) -> None:
    """Draw a sign of half size `size` [virtual px] around (x, y); `bold` widens its strokes."""
    width = max(size * STROKE, STROKE_LEAST) * bold
    shade = (*SHADE, SHADE_LIGHT * color[3])
    for wider, tone in ((2.0 * SHADE_WIDTH, shade), (0.0, color)):
        for stroke in sign:
            for begin, end in pairwise((x + size * right, y + size * up) for right, up in stroke):
                overlay.line(*begin, *end, width + wider, tone)


def draw_bar(
    overlay: Overlay, x: float, y: float, length: float, share: float, high: float, color: RGBA
) -> None:
    """Draw a bar from its lower left corner, filled to `share`, upon a dark edge."""
    edge, round_by = SHADE_WIDTH, high / 2
    overlay.rect(
        x - edge, y - edge, length + 2 * edge, high + 2 * edge, (*SHADE, SHADE_LIGHT), round_by + edge
    )
    overlay.rect(x, y, length, high, (*color[:3], 0.25 * color[3]), round_by)
    if share > 0.0:
        overlay.rect(x, y, max(high, length * min(share, 1.0)), high, color, round_by)
