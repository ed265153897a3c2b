"""Effect recipes: rows of numbers for each event (light, sparks, plates, smoke, shock waves, shakes).

`arena.view.effects.feedback` runs these rows over the events of a tick. An explosion has a hard flash of a
few ticks, a shock wave, sparks along the shell, plates of the body's material, and smoke that marks the place
for longer. A large explosion repeats in beats. No effect is as bright for as long as a threat is.
"""

from enum import IntEnum
from typing import NamedTuple

from arena.sim.tables.events import Event
from arena.view.effects.recipe_parts import (
    RecipePart,
    Scaled,
    Tint,
    core,
    embers,
    fire,
    flash,
    glow,
    of_size,
    plates,
    ripple,
    scorch,
    smoke,
    sparks,
    streak,
    wave,
)

OWN = len(Event)
"""Recipes that are not simply an event's lie behind those of the events."""
ENEMY_SHOT, SCATTER_SHOT, LANCE_SHOT = OWN, OWN + 1, OWN + 2
"""Shots have one for each weapon; pulse has the event's own."""
OTHER_HIT, SCATTER_HIT, LANCE_HIT, STOPPED_HIT = OWN + 3, OWN + 4, OWN + 5, OWN + 6
"""So have hits, those of nobody's weapon, and those of which armour took most."""
LARGE_KILLED, SECONDARY = OWN + 7, OWN + 8
"""Large ships, carriers and parts of bosses among them; and each of their beats."""
BURSTS = ("rock", "ice", "metal")
SMALL_BURST, LARGE_BURST = OWN + 9, OWN + 9 + len(BURSTS)
"""Asteroids, a row for each sort of burst, and those of at least LARGE_ROCK."""
LARGE_ROCK = 2.0  # [u]
BOSS_KILLED, BOSS_LAST = LARGE_BURST + len(BURSTS), LARGE_BURST + len(BURSTS) + 1
"""A boss's end, and the explosion that ends it BOSS_END later."""
BOSS_END = 2.6  # [s]
KILLED_FIRST = BOSS_LAST + 1
"""Ships, a row for each of `BLASTS`."""
WEAPON_RECIPES = {
    "pulse_shot": int(Event.SHOT),
    "scatter_shot": SCATTER_SHOT,
    "lance_shot": LANCE_SHOT,
    "pulse_hit": int(Event.HIT),
    "scatter_hit": SCATTER_HIT,
    "lance_hit": LANCE_HIT,
}
"""Recipes by the names that rows of weapons give."""


class SprayAxis(IntEnum):
    """Axis of a directed spray of particles."""

    NONE = 0
    NORMAL = 1  # away from the middle of whom it happened to
    FLIGHT = 2  # away from the attacker
    NOSE = 3  # heading of the attacker
    MOTION = 4  # velocity of the attacker


class Beats(NamedTuple):
    """Smaller explosions that follow: their parts are the recipe's SECONDARY."""

    count: Scaled = (0.0, 0.0)
    begin: float = 0.0  # [s] after the event
    span: float = 0.0  # [s] from the first to the last
    spread: Scaled = (0.0, 0.0)  # distance from the place of the event [u]
    size: Scaled = (0.0, 0.0)  # of each [u]


class Recipe(NamedTuple):
    """All that one event leaves, how much it matters, and how it shakes."""

    parts: tuple[RecipePart, ...]
    weight: float  # of the event among others; the weightiest and nearest are shown
    reach: Scaled  # of the whole [u]; events farther than this from what is seen leave nothing
    jolt: Scaled = (0.0, 0.0)
    jolt_max: float = 1.0
    aim: SprayAxis = SprayAxis.NONE
    beats: Beats = Beats()
    light: Tint = Tint.HEAT  # upon what is around


class Blast(NamedTuple):
    """Explosion of a kind: shares of the usual of each layer, and the colour of what rains last."""

    flash: float = 1.0
    fire: float = 1.0
    smoke: float = 1.0
    plates: float = 1.0
    sparks: float = 1.0  # white, fast
    rain: float = 1.0  # slow
    hue: Tint = Tint.FIRE
    wave: float = 1.0
    beats: Beats = Beats()


