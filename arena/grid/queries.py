"""Questions to a `GridTable`, for other kernels and for `CollisionGrid`.

`gather_sphere` and `gather_near` are the kernel-level queries: minds call them thousands of times a tick from
several threads at once. They write only their own output, so any number of threads may ask while nobody
rebuilds. Each id is returned once: a body that the query meets in several cells counts only in the first of
them, found by comparing lower corners.
"""

import math

import numpy as np

from arena.grid.lanes import LANES, hit_mask, lowest_bit
from arena.grid.table import (
    RELATIVE_MARGIN,
    box_of_cells,
    corner_cell,
    pack,
    square_distance,
    touches_sphere,
    unpack,
)
from arena.jit import inline, kernel

ONE = np.uint64(1)
STRIDE = np.uint64(LANES)
EVERY_ROW = np.int32(np.iinfo(np.int32).max)


@inline
def counts_here(first_cell, cell_start, row, entry, first, cy, cz, run):
    """Whether this entry is the first that a query with lower corner `first` meets of the body."""
    ax, ay, az = unpack(first_cell[row])
    qx, qy, qz = unpack(first)
    if max(ay, qy) != cy or max(az, qz) != cz:
        return False
    cell = np.uint64(run + max(ax, qx))
    return cell_start[cell] <= entry < cell_start[cell + ONE]


@kernel
def gather_sphere(table, x, y, z, radius, ids_out):
    """Rows of the bodies that overlap a sphere, each once, in table order; returns how many there are.

    Centre and radius [u] as float64. At most len(ids_out) rows are written; a larger return value says how
    many a larger buffer would hold.
    """
    return gather(table, x, y, z, radius, EVERY_ROW, True, ids_out)


@kernel
def gather_near(table, x, y, z, radius, row_limit, ids_out):
    """`gather_sphere` for perception: only rows below `row_limit`, and without the exact test.

    Bodies that miss the sphere by a rounding error may be among the answers. Half as long where many bodies
    stand in rows that the caller does not care about.
    """
    return gather(table, x, y, z, radius, np.int32(row_limit), False, ids_out)


@inline
def gather(table, x, y, z, radius, row_limit, exact, ids_out):
    """Both queries; `exact` is a constant at each call, so each is compiled for itself."""
    found = 0
    capacity = len(ids_out)
    xs, ys, zs, rs, item, cell_start = table.x, table.y, table.z, table.r, table.item, table.cell_start
    position, radii, first_cell, cells = table.position, table.radius, table.first_cell, table.cells
    number = radii.dtype.type
    reach = (
        number(radius * (1.0 + RELATIVE_MARGIN) + (abs(x) + abs(y) + abs(z)) * RELATIVE_MARGIN)
        + table.margin[0]
    )
    px, py, pz = number(x), number(y), number(z)
    first, last = box_of_cells(table.lower, table.scale, cells, px, py, pz, reach)
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = cells[0], cells[0] * cells[1]
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            run = cy * stride_y + cz * stride_z
            block = np.uint64(cell_start[np.uint64(run + fx)])
            end = np.uint64(cell_start[np.uint64(run + lx) + ONE])
            while block < end:
                mask = hit_mask(xs, ys, zs, rs, block, px, py, pz, reach)
                if end - block < STRIDE:
                    mask &= (ONE << (end - block)) - ONE
                while mask != np.uint64(0):
                    entry = block + lowest_bit(mask)
                    mask &= mask - ONE
                    row = item[entry]
                    if (
                        row < row_limit
                        and counts_here(first_cell, cell_start, row, np.int64(entry), first, cy, cz, run)
                        and (not exact or touches_sphere(position, radii, row, x, y, z, radius))
                    ):
                        if found < capacity:
                            ids_out[found] = row
                        found += 1
                block += STRIDE
    for g in range(table.giant_count[0]):
        row = table.giant[g]
        if row < row_limit and touches_sphere(position, radii, row, x, y, z, radius):
            if found < capacity:
                ids_out[found] = row
            found += 1
    return found


@kernel
def gather_box(table, lower, upper, ids_out):
    """Like `gather_sphere` for an axis-aligned box given by two corners, shape (3,), float64 [u]."""
    found = 0
    capacity = len(ids_out)
    item, cell_start, first_cell = table.item, table.cell_start, table.first_cell
    position, radii, cells, scale, corner = (
        table.position,
        table.radius,
        table.cells,
        table.scale,
        table.lower,
    )
    number = radii.dtype.type
    slack = number((np.abs(lower).max() + np.abs(upper).max()) * RELATIVE_MARGIN) + table.margin[0]
    first = corner_cell(
        scale,
        cells,
        number(lower[0]) - corner[0] - slack,
        number(lower[1]) - corner[1] - slack,
        number(lower[2]) - corner[2] - slack,
    )
    last = corner_cell(
        scale,
        cells,
        number(upper[0]) - corner[0] + slack,
        number(upper[1]) - corner[1] + slack,
        number(upper[2]) - corner[2] + slack,
    )
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = cells[0], cells[0] * cells[1]
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            run = cy * stride_y + cz * stride_z
            for entry in range(cell_start[np.uint64(run + fx)], cell_start[np.uint64(run + lx) + ONE]):
                row = item[entry]
                if touches_box(position, radii, row, lower, upper) and counts_here(
                    first_cell, cell_start, row, entry, first, cy, cz, run
                ):
                    if found < capacity:
                        ids_out[found] = row
                    found += 1
    for g in range(table.giant_count[0]):
        row = table.giant[g]
        if touches_box(position, radii, row, lower, upper):
            if found < capacity:
                ids_out[found] = row
            found += 1
    return found


