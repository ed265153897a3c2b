"""Rules that a `GridTable` keeps after each refill, for debug assertions."""

import numpy as np

from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import ENTRIES, OCCUPIED, OVERSIZED, GridTable
from arena.grid.tagged_rows import FIRST, ROW
from arena.jit import all_finite, all_within, inline, is_ascending, is_sorted


@inline
def assert_table(table: GridTable) -> None:
    """Raise AssertionError where a table breaks a rule that queries rely on."""
    entries, listed, oversized_count = table.count[ENTRIES], table.count[OCCUPIED], table.count[OVERSIZED]
    cells, start = np.int64(table.cells[0]) * table.cells[1] * table.cells[2], table.start
    rows = len(table.body) // 4
    assert entries <= len(table.x) - F32_LANES, "grid: more entries than columns hold"
    assert entries <= len(table.tagged_row) - F32_LANES, "grid: more entries than tagged rows"
    assert is_sorted(start, 0, cells + 1), "grid: a cell ends before it begins"
    assert start[0] == 0 and start[cells] == entries, "grid: cells do not hold all entries"
    assert all_within(table.occupied, 0, listed, 0, cells), "grid: an occupied cell that does not exist"
    assert is_ascending(table.occupied, 0, listed), "grid: occupied cells are not ascending"
    for k in range(listed):
        cell = table.occupied[k]
        assert np.int64(start[cell + 1]) - start[cell] > 1, "grid: an occupied cell without a pair"
    first = 0
    for k in range(entries):
        assert np.int64(table.tagged_row[k] & ROW) < rows, "grid: an entry of a row that does not exist"
        first += np.int64(table.tagged_row[k] >= FIRST)
    assert first <= rows, "grid: a row has two first cells"
    assert all_finite(table.x, 0, entries) and all_finite(table.y, 0, entries), "grid: an entry is not finite"
    assert all_finite(table.z, 0, entries) and all_finite(table.r, 0, entries), "grid: an entry is not finite"
    assert all_within(table.oversized, 0, oversized_count, 0, rows), "grid: an oversized row too many"
    assert is_ascending(table.oversized, 0, oversized_count), "grid: oversized rows are not ascending"