BLASTS = {
    "usual": Blast(),
    "drone": Blast(flash=0.9, fire=0.7, smoke=0.5, rain=0.6),
    "weaver": Blast(flash=0.8, fire=0.3, smoke=0.3, plates=0.5, sparks=1.6, rain=0.4),
    "volatile": Blast(flash=1.2, fire=2.2, smoke=0.8, plates=0.6, sparks=0.6, rain=1.6, wave=1.3),
    "gunner": Blast(rain=1.6, hue=Tint.HOT_METAL, beats=Beats((2.0, 0.0), 0.1, 0.2, (1.0, 0.0), (0.4, 0.0))),
    "lancer": Blast(fire=0.6, smoke=0.6, plates=1.4, sparks=1.8, rain=0.5),
    "miner": Blast(smoke=1.4, beats=Beats((3.0, 0.0), 0.06, 0.35, (1.0, 0.5), (0.45, 0.0))),
    "mine": Blast(fire=0.4, smoke=0.2, plates=0.4, sparks=1.2, rain=1.2, hue=Tint.WARNING, wave=1.5),
    "stalker": Blast(flash=0.7, fire=0.4, smoke=1.8, rain=1.2, hue=Tint.LANCE),
    "shielder": Blast(fire=0.4, smoke=0.3, sparks=1.4, rain=1.8, hue=Tint.BOOST, wave=1.4),
}  # fmt: skip
"""By the names that rows of kinds call them."""
RECIPE_COUNT = KILLED_FIRST + len(BLASTS)


def _explosion(tint: Tint, hull: Tint, b: Blast) -> tuple[RecipePart, ...]:
    """Explosion of a ship; the event's size is its radius.

    The soft flash has the ship's colour, and plates have it dimmed. Sparks and waves do not: in the colour of
    live ships they would hide them.
    """
    return (
        scorch((1.6, 2.0), 7.0, 0.8 * min(1.0, b.fire)),
        smoke(Tint.SMOKE, (6.0 * b.smoke, 6.0 * b.smoke), (1.1, 1.3), 3.0, 0.62, 8.0),
        plates(hull, (8.0 * b.plates, 10.0 * b.plates), (17.0, 6.0), 3.0, (0.30, 0.36), 40.0),
        flash((1.3 * b.flash, 1.6 * b.flash), 0.09),
        fire((9.0 * b.fire, 9.0 * b.fire), (15.0, 10.0), 0.6 + 0.25 * b.fire, (1.0, 1.3), 1.0),
        glow(tint, (2.0, 3.0), 0.4, 0.55, 1.2),
        sparks(Tint.WHITE_HOT, (34.0 * b.sparks, 36.0 * b.sparks), (52.0, 16.0), 0.85, 0.12, 4.2),
        sparks(Tint.FIRE, (3.0 * b.plates, 4.0 * b.plates), (20.0, 12.0), 1.0, 0.26, 2.4, most=12.0),
        sparks(b.hue, (20.0 * b.rain, 16.0 * b.rain), (26.0, 10.0), 1.2, 0.12, 2.4),
        wave(Tint.WHITE_HOT, (4.4 * b.wave, 5.6 * b.wave), 0.42, 0.42, (2.0 * b.wave, 1.4 * b.wave)),
    )


