"""Questions to a `GridTable`, for other kernels and for `CollisionGrid`.

The kernel-level queries are public: call them from any kernel, with `grid.table` as argument.

    gather_sphere(table, x, y, z, radius, ids_out)             bodies that overlap a sphere
    gather_near(table, x, y, z, radius, row_limit, ids_out)    the same for perception, faster
    gather_box(table, lower, upper, ids_out)                   bodies that overlap an axis-aligned box

Each writes rows into the caller's buffer and returns their number; `arena.grid.nearest` and
`arena.grid.sweeps` have more. They allocate nothing and write only their output, so any number of threads may
ask while no rebuild runs. Each row is returned once: a body that the query meets in several cells counts only
in the first of them, found by comparing lower corners.
"""

import numpy as np

from arena.grid.sphere_tests import F32_LANES, load_lanes, lowest_bit, sphere_hits, sphere_hits_surely
from arena.grid.table import (
    LAST_ROW,
    MARGIN,
    ONE,
    OVERSIZED,
    GridTable,
    box_of_cells,
    corner_cell,
    oversized_columns,
    square_distance,
    unpack,
)
from arena.grid.tagged_rows import (
    FIRST,
    FIRST_X,
    FIRST_Y,
    FIRST_Z,
    ROW,
    first_met,
    merge_blocks,
    pad_block,
    rows_below,
    sort_block,
    store_rows,
)
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I32, U32, Flag, Floats, Integer, Real, Vector

STRIDE = np.uint64(F32_LANES)
ALL_LANES = np.uint64((1 << F32_LANES) - 1)
SORTED_BLOCKS = 6
"""More blocks than this are sorted by numba's quicksort."""

QUERY_MARGIN = 4.0 * MARGIN
"""Share of a query's coordinates by which it grows when it is rounded to the table's precision."""


@kernel
def gather_sphere(table: GridTable, x: Real, y: Real, z: Real, radius: Real, ids_out: I32):
    """Rows of the bodies that overlap a sphere, each once, in table order; returns how many there are.

    Centre and radius [u] as float64. At most len(ids_out) rows are written; a larger return value says how
    many a larger buffer would hold.
    """
    if DEBUG:
        assert np.isfinite(x) and np.isfinite(y) and np.isfinite(z), "gather_sphere: a centre is not finite"
        assert 0.0 <= radius < np.inf, "gather_sphere: a radius below zero or not finite"
    found = gather_entered(table, x, y, z, radius, ids_out)
    return gather_oversized_bodies(table, x, y, z, radius, LAST_ROW, found, ids_out)


@kernel
def gather_near(table: GridTable, x: Real, y: Real, z: Real, radius: Real, row_limit: Integer, ids_out: I32):
    """`gather_sphere` for perception: only rows below `row_limit`, and without the exact test.

    Bodies that miss the sphere by a rounding error may be among the answers. Half as long where many bodies
    stand in rows that the caller does not care about. The search ends when `ids_out` is full: a caller that
    wants a hundred neighbours does not count thousands. Then the answer is at least its length.
    """
    t = table
    found = gather(
        t.lower, t.scale, t.cells, t.start, t.tagged_row, t.x, t.y, t.z, t.r,
        x, y, z, radius, np.int32(row_limit), False, 0, ids_out,
    )  # fmt: skip
    return gather_oversized_bodies(table, x, y, z, radius, row_limit, found, ids_out)


@inline
def gather_entered(table: GridTable, x: Real, y: Real, z: Real, radius: Real, ids_out: I32):
    """`gather_sphere` without oversized bodies."""
    t = table
    return gather(
        t.lower, t.scale, t.cells, t.start, t.tagged_row, t.x, t.y, t.z, t.r,
        x, y, z, radius, 0, True, 0, ids_out,
    )  # fmt: skip


