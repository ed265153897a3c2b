"""Viewports of players who share a window."""

from collections.abc import Sequence

from arena.app.menus import theme
from arena.render.composite import Viewport
from arena.view.overlay.layout import Box, Pane
from arena.view.overlay.overlay import HEIGHT, RGBA, Overlay

WIDE = 1.3
"""Aspect ratio from which two players are side by side instead of one above the other."""

BORDER = 4.0
"""Width of the line between two views [virtual px]."""
BORDER_COLOR: RGBA = theme.faded(theme.ACCENT, 0.55)


def split(size: tuple[int, int], players: int, opened: float = 1.0) -> list[Viewport]:
    """Split a window of `size` [px] among 1 to 4 players: whole, halves, or quarters.

    The views of one window differ in size by a pixel at most, which is fair. Before they are
    `opened` all the way (1) the first one has more of it, up to the whole (0).
    """
    if players == 1:
        return [(0, 0, *size)]
    columns, rows = (2, 2) if players > 2 else (2, 1) if size[0] >= WIDE * size[1] else (1, 2)
    across, above = _edges(size[0], columns, opened), _edges(size[1], rows, opened)
    above = [size[1] - edge for edge in reversed(above)]
    cells = [
        (across[column], above[row], across[column + 1] - across[column], above[row + 1] - above[row])
        for row in reversed(range(rows))
        for column in range(columns)
    ]
    return cells[:players]


def _edges(length: int, parts: int, opened: float) -> list[int]:
    """Edges of the parts of a length; the first part shrinks last."""
    inner = [round(length - (length - length * part // parts) * opened) for part in range(1, parts)]
    return [0, *inner, length]


def draw_borders(overlay: Overlay, viewports: Sequence[Viewport], size: tuple[int, int]) -> None:
    """Draw borders between views, on the common overlay."""
    scale = overlay.height / max(1, size[1])
    for x in sorted({left for left, _, _, _ in viewports} - {0}):
        overlay.rect(x * scale - BORDER / 2, 0.0, BORDER, overlay.height, BORDER_COLOR)
    for y in sorted({bottom for _, bottom, _, _ in viewports} - {0}):
        overlay.rect(0.0, y * scale - BORDER / 2, overlay.width, BORDER, BORDER_COLOR)


def panes_of(viewports: Sequence[Viewport]) -> list[Pane]:
    """Layout of each view in its window: views at the left keep their HUD at the left edge."""
    if len(viewports) == 1:
        return [Pane.WHOLE]
    furthest = max(left for left, _, _, _ in viewports)
    return [Pane.LEFT if left < furthest else Pane.RIGHT for left, _, _, _ in viewports]


def project_box(
    box: Box, viewport: Viewport, size: tuple[int, int], heights: tuple[float, float] = (HEIGHT, HEIGHT)
) -> Box:
    """Box of a view's overlay in the common overlay; `heights` of both [virtual px]."""
    left, bottom, _, height = viewport
    pixel = heights[1] / max(1, size[1])  # [virtual px] of the layer
    scale = height * pixel / heights[0]
    return Box(
        left * pixel + box.x * scale, bottom * pixel + box.y * scale, box.width * scale, box.height * scale
    )
