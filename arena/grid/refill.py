"""Wipe and refill a `GridTable`: the counting sort that `CollisionGrid.rebuild` runs once per tick.

Passes over the bodies: survey (are all numbers good, how large is the rounding margin), bin (each body's cube
in cells), count entries per cell, scan counts into starts, scatter. Bodies that touch one cell only, most of
them, take a short path.
"""

import numpy as np

from arena.grid.table import (
    ABSENT,
    ABSOLUTE_MARGIN,
    COORDINATE_MAX,
    GIANT,
    GIANT_CELLS,
    RELATIVE_MARGIN,
    box_of_cells,
    unpack,
)
from arena.jit import inline, kernel


@kernel
def largest_bits(position_bits, radius_bits):
    """Largest bit pattern of |coordinate| and of radius.

    For floats without sign the order of bit patterns is the order of values, with NaN and infinity above all
    and a negative radius above those; and integer maxima vectorise where float maxima do not.
    """
    sign = position_bits.dtype.type(1) << position_bits.dtype.type(8 * position_bits.itemsize - 1)
    keep = sign - position_bits.dtype.type(1)
    flat = position_bits.reshape(-1)
    largest_coordinate = position_bits.dtype.type(0)
    for k in range(len(flat)):
        largest_coordinate = max(largest_coordinate, flat[k] & keep)
    largest_radius = position_bits.dtype.type(0)
    for k in range(len(radius_bits)):
        largest_radius = max(largest_radius, radius_bits[k])
    return largest_coordinate, largest_radius


@kernel
def survey_active(n, table):
    """(bad row, what, largest number) over active rows only; what: 0 none, 1 position, 2 radius."""
    largest = 0.0
    for i in range(n):
        if not table.active[i]:
            continue
        for axis in range(3):
            size = abs(np.float64(table.position[i, axis]))
            if not size <= COORDINATE_MAX:
                return i, 1, largest
            largest = max(largest, size)
        size = np.float64(table.radius[i])
        if not 0.0 <= size <= COORDINATE_MAX:
            return i, 2, largest
        largest = max(largest, size)
    return -1, 0, largest


@kernel
def bin_bodies(n, largest, table_inout):
    """Find each active body's cube of cells; sets aside giants."""
    t = table_inout
    lower, scale, cells, position, radius, active = t.lower, t.scale, t.cells, t.position, t.radius, t.active
    first_cell, last_cell, giant = t.first_cell, t.last_cell, t.giant
    number = radius.dtype.type
    margin = number(largest * ABSOLUTE_MARGIN)
    grow = number(1.0 + RELATIVE_MARGIN)
    t.margin[0] = margin
    giants = 0
    for row in range(n):
        i = np.uint64(row)
        reach = radius[i] * grow + margin
        first, last = box_of_cells(lower, scale, cells, position[i, 0], position[i, 1], position[i, 2], reach)
        if first != last:
            wx, wy, wz = unpack(last - first)
            if (wx + np.uint32(1)) * (wy + np.uint32(1)) * (wz + np.uint32(1)) > GIANT_CELLS:
                first = GIANT
        if not active[i]:
            first = ABSENT
        elif first == GIANT:
            giant[giants] = row
            giants += 1
        first_cell[i] = first
        last_cell[i] = last
    t.giant_count[0] = giants


@inline
def first_entry_cell(first, stride_y, stride_z):
    """Linear cell index of a packed cell."""
    x, y, z = unpack(first)
    return x + y * stride_y + z * stride_z


@kernel
def count_entries(n, table_inout):
    """Count entries per cell and turn the counts into the end of each cell's run.

    Returns the number of entries.
    """
    table = table_inout
    start, first_cell, last_cell = table.cell_start, table.first_cell, table.last_cell
    stride_y, stride_z = table.cells[0], table.cells[0] * table.cells[1]
    start[:] = 0
    for row in range(n):
        i = np.uint64(row)
        first = first_cell[i]
        if first >= ABSENT:
            continue
        base = first_entry_cell(first, stride_y, stride_z)
        last = last_cell[i]
        if first == last:
            start[np.uint64(base)] += 1
            continue
        wx, wy, wz = unpack(last - first)
        for cz in range(wz + np.uint32(1)):
            for cy in range(wy + np.uint32(1)):
                run = base + np.uint32(cz) * stride_z + np.uint32(cy) * stride_y
                for cx in range(wx + np.uint32(1)):
                    start[np.uint64(run + np.uint32(cx))] += 1
    total = 0
    for cell in range(len(start) - 1):
        total += start[cell]
        start[cell] = total
    start[len(start) - 1] = total
    return total


@kernel
def scatter_entries(n, table_inout):
    """Write the entries, last row first, so that each cell's rows ascend.

    Leaves `cell_start` at the starts.
    """
    table = table_inout
    start, first_cell, last_cell = table.cell_start, table.first_cell, table.last_cell
    item, xs, ys, zs, rs = table.item, table.x, table.y, table.z, table.r
    position, radius = table.position, table.radius
    stride_y, stride_z = table.cells[0], table.cells[0] * table.cells[1]
    margin = table.margin[0]
    grow = radius.dtype.type(1.0 + RELATIVE_MARGIN)
    for back in range(n):
        i = np.uint64(n - 1 - back)
        first = first_cell[i]
        if first >= ABSENT:
            continue
        base = first_entry_cell(first, stride_y, stride_z)
        x, y, z = position[i, 0], position[i, 1], position[i, 2]
        r = radius[i] * grow + margin
        last = last_cell[i]
        if first == last:
            at = start[np.uint64(base)] - np.int32(1)
            start[np.uint64(base)] = at
            entry = np.uint64(at)
            item[entry], xs[entry], ys[entry], zs[entry], rs[entry] = np.int32(i), x, y, z, r
            continue
        wx, wy, wz = unpack(last - first)
        for cz in range(wz + np.uint32(1)):
            for cy in range(wy + np.uint32(1)):
                run = base + np.uint32(cz) * stride_z + np.uint32(cy) * stride_y
                for cx in range(wx + np.uint32(1)):
                    cell = np.uint64(run + np.uint32(cx))
                    at = start[cell] - np.int32(1)
                    start[cell] = at
                    entry = np.uint64(at)
                    item[entry], xs[entry], ys[entry], zs[entry], rs[entry] = np.int32(i), x, y, z, r
