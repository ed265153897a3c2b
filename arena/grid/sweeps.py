"""Swept queries: which bodies a moving sphere meets, and which it meets first.

Called from kernels (bullets from their old to their new place, a lance's ray, line of sight, a dodge) and by
`CollisionGrid.query_capsule` and `CollisionGrid.cast`.

A sphere of radius r that moves along a segment touches only cells of rows that the segment, clipped to the
row grown by r, passes: slab by slab along z, then row by row along y; each clip gives the stretch of x to
scan. The clipping is that of Liang and Barsky (ACM TOG 3(1), 1984), the first contact that of a ray and a
sphere.
"""

import math

import numpy as np

from arena.grid.queries import QUERY_MARGIN, sort_ascending
from arena.grid.sphere_tests import F32_LANES, hit_mask, lowest_bit
from arena.grid.table import LAST_ROW, ONE, OVERSIZED, GridTable, cell_coordinate, oversized_columns
from arena.grid.tagged_rows import ROW
from arena.jit import DEBUG, inline, is_ascending, kernel
from arena.jit.annotations import I32, Flag, Integer, Real, Row

STRIDE = np.uint64(F32_LANES)
MISS = 2.0
"""Fraction of a segment that stands for "never"."""


@inline
def clip(origin: Real, step: Real, low: Real, high: Real, enter: Real, leave: Real):
    """The part of the stretch from `enter` to `leave` of origin + t * step that lies between two planes."""
    if step == 0.0:
        return (enter, leave) if low <= origin <= high else (1.0, 0.0)
    near, far = (low - origin) / step, (high - origin) / step
    if near > far:
        near, far = far, near
    return max(enter, near), min(leave, far)


@inline
def cell_planes(cell: Integer, count: Integer, edge: Real, corner: Real, reach: Real):
    """Both planes of a cell along one axis, `reach` outside of it; border cells have no outer plane."""
    low = -np.inf if cell == 0 else corner + cell * edge - reach
    return low, (np.inf if cell == count - 1 else corner + (cell + 1) * edge + reach)


@inline
def axis_range(a: Real, b: Real, reach: Real, lower: Real, scale: Real, count: Integer):
    """First and last cell along one axis that a sphere sweeping from a to b touches."""
    number = type(lower)
    low, high = number(min(a, b) - reach), number(max(a, b) + reach)
    return (
        np.int64(cell_coordinate(low - lower, scale, count)),
        np.int64(cell_coordinate(high - lower, scale, count)),
    )


@inline
def first_contact(
    px: Real, py: Real, pz: Real, dx: Real, dy: Real, dz: Real, qx: Real, qy: Real, qz: Real, reach: Real
):
    """Fraction of the step d from p at which a point comes within `reach` of q.

    0 where it is there already, MISS where it never is, in float64. Touching alone is no contact.
    """
    ox, oy, oz = px - np.float64(qx), py - np.float64(qy), pz - np.float64(qz)
    gap = ox * ox + oy * oy + oz * oz - reach * reach
    if gap < 0.0:
        return 0.0
    square = dx * dx + dy * dy + dz * dz
    closing = -(ox * dx + oy * dy + oz * dz)
    if closing <= 0.0:
        return MISS
    # Spelled so that nothing large is subtracted: the offset at closest approach, not the discriminant.
    along = closing / square
    mx, my, mz = ox + dx * along, oy + dy * along, oz + dz * along
    inside = reach * reach - (mx * mx + my * my + mz * mz)
    if inside <= 0.0:
        return MISS
    fraction = max(along - math.sqrt(inside / square), 0.0)
    return fraction if fraction < 1.0 else MISS


@kernel
def gather_capsule(
    table: GridTable, ax: Real, ay: Real, az: Real, bx: Real, by: Real, bz: Real, radius: Real, ids_out: I32
):
    """Rows of the bodies that a sphere meets on its way from a to b, ascending, each once.

    Coordinates and radius [u] as float64. At most len(ids_out) rows are written; a return value above that
    says how large a buffer is certainly enough, and the rows are then neither sorted nor complete.
    """
    found, _, _ = sweep(
        table, (ax, ay, az), (bx, by, bz), radius, 0, LAST_ROW, -1, False, ids_out
    )  # fmt: skip
    if found > len(ids_out):
        return found
    sort_ascending(ids_out, 0, found)
    kept = 0
    for k in range(found):
        if kept == 0 or ids_out[k] != ids_out[kept - 1]:
            ids_out[kept] = ids_out[k]
            kept += 1
    if DEBUG:
        assert is_ascending(ids_out, 0, kept), "gather_capsule: a row twice"
    return kept


@kernel
def cast_sphere(
    table: GridTable,
    ax: Real,
    ay: Real,
    az: Real,
    bx: Real,
    by: Real,
    bz: Real,
    radius: Real,
    row_begin: Integer,
    row_end: Integer,
    ignored: Row,
):
    """(row, fraction) of the first body that a sphere meets on its way from a to b; (-1, 2.0) for none.

    Args:
        table: the grid.
        ax: start, float64 [u]; ay and az likewise.
        bx: end, float64 [u]; by and bz likewise.
        radius: of the moving sphere, float64 [u]; 0 casts a ray.
        row_begin: only bodies of rows from here
        row_end: to here (exclusive) count: asteroids, say, for a line of sight.
        ignored: a row that does not count, as a rule the caster's own; -1 for none.

    Ties go to the lower row; a body that is touched at the start has fraction 0.
    """
    # The last argument only fills the place: nothing is written where only the first hit counts.
    _, row, fraction = sweep(
        table, (ax, ay, az), (bx, by, bz), radius, row_begin, row_end, ignored, True, table.oversized
    )
    return row, fraction


