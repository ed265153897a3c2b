"""Words of what just happened: large sums of points where they were made, and at the foot what was collected.

`Viewer` owns one of these; it is told every tick and asked for every picture.
"""

import math
from dataclasses import dataclass

import numpy as np

from arena.catalogue.kind_row import Sign
from arena.catalogue.modules import MODULES
from arena.catalogue.pickups import PICKUPS
from arena.jit.annotations import F64
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.hud.status import faded, grouped
from arena.view.marks.pickups import pickup_colors
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import draw_sign
from arena.view.palette import Color, Palette

LARGE, LARGE_SHARE = 500, 0.02
"""Points of a tick from which on they are told: as many, and that share of the score before."""
POINTS_MOST = 2
"""Most of them at a time."""
RIM = 60.0
"""Of the picture, where they would be cut off [virtual px]."""
POINTS_TICKS, POINTS_SIZE, RISE = 40, 31.0, 0.5
"""Time for which points are shown, size of the letters, of which digits are 0.72 [virtual px], and rise
[virtual px/tick]."""
LIFT, CLEAR_X, CLEAR_Y = 40.0, 120.0, 80.0
"""Height of points above their place, and half axes of the ellipse around the ship that they leave free
[virtual px]."""
GAIN_TICKS, FITTED_TICKS, GAIN_SIZE = 95, 240, 24.0
"""The same of what was collected, and of a module: it is read, not only seen."""
SIGN_SIZE = 13.0
"""Half the size of its sign [virtual px]."""


@dataclass
class Points:
    """Points that rise from a place."""

    position: F64  # [u]
    text: str
    ticks: int = 0


@dataclass
class Gain:
    """A collected pickup or module."""

    text: str
    sign: Sign
    color: Color
    length: int = GAIN_TICKS
    ticks: int = 0


class Popups:
    """Those that are shown to one player."""

    def __init__(self, palette: Palette, player: int) -> None:
        self.points: list[Points] = []
        self.gain: Gain | None = None
        """The latest one."""
        self._player, self._text_color = player, palette.text
        self._colors: list[Color] = [(float(r), float(g), float(b)) for r, g, b in pickup_colors(palette)]
        self._score: int | None = None

    def observe(self, world: World, score: int) -> None:
        """Take in one tick, and the score after it."""
        before = score if self._score is None else self._score  # a picture may begin within a game
        gained, self._score = score - before, score
        for one in (*self.points, *filter(None, (self.gain,))):
            one.ticks += 1
        self.points = [one for one in self.points if one.ticks < POINTS_TICKS]
        if self.gain is not None and self.gain.ticks >= self.gain.length:
            self.gain = None
        events, kinds = world.events, world.events.kinds
        if Event.COLLECTED in kinds or Event.FITTED in kinds:
            self._tell_gain(world, kinds)
        if gained < max(LARGE, LARGE_SHARE * before) or len(self.points) == POINTS_MOST:
            return
        kills = [at for at in (kinds.find(Event.KILLED), kinds.find(Event.BURST)) if at >= 0]
        if kills:
            place = events.position[min(kills)].astype(np.float64)
            self.points.append(Points(place, f"+{grouped(gained)}"))

    def _tell_gain(self, world: World, kinds: bytes) -> None:
        """Name what this player collected."""
        events = world.events
        for at, kind in enumerate(kinds):
            if kind not in (Event.COLLECTED, Event.FITTED) or events.row[at] != self._player:
                continue
            number = int(events.size[at])
            if kind == Event.FITTED:
                show = MODULES[number].show
                self.gain = Gain(show.title, show.sign, self._text_color, FITTED_TICKS)
            else:
                self.gain = Gain(PICKUPS[number].show.gain, PICKUPS[number].show.sign, self._colors[number])

    def draw(self, overlay: Overlay, camera: Camera, ship: tuple[float, float] | None = None) -> None:
        """Write points above where they were made, and the gain at the foot.

        Points leave the ship at a place [virtual px] and one another free.
        """
        newer = -math.inf
        for one in reversed(self.points):
            spots, (ahead,) = project(camera, one.position[None])
            ((x, y),) = overlay.locate(spots).tolist()
            if ahead and float(one.position @ camera.eye) > 0.0 and RIM < x < overlay.width - RIM:
                x, y = clear_of(ship, x, y + LIFT + RISE * one.ticks)
                color = (*self._text_color, faded(POINTS_TICKS - one.ticks))
                overlay.add_label(one.text, x, y, POINTS_SIZE, color, "display", max(y, newer) + POINTS_SIZE)
                newer = y
        if self.gain is not None:
            _add_gain(overlay, self.gain)


def clear_of(ship: tuple[float, float] | None, x: float, y: float) -> tuple[float, float]:
    """A place, moved out of the ellipse around the ship."""
    if ship is None:
        return x, y
    right, above = x - ship[0], y - ship[1] or 1e-6
    share = min(1.0, math.hypot(right / CLEAR_X, above / CLEAR_Y))
    return ship[0] + right / share, ship[1] + above / share


def _add_gain(overlay: Overlay, gain: Gain) -> None:
    color = (*gain.color, faded(gain.length - gain.ticks))
    words = overlay.text_width(gain.text, GAIN_SIZE, "display")
    width = words + 3.5 * SIGN_SIZE

    def draw(middle: float, bottom: float, scale: float) -> None:
        left, size = middle - width / 2 * scale, SIGN_SIZE * scale
        draw_sign(overlay, gain.sign, left + size, bottom + 17.0 * scale, size, color)
        overlay.text(
            gain.text, left + 3.5 * size, bottom + 9.0 * scale, GAIN_SIZE * scale, color, font="display"
        )

    overlay.add_line(Line(Slot.BOTTOM, Rank.GAIN, width, 34.0, draw, shown=color[3]))
