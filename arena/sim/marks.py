"""Marks: find the few rows among many that something happens to, without a branch per row.

Kernels first flag rows in a loop that only looks, which the compiler does many rows at a time, then list the
flagged ones, sixteen at a time, and go through the list: a branch that cannot be foreseen costs as much as
looking at twenty rows. `World` owns one table; landing, damage and retiring use it in turn, each tick.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline
from arena.simd_rows import SIXTEEN, append_flagged
from arena.tables import Table


class Marks(Table):
    """Scratch: meaningless between systems."""

    flag: NDArray[np.bool_]  # of each row that is looked at, shape (capacity + SIXTEEN,)
    row: NDArray[np.int32]  # the flagged rows, ascending, shape (capacity + SIXTEEN,)


def create_marks(capacity: int) -> Marks:
    """Scratch for that many rows."""
    return Marks(np.zeros(capacity + SIXTEEN, np.bool_), np.zeros(capacity + SIXTEEN, np.int32))


@inline
def list_marked(marks_inout, count):
    """List the rows that are flagged in flag[:count]; returns how many stand in `row`, ascending."""
    flag, row = marks_inout.flag, marks_inout.row
    flag[count : count + SIXTEEN] = False  # the last block goes beyond
    found = np.uint64(0)
    for begin in range(0, count, SIXTEEN):
        found = append_flagged(flag, begin, row, found)
    return np.int64(found)
