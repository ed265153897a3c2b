"""The camera behind the title's menu: over the ship's shoulder to the fight, the planet's limb beyond.

Its direction is the one that is carried along with the ship, turned a little and slowly to where most enemies
are, about the vertical only: the horizon stays level whatever the ship does. To follow them all around was
tried first; in the middle of a crowd it never came to rest.

Bodies near it shrink out of the view. In play, rocks within the near-fade distance are dithered instead; from
low such rocks would stand in front of the ship for long.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.jit.annotations import F32, F64
from arena.view.cameras.camera import NEAR, bounded_share, look
from arena.view.frame import Camera, Frame

Distance = NDArray[np.floating] | float

DISTANCE, TILT, FIELD = 14.5, math.radians(46.0), math.radians(35.5)
"""From the ship to the eye [u], of the line of sight back from the vertical, and the vertical field of view:
near enough for the ship to be a hero, high enough to see its wings, wide enough for the limb above it."""
ASIDE, DOWN = 0.36, 0.42
"""Offset of the ship right of and below the middle, in half heights of the picture: beside the menu."""
REACH = 26.0
"""Distance from the ship beyond which an enemy does not count as fighting [u]."""
LEFT = 0.42
"""Yaw of the camera left of the fight [rad]: the ship's nose then points to the upper right."""
TURN_RATE, TURN_MAX = 0.6, 0.25  # [1/s] and [rad/s] with which it turns to the fight
TURNED_MOST = 1.0  # [rad] to either side
SWING_RATE, SWING = 0.16, 0.10  # [rad/s] of the phase, [rad] to both sides

GONE, WHOLE = 8.0, 12.0
"""Distances from the eye [u]: nothing of a small ship is left at the first, all from the second on."""
LARGER, SMALL = 4.0, 0.7
"""Those that are larger go as much earlier, over their radius beyond that of the small ones."""
ROCK_GONE, ROCK_WHOLE, ROCK_LARGER = 12.0, 18.0, 4.0
"""The same for rocks: they shrink earlier than ships, small ones too."""
SHADED = 0.54
"""Drawn size of a hull over the size of the light below it."""
SHADE_SIZE = 2.4
"""Of the light below a hull, at most [u]: seen from low, that of a carrier stands up as a red blur."""
SLIM = 0.7
"""Width of shots over the usual: at full width a stream of them hid ship and foe."""


class FightCamera:
    """Camera of the title picture; keeps its turn and the phase of its swing."""

    def __init__(self) -> None:
        self._turned: float | None = None  # to the fight, clockwise from up [rad]
        self._phase = 0.0  # of the swing [rad]

    def camera(
        self, stand: tuple[F64, F64], enemies: F64, shell_radius: float, aspect: float, elapsed_s: float
    ) -> Camera:
        """The view over a ship's shoulder; 0 for `elapsed_s` turns by nothing.

        `stand` is the place of the ship and a tangent there that is carried along with it, unit; `enemies`
        lead from the ship to each of them, over `REACH`, shape (n, 3).
        """
        focus, up = stand
        self._follow(self._wish(focus, up, enemies), elapsed_s)
        turn = (self._turned or 0.0) - LEFT + SWING * math.sin(self._phase)
        ahead = up * math.cos(turn) + np.cross(up, focus) * math.sin(turn)
        sine, cosine, reach = math.sin(TILT), math.cos(TILT), math.tan(FIELD / 2.0)
        eye = focus * (shell_radius + DISTANCE * cosine) - ahead * (DISTANCE * sine)
        above, right = focus * sine + ahead * cosine, np.cross(ahead, focus)
        forward = ahead * sine - focus * cosine - right * (ASIDE * reach) + above * (DOWN * reach)
        return look(eye, forward, focus, aspect, FIELD, NEAR, 3.0 * shell_radius)

    def _wish(self, focus: F64, up: F64, enemies: F64) -> float:
        """Turn that the camera aims at: smaller, the more evenly enemies are spread around."""
        way = fight_direction(focus, enemies)
        angle = math.atan2(float(way @ np.cross(up, focus)), float(way @ up))
        return max(-TURNED_MOST, min(TURNED_MOST, angle)) * float(np.linalg.norm(way))

    def _follow(self, wish: float, elapsed_s: float) -> None:
        if self._turned is None:
            self._turned = wish
        left = wish - self._turned
        self._turned += left * bounded_share(TURN_RATE, TURN_MAX, elapsed_s, abs(left))
        self._phase = (self._phase + SWING_RATE * elapsed_s) % (2 * math.pi)


def fight_direction(focus: F64, enemies: F64) -> F64:
    """Mean direction of `enemies`, as `camera` takes them, tangent: length 1 in one direction, 0 around."""
    away = np.linalg.norm(enemies, axis=1)
    near = (away < 1.0) & (away > 0.0)
    if not near.any():
        return np.zeros(3)
    weights = (1.0 - away[near]) / away[near]
    total = weights @ enemies[near]
    return (total - focus * float(total @ focus)) / float(np.sum(1.0 - away[near]))


def clear_foreground(frame: Frame) -> None:
    """Shrink bodies near the eye and dim their light; limit the light below hulls and the width of shots."""
    eye, ships, sprites = frame.camera.eye, frame.ships, frame.sprites
    for rocks in frame.asteroids.values():
        earlier = ROCK_LARGER * np.maximum(rocks["scale"] - SMALL, 0.0)
        rocks["scale"] *= _share(rocks["position"], eye, ROCK_GONE + earlier, ROCK_WHOLE + earlier)
    earlier = LARGER * np.maximum(ships["scale"] - SMALL, 0.0)
    ships["scale"] *= _share(ships["position"], eye, GONE + earlier, WHOLE + earlier)
    earlier = LARGER * np.maximum(SHADED * sprites["size"] - SMALL, 0.0)
    left = _share(sprites["position"], eye, GONE + earlier, WHOLE + earlier)
    shades = sprites["hardness"] < 0.0
    frame.bullets["width"] *= SLIM
    sprites["color"][:, 3] *= left
    sprites["color"][shades, :3] *= left[shades, None]  # a shade's light does not depend on its alpha
    sprites["size"][shades] = np.minimum(sprites["size"][shades], SHADE_SIZE)


def _share(position: F32, eye: F32, gone: Distance, whole: Distance) -> F32:
    """Remaining size of bodies at `position`, shape (n,), 0 to 1."""
    near = np.clip((np.linalg.norm(position - eye, axis=1) - gone) / (whole - gone), 0.0, 1.0)
    return (near * near * (3.0 - 2.0 * near)).astype(np.float32)
