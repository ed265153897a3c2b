"""Signs of all players on a picture of the whole planet."""

from collections.abc import Sequence

import numpy as np

from arena.jit.annotations import F64
from arena.view.cameras.camera import project
from arena.view.frame import Frame
from arena.view.hud.status import VALUE, tone
from arena.view.palette import player_color

RADIUS, THICKNESS = 15.0, 3.0
"""Radius of the ring about a ship, and width of its line [virtual px]."""
LETTERS_AWAY = 22.0
"""Distance of the letters from the middle of the ship [virtual px]."""
HIDDEN = 0.6
"""Opacity of the ring about a ship on the far side."""


def draw_everybody(frame: Frame, panes: Sequence[Sequence[tuple[int, F64]]]) -> None:
    """Mark players by slots and places (unit): a whole ring on this side, half of one behind the planet.

    Those of one pane are close together and have one sign.
    """
    overlay = frame.overlay
    for pane in panes:
        slots, places = zip(*pane, strict=True)
        middles, _ = project(frame.camera, np.array(places) * frame.shell_radius)
        spots = overlay.locate(middles)
        for slot, place, (x, y) in zip(slots, places, spots.tolist(), strict=True):
            near = float(frame.camera.eye @ place) > frame.planet_radius**2 / frame.shell_radius
            color = tone(player_color(frame.palette, slot), 1.0 if near else HIDDEN)
            overlay.ring(x, y, RADIUS, THICKNESS, 1.0 if near else 0.5, color)
        words, top = " ".join(f"P{slot + 1}" for slot in slots), spots[:, 1].max() + LETTERS_AWAY
        color = tone(player_color(frame.palette, slots[0]), 1.0)
        overlay.text(words, float(spots[:, 0].mean()), float(top), VALUE, color, "center", "display")
