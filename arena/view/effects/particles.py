"""Particles, in one table that kernels fill, advance and draw.

Live particles are rows 0 to count, oldest first: the cost depends on live ones only. At full
capacity, the oldest are overwritten.
"""

import math

import numpy as np

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, U64, Integer, Real, Row
from arena.jit.tables import Table
from arena.vectors import Vector, add, combined, cross, dot, length, put, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_sprite
from arena.view.culling import read_lens, sees

PARTICLE_CAPACITY = 75_000
PARTICLE_BUDGET = 8_192
"""Particles that live at the same time, unless the viewer is told otherwise."""
EASE_OUTWARD = 0.6
"""Share of a spark's climb that is taken away: sparks keep near the shell."""
SLOWEST, SHORTEST, SMALLEST = 0.25, 0.35, 0.5
"""Of the speed, life and size that are asked for, where they vary."""
SHARD = 1.5
"""Harder than this is a flat piece that tumbles."""
TUMBLE, SHARD_LENGTH = 11.0, 1.8  # [rad/s], half widths


Motion = tuple[Real, Real, Real, Real]
Look = tuple[Real, Real, Real, Real]
Times = tuple[Real, Real]
"""See `throw_particles`."""


class Particles(Table):
    """Rows at `count[0]` and beyond are stale."""

    position: F32  # [u], shape (capacity, 3)
    velocity: F32  # [u/s], shape (capacity, 3)
    color: F32  # red, green, blue and light, shape (capacity, 4)
    size: F32  # half width [u], shape (capacity,)
    growth: F32  # [1/s], relative, shape (capacity,)
    drag: F32  # [1/s] share of its speed that it loses, shape (capacity,)
    trail: F32  # [s] of motion that it is drawn out by, shape (capacity,)
    hardness: F32  # as of sprites, shape (capacity,)
    age: F32  # [s], negative: it has not begun yet, shape (capacity,)
    life: F32  # [s], shape (capacity,)
    count: I64  # live rows, shape (1,)
    budget: I64  # most rows that may live, shape (1,)
    oldest: I64  # row that gives way next, shape (1,)
    random: U64  # state of the generator, shape (1,)


def create_particles(capacity: int, seed: int) -> Particles:
    """Clear air."""
    names = ("size", "growth", "drag", "trail", "hardness", "age", "life")
    return Particles(
        position=np.zeros((capacity, 3), np.float32),
        velocity=np.zeros((capacity, 3), np.float32),
        color=np.zeros((capacity, 4), np.float32),
        **{name: np.zeros(capacity, np.float32) for name in names},
        count=np.zeros(1, np.int64),
        budget=np.full(1, min(capacity, PARTICLE_BUDGET), np.int64),
        oldest=np.zeros(1, np.int64),
        random=np.full(1, seed * 2 + 1, np.uint64),
    )


@inline
def random_share(particles_inout: Particles) -> Real:
    """A number in 0..1, by a multiplicative congruential generator modulo 2^64 (its upper bits are good)."""
    state = particles_inout.random[0] * np.uint64(0xD1342543DE82EF95) + np.uint64(0x9E3779B97F4A7C15)
    particles_inout.random[0] = state
    return np.float64(state >> np.uint64(11)) * (1.0 / (1 << 53))


@inline
def claim_row(particles_inout: Particles) -> Row:
    """A row for a new particle."""
    p = particles_inout
    if p.count[0] < p.budget[0]:
        p.count[0] += 1
        return p.count[0] - 1
    row = p.oldest[0] if p.oldest[0] < p.count[0] else 0
    p.oldest[0] = row + 1
    return row


@inline
def add_particle(
    particles_inout: Particles, position: Vector, velocity: Vector, drag: Real, trail: Real, look: Look,
    color: Vector, life: Real, delay: Real,
) -> None:  # fmt: skip
    """Begin one, `delay` from now; `look` is half width, growth, hardness and light."""
    p = particles_inout
    row = claim_row(p)
    size, growth, hardness, light = look
    if DEBUG:
        assert 0 <= row < len(p.size), "add_particle: row outside of the table"
        assert np.isfinite(dot(position, position) + dot(velocity, velocity)), "add_particle: not finite"
    put(p.position, row, position)
    put(p.velocity, row, velocity)
    p.color[row, 0], p.color[row, 1], p.color[row, 2], p.color[row, 3] = color[0], color[1], color[2], light
    p.size[row], p.growth[row], p.hardness[row] = size, growth, hardness
    p.drag[row], p.trail[row] = drag, trail
    p.age[row], p.life[row] = -delay, life


@inline
def random_direction(particles_inout: Particles) -> Vector:
    """Unit, evenly over the sphere (Marsaglia, "Choosing a Point from the Surface of a Sphere", 1972)."""
    while True:
        x, y = 2.0 * random_share(particles_inout) - 1.0, 2.0 * random_share(particles_inout) - 1.0
        square = x * x + y * y
        if square < 1.0:
            root = 2.0 * math.sqrt(1.0 - square)
            return x * root, y * root, 1.0 - 2.0 * square


