"""Compaction: list the flagged rows of a table without a branch per row.

A kernel first flags rows in a loop without branches, which the compiler vectorises. It then lists the flagged
rows, sixteen at a time, and iterates over the list. A mispredicted branch costs as much as testing twenty
rows. `World` owns one table; landing, damage, quarantine and retirement use it in turn each tick.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline
from arena.jit.annotations import Integer
from arena.jit.simd.gathers import FLAG_LANES, compress_store
from arena.jit.tables import Table


class Compaction(Table):
    """Scratch; its content is meaningless between systems."""

    flag: NDArray[np.bool_]  # set by the caller for each row, shape (capacity + FLAG_LANES,)
    row: NDArray[np.int32]  # the flagged rows, ascending, shape (capacity + FLAG_LANES,)


def create_compaction(capacity: int) -> Compaction:
    """Scratch for `capacity` rows."""
    return Compaction(np.zeros(capacity + FLAG_LANES, np.bool_), np.zeros(capacity + FLAG_LANES, np.int32))


@inline
def list_flagged(compaction_inout: Compaction, count: Integer):
    """Write the rows flagged in flag[:count] to `row`, ascending; returns their number."""
    flag, row = compaction_inout.flag, compaction_inout.row
    if DEBUG:
        assert 0 <= count <= len(flag) - FLAG_LANES, "list_flagged: more rows than flags"
    flag[count : count + FLAG_LANES] = False  # the last block reads beyond `count`
    found = np.uint64(0)
    for begin in range(0, count, FLAG_LANES):
        found = compress_store(flag, begin, row, found)
    return np.int64(found)
