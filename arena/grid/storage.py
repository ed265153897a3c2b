"""The memory of a `CollisionGrid` of one precision, and the order of calls that refills it.

`CollisionGrid.rebuild` calls `Storage.refill` once per tick with arrays that it has checked. Tables grow with
room to spare and never shrink; nothing is allocated while they suffice.
"""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.grid.lanes import LANES
from arena.grid.pairs import NOTES, Notes
from arena.grid.refill import (
    BAD,
    BRANCHLESS_SURPLUS,
    HUGE,
    NEEDED,
    SPARED,
    Scratch,
    gather_giants,
    gather_part,
    prepare_part,
    refill,
    scan_cells_of_two,
    scatter_part,
)
from arena.grid.sizing import Layout
from arena.grid.table import GIANTS, MARGIN, GridTable
from arena.workers import WorkerPool

SPLIT_ROWS = 40_000
"""From here on rows are refilled in two parts: on two threads that is sooner, measured.

The order of a cell's entries depends on the number of parts, hence never on the number of threads.
"""

GIANT_CELLS = (512, 64, 8)
"""A body that covers more cells is a giant; the next number counts where entries would exceed the bound."""

ENTRIES_PER_BODY, ENTRIES_FREE = 8, 1 << 16
"""Bound on entries: memory stays proportional to the bodies, whatever the cells."""


