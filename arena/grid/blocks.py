"""Refill a `GridTable` in blocks, on several threads: a radix sort in front of the counting sort.

`Storage` runs this where there are many bodies. Cells are grouped into at most 256 buckets of neighbours, and
three passes follow one another, each cut into tasks that share nothing:

    prepare_block    by rows: bin, count the block's entries per bucket
    partition_block  by rows: write each entry's key into its bucket, behind those of the blocks before
    finish_buckets   by buckets: count, scan, scatter, gather, all inside a few pages of memory

In a bucket stand the first entries of all bodies by row, then the others by row, and the counting sort keeps
that order: the table is the one that `arena.grid.refill.refill` makes, whatever the blocks. A histogram of
all cells for each block, which the textbook does without buckets, costs more than the rest from a few blocks
on.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid.refill import (
    ALL_AT_ONCE,
    BAD,
    EXTRA,
    RefillScratch,
    bin_rows,
    count_entries,
    gather_entries,
    lists_hold,
    scan_cells,
    spare_cell,
)
from arena.grid.table import ENTRIES, OCCUPIED, ONE, GridTable
from arena.grid.tagged_rows import FIRST, ROW
from arena.grid.validation import assert_table
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I64, U32, U64, Flags, Floats, Integer, Real
from arena.jit.tables import Table

BUCKET_BITS = 8
BUCKETS_MAX = 1 << BUCKET_BITS
"""More streams of writes than this no longer fit into the first-level cache."""

TWO, THREE, QUAD = np.uint64(2), np.uint64(3), np.uint64(4)
U1 = np.uint32(1)
CELL_SHIFT = np.uint64(32)
TAGGED_ROW_MASK = np.uint64((1 << 32) - 1)


class Buckets(Table):
    """Working memory that all blocks share; meaningless between rebuilds."""

    cursor: NDArray[np.uint32]  # by cell: count, then next entry to write, shape (cell_capacity,)
    key: NDArray[
        np.uint64
    ]  # cell in the upper half, tagged row in the lower; by bucket, shape (entry_capacity,)
    place: NDArray[np.uint32]  # counts, then next key; shape (block_capacity, 2, BUCKETS_MAX + 1)
    start: NDArray[np.uint32]  # first entry of each bucket, then the ends, shape (BUCKETS_MAX + 2,)


def bucket_shift(cell_count: int) -> int:
    """Bits by which a cell's index is cut down to its bucket's."""
    return max(0, (cell_count - 1).bit_length() - BUCKET_BITS)


@kernel
def prepare_block(
    block: Integer,
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
    place_out: U32,
) -> None:
    """`bin_rows` and `count_entries`; the latter only where no row is bad and the lists are long enough."""
    bin_rows(begin, end, places, radii, active, margin, oversized_cells, shift, table_inout, scratch_inout)
    if scratch_inout.count[BAD] == 0 and lists_hold(end - begin, scratch_inout):
        first, extra = place_out[block, 0], place_out[block, 1]
        count_entries(begin, end, table_inout.cells, shift, ALL_AT_ONCE, first, extra, scratch_inout)


@kernel
def place_buckets(blocks: Integer, cells: U32, shift: Integer, buckets_inout: Buckets) -> None:
    """Turn the blocks' counts into places: a bucket's first entries block by block, then its extra ones."""
    place, start = buckets_inout.place, buckets_inout.start
    spare = spare_cell(cells, shift) >> np.uint32(shift)
    total = np.uint32(0)
    for bucket in range(spare + U1):
        start[bucket] = total
        for kind in range(2):
            for block in range(blocks):
                here = place[block, kind, bucket]
                place[block, kind, bucket] = total
                total += here


@kernel
def partition_block(
    block: Integer,
    begin: Integer,
    end: Integer,
    shift: Integer,
    scratch: RefillScratch,
    buckets_inout: Buckets,
) -> None:
    """Write the keys of a block's entries into their buckets."""
    key = buckets_inout.key
    first, extra = buckets_inout.place[block, 0], buckets_inout.place[block, 1]
    base, extra_cell, extra_tagged_row = scratch.base, scratch.extra_cell, scratch.extra_tagged_row
    bits = np.uint32(shift)
    for k in range(end - begin):
        u = np.uint64(k)
        write_key(first, base[u], bits, np.uint32(u + np.uint64(begin)) | FIRST, key)
    for k in range(scratch.count[EXTRA]):
        u = np.uint64(k)
        write_key(extra, extra_cell[u], bits, extra_tagged_row[u], key)


