"""Compaction: list the flagged rows of a table without a branch per row.

A kernel first flags rows in a loop without branches, which the compiler vectorises. It then lists the flagged
rows, eight at a time, and iterates over the list. A mispredicted branch costs as much as testing twenty
rows. `World` owns one table; landing, damage, quarantine and retirement use it in turn each tick.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline
from arena.jit.annotations import Integer
from arena.jit.tables import Table

WORD = 8
"""Flags in a word, the least significant first, as in all processors that are supported."""


class Compaction(Table):
    """Scratch; its content is meaningless between systems."""

    flag: NDArray[np.bool_]  # set by the caller for each row, shape (capacity + WORD,)
    row: NDArray[np.int32]  # the flagged rows, ascending, shape (capacity + WORD,)


def create_compaction(capacity: int) -> Compaction:
    """Scratch for `capacity` rows."""
    return Compaction(np.zeros(capacity + WORD, np.bool_), np.zeros(capacity + WORD, np.int32))


@inline
def list_flagged(compaction_inout: Compaction, count: Integer):
    """Write the rows flagged in flag[:count] to `row`, ascending; returns their number."""
    flag, row = compaction_inout.flag, compaction_inout.row
    if DEBUG:
        assert 0 <= count <= len(flag) - WORD, "list_flagged: more rows than flags"
    flag[count : count + WORD] = False  # the last word holds flags beyond `count`
    words, found = flag[: (count + WORD - 1) // WORD * WORD].view(np.uint64), np.uint64(0)
    for k in range(len(words)):
        word, first = words[np.uint64(k)], np.uint64(WORD * k)
        if word != np.uint64(0):
            # Each is written, and the next one over it unless it was flagged.
            for lane in range(WORD):
                row[found] = np.int32(first + np.uint64(lane))
                found += word >> np.uint64(8 * lane) & np.uint64(1)
    return np.int64(found)
