"""Wipe and refill a `GridTable`: the counting sort that `CollisionGrid.rebuild` runs once per tick.

Five passes, each a loop without unpredictable branches, because at 15 ns a body one misprediction is half the
bill: bin (each body's cube in cells, vectorised), count (bodies that touch one cell, most of them, cost one
increment; the others list their extra cells), scan (counts into starts), scatter (only row numbers: one
random write a body instead of five), gather (coordinates into entry order, from rows packed by the first
pass). In a cell stand first the bodies whose cube begins there, by row, then the others, by row.

`refill` runs all of it in one call. Large loads are refilled in blocks on several threads, see
`arena.grid.blocks`: there the same passes serve, and leave the same table.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import (
    COORDINATE_MAX,
    ENTRIES,
    MARGIN,
    OCCUPIED,
    ONE,
    OVERSIZED,
    GridTable,
    cell_coordinate,
    oversized_columns,
    pack,
    unpack,
)
from arena.grid.tagged_rows import FIRST, FIRST_X, FIRST_Y, FIRST_Z, ROW_BITS, spread_bodies
from arena.grid.validation import assert_table
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import U32, Flags, Floats, Integer, Real
from arena.jit.tables import Table

OVERSIZED_SPAN = np.uint32(0xFFFFFFFF)
"""Value of `span` that marks oversized; no packed span is that large."""

CHUNK = 1 << 20
"""Rows whose counts are summed in 32 bits; 512 cells each, the most there are, do not overflow that."""

IDLE_ROWS = 64
"""Rows that are not looked at if none of them is active."""

U1 = np.uint32(1)
CORNERS = np.uint32(7)
SPARSE_STEP, ALL_AT_ONCE = np.uint64(16), np.uint64(1 << 40)
"""Rows that are passed over together if none of them is active; where many are, looking costs more."""
TWO, THREE, FOUR = np.uint64(2), np.uint64(3), np.uint64(4)
BRANCHLESS_SURPLUS = 8
"""Appending without a branch writes up to this many elements beyond the end."""


class RefillScratch(Table):
    """Working memory of one block of rows; meaningless between rebuilds."""

    base: NDArray[np.uint32]  # by row of the block: index of the cube's first cell; or the spare cell
    span: NDArray[np.uint32]  # by row of the block: packed cells beyond the first by axis; or OVERSIZED_SPAN
    multi_cell: NDArray[np.uint32]  # rows of the block with a span, ascending
    extra_cell: NDArray[np.uint32]  # entries beyond the first of each body, shape (extra_capacity,)
    extra_tagged_row: NDArray[np.uint32]
    count: NDArray[np.int64]  # see below, shape (6,)


BAD, NEEDED, SPARED, FOUND_OVERSIZED, LISTED, EXTRA = range(6)
"""Elements of `RefillScratch.count`: bad rows, entries, rows without entries, oversized bodies among them,
rows listed in `multi_cell`, entries listed as extra ones."""


@inline
def spare_cell(cells: U32, shift: Integer):
    """The first index behind all cells whose bucket holds no cell, where buckets are cells >> shift."""
    last = cells[0] * cells[1] * cells[2] - U1
    return np.uint32(((last >> np.uint32(shift)) + U1) << np.uint32(shift))


@kernel
def bin_rows(
    begin: Integer,
    end: Integer,
    places: Floats,
    radii: Floats,
    active: Flags,
    margin: Real,
    oversized_cells: Integer,
    shift: Integer,
    table_inout: GridTable,
    scratch_inout: RefillScratch,
) -> None:
    """Find the cube of cells of the rows from `begin` to `end`, and count what they need.

    Args:
        begin: first row of the block.
        end: row behind it.
        places: positions [u], flat, shape (3 * n,), T.
        radii: shape (n,), T.
        active: bool, shape (n,); the other rows go to the spare cell behind all cells.
        margin: the grid's own share of the rounding margin [u].
        oversized_cells: a body whose cube covers more cells is oversized.
        shift: bits by which a cell's index is cut down to its bucket's.
        table_inout: only `body` is written.
        scratch_inout: `base`, `span` and the first four counts are written.
    """
    cells, lower, scale, body = table_inout.cells, table_inout.lower, table_inout.scale, table_inout.body
    base, span, count = scratch_inout.base, scratch_inout.span, scratch_inout.count
    number = radii.dtype.type
    largest, grow = number(COORDINATE_MAX), number(1.0 + MARGIN)
    share, fixed, oversized = number(MARGIN), number(margin), np.uint32(oversized_cells)
    lx, ly, lz, sx, sy, sz = lower[0], lower[1], lower[2], scale[0], scale[1], scale[2]
    nx, ny, nz = cells[0], cells[1], cells[2]
    stride_y, stride_z, spare = nx, np.uint32(nx * ny), spare_cell(cells, shift)
    count[BAD] = count[NEEDED] = count[SPARED] = count[FOUND_OVERSIZED] = 0
    chunk = begin
    while chunk < end:
        stop = min(chunk + IDLE_ROWS, end)
        if not any_active(active, chunk, stop):
            base[chunk - begin : stop - begin] = spare
            span[chunk - begin : stop - begin] = np.uint32(0)
            count[SPARED] += stop - chunk
            chunk = stop
            continue
        while stop < min(chunk + CHUNK, end) and any_active(active, stop, min(stop + IDLE_ROWS, end)):
            stop = min(stop + IDLE_ROWS, end)
        # Sums of 32 bits: with wider ones the loop would be vectorised at half the width.
        bad = entries = spared = huge = np.uint32(0)
        for row in range(chunk, stop):
            u = np.uint64(row)
            x, y, z, radius = places[THREE * u], places[THREE * u + ONE], places[THREE * u + TWO], radii[u]
            size = abs(x) + abs(y) + abs(z)
            good = (abs(x) <= largest) & (abs(y) <= largest) & (abs(z) <= largest)
            good &= (radius >= number(0)) & (radius <= largest)
            reach = radius * grow + (size * share + fixed)
            dx, dy, dz = x - lx, y - ly, z - lz
            cx, cy = cell_coordinate(dx - reach, sx, nx), cell_coordinate(dy - reach, sy, ny)
            cz = cell_coordinate(dz - reach, sz, nz)
            # numba widens sums of 32 bits to 64; casts keep the loop narrow, which halves its time.
            wx = np.uint32(cell_coordinate(dx + reach, sx, nx) - cx)
            wy = np.uint32(cell_coordinate(dy + reach, sy, ny) - cy)
            wz = np.uint32(cell_coordinate(dz + reach, sz, nz) - cz)
            volume = np.uint32((wx + U1) * (wy + U1) * (wz + U1))
            alive = active[u]
            is_huge = alive & (volume > oversized)
            entered = alive & (volume <= oversized)
            here = np.uint32(cx + cy * stride_y + cz * stride_z)
            row_at = FOUR * u
            body[row_at], body[row_at + ONE] = x, y
            body[row_at + TWO], body[row_at + THREE] = z, radius
            at = u - np.uint64(begin)
            base[at] = here if entered else spare
            span[at] = (
                np.uint32(pack(wx, wy, wz)) if entered else (OVERSIZED_SPAN if is_huge else np.uint32(0))
            )
            entries = np.uint32(entries + (volume if entered else np.uint32(0)))
            bad = np.uint32(bad + np.uint32(alive & ~good))
            spared = np.uint32(spared + np.uint32(not entered))
            huge = np.uint32(huge + np.uint32(is_huge))
        count[BAD] += np.int64(bad)
        count[NEEDED] += np.int64(entries)
        count[SPARED] += np.int64(spared)
        count[FOUND_OVERSIZED] += np.int64(huge)
        chunk = stop


@inline
def any_active(active: Flags, start: Integer, stop: Integer):
    """True if one of the rows start..stop is active."""
    found = np.uint8(0)
    for row in range(start, stop):
        found |= np.uint8(active[np.uint64(row)])
    return found != np.uint8(0)


@inline
def step_of_rows(rows: Integer, scratch: RefillScratch):
    """SPARSE_STEP where most rows are not entered, else ALL_AT_ONCE."""
    return SPARSE_STEP if 2 * scratch.count[SPARED] > rows else ALL_AT_ONCE


@inline
def any_entered(base: U32, span: U32, spare: Integer, start: Integer, stop: Integer):
    """True if one of the rows start..stop is active; an oversized one has no cell, but a span."""
    found = np.uint32(0)
    for k in range(start, stop):
        u = np.uint64(k)
        found |= np.uint32(base[u] ^ spare) | span[u]
    return found != np.uint32(0)


@kernel
def count_entries(
    begin: Integer,
    end: Integer,
    cells: U32,
    shift: Integer,
    step: Integer,
    first_out: U32,
    extra_out: U32,
    scratch_inout: RefillScratch,
) -> None:
    """Count a block's entries per bucket, and list the extra cells of bodies that touch several.

    Args:
        begin: first row of the block.
        end: row behind it.
        cells: the table's, shape (3,).
        shift: bits by which a cell's index is cut down to its bucket's; 0 counts per cell.
        step: ALL_AT_ONCE, or SPARSE_STEP to leave the spare cell's rows out where it can.
        first_out: by bucket, how many bodies have their first cell in it, uint32.
        extra_out: by bucket, entries beyond the first of each body; may be the same array.
        scratch_inout: `base` and `span` are read, the lists written.
    """
    base, span, multi_cell, bits = (
        scratch_inout.base,
        scratch_inout.span,
        scratch_inout.multi_cell,
        np.uint32(shift),
    )
    extra_cell, extra_tagged_row = scratch_inout.extra_cell, scratch_inout.extra_tagged_row
    stride_y, stride_z = cells[0], cells[0] * cells[1]
    first_out[:] = 0
    extra_out[:] = 0
    listed, rows, spare = np.uint64(0), np.uint64(end - begin), spare_cell(cells, shift)
    block = np.uint64(0)
    while block < rows:
        stop = min(block + step, rows)
        if step != SPARSE_STEP or any_entered(base, span, spare, block, stop):
            for k in range(block, stop):
                u = np.uint64(k)
                first_out[np.uint64(base[u] >> bits)] += U1
                multi_cell[listed] = np.uint32(u)
                listed += np.uint64(span[u] != np.uint32(0))
        block = stop
    extra = np.uint64(0)
    for k in range(listed):
        u = np.uint64(multi_cell[np.uint64(k)])
        wide, here = span[u], base[u]
        row = np.uint32(u + np.uint64(begin))
        if wide == OVERSIZED_SPAN:
            continue
        wx, wy, wz = unpack(wide)
        if (wx | wy | wz) <= U1:
            for corner in range(1, 8):
                c = np.uint32(corner)
                ox, oy, oz = c & U1, (c >> U1) & U1, c >> np.uint32(2)
                extra_cell[extra] = here + ox + oy * stride_y + oz * stride_z
                extra_tagged_row[extra] = row | ((c ^ CORNERS) << np.uint32(ROW_BITS))
                extra += np.uint64((ox <= wx) & (oy <= wy) & (oz <= wz))
            continue
        oz = np.uint32(0)
        while oz <= wz:
            oy = np.uint32(0)
            while oy <= wy:
                run = here + oy * stride_y + oz * stride_z
                flags = (FIRST_Y if oy == np.uint32(0) else np.uint32(0)) | (
                    FIRST_Z if oz == np.uint32(0) else np.uint32(0)
                )
                ox = np.uint32((oy | oz) == np.uint32(0))
                while ox <= wx:
                    extra_cell[extra] = run + ox
                    extra_tagged_row[extra] = row | flags | (FIRST_X if ox == np.uint32(0) else np.uint32(0))
                    extra += ONE
                    ox += U1
                oy += U1
            oz += U1
    for k in range(extra):
        extra_out[np.uint64(extra_cell[np.uint64(k)] >> bits)] += U1
    if DEBUG:
        assert listed <= np.uint64(end - begin), "count_entries: more rows listed than there are"
        assert extra <= len(extra_cell) - BRANCHLESS_SURPLUS, "count_entries: more extra entries than room"
    scratch_inout.count[LISTED], scratch_inout.count[EXTRA] = np.int64(listed), np.int64(extra)


@inline
def scan_cells(
    begin: Integer,
    end: Integer,
    first_entry: Integer,
    listed: Integer,
    start_out: U32,
    occupied_out: U32,
    cursor_inout: U32,
):
    """Turn the counts of the cells from `begin` to `end` into starts and cursors.

    Lists the cells in which anything can touch, from occupied_out[listed] on; returns the place behind them.
    """
    total, place = np.uint32(first_entry), np.uint64(listed)
    for cell in range(begin, end):
        c = np.uint64(cell)
        here = cursor_inout[c]
        start_out[c] = total
        cursor_inout[c] = total
        occupied_out[place] = np.uint32(c)
        place += np.uint64(here > U1)
        total += here
    return place


@inline
def scatter_entries(
    begin: Integer,
    end: Integer,
    step: Integer,
    spare: Integer,
    tagged_row_out: U32,
    scratch: RefillScratch,
    cursor_inout: U32,
) -> None:
    """Write the tagged rows of the rows from `begin` to `end` into their cells."""
    base, extra_cell, extra_tagged_row = scratch.base, scratch.extra_cell, scratch.extra_tagged_row
    block, rows = np.uint64(0), np.uint64(end - begin)
    while block < rows:
        stop = min(block + step, rows)
        if step != SPARSE_STEP or any_entered(base, scratch.span, np.uint32(spare), block, stop):
            for k in range(block, stop):
                u = np.uint64(k)
                cell = np.uint64(base[u])
                at = cursor_inout[cell]
                cursor_inout[cell] = at + U1
                tagged_row_out[np.uint64(at)] = np.uint32(u + np.uint64(begin)) | FIRST
        block = stop
    for k in range(scratch.count[EXTRA]):
        u = np.uint64(k)
        cell = np.uint64(extra_cell[u])
        at = cursor_inout[cell]
        cursor_inout[cell] = at + U1
        tagged_row_out[np.uint64(at)] = extra_tagged_row[u]


@inline
def gather_entries(begin: Integer, end: Integer, table_inout: GridTable) -> None:
    """Copy the coordinates of the entries from `begin` to `end` into entry order, and up to three beyond."""
    tagged_row, xs, ys, zs, rs = (
        table_inout.tagged_row,
        table_inout.x,
        table_inout.y,
        table_inout.z,
        table_inout.r,
    )
    body, entry, stop = table_inout.body, np.uint64(begin), np.uint64(end)
    while entry < stop:
        spread_bodies(body, tagged_row, xs, ys, zs, rs, entry)
        entry += FOUR


@kernel
def append_oversized(begin: Integer, table_inout: GridTable, scratch: RefillScratch) -> None:
    """Append a block's oversized bodies, rows from `begin` on, to the table's."""
    oversized, xs, ys, zs, rs = oversized_columns(table_inout)
    count, multi_cell, span = table_inout.count, scratch.multi_cell, scratch.span
    oversized_count, body = count[OVERSIZED], table_inout.body
    for k in range(scratch.count[LISTED]):
        if span[multi_cell[k]] == OVERSIZED_SPAN:
            if DEBUG:
                assert oversized_count < len(oversized), "append_oversized: more oversized bodies than room"
            row = begin + np.int64(multi_cell[k])
            oversized[oversized_count] = row
            xs[oversized_count], ys[oversized_count] = body[4 * row], body[4 * row + 1]
            zs[oversized_count], rs[oversized_count] = body[4 * row + 2], body[4 * row + 3]
            oversized_count += 1
    count[OVERSIZED] = oversized_count


@inline
def lists_hold(rows: Integer, scratch: RefillScratch):
    """True if a block's lists have room for all of its extra entries."""
    extra = scratch.count[NEEDED] - (rows - scratch.count[SPARED])
    return extra <= len(scratch.extra_cell) - BRANCHLESS_SURPLUS


