"""Words that rise from where something happened: points of a kill, and what a pickup was good for.

`Viewer` owns one of these; it is told every tick and asked for every picture.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.sim.arsenal import ENERGY_MAX, ENERGY_STEP, WEAPON_TUNING
from arena.sim.events import Event
from arena.sim.pickups import Pickup
from arena.sim.world import World
from arena.view.camera import project
from arena.view.frame import Camera
from arena.view.messages import Box
from arena.view.overlay import Overlay
from arena.view.palette import Color, Palette
from arena.view.pickup_marks import pickup_colors

F64 = NDArray[np.float64]

CAPACITY = 12
RIM = 60.0
"""Of the picture, where words would be cut off [virtual px]."""
POINTS_TICKS, POINTS_SIZE = 50, 24.0
GAIN_TICKS, GAIN_SIZE = 95, 30.0
"""Of what a pickup was good for: it is read, not only seen."""
RISE = 0.7
"""[virtual px] a tick."""
CLEAR_OF_SHIP = 74.0
"""How far above its place a gain begins: the dials lie around the ship."""
WEAPONS = tuple(WEAPON_TUNING)
GAINS = {
    Pickup.SHIELD: "FULL SHIELD",
    Pickup.BOMB: "BOMB +1",
    Pickup.MULTIPLIER: "MULTIPLIER +1",
    Pickup.LIFE: "SHIP +1",
}


@dataclass
class Popup:
    """One of them."""

    position: F64  # [u]
    text: str
    color: Color
    size: float
    length: int  # for which it is shown [ticks]
    rise: float  # at its beginning [virtual px]
    ticks: int = 0


PLATE = (0.01, 0.03, 0.07)
"""Colour behind a text: it may lie on anything."""


class Popups:
    """Those that are shown to one player."""

    def __init__(self, palette: Palette, player: int) -> None:
        self.shown: list[Popup] = []
        self._player, self._score_color = player, palette.score
        self._colors: list[Color] = [(float(r), float(g), float(b)) for r, g, b in pickup_colors(palette)]
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
        kills = np.flatnonzero((kinds == Event.KILLED) | (kinds == Event.BURST))
        if gained > 0 and len(kills) and len(self.shown) < CAPACITY:
            text, place = f"+{gained:,}".replace(",", " "), events.position[kills[0]].astype(np.float64)
            self.shown.append(Popup(place, text, self._score_color, POINTS_SIZE, POINTS_TICKS, 26.0))

    def _tell_gains(self, world: World, taken: NDArray[np.intp]) -> None:
        """Say what this player's pickups were good for, the last one lowest."""
        events = world.events
        for at in taken[events.row[taken] == self._player][:CAPACITY]:
            pickup, place = Pickup(int(events.size[at])), events.position[at].astype(np.float64)
            for older in self.shown:
                if older.length == GAIN_TICKS:
                    older.rise += GAIN_SIZE * 1.2
            text = gain_text(pickup, world.players.energy[self._player])
            color = self._colors[pickup]
            self.shown.append(Popup(place, text, color, GAIN_SIZE, GAIN_TICKS, CLEAR_OF_SHIP))

    def draw(self, overlay: Overlay, camera: Camera, find_covered: Callable[[list[Box]], list[bool]]) -> None:
        """Write them where they are, rising and fading; none over what can hurt, as `find_covered` says."""
        if not self.shown:
            return
        places, ahead = project(camera, np.stack([popup.position for popup in self.shown]))
        written = list[tuple[Popup, Box, float]]()
        for popup, place, seen in zip(self.shown, places, ahead, strict=True):
            x = (float(place[0]) + 1.0) * 0.5 * overlay.width
            y = (float(place[1]) + 1.0) * 0.5 * overlay.height
            if not seen or float(popup.position @ camera.eye) <= 0.0 or not RIM < x < overlay.width - RIM:
                continue
            light = min(1.0, 2.0 * (1.0 - popup.ticks / popup.length))
            y += popup.rise + popup.ticks * RISE
            width = overlay.text_width(popup.text, popup.size, "display") + 14.0
            written.append((popup, Box(x - width / 2, y - 6.0, width, popup.size + 4.0), light))
        for (popup, box, light), covered in zip(
            written, find_covered([box for _, box, _ in written]), strict=True
        ):
            if not covered:
                overlay.rect(*box, (*PLATE, 0.55 * light), 8.0)
                color, x = (*popup.color, light), box.x + box.width / 2
                overlay.text(popup.text, x, box.y + 6.0, popup.size, color, "center", "display")


def gain_text(pickup: Pickup, energy: NDArray[np.integer]) -> str:
    """What a pickup was good for; `energy` is the player's, of each weapon, with it, shape (WEAPONS,)."""
    if pickup in GAINS:
        return GAINS[pickup]
    name, amount = WEAPONS[pickup].name, int(energy[pickup])
    if amount >= ENERGY_MAX:
        return f"{name} FULL"
    level, part = divmod(amount, ENERGY_STEP)
    return f"{name} {part} OF {ENERGY_STEP}" if part else f"{name} LEVEL {level + 1}"
