"""Film camera: lower and nearer than in play, drawn towards kills, slowly turning about the ship.

`arena film` gives a `FilmRig` to its viewer in place of the usual rig, and lets it observe every tick. Nobody
steers by this picture, so up in it need not be up of the ship's sticks.
"""

import math

import numpy as np

from arena import sphere
from arena.jit.annotations import F64
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.tuning import DT
from arena.view.cameras.camera import Rig

DISTANCE, DISTANCE_MAX = 24.0, 30.0  # [u] from the focus to the eye, in calm and in danger
TILT = math.radians(37.0)  # of the line of sight to the focus, back from the vertical
LOOK_UP = math.radians(3.0)  # of the view's middle above the focus
FIELD = math.radians(46.0)  # vertical, in pictures that are not narrow
ORBIT_RATE = math.radians(4.5)  # [rad/s] about the vertical
FACE_RATE, FACE_HALF = 0.6, 0.1
"""Turn towards the fight, which then lies beyond the ship, where the picture is deep: [rad/s] at
most, and the length of the way to it [rad] at which the turn is half as fast."""
ASIDE_MOST = 0.38
"""Bound of the distance between focus and ship, in half heights and half widths of the picture: it keeps the
ship within the picture's middle half."""
TOWARDS = 0.6  # share of the way from the ship to the kills
TOWARDS_RATE = 1.6  # [1/s] with which the focus goes there; applied twice, so that it starts softly
REACH = 34.0  # [u] from the ship; kills count the less the farther away they are
MEMORY_S = 1.6  # [s] after which a kill counts a third
FEW = 3.0  # kills in memory that draw the camera half as much as many
WEIGHTS = np.zeros(len(Event))
WEIGHTS[[Event.KILLED, Event.CAUGHT, Event.BURST, Event.BOSS_STAGE]] = 1.0, 1.0, 0.3, 8.0


class FilmRig(Rig):
    """Rig of the film camera; it also remembers where the last kills were."""

    distances = DISTANCE, DISTANCE_MAX
    field = FIELD
    angles = TILT, LOOK_UP

    def __init__(self) -> None:
        super().__init__()
        self._ship = np.zeros(3)
        self._turned = 0.0  # [rad], of the orbit
        self._kills, self._weight = np.zeros(3), 0.0  # places of kills (unit) by weight, and weights: sums
        self._wish, self._aside = np.zeros((2, 3))  # tangents at the ship that lead to the fight [rad]

    def observe(self, world: World, player: int) -> None:
        """Take in the kills of one tick near a player."""
        fade = math.exp(-DT / MEMORY_S)
        self._kills, self._weight = self._kills * fade, self._weight * fade
        events = world.events
        count = int(events.count[0])
        weights = WEIGHTS[events.kind[:count]]
        told = np.flatnonzero(weights)
        if len(told):
            places = sphere.unit(events.position[told])
            away = sphere.distance(world.bodies.position[player], places) / REACH
            near = weights[told] * np.maximum(1.0 - away, 0.0)
            self._kills, self._weight = self._kills + near @ places, self._weight + float(near.sum())

    def follow(self, target: F64, up: F64, lead: F64, elapsed_s: float) -> None:
        """Follow as usual, and let the orbit and the turn to the fight go on."""
        super().follow(target, up, lead, elapsed_s)
        self._ship = target.copy()
        goal, share = np.zeros(3), 1.0 - math.exp(-TOWARDS_RATE * elapsed_s)
        if self._weight > 0.0:
            goal = sphere.log_map(target, self._kills) * (TOWARDS * self._weight / (self._weight + FEW))
        self._wish = sphere.project_tangent(target, self._wish + share * (goal - self._wish))
        self._aside = sphere.project_tangent(target, self._aside + share * (self._wish - self._aside))
        across = float(self._aside @ self._ship_frame()[1])
        rate = ORBIT_RATE + FACE_RATE * across / (float(np.linalg.norm(self._aside)) + FACE_HALF)
        self._turned = (self._turned + rate * elapsed_s) % (2.0 * math.pi)

    def _place(self, half_height: float, aspect: float) -> F64:
        """Focus and up between ship and fight.

        The focus lies less than ASIDE_MOST of half a picture from the ship along up, and to the right.
        """
        most, ship, focus = ASIDE_MOST * half_height, self._ship, self._frame[0]
        up, right = self._ship_frame()
        way = sphere.log_map(ship, focus) + self._aside
        across, along = float(way @ right) / (most * aspect), float(way @ up) / most
        size = math.hypot(across, along)
        bound = most * math.tanh(size) / size if size > 0.0 else 0.0
        moved = sphere.exp_map(ship, right * (across * aspect * bound) + up * (along * bound))
        up = sphere.unit(sphere.project_tangent(moved, sphere.parallel_transport(ship, moved, up)))
        return np.stack((moved, up))

    def _ship_frame(self) -> tuple[F64, F64]:
        """Up and right of the picture at the ship, unit tangents."""
        up = sphere.parallel_transport(self._frame[0], self._ship, self._frame[1])
        right = np.cross(up, self._ship)
        cosine, sine = math.cos(self._turned), math.sin(self._turned)
        return up * cosine + right * sine, right * cosine - up * sine
