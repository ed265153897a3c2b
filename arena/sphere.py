"""Geometry on a sphere around the origin: great circles, tangent vectors, frames without a pole.

The public half (`exp_map` ... `tangent_frame`) takes arrays of shape (3,) or (n, 3), works in float64 and
serves tools, tests and views. The kernel half (`sine_cosine_ratio` ... `kernel_tangent_frame`) takes scalars
and is compiled into the simulation's kernels. It uses only +, -, *, / and sqrt, which IEEE 754 rounds the
same way on every CPU.

A point is any non-zero vector; its length is its distance from the centre. A tangent vector at p is
orthogonal to p. Formulas: Riemannian geometry of the unit sphere as in Absil, Mahony, Sepulchre,
"Optimization Algorithms on Matrix Manifolds" (2008), examples 5.4.1 and 8.1.1.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.jit import inline

F64 = NDArray[np.float64]
UnitVector = tuple[float, float, float]
"""A direction from the centre, of length 1."""
TINY = 1e-12
"""Below this squared length a direction is undefined and a fixed fallback is used."""


def _vectors(*values: ArrayLike) -> list[F64]:
    return [np.asarray(value, np.float64) for value in values]


def _dot(a: F64, b: F64) -> F64:
    return np.sum(a * b, axis=-1, keepdims=True)


def _norm(a: F64) -> F64:
    return np.sqrt(_dot(a, a))


def _dot_of_three(a: list[float], b: list[float]) -> float:
    """Same result as `_dot` for one pair, bit for bit."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def unit(vector: ArrayLike) -> F64:
    """Vectors scaled to length 1, shape as given; a zero vector becomes +z."""
    (v,) = _vectors(vector)
    if v.shape == (3,):  # without array operations this takes a sixth of the time
        x, y, z = parts = v.tolist()
        length = math.sqrt(_dot_of_three(parts, parts))
        return np.array([x / length, y / length, z / length] if length > 0 else [0.0, 0.0, 1.0])
    length = _norm(v)
    safe = np.where(length > 0, length, 1.0)
    return np.where(length > 0, v / safe, np.array([0.0, 0.0, 1.0]))


def project_tangent(point: ArrayLike, vector: ArrayLike) -> F64:
    """The part of `vector` that is tangent at `point`."""
    p, v = _vectors(point, vector)
    if p.shape == v.shape == (3,):
        a, b = p.tolist(), v.tolist()
        if squared := _dot_of_three(a, a):
            along = _dot_of_three(a, b) / squared
            return np.array([b[0] - a[0] * along, b[1] - a[1] * along, b[2] - a[2] * along])
    return v - p * (_dot(p, v) / _dot(p, p))


def exp_map(point: ArrayLike, displacement: ArrayLike) -> F64:
    """End point of the great-circle arc from `point` with tangent `displacement` [u of arc]."""
    p, v = _vectors(point, displacement)
    radius, length = _norm(p), _norm(v)
    angle = length / radius
    direction = v / np.where(length > 0, length, 1.0)
    return p * np.cos(angle) + direction * radius * np.sin(angle)


def log_map(point: ArrayLike, target: ArrayLike) -> F64:
    """Tangent displacement [u of arc] at `point` that leads to `target`; inverse of `exp_map`.

    At the antipode all directions are as short; the result is along the tangent frame's first axis.
    """
    p, q = _vectors(point, target)
    radius = _norm(p)
    a, b = unit(p), unit(q)
    across = b - a * _dot(a, b)
    sine = _norm(across)
    angle = np.arctan2(sine, _dot(a, b))
    fallback = tangent_frame(a)[0]
    direction = np.where(sine > 1e-9, across / np.where(sine > 0, sine, 1.0), fallback)
    return direction * angle * radius


def distance(point: ArrayLike, target: ArrayLike) -> F64:
    """Great-circle distance [u] on the sphere through `point`, shape (...)."""
    p, q = _vectors(point, target)
    a, b = unit(p), unit(q)
    return np.arctan2(_norm(np.cross(a, b)), _dot(a, b))[..., 0] * _norm(p)[..., 0]


def parallel_transport(point: ArrayLike, target: ArrayLike, vector: ArrayLike) -> F64:
    """Parallel-transport tangent `vector` from `point` to `target` along the shorter great circle."""
    p, q, v = _vectors(point, target, vector)
    a, b = unit(p), unit(q)
    along = unit(log_map(a, b))
    angle = np.arctan2(_norm(np.cross(a, b)), _dot(a, b))
    share = _dot(v, along)
    return v + share * (along * (np.cos(angle) - 1.0) - a * np.sin(angle))