def _large_explosion(tint: Tint, hull: Tint) -> tuple[RecipePart, ...]:
    """Of a large ship: a hard flash, a shock in two rings, debris that flies far, and beats that follow."""
    return (
        scorch((1.4, 1.5), 9.0),
        smoke(Tint.SMOKE, (10.0, 6.0), (1.3, 0.8), 4.5, 0.6, 14.0),
        plates(hull, (16.0, 12.0), (20.0, 5.0), 3.6, (0.4, 0.2), 90.0),
        flash((2.2, 1.5), 0.1),
        fire((12.0, 4.0), (22.0, 6.0), 1.2, (1.2, 0.6), 0.8),
        glow(tint, (2.2, 1.8), 0.5, 0.35, 1.2),
        sparks(Tint.WHITE_HOT, (80.0, 40.0), (66.0, 4.0), 1.1, 0.15, 3.2, most=300.0),
        sparks(Tint.FIRE, (10.0, 6.0), (26.0, 5.0), 1.6, 0.34, 1.6, most=40.0),
        sparks(Tint.FIRE, (50.0, 24.0), (34.0, 4.0), 1.7, 0.15, 1.8, most=160.0),
        wave(Tint.WHITE_HOT, (7.0, 3.4), 0.4, 0.5),
        wave(Tint.ASH, (10.0, 5.0), 0.9, 0.7, (2.6, 0.5), 0.08),
    )


class Stone(NamedTuple):
    """Burst of a material."""

    chips: Tint
    dust: Tint
    dusty: float  # how much of it, over the usual
    spark: Tint
    sparks: float  # how many, over the usual
    drag: float  # of the sparks [1/s]: with little, they fly on
    life: float  # of the sparks [s]
    warm: float  # how hot chips are, 0 to 1
    embers: float  # clouds of light, over the usual


def _burst(m: Stone) -> tuple[tuple[RecipePart, ...], ...]:
    """Of an asteroid, and of a large one, which leaves more."""
    small = (
        smoke(m.dust, (4.0 * m.dusty, 4.0 * m.dusty), (0.6, 0.8), 2.6, 0.55, 9.0),
        plates(m.chips, (12.0, 14.0), (13.0, 5.0), 2.4, (0.14, 0.14), 110.0, heat=m.warm),
        flash((0.7, 1.4), 0.08, 0.8),
        embers(m.spark, (5.0 * m.embers, 5.0 * m.embers), (9.0, 3.0), 0.7, (0.5, 0.5)),
        sparks(m.spark, (14.0 * m.sparks, 20.0 * m.sparks), (34.0, 8.0), m.life, 0.13, m.drag, most=180.0),
        wave(Tint.DUST, (2.6, 3.0), 0.45, 0.3, (0.6, 0.8)),
    )
    more = (
        plates(m.chips, (6.0, 4.0), (10.0, 2.0), 3.2, (0.34, 0.14), 26.0, heat=m.warm),
        plates(m.chips, (8.0, 6.0), (20.0, 4.0), 3.2, (0.16, 0.09), 60.0, heat=m.warm),
        glow(m.spark, (1.4, 1.7), 0.45, 0.3, 0.7),
        wave(m.dust, (5.0, 4.0), 0.8, 0.6, delay=0.06),
    )
    return small, small + more


_STONES = (
    Stone(Tint.ROCK, Tint.DUST, 1.5, Tint.FIRE, 0.5, 4.0, 0.8, 0.9, 0.4),
    Stone(Tint.ICE, Tint.FROST, 0.7, Tint.ICE, 1.5, 1.8, 1.3, 0.0, 0.8),
    Stone(Tint.METAL, Tint.SMOKE, 0.5, Tint.HOT_METAL, 2.2, 3.0, 0.7, 1.2, 0.2),
)
"""In the order of `BURSTS`: rock is dust and hot shards, ice glitters on for long, metal throws sparks."""
_BURSTS = {
    first + k: Recipe(_burst(stone)[large], weight, reach, (0.0, jolt), light=stone.spark)
    for large, first, weight, reach, jolt in (
        (0, SMALL_BURST, 8.0, (8.0, 4.0), 0.12),
        (1, LARGE_BURST, 10.0, (10.0, 5.0), 0.14),
    )
    for k, stone in enumerate(_STONES)
}

