"""Framing of the fight: where the camera stands for a world, and short shots for its moments.

A `Viewer` observes every tick, advances once a picture, and asks for the `Framing` of its rig. All of it only
moves the camera behind the ship: the ship stays in the middle, up stays up, and aim and sticks work as usual.
"""

import math
from typing import NamedTuple

import numpy as np

from arena.jit.annotations import F64
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.view.scenery import Scenery

DISTANCE, DISTANCE_MAX = 38.5, 46.0  # [u] from the ship to the eye, in calm and in danger
TILT = math.radians(29.0)  # of the line of sight to the ship, back from the vertical
LOOK_UP = math.radians(-3.5)  # of the view's middle above the ship
CALM_TILT = math.radians(3.0)
"""Additional tilt in calm: more sky over the limb; danger shows more of the ground."""
DEATHS = np.zeros(len(Event), np.bool_)
DEATHS[[Event.KILLED, Event.CAUGHT]] = True


class Framing(NamedTuple):
    """Place of the camera relative to the ship."""

    distance: float = 1.0  # over the usual
    tilt: float = TILT  # of the line of sight back from the vertical [rad]
    look_up: float = LOOK_UP  # of the view's middle above the ship [rad]


class CameraShot(NamedTuple):
    """Change of the framing that comes and goes."""

    rise_s: float
    hold_s: float
    fall_s: float
    distance: float  # factor
    tilt: float  # added [degrees]
    look_up: float  # added [degrees]


OPENING = CameraShot(0.0, 0.3, 3.0, 0.42, 21.0, 8.0)
"""Start of a world: from behind the ship back to the usual place."""
BOSS = CameraShot(1.6, 0.5, 2.5, 1.09, -1.5, 1.5)
"""While a boss lives, which is large."""
STAGE = CameraShot(0.7, 1.3, 1.6, 1.10, 8.0, 7.0)
"""A boss arrives or changes: a look to the limb."""
BOSS_END = CameraShot(0.5, 2.2, 2.0, 0.80, 7.0, 1.0)
LAST_KILL = CameraShot(0.25, 0.35, 1.6, 0.90, 3.0, 0.0)
"""No enemy is left."""
LOST = CameraShot(2.4, 0.2, 1.2, 1.55, -6.0, 2.0)
"""The ship is lost: the whole scene, behind the results too."""
SHOTS = (OPENING, BOSS, STAGE, BOSS_END, LAST_KILL, LOST)


class Director:
    """Chooses the framing: that of the world, and of the shots that are on."""

    def __init__(self, scenery: Scenery) -> None:
        self._scenery = scenery
        self._left = np.zeros(len(SHOTS))  # [s] until each has fallen again
        self._share = np.zeros(len(SHOTS))  # of each that is on, 0 to 1
        self._bosses = 0  # bosses and their parts in the last tick

    def start(self, shot: CameraShot) -> None:
        """Begin a shot, or hold it on where it is on."""
        at = SHOTS.index(shot)
        if shot.rise_s == 0.0:
            self._share[at] = 1.0
        self._left[at] = shot.rise_s * (1.0 - self._share[at]) + shot.hold_s + shot.fall_s

    def clear(self) -> None:
        """End all shots: the world is at another time now."""
        self._left[:] = self._share[:] = 0.0
        self._bosses = 0

    def observe(self, world: World, player: int) -> None:
        """Take in one tick."""
        if world.tick == 1:
            self.start(OPENING)
        if not world.bodies.alive[player]:
            self.start(LOST)
        if world.boss_count:
            self.start(BOSS)
        elif self._bosses:
            self.start(BOSS_END)
        self._bosses = world.boss_count
        kinds = world.events.kind[: int(world.events.count[0])]
        if (kinds == Event.BOSS_STAGE).any():
            self.start(STAGE)
        if DEATHS[kinds].any() and not len(world.rows(Pool.ENEMY)):
            self.start(LAST_KILL)

    def advance(self, elapsed_s: float) -> None:
        """Let the shots rise and fall for a time [s]."""
        for at, shot in enumerate(SHOTS):
            falls = self._left[at] <= shot.fall_s
            step = -elapsed_s / shot.fall_s if falls else elapsed_s / max(shot.rise_s, 1e-6)
            self._share[at] = min(1.0, max(0.0, self._share[at] + step))
            self._left[at] = max(0.0, self._left[at] - elapsed_s)

    def framing(self, danger: float, still: bool) -> Framing:
        """The framing of this moment; `danger` is 0 to 1, `still` leaves the shots out."""
        scenery = self._scenery
        distance, tilt = scenery.distance, TILT + math.radians(scenery.tilt) + CALM_TILT * (1.0 - danger)
        look_up = LOOK_UP + math.radians(scenery.look_up)
        shares: F64 = np.zeros(len(SHOTS)) if still else self._share * self._share * (3.0 - 2.0 * self._share)
        for shot, share in zip(SHOTS, shares.tolist(), strict=True):
            distance *= shot.distance**share
            tilt += math.radians(shot.tilt) * share
            look_up += math.radians(shot.look_up) * share
        return Framing(distance, tilt, look_up)
