"""Menu: a column of items. Mouse, keyboard and gamepad each reach everything. Knows no screen or window."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.sound.effects import Sound
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay

ROW, ROW_LEAST, ROW_LOW = 68.0, 50.0, 40.0
"""Height of an item: the usual, and the least of a long menu in a high and in a low picture [virtual px]."""

SIZE, SIZE_SHARE = 36.0, 0.6
"""Maximum size of letters [virtual px], and their share of a row."""
SMALLEST = 22.0
"""Minimum size of a value's letters [virtual px]."""
BAR_WIDTH = 220.0
ARROW_ROOM = 24.0
"""Room for the arrow at each end of a choice [virtual px]."""
STEPS = 10
"""Steps of a slider per unit, for keys."""
MOUSE_STEPS = 20
"""Steps of a slider per unit, for the mouse."""


@dataclass
class Item:
    """Item of a menu. Missing callbacks disable the operation: an item without `adjust` has no value."""

    label: str
    activate: Callable[[], None] | None = None
    value: Callable[[], str] | None = None
    adjust: Callable[[int], None] | None = None
    share: Callable[[], float] | None = None
    set_share: Callable[[float], None] | None = None
    wide: bool = False  # true if its value may take all the room beside the label
    warn: Callable[[], bool] | None = None  # true while it has a problem
    help: str = ""  # description in a sentence


def slider(
    label: str,
    get: Callable[[], float],
    put: Callable[[float], None],
    least: float = 0.0,
    most: float = 1.0,
    steps: int = STEPS,
) -> Item:
    """Make an item for a number from `least` to `most`."""

    def put_within(value: float, steps: int = steps) -> None:
        put(max(least, min(most, round(value * steps) / steps)))

    return Item(
        label,
        value=lambda: f"{get():.0%}",
        adjust=lambda direction: put_within(get() + direction / steps),
        share=lambda: (get() - least) / (most - least),
        set_share=lambda share: put_within(least + share * (most - least), MOUSE_STEPS),
    )


def options(label: str, names: Sequence[str], get: Callable[[], str], put: Callable[[str], None]) -> Item:
    """Make an item for one of several names; accepting it takes the next one."""

    def adjust(direction: int) -> None:
        at = names.index(get()) if get() in names else 0
        put(names[(at + direction) % len(names)])

    return Item(label, lambda: adjust(1), get, adjust)


def toggle(label: str, get: Callable[[], bool], put: Callable[[bool], None]) -> Item:
    """Make an item for on or off."""
    return options(label, ("off", "on"), lambda: "on" if get() else "off", lambda name: put(name == "on"))


@dataclass(frozen=True)
class Place:
    """Place of a menu: left end and top of its first row, and its width [virtual px]."""

    x: float
    y: float
    width: float
    rows: int = 1000  # visible rows; a longer menu scrolls
    high: float = ROW  # height of a row

    def row(self, number: int) -> Box:
        """Box of a visible row, from 0."""
        return Box(self.x, self.y - (number + 1) * self.high, self.width, self.high)

    @property
    def size(self) -> float:
        """Size of its letters [virtual px]."""
        return min(SIZE, SIZE_SHARE * self.high)


