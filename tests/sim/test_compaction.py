"""The list of marked rows is the marked rows, whatever stands behind them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.jit import kernel
from arena.sim.compaction import Compaction, create_compaction, list_flagged


@kernel
def list_of(compaction_inout: Compaction, count: int) -> int:
    """`list_flagged` as kernels call it."""
    return list_flagged(compaction_inout, count)


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 100, 1000, 200_001])
@pytest.mark.parametrize("share", [0.03, 0.5, 1.0])
def test_marked_rows_are_listed_in_order(count: int, share: float) -> None:
    compaction = create_compaction(max(1000, count))
    compaction.flag[:] = True  # what is left of an earlier use
    wanted: NDArray[np.bool_] = np.random.default_rng(count).random(count) < share
    compaction.flag[:count] = wanted
    found = int(list_of(compaction, count))
    assert compaction.row[:found].tolist() == np.flatnonzero(wanted).tolist()
