"""Questions to a `GridTable`, for other kernels and for `CollisionGrid`.

`gather_sphere` is the kernel-level query: minds call it thousands of times a tick from several threads at once. It
writes only its own output, so any number of threads may ask while nobody rebuilds. Each id is returned once: a body
that the query meets in several cells counts only in the first of them, found by comparing lower corners.
"""

import math

import numpy as np

from arena.grid.lanes import LANES, hit_mask, lowest_bit
from arena.grid.table import (
    ABSENT,
    COORDINATE_MAX,
    GIANT,
    RELATIVE_MARGIN,
    box_of_cells,
    cell_coordinate,
    corner_cell,
    touches_sphere,
    unpack,
)
from arena.jit import inline, kernel

ONE = np.uint64(1)
STRIDE = np.uint64(LANES)


@inline
def counts_here(table, row, entry, first, cy, cz, run):
    """Whether this entry is the first that a query with lower corner `first` meets of the body."""
    ax, ay, az = unpack(table.first_cell[row])
    qx, qy, qz = unpack(first)
    if max(ay, qy) != cy or max(az, qz) != cz:
        return False
    cell = np.uint64(run + max(ax, qx))
    return table.cell_start[cell] <= entry < table.cell_start[cell + ONE]


@kernel
def gather_sphere(table, x, y, z, radius, ids_out):
    """Rows of the bodies that overlap a sphere, each once, in table order; returns how many there are.

    Centre and radius [u] as float64. At most len(ids_out) rows are written; a larger return value says how many a
    larger buffer would hold.
    """
    found = 0
    capacity = len(ids_out)
    number = table.radius.dtype.type
    reach = number(radius * (1.0 + RELATIVE_MARGIN)) + table.margin[0]
    px, py, pz = number(x), number(y), number(z)
    reach += number((abs(x) + abs(y) + abs(z)) * RELATIVE_MARGIN)
    first, last = box_of_cells(table, px, py, pz, reach)
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = table.cells[0], table.cells[0] * table.cells[1]
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            run = cy * stride_y + cz * stride_z
            block = np.uint64(table.cell_start[np.uint64(run + fx)])
            end = np.uint64(table.cell_start[np.uint64(run + lx) + ONE])
            while block < end:
                mask = hit_mask(table.x, table.y, table.z, table.r, block, px, py, pz, reach)
                if end - block < STRIDE:
                    mask &= (ONE << (end - block)) - ONE
                while mask != np.uint64(0):
                    entry = block + lowest_bit(mask)
                    mask &= mask - ONE
                    row = table.item[entry]
                    if counts_here(table, row, np.int64(entry), first, cy, cz, run) and touches_sphere(
                        table, row, x, y, z, radius
                    ):
                        if found < capacity:
                            ids_out[found] = row
                        found += 1
                block += STRIDE
    for g in range(table.giant_count[0]):
        if touches_sphere(table, table.giant[g], x, y, z, radius):
            if found < capacity:
                ids_out[found] = table.giant[g]
            found += 1
    return found


@kernel
def gather_box(table, lower, upper, ids_out):
    """Like `gather_sphere` for an axis-aligned box given by two corners, shape (3,), float64 [u]."""
    found = 0
    capacity = len(ids_out)
    number = table.radius.dtype.type
    corner = table.lower
    slack = number((np.abs(lower).max() + np.abs(upper).max()) * RELATIVE_MARGIN) + table.margin[0]
    first = corner_cell(
        table,
        number(lower[0]) - corner[0] - slack,
        number(lower[1]) - corner[1] - slack,
        number(lower[2]) - corner[2] - slack,
    )
    last = corner_cell(
        table,
        number(upper[0]) - corner[0] + slack,
        number(upper[1]) - corner[1] + slack,
        number(upper[2]) - corner[2] + slack,
    )
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = table.cells[0], table.cells[0] * table.cells[1]
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            run = cy * stride_y + cz * stride_z
            begin = table.cell_start[np.uint64(run + fx)]
            for entry in range(begin, table.cell_start[np.uint64(run + lx) + ONE]):
                row = table.item[entry]
                if touches_box(table, row, lower, upper) and counts_here(table, row, entry, first, cy, cz, run):
                    if found < capacity:
                        ids_out[found] = row
                    found += 1
    for g in range(table.giant_count[0]):
        if touches_box(table, table.giant[g], lower, upper):
            if found < capacity:
                ids_out[found] = table.giant[g]
            found += 1
    return found


@inline
def touches_box(table, row, lower, upper):
    """Whether the body's sphere reaches into the box, in float64 (Arvo, Graphics Gems, 1990)."""
    square = 0.0
    for axis in range(3):
        p = np.float64(table.position[row, axis])
        outside = max(max(lower[axis] - p, p - upper[axis]), 0.0)
        square += outside * outside
    r = np.float64(table.radius[row])
    return square < r * r


@kernel
def gather_spheres(table, centers, radii, offsets_out, ids_out):
    """Many `gather_sphere` at once as compressed sparse rows, each query's ids ascending; returns the total count.

    `offsets_out` has one element more than there are queries. A total above len(ids_out) means that ids from there on
    are missing: enlarge and call again.
    """
    total = 0
    capacity = len(ids_out)
    for q in range(len(centers)):
        offsets_out[q] = total
        room = ids_out[min(total, capacity) :]
        count = gather_sphere(table, centers[q, 0], centers[q, 1], centers[q, 2], radii[q], room)
        if count <= len(room):
            sort_ascending(room, count)
        total += count
    offsets_out[len(centers)] = total
    return total


