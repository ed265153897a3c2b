"""Great circles that objectives lead along: the gates of a race."""

import math

import numpy as np

from arena.game.levels.plan import Place, Race
from arena.game.spawn_points import F64
from arena.jit import kernel
from arena.sphere import quadrant_sine_cosine


@kernel
def sine_cosine(angle: float) -> tuple[float, float]:
    """Of an angle [rad], for Python: the same bits on every CPU."""
    return quadrant_sine_cosine(angle)


def gate_place(plan: Race, gate: int) -> Place:
    """Unit direction of a gate, from 0."""
    angle = math.radians(plan.turn) * gate / (plan.gates - 1)
    here, ahead = np.array(plan.place), way_to(plan.place, plan.towards)
    sine, cosine = sine_cosine(angle)
    x, y, z = (cosine * here + sine * ahead).tolist()
    return x, y, z


def way_to(here: Place, there: Place) -> F64:
    """Unit tangent at one direction towards another, neither equal nor opposite."""
    (a, b, c), (x, y, z) = here, there
    along = a * x + b * y + c * z
    u, v, w = x - along * a, y - along * b, z - along * c
    return np.array([u, v, w]) / math.sqrt(u * u + v * v + w * w)
