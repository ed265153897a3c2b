"""The vector code against its own plain Python body."""

from typing import Any

import numpy as np
import pytest

from arena.grid.sphere_tests import (
    F32_LANES,
    center_hits,
    hit_mask,
    load_lanes,
    lowest_bit,
    sphere_hits,
    sphere_hits_surely,
)
from arena.grid.tagged_rows import (
    FIRST,
    FIRST_X,
    FIRST_Y,
    FIRST_Z,
    ROW,
    first_met,
    merge_blocks,
    pad_block,
    rows_below,
    sort_block,
    spread_bodies,
    store_rows,
)
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
    columns: list[Any] = [rng.uniform(-2, 2, 3 * F32_LANES).astype(dtype) for _ in range(3)]
    columns.append(rng.uniform(0, 1, 3 * F32_LANES).astype(dtype))
    xs, ys, zs, rs = columns
    for offset in (0, 1, 7, F32_LANES, 2 * F32_LANES):
        for _ in range(20):
            x, y, z, r = (dtype(value) for value in rng.uniform(-1, 1, 4))
            expected = hit_mask(xs, ys, zs, rs, offset, x, y, z, r)
            assert compiled_mask(xs, ys, zs, rs, offset, x, y, z, r) == expected


def test_lowest_bit_means_the_same_compiled() -> None:
    for mask in (1, 2, 3, 12, 1 << 15, 0b1010_0000):
        assert compiled_lowest(mask) == lowest_bit(mask)


@kernel
def compiled_tests(xs: Any, ys: Any, zs: Any, rs: Any, x: Any, y: Any, z: Any, r: Any) -> Any:
    a, b = load_lanes(xs, 3), load_lanes(ys, 3)
    c, d = load_lanes(zs, 3), load_lanes(rs, 3)
    return (
        sphere_hits(a, b, c, d, x, y, z, r),
        sphere_hits_surely(a, b, c, d, x, y, z, r),
        center_hits(a, b, c, x, y, z, r),
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_tests_on_loaded_lanes_mean_the_same_compiled(dtype: type) -> None:
    rng = np.random.default_rng(4)
    for _ in range(30):
        columns: list[Any] = [rng.integers(-2, 3, 2 * F32_LANES).astype(dtype) for _ in range(3)]
        columns.append(
            rng.integers(0, 2, 2 * F32_LANES).astype(dtype)
        )  # lattices, so that many touch exactly
        x, y, z, r = (dtype(value) for value in rng.integers(0, 3, 4))
        a, b, c, d = (load_lanes(column, 3) for column in columns)
        plain = (
            sphere_hits(a, b, c, d, x, y, z, r),
            sphere_hits_surely(a, b, c, d, x, y, z, r),
            center_hits(a, b, c, x, y, z, r),
        )
        assert compiled_tests(*columns, x, y, z, r) == plain
        hits, sure, _ = plain
        assert sure & hits == sure


@kernel
def compiled_rows(
    tagged_rows: Any, known: Any, beginning: Any, limit: Any, mask: Any, ids: Any, at: Any
) -> Any:
    lanes = load_lanes(tagged_rows, 2)
    return first_met(lanes, known, beginning), rows_below(lanes, limit), store_rows(lanes, mask, ids, at)


def test_row_lanes_mean_the_same_compiled() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        tagged_rows = (rng.integers(0, 1000, 2 * F32_LANES) | rng.integers(0, 8, 2 * F32_LANES) << 29).astype(
            np.uint32
        )
        known = rng.choice(np.array([0, FIRST_X, FIRST_Y, FIRST_Y | FIRST_Z], np.uint32))
        beginning, mask = rng.integers(0, 1 << F32_LANES, 2)
        lanes, ids, plain_ids = load_lanes(tagged_rows, 2), np.zeros(40, np.int32), np.zeros(40, np.int32)
        plain = (
            first_met(lanes, known, beginning),
            rows_below(lanes, 500),
            store_rows(lanes, mask, plain_ids, 3),
        )
        assert compiled_rows(tagged_rows, known, beginning, 500, mask, ids, 3) == plain
        end = plain[2]
        np.testing.assert_array_equal(ids[:end], plain_ids[:end])
        expected = [tagged_row & ROW for lane, tagged_row in enumerate(lanes.tolist()) if mask >> lane & 1]
        assert ids[3:end].tolist() == expected
    assert first_met(np.full(F32_LANES, FIRST), 0, 0) == (1 << F32_LANES) - 1


@kernel
def compiled_sorting(ids: Any) -> Any:
    pad_block(ids, 2 * F32_LANES)
    sort_block(ids, 0)
    sort_block(ids, F32_LANES)
    merge_blocks(ids, 0, F32_LANES)


def test_sorting_blocks_means_the_same_compiled() -> None:
    rng = np.random.default_rng(6)
    for top in (3, 50, 2**31 - 1):
        ids = rng.integers(-top, top, 3 * F32_LANES).astype(np.int32)
        plain = ids.copy()
        pad_block(plain, 2 * F32_LANES)
        sort_block(plain, 0)
        sort_block(plain, F32_LANES)
        merge_blocks(plain, 0, F32_LANES)
        compiled_sorting(ids)
        np.testing.assert_array_equal(ids, plain)
        assert (np.diff(ids[: 2 * F32_LANES].astype(np.int64)) >= 0).all()


@kernel
def compiled_spread(body: Any, tagged_row: Any, xs: Any, ys: Any, zs: Any, rs: Any) -> None:
    spread_bodies(body, tagged_row, xs, ys, zs, rs, 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_spreading_bodies_means_the_same_compiled(dtype: type) -> None:
    rng = np.random.default_rng(7)
    body = rng.normal(size=40).astype(dtype)
    tagged_row = (rng.integers(0, 10, 12) | rng.integers(0, 8, 12) << 29).astype(np.uint32)
    compiled: Any = [np.zeros(12, dtype) for _ in range(4)]
    plain: Any = [np.zeros(12, dtype) for _ in range(4)]
    xs, ys, zs, rs = compiled
    compiled_spread(body, tagged_row, xs, ys, zs, rs)
    xs, ys, zs, rs = plain
    spread_bodies(body, tagged_row, xs, ys, zs, rs, 4)
    np.testing.assert_array_equal(compiled, plain)
    np.testing.assert_array_equal(np.array(plain)[:, 5], body.reshape(-1, 4)[tagged_row[5] & ROW])
