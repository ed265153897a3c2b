"""Questions to a `GridTable`, for other kernels and for `CollisionGrid`.

The kernel-level queries are public: call them from any kernel, with `grid.table` as argument.

    gather_sphere(table, x, y, z, radius, ids_out)             bodies that overlap a sphere
    gather_near(table, x, y, z, radius, row_limit, ids_out)    the same for perception, faster
    gather_box(table, lower, upper, ids_out)                   bodies that overlap an axis-aligned box

Each writes rows into the caller's buffer and returns how many there are; `arena.grid.nearest` and
`arena.grid.sweeps` have more. They allocate nothing and write only their output, so any number of threads may
ask while nobody rebuilds. Each row is returned once: a body that the query meets in several cells counts only
in the first of them, found by comparing lower corners.
"""

import numpy as np

from arena.grid.lanes import LANES, hit_mask, lowest_bit
from arena.grid.table import (
    GIANTS,
    LAST_ROW,
    MARGIN,
    ONE,
    ROW,
    box_of_cells,
    corner_cell,
    square_distance,
    unpack,
)
from arena.jit import inline, kernel

STRIDE = np.uint64(LANES)
QUERY_MARGIN = 4.0 * MARGIN
"""Share of a query's coordinates by which it grows when it is rounded to the table's precision."""


@inline
def counts_here(corner, start, entry, first, cy, cz, run):
    """Whether this entry is the first of a body at `corner` that a query from cell `first` on meets."""
    ax, ay, az = unpack(corner)
    qx, qy, qz = unpack(first)
    if max(ay, qy) != cy or max(az, qz) != cz:
        return False
    cell = np.uint64(run + max(ax, qx))
    return np.uint64(start[cell]) <= entry < np.uint64(start[cell + ONE])


@kernel
def gather_sphere(table, x, y, z, radius, ids_out):
    """Rows of the bodies that overlap a sphere, each once, in table order; returns how many there are.

    Centre and radius [u] as float64. At most len(ids_out) rows are written; a larger return value says how
    many a larger buffer would hold.
    """
    found = gather(table, x, y, z, radius, LAST_ROW, True, ids_out)
    return gather_giants(table, x, y, z, radius, LAST_ROW, found, ids_out)


@kernel
def gather_near(table, x, y, z, radius, row_limit, ids_out):
    """`gather_sphere` for perception: only rows below `row_limit`, and without the exact test.

    Bodies that miss the sphere by a rounding error may be among the answers. Half as long where many bodies
    stand in rows that the caller does not care about.
    """
    found = gather(table, x, y, z, radius, np.int32(row_limit), False, ids_out)
    return gather_giants(table, x, y, z, radius, row_limit, found, ids_out)


@inline
def gather_entered(table, x, y, z, radius, ids_out):
    """`gather_sphere` without giants."""
    return gather(table, x, y, z, radius, LAST_ROW, True, ids_out)


@inline
def gather(table, x, y, z, radius, row_limit, exact, ids_out):
    """All three queries; `exact` is a constant at each call, so each is compiled for itself."""
    found = 0
    capacity = len(ids_out)
    xs, ys, zs, rs, item, start = table.x, table.y, table.z, table.r, table.item, table.start
    corners, cells = table.first, table.cells
    number = rs.dtype.type
    reach = number(radius + (abs(x) + abs(y) + abs(z) + radius) * QUERY_MARGIN)
    px, py, pz = number(x), number(y), number(z)
    first, last = box_of_cells(table.lower, table.scale, cells, px, py, pz, reach)
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = cells[0], cells[0] * cells[1]
    limit = np.uint32(row_limit)
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            run = cy * stride_y + cz * stride_z
            block = np.uint64(start[np.uint64(run + fx)])
            end = np.uint64(start[np.uint64(run + lx) + ONE])
            while block < end:
                mask = hit_mask(xs, ys, zs, rs, block, px, py, pz, reach)
                if end - block < STRIDE:
                    mask &= (ONE << (end - block)) - ONE
                while mask != np.uint64(0):
                    entry = block + lowest_bit(mask)
                    mask &= mask - ONE
                    row = item[entry] & ROW
                    if row >= limit:
                        continue
                    if item[entry] != row and not counts_here(
                        corners[np.uint64(row)], start, entry, first, cy, cz, run
                    ):
                        continue
                    if exact:
                        total = np.float64(rs[entry]) + radius
                        if not square_distance(xs[entry], ys[entry], zs[entry], x, y, z) < total * total:
                            continue
                    if found < capacity:
                        ids_out[found] = np.int32(row)
                    found += 1
                block += STRIDE
    return found