class Menu:
    """Items, the selection, and the input that changes them."""

    def __init__(
        self, items: Sequence[Item], back: Callable[[], None], feedback: Callable[[Sound], None]
    ) -> None:
        self.items = list(items)
        self.selected = 0
        self._first = 0  # first visible row
        self._back = back
        self._feedback = feedback
        self._pointer = (math.nan, math.nan)
        self._dragged: Item | None = None

    def handle(
        self, events: Iterable[Action], place: Place, pointer: tuple[float, float], clicking: bool
    ) -> None:
        """Apply input.

        Args:
            events: actions since the last call, in order.
            place: where the menu is drawn.
            pointer: the mouse [virtual px].
            clicking: whether the mouse button is down, for sliders that are dragged.
        """
        self._hover(place, pointer)
        for event in events:
            self._react(event, place, pointer)
        if not clicking:
            self._dragged = None
        elif self._dragged is not None and self._dragged.set_share is not None:
            self._dragged.set_share(_share_at(place, pointer[0]))

    def draw(self, overlay: Overlay, place: Place, centred: bool = False) -> None:
        """Draw all rows; highlight the selected one."""
        self._scroll(place)
        for index, item in enumerate(self.items[self._first : self._first + place.rows]):
            self._draw_row(overlay, place, self._first + index, item, centred)
        if len(self.items) > place.rows:
            self._draw_scroll(overlay, place)

    def shown(self, place: Place) -> int:
        """Number of visible rows."""
        return min(place.rows, len(self.items))

    def boxes(self, place: Place) -> dict[str, Box]:
        """Boxes of the visible rows by their labels."""
        self._scroll(place)
        items = self.items[self._first : self._first + place.rows]
        return {item.label: place.row(number) for number, item in enumerate(items)}

    def row_at(self, place: Place, pointer: tuple[float, float]) -> int | None:
        """Return the row under the pointer."""
        self._scroll(place)
        x, y = pointer
        if not place.x <= x <= place.x + place.width:
            return None
        row = math.floor((place.y - y) / place.high) if math.isfinite(y) else -1
        return self._first + row if 0 <= row < self.shown(place) else None

    def _scroll(self, place: Place) -> None:
        """Scroll so that the selected row and its neighbour are visible."""
        last = len(self.items) - place.rows
        margin = min(1, (place.rows - 1) // 2)
        least, most = self.selected - place.rows + 1 + margin, self.selected - margin
        self._first = max(0, min(last, max(least, min(most, self._first))))

    def _draw_scroll(self, overlay: Overlay, place: Place) -> None:
        """Draw the scroll bar at the right."""
        x, height = place.x + place.width + 6.0, place.high * place.rows - 8.0
        share = height / len(self.items)
        bottom = place.y - 4.0 - share * (self._first + place.rows)
        overlay.rect(x, place.y - 4.0 - height, 6.0, height, theme.faded(theme.TEXT, 0.12), 3.0)
        overlay.rect(x, bottom, 6.0, share * place.rows, theme.faded(theme.ACCENT, 0.7), 3.0)

    def _hover(self, place: Place, pointer: tuple[float, float]) -> None:
        moved = pointer != self._pointer and not math.isnan(self._pointer[0])
        self._pointer = pointer
        row = self.row_at(place, pointer)
        if moved and row is not None and self._dragged is None:
            self._select(row)

    def _select(self, row: int) -> None:
        if row != self.selected:
            self.selected = row
            self._feedback(Sound.MENU_MOVE)

    def _react(self, event: Action, place: Place, pointer: tuple[float, float]) -> None:
        item = self.items[self.selected]
        if event in (Action.MENU_UP, Action.MENU_DOWN):
            self._select((self.selected + (1 if event is Action.MENU_DOWN else -1)) % len(self.items))
        elif event in (Action.MENU_LEFT, Action.MENU_RIGHT):
            self._adjust(item, 1 if event is Action.MENU_RIGHT else -1)
        elif event is Action.MENU_ACCEPT:
            self._accept(item)
        elif event is Action.MENU_BACK:
            self._feedback(Sound.MENU_MOVE)
            self._back()
        elif event is Action.MENU_CLICK:
            self._click(place, pointer)

    def _click(self, place: Place, pointer: tuple[float, float]) -> None:
        row = self.row_at(place, pointer)
        if row is None:
            return
        self.selected = row
        item = self.items[row]
        if item.set_share is not None:
            self._dragged = item
            item.set_share(_share_at(place, pointer[0]))
        elif item.adjust is not None and _in_left_arrow(place, pointer[0]):
            self._adjust(item, -1)
        else:
            self._accept(item)

    def _accept(self, item: Item) -> None:
        if item.activate is not None:
            self._feedback(Sound.MENU_ACCEPT)
            item.activate()

    def _adjust(self, item: Item, direction: int) -> None:
        if item.adjust is not None:
            item.adjust(direction)
            self._feedback(Sound.MENU_MOVE)

    def _draw_row(self, overlay: Overlay, place: Place, index: int, item: Item, centred: bool) -> None:
        _, bottom, _, high = place.row(index - self._first)
        size = place.size
        chosen = index == self.selected
        warned = item.warn is not None and item.warn()
        color = theme.WARNING if warned else theme.ACCENT if chosen else theme.TEXT
        if chosen:
            inset = 0.06 * high
            overlay.rect(
                place.x, bottom + inset, place.width, high - 2 * inset, theme.faded(theme.ACCENT, 0.13), 10.0
            )
            overlay.rect(place.x, bottom + 0.2 * high, 5.0, 0.6 * high, theme.ACCENT, 2.5)
        baseline = bottom + high / 2 - size * 0.34
        if centred and item.value is None:
            overlay.text(item.label, place.x + place.width / 2, baseline, size, color, "center")
        else:
            overlay.text(item.label, place.x + 28.0, baseline, size, color)
        if item.value is not None:
            _draw_value(overlay, place, baseline, item, chosen)


def _draw_value(overlay: Overlay, place: Place, baseline: float, item: Item, chosen: bool) -> None:
    letters, right = place.size, place.x + place.width - 28.0
    middle, small = baseline + letters * 0.34, max(SMALLEST, letters - 6.0)
    color = theme.ACCENT if chosen else theme.DIM
    value = item.value() if item.value is not None else ""
    if item.wide:
        room = place.width - 84.0 - overlay.text_width(item.label, letters)
        size = min(small, small * room / max(1.0, overlay.text_width(value, small)))
        overlay.text(value, right, baseline, size, color, "right")
        return
    if item.share is not None:
        theme.bar(overlay, right - 90.0 - BAR_WIDTH, middle - 6.0, BAR_WIDTH, item.share(), color)
        overlay.text(value, right, baseline, small, color, "right")
        return
    centre = right - BAR_WIDTH / 2
    room = BAR_WIDTH - 2 * ARROW_ROOM
    size = min(small, small * room / max(1.0, overlay.text_width(value, small)))
    overlay.text(value, centre, baseline, size, color, "center")
    if chosen and item.adjust is not None:
        overlay.dart(centre - BAR_WIDTH / 2 + 8.0, middle, 11.0, -math.pi / 2, color)
        overlay.dart(right - 8.0, middle, 11.0, math.pi / 2, color)


def _share_at(place: Place, x: float) -> float:
    left = place.x + place.width - 28.0 - 90.0 - BAR_WIDTH
    return max(0.0, min(1.0, round((x - left) / BAR_WIDTH * 20.0) / 20.0))


def _in_left_arrow(place: Place, x: float) -> bool:
    right = place.x + place.width - 28.0
    return right - BAR_WIDTH - 12.0 <= x <= right - BAR_WIDTH / 2 - 40.0
