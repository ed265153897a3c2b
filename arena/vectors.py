"""Vectors of three components for kernels, as tuples, inlined into the caller.

Components are float64, or registers of F64_LANES rows (see `arena.jit.simd`); the same formulas serve both.
The functions use only +, -, *, / and sqrt, and sum from x to z, so that every CPU gives the same bits.

    p = vector(position, row)                   from a column of shape (n, 3), as float64
    outward = scaled(p, 1.0 / length(p))
    way = tangent_part(subtract(q, p), outward)
    put(velocity, row, scaled(way, speed))
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline
from arena.jit.simd.registers import square_root

Number = Any
"""A float64, or a register of F64_LANES."""

Vector = tuple[Number, Number, Number]


@inline
def vector(column: NDArray[Any], row: int) -> Vector:
    """(x, y, z) of a row as float64."""
    return np.float64(column[row, 0]), np.float64(column[row, 1]), np.float64(column[row, 2])


@inline
def put(column_out: NDArray[Any], row: int, v: Vector) -> None:
    """Write a row, rounded to the column's dtype."""
    column_out[row, 0], column_out[row, 1], column_out[row, 2] = v


@inline
def dot(a: Vector, b: Vector) -> Number:
    """Inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inline
def cross(a: Vector, b: Vector) -> Vector:
    """Vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inline
def add(a: Vector, b: Vector) -> Vector:
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@inline
def subtract(a: Vector, b: Vector) -> Vector:
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@inline
def scaled(v: Vector, factor: Number) -> Vector:
    """`factor` times v."""
    return factor * v[0], factor * v[1], factor * v[2]


@inline
def combined(a: Vector, alpha: Number, b: Vector, beta: Number) -> Vector:
    """alpha a + beta b."""
    return alpha * a[0] + beta * b[0], alpha * a[1] + beta * b[1], alpha * a[2] + beta * b[2]


@inline
def length(v: Vector) -> Number:
    """Euclidean length."""
    return square_root(dot(v, v))


@inline
def normalised(v: Vector) -> Vector:
    """v at length 1; v must not be zero."""
    size = length(v)
    return v[0] / size, v[1] / size, v[2] / size


@inline
def tangent_part(v: Vector, outward: Vector) -> Vector:
    """v without its component along a unit vector."""
    return subtract(v, scaled(outward, dot(v, outward)))
