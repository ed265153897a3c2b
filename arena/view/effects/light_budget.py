"""Light budget: explosions close together share their light and never add up to white.

The light of each explosion is recorded and fades within a fraction of a second. A later explosion nearby
gets a share of its usual light. The strongest light the ground and the hulls around them, too.
"""

import math

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, Real
from arena.jit.tables import Table
from arena.vectors import Vector, dot, put, subtract, vector

CAPACITY = 32
REACH = 9.0
"""Explosions farther apart than this do not share their light [u]."""
HALVING_LIGHT = 14.0
"""Light times its area [u^2] that halves the light of a later explosion at the same place."""
FADE_RATE = 5.0
"""Decay rate of recorded light [1/s]."""
LEAST_SHARE = 0.3
"""Share of its light that one has at least."""
REACH_SHARE, REACH_MOST = 3.4, 42.0
"""Distance up to which one lights things [u]: over the root of its light [u], and at most."""
TOGETHER_MOST = 90.0
"""Light times area [u^2] from which on they light things no more than this together, for eyes' sake."""
BRIGHTEST, FAINTEST = 2.0, 0.06
"""Light that one lends to what is beside it at first, and below which it no longer lends any."""


class LightBudget(Table):
    """Light of the strongest explosions of late."""

    position: F32  # [u], shape (CAPACITY, 3)
    reach: F32  # distance up to which it lights things [u], shape (CAPACITY,)
    color: F32  # shape (CAPACITY, 3)
    light: F32  # remaining light times area [u^2], shape (CAPACITY,)
    wait: F32  # time until it begins [s], shape (CAPACITY,)


def create_light_budget() -> LightBudget:
    """Dark everywhere."""
    places, colors = np.zeros((2, CAPACITY, 3), np.float32)
    reaches, lights, waits = np.zeros((3, CAPACITY), np.float32)
    return LightBudget(places, reaches, colors, lights, waits)


def strongest_lights(budget: LightBudget, most: int) -> F32:
    """Place [u], reach [u] and colour of what lights things now, strongest first, shape (n, 8)."""
    light = np.where(budget.wait > 0.0, 0.0, budget.light)
    first = BRIGHTEST * REACH_SHARE * np.sqrt(light) / np.maximum(budget.reach, 1e-3)
    rows = np.argsort(-light, kind="stable")[:most]
    rows = rows[first[rows] > FAINTEST]
    share = first[rows] * min(1.0, TOGETHER_MOST / max(float(light[rows].sum()), 1e-6))
    lights = np.zeros((len(rows), 8), np.float32)
    lights[:, :3], lights[:, 3] = budget.position[rows], budget.reach[rows]
    lights[:, 4:7] = budget.color[rows] * share[:, None]
    return lights


@inline
def light_share(budget: LightBudget, place: Vector) -> Real:
    """Share of its light that an explosion at a place may have, LEAST_SHARE to 1."""
    near = 0.0
    for row in range(len(budget.light)):
        away = subtract(vector(budget.position, row), place)
        if budget.wait[row] <= 0.0:
            near += np.float64(budget.light[row]) * max(0.0, 1.0 - dot(away, away) / REACH**2)
    return max(LEAST_SHARE, HALVING_LIGHT / (HALVING_LIGHT + near))


@inline
def add_light(budget_inout: LightBudget, place: Vector, light: Real, color: Vector, delay: Real) -> None:
    """Remember an explosion, `delay` from now, in the place of the weakest one, if that is weaker."""
    weakest, b = 0, budget_inout
    for row in range(1, len(b.light)):
        if b.light[row] < b.light[weakest]:
            weakest = row
    if light > b.light[weakest]:
        put(b.position, weakest, place)
        put(b.color, weakest, color)
        b.light[weakest], b.wait[weakest] = light, delay
        b.reach[weakest] = min(REACH_MOST, REACH_SHARE * math.sqrt(light))


@kernel
def fade_light_budget(budget_inout: LightBudget, elapsed_s: Real) -> None:
    """Let time pass."""
    left = max(0.0, 1.0 - FADE_RATE * elapsed_s)
    for row in range(len(budget_inout.light)):
        if budget_inout.wait[row] > 0.0:
            budget_inout.wait[row] -= elapsed_s
        else:
            budget_inout.light[row] *= left
