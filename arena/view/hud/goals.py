"""A goal at the upper edge: words on a slim bar, as a boss and an objective have them."""

from collections.abc import Callable

from arena.view.overlay.layout import Line, Rank, Slot, hud_corners
from arena.view.overlay.overlay import RGBA, Overlay

SIZE, SPACING = 22.0, 0.12
WIDTH, LEAST = 560.0, 300.0
"""Length of a bar where there is room, and the least [virtual px]."""
DEPTH, HEIGHT, GAP = 6.0, 44.0, 24.0
"""Of the bar; of the line; between the words at its two ends [virtual px]."""


def add_goal(
    overlay: Overlay,
    name: str,
    color: RGBA,
    aside: float,
    draw: Callable[[float, float, float, float], object],
) -> None:
    """Add a line with a name on the left.

    Args:
        overlay: target.
        name: above the left end of the bar.
        color: of the name.
        aside: width of what `draw` writes above the right end [virtual px].
        draw: draws that and the bar: the bar's lower left corner, its length, and how large, 1 or less.
    """
    words = overlay.text_width(name, SIZE, spacing=SPACING) + GAP + aside
    room = overlay.width - 2 * max(corner.width for corner in hud_corners(overlay.width, overlay.height)[:2])
    width = max(LEAST, words, min(WIDTH, room - 20.0))

    def place(middle: float, bottom: float, scale: float) -> None:
        left, y = middle - width / 2 * scale, bottom + 4.0 * scale
        overlay.text(name, left, y + 16.0 * scale, SIZE * scale, color, spacing=SPACING)
        draw(left, y, width * scale, scale)

    overlay.add_line(Line(Slot.TOP, Rank.GOAL, width + 12.0, HEIGHT, place))