def slerp(start: ArrayLike, end: ArrayLike, fraction: ArrayLike) -> F64:
    """The point at `fraction` of the great circle from `start` to `end`.

    Lengths are interpolated linearly.
    """
    p, q = _vectors(start, end)
    t = np.asarray(fraction, np.float64)[..., None]
    a = unit(p)
    length = _norm(p) * (1.0 - t) + _norm(q) * t
    return exp_map(a, log_map(a, unit(q)) * t) * length


def tangent_frame(point: ArrayLike) -> tuple[F64, F64]:
    """Two unit tangents that make a right-handed frame with the outward normal; defined everywhere.

    Duff et al., "Building an Orthonormal Basis, Revisited" (JCGT 2017).
    """
    n = unit(point)
    if n.shape == (3,):  # as in `unit`
        x, y, z = n.tolist()
        first, second = _frame_parts(x, y, z, 1.0 if z >= 0 else -1.0)
        return np.array(first), np.array(second)
    x, y, z = n[..., 0], n[..., 1], n[..., 2]
    first, second = _frame_parts(x, y, z, np.where(z >= 0, 1.0, -1.0))
    return np.stack(first, axis=-1), np.stack(second, axis=-1)


def _frame_parts(x: Any, y: Any, z: Any, sign: Any) -> tuple[tuple[Any, Any, Any], tuple[Any, Any, Any]]:
    """Components of both tangents at a unit vector, for numbers or arrays; `sign` is that of z."""
    a = -1.0 / (sign + z)
    b = x * y * a
    return (1.0 + sign * x * x * a, sign * b, -sign * x), (b, sign + y * y * a, -y)


# The kernel half. Scalars in, tuples out; all arithmetic in the precision of the arguments (float64 in the
# kernels).


@inline
def sine_cosine_ratio(square: float) -> tuple[float, float, float]:
    """For square = t*t with t <= 0.5: sin(t)/t, cos(t) and (cos(t)-1)/t^2, by Taylor series to 1e-11."""
    sine = 1.0 - square * (1.0 / 6 - square * (1.0 / 120 - square * (1.0 / 5040 - square * (1.0 / 362880))))
    bend = -0.5 + square * (
        1.0 / 24 - square * (1.0 / 720 - square * (1.0 / 40320 - square * (1.0 / 3628800)))
    )
    return sine, 1.0 + square * bend, bend


@inline
def kernel_parallel_transport(
    vx: float,
    vy: float,
    vz: float,
    px: float,
    py: float,
    pz: float,
    mx: float,
    my: float,
    mz: float,
    step: float,
) -> tuple[float, float, float]:
    """Parallel-transport tangent v along the great circle from p with tangent velocity m, for time `step`."""
    inverse = step / (px * px + py * py + pz * pz)
    square = (mx * mx + my * my + mz * mz) * step * inverse
    sine, _, bend = sine_cosine_ratio(square)
    share = vx * mx + vy * my + vz * mz
    along = share * bend * step * inverse
    down = share * sine * inverse
    return vx + along * mx - down * px, vy + along * my - down * py, vz + along * mz - down * pz


@inline
def quadrant_sine_cosine(angle: float) -> tuple[float, float]:
    """sin and cos for |angle| <= 1e6 by reduction to a quadrant; 1e-10, the same bits on every CPU."""
    turns = math.floor(angle * (2.0 / math.pi) + 0.5)
    rest = angle - turns * (math.pi / 2)
    # A half-angle step keeps the series' argument below 0.4.
    half = 0.5 * rest
    ratio, cosine, _ = sine_cosine_ratio(half * half)
    sine = half * ratio
    s, c = 2.0 * sine * cosine, cosine * cosine - sine * sine
    # Choices in place of branches, which would be guessed wrongly three times in four.
    quadrant = int(turns) & 3
    even = quadrant & 1 == 0
    sine, cosine = s if even else c, c if even else s
    return -sine if quadrant >= 2 else sine, -cosine if quadrant in (1, 2) else cosine


@inline
def kernel_tangent_frame(x: float, y: float, z: float) -> tuple[float, float, float, float, float, float]:
    """`tangent_frame` of unit normal (x, y, z) for kernels: both axes, flattened."""
    sign = 1.0 if z >= 0.0 else -1.0
    a = -1.0 / (sign + z)
    b = x * y * a
    return 1.0 + sign * x * x * a, sign * b, -sign * x, b, sign + y * y * a, -y
