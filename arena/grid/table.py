"""The grid as kernels see it: a NamedTuple of arrays, and the small functions that every grid kernel shares.

A body is entered in every cell that its bounding cube overlaps. Entries are grouped by cell (compressed
sparse rows: cell c owns entries cell_start[c] to cell_start[c + 1]); within a cell they stand in ascending
row order, so everything read off the table is deterministic. Coordinates are copied into entry order, so a
cell's bodies stream through memory.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline

AXIS_BITS = np.uint32(10)
AXIS_MASK = np.uint32((1 << 10) - 1)
AXIS_CELLS_MAX = 1 << 10
"""Cell coordinates of three axes share one 32-bit word."""

TOTAL_CELLS_MAX = 1 << 26

GIANT_CELLS = np.uint32(512)
"""A body whose cube covers more cells than this is kept apart and tested against every body.

A few giants must not fill the table.
"""

GIANT = np.uint32(0xFFFFFFFF)
ABSENT = np.uint32(0xFFFFFFFE)
"""Values of `first_cell` for bodies without entries; no packed cell is that large."""

COORDINATE_MAX = 1e15
"""Larger positions or radii [u] are refused, so that squares of distances stay finite in float32."""

RELATIVE_MARGIN = 4e-7
ABSOLUTE_MARGIN = 6e-7
"""Enlargement of a radius, per radius and per largest coordinate, that outweighs float32 rounding in the
quick test.

What passes the quick test is tested again in float64, so results are those of float64 on the numbers
given."""


class GridTable(NamedTuple):
    """One rebuild's contents; rows at `n` and beyond, and entries at `cell_start[-1]` and beyond, are stale.

    Kernels name the columns they need once, before their loops: handing the table on, or reading a column
    inside a loop, costs reference counting. The float dtype T is that of the positions given to `rebuild`:
    float32, or float64 for anything else.
    """

    lower: NDArray[Any]  # [u], corner of cell (0, 0, 0), shape (3,), T
    scale: NDArray[Any]  # cells per u, shape (3,), T
    cells: NDArray[np.uint32]  # cells per axis, shape (3,)
    position: NDArray[Any]  # [u], by row, shape (capacity, 3), T
    radius: NDArray[Any]  # [u], by row, shape (capacity,), T
    active: NDArray[np.bool_]  # by row, shape (capacity,)
    first_cell: NDArray[np.uint32]  # packed lower corner of the cube; or GIANT, ABSENT; shape (capacity,)
    last_cell: NDArray[np.uint32]  # packed upper corner, shape (capacity,)
    cell_start: NDArray[np.int32]  # first entry of each cell, shape (cell_count + 1,)
    item: NDArray[np.int32]  # row of each entry, shape (entry_capacity,)
    x: NDArray[Any]  # [u], by entry, shape (entry_capacity,), T
    y: NDArray[Any]  # [u]
    z: NDArray[Any]  # [u]
    r: NDArray[Any]  # [u], enlarged by the margins
    giant: NDArray[np.int32]  # rows of giants, ascending, shape (capacity,)
    giant_count: NDArray[np.int64]  # shape (1,)
    margin: NDArray[Any]  # absolute margin [u] of this rebuild, shape (1,), T


@inline
def cell_coordinate(offset, scale, cells):
    """Cell index along one axis for `offset` from the lower bound, clamped to the border cells."""
    position = offset * scale
    number = type(position)
    top = number(cells - np.uint32(1))
    # Spelled as selections: min and max of floats would spend branches on NaN, which `rebuild` refuses.
    position = position if position > number(0) else number(0)
    return np.uint32(position if position < top else top)


@inline
def pack(x, y, z):
    """Three cell coordinates in one word."""
    return x | (y << AXIS_BITS) | (z << (AXIS_BITS + AXIS_BITS))


@inline
def unpack(packed):
    """Inverse of `pack`: three uint32."""
    return packed & AXIS_MASK, (packed >> AXIS_BITS) & AXIS_MASK, packed >> (AXIS_BITS + AXIS_BITS)


@inline
def corner_cell(scale, cells, x, y, z):
    """The packed cell that holds the offset (x, y, z) from the grid's lower corner, clamped."""
    return pack(
        cell_coordinate(x, scale[0], cells[0]),
        cell_coordinate(y, scale[1], cells[1]),
        cell_coordinate(z, scale[2], cells[2]),
    )


@inline
def box_of_cells(lower, scale, cells, x, y, z, reach):
    """Packed first and last cell that the cube of half-width `reach` around (x, y, z) overlaps.

    All numbers in T.
    """
    dx, dy, dz = x - lower[0], y - lower[1], z - lower[2]
    first = corner_cell(scale, cells, dx - reach, dy - reach, dz - reach)
    return first, corner_cell(scale, cells, dx + reach, dy + reach, dz + reach)


@inline
def square_distance(position, row, x, y, z):
    """Squared distance of a body's centre from a point, in float64."""
    dx = np.float64(position[row, 0]) - x
    dy = np.float64(position[row, 1]) - y
    dz = np.float64(position[row, 2]) - z
    return dx * dx + dy * dy + dz * dz


@inline
def overlap(position, radius, i, j):
    """The exact test of rows i and j, in float64 on the numbers that were given to `rebuild`."""
    x, y, z = np.float64(position[j, 0]), np.float64(position[j, 1]), np.float64(position[j, 2])
    reach = np.float64(radius[i]) + np.float64(radius[j])
    return square_distance(position, i, x, y, z) < reach * reach


@inline
def touches_sphere(position, radius, i, x, y, z, reach):
    """The exact test of row i against a query sphere in float64."""
    total = np.float64(radius[i]) + reach
    return square_distance(position, i, x, y, z) < total * total
