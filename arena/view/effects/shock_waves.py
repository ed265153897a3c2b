"""Waves: rings that run over the shell and bend the lattice on their way."""

import numpy as np

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, Real, Row
from arena.jit.tables import Table
from arena.vectors import Vector, length, put, scaled, vector
from arena.view.buffers import MarkRows, add_ring
from arena.view.culling import read_lens, sees

WAVE_CAPACITY = 96
THINNEST = 0.35
"""Share of its thickness that a wave ends with."""


class ShockWaves(Table):
    """Rows at `count[0]` and beyond are stale; the others are in the order in which they began."""

    center: F32  # unit, shape (capacity, 3)
    color: F32  # shape (capacity, 3)
    reach: F32  # [u] along the shell, shape (capacity,)
    life: F32  # [s], shape (capacity,)
    thickness: F32  # [u] at the start, shape (capacity,)
    strength: F32  # [u] that the lattice is pushed at the start, shape (capacity,)
    age: F32  # [s], negative: it has not begun yet, shape (capacity,)
    count: I64  # shape (1,)


def create_waves() -> ShockWaves:
    """Still air."""
    names = ("reach", "life", "thickness", "strength", "age")
    return ShockWaves(
        center=np.zeros((WAVE_CAPACITY, 3), np.float32),
        color=np.zeros((WAVE_CAPACITY, 3), np.float32),
        **{name: np.zeros(WAVE_CAPACITY, np.float32) for name in names},
        count=np.zeros(1, np.int64),
    )


@inline
def move_wave(waves_inout: ShockWaves, source: Row, target: Row) -> None:
    """Copy a row."""
    w = waves_inout
    put(w.center, target, vector(w.center, source))
    put(w.color, target, vector(w.color, source))
    w.reach[target], w.life[target], w.age[target] = w.reach[source], w.life[source], w.age[source]
    w.thickness[target], w.strength[target] = w.thickness[source], w.strength[source]


@kernel
def send_wave(
    waves_inout: ShockWaves, position: Vector, reach: Real, life: Real, color: Vector, thickness: Real,
    strength: Real, delay: Real,
) -> None:  # fmt: skip
    """Begin a wave, `delay` [s] from now; where there is no room, the oldest gives way."""
    w = waves_inout
    if w.count[0] == len(w.age):
        for row in range(1, len(w.age)):
            move_wave(w, row, row - 1)
        w.count[0] -= 1
    row = w.count[0]
    if DEBUG:
        assert 0 <= row < len(w.age), "send_wave: row outside of the table"
        assert life > 0.0 and np.isfinite(length(position)), "send_wave: no life, or no place"
    put(w.center, row, scaled(position, 1.0 / max(length(position), 1e-6)))
    put(w.color, row, color)
    w.reach[row], w.life[row], w.age[row] = reach, life, -delay
    w.thickness[row], w.strength[row] = thickness, strength
    w.count[0] = row + 1


@kernel
def advance_waves(waves_inout: ShockWaves, elapsed_s: Real) -> None:
    """Advance time; waves at their end are removed."""
    w = waves_inout
    kept = 0
    for row in range(w.count[0]):
        w.age[row] += elapsed_s
        if w.age[row] < w.life[row]:
            move_wave(w, row, kept)
            kept += 1
    w.count[0] = kept


@kernel
def draw_waves(waves: ShockWaves, lens: F64, shell_radius: Real, marks_inout: MarkRows) -> None:
    """Append those that can be seen as rings."""
    w, view = waves, read_lens(lens)
    for row in range(w.count[0]):
        if w.age[row] < 0.0 or w.thickness[row] == 0.0:
            continue
        fade = 1.0 - w.age[row] / w.life[row]
        center, radius = vector(w.center, row), np.float64(w.reach[row] * (1.0 - fade * fade * fade))
        if sees(view, scaled(center, shell_radius), radius):
            thickness = w.thickness[row] * (THINNEST + (1.0 - THINNEST) * fade)
            color = w.color[row, 0], w.color[row, 1], w.color[row, 2], fade * fade
            add_ring(marks_inout, center, radius, thickness, 0.0, color)


def strongest_waves(waves: ShockWaves, most: int) -> F32:
    """Centre, radius [u] and strength [u] of what pushes the lattice, strongest first, shape (n, 5)."""
    w, running = waves, int(waves.count[0])
    done = np.maximum(w.age[:running], 0.0) / w.life[:running]
    strength = w.strength[:running] * (1.0 - done) * (w.age[:running] >= 0.0)
    rows = np.argsort(-strength, kind="stable")[:most]
    rows = rows[strength[rows] > 0.0]
    radius = w.reach[rows] * (1.0 - (1.0 - done[rows]) ** 3)
    return np.column_stack([w.center[rows], radius, strength[rows]]).astype(np.float32)
