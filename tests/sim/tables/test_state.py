"""The state is one block: a snapshot fits where it was made, and nothing else decides the future."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.jit.tables import Table
from arena.sim.tables.hashing import checksum, hash_block, hash_columns
from arena.sim.tables.state import State
from arena.sim.world import World, WorldConfig

WORD = (1 << 64) - 1
PRIMES = (
    *(0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9),
    *(0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5),
)


def turned(value: int, bits: int) -> int:
    """Rotate 64 bits to the left."""
    return (value << bits | value >> (64 - bits)) & WORD


def slow_xxh64(data: bytes) -> int:
    """XXH64 with seed 0 of a multiple of 32 bytes, as its specification words it."""
    first, second, third, fourth, _ = PRIMES
    lanes = [(first + second) & WORD, second, 0, -first & WORD]

    def mixed(lane: int, word: int) -> int:
        return turned((lane + word * second) & WORD, 31) * first & WORD

    for at in range(0, len(data), 32):
        words = [int.from_bytes(data[at + 8 * k : at + 8 * k + 8], "little") for k in range(4)]
        lanes = [mixed(lane, word) for lane, word in zip(lanes, words, strict=True)]
    total = sum(turned(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18), strict=True)) & WORD
    for lane in lanes:
        total = ((total ^ mixed(0, lane)) * first + fourth) & WORD
    total = (total + len(data)) & WORD
    for shift, prime in ((33, second), (29, third)):
        total = (total ^ total >> shift) * prime & WORD
    return total ^ total >> 32


def test_the_hash_is_xxh64() -> None:
    # The published test vector of 32 bytes and more is made with bytes 0, 1, 2 ...
    assert slow_xxh64(bytes(range(32))) == 0xCBF59C5116FF32B4


@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_the_kernel_agrees_with_the_specification(lines: int, random: object) -> None:
    data = bytes(random.getrandbits(8) for _ in range(64 * lines))  # type: ignore[attr-defined]
    words = np.frombuffer(data, np.uint64)
    assert int(hash_block(words)) == slow_xxh64(data)
    starts = np.arange(0, 8 * lines, 8)
    hashes = np.zeros(lines, np.uint64)
    hash_columns(words, starts, starts + 8, hashes)
    assert hashes.tolist() == [slow_xxh64(data[at : at + 64]) for at in range(0, 64 * lines, 64)]


class Inner(Table):
    """A table in a table."""

    bits: np.ndarray


class Outer(Table):
    """Columns of odd sizes."""

    wide: np.ndarray
    empty: np.ndarray
    inner: Inner


def make(seed: int = 1, level: str = "", count: int = 5, **further: object) -> State:
    """A small state."""
    inner = Inner(np.arange(3, dtype=np.uint8))
    table = Outer(np.arange(3.0 * count).reshape(count, 3), np.zeros(0, np.int32), inner)
    return State({"x": table}, {"seed": seed, "level": level, **further})


def test_columns_are_views_of_one_block_with_their_first_values() -> None:
    state = make()
    table = state.tables["x"]
    assert isinstance(table, Outer)
    assert table.wide.tolist() == np.arange(15.0).reshape(5, 3).tolist()
    assert table.inner.bits.tolist() == [0, 1, 2]
    assert [name for name, _ in state.columns()] == ["x.wide", "x.empty", "x.inner.bits"]
    before = state.hash()
    table.inner.bits[1] = 77
    assert state.hash() != before
    assert b"\x00\x4d\x02" in state.snapshot()
    for _, column in state.columns():
        assert column.ctypes.data % 64 == 0


def test_every_column_counts_in_the_hash_and_is_named() -> None:
    state = make()
    for name, column in state.columns():
        if column.size:
            before = state.column_hashes()
            column.view(np.uint8).reshape(-1)[-1] ^= 1
            after = state.column_hashes()
            assert [key for key in after if after[key] != before[key]] == [name]


def test_foreign_and_damaged_snapshots_are_refused_in_one_line() -> None:
    state = make()
    saved = state.snapshot()
    other_version = bytearray(saved)
    other_version[8] += 1
    damaged = bytearray(saved)
    damaged[63] ^= 1
    for bad, word in (
        (b"", "not a snapshot"),
        (b"ARENASNP", "not a snapshot"),
        (saved[:-1], "bytes"),
        (saved + b"\0", "bytes"),
        (bytes(other_version), "version"),
        (bytes(damaged), "header is damaged"),
        (make(count=6).snapshot(), "other names, types or sizes"),
        (make(seed=2).snapshot(), "from another seed$"),
        (make(level="x").snapshot(), "from another level$"),
        (make(seed=2, level="x", count=6).snapshot(), "from another seed and another level$"),
        (make(mode="a").snapshot(), "other names, types or sizes"),
    ):
        with pytest.raises(ValueError, match=word) as refusal:
            state.restore(bad)
        assert "\n" not in str(refusal.value)
        assert state.snapshot() == saved
    state.tables["x"].wide[:] = 9.0  # type: ignore[attr-defined]
    state.restore(saved)
    assert state.snapshot() == saved


def test_every_bit_and_every_length_of_a_snapshot_count() -> None:
    state = make()
    saved = state.snapshot()
    for bit in range(8 * len(saved)):
        turned = bytearray(saved)
        turned[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError, match="snapshot"):
            state.restore(bytes(turned))
    for length in range(len(saved)):
        with pytest.raises(ValueError, match="snapshot"):
            state.restore(saved[:length])
    assert state.snapshot() == saved


@given(st.lists(st.integers(0, WORD), min_size=1, max_size=9), st.data())
def test_the_checksum_is_a_keyed_sum_of_products(numbers: list[int], data: st.DataObject) -> None:
    def slow(numbers: list[int]) -> int:
        mixed = [number ^ (place * PRIMES[0] & WORD) for place, number in enumerate(numbers, 1)]
        return sum(numbers + [(mix & 0xFFFFFFFF) * (mix >> 32) for mix in mixed]) & WORD

    assert int(checksum(np.array(numbers, np.uint64))) == slow(numbers)
    place = data.draw(st.integers(0, len(numbers) - 1))
    other = [*numbers]
    other[place] ^= 1 << data.draw(st.integers(0, 63))
    assert int(checksum(np.array(other, np.uint64))) != slow(numbers)


def test_workspace_is_not_state() -> None:
    world = World(WorldConfig(enemies=4, asteroids=4, bullets=4))
    inside = [column for _, column in world.state.columns()]
    for name, array in world.workspace.arrays():
        assert not any(np.shares_memory(array, column) for column in inside if array.size), name
