"""Sorts inside kernels order what numpy orders."""

from typing import Any

import numpy as np
import pytest

from arena.grid.sorting import DIGITS, radix_sort, shell_sort
from arena.jit import kernel


@kernel
def sort_floats(values_inout: Any, count: int) -> None:
    shell_sort(values_inout, count)


@kernel
def sort_codes(codes_inout: Any, count: int, swap_out: Any, next_out: Any) -> None:
    radix_sort(codes_inout, count, swap_out, next_out, codes_inout.dtype.type(0))


@kernel
def sort_upper_halves(codes_inout: Any, count: int, swap_out: Any, next_out: Any) -> None:
    radix_sort(codes_inout, count, swap_out, next_out, codes_inout.dtype.type(32))


@pytest.mark.parametrize("count", [0, 1, 2, 17, 300, 5000])
@pytest.mark.parametrize("spread", [1, 3, 2**32])
def test_sorted_in_place_and_nothing_behind(count: int, spread: int) -> None:
    rng = np.random.default_rng(count)
    codes = rng.integers(0, spread, count + 3).astype(np.uint32)
    expected, behind = np.sort(codes[:count]), codes[count:].copy()
    values = codes.astype(np.float64) - spread / 2
    sort_codes(codes, count, np.zeros(count + 3, np.uint32), np.full(DIGITS, 7, np.uint32))
    sort_floats(values, count)
    np.testing.assert_array_equal(codes[:count], expected)
    np.testing.assert_array_equal(codes[count:], behind)
    np.testing.assert_array_equal(values, np.concatenate([expected, behind]) - spread / 2)


def test_what_the_other_bits_carry_keeps_its_order() -> None:
    rng = np.random.default_rng(4)
    keys = rng.integers(0, 50, 4000).astype(np.uint64) << np.uint64(32 + 13)
    words = keys | np.arange(4000, 0, -1).astype(np.uint64)
    expected = words[np.argsort(keys, kind="stable")]
    sort_upper_halves(words, 4000, np.zeros(4000, np.uint64), np.zeros(DIGITS, np.uint64))
    np.testing.assert_array_equal(words, expected)
