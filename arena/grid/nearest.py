"""The k nearest bodies: called by `CollisionGrid.nearest` and by kernels that want neighbours by distance.

Cells are visited in growing cubes around the query, row by row; as soon as k bodies are known, rows and cells
farther than the k-th are skipped. The search ends with the first cube that no nearer body can lie outside of.
"""

import math

import numpy as np

from arena.grid.sphere_tests import F32_LANES, center_hits, load_lanes, lowest_bit
from arena.grid.table import (
    ENTRIES,
    MARGIN,
    ONE,
    OVERSIZED,
    GridTable,
    cell_coordinate,
    square_distance,
)
from arena.grid.tagged_rows import ROW
from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import F64, I32, U32, Floats, Integer, Real, Row

STRIDE = np.uint64(F32_LANES)
ROUNDING = 1.0 + 1e-5
"""Factor on squared distances that outweighs float32 rounding."""


@kernel
def nearest_bodies(
    begin: Integer,
    end: Integer,
    table: GridTable,
    centers: F64,
    max_distance: Real,
    ids_out: I32,
    distances_out: F64,
) -> None:
    """The bodies with the nearest centres, for the queries from `begin` to `end`.

    See `CollisionGrid.nearest`.
    """
    present = table.count[ENTRIES] > 0
    k = ids_out.shape[1]
    oversized_count = table.count[OVERSIZED]
    oversized, xs, ys, zs = table.oversized, table.oversized_x, table.oversized_y, table.oversized_z
    limit = max_distance * max_distance
    for q in range(begin, end):
        x, y, z = centers[q, 0], centers[q, 1], centers[q, 2]
        if DEBUG:
            assert np.isfinite(x + y + z), "nearest_bodies: a point is not finite"
        ids, squares = ids_out[q], distances_out[q]
        ids[:] = -1
        squares[:] = np.inf
        for g in range(oversized_count):
            square = square_distance(xs[g], ys[g], zs[g], x, y, z)
            if square <= limit:
                insert(np.int32(oversized[g]), square, ids, squares)
        if present:
            search_rings(table, x, y, z, limit, ids, squares)
        if DEBUG:
            assert is_sorted(squares, 0, k), "nearest_bodies: distances are not sorted"
        for slot in range(k):
            squares[slot] = math.sqrt(squares[slot])


@inline
def insert(row: Row, square: Real, ids_inout: I32, squares_inout: F64) -> None:
    """Keep the list of the nearest so far, by distance and then row; a row that stands in it stays single."""
    slot = len(ids_inout) - 1
    worst = squares_inout[slot]
    if square > worst or (square == worst and row >= ids_inout[slot] >= 0):
        return
    while slot > 0 and (
        square < squares_inout[slot - 1] or (square == squares_inout[slot - 1] and row < ids_inout[slot - 1])
    ):
        slot -= 1
    if slot > 0 and ids_inout[slot - 1] == row:
        return
    for back in range(len(ids_inout) - 1, slot, -1):
        squares_inout[back] = squares_inout[back - 1]
        ids_inout[back] = ids_inout[back - 1]
    squares_inout[slot] = square
    ids_inout[slot] = row


@inline
def gap_to_slab(value: Real, cell: Integer, edge: Real, corner: Real, count: Integer):
    """Distance [u] along one axis from a point to a cell; the border cells reach to infinity."""
    low, high = corner + cell * edge, corner + (cell + 1) * edge
    if value < low and cell > 0:
        return low - value
    if value > high and cell < count - 1:
        return value - high
    return 0.0


