"""Recipes and their parts: constructors of each kind of light, spark, plate, smoke and wave.

A number with two parts is `base + slope * size`, with the event's own size (see
`arena.sim.tables.events.Event`).
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from arena.jit.annotations import F32
from arena.view.effects.particles import ParticleShape
from arena.view.palette import Palette, ship_colors

WAVE, LAMP = len(ParticleShape), len(ParticleShape) + 1
"""Shapes of parts that are no particles: a ring over the shell, and light upon what is around."""


class Tint(IntEnum):
    """Rows of the colours; those of kinds follow, see `KIND_FIRST`."""

    FLAME = -3  # the colour of the subject, as of fire: nobody who flies has it
    HULL = -2  # the colour of the subject, dimmed: debris is no threat
    SUBJECT = -1  # the colour of the subject
    FIRE = 0
    DUST = 1
    WHITE_HOT = 2
    HURT = 3
    PLAYER = 4
    BOOST = 5
    WARNING = 6
    PLAYER_BULLET = 7
    ENEMY_BULLET = 8
    SCATTER = 9
    LANCE = 10
    ASH = 11
    ROCK = 12
    ICE = 13
    METAL = 14
    HOT_METAL = 15
    SMOKE = 16
    FROST = 17
    HEAT = 18
    SOOT = 19


FIXED_TINTS = ((1.0, 0.62, 0.22), (0.85, 0.70, 0.55), (1.0, 0.93, 0.80), (1.0, 0.25, 0.22))
"""Fire, dust, white heat and hurt look the same in every palette."""
ASH = (0.62, 0.70, 0.80)
"""Colour of ship debris: no ship in flight has it."""
MATERIAL_TINTS = (
    *((0.54, 0.46, 0.38), (0.72, 0.88, 0.98), (0.42, 0.42, 0.45), (1.0, 0.60, 0.24)),
    *((0.30, 0.30, 0.33), (0.46, 0.56, 0.64), (1.0, 0.62, 0.28), (0.0, 0.0, 0.0)),
)
"""Chips of rock, ice and metal, metal that glows, smoke, the mist of ice, the heart of a fire, and soot."""
HULL_SHARE, HULL_GREY = 0.52, 0.06
"""Dimmed colour: share of the hull's own colour, and offset."""
FLAME_SHARE = 0.25
"""Share of the hull's own colour in its fire, the rest is fire's usual one."""
KIND_TINTS = 3
"""Colours of each kind, in the order of their tints from SUBJECT down."""
KIND_FIRST = len(Tint) - KIND_TINTS
"""Row of the first kind's colour; its others are behind it, then those of the next kind."""

Scaled = tuple[float, float]
ALL_SIDES, AHEAD = 0.0, 1e-3
"""Cones of a spray to all sides, and of what flies along the direction of the event."""


class RecipePart(NamedTuple):
    """One thing that an event leaves."""

    shape: int  # ParticleShape, WAVE or LAMP
    tint: Tint
    life: float  # [s]
    size: Scaled  # half width, or reach of a wave [u]
    count: Scaled = (1.0, 0.0)
    count_max: float = 1000.0
    speed: Scaled = (0.0, 0.0)  # [u/s] of the fastest, negative: against the direction of the event
    light: float = 1.0
    growth: float = 0.0  # [1/s], relative, of glows; of plates, how hot they are
    thickness: float = 0.0  # of a wave [u]; without any it is not drawn
    strength: Scaled = (0.0, 0.0)  # that a wave pushes the lattice by [u]
    drag: float = 0.0  # [1/s] share of its speed that it loses; of a streak, time that it is long [s]
    variety: float = 0.0  # 0: all alike, 1: many are slower, smaller and shorter than said
    cone: float = ALL_SIDES  # tangent of the half angle about the direction of the event
    delay: float = 0.0  # [s] after the event


class SprayAxis(IntEnum):
    """Axis of a directed spray of particles."""

    NONE = 0
    NORMAL = 1  # away from the middle of whom it happened to
    FLIGHT = 2  # away from the attacker
    NOSE = 3  # heading of whom it happened to
    MOTION = 4  # velocity of whom it happened to


class Beats(NamedTuple):
    """Smaller explosions that follow: their parts are the recipe's SECONDARY."""

    count: Scaled = (0.0, 0.0)
    begin: float = 0.0  # [s] after the event
    span: float = 0.0  # [s] from the first to the last
    spread: Scaled = (0.0, 0.0)  # distance from the place of the event [u]
    size: Scaled = (0.0, 0.0)  # of each [u]


class Recipe(NamedTuple):
    """All that one event leaves, how much it matters, and how it shakes."""

    weight: float  # of the event among others; the weightiest and nearest are shown
    reach: Scaled  # of the whole [u]; events farther than this from what is seen leave nothing
    jolt: Scaled = (0.0, 0.0)
    jolt_max: float = 1.0
    aim: SprayAxis = SprayAxis.NONE
    beats: Beats = Beats()
    light: Tint = Tint.HEAT  # upon what is around
    parts: tuple[RecipePart, ...] = ()


