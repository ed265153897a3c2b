"""Single vectors, fast: `arena.sphere` is made for arrays of points and pays for that on one.

All arguments are float64 arrays of shape (3,); points are unit.
"""

import math

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]


def wide(vector: NDArray[np.floating]) -> F64:
    """The same vector in double precision."""
    return vector.astype(np.float64)


def unit(vector: F64) -> F64:
    """Scaled to length 1; a zero vector stays zero."""
    return vector / (math.sqrt(float(vector @ vector)) or 1.0)


def cross(a: F64, b: F64) -> F64:
    """The vector product."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def tangent(point: F64, vector: F64) -> F64:
    """The part of `vector` that is tangent at `point`."""
    return vector - point * float(point @ vector)


def travel(point: F64, step: F64) -> F64:
    """Where the great circle with tangent `step` [rad] ends."""
    angle = math.sqrt(float(step @ step))
    return point * math.cos(angle) + step * (math.sin(angle) / angle if angle > 1e-9 else 1.0)


def towards(point: F64, target: F64) -> F64:
    """The tangent step [rad] from `point` to `target`; zero at the antipode, where it is undefined."""
    cosine = float(point @ target)
    across = target - point * cosine
    sine = math.sqrt(float(across @ across))
    return across * (math.atan2(sine, cosine) / sine) if sine > 1e-9 else across * 0.0


def carry(point: F64, target: F64, vector: F64) -> F64:
    """Parallel transport of a tangent vector from `point` to `target`; at the antipode it stays as it is."""
    cosine = float(point @ target)
    if cosine < -0.999999:
        return vector
    return vector - (point + target) * (float(target @ vector) / (1.0 + cosine))
