"""Camera zoom by danger: closer in calm, farther back where threats are near or many.

Danger is a number, 0 in calm and 1 at most. It follows the threats nearby as a critically damped spring: no
overshoot, speed at most `SPEED_MAX`. The simulation does not read it.
"""

import math

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F64, Real
from arena.sim.kinds import Pool
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.vectors import dot, length, vector

NEAR, FAR = 26.0, 40.0
"""Threats count whole up to the first distance along the shell, not at all beyond the second [u]."""
WEIGHT = 0.75
"""Weight of one threat nearby: the goal is 1 - exp(-WEIGHT * threats)."""
ENOUGH = 8.0
"""More threats than this make no difference."""
OUT_RATE, IN_RATE = 3.0, 1.1
"""Of the spring [1/s]: it backs off in good time, and comes in again when calm lasts."""
SPEED_MAX = 0.45
"""Of the number [1/s]."""


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
    least = math.cos(min(math.pi, FAR / shell_radius))
    for row in range(pools.start[Pool.ENEMY], pools.stop[Pool.ENEMY]):
        at = vector(bodies.position, row)
        along = dot(at, place)
        if not bodies.alive[row] or along <= least * length(at):
            continue
        away = math.acos(min(max(along / max(length(at), 1e-6), -1.0), 1.0)) * shell_radius
        total += min(max((FAR - away) / (FAR - NEAR), 0.0), 1.0)
        if total >= ENOUGH:
            break
    return total
