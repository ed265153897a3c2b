"""Compaction: list the few rows among many that something happens to, without a branch per row.

Kernels first flag rows in a loop that only looks, which the compiler does many rows at a time, then list the
flagged ones, sixteen at a time, and go through the list: a branch that cannot be foreseen costs as much as
looking at twenty rows. `World` owns one table; landing, damage and retiring use it in turn, each tick.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline
from arena.jit.annotations import Integer
from arena.jit.simd.gathers import FLAG_LANES, compress_store
from arena.jit.tables import Table


class Compaction(Table):
    """Scratch: meaningless between systems."""

    flag: NDArray[np.bool_]  # of each row that is looked at, shape (capacity + FLAG_LANES,)
    row: NDArray[np.int32]  # the flagged rows, ascending, shape (capacity + FLAG_LANES,)


def create_compaction(capacity: int) -> Compaction:
    """Scratch for that many rows."""
    return Compaction(np.zeros(capacity + FLAG_LANES, np.bool_), np.zeros(capacity + FLAG_LANES, np.int32))


@inline
def list_flagged(compaction_inout: Compaction, count: Integer):
    """List the rows that are flagged in flag[:count]; returns how many stand in `row`, ascending."""
    flag, row = compaction_inout.flag, compaction_inout.row
    if DEBUG:
        assert 0 <= count <= len(flag) - FLAG_LANES, "list_flagged: more rows than flags"
    flag[count : count + FLAG_LANES] = False  # the last block goes beyond
    found = np.uint64(0)
    for begin in range(0, count, FLAG_LANES):
        found = compress_store(flag, begin, row, found)
    return np.int64(found)
