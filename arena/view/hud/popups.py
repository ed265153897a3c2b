"""Words of what just happened: points where a kill was, and at the ship what a pickup was good for.

`Viewer` owns one of these; it is told every tick and asked for every picture. Words look for a place that is
free of what can hurt, of landings and of pickups; where there is none they are not written.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.modules import MODULES
from arena.catalogue.pickups import PICKUPS
from arena.jit.annotations import F64
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.marks.pickups import pickup_colors
from arena.view.overlay.layout import Box
from arena.view.overlay.occupancy import Occupancy
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Color, Palette

Spot = tuple[float, float]

CAPACITY, POINTS_MOST = 12, 4
"""Of all words, and of points at a time: in a large fight each would cover another."""
RIM = 60.0
"""Of the picture, where words would be cut off [virtual px]."""
POINTS_TICKS, POINTS_SIZE = 40, 22.0
GAIN_TICKS, GAIN_SIZE = 95, 24.0
"""Of what a pickup was good for: it is read, not only seen."""
RISE = 0.5
"""Of points [virtual px] a tick."""
POINTS_AWAY = 24.0
"""Of points from where the kill was [virtual px]."""
SHIP_AWAY, ROW = 74.0, 36.0
"""Of words at the ship from its middle, to the side, and of one row of them from the next [virtual px]."""
FADE_RATE = 16.0
"""With which words come and go whose place is taken [1/s]."""
GONE = 0.05
"""Light at which words may go elsewhere."""
POINTS_SPOTS: tuple[Spot, ...] = ((0.0, 1.0), (1.0, 0.4), (-1.0, 0.4), (0.0, -1.6), (0.0, 2.5), (1.0, -1.0),
                                  (-1.0, -1.0))  # fmt: skip
"""Offsets of points about a kill: to the right by half their width, and up, over `POINTS_AWAY`."""
GAIN_SPOTS: tuple[Spot, ...] = tuple(
    (side, row) for row in (0.0, -1.0, 1.0, -2.0, 2.0) for side in (1.0, -1.0)
)
"""Places of words at the ship: side and row."""


@dataclass
class Popup:
    """One of them."""

    position: F64  # [u]
    text: str
    color: Color
    gain: bool  # told at the ship; else points
    ticks: int = 0
    spot: Spot | None = None  # of those there are; None: not found yet
    light: float = 1.0

    @property
    def size(self) -> float:
        """Of its letters [virtual px]."""
        return GAIN_SIZE if self.gain else POINTS_SIZE

    @property
    def length(self) -> int:
        """For which it is shown [ticks]."""
        return GAIN_TICKS if self.gain else POINTS_TICKS


PLATE = (0.01, 0.03, 0.07)
"""Colour behind a text: it may lie on anything."""


class Popups:
    """Those that are shown to one player."""

    def __init__(self, palette: Palette, player: int) -> None:
        self.shown: list[Popup] = []
        self._player, self._score_color = player, palette.score
        self._colors: list[Color] = [(float(r), float(g), float(b)) for r, g, b in pickup_colors(palette)]
        self._module_color: Color = palette.score
        self._score: int | None = None

    def observe(self, world: World, score: int) -> None:
        """Take in one tick, and the score after it."""
        before = score if self._score is None else self._score  # a picture may begin within a game
        gained, self._score = score - before, score
        for popup in self.shown:
            popup.ticks += 1
        self.shown = [popup for popup in self.shown if popup.ticks < popup.length]
        events = world.events
        kinds = events.kind[: int(events.count[0])]
        self._tell_gains(world, np.flatnonzero(kinds == Event.COLLECTED))
        self._tell_modules(world, np.flatnonzero(kinds == Event.FITTED))
        kills = np.flatnonzero((kinds == Event.KILLED) | (kinds == Event.BURST))
        if gained > 0 and len(kills) and sum(not popup.gain for popup in self.shown) < POINTS_MOST:
            text, place = f"+{gained:,}".replace(",", " "), events.position[kills[0]].astype(np.float64)
            self.shown.append(Popup(place, text, self._score_color, gain=False))

    def _tell_gains(self, world: World, taken: NDArray[np.intp]) -> None:
        """Say what this player's pickups were good for."""
        events = world.events
        for at in taken[events.row[taken] == self._player][:CAPACITY]:
            pickup, place = int(events.size[at]), events.position[at].astype(np.float64)
            self.shown.append(Popup(place, PICKUPS[pickup].show.gain, self._colors[pickup], gain=True))

    def _tell_modules(self, world: World, fitted: NDArray[np.intp]) -> None:
        """Name the module that this player took from a crate."""
        events = world.events
        for at in fitted[events.row[fitted] == self._player]:
            show, place = MODULES[int(events.size[at])].show, events.position[at].astype(np.float64)
            self.shown.append(Popup(place, show.title, self._module_color, gain=True))

    def draw(
        self, overlay: Overlay, camera: Camera, ship: Spot | None, room: Occupancy, elapsed_s: float
    ) -> None:
        """Write them where there is room, what was gained beside the player's `ship` [virtual px], if any."""
        fade = 1.0 - math.exp(-FADE_RATE * elapsed_s)
        for popup, place in self._places(overlay, camera, ship):
            width = overlay.text_width(popup.text, popup.size, "display") + 14.0
            box = None if popup.spot is None else _box(popup, popup.spot, place, width)
            free = box is not None and _fits(overlay, box) and room.is_free(box)
            if not free and (box is None or popup.light < GONE):
                popup.spot = _find_spot(overlay, popup, place, width, room)
                box = None if popup.spot is None else _box(popup, popup.spot, place, width)
                free = box is not None
                popup.light = 0.0 if not free else popup.light
            popup.light += ((1.0 if free else 0.0) - popup.light) * fade
            if box is not None:
                if free:
                    room.take(box)
                _write(overlay, popup, box)

    def _places(self, overlay: Overlay, camera: Camera, ship: Spot | None) -> Iterator[tuple[Popup, Spot]]:
        """Those in sight and about which place of the picture they stand, the youngest first."""
        if not self.shown:
            return
        places, ahead = project(camera, np.stack([popup.position for popup in self.shown]))
        for popup, place, seen in reversed(list(zip(self.shown, places, ahead, strict=True))):
            x = (float(place[0]) + 1.0) * 0.5 * overlay.width
            y = (float(place[1]) + 1.0) * 0.5 * overlay.height
            if popup.gain and ship is not None:
                yield popup, ship
            elif seen and float(popup.position @ camera.eye) > 0.0 and RIM < x < overlay.width - RIM:
                yield popup, (x, y + (0.0 if popup.gain else RISE * popup.ticks))


