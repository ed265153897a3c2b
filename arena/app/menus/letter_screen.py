"""Text entry screen: a grid of letters for pad and mouse, or typing on a keyboard.

Subclasses sign a score or take a challenge code; they define the letters and the use of the text. The grid's
last row holds the special keys; its last key is `DONE`.
"""

import math
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence

from arena.app.input.actions import Action
from arena.app.input.labels import hand_keys
from arena.app.menus import theme
from arena.app.menus.menu_screen import LOW, MenuScreen
from arena.app.services import Screen, Services
from arena.app.sound.effects import Sound
from arena.render.composite import Composite
from arena.view.overlay.overlay import HEIGHT, Overlay, canvas_height

SPACE, DELETE, PASTE, DONE = "space", "delete", "paste", "done"
CELL, GAP = 76.0, 8.0
TOP, LOW_TOP = 440.0, 160.0
"""Distance of the grid from the upper edge; the second value is for large letters [virtual px]."""
LEAST = (900.0, 680.0)
"""Least width and height of the layout [virtual px]."""
WIDTH = 10 * CELL + 9 * GAP
TYPED = re.compile(r"key:_?(?:NUM_)?([A-Z0-9])")
NAMED = {
    "key:SPACE": SPACE,
    "key:BACKSPACE": DELETE,
    "key:PASTE": PASTE,
    "key:MINUS": "-",
    "key:PERIOD": ".",
}
MOVES = {
    Action.MENU_UP: (-1, 0),
    Action.MENU_DOWN: (1, 0),
    Action.MENU_LEFT: (0, -1),
    Action.MENU_RIGHT: (0, 1),
}