@inline
def gather(
    lower: Floats,
    scale: Floats,
    cells: U32,
    start: U32,
    tagged_row: U32,
    xs: Floats,
    ys: Floats,
    zs: Floats,
    rs: Floats,
    x: Real,
    y: Real,
    z: Real,
    radius: Real,
    row_limit: Integer,
    exact: Flag,
    at: Integer,
    ids_out: I32,
):
    """All three queries: all rows exactly, or those below `row_limit` where `exact` is False.

    Takes columns instead of the table, so that a loop over queries names them once. Rows are written from
    ids_out[at] on; returns the place behind them. `exact` is a constant at each call, so each is compiled for
    itself.
    """
    number = rs.dtype.type
    grown = radius + (abs(x) + abs(y) + abs(z) + radius) * QUERY_MARGIN
    reach = number(grown)
    # A body within this reach is hit even before the query is rounded; NaN: none is hit for certain.
    certain = reach
    if exact:
        shrunk = radius - (grown - radius)
        certain = number(shrunk) if shrunk >= 0.0 else number(np.nan)
    px, py, pz = number(x), number(y), number(z)
    first, last = box_of_cells(lower, scale, cells, px, py, pz, reach)
    fx, fy, fz = unpack(first)
    lx, ly, lz = unpack(last)
    stride_y, stride_z = cells[0], cells[0] * cells[1]
    limit = np.uint32(row_limit)
    found, capacity = np.uint64(at), np.uint64(len(ids_out))
    for czi in range(fz, lz + np.uint32(1)):
        for cyi in range(fy, ly + np.uint32(1)):
            cy, cz = np.uint32(cyi), np.uint32(czi)
            known = (FIRST_Y if cy == fy else np.uint32(0)) | (FIRST_Z if cz == fz else np.uint32(0))
            run = cy * stride_y + cz * stride_z
            block = np.uint64(start[np.uint64(run + fx)])
            first_end = np.uint64(start[np.uint64(run + fx) + ONE])
            end = np.uint64(start[np.uint64(run + lx) + ONE])
            if DEBUG:
                assert block <= first_end <= end, "gather: a cell ends before it begins"
                assert end <= len(xs) - F32_LANES, "gather: cells outside of the table"
            while block < end:
                bx, by, bz = load_lanes(xs, block), load_lanes(ys, block), load_lanes(zs, block)
                radii, tagged_rows = load_lanes(rs, block), load_lanes(tagged_row, block)
                mask = sphere_hits(bx, by, bz, radii, px, py, pz, reach)
                mask &= first_met(tagged_rows, known, lanes_before(first_end, block))
                mask &= lanes_before(end, block)
                if not exact:
                    mask &= rows_below(tagged_rows, limit)
                if exact:
                    doubtful = mask & ~sphere_hits_surely(bx, by, bz, radii, px, py, pz, certain)
                    while doubtful != np.uint64(0):
                        lane = lowest_bit(doubtful)
                        doubtful &= doubtful - ONE
                        e = block + lane
                        total = np.float64(rs[e]) + radius
                        if not square_distance(xs[e], ys[e], zs[e], x, y, z) < total * total:
                            mask &= ~(ONE << lane)
                if found + STRIDE <= capacity:
                    found = store_rows(tagged_rows, mask, ids_out, found)
                elif not exact and found >= capacity:
                    return np.int64(found)
                else:
                    found = store_rows_within(tagged_row, block, mask, ids_out, found)
                block += STRIDE
    return np.int64(found)


@inline
def lanes_before(end: Integer, block: Integer):
    """The lanes of a block that lie before an entry."""
    if end <= block:
        return np.uint64(0)
    return (ONE << (end - block)) - ONE if end - block < STRIDE else ALL_LANES


@inline
def store_rows_within(tagged_row: U32, block: Integer, mask: Integer, ids_out: I32, found: Integer):
    """`store_rows` where the buffer ends: counts all, writes what fits."""
    capacity = np.uint64(len(ids_out))
    while mask != np.uint64(0):
        if found < capacity:
            ids_out[found] = np.int32(tagged_row[block + lowest_bit(mask)] & ROW)
        found += ONE
        mask &= mask - ONE
    return found


@inline
def gather_oversized_bodies(
    table: GridTable,
    x: Real,
    y: Real,
    z: Real,
    radius: Real,
    row_limit: Integer,
    found: Integer,
    ids_out: I32,
):
    """Append the oversized bodies below `row_limit` that overlap a sphere to `found` rows; the new count."""
    oversized, xs, ys, zs, rs = oversized_columns(table)
    capacity = len(ids_out)
    for g in range(table.count[OVERSIZED]):
        total = np.float64(rs[g]) + radius
        if (
            np.int64(oversized[g]) < row_limit
            and square_distance(xs[g], ys[g], zs[g], x, y, z) < total * total
        ):  # fmt: skip
            if found < capacity:
                ids_out[found] = np.int32(oversized[g])
            found += 1
    return found