_SHOTS = {
    Event.SHOT: Recipe(
        (
            glow(Tint.PLAYER_BULLET, (0.5, 0.0), 0.05, 0.7, 4.0, 24.0),
            streak(Tint.PLAYER_BULLET, 1.8, 0.06, 0.24, -2.0, 0.8),
        ),
        *(1.0, (2.0, 0.0)), aim=SprayAxis.NOSE, light=Tint.PLAYER_BULLET,
    ),
    SCATTER_SHOT: Recipe(
        (
            glow(Tint.SCATTER, (0.7, 0.0), 0.07, 0.6, 4.0, 24.0),
            sparks(Tint.SCATTER, (12.0, 0.0), (30.0, 0.0), 0.22, 0.06, 8.0, cone=0.42),
        ),
        *(1.5, (3.0, 0.0)), aim=SprayAxis.NOSE, light=Tint.SCATTER,
    ),
    LANCE_SHOT: Recipe(
        (
            glow(Tint.LANCE, (0.7, 0.0), 0.09, 0.7, 3.0, 24.0),
            streak(Tint.LANCE, 6.0, 0.2, 0.15, -3.0, 0.9),
            sparks(Tint.WHITE_HOT, (8.0, 0.0), (-16.0, 0.0), 0.24, 0.055, 7.0, cone=0.5),
            wave(Tint.LANCE, (1.7, 0.0), 0.2, 0.2, (0.25, 0.0)),
        ),
        *(2.0, (4.0, 0.0)), aim=SprayAxis.NOSE, light=Tint.LANCE,
    ),
    ENEMY_SHOT: Recipe(
        (glow(Tint.ENEMY_BULLET, (0.7, 0.0), 0.07, 0.7, 4.0, 12.0),),
        *(1.0, (2.0, 0.0)), light=Tint.ENEMY_BULLET,
    ),
}  # fmt: skip

_HITS = {
    Event.HIT: Recipe(
        (
            flash((1.0, 0.0), 0.07, 0.9),
            sparks(Tint.WHITE_HOT, (14.0, 0.0), (40.0, 0.0), 0.45, 0.11, 6.0, cone=0.7),
            sparks(Tint.PLAYER_BULLET, (7.0, 0.0), (18.0, 0.0), 0.5, 0.11, 4.0, cone=1.0),
            ripple(3.0, 0.3, 0.6),
        ),
        *(2.0, (4.0, 0.0)), aim=SprayAxis.NORMAL,
    ),
    SCATTER_HIT: Recipe(
        (
            flash((0.6, 0.0), 0.06, 0.7),
            sparks(Tint.SCATTER, (10.0, 0.0), (30.0, 0.0), 0.4, 0.10, 6.0, cone=1.0),
            ripple(2.4, 0.3, 0.4),
        ),
        *(2.0, (4.0, 0.0)), aim=SprayAxis.NORMAL,
    ),
    LANCE_HIT: Recipe(
        (
            flash((1.2, 0.0), 0.08),
            streak(Tint.LANCE, 6.0, 0.2, 0.14, 40.0, 0.9),
            sparks(Tint.WHITE_HOT, (12.0, 0.0), (48.0, 0.0), 0.44, 0.11, 6.0, cone=0.22),
            sparks(Tint.LANCE, (6.0, 0.0), (-20.0, 0.0), 0.36, 0.10, 5.0, cone=0.8),
            ripple(3.6, 0.3, 0.9),
        ),
        *(4.0, (6.0, 0.0)), aim=SprayAxis.FLIGHT,
    ),
    OTHER_HIT: Recipe(
        (
            glow(Tint.WHITE_HOT, (0.6, 0.0), 0.07, 0.6, 3.0),
            sparks(Tint.ASH, (7.0, 0.0), (16.0, 0.0), 0.3, 0.08, 5.0, cone=0.7),
        ),
        *(1.5, (4.0, 0.0)), aim=SprayAxis.NORMAL,
    ),
    STOPPED_HIT: Recipe(
        (
            glow(Tint.ASH, (0.4, 0.0), 0.05, 0.7, 2.0),
            sparks(Tint.ASH, (5.0, 0.0), (30.0, 0.0), 0.22, 0.08, 9.0, cone=1.4),
        ),
        *(1.5, (4.0, 0.0)), aim=SprayAxis.NORMAL,
    ),
}  # fmt: skip

