"""Grid of letters and special keys, of which one is selected. Mouse, keyboard and gamepad each reach all."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arena.app.input.actions import Action
from arena.view.overlay.layout import Box

SPACE, DELETE, DONE = "space", "delete", "done"
TYPED = re.compile(r"key:_?(?:NUM_)?([A-Z0-9])")
NAMED = {"key:SPACE": SPACE, "key:BACKSPACE": DELETE, "key:MINUS": "-", "key:PERIOD": "."}
MOVES = {
    Action.MENU_UP: (-1, 0),
    Action.MENU_DOWN: (1, 0),
    Action.MENU_LEFT: (0, -1),
    Action.MENU_RIGHT: (0, 1),
}
PlaceKey = Callable[[int, int], Box]
"""Returns the box of the key in a row and column."""


class LetterGrid:
    """Rows of keys, and the selected one."""

    def __init__(self, rows: Sequence[Sequence[str]], named: Mapping[str, str]) -> None:
        """Select the first key; `named` are keys of the grid by sources that are no letters or digits."""
        self._rows, self._named = rows, named
        self._row = self._column = 0

    @property
    def key(self) -> str:
        """The selected key."""
        return self._rows[self._row][self._column]

    def select_last(self) -> None:
        """Select the last key, which ENTER then presses after typing."""
        self._row, self._column = len(self._rows) - 1, len(self._rows[-1]) - 1

    def move(self, event: Action) -> None:
        """Move the selection by one of `MOVES`; it wraps around."""
        down, right = MOVES[event]
        middle = (self._column + 0.5) / len(self._rows[self._row])
        self._row = (self._row + down) % len(self._rows)
        keys = len(self._rows[self._row])
        self._column = (math.floor(middle * keys) if down else self._column + right) % keys

    def select_at(self, pointer: tuple[float, float], place: PlaceKey) -> bool:
        """Select the key under the pointer; return whether there is one."""
        for row, keys in enumerate(self._rows):
            for column in range(len(keys)):
                if place(row, column).contains(pointer):
                    self._row, self._column = row, column
                    return True
        return False

    def typed(self, sources: Iterable[str]) -> list[str]:
        """Keys of the grid that pressed keys of a keyboard stand for, letters in capitals."""
        found = ((TYPED.fullmatch(source), source) for source in sources)
        keys = (matched[1] if matched else self._named.get(source, "") for matched, source in found)
        return [key for key in keys if key]

    def placed(self, place: PlaceKey) -> Iterator[tuple[str, Box, bool]]:
        """Every key with its box, and true for the selected one."""
        for row, keys in enumerate(self._rows):
            for column, key in enumerate(keys):
                yield key, place(row, column), (row, column) == (self._row, self._column)
