"""Base classes of screens with one menu above the picture of another screen."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from arena.app.input.actions import Action
from arena.app.input.labels import hand_keys
from arena.app.menus import theme
from arena.app.menus.menu import ROW, ROW_LEAST, ROW_LOW, Item, Menu, Place
from arena.app.services import Screen, Services
from arena.render.composite import Composite
from arena.view.overlay.overlay import HEIGHT, Overlay, canvas_height, legible_scale

HEAD, FOOT = 150.0, 96.0
"""Room for the heading above a menu and the key hints below it [virtual px]."""
LOW = 960.0
"""Height below which a picture is low: it has room for the menu only [virtual px]."""
SMALL = (980.0, 540.0)
"""Least width and height of a screen that shows only its menu [virtual px]."""

LOW_HEAD, LOW_SIDE = 72.0, 40.0
"""Room above and beside the menu in a low picture."""

PAGE_ITEM = 320.0
"""Width of the one item of a page to read [virtual px]."""


class MenuScreen(Screen):
    """A screen with one menu."""

    menu: Menu
    score_level = 0.7

    @abstractmethod
    def place(self, overlay_width: float) -> Place:
        """Place of the menu."""

    @abstractmethod
    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Make the picture behind the menu."""

    @abstractmethod
    def decorate(self, overlay: Overlay) -> None:
        """Draw above the backdrop and below the menu."""

    def idle(self, now: float) -> None:
        """Update the backdrop while another menu lies above it."""

    def reading(self) -> Sequence[Item]:
        """Reading rows: text that a low picture shows as menu rows, and a high one beside the menu."""
        return ()

    def _arrange(self) -> None:
        """Add or remove the reading rows when the picture becomes low or high."""
        if self.low != self._low:
            self._low = self.low
            self.rearrange()

    def rearrange(self) -> None:
        """Rebuild the menu's rows for a low or high picture."""
        menu = self.menu
        selected = menu.items[menu.selected]
        own = [item for item in menu.items if item not in self._to_read]
        self._to_read = tuple(self.reading()) if self._low else ()
        menu.items = self.order(self._to_read, own)
        menu.selected = menu.items.index(selected) if selected in menu.items else 0

    def order(self, read: Sequence[Item], own: Sequence[Item]) -> list[Item]:
        """Order reading rows and actions; reading rows come first unless a screen overrides it."""
        return [*read, *own]

    _low = False
    _to_read: tuple[Item, ...] = ()

    def update(self, now: float, events: list[Action]) -> None:
        """Update the backdrop and the menu."""
        self.idle(now)
        self._arrange()
        if not self.listening:
            return
        services = self.services
        width, height = self.canvas
        held = services.controls.is_held(Action.MENU_CLICK)
        self.menu.handle(events, self.place(width), services.pointer(height), held)

    least: ClassVar[tuple[float, float]] = (1400.0, 1080.0)
    """Width and height that the screen's layout needs [virtual px]; letters grow as far as that allows."""

    @property
    def canvas(self) -> tuple[float, float]:
        """Width and height of the picture [virtual px]."""
        width, height = self.services.size
        aspect = max(1, width) / max(1, height)
        high = canvas_height(aspect, legible_scale(self.services.settings.ui_scale, height), self.least)
        return high * aspect, high

    @property
    def low(self) -> bool:
        """True for a low picture, which has room for the menu only."""
        return self.canvas[1] < LOW

    def fit(self, x: float, top: float, width: float, foot: float = FOOT, head: float = HEAD) -> Place:
        """Place of a menu that begins at `top`, or lower in a low picture, with all its rows if they fit.

        Args:
            x: its left end.
            top: where it begins in a picture of the usual height.
            width: of it.
            foot: room to leave below it.
            head: room to leave above it.
        """
        high = self.canvas[1]
        if high < HEIGHT:
            top = high - max(head, high - top)
        room = top - foot
        row = max(ROW_LOW if self.low else ROW_LEAST, min(ROW, room / len(self.menu.items)))
        return Place(x, top, width, max(2, int(room / row + 1e-6)), row)

    def fill(self, overlay_width: float, foot: float = theme.NOTE_HEIGHT + 6.0) -> Place:
        """Place of the menu in a low picture, over its full width."""
        return self.fit(LOW_SIDE, HEIGHT, overlay_width - 2 * LOW_SIDE, foot, LOW_HEAD)

    def hint(self, overlay: Overlay, *keys: tuple[str, str]) -> None:
        """Draw key hints, translated to the player's bindings and device."""
        theme.hint(overlay, hand_keys(self.services.controls, keys))

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw backdrop, decoration and menu."""
        self._arrange()
        frame = self.backdrop(now, size)
        high = self.canvas[1]
        if frame.overlay.height != high:
            frame.below = (*frame.below, frame.overlay)
            frame.overlay = Overlay(frame.overlay.width / frame.overlay.height, high)
        self.decorate(frame.overlay)
        if self.listening:
            self.menu.draw(frame.overlay, self.place(frame.overlay.width), self.centred)
        return frame

    centred = False
    """True to centre the labels of items without a value."""

    @property
    def listening(self) -> bool:
        """True once the menu reacts and is shown."""
        return True

    def status(self) -> Mapping[str, object]:
        """The selected item, and the pixels in the middle of each visible one, from the lower left."""
        width, height = self.canvas
        pixel = self.services.size[1] / height
        boxes = self.menu.boxes(self.place(width)).items() if self.listening else ()
        middles = {label: ((x + w / 2) * pixel, (y + h / 2) * pixel) for label, (x, y, w, h) in boxes}
        return {"item": self.menu.items[self.menu.selected].label, "places": middles}


class MenuAbove(MenuScreen):
    """A menu above another menu's screen, which it owns until that is shown again."""

    saves = False
    """True to save the settings on the way back."""

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services)
        self._parent = parent

    def make_menu(self, items: Iterable[Item] = ()) -> Menu:
        """Make a menu of some items and the one that leads back."""
        return Menu([*items, Item("Back", self.go_back)], self.go_back, self.services.sound)

    def go_back(self) -> None:
        """Show the screen behind."""
        if self.saves:
            self.services.save()
        self.services.go(self._parent)

    def idle(self, now: float) -> None:
        """Update the screen behind."""
        self._parent.idle(now)

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Backdrop of the screen behind."""
        return self._parent.backdrop(now, size)

    @property
    def behind(self) -> bool:
        """True while the screen behind has ticks due."""
        return self._parent.behind

    @property
    def still(self) -> bool:
        """True while the screen behind stands still."""
        return self._parent.still

    def close(self) -> None:
        """Close the screen behind, too."""
        self._parent.close()


class PageAbove(MenuAbove):
    """A page to read above another menu's screen; its only action leads back."""

    centred = True
    least = SMALL
    heading: str
    top: float
    """Upper edge of the item in a high picture [virtual px]."""

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self.menu = self.make_menu()

    @abstractmethod
    def write(self, overlay: Overlay) -> None:
        """Draw the page in a high picture."""

    @abstractmethod
    def about(self, row: int) -> str:
        """Description of a reading row, shown in a low picture."""

    def rearrange(self) -> None:
        """Begin to read at the first row."""
        super().rearrange()
        self.menu.selected = 0

    def place(self, overlay_width: float) -> Place:
        """Place at the bottom; all of a low picture."""
        if self.low:
            return self.fill(overlay_width)
        return Place((overlay_width - PAGE_ITEM) / 2, self.top, PAGE_ITEM)

    def decorate(self, overlay: Overlay) -> None:
        """Draw the page; in a low picture its heading and the selected row's description."""
        if not self.low:
            self.write(overlay)
            return
        row = self.menu.selected
        about = self.about(row) if row < len(self.menu.items) - 1 else ""
        theme.low_page(overlay, self.heading, about, 0.8)
