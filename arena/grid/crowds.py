"""Pairs of crowded cells: sorted along an axis and swept, where testing all against all would be quadratic.

Cells cannot fit everywhere: two clumps far apart, bodies outside of the box, everything at one point.
`arena.grid.pairs` counts such cells and leaves them to `find_crowded_pairs`, which sorts the entries by where
they begin on the cell's longest axis and tests each against those that begin before it ends (sort and sweep,
Baraff, 1992). Bodies that can never touch each other are kept apart and not tested: points of radius 0, of
which a million may stand at one place without a pair.

Not a grid within the cell: where bodies fill a cell evenly it has less to test, but `arena.grid.sizing` cuts
those anyway, and a clump in a corner or a point would leave it where it began.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.grid.sorting import DIGITS, radix_sort
from arena.grid.sphere_tests import F32_LANES, load_lanes, lowest_bit, sphere_hits
from arena.grid.table import OCCUPIED, ONE, GridTable, square_distance
from arena.grid.tagged_rows import FIRST, ROW
from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import I32, U32, Floats, Integer, Real
from arena.jit.tables import Table

CROWD = 256
"""Entries of a cell from which on a sweep is sooner than all against all, measured."""

ANY_NUMBER = np.iinfo(np.int64).max
"""A limit that nothing reaches."""

LOOKS = 8
"""Overlaps looked at for each partner wanted: in a pile on a border most may be other cells' to report."""

SLACK = 1e-12
"""Share of a coordinate by which a body's interval grows, so that rounding in float64 never loses a pair."""

STEPS = 4294967040.0
"""Places on a cell's axis are told apart by so many steps: as many as 32 bits hold."""

STRIDE = np.uint64(F32_LANES)
ALL_LANES = np.uint64((1 << F32_LANES) - 1)
HALF_WORD = np.uint64(32)
LOW_WORD = np.uint64((1 << 32) - 1)
INFINITE = np.inf


class Crowd(Table):
    """Working memory of one thread: a cell's entries in the order of the sweep. T as in `GridTable`."""

    word: NDArray[np.uint64]  # where an entry begins on the axis [steps], and its number in the cell
    swap: NDArray[np.uint64]  # for sorting them
    next: NDArray[np.uint64]  # likewise, shape (DIGITS,)
    begins: NDArray[np.uint32]  # on the axis [steps]
    ends: NDArray[np.uint32]
    tagged_row: NDArray[np.uint32]
    x: NDArray[Any]  # [u], T; like all without a shape, (entry_capacity + F32_LANES,)
    y: NDArray[Any]
    z: NDArray[Any]
    r: NDArray[Any]
    tests: NDArray[np.int64]  # blocks that were tested since it was created, shape (1,)


def create_crowd(entries: int, dtype: np.dtype[Any]) -> Crowd:
    """Room for cells of that many entries."""
    size = entries + F32_LANES
    word, swap = np.zeros((2, size), np.uint64)
    begins, ends, tagged_row = np.zeros((3, size), np.uint32)
    x, y, z, r = np.zeros((4, size), dtype)
    tests = np.zeros(1, np.int64)
    return Crowd(word, swap, np.zeros(DIGITS, np.uint64), begins, ends, tagged_row, x, y, z, r, tests)


@kernel
def list_crowded(table: GridTable, crowd: Integer, cells_out: U32):
    """List the cells of more than `crowd` entries, ascending; returns (how many, entries of the largest).

    Only len(cells_out) are written: a larger count says how many there are.
    """
    start, occupied, capacity = table.start, table.occupied, len(cells_out)
    found, largest = 0, 0
    for k in range(table.count[OCCUPIED]):
        cell = np.uint64(occupied[np.uint64(k)])
        entries = np.int64(start[cell + ONE] - start[cell])
        if entries > crowd:
            if found < capacity:
                cells_out[found] = cell
            largest = max(largest, entries)
            found += 1
    return found, largest


