"""Text entry screen: a grid of letters for pad and mouse, or typing on a keyboard.

Subclasses sign a score or take a challenge code; they define the letters and the use of the text. The grid's
last row holds the special keys; its last key is `DONE`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from arena.app.input.actions import Action
from arena.app.input.labels import hand_keys
from arena.app.menus import theme
from arena.app.menus.letter_grid import DELETE, DONE, MOVES, NAMED, SPACE, LetterGrid
from arena.app.menus.menu_screen import LOW, MenuScreen
from arena.app.services import Screen, Services
from arena.app.sound.effects import Sound
from arena.render.composite import Composite
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import HEIGHT, Overlay, canvas_height, legible_scale

PASTE = "paste"
CELL, GAP = 76.0, 8.0
TOP, LOW_TOP = 440.0, 160.0
"""Distance of the grid from the upper edge; the second value is for large letters [virtual px]."""
LEAST = (900.0, 600.0)
"""Least width and height of the layout [virtual px]."""
LINE_LEAST = 0.45
"""Smallest scale of a text in one line."""
WIDTH = 10 * CELL + 9 * GAP


class LetterScreen(Screen):
    """Grid of letters above another screen; leaving it without `DONE` discards the text."""

    grid: tuple[tuple[str, ...], ...]
    heading: str
    letters_max: int

    def __init__(self, services: Services, parent: MenuScreen, text: str = "") -> None:
        super().__init__(services)
        self.parent, self.text = parent, text
        self._keys = LetterGrid(self.grid, NAMED | {"key:PASTE": PASTE})
        if text:
            self._keys.select_last()
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
        typed = self._keys.typed(sources)
        for key in typed:
            self._press(key)
            self._keys.select_last()
        return bool(typed)

    def _react(self, event: Action) -> None:
        if event in MOVES:
            self._keys.move(event)
            self.services.sound(Sound.MENU_MOVE)
        elif event is Action.MENU_ACCEPT:
            self._press(self._keys.key)
        elif event is Action.MENU_BACK:
            self.services.go(self.parent)
        elif event is Action.MENU_CLICK and self._keys.select_at(
            self.services.pointer(self._height), self.box
        ):
            self._press(self._keys.key)

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
        if pointer != self._pointer:
            self._keys.select_at(pointer, self.box)
        self._pointer = pointer

    def box(self, row: int, column: int) -> Box:
        """Box of a key [virtual px]."""
        keys = len(self.grid[row])
        width = (WIDTH - GAP * (keys - 1)) / keys
        left = (self._width - WIDTH) / 2 + column * (width + GAP)
        top = self._height - (LOW_TOP if self._low else TOP)
        return Box(left, top - (row + 1) * (CELL + GAP), width, CELL)

    @property
    def _low(self) -> bool:
        """True for a picture too low for a heading."""
        return self._height < LOW

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw text and letters above the screen behind."""
        frame = self.parent.backdrop(now, size)
        aspect = max(1, size[0]) / max(1, size[1])
        high = canvas_height(aspect, legible_scale(self.services.settings.ui_scale, size[1]), LEAST)
        if frame.overlay.height != high:
            frame.below = (*frame.below, frame.overlay)
            frame.overlay = Overlay(aspect, high)
        overlay = frame.overlay
        self._width, self._height = overlay.width, overlay.height
        theme.veil(overlay, 0.8)
        middle = overlay.width / 2
        if not self._low:
            theme.heading(overlay, self.heading, middle, high - 200.0, 72.0, "center")
        self._draw_text(overlay, *((60.0, high - 80.0) if self._low else (84.0, high - 328.0)))
        self.note(overlay, high - (132.0 if self._low else 396.0))
        for key, box, chosen in self._keys.placed(self.box):
            _draw_key(overlay, key, box, chosen)
        if not self._low:
            keys = (("letters", "type"), ("arrows", "choose"), ("enter", "press"), ("esc", "leave"))
            theme.hint(overlay, hand_keys(self.services.controls, keys))
        return frame

    def _draw_text(self, overlay: Overlay, size: float, y: float) -> None:
        """Draw the text with its cursor, in two lines if it is long."""
        shown, room = self.shown(), overlay.width - 120.0
        fits = room / overlay.text_width(shown, size, "display", 0.1)
        half = len(shown) if fits > LINE_LEAST else (len(shown) + 1) // 2
        lines = [shown[:half], shown[half:]] if half < len(shown) else [shown]
        size *= min(1.0, room / max(overlay.text_width(line, size, "display", 0.1) for line in lines))
        for number, line in enumerate(lines):
            base = y + (len(lines) / 2 - 0.5 - number) * 1.2 * size
            overlay.text(line, overlay.width / 2, base, size, theme.ACCENT, "center", "display", 0.1)

    def close(self) -> None:
        """Close the screen behind."""
        self.parent.close()

    def status(self) -> Mapping[str, object]:
        """The typed text and the chosen key."""
        return {"item": self._keys.key, "text": self.text}


def _draw_key(overlay: Overlay, key: str, box: Box, chosen: bool) -> None:
    shade = theme.faded(theme.ACCENT, 0.28) if chosen else theme.faded(theme.TEXT, 0.08)
    overlay.rect(*box, shade, 12.0)
    color, size = theme.ACCENT if chosen else theme.TEXT, 40.0 if len(key) == 1 else 30.0
    overlay.text(key, box.x + box.width / 2, box.y + box.height / 2 - size * 0.34, size, color, "center")