@inline
def sweep(
    table: GridTable,
    a: tuple[Real, Real, Real],
    b: tuple[Real, Real, Real],
    radius: Real,
    row_begin: Integer,
    row_end: Integer,
    ignored: Row,
    only_first: Flag,
    ids_out: I32,
):
    """Both queries along the segment from a to b [u]: (rows written, some twice; first row; its fraction)."""
    ax, ay, az = a
    bx, by, bz = b
    xs, ys, zs, rs, tagged_row, start = table.x, table.y, table.z, table.r, table.tagged_row, table.start
    lower, scale, cells = table.lower, table.scale, table.cells
    number = xs.dtype.type
    dx, dy, dz = bx - ax, by - ay, bz - az
    size = max(abs(ax), abs(bx)) + max(abs(ay), abs(by)) + max(abs(az), abs(bz)) + radius
    slack = size * QUERY_MARGIN
    for axis in range(3):
        slack += (
            abs(np.float64(lower[axis])) + np.float64(cells[axis]) / np.float64(scale[axis])
        ) * QUERY_MARGIN
    reach = radius + slack
    nx, ny, nz = np.int64(cells[0]), np.int64(cells[1]), np.int64(cells[2])
    ey, ez = 1.0 / np.float64(scale[1]), 1.0 / np.float64(scale[2])
    oy, oz = np.float64(lower[1]), np.float64(lower[2])
    found, best_row, best = 0, np.int64(-1), MISS
    z_low, z_high = axis_range(az, bz, reach, lower[2], scale[2], cells[2])
    y_low, y_high = axis_range(ay, by, reach, lower[1], scale[1], cells[1])
    # Slabs and rows are visited in the direction of travel, so that the first hit cuts the rest short.
    for i in range(z_high - z_low + 1):
        cz = z_low + i if dz >= 0.0 else z_high - i
        low, high = cell_planes(cz, nz, ez, oz, reach)
        slab_enter, slab_leave = clip(az, dz, low, high, 0.0, min(best, 1.0))
        if slab_enter > slab_leave:
            continue
        for j in range(y_high - y_low + 1):
            cy = y_low + j if dy >= 0.0 else y_high - j
            low, high = cell_planes(cy, ny, ey, oy, reach)
            enter, leave = clip(ay, dy, low, high, slab_enter, min(slab_leave, best))
            if enter > leave:
                continue
            sx, tx = ax + dx * enter, ax + dx * leave
            x_low, x_high = axis_range(sx, tx, reach, lower[0], scale[0], cells[0])
            row = nx * (cy + ny * cz)
            block, end = np.uint64(start[row + x_low]), np.uint64(start[row + x_high + 1])
            if DEBUG:
                assert block <= end <= len(xs) - F32_LANES, "sweep: cells outside of the table"
            # All that the sphere can touch between here and there lies in the ball around the stretch.
            mid = (enter + leave) * 0.5
            mx, my, mz = number(ax + dx * mid), number(ay + dy * mid), number(az + dz * mid)
            half = (leave - enter) * 0.5
            ball = number(math.sqrt(dx * dx + dy * dy + dz * dz) * half + reach)
            while block < end:
                mask = hit_mask(xs, ys, zs, rs, block, mx, my, mz, ball)
                if end - block < STRIDE:
                    mask &= (ONE << (end - block)) - ONE
                while mask != np.uint64(0):
                    e = block + lowest_bit(mask)
                    mask &= mask - ONE
                    body = np.int64(tagged_row[e] & ROW)
                    if body < row_begin or body >= row_end or body == ignored:
                        continue
                    total = np.float64(rs[e]) + radius
                    t = first_contact(ax, ay, az, dx, dy, dz, xs[e], ys[e], zs[e], total)
                    found, best_row, best = note_contact(body, t, only_first, found, best_row, best, ids_out)
                block += STRIDE
    oversized, xs, ys, zs, rs = oversized_columns(table)
    for g in range(table.count[OVERSIZED]):
        body = np.int64(oversized[g])
        if body < row_begin or body >= row_end or body == ignored:
            continue
        t = first_contact(ax, ay, az, dx, dy, dz, xs[g], ys[g], zs[g], np.float64(rs[g]) + radius)
        found, best_row, best = note_contact(body, t, only_first, found, best_row, best, ids_out)
    if DEBUG:
        assert 0.0 <= best < 1.0 or best == MISS, "sweep: a contact that is not on the way"
    return found, best_row, best


@inline
def note_contact(
    body: Row, t: Real, only_first: Flag, found: Integer, best_row: Row, best: Real, ids_out: I32
):
    """Keep a body met at fraction t: as the first where it is, else in the list. All three results so far."""
    if t == MISS:
        return found, best_row, best
    if only_first:
        return (found, body, t) if t < best or (t == best and body < best_row) else (found, best_row, best)
    if found < len(ids_out):
        ids_out[found] = np.int32(body)
    return found + 1, best_row, best
