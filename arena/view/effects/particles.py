"""Particles: how each began, in rings of rows that the renderer uploads once and animates in closed form.

Nothing is advanced here. A row holds place, velocity, life and look at birth; the vertex shaders of
`shaders/particles` compute the rest from its age. Each layer has a ring of its own, because it is drawn apart
and because its particles live about as long as one another: what lies between its oldest live row and its
newest is what is drawn.
"""

import math
from enum import IntEnum

import numpy as np

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, U32, U64, Integer, Real
from arena.jit.tables import Table
from arena.vectors import Vector, add, dot, length, put, scaled, subtract


class ParticleShape(IntEnum):
    """Look and motion of a particle, see `shaders/particles`."""

    SCORCH = 0  # a dark place on the ground
    SMOKE = 1  # hides what lies below; shocks push it
    PLATE = 2  # a flat piece that tumbles, falls onto the ground and cools
    GLOW = 3  # light that only glows, and is limited for eyes' sake
    FLASH = 4  # the same with a white core
    FIRE = 5  # billows that cool from white to red
    CORE = 6  # light that grows, and ends at its brightest
    SPARK = 7  # thin and fast, drawn out along its way
    STREAK = 8  # one thin line; its drag is the time of flight that it is long [s]


class Layer(IntEnum):
    """Rings of particles, in the order in which they are drawn."""

    SMOKE = 0  # what hides: scorch, smoke and plates
    FIRE = 1
    SPARKS = 2


LAYERS = len(Layer)
LAYER_OF_SHAPE = np.full(len(ParticleShape), Layer.FIRE, np.int64)
LAYER_OF_SHAPE[[ParticleShape.SCORCH, ParticleShape.SMOKE, ParticleShape.PLATE]] = Layer.SMOKE
LAYER_OF_SHAPE[[ParticleShape.SPARK, ParticleShape.STREAK]] = Layer.SPARKS
LINE = 256
"""Rows in a line of the texture that the renderer keeps a ring in."""
CAPACITY = 400 * LINE
"""Rows of a ring; the oldest give way."""
ROW_FLOATS = 12
"""Place and birth; velocity and life; half width, drag, colour with light, shape with growth and seed."""
PERIOD = 1024.0
"""Times of birth count from 0 to this and begin anew [s]: single precision is exact enough for so long."""
LIGHT_MOST, GROWTH_MOST = 4.0, 8.0
"""Largest light and growth [1/s] that fit into a byte of a row."""
SYMBOLS = (
    *(f"LINE {LINE}", f"PERIOD {PERIOD}", f"LIGHT_MOST {LIGHT_MOST}", f"GROWTH_MOST {GROWTH_MOST}"),
    *(f"{shape.name} {shape.value}" for shape in ParticleShape),
)
"""Numbers that the shaders know by these names."""
EASE_OUTWARD = 0.6
"""Share of a spark's climb that is taken away: sparks keep near the shell."""
SLOWEST, SHORTEST, SMALLEST = 0.25, 0.35, 0.5
"""Of the speed, life and size that are asked for, where they vary."""
PUSHES = 16
"""Shocks that push smoke at the same time."""
PUSH_FADE, PUSH_OVER = 1.2, 8.0
"""Time in which smoke comes back by a factor e, and after which a push is forgotten [s]."""

Motion = tuple[Real, Real, Real]
Look = tuple[Real, Real, Real, Real]
Times = tuple[Real, Real]
"""See `throw_particles`."""


class Particles(Table):
    """Rings of particles, and the shocks that push them.

    A row's place in its ring is its number modulo CAPACITY.
    """

    rows: F32  # shape (LAYERS, CAPACITY, ROW_FLOATS)
    words: U32  # the same memory
    written: I64  # particles ever begun in each layer, shape (LAYERS,)
    oldest: I64  # number of the first that may live in each layer, shape (LAYERS,)
    now: F64  # [s], shape (1,)
    pushes: F32  # unit centre, time of birth, reach [u], life [s], strength [u], 0; shape (PUSHES, 8)
    random: U64  # state of the generator, shape (1,)

    @property
    def living(self) -> int:
        """Rows from the oldest live one to the newest, of all layers."""
        return int((self.written - self.oldest).sum())


def create_particles(seed: int) -> Particles:
    """Clear air."""
    rows = np.zeros((LAYERS, CAPACITY, ROW_FLOATS), np.float32)
    return Particles(
        rows=rows, words=rows.view(np.uint32), written=np.zeros(LAYERS, np.int64),
        oldest=np.zeros(LAYERS, np.int64), now=np.zeros(1), pushes=np.zeros((PUSHES, 8), np.float32),
        random=np.full(1, seed * 2 + 1, np.uint64),
    )  # fmt: skip