_DEATHS = {
    **{
        KILLED_FIRST + k: Recipe(
            _explosion(Tint.SUBJECT, Tint.HULL, blast), 12.0, (10.0, 4.0), (0.0, 0.22), beats=blast.beats
        )
        for k, blast in enumerate(BLASTS.values())
    },
    LARGE_KILLED: Recipe(
        _large_explosion(Tint.SUBJECT, Tint.HULL), 30.0, (16.0, 5.0), (0.15, 0.16),
        beats=Beats((2.0, 1.3), 0.12, 0.7, (0.2, 0.95), (0.45, 0.11)),
    ),
    SECONDARY: Recipe(
        (
            smoke(Tint.SMOKE, (4.0, 2.0), (0.6, 1.0), 2.4, 0.6, 6.0),
            plates(Tint.HULL, (3.0, 4.0), (12.0, 5.0), 2.4, (0.18, 0.2)),
            flash((0.6, 1.8), 0.09, 0.9),
            fire((7.0, 4.0), (10.0, 6.0), 0.7, (0.6, 1.1), 1.05),
            sparks(Tint.WHITE_HOT, (18.0, 20.0), (40.0, 10.0), 0.8, 0.12, 4.5),
            wave(Tint.ASH, (1.8, 3.0), 0.34, 0.22, (0.3, 0.5)),
        ),
        *(1.0, (4.0, 0.0)),
    ),
    Event.PLAYER_KILLED: Recipe(
        (
            *of_size(_explosion(Tint.PLAYER, Tint.HULL, Blast()), 1.9),
            wave(Tint.HURT, (16.0, 0.0), 1.1, 1.1, (2.0, 0.0), 0.1),
            sparks(Tint.WHITE_HOT, (120.0, 0.0), (44.0, 0.0), 1.0, 0.13, 3.6),
            plates(Tint.HULL, (20.0, 0.0), (16.0, 0.0), 3.4, (0.4, 0.0)),
        ),
        100.0, (20.0, 0.0), (0.22 * 2.2, 0.0),
        beats=Beats((5.0, 0.0), 0.14, 0.6, (1.8, 0.0), (0.7, 0.0)),
    ),
    Event.BOSS_STAGE: Recipe(
        (
            glow(Tint.WHITE_HOT, (9.0, 0.0), 0.2, 0.7, 1.0),
            sparks(Tint.WHITE_HOT, (130.0, 0.0), (44.0, 0.0), 0.9, 0.15, 3.4),
            plates(Tint.HULL, (50.0, 0.0), (24.0, 0.0), 4.0, (0.6, 0.0)),
            fire((26.0, 0.0), (26.0, 0.0), 1.1, (2.6, 0.0), 1.0),
            smoke(Tint.SMOKE, (14.0, 0.0), (2.6, 0.0), 4.0, 0.55, 16.0),
            wave(Tint.SUBJECT, (26.0, 0.0), 1.0, 0.9, (3.2, 0.0)),
            wave(Tint.WHITE_HOT, (12.0, 0.0), 0.5, 0.4),
        ),
        90.0, (24.0, 0.0), (0.5, 0.0),
        beats=Beats((9.0, 0.0), 0.15, 1.1, (5.5, 0.0), (1.1, 0.0)),
    ),
    BOSS_KILLED: Recipe(
        (
            core(Tint.HEAT, (4.0, 1.6), BOSS_END, 0.9),
            *_large_explosion(Tint.SUBJECT, Tint.HULL),
        ),
        200.0, (30.0, 6.0), (0.5, 0.02),
        beats=Beats((10.0, 1.5), 0.2, 2.3, (0.4, 1.1), (0.9, 0.16)),
    ),
    BOSS_LAST: Recipe(
        (
            scorch((4.0, 2.2), 14.0, 0.9),
            smoke(Tint.SMOKE, (24.0, 4.0), (2.6, 0.9), 6.0, 0.6, 26.0),
            plates(Tint.HULL, (40.0, 14.0), (40.0, 4.0), 6.0, (0.5, 0.12), 140.0, 1.0, 0.35),
            plates(Tint.HULL, (30.0, 6.0), (22.0, 2.0), 5.0, (0.9, 0.16), 70.0, 1.0, 0.7),
            flash((5.0, 1.4), 0.16),
            fire((24.0, 4.0), (36.0, 4.0), 1.7, (1.8, 0.45), 0.7),
            glow(Tint.SUBJECT, (6.0, 2.0), 0.9, 0.4, 1.0),
            sparks(Tint.WHITE_HOT, (300.0, 40.0), (90.0, 4.0), 1.8, 0.2, 1.7, most=500.0),
            sparks(Tint.FIRE, (180.0, 20.0), (44.0, 4.0), 2.8, 0.2, 1.1, most=300.0),
            wave(Tint.WHITE_HOT, (26.0, 3.0), 0.7, 0.9),
            wave(Tint.WHITE_HOT, (163.0, 0.0), 2.6, 1.5, (5.0, 0.0)),
            wave(Tint.FIRE, (90.0, 0.0), 2.2, 1.0, (2.0, 0.0), 0.35),
        ),
        200.0, (60.0, 0.0),
    ),
}  # fmt: skip