@inline
def search_rings(
    table: GridTable, x: Real, y: Real, z: Real, limit: Real, ids_inout: I32, squares_inout: F64
) -> None:
    """Visit cells in growing cubes around the query until no unvisited cell can hold a nearer centre."""
    xs, ys, zs, tagged_row, start = table.x, table.y, table.z, table.tagged_row, table.start
    lower, scale, cells = table.lower, table.scale, table.cells
    number = xs.dtype.type
    last = len(ids_inout) - 1
    px, py, pz = number(x), number(y), number(z)
    hx = np.int64(cell_coordinate(px - lower[0], scale[0], cells[0]))
    hy = np.int64(cell_coordinate(py - lower[1], scale[1], cells[1]))
    hz = np.int64(cell_coordinate(pz - lower[2], scale[2], cells[2]))
    nx, ny, nz = np.int64(cells[0]), np.int64(cells[1]), np.int64(cells[2])
    ex, ey, ez = 1.0 / np.float64(scale[0]), 1.0 / np.float64(scale[1]), 1.0 / np.float64(scale[2])
    ox, oy, oz = np.float64(lower[0]), np.float64(lower[1]), np.float64(lower[2])
    # Length that rounding may add to the distance between a body and its cell, or take from it.
    slack = (
        (abs(x) + abs(y) + abs(z) + abs(ox) + abs(oy) + abs(oz) + ex * nx + ey * ny + ez * nz) * 4.0 * MARGIN
    )
    ring = 0
    while True:
        for cz in range(max(hz - ring, 0), min(hz + ring, nz - 1) + 1):
            gz = max(gap_to_slab(z, cz, ez, oz, nz) - slack, 0.0)
            for cy in range(max(hy - ring, 0), min(hy + ring, ny - 1) + 1):
                gy = max(gap_to_slab(y, cy, ey, oy, ny) - slack, 0.0)
                flat = gz * gz + gy * gy
                if flat > min(limit, squares_inout[last]):
                    continue
                whole = abs(cz - hz) == ring or abs(cy - hy) == ring
                low, high = max(hx - ring, 0), min(hx + ring, nx - 1)
                row = nx * (cy + ny * cz)
                if whole:
                    scan_run(
                        xs, ys, zs, tagged_row, np.uint64(start[row + low]), np.uint64(start[row + high + 1]),
                        px, py, pz, x, y, z, limit, slack, ids_inout, squares_inout,
                    )  # fmt: skip
                    continue
                for side in range(2):
                    cx = hx - ring if side == 0 else hx + ring
                    if cx < 0 or cx >= nx:
                        continue
                    gx = max(gap_to_slab(x, cx, ex, ox, nx) - slack, 0.0)
                    if flat + gx * gx <= min(limit, squares_inout[last]):
                        scan_run(
                            xs, ys, zs, tagged_row,
                            np.uint64(start[row + cx]), np.uint64(start[row + cx + 1]),
                            px, py, pz, x, y, z, limit, slack, ids_inout, squares_inout,
                        )  # fmt: skip
        gap, done = np.inf, True
        for axis in range(3):
            at, count, query = (hx, nx, x) if axis == 0 else ((hy, ny, y) if axis == 1 else (hz, nz, z))
            edge, corner = (ex, ox) if axis == 0 else ((ey, oy) if axis == 1 else (ez, oz))
            if at - ring > 0:
                done = False
                gap = min(gap, query - (corner + (at - ring) * edge))
            if at + ring < count - 1:
                done = False
                gap = min(gap, corner + (at + ring + 1) * edge - query)
        gap -= slack
        if done or (gap > 0.0 and gap * gap > min(limit, squares_inout[last])):
            return
        ring += 1


@inline
def scan_run(
    xs: Floats,
    ys: Floats,
    zs: Floats,
    tagged_row: U32,
    begin: Integer,
    end: Integer,
    px: Real,
    py: Real,
    pz: Real,
    x: Real,
    y: Real,
    z: Real,
    limit: Real,
    slack: Real,
    ids_inout: I32,
    squares_inout: F64,
) -> None:
    """Consider the entries from `begin` to `end`; p is the query in the table's precision.

    Takes columns instead of the table, so that the loop over runs of cells names them once.
    """
    if DEBUG:
        assert begin <= end <= len(xs) - F32_LANES, "scan_run: cells outside of the table"
    last = len(ids_inout) - 1
    number = type(px)
    block = begin
    while block < end:
        bound = min(limit, squares_inout[last])
        # A square beyond the largest float32 becomes infinity, which lets every body through.
        near = number((math.sqrt(bound) + slack) ** 2 * ROUNDING)
        mask = center_hits(
            load_lanes(xs, block), load_lanes(ys, block), load_lanes(zs, block), px, py, pz, near
        )  # fmt: skip
        if end - block < STRIDE:
            mask &= (ONE << (end - block)) - ONE
        while mask != np.uint64(0):
            entry = block + lowest_bit(mask)
            mask &= mask - ONE
            square = square_distance(xs[entry], ys[entry], zs[entry], x, y, z)
            if square <= limit:
                insert(np.int32(tagged_row[entry] & ROW), square, ids_inout, squares_inout)
        block += STRIDE
