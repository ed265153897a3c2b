"""The vector code against its own plain Python body."""

from typing import Any

import numpy as np
import pytest

from arena.grid.lanes import LANES, hit_mask, lowest_bit
from arena.jit import kernel


@kernel
def compiled_mask(xs: Any, ys: Any, zs: Any, rs: Any, offset: int, x: Any, y: Any, z: Any, r: Any) -> Any:
    return hit_mask(xs, ys, zs, rs, offset, x, y, z, r)


@kernel
def compiled_lowest(mask: int) -> Any:
    return lowest_bit(mask)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_hit_mask_means_the_same_compiled(dtype: type) -> None:
    rng = np.random.default_rng(3)
    columns: list[Any] = [rng.uniform(-2, 2, 3 * LANES).astype(dtype) for _ in range(3)]
    columns.append(rng.uniform(0, 1, 3 * LANES).astype(dtype))
    xs, ys, zs, rs = columns
    for offset in (0, 1, 7, LANES, 2 * LANES):
        for _ in range(20):
            x, y, z, r = (dtype(value) for value in rng.uniform(-1, 1, 4))
            expected = hit_mask(xs, ys, zs, rs, offset, x, y, z, r)
            assert compiled_mask(xs, ys, zs, rs, offset, x, y, z, r) == expected


def test_lowest_bit_means_the_same_compiled() -> None:
    for mask in (1, 2, 3, 12, 1 << 15, 0b1010_0000):
        assert compiled_lowest(mask) == lowest_bit(mask)
