"""The grid as kernels see it: a table of columns, and the small functions that every grid kernel shares.

A body is entered in every cell that its bounding cube overlaps. Entries are grouped by cell (compressed
sparse rows: cell c owns entries start[c] to start[c + 1]), in an order that depends on the bodies alone.
Coordinates are copied into entry order, so a cell's bodies stream through memory. Cells that no body touches
cost one count each; nothing else is stored for them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I64, U32, Floats, Integer, Real, Vector
from arena.jit.tables import Table

AXIS_BITS = np.uint32(10)
AXIS_MASK = np.uint32((1 << 10) - 1)
AXIS_CELLS_MAX = 1 << 10
"""Cell coordinates of three axes share one 32-bit word."""

TOTAL_CELLS_MAX = 1 << 26

COORDINATE_MAX = 1e15
"""Larger positions or radii [u] are refused, so that squares of distances stay finite in float32."""

MARGIN = 3e-7
"""Share of a body's coordinates by which its cube grows, so that rounding never loses a cell."""

ONE = np.uint64(1)
LAST_ROW = np.int32(np.iinfo(np.int32).max)


class GridTable(Table):
    """Contents of one rebuild; elements beyond the counts are stale.

    Kernels name the columns they need once, before their loops: handing the table on, or reading a column
    inside a loop, costs reference counting. T is float32 where `rebuild` was given float32, else float64.
    """

    lower: NDArray[Any]  # [u], corner of cell (0, 0, 0), shape (3,), T
    scale: NDArray[Any]  # cells per u, shape (3,), T
    cells: NDArray[np.uint32]  # cells per axis, shape (3,)
    body: NDArray[Any]  # by row: x, y, z, r [u], flat, shape (4 * row_capacity,), T
    start: NDArray[np.uint32]  # first entry of each cell; then the ends of all; shape (cell_count + 2,)
    tagged_row: NDArray[np.uint32]  # by entry, see `arena.grid.tagged_rows`, shape (entry_capacity,)
    x: NDArray[Any]  # [u], by entry, shape (entry_capacity,), T
    y: NDArray[Any]  # [u]
    z: NDArray[Any]  # [u]
    r: NDArray[Any]  # [u]
    occupied: NDArray[np.uint32]  # cells with at least two entries, ascending, shape (occupied_capacity,)
    oversized: NDArray[np.uint32]  # rows of bodies too large for the cells, which have no entries, ascending
    oversized_x: NDArray[Any]  # [u], by oversized body, shape (oversized_capacity,), T
    oversized_y: NDArray[Any]  # [u]
    oversized_z: NDArray[Any]  # [u]
    oversized_r: NDArray[Any]  # [u]
    count: NDArray[np.int64]  # entries, occupied cells, oversized bodies; shape (3,)


ENTRIES, OCCUPIED, OVERSIZED = 0, 1, 2
"""Elements of `GridTable.count`."""


@kernel
def write_layout(box: Vector, counts: I64, table_inout: GridTable):
    """Give a table other cells, in place; returns the grid's own share of the rounding margin [u].

    `box` has the lower and the upper corner of what is cut into cells [u], shape (6,); `counts` are
    the cells on each axis, shape (3,).

    Another table would cost 0.2 ms, and a layout that follows the bodies changes several times a second.
    """
    if DEBUG:
        assert min(counts[0], counts[1], counts[2]) >= 1, "write_layout: an axis without a cell"
        cells = counts[0] * counts[1] * counts[2]
        assert cells < len(table_inout.start), "write_layout: more cells than starts"
    size = 0.0
    for axis in range(3):
        table_inout.lower[axis] = box[axis]
        table_inout.scale[axis] = counts[axis] / (box[3 + axis] - box[axis])
        table_inout.cells[axis] = counts[axis]
        size += abs(box[axis]) + abs(box[3 + axis])
    return MARGIN * size


@inline
def oversized_columns(table: GridTable):
    """The columns of oversized bodies: row, x, y, z, r."""
    return table.oversized, table.oversized_x, table.oversized_y, table.oversized_z, table.oversized_r


@inline
def cell_coordinate(offset: Real, scale: Real, cells: Integer):
    """Cell index along one axis for `offset` from the lower bound, clamped to the border cells."""
    position = offset * scale
    number = type(position)
    top = number(cells - np.uint32(1))
    # Spelled as selections: min and max of floats would spend branches on NaN, which `rebuild` refuses.
    position = position if position > number(0) else number(0)
    return np.uint32(np.int32(position if position < top else top))


@inline
def pack(x: Integer, y: Integer, z: Integer):
    """Three cell coordinates in one word."""
    return np.uint32(x | (y << AXIS_BITS) | (z << (AXIS_BITS + AXIS_BITS)))


@inline
def unpack(packed: Integer):
    """Inverse of `pack`: three uint32."""
    return packed & AXIS_MASK, (packed >> AXIS_BITS) & AXIS_MASK, packed >> (AXIS_BITS + AXIS_BITS)


@inline
def corner_cell(scale: Floats, cells: U32, x: Real, y: Real, z: Real):
    """The packed cell that holds the offset (x, y, z) from the grid's lower corner, clamped."""
    return pack(
        cell_coordinate(x, scale[0], cells[0]),
        cell_coordinate(y, scale[1], cells[1]),
        cell_coordinate(z, scale[2], cells[2]),
    )


@inline
def box_of_cells(lower: Floats, scale: Floats, cells: U32, x: Real, y: Real, z: Real, reach: Real):
    """Packed first and last cell that the cube of half-width `reach` around (x, y, z) overlaps.

    All numbers in T.
    """
    dx, dy, dz = x - lower[0], y - lower[1], z - lower[2]
    first = corner_cell(scale, cells, dx - reach, dy - reach, dz - reach)
    return first, corner_cell(scale, cells, dx + reach, dy + reach, dz + reach)


@inline
def square_distance(ax: Real, ay: Real, az: Real, bx: Real, by: Real, bz: Real):
    """Squared distance of two points in float64, whatever they are given in."""
    dx, dy, dz = np.float64(ax) - bx, np.float64(ay) - by, np.float64(az) - bz
    return dx * dx + dy * dy + dz * dz


@inline
def linear(packed: Integer, stride_y: Integer, stride_z: Integer):
    """Index in `start` of a packed cell."""
    x, y, z = unpack(packed)
    return np.uint64(x + y * stride_y + z * stride_z)
