"""Counter-based random numbers: a pure function of (seed, stream, tick, row), the same on every machine.

Called from kernels and from Python, once per random decision. Each use has its own RNG stream.
Mixing is Stafford's variant 13 of the MurmurHash3 finaliser, as in SplitMix64 (Steele, Lea, Flood, 2014).
"""

import math
from enum import IntEnum

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import Integer
from arena.sphere import quadrant_sine_cosine


class Stream(IntEnum):
    """RNG streams. Append new ones at the end; the numbers are part of every replay."""

    PLACE = 0
    VELOCITY = 1
    SIZE = 2
    MATERIAL = 3
    LANDING = 4
    SPLIT = 5
    SPREAD = 6
    MIND = 7
    WAVE = 8
    STRESS = 9
    QUARANTINE = 10
    DROP = 11
    TIDE = 12
    LOAD = 13
    CRATE = 14
    SHARD = 15
    VOLLEY = 16
    VARIETY = 17
    DISASTER = 18


GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
TO_UNIT = 2.0**-53


@inline
def _mix(value: Integer):
    v = (value ^ (value >> np.uint64(30))) * FIRST
    v = (v ^ (v >> np.uint64(27))) * SECOND
    return v ^ (v >> np.uint64(31))


@kernel
def uniform(seed: int, stream: int, tick: int, row: int) -> float:
    """A float64 in [0, 1). `seed` is any 64-bit integer, the others are small non-negative integers."""
    state = _mix(np.uint64(seed) + GOLDEN * np.uint64(stream + 1))
    state = _mix(state + GOLDEN * np.uint64(tick + 1))
    state = _mix(state + GOLDEN * np.uint64(row + 1))
    return np.float64(state >> np.uint64(11)) * TO_UNIT


@kernel
def direction(seed: int, stream: int, tick: int, row: int) -> tuple[float, float, float]:
    """A unit vector, uniform on the sphere (Archimedes: height and longitude are uniform)."""
    height = 2.0 * uniform(seed, stream, tick, 2 * row) - 1.0
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, stream, tick, 2 * row + 1))
    side = math.sqrt(max(0.0, 1.0 - height * height))
    return side * cosine, side * sine, height


@kernel
def normal(seed: int, stream: int, tick: int, row: int) -> float:
    """Approximately standard normal number within -6..6.

    It is the centred sum of twelve uniforms, which needs no logarithm.
    """
    total = -6.0
    for i in range(12):
        total += uniform(seed, stream, tick, 12 * row + i)
    return total