class LetterScreen(Screen):
    """Grid of letters above another screen; leaving it without `DONE` discards the text."""

    grid: tuple[tuple[str, ...], ...]
    heading: str
    letters_max: int

    def __init__(self, services: Services, parent: MenuScreen, text: str = "") -> None:
        super().__init__(services)
        self.parent, self.text = parent, text
        self._row, self._column = self._end if text else (0, 0)
        self._width, self._height = 1920.0, HEIGHT
        self._pointer = (-1.0, -1.0)

    @abstractmethod
    def accept(self) -> None:
        """Use the finished text."""

    def put(self, letters: str) -> None:
        """Append letters up to the maximum."""
        self.text = (self.text + letters)[: self.letters_max]

    def shown(self) -> str:
        """The text with its cursor."""
        return self.text + ("_" if len(self.text) < self.letters_max else "")

    def note(self, overlay: Overlay, y: float) -> None:
        """Draw a note about the text below it, at `y` [virtual px]."""

    @property
    def _end(self) -> tuple[int, int]:
        """Row and column of `DONE`, which ENTER presses after typing."""
        return len(self.grid) - 1, len(self.grid[-1]) - 1

    def update(self, now: float, events: list[Action]) -> None:
        """Apply typing and moves on the grid."""
        self.parent.idle(now)
        if self._type(self.services.controls.typed):
            return  # letter keys are also menu keys
        self._hover()
        for event in events:
            self._react(event)
            if self.services.screen is not self:
                return

    def _type(self, sources: Sequence[str]) -> bool:
        """Insert typed text; return whether there was any."""
        keys = [key for source in sources if (key := typed_key(source))]
        for key in keys:
            self._press(key)
            self._row, self._column = self._end
        return bool(keys)

    def _react(self, event: Action) -> None:
        if event in MOVES:
            self._move(*MOVES[event])
        elif event is Action.MENU_ACCEPT:
            self._press(self.grid[self._row][self._column])
        elif event is Action.MENU_BACK:
            self.services.go(self.parent)
        elif event is Action.MENU_CLICK and (cell := self._cell_at(self.services.pointer(self._height))):
            self._row, self._column = cell
            self._press(self.grid[self._row][self._column])

    def _move(self, down: int, right: int) -> None:
        middle = (self._column + 0.5) / len(self.grid[self._row])
        self._row = (self._row + down) % len(self.grid)
        keys = len(self.grid[self._row])
        self._column = (math.floor(middle * keys) if down else self._column + right) % keys
        self.services.sound(Sound.MENU_MOVE)

    def _press(self, key: str) -> None:
        self.services.sound(Sound.MENU_ACCEPT)
        if key == DONE:
            self.accept()
        elif key == DELETE:
            self.text = self.text[:-1]
        elif key == PASTE:
            self.put(self.services.paste())
        else:
            self.put(" " if key == SPACE else key)

    def _hover(self) -> None:
        pointer = self.services.pointer(self._height)
        if pointer != self._pointer and (cell := self._cell_at(pointer)):
            self._row, self._column = cell
        self._pointer = pointer

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Box of a key [virtual px]."""
        keys = len(self.grid[row])
        width = (WIDTH - GAP * (keys - 1)) / keys
        left = (self._width - WIDTH) / 2 + column * (width + GAP)
        top = self._height - (LOW_TOP if self._low else TOP)
        return left, top - (row + 1) * (CELL + GAP), width, CELL

    @property
    def _low(self) -> bool:
        """True for a picture too low for a heading."""
        return self._height < LOW

    def _cell_at(self, pointer: tuple[float, float]) -> tuple[int, int] | None:
        x, y = pointer
        for row, keys in enumerate(self.grid):
            for column in range(len(keys)):
                left, bottom, width, height = self.box(row, column)
                if left <= x <= left + width and bottom <= y <= bottom + height:
                    return row, column
        return None

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw text and letters above the screen behind."""
        frame = self.parent.backdrop(now, size)
        aspect = max(1, size[0]) / max(1, size[1])
        high = canvas_height(aspect, self.services.settings.ui_scale, LEAST)
        if frame.overlay.height != high:
            frame.below = (*frame.below, frame.overlay)
            frame.overlay = Overlay(aspect, high)
        overlay = frame.overlay
        self._width, self._height = overlay.width, overlay.height
        theme.veil(overlay, 0.8)
        middle = overlay.width / 2
        if not self._low:
            theme.heading(overlay, self.heading, middle, high - 200.0, 72.0, "center")
        shown, size_, y = self.shown(), *((60.0, high - 80.0) if self._low else (84.0, high - 328.0))
        size_ *= min(1.0, (overlay.width - 120.0) / overlay.text_width(shown, size_, "display", 0.1))
        overlay.text(shown, middle, y, size_, theme.ACCENT, "center", "display", 0.1)
        self.note(overlay, high - (132.0 if self._low else 396.0))
        for row, keys in enumerate(self.grid):
            for column, key in enumerate(keys):
                self._draw_key(overlay, row, column, key)
        keys = (("letters", "type"), ("arrows", "choose"), ("enter", "press"), ("esc", "leave"))
        theme.hint(overlay, hand_keys(self.services.controls, keys))
        return frame

    def _draw_key(self, overlay: Overlay, row: int, column: int, key: str) -> None:
        left, bottom, width, height = box = self.box(row, column)
        chosen = (row, column) == (self._row, self._column)
        shade = theme.faded(theme.ACCENT, 0.28) if chosen else theme.faded(theme.TEXT, 0.08)
        overlay.rect(*box, shade, 12.0)
        color, size = theme.ACCENT if chosen else theme.TEXT, 40.0 if len(key) == 1 else 30.0
        overlay.text(key, left + width / 2, bottom + height / 2 - size * 0.34, size, color, "center")

    def close(self) -> None:
        """Close the screen behind."""
        self.parent.close()

    def status(self) -> Mapping[str, object]:
        """The typed text and the chosen key."""
        return {"item": self.grid[self._row][self._column], "text": self.text}


def typed_key(source: str) -> str:
    """Key of the grid that a keyboard's key presses; "" for none."""
    matched = TYPED.fullmatch(source)
    return matched[1] if matched else NAMED.get(source, "")
