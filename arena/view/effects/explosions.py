"""Explosions of ships, asteroids, bosses and players: recipes of layers, and what differs from kind to kind.

An explosion has a hard flash of a few ticks, fire, a shock wave, sparks along the shell, plates of the body's
material, and smoke that marks the place for longer. A large one repeats in beats.
"""

from typing import NamedTuple

from arena.sim.tables.events import Event
from arena.view.effects.recipe_parts import (
    Beats,
    Recipe,
    RecipePart,
    Scaled,
    SprayAxis,
    Tint,
    core,
    fire,
    flash,
    glow,
    plates,
    scorch,
    smoke,
    sparks,
    wave,
)

OWN = len(Event)
"""Recipes that are not simply an event's lie behind those of the events."""
BURSTS = ("rock", "ice", "metal")
LARGE_KILLED, SECONDARY, BOSS_KILLED, BOSS_LAST, SMALL_BURST = range(OWN, OWN + 5)
"""Large ships, carriers and parts of bosses among them, and each of their beats; a boss's end, and the
explosion that ends it BOSS_END later; asteroids, a row for each sort of burst."""
LARGE_BURST = SMALL_BURST + len(BURSTS)
"""The same of asteroids of at least LARGE_ROCK."""
LARGE_ROCK = 2.0  # [u]
BOSS_END = 2.6  # [s]
KILLED_FIRST = LARGE_BURST + len(BURSTS)
"""Ships, a row for each of `BLASTS`."""


class Blast(NamedTuple):
    """Explosion of a kind: shares of the usual of each layer, and the colour of its fire."""

    size: float = 1.0
    flash: float = 1.0
    fire: float = 1.0
    smoke: float = 1.0
    plates: float = 1.0
    sparks: float = 1.0  # white, fast
    rain: float = 1.0  # slow
    wave: float = 1.0
    jets: float = 0.0  # how many sparks go on ahead, and as many back, before a tongue of fire each
    lasts: float = 1.0  # of its fire
    hue: Tint = Tint.FLAME
    beats: Beats = Beats()


BLASTS = {
    "usual": Blast(),
    "drone": Blast(0.9, fire=0.5, smoke=0.4, plates=0.7, sparks=0.9, rain=0.5, hue=Tint.HEAT, lasts=0.8),
    "weaver": Blast(0.9, flash=0.8, fire=0.2, smoke=0.2, plates=0.4, sparks=0.4, rain=4.0, wave=0.7),
    "volatile": Blast(1.45, fire=2.0, smoke=0.8, plates=0.5, sparks=0.4, rain=1.6, hue=Tint.HEAT),
    "gunner": Blast(1.15, sparks=0.3, rain=2.4, beats=Beats((4.0, 0.0), 0.1, 0.5, (2.0, 0.0), (0.4, 0.0))),
    "lancer": Blast(0.8, fire=0.2, smoke=0.5, sparks=0.15, rain=0.3, wave=0.7, jets=45.0),
    "miner": Blast(1.1, 0.8, 0.8, 2.2, 2.2, 0.4, beats=Beats((3.0, 0.0), 0.06, 0.3, (1.0, 0.5), (0.4, 0.0))),
    "mine": Blast(1.1, fire=0.3, smoke=0.2, plates=0.3, sparks=0.3, rain=2.4, wave=1.7),
    "stalker": Blast(flash=0.5, fire=0.7, smoke=3.0, sparks=0.2, rain=1.6, wave=0.6),
    "shielder": Blast(fire=0.2, smoke=0.2, plates=1.8, sparks=1.2, rain=3.0, hue=Tint.BOOST, wave=1.5),
}  # fmt: skip
"""By the names that rows of kinds call them."""
EXPLOSIONS_END = KILLED_FIRST + len(BLASTS)
"""Number after the last."""