class Storage:
    """A `GridTable` with its working memory, for positions and radii of one dtype, float32 or float64."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        self.notes = [
            Notes(np.zeros(NOTES + LANES, np.uint64), np.zeros(NOTES + LANES, np.uint32)) for _ in range(2)
        ]
        self._rows = np.empty(0, np.int32)
        self._scratch = [_scratch(0, 0, 1), _scratch(0, 0, 1)]
        self.table = _table(dtype)
        self._layout: Layout | None = None
        self._margin = 0.0

    def rows(self, n: int) -> NDArray[np.int32]:
        """Working memory for `n` rows, for the pairs of giants."""
        if len(self._rows) < n:
            self._rows = np.empty(n + n // 4, np.int32)
        return self._rows

    def set_layout(self, layout: Layout) -> None:
        """Take other cells; the contents are lost."""
        if layout is self._layout:
            return
        self._layout = layout
        count = int(np.prod(layout.cells))
        counts = np.array(layout.cells, np.uint32)
        self.table = self.table.replaced(
            lower=layout.lower.astype(self.dtype),
            scale=(counts / (layout.upper - layout.lower)).astype(self.dtype),
            cells=counts,
            start=_grown(self.table.start, count + 2),
        )
        self._margin = MARGIN * float(np.abs(layout.lower).sum() + np.abs(layout.upper).sum())
        self._scratch = [s.replaced(cursor=np.empty(0, np.uint32)) for s in self._scratch]

    def refill(
        self, places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_], pool: WorkerPool
    ) -> bool:
        """Enter these bodies; False, and an unusable table, where a row is bad.

        Args:
            places: positions [u], flat, shape (3 * n,), in the storage's dtype.
            radii: [u], shape (n,).
            active: shape (n,) or longer.
            pool: threads for large loads.
        """
        n = len(radii)
        parts = 2 if n >= SPLIT_ROWS else 1
        self._reserve_rows(n, parts)
        giant_cells = iter(GIANT_CELLS)
        limit = next(giant_cells)
        while not self._try(places, radii, active, pool, limit, parts):
            counts = np.sum([scratch.count for scratch in self._scratch[:parts]], axis=0)
            if counts[BAD]:
                return False
            if counts[NEEDED] > ENTRIES_PER_BODY * n + ENTRIES_FREE and limit != GIANT_CELLS[-1]:
                limit = next(giant_cells)
            else:
                self._reserve_entries(counts, parts, n)
        return True

    def _try(
        self,
        places: NDArray[Any],
        radii: NDArray[Any],
        active: NDArray[np.bool_],
        pool: WorkerPool,
        limit: int,
        parts: int,
    ) -> bool:
        if parts == 2:
            return self._refill_in_two(places, radii, active, pool, limit)
        return bool(
            refill(len(radii), places, radii, active, self._margin, limit, self.table, self._scratch[0])
        )

    def _refill_in_two(
        self,
        places: NDArray[Any],
        radii: NDArray[Any],
        active: NDArray[np.bool_],
        pool: WorkerPool,
        limit: int,
    ) -> bool:
        n, table, (first, second) = len(radii), self.table, self._scratch
        half = n // 2
        bounds = ((0, half, first), (half, n, second))
        pool.run(
            [
                partial(prepare_part, begin, end, places, radii, active, self._margin, limit, table, scratch)
                for begin, end, scratch in bounds
            ]
        )
        counts = first.count + second.count
        entries = int(counts[NEEDED])
        if counts[BAD] or not self._holds(counts) or any(not _lists_hold(*bound) for bound in bounds):
            return False
        scan_cells_of_two(table, first, second)
        pool.run([partial(scatter_part, begin, end, table, scratch) for begin, end, scratch in bounds])
        # The first part ends on a multiple of four, because entries are copied four at a time.
        middle = entries // 8 * 4
        pool.run([partial(gather_part, 0, middle, table), partial(gather_part, middle, entries, table)])
        table.count[GIANTS] = 0
        if counts[HUGE]:
            gather_giants(0, table, first)
            gather_giants(half, table, second)
        return True

    def _holds(self, counts: NDArray[np.int64]) -> bool:
        table, entries = self.table, counts[NEEDED]
        return bool(
            entries + counts[SPARED] <= len(table.item) - LANES
            and entries <= len(table.x) - LANES
            and entries // 2 < len(table.busy)
            and counts[HUGE] <= len(table.giant)
        )

    def _reserve_rows(self, n: int, parts: int) -> None:
        """Make everything long enough whose length is that of the rows or cells."""
        if len(self.table.body) < 4 * n:
            self.table = self.table.replaced(body=_grown(self.table.body, 4 * (n + n // 8)))
        cells = len(self.table.start) - 2
        for part in range(parts):
            scratch = self._scratch[part]
            rows = n - n // 2 if parts == 2 else n
            if len(scratch.base) < rows or len(scratch.cursor) != cells + 1:
                self._scratch[part] = _scratch(rows + rows // 8, len(scratch.further_cell), cells)

    def _reserve_entries(self, counts: NDArray[np.int64], parts: int, n: int) -> None:
        """Make everything long enough whose length is that of the entries, with an eighth to spare."""
        table = self.table
        entries, giants = int(counts[NEEDED]), int(counts[HUGE])
        items = entries + int(counts[SPARED])
        if items > len(table.item) - LANES:
            # Zeros: entries are copied four at a time, so that up to three unwritten items are followed.
            item = np.zeros(items * 9 // 8 + LANES, np.uint32)
            self.table = table = table.replaced(item=item)
        if entries > len(table.x) - LANES:
            size = entries * 9 // 8 + LANES
            x, y, z, r = (_grown(column, size) for column in (table.x, table.y, table.z, table.r))
            self.table = table = table.replaced(x=x, y=y, z=z, r=r)
        if entries // 2 >= len(table.busy):
            self.table = table = table.replaced(busy=_grown(table.busy, entries * 9 // 16 + 1))
        if giants > len(table.giant):
            size = giants * 9 // 8
            columns = (table.giant_x, table.giant_y, table.giant_z, table.giant_r)
            x, y, z, r = (_grown(column, size) for column in columns)
            self.table = table.replaced(
                giant=_grown(table.giant, size), giant_x=x, giant_y=y, giant_z=z, giant_r=r
            )
        half = n // 2
        for part, (begin, end) in enumerate(((0, half), (half, n)) if parts == 2 else ((0, n),)):
            scratch = self._scratch[part]
            if not _lists_hold(begin, end, scratch):
                size = int(scratch.count[NEEDED]) * 9 // 8 + BRANCHLESS_SURPLUS
                self._scratch[part] = scratch.replaced(
                    further_cell=_grown(scratch.further_cell, size),
                    further_item=_grown(scratch.further_item, size),
                )


def _lists_hold(begin: int, end: int, scratch: Scratch) -> bool:
    further = int(scratch.count[NEEDED]) - (end - begin - int(scratch.count[SPARED]))
    return further <= len(scratch.further_cell) - BRANCHLESS_SURPLUS


def _grown(column: NDArray[Any], size: int) -> NDArray[Any]:
    return np.empty(size, column.dtype)


def _scratch(rows: int, further: int, cells: int) -> Scratch:
    lists = [np.empty(rows + 1, np.uint32) for _ in range(3)]
    return Scratch(
        base=lists[0],
        span=lists[1],
        many=lists[2],
        further_cell=np.empty(further, np.uint32),
        further_item=np.empty(further, np.uint32),
        cursor=np.empty(cells + 1, np.uint32),
        count=np.zeros(6, np.int64),
    )


def _table(dtype: np.dtype[Any]) -> GridTable:
    """A table of one cell and no bodies."""
    words = [np.zeros(size, np.uint32) for size in (3, 0, 1, 0)]
    columns = [np.empty(0 if k >= 4 else LANES, dtype) for k in range(8)]
    return GridTable(
        lower=np.zeros(3, dtype),
        scale=np.ones(3, dtype),
        cells=np.ones(3, np.uint32),
        body=np.empty(0, dtype),
        start=words[0],
        item=words[1],
        x=columns[0],
        y=columns[1],
        z=columns[2],
        r=columns[3],
        busy=words[2],
        giant=words[3],
        giant_x=columns[4],
        giant_y=columns[5],
        giant_z=columns[6],
        giant_r=columns[7],
        count=np.zeros(3, np.int64),
    )