def glow(tint: Tint, size: Scaled, life: float, light: float, growth: float = 0.0, speed: float = 0.0):
    """Light without an edge, that may fly ahead."""
    look = ParticleShape.GLOW, tint, life, size
    return RecipePart(*look, speed=(speed, 0.0), light=light, growth=growth, cone=AHEAD)


def flash(size: Scaled, life: float, light: float = 1.0, tint: Tint = Tint.WHITE_HOT) -> RecipePart:
    """Light of a few ticks, with a white core."""
    return RecipePart(ParticleShape.FLASH, tint, life, size, light=light, growth=2.0)


def core(tint: Tint, size: Scaled, life: float, light: float) -> RecipePart:
    """Light that grows until it ends."""
    return RecipePart(ParticleShape.CORE, tint, life, size, light=light)


def fire(
    count: Scaled, speed: Scaled, life: float, size: Scaled, light: float, tint: Tint = Tint.HEAT,
    cone: float = ALL_SIDES,
) -> RecipePart:  # fmt: skip
    """Billows of fire that part quickly and cool: no explosion is a disc."""
    look = ParticleShape.FIRE, tint, life, size, count, 60.0, speed, light
    return RecipePart(*look, drag=5.0, variety=0.8, cone=cone)


def sparks(
    tint: Tint, count: Scaled, speed: Scaled, life: float, size: float, drag: float = 2.2,
    cone: float = ALL_SIDES, most: float = 1000.0, delay: float = 0.0,
) -> RecipePart:  # fmt: skip
    """Thin and fast, along the shell; with much drag they stop where they die."""
    return RecipePart(
        *(ParticleShape.SPARK, tint, life, (size, 0.0), count, most, speed),
        drag=drag, variety=1.0, cone=cone, delay=delay,
    )  # fmt: skip


def plates(
    tint: Tint, count: Scaled, speed: Scaled, life: float, size: Scaled, most: float = 1000.0,
    light: float = 1.0, drag: float = 1.1, heat: float = 1.0,
) -> RecipePart:  # fmt: skip
    """Flat pieces that tumble, fall onto the ground and cool there."""
    return RecipePart(
        *(ParticleShape.PLATE, tint, life, size, count, most, speed, light, heat), drag=drag, variety=0.8
    )


def smoke(
    tint: Tint, count: Scaled, size: Scaled, life: float, light: float, speed: float = 5.0
) -> RecipePart:
    """Keeps a place in the eye after the light is gone."""
    return RecipePart(
        *(ParticleShape.SMOKE, tint, life, size, count, 60.0, (speed, 0.0), light), drag=3.0, variety=0.9
    )


def scorch(size: Scaled, life: float, light: float = 0.8) -> RecipePart:
    """Soot on the ground, that fades for long."""
    return RecipePart(ParticleShape.SCORCH, Tint.SOOT, life, size, light=light)


def streak(
    tint: Tint, length: float, life: float, size: float, speed: float, light: float = 1.0
) -> RecipePart:
    """A thin line that lies `length` [u] behind where it flies."""
    return RecipePart(
        *(ParticleShape.STREAK, tint, life, (size, 0.0), (1.0, 0.0), 1.0, (speed, 0.0), light),
        drag=length / abs(speed), cone=AHEAD,
    )  # fmt: skip


def wave(
    tint: Tint, reach: Scaled, life: float, thickness: float, strength: Scaled = (0.0, 0.0),
    delay: float = 0.0,
) -> RecipePart:  # fmt: skip
    """A ring that runs over the shell."""
    return RecipePart(WAVE, tint, life, reach, thickness=thickness, strength=strength, delay=delay)


def lamp(tint: Tint, size: float, speed: float, delay: float) -> RecipePart:
    """Light upon what is around, from the place of what flies at `speed`, `delay` after the event."""
    return RecipePart(LAMP, tint, 0.0, (size, 0.0), speed=(speed, 0.0), delay=delay)


def ripple(reach: float, life: float, strength: float) -> RecipePart:
    """A wave that is only seen by what it does to the lattice."""
    return wave(Tint.WHITE_HOT, (reach, 0.0), life, 0.0, (strength, 0.0))


def tints(palette: Palette) -> F32:
    """Colours of every `Tint` from FIRE on, then of each kind its own, shape (n, 3)."""
    own = (palette.player, palette.boost, palette.warning, palette.player_bullet, palette.enemy_bullet)
    named = (*FIXED_TINTS, *own, palette.scatter, palette.lance, ASH, *MATERIAL_TINTS)
    own_colors = ship_colors(palette)
    dimmed = own_colors * HULL_SHARE + HULL_GREY
    flames = own_colors * FLAME_SHARE + np.array(FIXED_TINTS[Tint.FIRE]) * (1.0 - FLAME_SHARE)
    of_kinds = np.stack([own_colors, dimmed, flames], axis=1).reshape(-1, 3)
    return np.concatenate([np.array(named, np.float32), of_kinds], dtype=np.float32)
