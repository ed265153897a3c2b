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
DrawMarker = Callable[[Overlay, float, float, float, RGBA], None]
"""Draws a marker around (x, y) that extends by `size` to each side."""


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
    default = MARKERS["waves"] if name in ZONES.names else _swarm if points is None else _shape(*points)
    MARKERS.get(name, default)(overlay, x, y, size, color)


def _path(overlay: Overlay, points: tuple[tuple[float, float], ...], color: RGBA) -> None:
    for (x0, y0), (x1, y1) in pairwise(points):
        overlay.line(x0, y0, x1, y1, LINE, color)


def _shape(*corners: tuple[float, float]) -> DrawMarker:
    """Draw straight lines between corners, in units of the size."""

    def draw(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
        _path(overlay, tuple((x + size * right, y + size * up) for right, up in corners), color)

    return draw


def _rock(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.disc(x, y, 0.8 * size, color)


def _ice(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.dart(x, y + 0.35 * size, 0.75 * size, 0.0, color)
    overlay.dart(x, y - 0.35 * size, 0.75 * size, math.pi, color)


def _metal(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.rect(x - 0.7 * size, y - 0.7 * size, 1.4 * size, 1.4 * size, color, 1.5)


def _swarm(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    for right, up in ((-0.5, 0.45), (0.55, 0.2), (-0.1, -0.55)):
        overlay.disc(x + right * size, y + up * size, 0.38 * size, color)


def _wind(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    for up, reach in ((0.6, 0.5), (0.0, 0.9), (-0.6, 0.2)):
        overlay.line(x - 0.9 * size, y + up * size, x + reach * size, y + up * size, LINE, color)


def _nebula(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.glow(x, y, 1.7 * size, color)
    overlay.ring(x, y, 0.8 * size, 2.0, 0.18, color, 0.4)
    overlay.ring(x, y, 0.8 * size, 2.0, 0.18, color, 3.5)


def _waves(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    for reach in (0.45, 0.95):
        overlay.ring(x, y, reach * size, 2.0, 0.7, color, 0.6)


def _well(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.ring(x, y, 0.85 * size, 2.0, 1.0, color)
    overlay.disc(x, y, 0.35 * size, color)


def _drone(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.dart(x, y, 0.95 * size, 0.0, color)


def _gunner(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.disc(x, y - 0.25 * size, 0.6 * size, color)
    for side in (-0.4, 0.4):
        overlay.line(x + side * size, y, x + side * size, y + 0.9 * size, LINE, color)


def _lancer(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.line(x, y - 0.9 * size, x, y + 0.3 * size, LINE, color)
    overlay.dart(x, y + 0.5 * size, 0.55 * size, 0.0, color)


def _miner(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.frame(x - 0.75 * size, y - 0.75 * size, 1.5 * size, 1.5 * size, color, 2.5, 2.0)
    overlay.disc(x, y, 0.3 * size, color)


def _carrier(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.rect(x - 0.95 * size, y - 0.1 * size, 1.9 * size, 0.6 * size, color, 2.0)
    for side in (-0.6, 0.0, 0.6):
        overlay.rect(x + side * size - 1.5, y - 0.7 * size, 3.0, 0.5 * size, color, 1.0)


def _hold(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    for quarter in range(4):
        overlay.ring(x, y, 0.85 * size, 2.5, 0.16, color, quarter * math.pi / 2 + 0.3)


def _race(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.line(x - 0.6 * size, y - 0.9 * size, x - 0.6 * size, y + 0.9 * size, LINE, color)
    overlay.rect(x - 0.6 * size, y, 1.4 * size, 0.9 * size, color, 1.0)


def _escort(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.line(x - 0.9 * size, y, x + 0.2 * size, y, LINE, color)
    overlay.dart(x + 0.5 * size, y, 0.55 * size, math.pi / 2, color)


def _boss(overlay: Overlay, x: float, y: float, size: float, color: RGBA) -> None:
    overlay.ring(x, y, 0.75 * size, 4.5, 1.0, color)


MARKERS: dict[str, DrawMarker] = {
    "rock": _rock, "ice": _ice, "metal": _metal, "swarm": _swarm,
    "wind": _wind, "nebula": _nebula, "well": _well, "waves": _waves,
    "drone": _drone, "gunner": _gunner, "lancer": _lancer, "miner": _miner, "carrier": _carrier,
    "hold": _hold, "race": _race, "escort": _escort, "boss": _boss,
}  # fmt: skip
"""Markers by the name that `marker_of` returns."""
