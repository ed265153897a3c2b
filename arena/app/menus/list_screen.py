"""Base class of list screens: columns and pages above the title's planet.

Up and down choose a row, left and right turn the page, accepting a row runs its action. The mouse turns pages
with the arrows beside the page number.
"""

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.app.menus import theme
from arena.app.menus.menu import ROW, Item, Place
from arena.app.menus.menu_screen import SMALL, MenuAbove, MenuScreen
from arena.app.services import Services
from arena.view.overlay.overlay import Overlay

WIDTH = 1300.0
TOP = 790.0
ROWS = 8
"""Rows of a page."""
INSET = 28.0
TEXT_SIZE, HEADING_SIZE = 28.0, 22.0


class Column(NamedTuple):
    """One column of a list."""

    heading: str
    share: float  # position of its text as a share of the width
    anchor: str = "left"


class ListRow(NamedTuple):
    """A row and the action of choosing it."""

    cells: Sequence[str]
    choose: Callable[[], None]
    marked: bool = False


class Page(NamedTuple):
    """Rows of one page."""

    title: str
    rows: Sequence[ListRow]


class ListScreen(MenuAbove):
    """Shows the result of `pages` as soon as it is known."""

    heading = ""
    columns: tuple[Column, ...] = ()
    empty = ""
    """Text for an empty list."""
    foremost = (0, 1)
    """Columns of the two cells that a low picture shows."""
    least = SMALL
    verb = "watch"
    """Verb for accepting a row."""

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._pages: list[Page] | None = None
        self._page = 0
        self.menu = self.make_menu()

    @abstractmethod
    def pages(self) -> list[Page] | None:
        """Pages to list; None while they are not known."""

    def reload(self) -> None:
        """Ask for the pages again at the next update."""
        self._pages = None

    @property
    def title(self) -> str:
        """Title of the current page; "" before there is one."""
        return self._pages[self._page].title if self._pages else ""

    def show_page(self, number: int) -> None:
        """Show a page, from 0; wraps around."""
        assert self._pages is not None
        self._page = number % max(1, len(self._pages))
        rows = self._pages[self._page].rows if self._pages else ()
        items = [self._item(row) for row in rows]
        if len(self._pages) > 1:
            label = f"Page {self._page + 1} of {len(self._pages)}" if self.low else ""
            items.append(Item(label, lambda: self._turn(1), adjust=self._turn))
        items.append(Item("Back", self.go_back))
        self.menu.items = items
        self.menu.selected = min(self.menu.selected, len(items) - 1)

    def _item(self, row: ListRow) -> Item:
        """Menu item of a row; in a high picture its label is empty and the page draws the text."""
        if not self.low:
            return Item("", row.choose, adjust=self._turn)
        label, value = (row.cells[number] for number in self.foremost)
        return Item(label, row.choose, lambda: value, self._turn, wide=True)

    def rearrange(self) -> None:
        """Put the rows' text into the menu, or leave it to the page."""
        if self._pages is not None:
            self.show_page(self._page)

    def idle(self, now: float) -> None:
        """Update the screen behind, and load the pages once they are known."""
        super().idle(now)
        if self._pages is None and (pages := self.pages()) is not None:
            self._pages = pages
            self.show_page(self._page if self._page < len(pages) else 0)

    def _turn(self, direction: int) -> None:
        on_row = self.menu.selected < len(self.menu.items) - 2
        self.show_page(self._page + direction)
        if not on_row:
            self.menu.selected = max(0, len(self.menu.items) - 2)

    def place(self, overlay_width: float) -> Place:
        """Place in the middle."""
        if self.low:
            return self.fill(overlay_width)
        width = min(WIDTH, overlay_width - 80.0)
        return Place((overlay_width - width) / 2, TOP, width)

    def decorate(self, overlay: Overlay) -> None:
        """Draw heading, columns and rows; the menu draws only the selection."""
        if self.low:
            self._decorate_low(overlay)
            return
        place = self.place(overlay.width)
        theme.veil(overlay, 0.8)
        theme.heading(overlay, self.heading, place.x + INSET - 4.0, 950.0, 76.0)
        page = self._pages[self._page] if self._pages else None
        if page is None:
            line = "One moment" if self._pages is None else self.empty
            overlay.text(line, overlay.width / 2, 560.0, 32.0, theme.DIM, "center")
        else:
            self._draw_page(overlay, place, page)
        pairs = [("esc", "back")]
        if page is not None:
            pairs = [("up down", "choose"), ("enter", self.verb), *pairs]
        if self._pages is not None and len(self._pages) > 1:
            pairs.insert(1, ("left right", "turn the page"))
        self.hint(overlay, *pairs)

    def _decorate_low(self, overlay: Overlay) -> None:
        """Draw the page of a low picture: its name, and all cells of the selected row below the menu."""
        line = "One moment" if self._pages is None else "" if self._pages else self.empty
        page, chosen = self._pages[self._page] if self._pages else None, self.menu.selected
        if page is not None and chosen < len(page.rows):
            line = self.told(page.rows[chosen])
        theme.low_page(overlay, self.title or self.heading, line, 0.8)

    def told(self, row: ListRow) -> str:
        """All cells of a row in one text."""
        cells = ((column, cell) for column, cell in zip(self.columns, row.cells, strict=True) if cell)
        return ", ".join(f"{column.heading.lower()} {cell}".strip() for column, cell in cells)

    def _draw_page(self, overlay: Overlay, place: Place, page: Page) -> None:
        overlay.text(page.title, place.x + INSET, 870.0, 36.0, theme.ACCENT, font="display")
        height = ROW * len(page.rows) + 60.0
        box = (place.x, TOP - ROW * len(page.rows) - 8.0, place.width, height)
        overlay.rect(*box, theme.faded(theme.INK, 0.6), 14.0)
        for column in self.columns:
            x = self._column_x(place, column)
            overlay.text(column.heading, x, TOP + 14.0, HEADING_SIZE, theme.DIM, column.anchor, spacing=0.15)
        for number, row in enumerate(page.rows):
            chosen = number == self.menu.selected
            color = theme.ACCENT if chosen else theme.WARNING if row.marked else theme.TEXT
            y = TOP - (number + 0.5) * ROW - TEXT_SIZE * 0.34
            for column, cell in zip(self.columns, row.cells, strict=True):
                overlay.text(cell, self._column_x(place, column), y, TEXT_SIZE, color, column.anchor)
        if self._pages is not None and len(self._pages) > 1:
            self._draw_turner(overlay, place, len(page.rows))

    def _column_x(self, place: Place, column: Column) -> float:
        return place.x + INSET + column.share * (place.width - 2 * INSET)

    def _draw_turner(self, overlay: Overlay, place: Place, row: int) -> None:
        """Draw the page number between two arrows that turn pages."""
        assert self._pages is not None
        middle, y = place.x + place.width / 2, TOP - (row + 0.5) * ROW
        color = theme.ACCENT if self.menu.selected == row else theme.DIM
        text = f"{self._page + 1} of {len(self._pages)}"
        overlay.text(text, middle, y - TEXT_SIZE * 0.34, TEXT_SIZE, color, "center")
        for side in (-1, 1):
            overlay.dart(middle + side * 110.0, y, 12.0, side * math.pi / 2, color)

    def status(self) -> dict[str, object]:
        """The listed page and the selected row."""
        pages = self._pages or []
        page = pages[self._page] if pages else None
        rows = page.rows if page is not None else ()
        chosen = self.menu.selected
        return {
            "item": " ".join(rows[chosen].cells) if chosen < len(rows) else self.menu.items[chosen].label,
            "page": page.title if page is not None else "",
            "rows": len(rows),
        }
