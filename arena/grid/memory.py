"""`GridMemory`: a `CollisionGrid` as a compiled caller needs it, to rebuild it and find its pairs by itself.

`CollisionGrid.memory` gathers it. The simulation's systems call `rebuild_here` and `find_pairs_here` once per
tick; both do what `CollisionGrid.rebuild` and `find_contact_pairs` do on one thread, as long as nothing has
to grow. Where something has, or where several threads would be sooner, they say so (False, -1), and the
caller asks the grid.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid.crowds import ANY_NUMBER, Crowd, create_crowd, find_crowded_pairs, list_crowded
from arena.grid.pair_search import CONTACT_CROWD, SPLIT_ENTRIES
from arena.grid.pairs import Candidates, find_all_pairs
from arena.grid.refill import RefillScratch, refill
from arena.grid.sizing import Sample, Sizing, SizingChoice, choose
from arena.grid.sphere_tests import F32_LANES
from arena.grid.storage import OVERSIZED_CELLS, SPLIT_ROWS, create_scratch
from arena.grid.table import ENTRIES, GridTable, write_layout
from arena.jit import kernel
from arena.jit.annotations import Flags, Floats, Integer
from arena.jit.calls import address_of, call_address
from arena.jit.tables import Table

LIMIT = OVERSIZED_CELLS[0]


class GridMemory(Table):
    """Contents and working memory of a grid; parts of it are replaced when they grow."""

    lower: NDArray[np.float64]  # of the box given [u], shape (3,)
    upper: NDArray[np.float64]
    automatic: NDArray[np.bool_]  # True if cells are chosen at every rebuild, shape (1,)
    sample: Sample
    choice: SizingChoice
    box: NDArray[np.float64]  # see `CellLayout`
    cells: NDArray[np.int64]  # likewise
    margin: NDArray[np.float64]  # the grid's own share of the rounding margin [u], shape (1,)
    table: GridTable
    scratch: RefillScratch
    cursor: NDArray[np.uint32]  # see `refill`
    candidates: Candidates
    rows: NDArray[np.int32]  # for the pairs of oversized bodies, shape (n,)
    crowded: NDArray[np.uint32]  # cells, see `list_crowded`, shape (capacity,)
    crowd: Crowd
    pairs: NDArray[np.int32]  # shape (capacity, 2)
    entries: NDArray[np.int64]  # addresses of kernels, see `entries_for` and `add_crowds`, shape (3,)


def entries_for(table: GridTable) -> NDArray[np.int64]:
    """`GridMemory.entries` for a table: what is called by address is not compiled once more into a caller.

    They suffice for `rebuild_here`.
    """
    reals, flags, words = np.zeros(0, table.x.dtype), np.zeros(0, np.bool_), np.zeros(0, np.uint32)
    sizing, spheres = Sizing(np.zeros(3), np.ones(3)), (0, reals, reals, flags)
    return np.array(
        [
            address_of(choose, *spheres, np.zeros(3), np.zeros(3), sizing.sample, sizing.choice),
            address_of(refill, *spheres, 0.0, LIMIT, table, create_scratch(0, 0), words),
            0,
        ]
    )


def add_crowds(memory_inout: GridMemory) -> None:
    """Complete the addresses for `find_pairs_here`; its kernel for crowds takes a while to compile."""
    m = memory_inout
    if m.entries[2] == 0:
        crowd, words = create_crowd(0, m.table.x.dtype), np.zeros(0, np.uint32)
        pairs = np.zeros((0, 2), np.int32)
        m.entries[2] = address_of(find_crowded_pairs, 0, 0, words, m.table, 0, 0, ANY_NUMBER, crowd, 0, pairs)


@kernel
def rebuild_here(places: Floats, radii: Floats, active: Flags, memory_inout: GridMemory):
    """Enter these bodies; False, and an unusable table, where the grid must be asked.

    Args:
        places: positions [u], flat, shape (3 * n,), float32.
        radii: [u], shape (n,), float32.
        active: shape (n,).
        memory_inout: of the grid.
    """
    m, n = memory_inout, len(radii)
    table, choice, cells = m.table, m.choice, m.cells
    if n >= SPLIT_ROWS or 4 * n > len(table.body) or n >= len(m.scratch.base):
        return False
    if m.automatic[0]:
        call_address(m.entries[0], (n, places, radii, active, m.lower, m.upper, m.sample, choice))
        same = True
        for axis in range(3):
            same &= cells[axis] == choice.cells[axis]
            same &= m.box[axis] == choice.box[axis] and m.box[3 + axis] == choice.box[3 + axis]
        if not same:
            if choice.cells[0] * choice.cells[1] * choice.cells[2] + 2 > len(table.start):
                return False
            for axis in range(3):
                cells[axis] = choice.cells[axis]
                m.box[axis], m.box[3 + axis] = choice.box[axis], choice.box[3 + axis]
            m.margin[0] = write_layout(m.box, cells, table)
    if cells[0] * cells[1] * cells[2] >= len(m.cursor):
        return False
    entered = call_address(
        m.entries[1],
        (n, places, radii, active, m.margin[0], np.int64(LIMIT), table, m.scratch, m.cursor),
    )
    return entered != 0


@kernel
def find_pairs_here(memory_inout: GridMemory, neighbours: Integer, passive_from: Integer):
    """Number of pairs, which stand in `pairs`; -1 where the grid must be asked.

    Arguments as for `CollisionGrid.find_contact_pairs`.
    """
    m = memory_inout
    if m.table.count[ENTRIES] >= SPLIT_ENTRIES or 4 * len(m.rows) < len(m.table.body):
        return -1
    found = find_all_pairs(
        m.table, np.int64(CONTACT_CROWD), np.int64(ANY_NUMBER), m.candidates, m.rows, m.pairs
    )
    if m.candidates.crowded[0] > 0:
        count, largest = list_crowded(m.table, np.int64(CONTACT_CROWD), m.crowded)
        if count > len(m.crowded) or largest > len(m.crowd.word) - F32_LANES:
            return -1
        found = call_address(
            m.entries[2],
            (
                np.int64(0), count, m.crowded, m.table, neighbours, passive_from, np.int64(ANY_NUMBER),
                m.crowd, found, m.pairs,
            ),
        )  # fmt: skip
    return found if found <= len(m.pairs) else -1