RECIPES: dict[int, Recipe] = {
    **_SHOTS,
    **_HITS,
    **_DEATHS,
    **_BURSTS,
    Event.FITTED: Recipe(
        (
            wave(Tint.BOOST, (3.2, 0.0), 0.5, 0.5, (0.3, 0.0)),
            sparks(Tint.PLAYER, (18.0, 0.0), (10.0, 0.0), 0.5, 0.07),
        ),
        *(12.0, (4.0, 0.0)),
    ),
    Event.COLLECTED: Recipe(
        (
            wave(Tint.PLAYER, (2.4, 0.0), 0.4, 0.5, (0.3, 0.0)),
            sparks(Tint.PLAYER, (14.0, 0.0), (8.0, 0.0), 0.4, 0.07),
        ),
        *(10.0, (3.0, 0.0)),
    ),
    Event.UNLOADED: Recipe(
        (
            wave(Tint.FIRE, (3.2, 0.0), 0.4, 0.5, (0.4, 0.0)),
            embers(Tint.FIRE, (10.0, 0.0), (6.0, 0.0), 0.7, (0.5, 0.0)),
        ),
        *(11.0, (3.0, 0.0)),
    ),
    Event.ARMED: Recipe((wave(Tint.PLAYER, (1.6, 0.0), 0.25, 0.3),), 3.0, (2.0, 0.0)),
    Event.NEAR_MISS: Recipe(
        (
            sparks(Tint.WHITE_HOT, (6.0, 0.0), (7.0, 0.0), 0.3, 0.06),
            wave(Tint.BOOST, (1.3, 0.0), 0.25, 0.22),
        ),
        *(9.0, (3.0, 0.0)),
    ),
    Event.SPARK: Recipe((sparks(Tint.WHITE_HOT, (10.0, 0.0), (18.0, 0.0), 0.4, 0.08, 5.0),), 9.0, (5.0, 0.0)),
    Event.CAUGHT: Recipe(
        (
            smoke(Tint.SMOKE, (2.0, 0.0), (1.0, 0.0), 2.4, 0.5, 6.0),
            plates(Tint.HULL, (6.0, 0.0), (16.0, 0.0), 2.6, (0.3, 0.0)),
            fire((5.0, 0.0), (14.0, 0.0), 0.8, (0.9, 0.0), 0.45),
            sparks(Tint.FIRE, (14.0, 0.0), (28.0, 0.0), 0.9, 0.11, 3.2),
        ),
        *(4.0, (4.0, 0.0)),
    ),
    Event.SHARD: Recipe((sparks(Tint.PLAYER, (3.0, 0.0), (5.0, 0.0), 0.22, 0.05),), 1.5, (2.0, 0.0)),
    Event.STRUCK: Recipe(
        (
            glow(Tint.BOOST, (1.1, 1.2), 0.1, 0.5, 2.0),
            sparks(Tint.BOOST, (14.0, 8.0), (30.0, 0.0), 0.4, 0.08, 5.0),
            wave(Tint.BOOST, (2.4, 1.2), 0.3, 0.45, (0.3, 0.0)),
        ),
        *(14.0, (4.0, 1.0), (0.04, 0.04)),
    ),
    Event.LINK_CUT: Recipe(
        (
            sparks(Tint.PLAYER, (12.0, 0.0), (12.0, 0.0), 0.4, 0.07, 4.0),
            wave(Tint.PLAYER, (1.4, 1.0), 0.3, 0.3, (0.3, 0.0)),
        ),
        *(9.0, (4.0, 1.0)),
    ),
    Event.VOLLEY: Recipe((wave(Tint.SUBJECT, (2.4, 1.0), 0.5, 0.24, (0.3, 0.0)),), 7.0, (4.0, 1.0)),
    Event.BUMP: Recipe(
        (sparks(Tint.WHITE_HOT, (0.0, 1.0), (9.0, 0.0), 0.3, 0.05, 4.0, most=8.0),), *(0.5, (2.0, 0.0))
    ),
    Event.LANDED: Recipe(
        (
            wave(Tint.ASH, (2.0, 2.0), 0.4, 0.25, (0.5, 0.0)),
            sparks(Tint.ASH, (8.0, 0.0), (7.0, 0.0), 0.35, 0.07),
        ),
        *(6.0, (4.0, 2.0)),
    ),
    Event.DEPLOYED: Recipe(
        (
            wave(Tint.SUBJECT, (1.0, 2.5), 0.45, 0.22, (0.2, 0.0)),
            glow(Tint.SUBJECT, (1.0, 1.0), 0.2, 0.6, 2.0),
        ),
        *(5.0, (2.0, 3.0)),
    ),
    Event.BOOST: Recipe(
        (
            glow(Tint.BOOST, (1.6, 0.0), 0.12, 0.5, 2.0),
            sparks(Tint.BOOST, (26.0, 0.0), (-26.0, 0.0), 0.45, 0.075, 4.5, cone=0.55),
            sparks(Tint.BOOST, (10.0, 0.0), (14.0, 0.0), 0.4, 0.07, 4.0),
            wave(Tint.BOOST, (4.2, 0.0), 0.4, 0.3, (0.9, 0.0)),
        ),
        *(20.0, (6.0, 0.0)), aim=SprayAxis.MOTION,
    ),
    Event.BOMB: Recipe(
        (
            smoke(Tint.SMOKE, (10.0, 0.0), (1.4, 0.0), 2.6, 0.35, 22.0),
            wave(Tint.PLAYER, (0.0, 1.0), 0.75, 1.7, (4.2, 0.0)),
            wave(Tint.WHITE_HOT, (0.0, 0.7), 0.5, 0.8),
            glow(Tint.WHITE_HOT, (5.0, 0.0), 0.14, 0.4, 1.0),
            glow(Tint.PLAYER, (9.0, 0.0), 0.6, 0.34, 1.4),
            sparks(Tint.PLAYER, (420.0, 0.0), (70.0, 0.0), 1.1, 0.16, 2.4),
            sparks(Tint.PLAYER, (140.0, 0.0), (32.0, 0.0), 1.8, 0.20),
        ),
        *(100.0, (10.0, 1.0), (0.8, 0.0)), light=Tint.PLAYER,
    ),
    Event.PLAYER_HURT: Recipe(
        (
            sparks(Tint.HURT, (14.0, 0.0), (20.0, 0.0), 0.4, 0.07, 5.0),
            plates(Tint.HULL, (5.0, 0.0), (9.0, 0.0), 1.6, (0.2, 0.0)),
        ),
        *(20.0, (4.0, 0.0), (0.2, 1.0 / 60.0), 0.6),
    ),
}  # fmt: skip
"""By event; events without a recipe have no effects."""
