"""Putting a name to a result: letters on the screen for pad and mouse, or typed on a keyboard."""

import math
import re
from collections.abc import Mapping, Sequence

from arena.app import theme
from arena.app.actions import Action
from arena.app.menu_screen import MenuScreen
from arena.app.score_table import Result
from arena.app.scores import NAME_LETTERS
from arena.app.services import Screen, Services
from arena.app.synthesis import Sound
from arena.render.composite import Composite
from arena.view.overlay import HEIGHT, Overlay

ROWS = ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-.!?", "0123456789")
SPACE, DELETE, DONE = "space", "delete", "done"
GRID: tuple[tuple[str, ...], ...] = (*map(tuple, ROWS), (SPACE, DELETE, DONE))
END = len(GRID) - 1, 2
"""Where `done` is: who has typed a name presses enter."""
CELL, GAP = 76.0, 8.0
TOP = 640.0
WIDTH = 10 * CELL + 9 * GAP
TYPED = re.compile(r"key:_?(?:NUM_)?([A-Z0-9])")
NAMED = {"key:SPACE": SPACE, "key:BACKSPACE": DELETE, "key:MINUS": "-", "key:PERIOD": "."}
MOVES = {
    Action.MENU_UP: (-1, 0),
    Action.MENU_DOWN: (1, 0),
    Action.MENU_LEFT: (0, -1),
    Action.MENU_RIGHT: (0, 1),
}


class SignScreen(Screen):
    """A grid of letters above the results; leaving it without `done` leaves the result as it was."""

    name = "sign"

    def __init__(self, services: Services, parent: MenuScreen, result: Result) -> None:
        super().__init__(services)
        self._parent, self._ticket = parent, result.ticket
        self.text = result.name
        self._row, self._column = END if result.name else (0, 0)
        self._width = 1920.0

    def update(self, now: float, events: list[Action]) -> None:
        """Type, or move about the grid."""
        self._parent.idle(now)
        if self._type(self.services.controls.typed):
            return  # keys for letters also mean ways through menus
        self._hover()
        for event in events:
            self._react(event)
            if self.services.screen is not self:
                return

    def _type(self, sources: Sequence[str]) -> bool:
        """Take what was typed; returns whether it was that."""
        letters = [letter for source in sources if (letter := _letter(source))]
        for letter in letters:
            self._press(letter)
            self._row, self._column = END
        return bool(letters)

    def _react(self, event: Action) -> None:
        if event in MOVES:
            self._move(*MOVES[event])
        elif event is Action.MENU_ACCEPT:
            self._press(GRID[self._row][self._column])
        elif event is Action.MENU_BACK:
            self.services.go(self._parent)
        elif event is Action.MENU_CLICK and (cell := self._cell_at(self.services.pointer())):
            self._row, self._column = cell
            self._press(GRID[self._row][self._column])

    def _move(self, down: int, right: int) -> None:
        middle = (self._column + 0.5) / len(GRID[self._row])
        self._row = (self._row + down) % len(GRID)
        keys = len(GRID[self._row])
        self._column = (math.floor(middle * keys) if down else self._column + right) % keys
        self.services.sound(Sound.MENU_MOVE)

    def _press(self, key: str) -> None:
        self.services.sound(Sound.MENU_ACCEPT)
        if key == DONE:
            self.services.scores.sign(self._ticket, self.text.strip())
            self.services.go(self._parent)
        elif key == DELETE:
            self.text = self.text[:-1]
        elif len(self.text) < NAME_LETTERS:
            self.text += " " if key == SPACE else key

    def _hover(self) -> None:
        if cell := self._cell_at(self.services.pointer()):
            pointer = self.services.pointer()
            if pointer != self._pointer:
                self._row, self._column = cell
        self._pointer = self.services.pointer()

    _pointer = (-1.0, -1.0)

    def _box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Left, bottom, width, height of a key."""
        keys = len(GRID[row])
        width = (WIDTH - GAP * (keys - 1)) / keys
        left = (self._width - WIDTH) / 2 + column * (width + GAP)
        return left, TOP - (row + 1) * (CELL + GAP), width, CELL

    def _cell_at(self, pointer: tuple[float, float]) -> tuple[int, int] | None:
        x, y = pointer
        for row, keys in enumerate(GRID):
            for column in range(len(keys)):
                left, bottom, width, height = self._box(row, column)
                if left <= x <= left + width and bottom <= y <= bottom + height:
                    return row, column
        return None

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """The results' picture, and above it name and letters."""
        frame = self._parent.backdrop(now, size)
        if frame.overlay.height != HEIGHT:  # larger letters than there is room for here
            frame.below = (*frame.below, frame.overlay)
            frame.overlay = Overlay(frame.overlay.width / frame.overlay.height)
        overlay = frame.overlay
        self._width = overlay.width
        theme.veil(overlay, 0.8)
        middle = overlay.width / 2
        theme.heading(overlay, "Sign your score", middle, 860.0, 72.0, "center")
        shown = self.text + ("_" if len(self.text) < NAME_LETTERS else "")
        overlay.text(shown, middle, 720.0, 84.0, theme.ACCENT, "center", "display", 0.1)
        for row, keys in enumerate(GRID):
            for column, key in enumerate(keys):
                self._draw_key(overlay, row, column, key)
        theme.hint(overlay, (("letters", "type"), ("arrows", "choose"), ("enter", "press"), ("esc", "leave")))
        return frame

    def _draw_key(self, overlay: Overlay, row: int, column: int, key: str) -> None:
        left, bottom, width, height = box = self._box(row, column)
        chosen = (row, column) == (self._row, self._column)
        shade = theme.faded(theme.ACCENT, 0.28) if chosen else theme.faded(theme.TEXT, 0.08)
        overlay.rect(*box, shade, 12.0)
        color, size = theme.ACCENT if chosen else theme.TEXT, 40.0 if len(key) == 1 else 30.0
        overlay.text(key, left + width / 2, bottom + height / 2 - size * 0.34, size, color, "center")

    def close(self) -> None:
        """Close the results behind."""
        self._parent.close()

    def status(self) -> Mapping[str, object]:
        """What was typed, and the key that is chosen."""
        return {"item": GRID[self._row][self._column], "text": self.text}


def _letter(source: str) -> str:
    """What a key writes; "" where it writes nothing."""
    matched = TYPED.fullmatch(source)
    return matched[1] if matched else NAMED.get(source, "")
