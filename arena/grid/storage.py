"""The memory of a `CollisionGrid` of one precision, and the order of calls that refills it.

`CollisionGrid.rebuild` calls `Storage.refill` once per tick with arrays that it has checked. Tables grow with
room to spare and never shrink; nothing is allocated while they suffice.
"""

import math
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.grid.blocks import (
    BUCKETS_MAX,
    Buckets,
    bucket_shift,
    close_refill,
    finish_buckets,
    partition_block,
    place_buckets,
    prepare_block,
)
from arena.grid.refill import (
    BAD,
    BRANCHLESS_SURPLUS,
    FOUND_OVERSIZED,
    NEEDED,
    SPARED,
    RefillScratch,
    append_oversized,
    refill,
)
from arena.grid.sizing import CellLayout
from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import OVERSIZED, GridTable, write_layout
from arena.jit.annotations import U32
from arena.workers import WorkerPool

SPLIT_ROWS = 40_000
"""From here on more than one worker refills in blocks: that is sooner, measured. The table is the same."""

BLOCK_ROWS, BLOCKS_MAX = 16_384, 64
"""Rows of one block, and the most blocks: some 100 us of work, against 10 us for handing it to a thread."""

CELLS_PER_ENTRY = 8
"""Empty cells that cost as much as an entry, for the shares of work on buckets."""

OVERSIZED_CELLS = (512, 64, 8)
"""A body that covers more cells is oversized; the next number counts where entries would exceed the bound."""

ENTRIES_PER_BODY, ENTRIES_FREE = 8, 1 << 16
"""Bound on entries: memory stays proportional to the bodies, whatever the cells."""

FIRST_CELLS, FIRST_EXTRA = 4096, 4096
"""Room from the beginning, for cells, as many as are chosen for few bodies, and for entries of bodies in more
than one of them."""


class Spheres(NamedTuple):
    """Bodies to enter."""

    places: NDArray[Any]  # positions [u], flat, shape (3 * n,), in the storage's dtype
    radii: NDArray[Any]  # [u], shape (n,)
    active: NDArray[np.bool_]  # shape (n,) or longer