def _box(popup: Popup, spot: Spot, place: Spot, width: float) -> Box:
    """The plate of words at a spot about a place."""
    (side, row), (x, y), height = spot, place, popup.size + 4.0
    if popup.gain:
        left = x + SHIP_AWAY if side > 0.0 else x - SHIP_AWAY - width
        return Box(left, y + ROW * row - height / 2, width, height)
    return Box(x + side * (width / 2 + 12.0) - width / 2, y + row * POINTS_AWAY - 6.0, width, height)


def _fits(overlay: Overlay, box: Box) -> bool:
    """True if a box lies within the picture."""
    across, up = box.x + box.width, box.y + box.height
    return box.x >= 0.0 and box.y >= 0.0 and across <= overlay.width and up <= overlay.height


def _find_spot(overlay: Overlay, popup: Popup, place: Spot, width: float, room: Occupancy) -> Spot | None:
    """The first of the spots about a place that has room; None where none has."""
    for spot in GAIN_SPOTS if popup.gain else POINTS_SPOTS:
        box = _box(popup, spot, place, width)
        if _fits(overlay, box) and room.is_free(box):
            return spot
    return None


def _write(overlay: Overlay, popup: Popup, box: Box) -> None:
    """Write words on their plate; they fade in the second half of their time."""
    light = popup.light * min(1.0, 2.0 * (1.0 - popup.ticks / popup.length))
    if light > GONE:
        overlay.rect(*box, (*PLATE, 0.55 * light), 8.0)
        color, x = (*popup.color, light), box.x + box.width / 2
        overlay.text(popup.text, x, box.y + 6.0, popup.size, color, "center", "display")
