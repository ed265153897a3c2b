"""Objective of a level and its progress, and its marker in the world or at the rim.

The mode states them as plain data, `Hud.objective` and `Hud.marker`.
"""

import math

import numpy as np

from arena.game.hud import Marker, ObjectiveHud
from arena.jit.annotations import F64
from arena.view.cameras.camera import project
from arena.view.frame import RING_DTYPE, Camera, Instances
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Palette
from arena.view.poses import Pose

BAR_WIDTH, BAR_HEIGHT = 380.0, 10.0
TOP = 126.0
"""Of the objective below the upper edge: a boss's bar stands above it [virtual px]."""
EDGE = 0.32
"""Thickness of the ring around a place [u]."""
DASH_LENGTH = 2.4
"""Along the ring, about [u]."""
PULSES = 3
"""Thin rings that run inwards to where players are wanted."""
PULSE_SECONDS = 2.4
RIM = 60.0
"""Of the arrow to a place out of sight, from the edge [virtual px]."""
SIDE_RIM = 96.0
FAR = 6.0
"""From here on the distance to the place's edge is told [u]."""


def ring_marker(rings: Instances, marker: Marker, time_s: float, palette: Palette) -> Instances:
    """The rings of a picture and those of the place where players are wanted."""
    rows = np.zeros(1 + PULSES, RING_DTYPE)
    rows["center"] = marker.place
    rows["fraction"] = 1.0
    rows["radius"][0], rows["thickness"][0] = marker.radius, EDGE
    rows["dashes"][0] = max(8.0, round(2.0 * math.pi * marker.radius / DASH_LENGTH))
    rows["color"][0] = (*palette.score, 0.95)
    for number in range(PULSES):
        share = (time_s / PULSE_SECONDS + number / PULSES) % 1.0
        rows["radius"][1 + number], rows["thickness"][1 + number] = marker.radius * (1.0 - share), 0.5 * EDGE
        rows["color"][1 + number] = (*palette.score, 0.5 * math.sin(math.pi * share))
    return np.concatenate([rings, rows])


def draw_objective(
    overlay: Overlay, objective: ObjectiveHud, palette: Palette, drop: float = 0.0
) -> Box | None:
    """Its title, a bar of how far it is, and a note, in the middle of the upper edge, or `drop` lower.

    What has neither is a boss that flies: its own bar stands there instead. Returns what it covers.
    """
    middle, y = overlay.width / 2, overlay.height - TOP - drop
    title, note = objective.title.upper(), objective.note
    if not note:
        return None
    width = max(BAR_WIDTH, overlay.text_width(title, 24.0, spacing=0.14)) + 48.0
    plate = Box(middle - width / 2, y - 46.0, width, 84.0)
    overlay.reserve(plate)
    overlay.rect(*plate, (0.01, 0.03, 0.07, 0.45), 14.0)
    overlay.text(title, middle, y + 10.0, 24.0, _tone(palette.text, 1.0), "center", spacing=0.14)
    left = middle - BAR_WIDTH / 2
    overlay.rect(left, y - 8.0, BAR_WIDTH, BAR_HEIGHT, _tone(palette.text, 0.2), BAR_HEIGHT / 2)
    if objective.share > 0.0:
        filled = max(BAR_HEIGHT, BAR_WIDTH * objective.share)
        overlay.rect(left, y - 8.0, filled, BAR_HEIGHT, _tone(palette.score, 0.95), BAR_HEIGHT / 2)
    overlay.text(note, middle, y - 36.0, 22.0, _tone(palette.text, 0.85), "center")
    return plate


def draw_marker(
    overlay: Overlay, marker: Marker, camera: Camera, pose: Pose, shell_radius: float, palette: Palette
) -> None:
    """Name the place where it lies, or point to it from the rim, with the way that is left."""
    place = np.asarray(marker.place)
    arc = math.acos(max(-1.0, min(1.0, float(place @ pose.position)))) * shell_radius
    left = max(0.0, arc - marker.radius)
    text = f"{marker.label}  {left:.0f} u" if left > FAR else marker.label
    (spot,), (ahead,) = project(camera, (place * shell_radius)[None])
    x, y = (float(spot[0]) + 1.0) * 0.5 * overlay.width, (float(spot[1]) + 1.0) * 0.5 * overlay.height
    facing = float(place @ camera.eye) * shell_radius > shell_radius * shell_radius * 0.93
    color = _tone(palette.score, 0.95)
    if ahead and facing and RIM < x < overlay.width - RIM and RIM < y < overlay.height - TOP:
        overlay.text(text, x, y - 8.0, 24.0, color, "center", spacing=0.1)
    else:
        _point(overlay, place, pose, text, color)


def _point(overlay: Overlay, place: F64, pose: Pose, text: str, color: RGBA) -> None:
    """An arrow at the rim, in the direction in which to fly."""
    right, up = float(place @ pose.right), float(place @ pose.up)
    turn = math.atan2(right, up)
    reach_x, reach_y = overlay.width / 2 - SIDE_RIM - 240.0, overlay.height / 2 - RIM - TOP
    scale = 1.0 / max(abs(math.sin(turn)) / reach_x, abs(math.cos(turn)) / reach_y)
    x, y = overlay.width / 2 + scale * math.sin(turn), overlay.height / 2 + scale * math.cos(turn)
    overlay.dart(x, y, 24.0, turn, color)
    overlay.text(text, x, y - 52.0, 24.0, color, "center", spacing=0.1)


def _tone(color: tuple[float, float, float], alpha: float) -> RGBA:
    return (*color, alpha)