class Storage:
    """A `GridTable` with its working memory, for positions and radii of one dtype, float32 or float64."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        self._scratch: list[RefillScratch] = [create_scratch(0, 0)]
        self._buckets = _buckets(0, 0, 0)
        self.table = _table(dtype)
        self.layout = CellLayout(np.zeros(6), np.ones(3, np.int64))
        """Box and cells, written in place."""
        self.margin = np.zeros(1)
        """Its own share of the rounding margin [u]."""

    @property
    def alone(self) -> tuple[RefillScratch, U32]:
        """Working memory of a refill on one thread: of its block, and cursors."""
        return self._scratch[0], self._buckets.cursor

    def set_layout(self, layout: CellLayout) -> None:
        """Take these cells; where they are others, the contents are lost."""
        here = self.layout
        # A third of the time that comparing the arrays takes.
        if layout.box.tobytes() == here.box.tobytes() and layout.cells.tobytes() == here.cells.tobytes():
            return
        here.box[:], here.cells[:] = layout
        count = math.prod(layout.cells.tolist())
        if count + 2 > len(self.table.start):
            size = max(count + count // 8, FIRST_CELLS) + 2
            self.table = self.table.replaced(start=_grown(self.table.start, size))
        self.margin[0] = write_layout(*here, self.table)

    def refill(self, spheres: Spheres, pool: WorkerPool) -> bool:
        """Enter these bodies, on the pool's threads; False, and an unusable table, where a row is bad."""
        n = len(spheres.radii)
        bounds = block_bounds(n) if pool.workers > 1 and n >= SPLIT_ROWS else [0, n]
        blocks = len(bounds) - 1
        self._reserve_rows(n, bounds)
        oversized_cells = iter(OVERSIZED_CELLS)
        limit = next(oversized_cells)
        while not self._try(spheres, pool, limit, bounds):
            counts = np.sum([scratch.count for scratch in self._scratch[:blocks]], axis=0)
            if counts[BAD]:
                return False
            if counts[NEEDED] > ENTRIES_PER_BODY * n + ENTRIES_FREE and limit != OVERSIZED_CELLS[-1]:
                limit = next(oversized_cells)
            else:
                self._reserve_entries(counts, bounds)
        return True

    def _try(self, spheres: Spheres, pool: WorkerPool, limit: int, bounds: list[int]) -> bool:
        if len(bounds) > 2:
            return self._refill_blocks(spheres, pool, limit, bounds)
        return bool(
            refill(
                bounds[-1],
                *spheres,
                float(self.margin[0]),
                limit,
                self.table,
                self._scratch[0],
                self._buckets.cursor,
            )
        )

    def _refill_blocks(self, spheres: Spheres, pool: WorkerPool, limit: int, bounds: list[int]) -> bool:
        """The passes of `arena.grid.blocks`."""
        table, buckets = self.table, self._buckets
        shift = bucket_shift(math.prod(table.cells.tolist()))
        blocks = [
            (number, begin, end, self._scratch[number])
            for number, (begin, end) in enumerate(pairwise(bounds))
        ]
        pool.run(
            [
                partial(
                    prepare_block,
                    *(number, begin, end, *spheres, float(self.margin[0]), limit, shift, table, scratch),
                    buckets.place,
                )
                for number, begin, end, scratch in blocks
            ]
        )
        counts = np.sum([scratch.count for *_, scratch in blocks], axis=0)
        if counts[BAD] or not self._holds(counts, len(blocks)):
            return False
        if not all(_lists_hold(end - begin, scratch) for _, begin, end, scratch in blocks):
            return False
        place_buckets(len(blocks), table.cells, shift, buckets)
        pool.run(
            [
                partial(partition_block, number, begin, end, shift, scratch, buckets)
                for number, begin, end, scratch in blocks
            ]
        )
        table.count[OVERSIZED] = 0
        self._finish(pool, shift, int(counts[NEEDED]), len(blocks))
        if counts[FOUND_OVERSIZED]:
            for _, begin, _, scratch in blocks:
                append_oversized(begin, table, scratch)
        return True

    def _finish(self, pool: WorkerPool, shift: int, entries: int, tasks: int) -> None:
        """The last pass, cut into shares of equal work."""
        table, buckets = self.table, self._buckets
        cells = math.prod(table.cells.tolist())
        count = ((cells - 1) >> shift) + 1
        start = buckets.start[: count + 1].astype(np.int64)
        work = start + np.arange(count + 1) * ((1 << shift) // CELLS_PER_ENTRY)
        bounds = np.searchsorted(work, np.arange(tasks + 1) * int(work[-1]) // tasks).astype(np.int64)
        bounds[tasks] = count  # trailing buckets may hold no work at all, and still need their starts
        # Two entries make a cell occupied; lists are one apart, because appending writes one beyond the end.
        place = (start[bounds] + 1) // 2 + np.arange(tasks + 1)
        listed = np.zeros(tasks, np.int64)

        def finish(task: int) -> None:
            first, last = int(bounds[task]), int(bounds[task + 1])
            listed[task] = finish_buckets(first, last, shift, int(place[task]), table, buckets)

        pool.run([partial(finish, task) for task in range(tasks)])
        close_refill(tasks, entries, listed, place, table)

    def _holds(self, counts: NDArray[np.int64], blocks: int) -> bool:
        table, entries = self.table, int(counts[NEEDED])
        tagged_rows = entries + int(counts[SPARED])
        return (
            tagged_rows <= min(len(table.tagged_row) - F32_LANES, len(self._buckets.key))
            and entries <= len(table.x) - F32_LANES
            and entries // 2 + blocks < len(table.occupied)
            and int(counts[FOUND_OVERSIZED]) <= len(table.oversized)
        )

    def _reserve_rows(self, n: int, bounds: list[int]) -> None:
        """Make everything long enough whose length is that of the rows or cells."""
        if len(self.table.body) < 4 * n:
            self.table = self.table.replaced(body=_grown(self.table.body, 4 * (n + n // 8)))
        cells = math.prod(self.table.cells.tolist()) + 1
        buckets, blocks = self._buckets, len(bounds) - 1
        if len(buckets.cursor) < cells or len(buckets.place) < blocks:
            size = len(buckets.cursor)
            size = max(cells + cells // 8, FIRST_CELLS) if size < cells else size
            self._buckets = _buckets(size, len(buckets.key), max(blocks, len(buckets.place)))
        rows = max(end - begin for begin, end in pairwise(bounds))
        for number in range(blocks):
            if number == len(self._scratch):
                self._scratch.append(create_scratch(rows, 0))
            elif len(self._scratch[number].base) < rows:
                extra = max(len(self._scratch[number].extra_cell), min(rows, FIRST_EXTRA))
                self._scratch[number] = create_scratch(rows + rows // 8, extra)

    def _reserve_entries(self, counts: NDArray[np.int64], bounds: list[int]) -> None:
        """Make everything long enough whose length is that of the entries, with an eighth to spare.

        There is room for an entry of each row at least: a game whose rows fill up would grow every few ticks.
        """
        entries, blocks = max(int(counts[NEEDED]), bounds[-1]), len(bounds) - 1
        tagged_rows = entries + int(counts[SPARED])
        self._reserve_columns(entries, tagged_rows, entries // 2 + blocks + 1)
        self._reserve_oversized(int(counts[FOUND_OVERSIZED]))
        if blocks > 1 and tagged_rows > len(self._buckets.key):
            self._buckets = self._buckets.replaced(key=_grown(self._buckets.key, tagged_rows * 9 // 8))
        for number, (begin, end) in enumerate(pairwise(bounds)):
            scratch = self._scratch[number]
            if not _lists_hold(end - begin, scratch):
                size = max(int(scratch.count[NEEDED]), end - begin) * 9 // 8 + BRANCHLESS_SURPLUS
                self._scratch[number] = scratch.replaced(
                    extra_cell=_grown(scratch.extra_cell, size),
                    extra_tagged_row=_grown(scratch.extra_tagged_row, size),
                )

    def _reserve_columns(self, entries: int, tagged_rows: int, occupied: int) -> None:
        table = self.table
        if tagged_rows > len(table.tagged_row) - F32_LANES:
            # Zeros: entries are copied four at a time, so up to three unwritten tagged rows are followed.
            tagged_row = np.zeros(tagged_rows * 9 // 8 + F32_LANES, np.uint32)
            self.table = table = table.replaced(tagged_row=tagged_row)
        if entries > len(table.x) - F32_LANES:
            size = entries * 9 // 8 + F32_LANES
            x, y, z, r = (_grown(column, size) for column in (table.x, table.y, table.z, table.r))
            self.table = table = table.replaced(x=x, y=y, z=z, r=r)
        if occupied > len(table.occupied):
            self.table = table.replaced(occupied=_grown(table.occupied, occupied * 9 // 8 + 1))

    def _reserve_oversized(self, oversized_count: int) -> None:
        table = self.table
        if oversized_count <= len(table.oversized):
            return
        columns = (
            table.oversized,
            table.oversized_x,
            table.oversized_y,
            table.oversized_z,
            table.oversized_r,
        )
        oversized, x, y, z, r = (_grown(column, oversized_count * 9 // 8) for column in columns)
        self.table = table.replaced(
            oversized=oversized, oversized_x=x, oversized_y=y, oversized_z=z, oversized_r=r
        )


def block_bounds(n: int) -> list[int]:
    """Bounds of the blocks of `n` rows, whatever the number of threads.

    They are multiples of 16, so that no two blocks write to the same cache line.
    """
    blocks = max(1, min(BLOCKS_MAX, n // BLOCK_ROWS))
    return [n * block // blocks // 16 * 16 for block in range(blocks)] + [n]


def _lists_hold(rows: int, scratch: RefillScratch) -> bool:
    extra = int(scratch.count[NEEDED]) - (rows - int(scratch.count[SPARED]))
    return extra <= len(scratch.extra_cell) - BRANCHLESS_SURPLUS


def _grown(column: NDArray[Any], size: int) -> NDArray[Any]:
    return np.empty(size, column.dtype)


def create_scratch(rows: int, extra: int) -> RefillScratch:
    """Working memory of a block of rows with some extra entries."""
    base, span, multi_cell = (np.empty(rows + 1, np.uint32) for _ in range(3))
    size = extra + BRANCHLESS_SURPLUS
    cell, tagged_row = np.empty(size, np.uint32), np.empty(size, np.uint32)
    return RefillScratch(
        base=base,
        span=span,
        multi_cell=multi_cell,
        extra_cell=cell,
        extra_tagged_row=tagged_row,
        count=np.zeros(6, np.int64),
    )


def _buckets(cells: int, keys: int, blocks: int) -> Buckets:
    return Buckets(
        cursor=np.empty(cells, np.uint32),
        key=np.empty(keys, np.uint64),
        place=np.empty((blocks, 2, BUCKETS_MAX + 1), np.uint32),
        start=np.empty(BUCKETS_MAX + 2, np.uint32),
    )


def _table(dtype: np.dtype[Any]) -> GridTable:
    """A table of one cell and no bodies."""
    words = [np.zeros(size, np.uint32) for size in (3, 0, 1, 0)]
    columns = [np.empty(0 if k >= 4 else F32_LANES, dtype) for k in range(8)]
    return GridTable(
        lower=np.zeros(3, dtype),
        scale=np.ones(3, dtype),
        cells=np.ones(3, np.uint32),
        body=np.empty(0, dtype),
        start=words[0],
        tagged_row=words[1],
        x=columns[0],
        y=columns[1],
        z=columns[2],
        r=columns[3],
        occupied=words[2],
        oversized=words[3],
        oversized_x=columns[4],
        oversized_y=columns[5],
        oversized_z=columns[6],
        oversized_r=columns[7],
        count=np.zeros(3, np.int64),
    )