@inline
def gather_giants(table, x, y, z, radius, row_limit, found, ids_out):
    """Append the giants below `row_limit` that overlap a sphere to the `found` rows so far; the new count."""
    giant, xs, ys, zs, rs = table.giant, table.giant_x, table.giant_y, table.giant_z, table.giant_r
    capacity = len(ids_out)
    for g in range(table.count[GIANTS]):
        total = np.float64(rs[g]) + radius
        if (
            np.int64(giant[g]) < row_limit
            and square_distance(xs[g], ys[g], zs[g], x, y, z) < total * total
        ):  # fmt: skip
            if found < capacity:
                ids_out[found] = np.int32(giant[g])
            found += 1
    return found


@kernel
def gather_box(table, lower, upper, ids_out):
    """Like `gather_sphere` for an axis-aligned box given by two corners, shape (3,), float64 [u]."""
    found = 0
    capacity = len(ids_out)
    xs, ys, zs, rs, item, start = table.x, table.y, table.z, table.r, table.item, table.start
    corners, cells, scale, corner = table.first, table.cells, table.scale, table.lower
    number = rs.dtype.type
    ax, ay, az, bx, by, bz = lower[0], lower[1], lower[2], upper[0], upper[1], upper[2]
    slack = number((abs(ax) + abs(ay) + abs(az) + abs(bx) + abs(by) + abs(bz)) * QUERY_MARGIN)
    ox, oy, oz = corner[0], corner[1], corner[2]
    first = corner_cell(
        scale, cells, number(ax) - ox - slack, number(ay) - oy - slack, number(az) - oz - slack
    )  # fmt: skip
    last = corner_cell(
        scale, cells, number(bx) - ox + slack, number(by) - oy + slack, number(bz) - oz + slack
    )  # fmt: skip
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = cells[0], cells[0] * cells[1]
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            run = cy * stride_y + cz * stride_z
            for k in range(start[np.uint64(run + fx)], start[np.uint64(run + lx) + ONE]):
                entry = np.uint64(k)
                if not box_touches(xs[entry], ys[entry], zs[entry], rs[entry], ax, ay, az, bx, by, bz):
                    continue
                row = item[entry] & ROW
                if item[entry] == row or counts_here(
                    corners[np.uint64(row)], start, entry, first, cy, cz, run
                ):
                    if found < capacity:
                        ids_out[found] = np.int32(row)
                    found += 1
    giant, xs, ys, zs, rs = table.giant, table.giant_x, table.giant_y, table.giant_z, table.giant_r
    for g in range(table.count[GIANTS]):
        if box_touches(xs[g], ys[g], zs[g], rs[g], ax, ay, az, bx, by, bz):
            if found < capacity:
                ids_out[found] = np.int32(giant[g])
            found += 1
    return found


@inline
def box_touches(x, y, z, r, ax, ay, az, bx, by, bz):
    """Whether a sphere reaches into the box from a to b, in float64 (Arvo, Graphics Gems, 1990)."""
    px, py, pz, radius = np.float64(x), np.float64(y), np.float64(z), np.float64(r)
    dx = max(ax - px, px - bx, 0.0)
    dy = max(ay - py, py - by, 0.0)
    dz = max(az - pz, pz - bz, 0.0)
    return dx * dx + dy * dy + dz * dz < radius * radius


@kernel
def gather_spheres(begin, end, table, centers, radii, counts_out, ids_out):
    """`gather_sphere` for the queries from `begin` to `end`, one after the other, each with ascending rows.

    Args:
        begin: first query.
        end: query behind the last.
        table: the grid.
        centers: shape (q, 3), float64 [u].
        radii: shape (q,), float64 [u].
        counts_out: rows of each query, shape (q,), int64.
        ids_out: the rows of all these queries from element 0 on, int32.

    Returns:
        The total. Above len(ids_out) rows are missing: enlarge and call again.
    """
    total = 0
    capacity = len(ids_out)
    for q in range(begin, end):
        room = ids_out[min(total, capacity) :]
        count = gather_sphere(table, centers[q, 0], centers[q, 1], centers[q, 2], radii[q], room)
        if count <= len(room):
            sort_ascending(room, count)
        counts_out[q] = count
        total += count
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
