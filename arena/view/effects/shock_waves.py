"""Waves: rings that run over the shell and bend the lattice on their way."""

import numpy as np

from arena.jit import DEBUG, kernel
from arena.jit.annotations import F32, F64, I64, Real
from arena.jit.tables import Table
from arena.vectors import Vector, length, put, scaled, vector
from arena.view.buffers import MarkRows, add_ring, put_three
from arena.view.culling import read_lens, sees

WAVE_CAPACITY = 96
THINNEST = 0.35
"""Share of its thickness that a wave ends with."""
COLOR, REACH, LIFE, THICKNESS, STRENGTH, AGE, FLOATS = 3, *range(6, 12)
"""Columns of a wave after its centre, which has the first three; FLOATS is their number."""


class ShockWaves(Table):
    """Rows at `count[0]` and beyond are stale; the others are in the order in which they began."""

    rows: F32
    """Unit centre, colour, reach along the shell [u], life [s], thickness and push of the lattice at first
    [u], age, negative before the start [s]; shape (WAVE_CAPACITY, FLOATS)."""
    count: I64  # shape (1,)


def create_waves() -> ShockWaves:
    """Still air."""
    return ShockWaves(np.zeros((WAVE_CAPACITY, FLOATS), np.float32), np.zeros(1, np.int64))


@kernel
def send_wave(
    waves_inout: ShockWaves, position: Vector, reach: Real, life: Real, color: Vector, thickness: Real,
    strength: Real, delay: Real,
) -> None:  # fmt: skip
    """Begin a wave, `delay` [s] from now; where there is no room, the oldest gives way."""
    rows, count = waves_inout.rows, waves_inout.count
    if count[0] == len(rows):
        for row in range(1, len(rows)):
            rows[row - 1] = rows[row]
        count[0] -= 1
    row = count[0]
    if DEBUG:
        assert 0 <= row < len(rows), "send_wave: row outside of the table"
        assert life > 0.0 and np.isfinite(length(position)), "send_wave: no life, or no place"
    put(rows, row, scaled(position, 1.0 / max(length(position), 1e-6)))
    put_three(rows, row, COLOR, color)
    rows[row, REACH], rows[row, LIFE], rows[row, AGE] = reach, life, -delay
    rows[row, THICKNESS], rows[row, STRENGTH] = thickness, strength
    count[0] = row + 1


@kernel
def advance_waves(waves_inout: ShockWaves, elapsed_s: Real) -> None:
    """Advance time; waves at their end are removed."""
    rows, kept = waves_inout.rows, 0
    for row in range(waves_inout.count[0]):
        rows[row, AGE] += elapsed_s
        if rows[row, AGE] < rows[row, LIFE]:
            rows[kept] = rows[row]
            kept += 1
    waves_inout.count[0] = kept


@kernel
def draw_waves(waves: ShockWaves, lens: F64, shell_radius: Real, marks_inout: MarkRows) -> None:
    """Append those that can be seen as rings."""
    view = read_lens(lens)
    for row in range(waves.count[0]):
        wave = waves.rows[row]
        if wave[AGE] < 0.0 or wave[THICKNESS] == 0.0:
            continue
        fade = 1.0 - wave[AGE] / wave[LIFE]
        center, radius = vector(waves.rows, row), np.float64(wave[REACH] * (1.0 - fade * fade * fade))
        if sees(view, scaled(center, shell_radius), radius):
            thickness = wave[THICKNESS] * (THINNEST + (1.0 - THINNEST) * fade)
            color = wave[COLOR], wave[COLOR + 1], wave[COLOR + 2], fade * fade
            add_ring(marks_inout, center, radius, thickness, 0.0, color)


def strongest_waves(waves: ShockWaves, most: int) -> F32:
    """Centre, radius [u] and strength [u] of what pushes the lattice, strongest first, shape (n, 5)."""
    running = waves.rows[: waves.count[0]]
    done = np.maximum(running[:, AGE], 0.0) / running[:, LIFE]
    strength = running[:, STRENGTH] * (1.0 - done) * (running[:, AGE] >= 0.0)
    rows = np.argsort(-strength, kind="stable")[:most]
    rows = rows[strength[rows] > 0.0]
    radius = running[rows, REACH] * (1.0 - (1.0 - done[rows]) ** 3)
    return np.column_stack([running[rows, :3], radius, strength[rows]]).astype(np.float32)