@kernel
def refill(
    n: Integer,
    places: Floats,
    radii: Floats,
    active: Flags,
    margin: Real,
    oversized_cells: Integer,
    table_inout: GridTable,
    scratch_inout: RefillScratch,
    cursor_out: U32,
):
    """Everything, on one thread; 1, or 0 where a row is bad or the tables are too small.

    Arguments as for `bin_rows`; `cursor_out` is working memory, uint32, an element for each cell and one
    more. After 0 `scratch_inout.count` says why, and the table is unusable.
    """
    bin_rows(0, n, places, radii, active, margin, oversized_cells, 0, table_inout, scratch_inout)
    count, cells = scratch_inout.count, table_inout.cells
    if count[BAD] > 0 or not lists_hold(n, scratch_inout):
        return 0
    if not fits(count[NEEDED], count[SPARED], count[FOUND_OVERSIZED], table_inout):
        return 0
    last = np.uint64(spare_cell(cells, 0))
    cursor = cursor_out[: last + ONE]
    step = step_of_rows(n, scratch_inout)
    count_entries(0, n, cells, 0, step, cursor, cursor, scratch_inout)
    entries = np.uint32(count[NEEDED])
    listed = scan_cells(0, last, 0, 0, table_inout.start, table_inout.occupied, cursor)
    cursor[last] = table_inout.start[last] = entries
    scatter_entries(0, n, step, last, table_inout.tagged_row, scratch_inout, cursor)
    gather_entries(0, entries, table_inout)
    table_inout.count[ENTRIES], table_inout.count[OCCUPIED] = entries, listed
    table_inout.count[OVERSIZED] = 0
    if count[FOUND_OVERSIZED] > 0:
        append_oversized(0, table_inout, scratch_inout)
    if DEBUG:
        assert_table(table_inout)
    return 1


@inline
def fits(entries: Integer, spared: Integer, oversized_count: Integer, table: GridTable):
    """True if the shared tables have room for that many."""
    return (
        entries + spared <= len(table.tagged_row) - F32_LANES
        and entries <= len(table.x) - F32_LANES
        and entries // 2 < len(table.occupied)
        and oversized_count <= len(table.oversized)
    )


@kernel
def first_bad_row(n: Integer, places: Floats, radii: Floats, active: Flags):
    """(row, what) of the first row that cannot be entered, (-1, 0) for none; what: 1 position, 2 radius."""
    for row in range(n):
        if not active[row]:
            continue
        for axis in range(3):
            if not abs(places[3 * row + axis]) <= COORDINATE_MAX:
                return row, 1
        if not 0.0 <= radii[row] <= COORDINATE_MAX:
            return row, 2
    return -1, 0
