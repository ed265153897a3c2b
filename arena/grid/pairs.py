"""All overlapping pairs of a `GridTable`, each exactly once, without a set.

Called by `arena.grid.pair_search`, once per tick, for all busy cells or for one block of them on each thread.
A pair that shares several cells is reported only by the cell at the component-wise maximum of the two lower
corners: there, and only there, one of the two begins on each axis.

Cells of too many entries are left to `arena.grid.crowds`.

Two loops take turns: one tests blocks of bodies and notes the blocks that were hit, with no branch on the
outcome; the other, whenever the notes are full, examines the hits in float64. Branching on each test instead
costs a quarter more.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid.crowds import CROWD
from arena.grid.queries import gather_entered
from arena.grid.sphere_tests import F32_LANES, load_lanes, lowest_bit, sphere_hits
from arena.grid.table import OCCUPIED, ONE, OVERSIZED, GridTable, oversized_columns, square_distance
from arena.grid.tagged_rows import FIRST, ROW
from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import I32, I64, U32, U64, Integer
from arena.jit.tables import Table

STRIDE = np.uint64(F32_LANES)
ALL_LANES = np.uint64((1 << F32_LANES) - 1)
HALF_WORD = np.uint64(32)
LOW_WORD = np.uint64((1 << 32) - 1)

NOTES = 2048
"""Notes examined at a time: they stay in the first-level cache."""


class Candidates(Table):
    """Blocks of bodies that one body may touch; working memory of one thread."""

    place: NDArray[np.uint64]  # the body's entry in the upper half, the block's first entry in the lower
    mask: NDArray[np.uint32]  # which bodies of the block
    crowded: NDArray[np.int64]  # cells that were left out, shape (1,)


def create_candidates() -> Candidates:
    """Working memory of one thread."""
    size = NOTES + F32_LANES
    return Candidates(np.zeros(size, np.uint64), np.zeros(size, np.uint32), np.zeros(1, np.int64))


@kernel
def find_pairs(
    begin: Integer,
    end: Integer,
    table: GridTable,
    crowd: Integer,
    enough: Integer,
    notes_inout: Candidates,
    pairs_out: I32,
):
    """Pairs (i < j) of the busy cells numbered `begin` to `end`; returns how many there are.

    Cells of more than `crowd` entries are left out and counted.
    `pairs_out` has shape (capacity, 2), int32. A return value above the capacity means that the surplus was
    counted but not written: enlarge and call again. With more than `enough` pairs the search may end early.
    """
    start, occupied = table.start, table.occupied
    xs, ys, zs, rs = table.x, table.y, table.z, table.r
    place, mask = notes_inout.place, notes_inout.mask
    found, noted, crowded = np.uint64(0), np.uint64(0), 0
    for k in range(begin, end):
        cell = np.uint64(occupied[np.uint64(k)])
        low, high = np.uint64(start[cell]), np.uint64(start[cell + ONE])
        if DEBUG:
            assert low <= high <= len(xs) - F32_LANES, "find_pairs: a cell outside of the table"
        if high - low > np.uint64(crowd):
            crowded += 1
            continue
        if found > np.uint64(enough):
            break
        block = low
        while block < high:
            bx, by = load_lanes(xs, block), load_lanes(ys, block)
            bz, br = load_lanes(zs, block), load_lanes(rs, block)
            left = high - block
            lanes = (ONE << left) - ONE if left < STRIDE else ALL_LANES
            stop = min(block + STRIDE, high) - ONE
            entry = low
            while entry < stop:
                if noted + STRIDE > np.uint64(NOTES):
                    found = confirm_candidates(table, place, mask, noted, found, pairs_out)
                    noted = np.uint64(0)
                # Bodies before the block meet all of it; those inside meet what comes after them.
                pause = min(entry + STRIDE, block if entry < block else stop)
                inside = np.uint64(entry >= block)
                while entry < pause:
                    lanes &= lanes - inside
                    hits = sphere_hits(bx, by, bz, br, xs[entry], ys[entry], zs[entry], rs[entry]) & lanes
                    place[noted] = (entry << HALF_WORD) | block
                    mask[noted] = np.uint32(hits)
                    noted += np.uint64(hits != np.uint64(0))
                    entry += ONE
            block += STRIDE
    notes_inout.crowded[0] = crowded
    return np.int64(confirm_candidates(table, place, mask, noted, found, pairs_out))


@inline
def confirm_candidates(
    table: GridTable, place: U64, mask: U32, noted: Integer, found: Integer, pairs_out: I32
):
    """Write the noted hits that are real and belong to this cell; the count of pairs so far."""
    tagged_row, xs, ys, zs, rs = table.tagged_row, table.x, table.y, table.z, table.r
    capacity = np.uint64(len(pairs_out))
    for k in range(noted):
        u = np.uint64(k)
        a, block, hits = place[u] >> HALF_WORD, place[u] & LOW_WORD, np.uint64(mask[u])
        x, y, z, r = np.float64(xs[a]), np.float64(ys[a]), np.float64(zs[a]), np.float64(rs[a])
        own = tagged_row[a]
        i = own & ROW
        while hits != np.uint64(0):
            b = block + lowest_bit(hits)
            hits &= hits - ONE
            other = tagged_row[b]
            j = other & ROW
            if DEBUG:
                assert i != j, "confirm_candidates: a body with itself"
            reach = r + np.float64(rs[b])
            real = square_distance(xs[b], ys[b], zs[b], x, y, z) < reach * reach
            real &= (own | other) >= FIRST
            if found < capacity:
                pairs_out[found, 0] = np.int32(min(i, j))
                pairs_out[found, 1] = np.int32(max(i, j))
            found += np.uint64(real)
    return found


@kernel
def find_oversized_pairs(table: GridTable, enough: Integer, rows_out: I32, found: Integer, pairs_out: I32):
    """Append the pairs of oversized bodies to the `found` pairs so far; the new count, as in `find_pairs`.

    `rows_out` is working memory, int32, as long as there are bodies.
    """
    capacity = len(pairs_out)
    oversized_count = table.count[OVERSIZED]
    oversized, xs, ys, zs, rs = oversized_columns(table)
    for g in range(oversized_count):
        i = np.int32(oversized[g])
        x, y, z, r = np.float64(xs[g]), np.float64(ys[g]), np.float64(zs[g]), np.float64(rs[g])
        met = gather_entered(table, x, y, z, r, rows_out)
        for h in range(g + 1, oversized_count):
            reach = r + np.float64(rs[h])
            if square_distance(xs[h], ys[h], zs[h], x, y, z) < reach * reach:
                rows_out[met] = np.int32(oversized[h])
                met += 1
        if DEBUG:
            assert met <= len(rows_out), "find_oversized_pairs: more partners than bodies"
        for k in range(met):
            j = rows_out[k]
            if found < capacity:
                pairs_out[found, 0] = min(i, j)
                pairs_out[found, 1] = max(i, j)
            found += 1
        if found > enough:
            break
    return found


@kernel
def cut_by_tests(table: GridTable, bounds_out: I64) -> None:
    """Cut the busy cells into len(bounds_out) - 1 blocks that take about as long each.

    A cell of c entries takes c tests of blocks of bodies and c * c / 2 / F32_LANES more; `bounds_out`: int64.
    """
    start, occupied = table.start, table.occupied
    end, blocks = table.count[OCCUPIED], len(bounds_out) - 1
    work = 0
    for k in range(end):
        work += tests_of_cell(start, occupied, k)
    done, block = 0, 0
    for k in range(end):
        # Starts are rounded down, so that no block lacks its bound where there are more blocks than cells.
        while block < blocks and done >= work * block // blocks:
            bounds_out[block] = k
            block += 1
        done += tests_of_cell(start, occupied, k)
    bounds_out[block:] = end
    if DEBUG:
        assert bounds_out[0] == 0, "cut_by_tests: cells before the first block"
        assert is_sorted(bounds_out, 0, blocks + 1), "cut_by_tests: a block ends before it begins"


@inline
def tests_of_cell(start: U32, occupied: U32, number: Integer):
    """About how many blocks of bodies are tested in the busy cell of that number; crowded ones are not."""
    cell = np.uint64(occupied[np.uint64(number)])
    entries = np.int64(start[cell + ONE] - start[cell])
    return entries + entries * entries // (2 * F32_LANES) if entries <= CROWD else 1


@kernel
def copy_pairs(pairs: I32, count: Integer, at: Integer, pairs_out: I32) -> None:
    """Copy the first `count` pairs to pairs_out[at:]."""
    if DEBUG:
        assert at >= 0 and at + count <= len(pairs_out), "copy_pairs: more pairs than there is room for"
    for k in range(count):
        pairs_out[at + k, 0] = pairs[k, 0]
        pairs_out[at + k, 1] = pairs[k, 1]


@kernel
def find_all_pairs(
    table: GridTable, crowd: Integer, enough: Integer, notes_inout: Candidates, rows_out: I32, pairs_out: I32
):
    """Every pair but those of crowded cells, on one thread; the count."""
    found = find_pairs(0, table.count[OCCUPIED], table, crowd, enough, notes_inout, pairs_out)
    if table.count[OVERSIZED] > 0:
        found = find_oversized_pairs(table, enough, rows_out, found, pairs_out)
    return found