@inline
def touches_box(position, radius, row, lower, upper):
    """Whether the body's sphere reaches into the box, in float64 (Arvo, Graphics Gems, 1990)."""
    square = 0.0
    for axis in range(3):
        p = np.float64(position[row, axis])
        outside = max(lower[axis] - p, p - upper[axis], 0.0)
        square += outside * outside
    r = np.float64(radius[row])
    return square < r * r


@kernel
def gather_spheres(table, centers, radii, offsets_out, ids_out):
    """Many `gather_sphere` at once as compressed sparse rows, each query's ids ascending; returns the total
    count.

    `offsets_out` has one element more than there are queries. A total above len(ids_out) means that ids from
    there on are missing: enlarge and call again.
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
def nearest_bodies(table, centers, k, max_distance, ids_out, distances_out):
    """For each query the k bodies with the nearest centres; see `CollisionGrid.nearest`."""
    present = table.cell_start[len(table.cell_start) - 1] > 0
    position, giant, giants = table.position, table.giant, table.giant_count[0]
    for q in range(len(centers)):
        x, y, z = centers[q, 0], centers[q, 1], centers[q, 2]
        ids, squares = ids_out[q], distances_out[q]
        ids[:] = -1
        squares[:] = np.inf
        limit = max_distance * max_distance
        for g in range(giants):
            consider(position, giant[g], x, y, z, limit, ids, squares)
        if present:
            search_rings(table, x, y, z, limit, ids, squares)
        for slot in range(k):
            squares[slot] = math.sqrt(squares[slot])


@inline
def consider(position, row, x, y, z, limit, ids_inout, squares_inout):
    """Insert a body into the sorted list of the nearest so far; ties go to the lower row."""
    square = square_distance(position, row, x, y, z)
    slot = len(ids_inout) - 1
    worst = squares_inout[slot]
    if square > limit or square > worst or (square == worst and row > ids_inout[slot] >= 0):
        return
    while slot > 0 and (
        square < squares_inout[slot - 1] or (square == squares_inout[slot - 1] and row < ids_inout[slot - 1])
    ):
        squares_inout[slot] = squares_inout[slot - 1]
        ids_inout[slot] = ids_inout[slot - 1]
        slot -= 1
    squares_inout[slot] = square
    ids_inout[slot] = row


@kernel
def search_rings(table, x, y, z, limit, ids_inout, squares_inout):
    """Visit cells in growing cubes around the query until no unvisited cell can hold a nearer centre."""
    xs, ys, zs, item, cell_start = table.x, table.y, table.z, table.item, table.cell_start
    position, lower, scale, cells = table.position, table.lower, table.scale, table.cells
    number = table.radius.dtype.type
    home = corner_cell(scale, cells, number(x) - lower[0], number(y) - lower[1], number(z) - lower[2])
    ux, uy, uz = unpack(home)
    hx, hy, hz = np.int64(ux), np.int64(uy), np.int64(uz)
    nx, ny, nz = np.int64(cells[0]), np.int64(cells[1]), np.int64(cells[2])
    ring = 0
    while True:
        for cz in range(max(hz - ring, 0), min(hz + ring, nz - 1) + 1):
            for cy in range(max(hy - ring, 0), min(hy + ring, ny - 1) + 1):
                face = abs(cz - hz) == ring or abs(cy - hy) == ring
                for cx in range(hx - ring, hx + ring + 1, 1 if face else 2 * ring):
                    if not 0 <= cx < nx:
                        continue
                    cell = np.uint64(cx + nx * (cy + ny * cz))
                    here = pack(np.uint32(cx), np.uint32(cy), np.uint32(cz))
                    for entry in range(cell_start[cell], cell_start[cell + ONE]):
                        e = np.uint64(entry)
                        # A body counts in the cell of its centre only.
                        if (
                            corner_cell(scale, cells, xs[e] - lower[0], ys[e] - lower[1], zs[e] - lower[2])
                            == here
                        ):
                            consider(position, item[e], x, y, z, limit, ids_inout, squares_inout)
        gap, done = np.inf, True
        for axis in range(3):
            at, count, query = (hx, nx, x) if axis == 0 else ((hy, ny, y) if axis == 1 else (hz, nz, z))
            edge, corner = 1.0 / np.float64(scale[axis]), np.float64(lower[axis])
            if at - ring > 0:
                done = False
                gap = min(gap, query - (corner + (at - ring) * edge))
            if at + ring < count - 1:
                done = False
                gap = min(gap, corner + (at + ring + 1) * edge - query)
        # The margin covers bodies whose rounded cell is one beside the exact one.
        gap -= 4.0 * np.float64(table.margin[0]) + abs(gap) * RELATIVE_MARGIN
        if done or (gap > 0.0 and gap * gap > min(limit, squares_inout[len(squares_inout) - 1])):
            return
        ring += 1
