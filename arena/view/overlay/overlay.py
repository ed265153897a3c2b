"""The flat layer above the scene: text, bars, rings and icons as one instance array, drawn in one call.

Virtual pixels: 1080 high, or less where letters are to be larger, as wide as the window's aspect asks, origin
at the bottom left, y up. Angles are radians, clockwise from straight up, as on a clock.
"""

import math
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arena.view.overlay.glyphs import load_atlas
from arena.view.overlay.layout import BACKING, HEIGHT, Box, Line, Rank, clear_of, lay_out

SHADE, GLYPH, BOX, ARC, LINE, DART, GLOW, VIGNETTE, FADE = range(-1, 8)
"""Shapes that the shader knows.

SHADE is the soft dark edge of a letter, below all letters of its line; DART is an arrow head, GLOW soft and
round, VIGNETTE tints the rim, FADE ends softly at the right.
"""

RGBA = tuple[float, float, float, float]
WHITE: RGBA = (1.0, 1.0, 1.0, 1.0)
DrawAt = Callable[[float], object]
"""Draws a mark at a height [virtual px]."""

OVERLAY_DTYPE = np.dtype(
    [
        ("place", "<f4", 4),  # centre x, y and half width, half height [virtual px]
        ("uv", "<f4", 4),  # glyph: left, bottom, right, top; else shape parameters
        ("color", "<f4", 4),  # straight alpha
        ("turn", "<f4"),  # rotation, clockwise [rad]
        ("shape", "<f4"),
    ]
)
LABEL_EDGE = 12.0
"""Least gap between a label and the left and right edges of the picture [virtual px]."""
FLOATS = OVERLAY_DTYPE.itemsize // 4
"""Of a row as plain numbers."""
LINES_KEPT = 256
"""Lines whose letters are remembered; the fullest page has 92."""
PIXEL_LEAST = 2.0 / 3.0
"""Least size of a virtual pixel where there is room: small capitals are 10 pixels high then [px]."""
BLOCKS_KEPT = 64
"""Of what `Overlay.remember` was given lately."""
_blocks: OrderedDict[Hashable, tuple[object, NDArray[np.float32]]] = OrderedDict()