@kernel
def throw_particles(
    particles_inout: Particles, place: Vector, aim: Vector, count: Integer, motion: Motion, look: Look,
    color: Vector, variety: Real, times: Times,
) -> None:  # fmt: skip
    """Throw `count` particles from a place, mostly along the shell.

    Args:
        particles_inout: all of them.
        place: [u].
        aim: unit vector that they fly along.
        count: how many.
        motion: speed of the fastest [u/s], negative against `aim`; cone, the tangent of how far they stray
            from `aim`, 0 for all sides; drag [1/s]; trail [s].
        look: half width [u], its growth [1/s], hardness and light of the largest.
        color: red, green and blue.
        variety: 0, all alike, to 1.
        times: life of the longest [s], and how long from now they begin [s].
    """
    (speed, cone, drag, trail), (size, growth, hardness, light), (life, delay) = motion, look, times
    outward = scaled(place, 1.0 / max(length(place), 1e-6))
    for _ in range(count):
        way = random_direction(particles_inout)
        if cone > 0.0:
            way = add(aim, scaled(way, cone))
        way = subtract(way, scaled(outward, EASE_OUTWARD * dot(way, outward)))
        share = random_share(particles_inout)
        pace = speed * (1.0 - variety * (1.0 - SLOWEST) * (1.0 - share * math.sqrt(share)))
        velocity = scaled(way, pace / max(length(way), 1e-6))
        width = size * (1.0 + variety * (random_share(particles_inout) - SMALLEST))
        lasts = life * (1.0 - variety * (1.0 - SHORTEST) * random_share(particles_inout))
        one = width, growth, hardness, light
        add_particle(particles_inout, place, velocity, drag, trail, one, color, lasts, delay)


@kernel
def advance_particles(particles_inout: Particles, elapsed_s: Real) -> None:
    """Advance time: move, slow down, grow and age particles; remove the dead ones."""
    p = particles_inout
    kept = 0
    for row in range(p.count[0]):
        age = p.age[row] + elapsed_s
        if age >= p.life[row]:
            continue
        velocity, passed = vector(p.velocity, row), min(max(age, 0.0), elapsed_s)
        put(p.position, kept, add(vector(p.position, row), scaled(velocity, passed)))
        # The implicit step: no exponential for each particle, and no drag is too strong for it.
        put(p.velocity, kept, scaled(velocity, 1.0 / (1.0 + np.float64(p.drag[row]) * passed)))
        p.size[kept] = p.size[row] * max(1.0 + p.growth[row] * passed, 0.0)
        p.age[kept] = age
        if kept != row:
            for channel in range(4):
                p.color[kept, channel] = p.color[row, channel]
            p.growth[kept], p.drag[kept], p.trail[kept] = p.growth[row], p.drag[row], p.trail[row]
            p.hardness[kept], p.life[kept] = p.hardness[row], p.life[row]
        kept += 1
    p.count[0] = kept
    p.oldest[0] = 0


@inline
def tumble(particles: Particles, row: Row, place: Vector) -> tuple[Vector, Real]:
    """(stretch, share of its light) of a flat piece that turns, each at a pace of its own."""
    p = particles
    turn = (np.float64(p.age[row]) + 7.0 * np.float64(p.life[row])) * TUMBLE
    cosine, sine = math.cos(turn), math.sin(turn)
    along = vector(p.velocity, row)
    along = scaled(along, 1.0 / max(length(along), 1e-6))
    across = scaled(cross(place, along), 1.0 / max(length(place), 1e-6))
    drawn = np.float64(p.size[row]) * SHARD_LENGTH * (0.5 + 0.5 * abs(cosine))
    return combined(along, drawn * cosine, across, drawn * sine), 0.6 + 0.4 * sine


@kernel
def draw_particles(particles: Particles, lens: F64, marks_inout: MarkRows) -> None:
    """Append those that can be seen as sprites."""
    p, view = particles, read_lens(lens)
    for row in range(p.count[0]):
        if p.age[row] < 0.0:
            continue
        place, stretch = vector(p.position, row), scaled(vector(p.velocity, row), np.float64(p.trail[row]))
        size, hardness, glint = np.float64(p.size[row]), p.hardness[row], 1.0
        if hardness > SHARD:
            stretch, glint = tumble(p, row, place)
        if not sees(view, place, size + abs(stretch[0]) + abs(stretch[1]) + abs(stretch[2])):
            continue
        fade = 1.0 - p.age[row] / p.life[row]
        light = p.color[row, 3] * fade * fade * (3.0 - 2.0 * fade) * glint
        shown = light if hardness < 0.0 else 1.0  # what hides has no other measure of its own light
        color = p.color[row, 0] * shown, p.color[row, 1] * shown, p.color[row, 2] * shown, light
        add_sprite(marks_inout, place, size, stretch, hardness, color)
