"""What each event leaves in the air, as rows of numbers: glows, sparks, embers, waves and shakes.

`arena.view.feedback` runs these rows over the events of a tick. A number with two parts is `base + slope *
size`, with the event's own size (see `arena.sim.events.Event`).
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.events import Event
from arena.sim.kinds import KIND_COUNT
from arena.view.palette import Palette, ship_colors

F32 = NDArray[np.float32]


class Shape(IntEnum):
    """What a row makes."""

    GLOW = 0
    SPARKS = 1
    EMBERS = 2
    WAVE = 3


class Tint(IntEnum):
    """Rows of the colours, behind those of the kinds of ships."""

    SUBJECT = -1  # the colour of who it happened to
    FIRE = KIND_COUNT
    DUST = KIND_COUNT + 1
    WHITE_HOT = KIND_COUNT + 2
    HURT = KIND_COUNT + 3
    PLAYER = KIND_COUNT + 4
    BOOST = KIND_COUNT + 5
    WARNING = KIND_COUNT + 6
    PLAYER_BULLET = KIND_COUNT + 7
    ENEMY_BULLET = KIND_COUNT + 8
    ASH = KIND_COUNT + 9


FIXED_TINTS = ((1.0, 0.62, 0.22), (0.85, 0.70, 0.55), (1.0, 0.93, 0.80), (1.0, 0.25, 0.22))
"""Fire, dust, white heat and hurt look the same in every palette."""

ASH = (0.62, 0.70, 0.80)
"""What is left of a ship: no colour of anybody who flies."""

ENEMY_SHOT = len(Event)
"""Shots of enemies have a recipe of their own, behind those of the events."""
LARGE_KILLED, LARGE_BURST = ENEMY_SHOT + 1, ENEMY_SHOT + 2
"""So have ships and asteroids of at least this radius [u], carriers, bosses and their parts among them."""
LARGE_SHIP, LARGE_ROCK = 1.2, 2.0
RECIPE_COUNT = LARGE_BURST + 1

Scaled = tuple[float, float]


class Part(NamedTuple):
    """One thing that an event leaves."""

    shape: Shape
    tint: Tint
    life: float  # [s]
    size: Scaled  # half width, or how far a wave runs [u]
    count: Scaled = (1.0, 0.0)
    count_max: float = 1000.0
    speed: Scaled = (0.0, 0.0)  # [u/s]
    light: float = 1.0
    growth: float = 0.0  # [1/s], relative
    thickness: float = 0.0  # of a wave [u]
    strength: Scaled = (0.0, 0.0)  # that a wave pushes the lattice by [u]


class Recipe(NamedTuple):
    """All that one event leaves, how much it matters, and how it shakes."""

    parts: tuple[Part, ...]
    weight: float  # of the event among others; the weightiest and nearest are shown
    reach: Scaled  # of the whole [u]; events farther than this from what is seen leave nothing
    jolt: Scaled = (0.0, 0.0)
    jolt_max: float = 1.0


def _glow(tint: Tint, size: Scaled, life: float, light: float, growth: float) -> Part:
    return Part(Shape.GLOW, tint, life, size, light=light, growth=growth)


def _sparks(
    tint: Tint, count: Scaled, speed: Scaled, life: float, size: Scaled, count_max: float = 1000.0
) -> Part:
    return Part(Shape.SPARKS, tint, life, size, count, count_max, speed)


def _embers(tint: Tint, count: Scaled, speed: Scaled, life: float, size: Scaled) -> Part:
    return Part(Shape.EMBERS, tint, life, size, count, speed=speed)


def _wave(tint: Tint, reach: Scaled, life: float, thickness: float, strength: Scaled) -> Part:
    return Part(Shape.WAVE, tint, life, reach, thickness=thickness, strength=strength)


def _explosion(tint: Tint) -> tuple[Part, ...]:
    """Of a ship; the event's size is its radius.

    Only its first flash has the ship's colour: sparks and waves in the colour of those who still fly would
    hide them, and one who is gone hurts nobody.
    """
    return (
        _glow(Tint.WHITE_HOT, (1.0, 3.2), 0.16, 0.9, 2.0),
        _glow(tint, (1.0, 2.6), 0.26, 0.6, 1.2),
        _sparks(Tint.ASH, (26.0, 18.0), (19.0, 0.0), 0.42, (0.07, 0.0)),
        _sparks(Tint.WHITE_HOT, (16.0, 0.0), (9.0, 0.0), 0.34, (0.07, 0.0)),
        _sparks(Tint.ASH, (4.0, 4.0), (7.5, 0.0), 1.0, (0.13, 0.06)),
        _embers(Tint.ASH, (8.0, 0.0), (3.5, 0.0), 0.5, (0.15, 0.4)),
        _wave(Tint.ASH, (3.5, 3.5), 0.45, 0.3, (0.9, 0.5)),
    )


def _large_explosion(tint: Tint) -> tuple[Part, ...]:
    """Of a large ship: a hard flash, then a wide slow fire; debris that flies far; a shock in two rings.

    Debris is pale and thin, and leaves the middle at once: it is the fire that lasts there, and that is soft.
    """
    return (
        _glow(Tint.WHITE_HOT, (1.5, 3.0), 0.14, 0.9, 1.0),
        _glow(tint, (2.0, 2.2), 0.34, 0.4, 1.2),
        _glow(Tint.FIRE, (2.0, 1.5), 0.85, 0.22, 0.5),
        _sparks(Tint.ASH, (70.0, 34.0), (27.0, 1.2), 0.75, (0.09, 0.0), 280.0),
        _sparks(Tint.WHITE_HOT, (18.0, 6.0), (15.0, 1.0), 0.38, (0.08, 0.0), 60.0),
        _sparks(Tint.ASH, (14.0, 9.0), (13.0, 1.0), 1.7, (0.20, 0.035), 80.0),
        _embers(Tint.ASH, (10.0, 3.0), (4.0, 0.5), 0.9, (0.4, 0.35)),
        _wave(Tint.ASH, (7.0, 3.6), 0.7, 0.6, (1.6, 0.35)),
        _wave(Tint.WHITE_HOT, (3.5, 2.4), 0.38, 0.3, (0.0, 0.0)),
    )


def _of_size(parts: tuple[Part, ...], size: float) -> tuple[Part, ...]:
    """The same for events that bring no size of their own."""

    def fixed(scaled: Scaled) -> Scaled:
        return scaled[0] + scaled[1] * size, 0.0

    def sized(part: Part) -> Part:
        strength = fixed(part.strength)
        return part._replace(
            size=fixed(part.size), count=fixed(part.count), speed=fixed(part.speed), strength=strength
        )

    return tuple(map(sized, parts))


RECIPES: dict[int, Recipe] = {
    Event.SHOT: Recipe((_glow(Tint.PLAYER_BULLET, (1.0, 0.0), 0.07, 1.0, 4.0),), 1.0, (2.0, 0.0)),
    ENEMY_SHOT: Recipe((_glow(Tint.ENEMY_BULLET, (0.8, 0.0), 0.07, 0.8, 4.0),), 1.0, (2.0, 0.0)),
    Event.COLLECTED: Recipe(
        (
            _wave(Tint.PLAYER, (2.4, 0.0), 0.4, 0.5, (0.3, 0.0)),
            _sparks(Tint.PLAYER, (14.0, 0.0), (8.0, 0.0), 0.4, (0.07, 0.0)),
        ),
        10.0,
        (3.0, 0.0),
    ),
    Event.ARMED: Recipe((_wave(Tint.PLAYER, (1.6, 0.0), 0.25, 0.3, (0.0, 0.0)),), 3.0, (2.0, 0.0)),
    Event.NEAR_MISS: Recipe(
        (
            _sparks(Tint.WHITE_HOT, (6.0, 0.0), (7.0, 0.0), 0.3, (0.06, 0.0)),
            _wave(Tint.BOOST, (1.3, 0.0), 0.25, 0.22, (0.0, 0.0)),
        ),
        9.0,
        (3.0, 0.0),
    ),
    Event.CHAIN: Recipe((_wave(Tint.BOOST, (2.0, 0.05), 0.4, 0.35, (0.2, 0.0)),), 9.0, (4.0, 0.0)),
    Event.HIT: Recipe(
        (
            _glow(Tint.WHITE_HOT, (0.6, 0.0), 0.1, 0.7, 3.0),
            _sparks(Tint.PLAYER_BULLET, (7.0, 0.0), (13.0, 0.0), 0.28, (0.055, 0.0)),
        ),
        2.0,
        (4.0, 0.0),
    ),
    Event.KILLED: Recipe(_explosion(Tint.SUBJECT), 12.0, (10.0, 4.0), (0.0, 0.22)),
    Event.BURST: Recipe(
        (
            _glow(Tint.WHITE_HOT, (0.5, 1.6), 0.14, 0.6, 2.0),
            _sparks(Tint.DUST, (10.0, 14.0), (9.0, 2.0), 0.8, (0.06, 0.03)),
            _embers(Tint.DUST, (4.0, 4.0), (2.5, 1.0), 0.9, (0.2, 0.35)),
            _wave(Tint.DUST, (2.0, 3.0), 0.5, 0.35, (0.0, 0.5)),
        ),
        8.0,
        (8.0, 4.0),
        (0.0, 0.12),
    ),
    LARGE_KILLED: Recipe(_large_explosion(Tint.SUBJECT), 30.0, (16.0, 5.0), (0.15, 0.16)),
    LARGE_BURST: Recipe(
        (
            _glow(Tint.WHITE_HOT, (0.8, 1.6), 0.12, 0.6, 1.5),
            _glow(Tint.DUST, (1.0, 1.8), 0.5, 0.22, 0.7),
            _sparks(Tint.DUST, (20.0, 18.0), (12.0, 2.0), 0.9, (0.07, 0.03), 110.0),
            _sparks(Tint.DUST, (6.0, 4.0), (8.0, 1.5), 1.5, (0.22, 0.04), 24.0),
            _embers(Tint.DUST, (6.0, 4.0), (3.0, 1.0), 1.1, (0.3, 0.4)),
            _wave(Tint.DUST, (4.0, 3.4), 0.6, 0.45, (0.6, 0.5)),
        ),
        10.0,
        (10.0, 5.0),
        (0.0, 0.14),
    ),
    Event.BUMP: Recipe(
        (_sparks(Tint.WHITE_HOT, (0.0, 1.0), (5.0, 0.0), 0.3, (0.05, 0.0), 8.0),), 0.5, (2.0, 0.0)
    ),
    Event.LANDED: Recipe(
        (
            _wave(Tint.ASH, (2.0, 2.0), 0.4, 0.25, (0.5, 0.0)),
            _sparks(Tint.ASH, (8.0, 0.0), (7.0, 0.0), 0.35, (0.07, 0.0)),
        ),
        6.0,
        (4.0, 2.0),
    ),
    Event.DEPLOYED: Recipe(
        (
            _wave(Tint.SUBJECT, (1.0, 2.5), 0.45, 0.22, (0.2, 0.0)),
            _glow(Tint.SUBJECT, (1.0, 1.0), 0.2, 0.6, 2.0),
        ),
        5.0,
        (2.0, 3.0),
    ),
    Event.BOSS_STAGE: Recipe(
        (
            _glow(Tint.WHITE_HOT, (11.0, 0.0), 0.3, 0.8, 1.5),
            _sparks(Tint.WHITE_HOT, (120.0, 0.0), (22.0, 0.0), 1.1, (0.14, 0.0)),
            _embers(Tint.FIRE, (30.0, 0.0), (6.0, 0.0), 1.2, (1.1, 0.0)),
            _wave(Tint.SUBJECT, (22.0, 0.0), 0.9, 0.9, (1.6, 0.0)),
        ),
        90.0,
        (24.0, 0.0),
        (0.5, 0.0),
    ),
    Event.BOOST: Recipe(
        (
            _wave(Tint.BOOST, (4.0, 0.0), 0.4, 0.3, (0.8, 0.0)),
            _sparks(Tint.BOOST, (30.0, 0.0), (12.0, 0.0), 0.45, (0.08, 0.0)),
        ),
        20.0,
        (6.0, 0.0),
    ),
    Event.BOMB: Recipe(
        (
            _wave(Tint.PLAYER, (0.0, 1.0), 0.75, 1.7, (3.2, 0.0)),
            _wave(Tint.WHITE_HOT, (0.0, 0.7), 0.5, 0.8, (0.0, 0.0)),
            _glow(Tint.WHITE_HOT, (5.0, 0.0), 0.14, 0.4, 1.0),
            _glow(Tint.PLAYER, (9.0, 0.0), 0.6, 0.34, 1.4),
            _sparks(Tint.PLAYER, (240.0, 0.0), (38.0, 0.0), 0.9, (0.13, 0.0)),
            _sparks(Tint.PLAYER, (50.0, 0.0), (24.0, 0.0), 1.5, (0.20, 0.0)),
        ),
        100.0,
        (10.0, 1.0),
        (0.8, 0.0),
    ),
    Event.PLAYER_HURT: Recipe(
        (_sparks(Tint.HURT, (14.0, 0.0), (10.0, 0.0), 0.4, (0.07, 0.0)),),
        20.0,
        (4.0, 0.0),
        (0.2, 1.0 / 60.0),
        0.6,
    ),
    Event.PLAYER_KILLED: Recipe(
        (
            *_of_size(_explosion(Tint.PLAYER), 2.2),
            _wave(Tint.HURT, (16.0, 0.0), 1.1, 1.1, (2.0, 0.0)),
            _sparks(Tint.WHITE_HOT, (140.0, 0.0), (26.0, 0.0), 1.3, (0.12, 0.0)),
        ),
        100.0,
        (20.0, 0.0),
        (0.22 * 2.2, 0.0),
    ),
}  # fmt: skip
"""By event; what is not here leaves nothing."""


class RecipeTable(Table):
    """The recipes as kernels take them."""

    first: NDArray[np.int64]  # row of each recipe's first part, shape (RECIPE_COUNT + 1,)
    weight: F32  # 0 where an event leaves nothing, shape (RECIPE_COUNT,)
    reach: F32  # [u], base and slope, shape (RECIPE_COUNT, 2)
    jolt: F32  # base, slope and most, shape (RECIPE_COUNT, 3)
    shape: NDArray[np.int64]  # Shape, shape (parts,)
    tint: NDArray[np.int64]  # Tint, shape (parts,)
    numbers: F32  # as in `NUMBERS`, shape (parts, len(NUMBERS))


NUMBERS = (
    *("life", "size", "size_slope", "count", "count_slope", "count_max", "speed", "speed_slope"),
    *("light", "growth", "thickness", "strength", "strength_slope"),
)
LIFE, SIZE, SIZE_SLOPE, COUNT, COUNT_SLOPE, COUNT_MAX, SPEED, SPEED_SLOPE = range(8)
LIGHT, GROWTH, THICKNESS, STRENGTH, STRENGTH_SLOPE = range(8, len(NUMBERS))


def recipe_table() -> RecipeTable:
    """Build the table from `RECIPES`."""
    recipes = [RECIPES.get(kind, Recipe((), 0.0, (0.0, 0.0))) for kind in range(RECIPE_COUNT)]
    parts = [part for recipe in recipes for part in recipe.parts]
    return RecipeTable(
        first=np.concatenate([[0], np.cumsum([len(recipe.parts) for recipe in recipes])]).astype(np.int64),
        weight=np.array([recipe.weight for recipe in recipes], np.float32),
        reach=np.array([recipe.reach for recipe in recipes], np.float32),
        jolt=np.array([(*recipe.jolt, recipe.jolt_max) for recipe in recipes], np.float32),
        shape=np.array([part.shape for part in parts], np.int64),
        tint=np.array([part.tint for part in parts], np.int64),
        numbers=np.array([_numbers(part) for part in parts], np.float32),
    )


def _numbers(part: Part) -> tuple[float, ...]:
    return (
        *(part.life, *part.size, *part.count, part.count_max, *part.speed),
        *(part.light, part.growth, part.thickness, *part.strength),
    )


def tints(palette: Palette) -> F32:
    """Colours of the kinds of ships, then of every `Tint`, shape (n, 3)."""
    own = (palette.player, palette.boost, palette.warning, palette.player_bullet, palette.enemy_bullet)
    return np.concatenate([ship_colors(palette), np.array((*FIXED_TINTS, *own, ASH), np.float32)])