class Overlay:
    """Collects primitives; `instances()` hands them over in drawing order."""

    def __init__(self, aspect: float, height: float = HEIGHT) -> None:
        """Start empty, `aspect` being width over height of the target, `height` [virtual px] its own."""
        self.width = height * aspect
        self.height = height
        self._rows: list[NDArray[np.float32]] = []
        self._pending: list[float] = []
        self._lines: list[Line] = []
        self._labels: list[tuple[list[Box], Callable[[Box], object]]] = []
        self._marks: list[tuple[Box, DrawAt]] = []
        self._reserved: list[Box] = []
        self._things: list[Box] = []
        self._pivot = (0.0, 0.0)
        self._scale = 1.0

    @contextmanager
    def scaled(self, x: float, y: float, scale: float) -> Generator[None]:
        """Draw what is added within this block `scale` times as large, seen from (x, y)."""
        self._flush()
        before, self._pivot, self._scale = (self._pivot, self._scale), (x, y), scale
        try:
            yield
        finally:
            self._flush()
            self._pivot, self._scale = before

    def add_line(self, line: Line) -> None:
        """Say something where the layout of lines finds room for it."""
        self._lines.append(line)

    def add_label(
        self, text: str, x: float, y: float, size: float, color: RGBA, font: str = "body",
        other_y: float | None = None,
    ) -> None:  # fmt: skip
        """Write words in the middle above (x, y) if neither a line nor an earlier label stands there.

        They stand above (x, `other_y`) where that is free instead, and are moved sideways where the picture
        would cut them off.
        """
        width = self.text_width(text, size, font)
        x = min(max(x, width / 2 + LABEL_EDGE), self.width - width / 2 - LABEL_EDGE)
        boxes = [Box(x - width / 2, at - 0.2 * size, width, size) for at in (y, other_y) if at is not None]
        self._labels.append(
            (boxes, lambda box: self.text(text, x, box.y + 0.2 * size, size, color, "center", font))
        )

    def add_mark(self, x: float, y: float, reach: float, draw: DrawAt, foot: float = 0.0) -> None:
        """Have `draw` draw a mark above all lines, at the height that it is told.

        That is `y`, or nearer to the middle where something reserved, a line, or a mark that gave way is
        within `reach`, or within `foot` more below it.
        """
        self._marks.append((Box(x - reach, y - reach - foot, 2 * reach, 2 * reach + foot), draw))

    def has_line(self, rank: Rank) -> bool:
        """True if a line of a rank was added."""
        return any(line.rank is rank for line in self._lines)

    def reserve(self, *boxes: Box) -> None:
        """Keep lines out of parts of the picture."""
        self._reserved.extend(boxes)

    def keep_clear(self, *boxes: Box) -> None:
        """Keep lines at the foot off things in the world; marks and labels may stand on them."""
        self._things.extend(boxes)

    def place_lines(self) -> list[Box]:
        """Draw the lines that were added so far; return all that is taken, what was reserved included."""
        lines, marks, self._lines, self._marks, drawn = self._lines, self._marks, [], [], list[Box]()
        for placed in lay_out(lines, self.width, self.height, self._reserved, self._things):
            dark = *BACKING[:3], BACKING[3] * min(1.0, 2.0 * placed.line.shown)  # it outlasts the words
            x, y, width, height = placed.box
            self.glow(x + 0.5 * width, y + 0.5 * height, 0.7 * width + 90.0, dark, 1.3 * height)
            placed.draw()
            self._reserved.append(placed.box)
        taken = list(self._reserved)
        for wanted, draw_at in marks:
            box = clear_of(wanted, taken, self.height)
            if box is not wanted:
                taken.append(box)
            drawn.append(box)
            draw_at(box.y + box.height - box.width / 2)  # what is below it is its foot
        labels, self._labels = self._labels, []
        for boxes, draw in labels:
            free = [box for box in boxes if box.y >= 0.0 and not any(map(box.overlaps, self._reserved))]
            if free:
                draw(free[0])
                self._reserved.append(free[0])
        return [*self._reserved, *drawn]

    def text(
        self, string: str, x: float, y: float, size: float = 28.0, color: RGBA = WHITE,
        anchor: str = "left", font: str = "body", spacing: float = 0.0,
    ) -> float:  # fmt: skip
        """Write one line with its baseline at `y`; return its width.

        Args:
            string: letters that the fonts lack become "?".
            x: left end, middle or right end of the line, as `anchor` says.
            y: baseline [virtual px].
            size: of the em [virtual px]; capitals are about 0.7 of it.
            color: straight alpha.
            anchor: "left", "center" or "right".
            font: "display" (Orbitron) or "body" (Exo 2).
            spacing: extra room between letters [em].
        """
        if not string:
            return 0.0
        letters, width = _write(font, string, spacing, x, y, size, color, anchor)
        self.add(letters)
        return width

    def add(self, rows: NDArray[np.float32]) -> None:
        """Add primitives as they are: rows of OVERLAY_DTYPE as numbers, which must not change until drawn."""
        self._flush()
        self._rows.append(self._changed(rows))

    def remember(self, key: Hashable, draw: Callable[[], None], version: object = None) -> None:
        """Add what `draw` draws on this overlay, or what it drew for the same key and size of picture.

        It is drawn anew where `version` is not the object that it was for that key.
        """
        key = (self.width, self.height, key)
        known, rows = _blocks.pop(key, (None, None))
        if rows is None or known is not version:
            rows = self._record(draw)
            if len(_blocks) >= BLOCKS_KEPT:
                _blocks.popitem(last=False)
        _blocks[key] = version, rows
        self.add(rows)

    def _record(self, draw: Callable[[], None]) -> NDArray[np.float32]:
        """Primitives that `draw` draws, without adding them."""
        self._flush()
        before, self._rows = (self._rows, self._scale), []
        self._scale = 1.0
        try:
            draw()
            self._flush()
            return np.concatenate([np.empty((0, FLOATS), np.float32), *self._rows])
        finally:
            self._rows, self._scale = before

    def locate(self, spots: NDArray[np.floating]) -> NDArray[np.floating]:
        """Places of the picture, x and y -1 to 1 in the last axis, in virtual pixels."""
        return (spots + 1.0) * 0.5 * (self.width, self.height)

    def text_width(self, string: str, size: float = 28.0, font: str = "body", spacing: float = 0.0) -> float:
        """Return the width that `text` would use [virtual px]."""
        return _lay_out(font, string, spacing)[1] * size if string else 0.0

    def rect(self, x: float, y: float, w: float, h: float, color: RGBA, radius: float = 0.0) -> None:
        """Fill a box whose lower left corner is (x, y), with rounded corners of `radius`."""
        self._add((x + w / 2, y + h / 2, w / 2, h / 2), (radius, 0.0, 0.0, 0.0), color, 0.0, BOX)

    def frame(self, x: float, y: float, w: float, h: float, color: RGBA, thick: float, radius: float) -> None:
        """Draw the outline of a box, `thick` wide inside its border."""
        self._add((x + w / 2, y + h / 2, w / 2, h / 2), (radius, thick, 0.0, 0.0), color, 0.0, BOX)

    def disc(self, x: float, y: float, radius: float, color: RGBA) -> None:
        """Fill a circle."""
        self._add((x, y, radius, radius), (radius, 0.0, 0.0, 0.0), color, 0.0, BOX)

    def ring(
        self, x: float, y: float, radius: float, thickness: float, fraction: float, color: RGBA,
        start: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw `fraction` (0 to 1) of a circle, clockwise from `start` [rad]; `radius` is its middle."""
        reach = radius + thickness
        if fraction > 0.0:
            half = math.pi * min(fraction, 1.0)
            extra = (radius, thickness, math.sin(half), math.cos(half))
            self._add((x, y, reach, reach), extra, color, start + half, ARC)

    def line(self, x0: float, y0: float, x1: float, y1: float, thickness: float, color: RGBA) -> None:
        """Draw a straight line with round ends."""
        length, half = math.hypot(x1 - x0, y1 - y0), thickness / 2
        place = ((x0 + x1) / 2, (y0 + y1) / 2, length / 2 + half, half)
        self._add(place, (half, 0.0, 0.0, 0.0), color, -math.atan2(y1 - y0, x1 - x0), LINE)

    def dart(self, x: float, y: float, size: float, turn: float, color: RGBA, stroke: float = 0.0) -> None:
        """Draw an arrow head that points `turn` radians clockwise from up, or two open ones of a `stroke`."""
        self._add((x, y, size + stroke, size + stroke), (stroke, 0.0, 0.0, 0.0), color, turn, DART)

    def glow(self, x: float, y: float, radius: float, color: RGBA, high: float = 0.0) -> None:
        """Lay a soft round light (or shade) of `radius`; an oval one is `high` upwards."""
        self._add((x, y, radius, high or radius), (0.0, 0.0, 0.0, 0.0), color, 0.0, GLOW)

    def vignette(self, color: RGBA) -> None:
        """Tint the rim of the whole picture."""
        half_w, half_h = self.width / 2, self.height / 2
        self._add((half_w, half_h, half_w, half_h), (0.0, 0.0, 0.0, 0.0), color, 0.0, VIGNETTE)

    def fade_right(self, width: float, color: RGBA, power: float) -> None:
        """Tint the left `width` of the picture; opacity falls as a power of the distance to its right end."""
        place = width / 2, self.height / 2, width / 2, self.height / 2
        self._add(place, (power, 0.0, 0.0, 0.0), color, 0.0, FADE)

    def bars(
        self, x: NDArray[np.floating], y: NDArray[np.floating], w: float, h: NDArray[np.floating],
        color: RGBA | NDArray[np.float32],
    ) -> None:  # fmt: skip
        """Fill many upright boxes of one width, lower left corners (x, y), in one colour or one each."""
        block = np.zeros((len(x), FLOATS), np.float32)
        block[:, 0] = x + w / 2
        block[:, 1] = y + h / 2
        block[:, 2] = w / 2
        block[:, 3] = h / 2
        block[:, 8:12] = color
        block[:, 13] = BOX
        self.add(block)

    def rows(self) -> NDArray[np.float32]:
        """Return all primitives in drawing order as plain numbers, shape (n, floats of OVERLAY_DTYPE)."""
        self.place_lines()
        self._flush()
        if len(self._rows) != 1:
            self._rows = [np.concatenate([np.empty((0, FLOATS), np.float32), *self._rows])]
        return self._rows[0]

    def instances(self) -> NDArray[np.void]:
        """Return all primitives in drawing order, dtype OVERLAY_DTYPE."""
        return self.rows().view(OVERLAY_DTYPE)[:, 0]

    def _add(self, place: RGBA, extra: RGBA, color: RGBA, turn: float, shape: int) -> None:
        self._pending.extend((*place, *extra, *color, turn, shape))

    def _flush(self) -> None:
        if self._pending:
            rows = np.array(self._pending, np.float32).reshape(-1, FLOATS)
            self._rows.append(self._changed(rows))
            self._pending = []

    def _changed(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same rows, or larger ones: who added them may keep and share them."""
        if self._scale == 1.0:
            return rows
        rows = rows.copy()
        scale, pivot = np.float32(self._scale), np.array(self._pivot, np.float32)
        rows[:, 0:2] = pivot + scale * (rows[:, 0:2] - pivot)
        rows[:, 2:4] *= scale
        rows[rows[:, 13] > GLYPH, 4:6] *= scale  # radius and thickness; of letters, a place in the atlas
        return rows


def canvas_height(aspect: float, scale: float, least: tuple[float, float]) -> float:
    """Height of a picture [virtual px] that makes letters `scale` times as large as usual.

    They are as large as that where a part of `least` width and height [virtual px] still fits in, and as
    large as lets it fit in otherwise.
    """
    return max(HEIGHT / scale, least[1], least[0] / aspect)


def legible_scale(scale: float, height_px: int) -> float:
    """A scale, or a larger one in a low picture: a virtual pixel is at least `PIXEL_LEAST` then."""
    return max(scale, PIXEL_LEAST * HEIGHT / max(1, height_px))


@lru_cache(maxsize=LINES_KEPT)
def _write(
    font: str, string: str, spacing: float, x: float, y: float, size: float, color: RGBA, anchor: str
) -> tuple[NDArray[np.float32], float]:
    """(shades and letters, width) of a line, shape (n, floats of a row).

    Remembered: most lines stand where they stood in the last frame.
    """
    letters, length = _lay_out(font, string, spacing)
    width, block = length * size, letters.copy()
    block[:, 0:4] *= size
    block[:, 0] += x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[anchor]
    block[:, 1] += y
    block[:, 8:12] = color
    block.flags.writeable = False
    return block, width


@lru_cache(maxsize=LINES_KEPT)
def _lay_out(font: str, string: str, spacing: float) -> tuple[NDArray[np.float32], float]:
    """(shades and letters, length [em]) of a line of size 1 from the origin on, shape (n, floats of a row).

    Remembered: lines that move or fade are written again in the next frame.
    """
    face = load_atlas().fonts[font]
    unknown = face.row["?"]
    rows = np.array([face.row.get(letter, unknown) for letter in string], np.intp)
    pens = np.concatenate(([0.0], np.cumsum(face.advance[rows] + spacing)))
    letters = np.zeros((len(rows), FLOATS), np.float32)
    letters[:, 0] = pens[:-1] + face.box[rows, 0] + face.box[rows, 2] * 0.5
    letters[:, 1] = face.box[rows, 1] + face.box[rows, 3] * 0.5
    letters[:, 2:4] = face.box[rows, 2:4] * 0.5
    letters[:, 4:8] = face.uv[rows]
    letters[:, 13] = GLYPH
    shades = letters.copy()
    shades[:, 13] = SHADE
    return np.concatenate((shades, letters)), float(pens[-1] - spacing)