@kernel
def gather_box(table: GridTable, lower: Vector, upper: Vector, ids_out: I32):
    """Like `gather_sphere` for an axis-aligned box given by two corners, shape (3,), float64 [u]."""
    found = 0
    capacity = len(ids_out)
    xs, ys, zs, rs, tagged_row, start = table.x, table.y, table.z, table.r, table.tagged_row, table.start
    cells, scale, corner = table.cells, table.scale, table.lower
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
            known = (FIRST_Y if cy == fy else np.uint32(0)) | (FIRST_Z if cz == fz else np.uint32(0))
            run = cy * stride_y + cz * stride_z
            first_end = start[np.uint64(run + fx) + ONE]
            if DEBUG:
                assert start[np.uint64(run + lx) + ONE] <= len(xs), "gather_box: cells outside of the table"
            for k in range(start[np.uint64(run + fx)], start[np.uint64(run + lx) + ONE]):
                e = np.uint64(k)
                flags = tagged_row[e] | known | (FIRST_X if k < first_end else np.uint32(0))
                if flags >= FIRST and box_touches(xs[e], ys[e], zs[e], rs[e], ax, ay, az, bx, by, bz):
                    if found < capacity:
                        ids_out[found] = np.int32(tagged_row[e] & ROW)
                    found += 1
    oversized, xs, ys, zs, rs = oversized_columns(table)
    for g in range(table.count[OVERSIZED]):
        if box_touches(xs[g], ys[g], zs[g], rs[g], ax, ay, az, bx, by, bz):
            if found < capacity:
                ids_out[found] = np.int32(oversized[g])
            found += 1
    return found


@inline
def box_touches(
    x: Real, y: Real, z: Real, r: Real, ax: Real, ay: Real, az: Real, bx: Real, by: Real, bz: Real
):
    """True if a sphere reaches into the box from a to b, in float64 (Arvo, Graphics Gems, 1990).

    A sphere of radius 0 does where it lies within.
    """
    px, py, pz, radius = np.float64(x), np.float64(y), np.float64(z), np.float64(r)
    dx = max(ax - px, px - bx, 0.0)
    dy = max(ay - py, py - by, 0.0)
    dz = max(az - pz, pz - bz, 0.0)
    if dx * dx + dy * dy + dz * dz < radius * radius:
        return True
    return ax < px < bx and ay < py < by and az < pz < bz


@inline
def sort_ascending(ids_inout: I32, at: Integer, count: Integer) -> None:
    """Sort ids_inout[at:at + count] in place; F32_LANES places behind, where they exist, are overwritten."""
    if count > SORTED_BLOCKS * F32_LANES or at + count + F32_LANES > len(ids_inout):
        ids_inout[at : at + count].sort()
    else:
        sort_few(ids_inout, at, count)


@inline
def sort_few(ids_inout: I32, at: Integer, count: Integer) -> None:
    """`sort_ascending` for at most SORTED_BLOCKS * F32_LANES rows; F32_LANES places behind must exist."""
    if DEBUG:
        assert at + count + F32_LANES <= len(ids_inout), "sort_few: no room behind the rows"
        assert count <= SORTED_BLOCKS * F32_LANES, "sort_few: too many rows"
    blocks = (count + F32_LANES - 1) // F32_LANES
    pad_block(ids_inout, at + count)
    sort_block(ids_inout, at)
    if blocks <= 1:
        return
    sort_block(ids_inout, at + F32_LANES)
    merge_blocks(ids_inout, at, at + F32_LANES)
    if blocks == 2:
        return
    for k in range(2, blocks):
        sort_block(ids_inout, at + k * F32_LANES)
    # Odd-even transposition of whole blocks: few blocks, no branch on the data.
    for turn in range(blocks):
        for k in range(turn & 1, blocks - 1, 2):
            merge_blocks(ids_inout, at + k * F32_LANES, at + (k + 1) * F32_LANES)