@kernel
def find_crowded_pairs(
    begin: Integer,
    end: Integer,
    cells: U32,
    table: GridTable,
    neighbours: Integer,
    passive_from: Integer,
    enough: Integer,
    crowd_inout: Crowd,
    found: Integer,
    pairs_out: I32,
):
    """Append the pairs of the listed cells `begin` to `end` to `found` pairs so far; the new count.

    Args:
        begin: first place in `cells`.
        end: place behind the last.
        cells: crowded cells, as `list_crowded` lists them.
        table: the grid.
        neighbours: partners that an entry looks for, beside those that look for it; ANY_NUMBER finds all.
            Which are left out depends on the table alone.
        passive_from: rows from here on never pair with each other.
        enough: the search may end once there are more pairs than this.
        crowd_inout: working memory for the largest of the cells.
        found: pairs so far.
        pairs_out: shape (capacity, 2), int32; what does not fit is counted but not written.
    """
    found = np.uint64(found)
    for k in range(begin, end):
        cell = np.uint64(cells[k])
        low, high = np.int64(table.start[cell]), np.int64(table.start[cell + ONE])
        if DEBUG:
            assert high - low <= len(crowd_inout.word) - F32_LANES, "find_crowded_pairs: a cell too large"
        solid, reach = sort_crowd(low, high, table, passive_from, crowd_inout)
        count = high - low
        if neighbours < ANY_NUMBER:
            found = sweep_back(solid, reach[0], neighbours, enough, crowd_inout, found, pairs_out)
            # Each of the others looks for its own partners; otherwise all of them would find the same few.
            found = sweep(
                solid, count, 0, solid, reach[0], neighbours, enough, crowd_inout, found, pairs_out
            )  # fmt: skip
        else:
            found = sweep(
                0, solid, 0, solid, np.uint32(0), ANY_NUMBER, enough, crowd_inout, found, pairs_out
            )  # fmt: skip
            found = sweep(
                0, solid, solid, count, reach[1], ANY_NUMBER, enough, crowd_inout, found, pairs_out
            )  # fmt: skip
        if found > np.uint64(enough):
            break
    return np.int64(found)


@inline
def sort_crowd(low: Integer, high: Integer, table: GridTable, passive_from: Integer, crowd_out: Crowd):
    """Copy a cell's entries in the order in which they begin on its longest axis, solid ones first.

    Returns how many are solid, and the widest interval of a solid one and of one that is not [steps].
    """
    column = longest_axis(low, high, table.x, table.y, table.z)
    rs, tagged_row = table.r, table.tagged_row
    least, most = INFINITE, -INFINITE
    for e in range(low, high):
        a, b = interval(column, rs, e)
        least, most = min(least, a), max(most, b)
    scale = STEPS / (most - least) if most > least else 0.0
    word, solid = crowd_out.word, 0
    # Solid ones from the front, the others behind, each in the order of the cell.
    for e in range(low, high):
        if is_solid(rs, tagged_row, e, passive_from):
            word[solid] = sort_word(column, rs, e, low, least, scale)
            solid += 1
    at = solid
    for e in range(low, high):
        if not is_solid(rs, tagged_row, e, passive_from):
            word[at] = sort_word(column, rs, e, low, least, scale)
            at += 1
    count = high - low
    radix_sort(word[:solid], solid, crowd_out.swap, crowd_out.next, HALF_WORD)
    radix_sort(word[solid:count], count - solid, crowd_out.swap, crowd_out.next, HALF_WORD)
    if DEBUG:
        assert 0 <= solid <= count, "sort_crowd: more solid entries than entries"
        assert is_sorted(word, 0, solid), "sort_crowd: solid entries are not sorted"
        assert is_sorted(word, solid, count), "sort_crowd: the other entries are not sorted"
    widest = copy_sorted(0, solid, low, table, column, least, scale, crowd_out)
    return solid, (widest, copy_sorted(solid, count, low, table, column, least, scale, crowd_out))


@inline
def longest_axis(low: Integer, high: Integer, xs: Floats, ys: Floats, zs: Floats):
    """The column along which the entries spread most."""
    ax = bx = xs[low]
    ay = by = ys[low]
    az = bz = zs[low]
    for e in range(low + 1, high):
        x, y, z = xs[e], ys[e], zs[e]
        ax, bx = min(ax, x), max(bx, x)
        ay, by = min(ay, y), max(by, y)
        az, bz = min(az, z), max(bz, z)
    if bx - ax >= by - ay and bx - ax >= bz - az:
        return xs
    return ys if by - ay >= bz - az else zs


@inline
def interval(column: Floats, rs: Floats, entry: Integer):
    """The interval of an entry on an axis [u], grown a little against rounding."""
    center, radius = np.float64(column[entry]), np.float64(rs[entry])
    reach = radius + (abs(center) + radius) * SLACK
    return center - reach, center + reach


@inline
def is_solid(rs: Floats, tagged_row: U32, entry: Integer, passive_from: Integer):
    """True if an entry can touch another one of its class: points cannot, and passive rows do not."""
    return rs[entry] > 0 and np.int64(tagged_row[entry] & ROW) < passive_from


@inline
def sort_word(column: Floats, rs: Floats, entry: Integer, low: Integer, least: Real, scale: Real):
    """Sort key of an entry: its begin on the axis [steps], above its number in the cell."""
    a, _ = interval(column, rs, entry)
    return (np.uint64((a - least) * scale) << HALF_WORD) | np.uint64(entry - low)


