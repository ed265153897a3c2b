"""Instance buffers, filled by kernels and reused for each frame.

Kernels see an array of a structured dtype as float32 of shape (capacity, floats); `put_sprite` and its like
know the columns. A viewer reserves rows before a kernel writes them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline
from arena.view.frame import Instances

F32 = NDArray[np.float32]
ROOM = 256
"""Instances that a new buffer has room for, unless its owner knows better."""


class InstanceBuffer:
    """Buffer of instances of one dtype; its content stays until overwritten."""

    def __init__(self, dtype: np.dtype[Any], room: int = ROOM) -> None:
        self._dtype = dtype
        self.rows: F32 = np.zeros((room, dtype.itemsize // 4), np.float32)
        """All instances as plain numbers, shape (capacity, floats of one)."""

    def reserve(self, count: int) -> F32:
        """`rows` with room for `count` instances at least; more room is taken in doubles, and empty."""
        if count > len(self.rows):
            self.rows = np.zeros((max(count, 2 * len(self.rows)), self.rows.shape[1]), np.float32)
        return self.rows

    def part(self, begin: int, end: int) -> Instances:
        """The instances begin..end, no copy, until the next frame."""
        return self.rows[begin:end].view(self._dtype)[:, 0]


@inline
def put_three(rows_out, row, column, v):
    """Write a vector into three columns."""
    rows_out[row, column], rows_out[row, column + 1], rows_out[row, column + 2] = v


@inline
def put_sprite(rows_out, row, position, size, stretch, hardness, color):
    """Write a row of SPRITE_DTYPE; colour as (red, green, blue, alpha)."""
    put_three(rows_out, row, 0, position)
    rows_out[row, 3] = size
    put_three(rows_out, row, 4, stretch)
    rows_out[row, 7] = hardness
    rows_out[row, 8], rows_out[row, 9], rows_out[row, 10], rows_out[row, 11] = color


@inline
def put_ring(rows_out, row, center, radius, thickness, dashes, color, through=0.0):
    """Write a row of RING_DTYPE, a whole circle on the shell; colour as (red, green, blue, alpha)."""
    put_three(rows_out, row, 0, center)
    rows_out[row, 3], rows_out[row, 4], rows_out[row, 5] = radius, thickness, 0.0
    rows_out[row, 6], rows_out[row, 7] = dashes, 1.0
    rows_out[row, 8], rows_out[row, 9], rows_out[row, 10], rows_out[row, 11] = color
    rows_out[row, 12] = through
