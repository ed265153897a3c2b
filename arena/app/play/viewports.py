"""Viewports of players who share a window."""

import math
from collections.abc import Sequence

from arena.app.menus import theme
from arena.render.composite import Viewport
from arena.view.overlay.layout import Box, Pane
from arena.view.overlay.overlay import HEIGHT, RGBA, Overlay

WIDE = 1.3
"""Aspect ratio from which two players are side by side instead of one above the other."""

OPEN_RATE = 1.1
"""Speed of an edge between panes, in widths of the window [1/s]."""
BORDER = 4.0
"""Width of the line between two views [virtual px]."""
BORDER_COLOR: RGBA = theme.faded(theme.ACCENT, 0.55)


class PaneGrid:
    """Two columns and two rows of panes, whose edges slide out of the picture where a side is empty.

    A pane stays in its cell: 0 and 1 above, 2 and 3 below. Of two panes the second moves beside the first, or
    below it in a narrow window.
    """

    def __init__(self) -> None:
        self._cells: dict[int, int] = {}  # by the first player of a pane
        self._edges: tuple[float, float] | None = None  # shares of the left column and of the upper row
        self.settled = True
        """True while no edge moves."""
        self.spare: list[Viewport] = []
        """Cells without a pane."""

    def lay_out(
        self, size: tuple[int, int], panes: Sequence[int], elapsed_s: float = math.inf
    ) -> dict[int, Viewport]:
        """Viewports of panes, by their first players; a pane that is gone keeps one until it is covered."""
        before = self._cells
        self._cells = cells = self._place(panes, size[0] >= WIDE * size[1])
        goal = _share({cell % 2 for cell in cells.values()}), _share({cell // 2 for cell in cells.values()})
        step = OPEN_RATE * elapsed_s
        across, down = (
            goal if self._edges is None else map(lambda at, to: _approach(at, to, step), self._edges, goal)
        )
        self._edges, self.settled = (across, down), (across, down) == goal
        column, row = round(size[0] * across), round(size[1] * down)
        xs, ys = (0, column, size[0]), (size[1], size[1] - row, 0)
        boxes = [(xs[x], ys[y + 1], xs[x + 1] - xs[x], ys[y] - ys[y + 1]) for y in range(2) for x in range(2)]
        taken = set(cells.values())
        closing = {
            owner: cell for owner, cell in before.items()
            if owner not in cells and cell not in taken and not self.settled and _closes(cell, goal)
        }  # fmt: skip
        taken |= set(closing.values())
        self.spare = [boxes[cell] for cell in range(4) if cell not in taken and min(boxes[cell][2:]) > 0]
        self._cells = cells | closing
        return {owner: boxes[cell] for owner, cell in sorted(self._cells.items())}

    def _place(self, panes: Sequence[int], wide: bool) -> dict[int, int]:
        """Cells of panes: as before, as far as they stand side by side."""
        cells = {owner: self._cells[owner] for owner in panes if owner in self._cells}
        home = len(panes) > 2
        for owner in panes:
            if owner not in cells:
                free = [cell for cell in range(4) if cell not in cells.values()]
                cells[owner] = owner if home and owner in free else free[0]
        if len(panes) == 2:
            first, second = panes
            cells[second] = cells[first] ^ (1 if wide else 2)
        return cells


def _share(sides: set[int]) -> float:
    """Share of the first side of two, of which those have panes."""
    return 0.5 if len(sides) == 2 else 1.0 - sides.pop()


def _closes(cell: int, goal: tuple[float, float]) -> bool:
    """True if a cell has no room once the edges have arrived."""
    column, row = cell % 2, cell // 2
    return goal[0] == 1.0 - (column == 0) or goal[1] == 1.0 - (row == 0)


def _approach(value: float, goal: float, step: float) -> float:
    return value + max(-step, min(step, goal - value))


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