def _explosion(b: Blast, tint: Tint = Tint.SUBJECT) -> tuple[RecipePart, ...]:
    """Explosion of a ship; the event's size is its radius.

    The soft flash has the ship's colour. The hard one, fire and what glows have one near to it, and plates
    have it dimmed: in the very colour of live ships they would hide them.
    """

    def sized(base: float, slope: float) -> Scaled:
        return b.size * base, b.size * slope

    burns = 9.0 * b.fire
    parts = (
        scorch(sized(1.6, 2.0), 7.0, 0.8 * min(1.0, b.fire)),
        smoke(Tint.SMOKE, (3.0 * b.smoke, 4.0 * b.smoke), sized(1.1, 1.3), 2.6, 0.62, 8.0),
        plates(Tint.HULL, (2.0 * b.plates, 3.0 * b.plates), (15.0, 6.0), 1.9, (0.44, 0.52), 14.0),
        flash(sized(1.3 * b.flash, 1.6 * b.flash), 0.15, tint=b.hue),
        fire(
            (burns, burns), sized(15.0, 10.0), b.lasts * (0.95 + 0.2 * b.fire), sized(0.95, 1.25), 0.95, b.hue
        ),
        glow(tint, sized(2.0, 2.6), 0.3, 0.45, 1.2),
        sparks(Tint.WHITE_HOT, (8.0 * b.sparks, 9.0 * b.sparks), sized(46.0, 14.0), 0.42, 0.13, 2.6),
        sparks(b.hue, (6.0 * b.rain, 5.0 * b.rain), sized(30.0, 10.0), 0.7, 0.14, 2.0),
        *(sparks(b.hue, (b.jets, 0.0), (way, 0.0), 0.8, 0.16, 2.6, 0.16) for way in (95.0, -95.0)),
        *(fire((0.3 * b.jets, 0.0), (way, 0.0), 0.6, (0.7, 0.6), 0.95, b.hue, 0.07) for way in (60.0, -60.0)),
        wave(b.hue, sized(4.4 * b.wave, 5.6 * b.wave), 0.42, 0.42, (2.0 * b.wave, 1.4 * b.wave)),
    )
    return tuple(part for part in parts if part.count[0] > 0.0)


_LARGE_EXPLOSION = (
    scorch((1.4, 1.5), 9.0),
    smoke(Tint.SMOKE, (10.0, 6.0), (1.3, 0.8), 4.5, 0.6, 14.0),
    plates(Tint.HULL, (7.0, 5.0), (19.0, 5.0), 2.4, (0.6, 0.3), 32.0),
    flash((2.2, 1.5), 0.1, tint=Tint.FLAME),
    fire((12.0, 4.0), (20.0, 7.0), 1.9, (1.5, 0.8), 0.8, Tint.FLAME),
    glow(Tint.SUBJECT, (2.2, 1.8), 0.5, 0.35, 1.2),
    sparks(Tint.WHITE_HOT, (48.0, 24.0), (66.0, 4.0), 1.1, 0.15, 3.2, most=180.0),
    sparks(Tint.FIRE, (10.0, 6.0), (26.0, 5.0), 1.6, 0.34, 1.6, most=40.0),
    sparks(Tint.FLAME, (30.0, 14.0), (34.0, 4.0), 1.7, 0.15, 1.8, most=100.0),
    wave(Tint.WHITE_HOT, (7.0, 3.4), 0.4, 0.5),
    wave(Tint.ASH, (10.0, 5.0), 0.9, 0.7, (2.6, 0.5), 0.08),
)
"""Of a large ship: a hard flash, a shock in two rings, debris that flies far, and beats that follow."""


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


def _burst(m: Stone) -> tuple[tuple[RecipePart, ...], ...]:
    """Of an asteroid, and of a large one, which leaves more."""
    small = (
        smoke(m.dust, (4.0 * m.dusty, 4.0 * m.dusty), (0.6, 0.8), 2.2, 0.55, 9.0),
        plates(m.chips, (4.0, 5.0), (12.0, 5.0), 1.9, (0.26, 0.26), 26.0, heat=m.warm),
        glow(m.spark, (0.6, 1.1), 0.1, 0.38, 2.0),
        sparks(m.spark, (8.0 * m.sparks, 10.0 * m.sparks), (34.0, 8.0), m.life, 0.13, m.drag, most=100.0),
        wave(Tint.DUST, (2.6, 3.0), 0.45, 0.3, (0.6, 0.8)),
    )
    more = (
        plates(m.chips, (5.0, 3.0), (15.0, 4.0), 2.8, (0.44, 0.16), 20.0, heat=m.warm),
        glow(m.spark, (1.4, 1.7), 0.35, 0.22, 0.7),
        wave(m.dust, (5.0, 4.0), 0.8, 0.6, delay=0.06),
    )
    return small, small + more


_STONES = (
    Stone(Tint.ROCK, Tint.DUST, 1.8, Tint.FIRE, 0.4, 4.0, 0.8, 0.5),
    Stone(Tint.ICE, Tint.FROST, 0.8, Tint.ICE, 2.4, 1.2, 1.6, 0.0),
    Stone(Tint.METAL, Tint.SMOKE, 0.3, Tint.HOT_METAL, 3.0, 1.4, 1.1, 0.5),
)
"""In the order of `BURSTS`: rock is dust and hot shards, ice glitters on for long, metal throws sparks."""
_BURSTS = {
    first + k: Recipe(9.0, (9.0, 4.5), (0.0, 0.13), light=stone.spark, parts=_burst(stone)[large])
    for large, first in enumerate((SMALL_BURST, LARGE_BURST))
    for k, stone in enumerate(_STONES)
}

