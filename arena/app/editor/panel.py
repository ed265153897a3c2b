"""Panel at the right: tabs with rows. Mouse, keys and pad each reach everything."""

import math
from collections.abc import Sequence

from arena.app.editor.layout import ROW, TAB
from arena.app.editor.rows import TABS, PanelRow
from arena.app.editor.words import broken, fitted
from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay

SIZE = 24.0
PAD = 18.0
ARROW = 46.0
"""Width of the arrows at both ends of a value, which clicks use to step it."""
VALUE = 190.0
"""Width of a value with its arrows."""
PROBLEM_LINES = 4
LOW, LINE = 34.0, 28.0
"""Room below the rows, and height of each line of problem text there."""


class Panel:
    """The panel's state: tab, rows and selected row, and the input that changes them."""

    def __init__(self) -> None:
        self.tab = "phase"
        self.focused = False
        """True while keys and pad work the rows instead of the planet."""
        self._selected = dict.fromkeys(TABS, 0)
        self._rows: Sequence[PanelRow] = ()
        self._told = 0  # lines of problem text in the last picture

    def fill(self, rows: Sequence[PanelRow]) -> None:
        """Set the rows of the tab."""
        self._rows = rows
        self._selected[self.tab] = self._nearest(self._selected[self.tab])

    def show(self, tab: str) -> None:
        """Show another tab."""
        self.tab = tab

    def next_tab(self, by: int) -> None:
        """Show the next tab."""
        names = list(TABS)
        self.show(names[(names.index(self.tab) + by) % len(names)])

    @property
    def row(self) -> PanelRow | None:
        """The selected row."""
        return self._rows[self._selected[self.tab]] if self._rows else None

    def handle(self, event: Action) -> None:
        """Apply an action to the selected row."""
        if event in (Action.MENU_UP, Action.MENU_DOWN):
            self._move(1 if event is Action.MENU_DOWN else -1)
        elif event in (Action.MENU_LEFT, Action.MENU_RIGHT):
            self.adjust(1 if event is Action.MENU_RIGHT else -1)
        elif event is Action.MENU_ACCEPT and self.row is not None:
            if self.row.act is not None:
                self.row.act()
            else:
                self.adjust(1)

    def adjust(self, by: int) -> None:
        """Change the selected row's value."""
        if self.row is not None and self.row.adjust is not None:
            self.row.adjust(by)

    def click(self, box: Box, point: tuple[float, float]) -> None:
        """Apply a click to a tab or a row."""
        if point[1] >= box.y + box.height - TAB:
            names = list(TABS)
            self.show(names[min(int((point[0] - box.x) / box.width * len(names)), len(names) - 1)])
            return
        number = self._row_at(box, point)
        if number is None or self._rows[number].heading:
            return
        self._selected[self.tab] = number
        row, right = self._rows[number], box.x + box.width - PAD
        if row.adjust is not None and point[0] >= right - VALUE:
            self.adjust(-1 if point[0] < right - VALUE / 2 else 1)
        elif row.act is not None:
            row.act()

    def _row_at(self, box: Box, point: tuple[float, float]) -> int | None:
        number = self._first(box) + math.floor((box.y + box.height - TAB - PAD / 2 - point[1]) / ROW)
        shown = range(self._first(box), min(self._first(box) + self._room(box), len(self._rows)))
        return number if number in shown else None

    def row_box(self, box: Box, label: str) -> Box:
        """Box of a visible row."""
        number = next(number for number, row in enumerate(self._rows) if row.label == label)
        top = box.y + box.height - TAB - PAD / 2 - (number - self._first(box)) * ROW
        return Box(box.x, top - ROW, box.width, ROW)

    def _room(self, box: Box) -> int:
        """Number of rows that fit above the problem text."""
        return max(1, int((box.height - TAB - PAD - LOW - LINE * self._told) / ROW))

    def _first(self, box: Box) -> int:
        """First visible row of a scroll position that shows the selected one."""
        room = self._room(box)
        return max(0, min(self._selected[self.tab] - room // 2, len(self._rows) - room))

    def _move(self, by: int) -> None:
        """Select the next row that is no heading."""
        at = self._selected[self.tab]
        for step in range(1, len(self._rows) + 1):
            number = (at + by * step) % len(self._rows)
            if not self._rows[number].heading:
                self._selected[self.tab] = number
                return

    def _nearest(self, at: int) -> int:
        """Row to select after the former one is gone or has become a heading."""
        if not self._rows:
            return 0
        able = [number for number, row in enumerate(self._rows) if not row.heading]
        return min(able, key=lambda number: abs(number - at), default=0)

    # Drawing

    def draw(self, overlay: Overlay, box: Box, problem: str) -> None:
        """Draw tabs, rows, and any problem text below them."""
        row = self.row
        said = row.problem if row is not None and row.problem else problem
        told = said or self._cut_short(overlay, box)
        lines = broken(overlay, told, 22.0, box.width - 2 * PAD, PROBLEM_LINES) if told else []
        self._told = len(lines)
        overlay.rect(*box, theme.faded(theme.INK, 0.72))
        self._draw_tabs(overlay, box)
        first = self._first(box)
        for place, row in enumerate(self._rows[first : first + self._room(box)]):
            top = box.y + box.height - TAB - PAD / 2 - place * ROW
            self._draw_row(overlay, box, top, row, first + place == self._selected[self.tab])
        more = len(self._rows) - first - self._room(box)
        if more > 0 and not lines:
            overlay.text(f"{more} more below", box.x + box.width / 2, box.y + 14.0, 22.0, theme.DIM, "center")
        for number, line in enumerate(reversed(lines)):
            tone = theme.WARNING if said else theme.TEXT
            overlay.text(line, box.x + PAD, box.y + 14.0 + LINE * number, 22.0, tone)

    def _cut_short(self, overlay: Overlay, box: Box) -> str:
        """Full value of the selected row if it is cut short; the panel shows it below the rows."""
        row = self.row
        if row is None or not row.value or row.adjust is not None:
            return ""
        return row.value if overlay.text_width(row.value, 22.0) > _value_room(overlay, box, row) else ""

    def _draw_tabs(self, overlay: Overlay, box: Box) -> None:
        width, y = box.width / len(TABS), box.y + box.height - TAB
        for number, name in enumerate(TABS):
            x, shown = box.x + number * width, name == self.tab
            if shown:
                strength = 0.3 if self.focused else 0.14
                overlay.rect(x + 3.0, y, width - 6.0, TAB - 6.0, theme.faded(theme.ACCENT, strength), 8.0)
            color = theme.ACCENT if shown else theme.DIM
            overlay.text(name.upper(), x + width / 2, y + 16.0, 22.0, color, "center", spacing=0.08)

    def _draw_row(self, overlay: Overlay, box: Box, top: float, row: PanelRow, chosen: bool) -> None:
        y, right = top - ROW, box.x + box.width - PAD
        if row.heading:
            overlay.text(fitted(overlay, row.label, 22.0, box.width - 2 * PAD), box.x + PAD, y + 12.0, 22.0,
                         theme.DIM, spacing=0.04)  # fmt: skip
            return
        lit = chosen and self.focused
        if chosen:
            overlay.rect(box.x + 6.0, y + 2.0, box.width - 12.0, ROW - 4.0,
                         theme.faded(theme.ACCENT, 0.2 if lit else 0.08), 8.0)  # fmt: skip
        color = theme.WARNING if row.problem else theme.ACCENT if lit else theme.TEXT
        room = box.width - 3 * PAD - (VALUE if row.value else 0.0)
        overlay.text(fitted(overlay, row.label, SIZE, room), box.x + PAD, y + 12.0, SIZE, color)
        if not row.value:
            return
        tone, middle = theme.ACCENT if lit else theme.DIM, right - VALUE / 2
        wide = _value_room(overlay, box, row)
        value = fitted(overlay, row.value, 22.0, wide)
        if overlay.text_width(value, 22.0) > VALUE:
            overlay.text(value, right, y + 13.0, 22.0, tone, "right")
        else:
            overlay.text(value, middle, y + 13.0, 22.0, tone, "center")
        if row.adjust is not None:
            for side, turn in ((-1.0, -math.pi / 2), (1.0, math.pi / 2)):
                overlay.dart(middle + side * (VALUE / 2 - 8.0), y + ROW / 2, 8.0, turn, tone)


def _value_room(overlay: Overlay, box: Box, row: PanelRow) -> float:
    """Width of a row's value; a text takes all that its label leaves."""
    if row.adjust is not None:
        return VALUE - ARROW
    return max(VALUE, box.width - 3 * PAD - overlay.text_width(row.label, SIZE))
