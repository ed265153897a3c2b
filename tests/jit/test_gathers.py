"""Rows in any order come into registers as they stand in their columns."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.jit import kernel
from arena.jit.simd import gathers, registers


@kernel
def gather(
    position: NDArray[np.float32],
    column: NDArray[np.generic],
    rows: NDArray[np.int32],
    at: int,
    vectors_out: NDArray[np.float64],
    values_out: NDArray[np.float64],
) -> float:
    """Results of `gather_vectors` and `gather` at eight rows, and the sum of the latter at some of them."""
    chosen = gathers.load_rows(rows, at)
    x, y, z = gathers.gather_vectors(position, chosen)
    values = gathers.gather(column, chosen)
    registers.store_vectors(vectors_out, 0, x, y, z)
    registers.store(values_out, 0, values)
    gathers.prefetch(position, rows[at])
    return gathers.reduce_add(registers.where((values >= 1.0) & (values != 2.0), values, 0.0))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.uint8, np.int32, np.int64, np.bool_])
def test_rows_are_taken_in_any_order_and_summed_in_a_fixed_one(dtype: type[np.generic]) -> None:
    random = np.random.default_rng(3)
    position = random.normal(size=(50, 3)).astype(np.float32)
    column = (random.random(50) * 5).astype(dtype)
    rows = random.integers(0, 50, 20).astype(np.int32)
    for at in (0, 3, 12):
        vectors, values = np.zeros((8, 3)), np.zeros(8)
        sum_of_eight = gather(position, column, rows, at, vectors, values)
        chosen = rows[at : at + 8]
        assert (vectors == position[chosen]).all()
        assert (values == column[chosen].astype(np.float64)).all()
        kept = np.where((values >= 1) & (values != 2), values, 0.0)
        pairs = kept[0::2] + kept[1::2]
        assert sum_of_eight == (pairs[0] + pairs[1]) + (pairs[2] + pairs[3])


@kernel
def lowest(column: NDArray[np.float64], rows: NDArray[np.int32]) -> float:
    """The lowest of the elements at EIGHT rows."""
    return gathers.reduce_min(gathers.gather(column, gathers.load_rows(rows, 0)))


@kernel
def element(column: NDArray[np.generic], row: float) -> float:
    """One element of a column."""
    return gathers.gather(column, row)


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
def test_a_single_row_is_taken_as_eight_are(dtype: type[np.generic]) -> None:
    column = np.array([3, -7, 5], dtype)
    for take in (element, element.py_func):
        assert [take(column, np.float64(row)) for row in range(3)] == [3.0, -7.0, 5.0]


@pytest.mark.parametrize("at", range(8))
def test_the_lowest_is_found_wherever_it_stands(at: int) -> None:
    column = np.random.default_rng(at).random(20)
    rows = np.random.default_rng(at).permutation(20).astype(np.int32)
    column[rows[at]] = -3.0
    assert lowest(column, rows) == lowest.py_func(column, rows) == -3.0


def test_plain_python_does_the_same() -> None:
    """Compare with the plain functions, which run under NUMBA_DISABLE_JIT=1."""
    random = np.random.default_rng(4)
    position, column = random.normal(size=(30, 3)), random.random(30).astype(np.float32)
    rows = random.integers(0, 30, 12).astype(np.int32)
    compiled, plain = (np.zeros((8, 3)), np.zeros(8)), (np.zeros((8, 3)), np.zeros(8))
    sums = [gather(position, column, rows, 2, *compiled), gather.py_func(position, column, rows, 2, *plain)]
    assert sums[0] == sums[1]
    assert (compiled[0] == plain[0]).all()
    assert (compiled[1] == plain[1]).all()
