"""Instance buffers, filled by kernels and reused for each frame.

Kernels see an array of a structured dtype as float32 of shape (capacity, floats); `add_sprite` and its like
know the columns. A viewer reserves rows before a kernel writes them.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from arena.jit import DEBUG, inline
from arena.jit.annotations import F32, I64, Integer, Real, Row
from arena.jit.tables import Table
from arena.vectors import Vector, cross, dot, length, scaled
from arena.view.frame import RING_DTYPE, SPRITE_DTYPE, Instances
from arena.view.overlay.overlay import RGBA

ROOM = 256
"""Instances that a new buffer has room for, unless its owner knows better."""
SHADOW_HEIGHT = 0.12
"""Of shadows above the ground [u]."""
SHADOW_DEPTH = 0.72
"""Share of the ground's light that is gone in the middle of a shadow."""


class InstanceBuffer:
    """Buffer of instances of one dtype; its content stays until overwritten."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._dtype = dtype
        self.rows: F32 = np.zeros((ROOM, dtype.itemsize // 4), np.float32)
        """All instances as plain numbers, shape (capacity, floats of one)."""

    def reserve(self, count: int) -> F32:
        """`rows` with room for `count` instances at least; more room is taken in doubles, and empty."""
        if count > len(self.rows):
            self.rows = np.zeros((max(count, 2 * len(self.rows)), self.rows.shape[1]), np.float32)
        return self.rows

    def part(self, begin: int, end: int) -> Instances:
        """The instances begin..end, no copy, until the next frame."""
        return self.rows[begin:end].view(self._dtype)[:, 0]


class MarkRows(Table):
    """Rings and sprites of a picture as plain numbers; rows at the counts and beyond are stale."""

    rings: F32  # rows of RING_DTYPE, shape (room, floats of one)
    sprites: F32  # rows of SPRITE_DTYPE, shape (room, floats of one)
    ring_count: I64  # shape (1,)
    sprite_count: I64  # shape (1,)

    def drawn(self) -> tuple[Instances, Instances]:
        """The rings and the sprites so far, no copy."""
        rings, sprites = self.rings[: self.ring_count[0]], self.sprites[: self.sprite_count[0]]
        return rings.view(RING_DTYPE)[:, 0], sprites.view(SPRITE_DTYPE)[:, 0]


def create_mark_rows(rings: int, sprites: int) -> MarkRows:
    """Empty rows with room for so many."""
    return MarkRows(
        np.zeros((rings, RING_DTYPE.itemsize // 4), np.float32),
        np.zeros((sprites, SPRITE_DTYPE.itemsize // 4), np.float32),
        *np.zeros((2, 1), np.int64),
    )


def ring_row(place: ArrayLike, radius: float, edge: float, color: RGBA, dashes: float = 0.0) -> Instances:
    """A circle on the shell about a unit place, as RING_DTYPE."""
    row = np.zeros(1, RING_DTYPE)
    row["center"], row["radius"], row["thickness"] = place, radius, edge
    row["dashes"], row["filled"], row["color"] = dashes, 1.0, color
    return row


@inline
def eastward(outward: Vector) -> Vector:
    """Unit tangent across a unit vector, to the east where there is one."""
    east = cross((0.0, 0.0, 1.0), outward)
    east = east if length(east) > 1e-3 else (1.0, 0.0, 0.0)
    return scaled(east, 1.0 / length(east))


@inline
def put_three(rows_out: F32, row: Row, column: Integer, v: Vector) -> None:
    """Write a vector into three columns."""
    rows_out[row, column], rows_out[row, column + 1], rows_out[row, column + 2] = v


@inline
def put_sprite(
    sprites_out: F32, row: Row, position: Vector, size: Real, stretch: Vector, hardness: Real, color: RGBA
) -> None:  # fmt: skip
    """Write a sprite; colour as (red, green, blue, alpha)."""
    if DEBUG:
        assert 0 <= row < len(sprites_out), "put_sprite: more sprites than there is room for"
        assert np.isfinite(dot(position, position) + dot(stretch, stretch) + size), "put_sprite: not finite"
    put_three(sprites_out, row, 0, position)
    sprites_out[row, 3] = size
    put_three(sprites_out, row, 4, stretch)
    sprites_out[row, 7] = hardness
    sprites_out[row, 8], sprites_out[row, 9], sprites_out[row, 10], sprites_out[row, 11] = color


@inline
def put_shadow(sprites_out: F32, at: Row, place: Vector, size: Real, planet_radius: Real) -> None:
    """Write a shadow straight below a place; it is softer and fainter the higher that is."""
    height = length(place)
    ground = scaled(place, (planet_radius + SHADOW_HEIGHT) / height)
    near = 1.0 / (1.0 + 0.12 * max(height - planet_radius - 2.0, 0.0))
    shade = 0.0, 0.0, 0.0, SHADOW_DEPTH * near
    put_sprite(sprites_out, at, ground, size / near, (0.0, 0.0, 0.0), -1.0, shade)


@inline
def add_sprite(
    marks_inout: MarkRows, position: Vector, size: Real, stretch: Vector, hardness: Real, color: RGBA
) -> None:
    """Append a sprite, as `put_sprite` writes it."""
    row = np.uint64(marks_inout.sprite_count[0])
    put_sprite(marks_inout.sprites, row, position, size, stretch, hardness, color)
    marks_inout.sprite_count[0] += 1


@inline
def add_ring(
    marks_inout: MarkRows, center: Vector, radius: Real, thickness: Real, dashes: Real, color: RGBA,
    through: Real = 0.0, filled: Real = 1.0,
) -> None:  # fmt: skip
    """Append a circle on the shell about a unit `center`, dim beyond a share `filled`; colour as RGBA."""
    rows, row = marks_inout.rings, marks_inout.ring_count[0]
    if DEBUG:
        assert 0 <= row < len(rows), "add_ring: more rings than there is room for"
        assert dot(center, center) < 1.0 + 1e-4, "add_ring: the centre is no unit vector"
    marks_inout.ring_count[0] = row + 1
    put_three(rows, row, 0, center)
    rows[row, 3], rows[row, 4], rows[row, 5], rows[row, 6] = radius, thickness, dashes, filled
    rows[row, 7], rows[row, 8], rows[row, 9], rows[row, 10] = color
    rows[row, 11] = through