@inline
def copy_sorted(
    begin: Integer,
    end: Integer,
    low: Integer,
    table: GridTable,
    column: Floats,
    least: Real,
    scale: Real,
    crowd_out: Crowd,
):
    """Copy the entries that `word` names from `begin` to `end`; returns the widest interval [steps]."""
    xs, ys, zs, rs, tagged_row = table.x, table.y, table.z, table.r, table.tagged_row
    word, begins, ends, to_row = crowd_out.word, crowd_out.begins, crowd_out.ends, crowd_out.tagged_row
    to_x, to_y, to_z, to_r = crowd_out.x, crowd_out.y, crowd_out.z, crowd_out.r
    widest = np.uint32(0)
    for k in range(begin, end):
        entry = np.int64(word[k] & LOW_WORD) + low
        if DEBUG:
            assert entry < low + np.int64(len(word)) - F32_LANES, "copy_sorted: an entry of another cell"
        begins[k] = np.uint32(word[k] >> HALF_WORD)
        _, b = interval(column, rs, entry)
        ends[k] = np.uint32((b - least) * scale)
        widest = max(widest, np.uint32(ends[k] - begins[k]))
        to_x[k], to_y[k], to_z[k], to_r[k] = xs[entry], ys[entry], zs[entry], rs[entry]
        to_row[k] = tagged_row[entry]
    return widest


@inline
def sweep(
    a_begin: Integer,
    a_end: Integer,
    b_begin: Integer,
    b_end: Integer,
    back: Integer,
    neighbours: Integer,
    enough: Integer,
    crowd_inout: Crowd,
    found: Integer,
    pairs_out: I32,
):
    """Append the pairs of one class of entries with another, or with itself where both begin at 0.

    `back` is the widest interval [steps] of the second class: an entry that begins farther before has ended.
    """
    begins, itself, first, tests = crowd_inout.begins, a_begin == b_begin, b_begin, 0
    looks_max = LOOKS * neighbours if neighbours < ANY_NUMBER else ANY_NUMBER
    for a in range(a_begin, a_end):
        if itself:
            first = a + 1
        else:
            while first < b_end and begins[first] + np.uint64(back) + ONE < begins[a]:
                first += 1
        last, block, met, looks = crowd_inout.ends[a], first, 0, 0
        while block < b_end and begins[block] <= last and met < neighbours and looks < looks_max:
            found, met, looks = meet(
                a, block, b_end, crowd_inout, neighbours, looks_max, found, met, looks, pairs_out
            )
            block += F32_LANES
            tests += 1
        if found > np.uint64(enough):
            break
    crowd_inout.tests[0] += tests
    return found


@inline
def sweep_back(
    solid: Integer,
    widest: Integer,
    neighbours: Integer,
    enough: Integer,
    crowd_inout: Crowd,
    found: Integer,
    pairs_out: I32,
):
    """Append the pairs of the solid entries with at most `neighbours` that begin before them, nearest first.

    So a small body among large ones is paired with them, a large one with all bodies that have no other
    partner, and in a pile each body with its neighbours. Looking ahead, a large body would choose a few
    partners and be left out by the rest.
    """
    begins, tests, looks_max = crowd_inout.begins, 0, LOOKS * neighbours
    for a in range(1, solid):
        stop, met, looks = a, 0, 0
        while stop > 0 and met < neighbours and looks < looks_max:
            if begins[stop - 1] + np.uint64(widest) + ONE < begins[a]:
                break
            block = max(stop - F32_LANES, 0)
            found, met, looks = meet(
                a, block, stop, crowd_inout, neighbours, looks_max, found, met, looks, pairs_out
            )
            stop = block
            tests += 1
        if found > np.uint64(enough):
            break
    crowd_inout.tests[0] += tests
    return found


@inline
def meet(
    a: Integer,
    begin: Integer,
    end: Integer,
    crowd: Crowd,
    neighbours: Integer,
    looks_max: Integer,
    found: Integer,
    met: Integer,
    looks: Integer,
    pairs_out: I32,
):
    """Test an entry against the block from `begin`, before `end`; returns `found`, `met` and `looks`."""
    xs, ys, zs, rs, tagged_row = crowd.x, crowd.y, crowd.z, crowd.r, crowd.tagged_row
    capacity, block, left = np.uint64(len(pairs_out)), np.uint64(begin), np.uint64(end - begin)
    bx, by, bz = load_lanes(xs, block), load_lanes(ys, block), load_lanes(zs, block)
    hits = sphere_hits(bx, by, bz, load_lanes(rs, block), xs[a], ys[a], zs[a], rs[a])
    hits &= (ONE << left) - ONE if left < STRIDE else ALL_LANES
    x, y, z, r = np.float64(xs[a]), np.float64(ys[a]), np.float64(zs[a]), np.float64(rs[a])
    own = tagged_row[a]
    while hits != np.uint64(0) and met < neighbours and looks < looks_max:
        b = block + lowest_bit(hits)
        hits &= hits - ONE
        reach, other = r + np.float64(rs[b]), tagged_row[b]
        real = square_distance(xs[b], ys[b], zs[b], x, y, z) < reach * reach
        real &= (own | other) >= FIRST
        if found < capacity:
            pairs_out[found, 0] = np.int32(min(own & ROW, other & ROW))
            pairs_out[found, 1] = np.int32(max(own & ROW, other & ROW))
        found += np.uint64(real)
        met += np.int64(real)
        looks += 1
    return found, met, looks
