"""Framing of the fight: where the camera stands for a world, short shots for its moments, and zoom by danger.

A `Viewer` observes every tick, advances once a picture, and asks for the `Framing` of its rig. All of it only
moves the camera behind the ship: the ship stays in the middle, up stays up, and aim and sticks work as usual.

Danger is a number, 0 in calm and 1 at most. It follows the threats nearby as a critically damped spring: no
overshoot, speed at most `SPEED_MAX`. The simulation does not read it.
"""

import math
from typing import NamedTuple

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F64, Real
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.vectors import dot, length, vector
from arena.view.scenery import Scenery

DISTANCE, DISTANCE_MAX = 38.5, 46.0  # [u] from the ship to the eye, in calm and in danger
TILT = math.radians(29.0)  # of the line of sight to the ship, back from the vertical
LOOK_UP = math.radians(-3.5)  # of the view's middle above the ship
CALM_TILT = math.radians(3.0)
"""Additional tilt in calm: more sky over the limb; danger shows more of the ground."""
THREAT_NEAR, THREAT_FAR = 26.0, 40.0
"""Threats count whole up to the first distance along the shell, not at all beyond the second [u]."""
WEIGHT = 0.75
"""Weight of one threat nearby: the goal is 1 - exp(-WEIGHT * threats)."""
ENOUGH = 8.0
"""More threats than this make no difference."""
OUT_RATE, IN_RATE = 3.0, 1.1
"""Of the spring [1/s]: it backs off in good time, and comes in again when calm lasts."""
SPEED_MAX = 0.45
"""Of the number [1/s]."""


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
        kinds = world.events.kinds
        if Event.BOSS_STAGE in kinds:
            self.start(STAGE)
        if not len(world.pools[Pool.ENEMY]) and (Event.KILLED in kinds or Event.CAUGHT in kinds):
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


class Zoom:
    """State of the danger spring."""

    def __init__(self) -> None:
        self._state = np.zeros(2)  # the number, and its speed [1/s]
        self._started = False

    @property
    def share(self) -> float:
        """0 in calm, 1 in danger."""
        return float(self._state[0])

    def follow(self, world: World, here: F64, elapsed_s: float, least: float = 0.0) -> None:
        """Move towards the danger near `here` (unit), at least `least`; the first call jumps to it."""
        goal = 1.0 - math.exp(-WEIGHT * sum_threats(world.population, here, world.shell_radius))
        goal = max(goal, least)
        if not self._started:
            self._state[0] = goal
            self._started = True
        self.approach(goal, elapsed_s)

    def approach(self, goal: float, elapsed_s: float) -> None:
        """Let the spring pull towards `goal` for a time [s]."""
        value, speed = self._state.tolist()
        rate = OUT_RATE if goal > value else IN_RATE
        # A spring stretched by this much pulls no faster than the limit; farther goals are as if there.
        most = 2.0 * SPEED_MAX / rate
        start = min(max(value - goal, -most), most)
        goal = value - start
        push, fade = (speed + rate * start) * elapsed_s, math.exp(-rate * elapsed_s)
        moved, slowed = goal + (start + push) * fade, (speed - rate * push) * fade
        step = SPEED_MAX * elapsed_s
        self._state[:] = (
            min(max(moved, value - step, 0.0), value + step, 1.0),
            min(max(slowed, -SPEED_MAX), SPEED_MAX),
        )


@kernel
def sum_threats(population: Population, here: F64, shell_radius: Real) -> Real:
    """Count the enemies near the unit vector `here`; the weight of each falls with distance.

    The count stops at about ENOUGH.
    """
    bodies, pools = population.bodies, population.pools
    place, total = (here[0], here[1], here[2]), 0.0
    least = math.cos(min(math.pi, THREAT_FAR / shell_radius))
    for row in range(pools.start[Pool.ENEMY], pools.stop[Pool.ENEMY]):
        at = vector(bodies.position, row)
        along = dot(at, place)
        if not bodies.alive[row] or along <= least * length(at):
            continue
        away = math.acos(min(max(along / max(length(at), 1e-6), -1.0), 1.0)) * shell_radius
        total += min(max((THREAT_FAR - away) / (THREAT_FAR - THREAT_NEAR), 0.0), 1.0)
        if total >= ENOUGH:
            break
    return total
