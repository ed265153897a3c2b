"""Eight rows in registers compute what single numbers compute, bit for bit."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.jit import inline, kernel
from arena.jit.simd import registers

F64 = NDArray[np.float64]


@inline
def formula(x, y, z, speed):  # pyright: ignore[reportUnknownParameterType,reportMissingParameterType]
    """Every operation once, on single numbers or on registers."""
    length = registers.square_root(x * x + y * y + z * z)
    turned = registers.where(speed == 0.0, x, (x + 2.0) / length - 1 * y)
    fast = speed > 0.5
    if registers.any_of(fast):
        turned = registers.where(fast, turned * speed, turned)
    return turned, 3.0 - turned, registers.where(z < y, 1.0, z), length + registers.round_down(4.0 * x)


@kernel
def by_eight(vectors: NDArray[np.float32], speeds: F64, row: int, moved_out: F64, length_out: F64) -> None:
    """Registers."""
    x, y, z = registers.load_vectors(vectors, row)
    a, b, c, length = formula(x, y, z, registers.load(speeds, row))
    registers.store_vectors(moved_out, row, a, b, c)
    registers.store(length_out, row, length)


@kernel
def by_one(vectors: NDArray[np.float32], speeds: F64, row: int, moved_out: F64, length_out: F64) -> None:
    """Single numbers."""
    x, y, z = np.float64(vectors[row, 0]), np.float64(vectors[row, 1]), np.float64(vectors[row, 2])
    moved_out[row, 0], moved_out[row, 1], moved_out[row, 2], length_out[row] = formula(x, y, z, speeds[row])


@kernel
def select(flags: NDArray[np.bool_], column: NDArray[np.float32], column_out: NDArray[np.float32]) -> bool:
    """Keep flagged elements, negate the others; whether any flag is set."""
    chosen = registers.load_flags(flags, 0)
    values = registers.load(column, 0)
    registers.store(column_out, 0, registers.where(chosen, values, 0.0 - values))
    return registers.any_of(chosen)


@kernel
def beyond(column: NDArray[np.float64]) -> tuple[np.uint64, np.uint64]:
    """Bits of the elements that lie beyond 1 on either side, and of those that do not."""
    values = registers.load(column, 0)
    outside = (values < -1.0) | (values > 1.0)
    return registers.bits_of(outside), registers.bits_of((values >= -1.0) & (values <= 1.0))


@kernel
def round_all(column: F64, by_eight_out: F64, by_one_out: F64) -> None:
    """Eight numbers rounded down in registers, and each by itself."""
    registers.store(by_eight_out, 0, registers.round_down(registers.load(column, 0)))
    for row in range(len(column)):
        by_one_out[row] = registers.round_down(column[row])


def test_numbers_of_any_size_are_rounded_down() -> None:
    """From 2^63 on, too, where 64-bit integers end."""
    column = np.array([2.5, -2.5, -0.5, 2.0**63, -(2.0**63), 3e19, -1e300, np.inf])
    by_eight, by_one = np.zeros((2, 8))
    round_all(column, by_eight, by_one)
    assert by_eight.tobytes() == by_one.tobytes() == np.floor(column).tobytes()


@pytest.mark.parametrize("seed", range(4))
def test_flags_become_bits(seed: int) -> None:
    column = np.random.default_rng(seed).normal(size=8)
    outside, inside = beyond(column)
    assert int(outside) == sum(1 << k for k in range(8) if abs(column[k]) > 1.0)
    assert int(inside) == 255 - int(outside)
    assert beyond.py_func(column) == (outside, inside)


@pytest.mark.parametrize("row", [0, 1, 5])
@pytest.mark.parametrize("fast", [False, True])
def test_eight_rows_give_the_bits_of_single_rows(row: int, fast: bool) -> None:
    random = np.random.default_rng(row)
    vectors = random.normal(size=(16, 3)).astype(np.float32)
    speeds = np.where(random.random(16) < 0.3, 0.0, random.random(16) * (1.0 if fast else 0.4))
    moved, length = np.zeros((2, 16, 3)), np.zeros((2, 16))
    by_eight(vectors, speeds, row, moved[0], length[0])
    for single in range(row, row + registers.F64_LANES):
        by_one(vectors, speeds, single, moved[1], length[1])
    assert moved[0].tobytes() == moved[1].tobytes()
    assert length[0].tobytes() == length[1].tobytes()
    assert not moved[0, :row].any()
    assert not moved[0, row + registers.F64_LANES :].any()
    assert np.abs(moved[0, row : row + registers.F64_LANES]).min() > 0


@pytest.mark.parametrize("flagged", [[], [3], [0, 7], range(8)])
def test_flags_select(flagged: list[int]) -> None:
    flags = np.isin(np.arange(8), list(flagged))
    column, result = np.arange(1, 9, dtype=np.float32), np.zeros(8, np.float32)
    assert select(flags, column, result) == bool(flagged)
    assert (result == np.where(flags, column, -column)).all()


def test_python_bodies_say_the_same() -> None:
    random = np.random.default_rng(3)
    vectors = random.normal(size=(8, 3)).astype(np.float32)
    speeds = random.random(8)
    moved, length, plain = np.zeros((8, 3)), np.zeros(8), np.zeros((8, 3))
    by_eight(vectors, speeds, 0, moved, length)
    x, y, z = registers.load_vectors(vectors, 0)
    turned = (x + 2.0) / registers.square_root(x * x + y * y + z * z) - 1 * y
    turned = registers.where(registers.load(speeds, 0) > 0.5, turned * speeds, turned)
    registers.store_vectors(plain, 0, turned, 3.0 - turned, registers.where(z < y, 1.0, z))
    assert (plain == moved).all()
    assert registers.any_of(registers.load_flags(speeds > 0.5, 0))
