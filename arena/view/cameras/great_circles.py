"""Steps along great circles for kernels, as tuples: points are unit, steps are tangents [rad].

The simulation's own, in `arena.sphere`, are series that hold for the arc of a tick; these hold for any.
"""

import math

from arena.jit import inline
from arena.vectors import Vector, add, combined, cross, dot, length, scaled, subtract, tangent_part

ANTIPODE = -0.999999
"""Cosine below which nothing is transported: there are too many ways."""
SHORT = 1e-9
"""Shorter steps have no direction [rad]."""


@inline
def unit(v: Vector) -> Vector:
    """v at length 1; a zero vector stays zero."""
    size = length(v)
    return scaled(v, 1.0 / size if size > 0.0 else 1.0)


@inline
def exp_map(point: Vector, step: Vector) -> Vector:
    """End point of the great circle with tangent `step`."""
    angle = length(step)
    return combined(point, math.cos(angle), step, math.sin(angle) / angle if angle > SHORT else 1.0)


@inline
def log_map(point: Vector, target: Vector) -> Vector:
    """The step from `point` to `target`; zero at the antipode, where it is undefined."""
    across = tangent_part(target, point)
    sine = length(across)
    return scaled(across, math.atan2(sine, dot(point, target)) / sine if sine > SHORT else 0.0)


@inline
def parallel_transport(point: Vector, target: Vector, v: Vector) -> Vector:
    """A tangent vector taken from `point` to `target` without turning; at the antipode it stays as it is."""
    cosine = dot(point, target)
    if cosine < ANTIPODE:
        return v
    return subtract(v, scaled(add(point, target), dot(target, v) / (1.0 + cosine)))


@inline
def turn_towards(normal: Vector, start: Vector, end: Vector, share: float) -> Vector:
    """Unit tangent `start` turned about `normal` by `share` of its angle to `end`; opposites turn left."""
    angle = math.atan2(dot(cross(start, end), normal), dot(start, end)) * share
    turned = combined(start, math.cos(angle), cross(normal, start), math.sin(angle))
    return unit(tangent_part(turned, normal))
