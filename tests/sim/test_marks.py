"""The list of marked rows is the marked rows, whatever stands behind them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.jit import kernel
from arena.sim.marks import Marks, create_marks, list_marked


@kernel
def list_of(marks_inout: Marks, count: int) -> int:
    """`list_marked` as kernels call it."""
    return list_marked(marks_inout, count)


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 100, 1000])
@pytest.mark.parametrize("share", [0.03, 0.5, 1.0])
def test_marked_rows_are_listed_in_order(count: int, share: float) -> None:
    marks = create_marks(1000)
    marks.flag[:] = True  # what is left of an earlier use
    wanted: NDArray[np.bool_] = np.random.default_rng(count).random(count) < share
    marks.flag[:count] = wanted
    found = int(list_of(marks, count))
    assert marks.row[:found].tolist() == np.flatnonzero(wanted).tolist()