@inline
def write_key(place_inout: U32, cell: Integer, bits: Integer, tagged_row: Integer, key_out: U64) -> None:
    """Write one key to the next place of its bucket."""
    bucket = np.uint64(cell >> bits)
    at = place_inout[bucket]
    if DEBUG:
        assert at < len(key_out), "write_key: a bucket beyond the keys"
    place_inout[bucket] = at + U1
    key_out[np.uint64(at)] = (np.uint64(cell) << CELL_SHIFT) | np.uint64(tagged_row)


@kernel
def finish_buckets(
    first: Integer,
    last: Integer,
    shift: Integer,
    listed: Integer,
    table_inout: GridTable,
    buckets_inout: Buckets,
):
    """Sort the entries of the buckets from `first` to `last` by cell, and copy their coordinates.

    Occupied cells are listed from table_inout.occupied[listed] on; returns how many there are.
    """
    cells, bits = table_inout.cells, np.uint64(shift)
    cell_count = np.uint64(spare_cell(cells, 0))
    cursor, key, start = buckets_inout.cursor, buckets_inout.key, buckets_inout.start
    tagged_row, place = table_inout.tagged_row, np.uint64(listed)
    for k in range(first, last):
        bucket = np.uint64(k)
        begin, end = np.uint64(start[bucket]), np.uint64(start[bucket + ONE])
        cell, cell_end = bucket << bits, min((bucket + ONE) << bits, cell_count)
        for c in range(cell, cell_end):
            cursor[np.uint64(c)] = np.uint32(0)
        for e in range(begin, end):
            cursor[key[np.uint64(e)] >> CELL_SHIFT] += U1
        place = scan_cells(cell, cell_end, begin, place, table_inout.start, table_inout.occupied, cursor)
        for e in range(begin, end):
            here = key[np.uint64(e)]
            at = cursor[here >> CELL_SHIFT]
            cursor[here >> CELL_SHIFT] = at + U1
            tagged_row[np.uint64(at)] = np.uint32(here & TAGGED_ROW_MASK)
            if DEBUG:
                assert begin <= at < end, "finish_buckets: an entry outside of its bucket"
        gather_within(begin, end, table_inout)
    return np.int64(place) - listed


@inline
def gather_within(begin: Integer, end: Integer, table_inout: GridTable) -> None:
    """`gather_entries` that leaves alone what lies behind `end`: another thread may be writing there."""
    quads = begin + (end - begin) // QUAD * QUAD
    gather_entries(begin, quads, table_inout)
    tagged_row, xs, ys, zs, rs = (
        table_inout.tagged_row,
        table_inout.x,
        table_inout.y,
        table_inout.z,
        table_inout.r,
    )
    body = table_inout.body
    for k in range(quads, end):
        e = np.uint64(k)
        at = QUAD * np.uint64(tagged_row[e] & ROW)
        xs[e], ys[e], zs[e], rs[e] = body[at], body[at + ONE], body[at + TWO], body[at + THREE]


@kernel
def close_refill(tasks: Integer, entries: Integer, listed: I64, place: I64, table_inout: GridTable) -> None:
    """Join the tasks' lists of occupied cells, and write the counts.

    Args:
        tasks: number of tasks.
        entries: of the whole table.
        listed: occupied cells of each task, shape (tasks,), int64.
        place: where each task's list begins, shape (tasks,), int64.
        table_inout: `occupied` is closed up, `start` and `count` are completed.
    """
    occupied, count = table_inout.occupied, table_inout.count
    total = 0
    for task in range(tasks):
        for k in range(listed[task]):
            occupied[total + k] = occupied[place[task] + k]
        total += listed[task]
    count[ENTRIES], count[OCCUPIED] = entries, total
    table_inout.start[np.uint64(spare_cell(table_inout.cells, 0))] = np.uint32(entries)
    if DEBUG:
        assert_table(table_inout)
