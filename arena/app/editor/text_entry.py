"""Text entry by a grid of letters. Mouse, keys and pad each reach everything."""

import re
from collections.abc import Callable, Sequence

from arena.app.editor.layout import contains
from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay

LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm,.'")
SHIFT, SPACE, BACK, DONE, CANCEL = "shift", "space", "delete", "done", "cancel"
KEYS = (*(tuple(row) for row in LETTERS), (SHIFT, SPACE, BACK, CANCEL, DONE))
TYPED = re.compile(r"key:_?(?:NUM_)?([A-Z0-9])")
NAMED = {
    "key:SPACE": SPACE,
    "key:BACKSPACE": BACK,
    "key:MINUS": "-",
    "key:PERIOD": ".",
    "key:COMMA": ",",
    "key:APOSTROPHE": "'",
}
"""Keys of the grid by keyboard key."""
KEY, HIGH = 92.0, 66.0
"""Width and height of a key of the grid [virtual px]."""
WIDE = KEY * len(LETTERS[0])


class TextEntry:
    """A text being entered."""

    def __init__(self, title: str, words: str, most: int, done: Callable[[str], None]) -> None:
        """Begin with `words`; allow at most `most` letters; pass the result to `done`."""
        self.title, self.words = title, words
        self.open = True
        self._most, self._done = most, done
        self._row, self._column = len(LETTERS), len(KEYS[-1]) - 1
        self._capital = not words

    @property
    def key(self) -> str:
        """The selected key of the grid."""
        return KEYS[self._row][self._column]

    def handle(self, event: Action, point: tuple[float, float], width: float, height: float) -> None:
        """Apply an action."""
        if event in (Action.MENU_UP, Action.MENU_DOWN):
            self._move_row(1 if event is Action.MENU_DOWN else -1)
        elif event in (Action.MENU_LEFT, Action.MENU_RIGHT):
            by = 1 if event is Action.MENU_RIGHT else -1
            self._column = (self._column + by) % len(KEYS[self._row])
        elif event is Action.MENU_ACCEPT:
            self.press(self.key)
        elif event is Action.MENU_CLICK:
            self._click(point, width, height)
        elif event is Action.MENU_BACK:
            self.press(CANCEL)

    def type(self, sources: Sequence[str], capital: bool) -> bool:
        """Insert text typed on a keyboard; return whether any was typed, which consumes it."""
        typed = [key for source in sources if (key := _typed(source))]
        for key in typed:
            self._capital = capital or not self.words
            self.press(key)
            self._row, self._column = len(LETTERS), len(KEYS[-1]) - 1
        return bool(typed)

    def press(self, key: str) -> None:
        """Press one of the grid's keys, or type a letter."""
        if key == SHIFT:
            self._capital = not self._capital
        elif key == BACK:
            self.words = self.words[:-1]
        elif key == CANCEL:
            self.open = False
        elif key == DONE:
            self.open = False
            self._done(self.words.strip())
        elif len(self.words) < self._most:
            letter = " " if key == SPACE else key
            self.words += letter.upper() if self._capital else letter
            self._capital = False

    def _move_row(self, by: int) -> None:
        share = (self._column + 0.5) / len(KEYS[self._row])
        self._row = (self._row + by) % len(KEYS)
        self._column = min(int(share * len(KEYS[self._row])), len(KEYS[self._row]) - 1)

    def _click(self, point: tuple[float, float], width: float, height: float) -> None:
        for number, row in enumerate(KEYS):
            for place, key in enumerate(row):
                if contains(_box(number, place, width, height), point):
                    self._row, self._column = number, place
                    self.press(key)
                    return

    def draw(self, overlay: Overlay) -> None:
        """Draw the text and the grid."""
        theme.veil(overlay, 0.5)
        middle, top = overlay.width / 2, overlay.height / 2 + 2 * HIGH
        low = top - (len(KEYS) + 0.5) * HIGH
        overlay.rect(
            middle - WIDE / 2 - 24.0, low, WIDE + 48.0, top + 154.0 - low, theme.faded(theme.INK, 0.9), 18.0
        )
        overlay.text(self.title.upper(), middle, top + 110.0, 28.0, theme.DIM, "center", spacing=0.1)
        overlay.text(f"{self.words}_", middle, top + 40.0, 46.0, theme.TEXT, "center")
        for number, row in enumerate(KEYS):
            for place, key in enumerate(row):
                box = _box(number, place, overlay.width, overlay.height)
                chosen = (number, place) == (self._row, self._column)
                inner = (box.x + 3.0, box.y + 3.0, box.width - 6.0, box.height - 6.0)
                overlay.rect(
                    *inner, theme.faded(theme.ACCENT if chosen else theme.TEXT, 0.25 if chosen else 0.1), 8.0
                )
                label = key.upper() if self._capital and len(key) == 1 else key
                color = theme.ACCENT if chosen or (key == SHIFT and self._capital) else theme.TEXT
                overlay.text(label, box.x + box.width / 2, box.y + 22.0, 28.0, color, "center")


def _typed(source: str) -> str:
    """Key of the grid for a keyboard's key; empty: none."""
    found = TYPED.fullmatch(source)
    return found[1].lower() if found else NAMED.get(source, "")


def _box(row: int, place: int, width: float, height: float) -> Box:
    wide = WIDE / len(KEYS[row])
    return Box(width / 2 - WIDE / 2 + place * wide, height / 2 + (1 - row) * HIGH, wide, HIGH)
