"""How much light there is about a place: explosions close together share it, and never add up to white.

Each explosion is remembered with its light, which fades within a fraction of a second; one that follows near
by gets a share of what it would have alone.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline, kernel
from arena.jit.tables import Table
from arena.vectors import dot, put, subtract, vector

F32 = NDArray[np.float32]

CROWD_CAPACITY = 32
CROWD_REACH = 9.0
"""Explosions farther apart than this do not share their light [u]."""
CROWD_ROOM = 14.0
"""Light times its area [u^2] that halves the light of what follows at the same place."""
CROWD_FADE = 5.0
"""How fast it is forgotten [1/s]."""
CROWD_LEAST = 0.3
"""Share of its light that one has at least."""


class Crowding(Table):
    """Light of the strongest explosions of late."""

    position: F32  # [u], shape (CROWD_CAPACITY, 3)
    light: F32  # times area, what is left of it [u^2], shape (CROWD_CAPACITY,)


def create_crowding() -> Crowding:
    """Dark everywhere."""
    return Crowding(np.zeros((CROWD_CAPACITY, 3), np.float32), np.zeros(CROWD_CAPACITY, np.float32))


@inline
def light_share(crowding, place):
    """Share of its light that an explosion at a place may have, CROWD_LEAST to 1."""
    near = 0.0
    for row in range(len(crowding.light)):
        away = subtract(vector(crowding.position, row), place)
        near += np.float64(crowding.light[row]) * max(0.0, 1.0 - dot(away, away) / CROWD_REACH**2)
    return max(CROWD_LEAST, CROWD_ROOM / (CROWD_ROOM + near))


@inline
def add_light(crowding_inout, place, light):
    """Remember an explosion in the place of the weakest one, if that is weaker."""
    weakest = 0
    for row in range(1, len(crowding_inout.light)):
        if crowding_inout.light[row] < crowding_inout.light[weakest]:
            weakest = row
    if light > crowding_inout.light[weakest]:
        put(crowding_inout.position, weakest, place)
        crowding_inout.light[weakest] = light


@kernel
def fade_crowding(crowding_inout, elapsed_s):
    """Let time pass."""
    left = max(0.0, 1.0 - CROWD_FADE * elapsed_s)
    for row in range(len(crowding_inout.light)):
        crowding_inout.light[row] *= left
