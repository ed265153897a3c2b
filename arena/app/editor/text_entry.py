"""Text entry by a grid of letters. Mouse, keys and pad each reach everything."""

from collections.abc import Callable, Sequence
from functools import partial

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.menus.letter_grid import DELETE, DONE, MOVES, NAMED, SPACE, LetterGrid
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay

LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm,.'")
SHIFT, CANCEL = "shift", "cancel"
KEYS = (*(tuple(row) for row in LETTERS), (SHIFT, SPACE, DELETE, CANCEL, DONE))
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
        self._grid = LetterGrid(KEYS, NAMED | {"key:COMMA": ",", "key:APOSTROPHE": "'"})
        self._grid.select_last()
        self._capital = not words

    @property
    def key(self) -> str:
        """The selected key of the grid."""
        return self._grid.key

    def handle(self, event: Action, point: tuple[float, float], width: float, height: float) -> None:
        """Apply an action."""
        if event in MOVES:
            self._grid.move(event)
        elif event is Action.MENU_ACCEPT or (
            event is Action.MENU_CLICK and self._grid.select_at(point, partial(_box, width, height))
        ):
            self.press(self.key)
        elif event is Action.MENU_BACK:
            self.press(CANCEL)

    def type(self, sources: Sequence[str], capital: bool) -> bool:
        """Insert text typed on a keyboard; return whether any was typed, which consumes it."""
        typed = self._grid.typed(sources)
        for key in typed:
            self._capital = capital or not self.words
            self.press(key.lower())
            self._grid.select_last()
        return bool(typed)

    def press(self, key: str) -> None:
        """Press one of the grid's keys, or type a letter."""
        if key == SHIFT:
            self._capital = not self._capital
        elif key == DELETE:
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
        for key, box, chosen in self._grid.placed(partial(_box, overlay.width, overlay.height)):
            inner = (box.x + 3.0, box.y + 3.0, box.width - 6.0, box.height - 6.0)
            shade = theme.faded(theme.ACCENT, 0.25) if chosen else theme.faded(theme.TEXT, 0.1)
            overlay.rect(*inner, shade, 8.0)
            label = key.upper() if self._capital and len(key) == 1 else key
            color = theme.ACCENT if chosen or (key == SHIFT and self._capital) else theme.TEXT
            overlay.text(label, box.x + box.width / 2, box.y + 22.0, 28.0, color, "center")


def _box(width: float, height: float, row: int, place: int) -> Box:
    """Box of a key in a picture of a width and height."""
    wide = WIDE / len(KEYS[row])
    return Box(width / 2 - WIDE / 2 + place * wide, height / 2 + (1 - row) * HIGH, wide, HIGH)
