"""Bearings: places and directions of things that are moved and turned on the sphere, as unit tuples."""

import math

import numpy as np
from numpy.typing import ArrayLike

from arena import sphere
from arena.game.spawning.formations import sine_cosine
from arena.sphere import UnitVector

DIGITS = 4
"""Decimal digits of written numbers: a place is exact to a hundredth of a unit."""
AHEAD = 0.5
"""Angle from a new thing to the place that it looks to [rad]."""


def direction(vector: ArrayLike) -> UnitVector:
    """Unit vector of a direction."""
    x, y, z = sphere.unit(vector).tolist()
    return x, y, z


def written(vector: ArrayLike) -> list[float]:
    """Direction as a level holds it."""
    return [round(part, DIGITS) + 0.0 for part in direction(vector)]


def ahead(place: ArrayLike, up: ArrayLike) -> UnitVector:
    """Place that lies `AHEAD` in the direction of the tangent `up`."""
    here = sphere.unit(place)
    tangent = sphere.project_tangent(here, up)
    if not tangent.any():
        tangent = sphere.tangent_frame(here)[1]
    return direction(sphere.exp_map(here, AHEAD * sphere.unit(tangent)))


def carried(vector: ArrayLike, here: ArrayLike, there: ArrayLike) -> UnitVector:
    """Direction after the sphere was rolled from one place to another along the shortest arc."""
    old, new, arrow = sphere.unit(here), sphere.unit(there), sphere.unit(vector)
    radial = float(arrow @ old)
    return direction(radial * new + sphere.parallel_transport(old, new, arrow - radial * old))


def turned(vector: ArrayLike, place: ArrayLike, degrees: float) -> UnitVector:
    """Direction turned clockwise around a place, as seen from above."""
    axis, arrow = sphere.unit(place), sphere.unit(vector)
    angle, radial = math.radians(degrees), float(arrow @ axis) * axis
    tangent = arrow - radial
    sine, cosine = sine_cosine(angle)
    return direction(radial + cosine * tangent + sine * np.cross(tangent, axis))


def arc(a: ArrayLike, b: ArrayLike) -> float:
    """Angle between two places [rad]."""
    return float(sphere.distance(sphere.unit(a), sphere.unit(b)))
