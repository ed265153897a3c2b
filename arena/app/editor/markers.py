"""Markers of the kinds of things that the editor places. Each has its own shape; colour is redundant.

`palette.draw` calls `draw_marker` for every entry, `timeline.draw` for every group that comes.
"""

import math
from collections.abc import Callable
from itertools import pairwise

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.zones import ZONES
from arena.game.editing.templates import Family, Piece
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Palette

SIZE = 11.0
"""Half the extent of a marker [virtual px]."""
LINE = 3.0
DrawPart = Callable[[Overlay, float, float, float, RGBA], None]
"""Draws a part of a marker around (x, y) that extends by `size` to each side."""


def color_of(name: str, palette: Palette) -> tuple[float, float, float]:
    """Colour of a kind of thing, as on the planet."""
    if name == kinds.ASTEROID.name:
        return palette.rock
    row = next((row for row in (*KINDS, *ZONES, *MATERIALS) if row.name == name), None)
    return palette.score if row is None or row.show.colour is None else palette.roles[row.show.colour]


def marker_of(piece: Piece) -> str:
    """Name of a piece's marker."""
    return "swarm" if piece.family == Family.SPAWNER and piece.name == "asteroid" else piece.name


def draw_marker(overlay: Overlay, name: str, x: float, y: float, size: float, color: RGBA) -> None:
    """Draw the marker of that name, else the mark of that kind, a ring for a zone, dots for anything else."""
    points = next((row.show.mark for row in KINDS if row.name == name), None)
    default = MARKERS["waves" if name in ZONES.names else "swarm"] if points is None else (_lines(*points),)
    for draw in MARKERS.get(name, default):
        draw(overlay, x, y, size, color)


def _lines(*corners: tuple[float, float]) -> DrawPart:
    """Straight lines between corners."""

    def draw(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
        for (x0, y0), (x1, y1) in pairwise((x + size * right, y + size * up) for right, up in corners):
            overlay.line(x0, y0, x1, y1, LINE, color)

    return draw


def _disc(radius: float, right: float = 0.0, up: float = 0.0) -> DrawPart:
    return lambda overlay, x, y, size, color: overlay.disc(
        x + right * size, y + up * size, radius * size, color
    )


def _dart(length: float, up: float = 0.0, turn: float = 0.0, right: float = 0.0) -> DrawPart:
    return lambda overlay, x, y, size, color: overlay.dart(
        x + right * size, y + up * size, length * size, turn, color
    )


def _rect(left: float, low: float, width: float, height: float, corner: float) -> DrawPart:
    return lambda overlay, x, y, size, color: overlay.rect(
        x + left * size, y + low * size, width * size, height * size, color, corner
    )


def _ring(radius: float, width: float, share: float = 1.0, turn: float = 0.0) -> DrawPart:
    return lambda overlay, x, y, size, color: overlay.ring(x, y, radius * size, width, share, color, turn)


def _glow(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.glow(x, y, 1.7 * size, color)


def _frame(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.frame(x - 0.75 * size, y - 0.75 * size, 1.5 * size, 1.5 * size, color, 2.5, 2.0)


def _posts(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    for side in (-0.6, 0.0, 0.6):
        overlay.rect(x + side * size - 1.5, y - 0.7 * size, 3.0, 0.5 * size, color, 1.0)


MARKERS: dict[str, tuple[DrawPart, ...]] = {
    "rock": (_disc(0.8),),
    "ice": (_dart(0.75, 0.35), _dart(0.75, -0.35, math.pi)),
    "metal": (_rect(-0.7, -0.7, 1.4, 1.4, 1.5),),
    "swarm": (_disc(0.38, -0.5, 0.45), _disc(0.38, 0.55, 0.2), _disc(0.38, -0.1, -0.55)),
    "wind": tuple(_lines((-0.9, up), (reach, up)) for up, reach in ((0.6, 0.5), (0.0, 0.9), (-0.6, 0.2))),
    "nebula": (_glow, _ring(0.8, 2.0, 0.18, 0.4), _ring(0.8, 2.0, 0.18, 3.5)),
    "well": (_ring(0.85, 2.0), _disc(0.35)),
    "waves": (_ring(0.45, 2.0, 0.7, 0.6), _ring(0.95, 2.0, 0.7, 0.6)),
    "drone": (_dart(0.95),),
    "gunner": (_disc(0.6, 0.0, -0.25), *(_lines((side, 0.0), (side, 0.9)) for side in (-0.4, 0.4))),
    "lancer": (_lines((0.0, -0.9), (0.0, 0.3)), _dart(0.55, 0.5)),
    "miner": (_frame, _disc(0.3)),
    "carrier": (_rect(-0.95, -0.1, 1.9, 0.6, 2.0), _posts),
    "hold": tuple(_ring(0.85, 2.5, 0.16, quarter * math.pi / 2 + 0.3) for quarter in range(4)),
    "race": (_lines((-0.6, -0.9), (-0.6, 0.9)), _rect(-0.6, 0.0, 1.4, 0.9, 1.0)),
    "escort": (_lines((-0.9, 0.0), (0.2, 0.0)), _dart(0.55, 0.0, math.pi / 2, 0.5)),
    "boss": (_ring(0.75, 4.5),),
}
"""Parts of each marker, by the name that `marker_of` returns; lengths in its size, widths of lines in px."""