EXPLOSIONS: dict[int, Recipe] = {
    **_BURSTS,
    **{
        first: Recipe(12.0, (10.0, 4.0), (0.0, 0.22), 1.0, SprayAxis.MOTION, b.beats, b.hue, _explosion(b))
        for first, b in enumerate(BLASTS.values(), KILLED_FIRST)
    },
    LARGE_KILLED: Recipe(
        30.0, (16.0, 5.0), (0.15, 0.16), beats=Beats((2.0, 1.3), 0.12, 0.7, (0.2, 0.95), (0.45, 0.11)),
        parts=_LARGE_EXPLOSION,
    ),
    SECONDARY: Recipe(1.0, (4.0, 0.0), light=Tint.FLAME, parts=(
        plates(Tint.HULL, (1.0, 2.0), (12.0, 5.0), 1.8, (0.3, 0.32)),
        flash((0.6, 1.8), 0.09, 0.9),
        fire((7.0, 4.0), (10.0, 6.0), 1.1, (0.6, 1.1), 1.05, Tint.FLAME),
        sparks(Tint.WHITE_HOT, (8.0, 9.0), (40.0, 10.0), 0.5, 0.13, 3.0),
        wave(Tint.ASH, (1.8, 3.0), 0.34, 0.22, (0.3, 0.5)),
    )),
    Event.PLAYER_KILLED: Recipe(100.0, (20.0, 0.0), (0.22 * 2.2, 0.0), parts=(
        *_explosion(Blast(3.3, 1.0, 2.6, 2.8, 3.2, 12.0, 2.5, hue=Tint.PLAYER), Tint.PLAYER),
        wave(Tint.HURT, (16.0, 0.0), 1.1, 1.1, (2.0, 0.0), 0.1),
        plates(Tint.HULL, (20.0, 0.0), (16.0, 0.0), 2.2, (0.4, 0.0)),
    ), beats=Beats((5.0, 0.0), 0.14, 0.6, (1.8, 0.0), (0.7, 0.0))),
    Event.BOSS_STAGE: Recipe(90.0, (24.0, 0.0), (0.5, 0.0), parts=(
        glow(Tint.WHITE_HOT, (9.0, 0.0), 0.2, 0.7, 1.0),
        sparks(Tint.WHITE_HOT, (130.0, 0.0), (44.0, 0.0), 0.9, 0.15, 3.4),
        plates(Tint.HULL, (22.0, 0.0), (24.0, 0.0), 2.6, (0.9, 0.0)),
        fire((26.0, 0.0), (26.0, 0.0), 1.1, (2.6, 0.0), 1.0),
        smoke(Tint.SMOKE, (14.0, 0.0), (2.6, 0.0), 4.0, 0.55, 16.0),
        wave(Tint.SUBJECT, (26.0, 0.0), 1.0, 0.9, (3.2, 0.0)),
        wave(Tint.WHITE_HOT, (12.0, 0.0), 0.5, 0.4),
    ), beats=Beats((9.0, 0.0), 0.15, 1.1, (5.5, 0.0), (1.1, 0.0))),
    BOSS_KILLED: Recipe(200.0, (30.0, 6.0), (0.5, 0.02), parts=(
        core(Tint.HEAT, (4.0, 1.6), BOSS_END, 0.9),
        *_LARGE_EXPLOSION,
    ), beats=Beats((10.0, 1.5), 0.2, 2.3, (0.4, 1.1), (0.9, 0.16))),
    BOSS_LAST: Recipe(200.0, (60.0, 0.0), parts=(
        scorch((4.0, 2.2), 14.0, 0.9),
        smoke(Tint.SMOKE, (24.0, 4.0), (2.6, 0.9), 6.0, 0.6, 26.0),
        plates(Tint.HULL, (40.0, 14.0), (40.0, 4.0), 3.0, (0.5, 0.12), 100.0, 1.0, 0.35),
        plates(Tint.HULL, (30.0, 6.0), (22.0, 2.0), 2.6, (0.9, 0.16), 50.0, 1.0, 0.7),
        flash((5.0, 1.4), 0.16),
        fire((24.0, 4.0), (36.0, 4.0), 1.7, (1.8, 0.45), 0.7),
        glow(Tint.SUBJECT, (6.0, 2.0), 0.9, 0.4, 1.0),
        sparks(Tint.FLAME, (300.0, 40.0), (90.0, 4.0), 1.8, 0.2, 1.7, most=500.0),
        sparks(Tint.FIRE, (180.0, 20.0), (44.0, 4.0), 2.8, 0.2, 1.1, most=300.0),
        wave(Tint.WHITE_HOT, (26.0, 3.0), 0.7, 0.9),
        wave(Tint.WHITE_HOT, (163.0, 0.0), 2.6, 1.5, (5.0, 0.0)),
        wave(Tint.FIRE, (90.0, 0.0), 2.2, 1.0, (2.0, 0.0), 0.35),
    )),
}  # fmt: skip
"""By their numbers."""
