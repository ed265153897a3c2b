"""Great circles that objectives lead along: the gates of a race, the legs of a route."""

import math
from itertools import pairwise

import numpy as np

from arena.game.levels.plan import Race
from arena.game.spawning.formations import sine_cosine
from arena.jit.annotations import F64
from arena.sphere import UnitVector


def gate_place(plan: Race, gate: int) -> UnitVector:
    """Unit direction of a gate, from 0."""
    angle = math.radians(plan.turn) * gate / (plan.gates - 1)
    here, ahead = np.array(plan.place), way_to(plan.place, plan.towards)
    sine, cosine = sine_cosine(angle)
    x, y, z = (cosine * here + sine * ahead).tolist()
    return x, y, z


def route_share(route: tuple[UnitVector, ...], passed: int, place: F64) -> float:
    """Share of a route that lies behind unit `place` on leg `passed`, from 0; 0 to 1."""
    legs = [chord(a, b) for a, b in pairwise(route)]
    x, y, z = place.tolist()
    left = chord((x, y, z), route[passed + 1]) + sum(legs[passed + 1 :])
    return 1.0 - min(left / sum(legs), 1.0)


def chord(a: UnitVector, b: UnitVector) -> float:
    """Straight line between unit directions."""
    x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    return math.sqrt(x * x + y * y + z * z)


def way_to(here: UnitVector, there: UnitVector) -> F64:
    """Unit tangent at one direction towards another, neither equal nor opposite."""
    (a, b, c), (x, y, z) = here, there
    along = a * x + b * y + c * z
    u, v, w = x - along * a, y - along * b, z - along * c
    return np.array([u, v, w]) / math.sqrt(u * u + v * v + w * w)