@inline
def sort_ascending(ids_inout, count):
    """Sort the first `count` ids in place; short lists, the rule, by insertion."""
    if count > 32:
        ids_inout[:count].sort()
        return
    for k in range(1, count):
        value = ids_inout[k]
        at = k
        while at > 0 and ids_inout[at - 1] > value:
            ids_inout[at] = ids_inout[at - 1]
            at -= 1
        ids_inout[at] = value


@kernel
def nearest_bodies(table, n, centers, k, max_distance, ids_out, distances_out):
    """For each query the k bodies with the nearest centres; see `CollisionGrid.nearest`."""
    present = table.cell_start[len(table.cell_start) - 1] > 0
    for q in range(len(centers)):
        x, y, z = centers[q, 0], centers[q, 1], centers[q, 2]
        ids, squares = ids_out[q], distances_out[q]
        ids[:] = -1
        squares[:] = np.inf
        limit = max_distance * max_distance
        for g in range(table.giant_count[0]):
            consider(table, table.giant[g], x, y, z, limit, ids, squares)
        if present:
            search_rings(table, x, y, z, limit, ids, squares)
        for slot in range(k):
            squares[slot] = math.sqrt(squares[slot])


@inline
def consider(table, row, x, y, z, limit, ids_inout, squares_inout):
    """Insert a body into the sorted list of the nearest so far; ties go to the lower row."""
    dx = np.float64(table.position[row, 0]) - x
    dy = np.float64(table.position[row, 1]) - y
    dz = np.float64(table.position[row, 2]) - z
    square = dx * dx + dy * dy + dz * dz
    slot = len(ids_inout) - 1
    if square > limit or square > squares_inout[slot] or (square == squares_inout[slot] and row > ids_inout[slot] >= 0):
        return
    while slot > 0 and (
        square < squares_inout[slot - 1] or (square == squares_inout[slot - 1] and row < ids_inout[slot - 1])
    ):
        squares_inout[slot] = squares_inout[slot - 1]
        ids_inout[slot] = ids_inout[slot - 1]
        slot -= 1
    squares_inout[slot] = square
    ids_inout[slot] = row


@inline
def search_rings(table, x, y, z, limit, ids_inout, squares_inout):
    """Visit cells in growing cubes around the query until no unvisited cell can hold a nearer centre."""
    number = table.radius.dtype.type
    px = number(min(max(x, -COORDINATE_MAX), COORDINATE_MAX))
    py = number(min(max(y, -COORDINATE_MAX), COORDINATE_MAX))
    pz = number(min(max(z, -COORDINATE_MAX), COORDINATE_MAX))
    lower, scale, cells = table.lower, table.scale, table.cells
    hx = np.int64(cell_coordinate(px - lower[0], scale[0], cells[0]))
    hy = np.int64(cell_coordinate(py - lower[1], scale[1], cells[1]))
    hz = np.int64(cell_coordinate(pz - lower[2], scale[2], cells[2]))
    nx, ny, nz = np.int64(cells[0]), np.int64(cells[1]), np.int64(cells[2])
    ring = 0
    while True:
        for cz in range(max(hz - ring, 0), min(hz + ring, nz - 1) + 1):
            for cy in range(max(hy - ring, 0), min(hy + ring, ny - 1) + 1):
                face = abs(cz - hz) == ring or abs(cy - hy) == ring
                step = 1 if face or ring == 0 else 2 * ring
                for cx in range(hx - ring, hx + ring + 1, step):
                    if 0 <= cx < nx:
                        consider_cell(table, cx, cy, cz, x, y, z, limit, ids_inout, squares_inout)
        gap = np.inf
        done = True
        for axis in range(3):
            home, count, query = (hx, nx, x) if axis == 0 else ((hy, ny, y) if axis == 1 else (hz, nz, z))
            edge = 1.0 / np.float64(scale[axis])
            if home - ring > 0:
                done = False
                gap = min(gap, query - (np.float64(lower[axis]) + (home - ring) * edge))
            if home + ring < count - 1:
                done = False
                gap = min(gap, np.float64(lower[axis]) + (home + ring + 1) * edge - query)
        # The margin covers bodies whose rounded cell is one beside the exact one.
        gap -= 4.0 * np.float64(table.margin[0]) + abs(gap) * RELATIVE_MARGIN
        worst = min(limit, squares_inout[len(squares_inout) - 1])
        if done or (gap > 0.0 and gap * gap > worst):
            return
        ring += 1


@inline
def consider_cell(table, cx, cy, cz, x, y, z, limit, ids_inout, squares_inout):
    """Consider the bodies whose centre lies in this cell."""
    lower = table.lower
    ux, uy, uz = np.uint32(cx), np.uint32(cy), np.uint32(cz)
    cell = np.uint64(ux + uy * table.cells[0] + uz * (table.cells[0] * table.cells[1]))
    here = ux | (uy << np.uint32(10)) | (uz << np.uint32(20))
    for entry in range(table.cell_start[cell], table.cell_start[cell + ONE]):
        e = np.uint64(entry)
        home = corner_cell(table, table.x[e] - lower[0], table.y[e] - lower[1], table.z[e] - lower[2])
        if home == here:
            consider(table, table.item[e], x, y, z, limit, ids_inout, squares_inout)
