"""Marker of a place where players are wanted: rings in the world, and an arrow to it at the rim."""

import math

import numpy as np

from arena.game.hud import Marker
from arena.jit.annotations import F64
from arena.view.cameras.camera import project
from arena.view.frame import RING_DTYPE, Camera, Instances
from arena.view.hud.arrows import rim_of, rim_place
from arena.view.hud.goals import SIZE
from arena.view.hud.status import tone
from arena.view.overlay.layout import Pane
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Palette
from arena.view.poses import Pose

SEEN = 0.9
"""Share of the picture within which a place needs no arrow."""
EDGE = 0.3
"""Thickness of the ring around a place [u]."""
DASH_LENGTH = 2.4
"""Along the ring, about [u]."""
PULSES = 3
"""Thin rings that run inwards to where players are wanted."""
PULSE_SECONDS = 2.4
ARROW, ARROW_EDGE = 17.0, (0.0, 0.01, 0.03, 0.6)
"""Size of the arrow to it [virtual px], and the dark around that."""
INWARDS, RIM = 42.0, 12.0
"""From the arrow to its words, and the least between these and the edge [virtual px]."""
FAR = 6.0
"""From here on the distance to the place's edge is told [u]."""


def ring_marker(rings: Instances, marker: Marker, time_s: float, palette: Palette) -> Instances:
    """The rings of a picture and those of the place where players are wanted."""
    rows = np.zeros(1 + PULSES, RING_DTYPE)
    rows["center"] = marker.place
    rows["fraction"] = 1.0
    rows["radius"][0], rows["thickness"][0] = marker.radius, EDGE
    rows["dashes"][0] = max(8.0, round(2.0 * math.pi * marker.radius / DASH_LENGTH))
    rows["color"][0] = (*palette.score, 1.0)
    for number in range(PULSES):
        share = (time_s / PULSE_SECONDS + number / PULSES) % 1.0
        rows["radius"][1 + number], rows["thickness"][1 + number] = marker.radius * (1.0 - share), 0.5 * EDGE
        rows["color"][1 + number] = (*palette.score, 0.6 * math.sin(math.pi * share))
    return np.concatenate([rings, rows])


def draw_marker(
    overlay: Overlay, marker: Marker, camera: Camera, pose: Pose, shell_radius: float, palette: Palette,
    pane: Pane,
) -> None:  # fmt: skip
    """Point from the rim to a place out of sight, with the way that is left."""
    place = np.asarray(marker.place)
    (spot,), (ahead,) = project(camera, (place * shell_radius)[None])
    facing = float(place @ camera.eye) * shell_radius > shell_radius * shell_radius * 0.93
    if ahead and facing and np.abs(spot).max() < SEEN:
        return
    arc = math.acos(max(-1.0, min(1.0, float(place @ pose.position)))) * shell_radius
    left = max(0.0, arc - marker.radius)
    text = f"{marker.label}  {left:.0f} u" if left > FAR else marker.label
    _point(overlay, place, pose, text, tone(palette.score, 1.0), pane)


def _point(overlay: Overlay, place: F64, pose: Pose, text: str, color: RGBA, pane: Pane) -> None:
    """An arrow at the rim, in the direction in which to fly, and words on its inner side."""
    turn = math.atan2(float(place @ pose.right), float(place @ pose.up))
    x, y = rim_place(turn, rim_of(overlay.width, overlay.height, pane))
    overlay.dart(x, y, ARROW + 2.5, turn, ARROW_EDGE)
    overlay.dart(x, y, ARROW, turn, color)
    half = overlay.text_width(text, SIZE) / 2 + RIM
    x = min(max(x - INWARDS * math.sin(turn), half), overlay.width - half)
    overlay.text(text, x, y - INWARDS * math.cos(turn) - 8.0, SIZE, color, "center")
