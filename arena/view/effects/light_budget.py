"""Light budget: explosions close together share their light and never add up to white.

The light of each explosion is recorded and fades within a fraction of a second. A later explosion nearby
gets a share of its usual light.
"""

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


class LightBudget(Table):
    """Light of the strongest explosions of late."""

    position: F32  # [u], shape (CAPACITY, 3)
    light: F32  # remaining light times area [u^2], shape (CAPACITY,)


def create_light_budget() -> LightBudget:
    """Dark everywhere."""
    return LightBudget(np.zeros((CAPACITY, 3), np.float32), np.zeros(CAPACITY, np.float32))


@inline
def light_share(budget: LightBudget, place: Vector) -> Real:
    """Share of its light that an explosion at a place may have, LEAST_SHARE to 1."""
    near = 0.0
    for row in range(len(budget.light)):
        away = subtract(vector(budget.position, row), place)
        near += np.float64(budget.light[row]) * max(0.0, 1.0 - dot(away, away) / REACH**2)
    return max(LEAST_SHARE, HALVING_LIGHT / (HALVING_LIGHT + near))


@inline
def add_light(budget_inout: LightBudget, place: Vector, light: Real) -> None:
    """Remember an explosion in the place of the weakest one, if that is weaker."""
    weakest = 0
    for row in range(1, len(budget_inout.light)):
        if budget_inout.light[row] < budget_inout.light[weakest]:
            weakest = row
    if light > budget_inout.light[weakest]:
        put(budget_inout.position, weakest, place)
        budget_inout.light[weakest] = light


@kernel
def fade_light_budget(budget_inout: LightBudget, elapsed_s: Real) -> None:
    """Let time pass."""
    left = max(0.0, 1.0 - FADE_RATE * elapsed_s)
    for row in range(len(budget_inout.light)):
        budget_inout.light[row] *= left