def clear_particles(particles_inout: Particles) -> None:
    """End all of them."""
    particles_inout.oldest[:] = particles_inout.written
    particles_inout.pushes[:] = 0.0


@inline
def random_share(particles_inout: Particles) -> Real:
    """A number in 0..1, by a multiplicative congruential generator modulo 2^64 (its upper bits are good)."""
    state = particles_inout.random[0] * np.uint64(0xD1342543DE82EF95) + np.uint64(0x9E3779B97F4A7C15)
    particles_inout.random[0] = state
    return np.float64(state >> np.uint64(11)) * (1.0 / (1 << 53))


@inline
def as_byte(share: Real) -> Integer:
    """A share as one of 256 steps."""
    return np.int64(min(max(share, 0.0), 1.0) * 255.0 + 0.5)


@inline
def add_particle(
    particles_inout: Particles, position: Vector, velocity: Vector, drag: Real, look: Look, color: Vector,
    life: Real, delay: Real,
) -> None:  # fmt: skip
    """Begin one, `delay` from now; `look` is shape, half width [u], growth [1/s] and light."""
    p = particles_inout
    shape, size, growth, light = np.int64(look[0]), look[1], look[2], look[3]
    layer = LAYER_OF_SHAPE[shape]
    row = p.written[layer] % CAPACITY
    if DEBUG:
        assert np.isfinite(dot(position, position) + dot(velocity, velocity)), "add_particle: not finite"
        assert 0.0 <= delay + life < 0.5 * PERIOD, "add_particle: lives too long for its clock"
    p.written[layer] += 1
    one, words = p.rows[layer, row], p.words[layer, row]
    one[0], one[1], one[2] = position
    one[3] = (p.now[0] + delay) % PERIOD
    one[4], one[5], one[6] = velocity
    one[7], one[8], one[9] = life, size, drag
    tint = as_byte(color[0]) | as_byte(color[1]) << 8 | as_byte(color[2]) << 16
    words[10] = np.uint32(tint | as_byte(light / LIGHT_MOST) << 24)
    grown, seed = as_byte(0.5 + 0.5 * growth / GROWTH_MOST), as_byte(random_share(p))
    words[11] = np.uint32(shape | grown << 8 | seed << 16)


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
            from `aim`, 0 for all sides; drag [1/s].
        look: shape, and of the largest half width [u], growth [1/s] and light.
        color: red, green and blue.
        variety: 0, all alike, to 1.
        times: life of the longest [s], and how long from now they begin [s].
    """
    (speed, cone, drag), (shape, size, growth, light), (life, delay) = motion, look, times
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
        one = shape, width, growth, light
        add_particle(particles_inout, place, velocity, drag, one, color, lasts, delay)


@inline
def age_of(now: Real, birth: Real) -> Real:
    """Age of what was born at a time modulo PERIOD [s], negative before it begins."""
    age = now % PERIOD - birth
    return age - PERIOD * round(age / PERIOD)


@kernel
def pass_time(particles_inout: Particles, elapsed_s: Real) -> None:
    """Let the clock run, and leave out what has ended at the old end of each ring: each row once."""
    p = particles_inout
    p.now[0] += elapsed_s
    for layer in range(LAYERS):
        at, end = max(p.oldest[layer], p.written[layer] - CAPACITY), p.written[layer]
        while at < end:
            row = at % CAPACITY
            if age_of(p.now[0], np.float64(p.rows[layer, row, 3])) < p.rows[layer, row, 7]:
                break
            at += 1
        p.oldest[layer] = at
    for push in range(PUSHES):
        if p.pushes[push, 6] > 0.0 and age_of(p.now[0], np.float64(p.pushes[push, 3])) > PUSH_OVER:
            p.pushes[push, 6] = 0.0


@kernel
def push_smoke(
    particles_inout: Particles, position: Vector, reach: Real, life: Real, strength: Real, delay: Real
) -> None:
    """Let a shock push the smoke that it passes, in the place of the one that is felt least by now."""
    p, least, weakest = particles_inout, 0, np.inf
    for push in range(PUSHES):
        age = age_of(p.now[0], np.float64(p.pushes[push, 3]))
        felt = p.pushes[push, 6] * math.exp(-max(age, 0.0) / PUSH_FADE)
        if felt < weakest:
            least, weakest = push, felt
    if strength > weakest:
        put(p.pushes, least, scaled(position, 1.0 / max(length(position), 1e-6)))
        p.pushes[least, 3] = (p.now[0] + delay) % PERIOD
        p.pushes[least, 4], p.pushes[least, 5], p.pushes[least, 6] = reach, life, strength
