"""Effect recipes: rows of numbers for each event (light, sparks, plates, smoke, shock waves, shakes).

`arena.view.effects.feedback` runs these rows over the events of a tick. No effect is as bright for as long as
a threat is.
"""

from arena.sim.tables.events import Event
from arena.view.effects.explosions import EXPLOSIONS, EXPLOSIONS_END
from arena.view.effects.recipe_parts import (
    Recipe,
    SprayAxis,
    Tint,
    fire,
    flash,
    glow,
    lamp,
    plates,
    ripple,
    smoke,
    sparks,
    streak,
    wave,
)

ENEMY_SHOT, SCATTER_SHOT, LANCE_SHOT, OTHER_HIT, SCATTER_HIT, LANCE_HIT, STOPPED_HIT = range(
    EXPLOSIONS_END, EXPLOSIONS_END + 7
)
"""Shots and hits have one for each weapon, pulse the event's own; hits also those of nobody's weapon, and
those of which armour took most."""
RECIPE_COUNT = STOPPED_HIT + 1
WEAPON_RECIPES = {
    "pulse_shot": int(Event.SHOT), "scatter_shot": SCATTER_SHOT, "lance_shot": LANCE_SHOT,
    "pulse_hit": int(Event.HIT), "scatter_hit": SCATTER_HIT, "lance_hit": LANCE_HIT,
}  # fmt: skip
"""Recipes by the names that rows of weapons give."""


_SHOTS = {
    Event.SHOT: Recipe(1.0, (2.0, 0.0), aim=SprayAxis.NOSE, light=Tint.PLAYER_BULLET, parts=(
        glow(Tint.PLAYER_BULLET, (0.5, 0.0), 0.05, 0.7, 4.0, 24.0),
        streak(Tint.PLAYER_BULLET, 1.8, 0.06, 0.24, -2.0, 0.8),
    )),
    SCATTER_SHOT: Recipe(1.5, (3.0, 0.0), aim=SprayAxis.NOSE, light=Tint.SCATTER, parts=(
        glow(Tint.SCATTER, (0.7, 0.0), 0.07, 0.6, 4.0, 24.0),
        sparks(Tint.SCATTER, (12.0, 0.0), (30.0, 0.0), 0.22, 0.06, 8.0, cone=0.42),
    )),
    LANCE_SHOT: Recipe(2.0, (4.0, 0.0), aim=SprayAxis.NOSE, light=Tint.LANCE, parts=(
        glow(Tint.LANCE, (0.7, 0.0), 0.09, 0.7, 3.0, 24.0),
        *(lamp(Tint.LANCE, 0.95, 72.0, delay) for delay in (0.03, 0.09, 0.15)),
        streak(Tint.LANCE, 6.0, 0.2, 0.15, -3.0, 0.9),
        sparks(Tint.WHITE_HOT, (8.0, 0.0), (-16.0, 0.0), 0.24, 0.055, 7.0, cone=0.5),
        wave(Tint.LANCE, (1.7, 0.0), 0.2, 0.2, (0.25, 0.0)),
    )),
    ENEMY_SHOT: Recipe(1.0, (2.0, 0.0), light=Tint.ENEMY_BULLET, parts=(
        glow(Tint.ENEMY_BULLET, (0.7, 0.0), 0.07, 0.7, 4.0, 12.0),
    )),
}  # fmt: skip

_HITS = {
    Event.HIT: Recipe(2.0, (4.0, 0.0), aim=SprayAxis.NORMAL, parts=(
        flash((1.0, 0.0), 0.07, 0.9),
        sparks(Tint.WHITE_HOT, (14.0, 0.0), (40.0, 0.0), 0.45, 0.11, 6.0, cone=0.7),
        sparks(Tint.PLAYER_BULLET, (7.0, 0.0), (18.0, 0.0), 0.5, 0.11, 4.0, cone=1.0),
        ripple(3.0, 0.3, 0.6),
    )),
    SCATTER_HIT: Recipe(2.0, (4.0, 0.0), aim=SprayAxis.NORMAL, parts=(
        flash((0.6, 0.0), 0.06, 0.7),
        sparks(Tint.SCATTER, (10.0, 0.0), (30.0, 0.0), 0.4, 0.10, 6.0, cone=1.0),
        ripple(2.4, 0.3, 0.4),
    )),
    LANCE_HIT: Recipe(4.0, (6.0, 0.0), aim=SprayAxis.FLIGHT, parts=(
        flash((1.2, 0.0), 0.08),
        streak(Tint.LANCE, 6.0, 0.2, 0.14, 40.0, 0.9),
        sparks(Tint.WHITE_HOT, (12.0, 0.0), (48.0, 0.0), 0.44, 0.11, 6.0, cone=0.22),
        sparks(Tint.LANCE, (6.0, 0.0), (-20.0, 0.0), 0.36, 0.10, 5.0, cone=0.8),
        ripple(3.6, 0.3, 0.9),
    )),
    OTHER_HIT: Recipe(1.5, (4.0, 0.0), aim=SprayAxis.NORMAL, parts=(
        glow(Tint.WHITE_HOT, (0.6, 0.0), 0.07, 0.6, 3.0),
        sparks(Tint.ASH, (7.0, 0.0), (16.0, 0.0), 0.3, 0.08, 5.0, cone=0.7),
    )),
    STOPPED_HIT: Recipe(1.5, (4.0, 0.0), aim=SprayAxis.NORMAL, parts=(
        glow(Tint.ASH, (0.4, 0.0), 0.05, 0.7, 2.0),
        sparks(Tint.ASH, (5.0, 0.0), (30.0, 0.0), 0.22, 0.08, 9.0, cone=1.4),
    )),
}  # fmt: skip

RECIPES: dict[int, Recipe] = {
    **_SHOTS,
    **_HITS,
    **EXPLOSIONS,
    Event.FITTED: Recipe(12.0, (4.0, 0.0), parts=(
        wave(Tint.BOOST, (3.2, 0.0), 0.5, 0.5, (0.3, 0.0)),
        sparks(Tint.PLAYER, (18.0, 0.0), (10.0, 0.0), 0.5, 0.07),
    )),
    Event.COLLECTED: Recipe(10.0, (3.0, 0.0), parts=(
        wave(Tint.PLAYER, (2.4, 0.0), 0.4, 0.5, (0.3, 0.0)),
        sparks(Tint.PLAYER, (14.0, 0.0), (8.0, 0.0), 0.4, 0.07),
    )),
    Event.UNLOADED: Recipe(11.0, (3.0, 0.0), parts=(
        wave(Tint.FIRE, (3.2, 0.0), 0.4, 0.5, (0.4, 0.0)),
        fire((8.0, 0.0), (6.0, 0.0), 0.7, (0.5, 0.0), 0.7),
    )),
    Event.ARMED: Recipe(3.0, (2.0, 0.0), parts=(wave(Tint.PLAYER, (1.6, 0.0), 0.25, 0.3),)),
    Event.NEAR_MISS: Recipe(9.0, (3.0, 0.0), parts=(
        sparks(Tint.WHITE_HOT, (6.0, 0.0), (7.0, 0.0), 0.3, 0.06),
        wave(Tint.BOOST, (1.3, 0.0), 0.25, 0.22),
    )),
    Event.SPARK: Recipe(9.0, (5.0, 0.0), parts=(
        sparks(Tint.WHITE_HOT, (10.0, 0.0), (18.0, 0.0), 0.4, 0.08, 5.0),
    )),
    Event.CAUGHT: Recipe(4.0, (4.0, 0.0), parts=(
        plates(Tint.HULL, (3.0, 0.0), (16.0, 0.0), 1.5, (0.3, 0.0)),
        fire((5.0, 0.0), (14.0, 0.0), 1.1, (0.9, 0.0), 0.45),
        sparks(Tint.FIRE, (7.0, 0.0), (30.0, 0.0), 0.6, 0.12, 2.4),
    )),
    Event.SHARD: Recipe(1.5, (2.0, 0.0), parts=(sparks(Tint.PLAYER, (3.0, 0.0), (5.0, 0.0), 0.22, 0.05),)),
    Event.STRUCK: Recipe(14.0, (4.0, 1.0), (0.04, 0.04), parts=(
        glow(Tint.BOOST, (1.1, 1.2), 0.1, 0.5, 2.0),
        sparks(Tint.BOOST, (14.0, 8.0), (30.0, 0.0), 0.4, 0.08, 5.0),
        wave(Tint.BOOST, (2.4, 1.2), 0.3, 0.45, (0.3, 0.0)),
    )),
    Event.LINK_CUT: Recipe(9.0, (4.0, 1.0), parts=(
        sparks(Tint.PLAYER, (12.0, 0.0), (12.0, 0.0), 0.4, 0.07, 4.0),
        wave(Tint.PLAYER, (1.4, 1.0), 0.3, 0.3, (0.3, 0.0)),
    )),
    Event.VOLLEY: Recipe(7.0, (4.0, 1.0), parts=(wave(Tint.SUBJECT, (2.4, 1.0), 0.5, 0.24, (0.3, 0.0)),)),
    Event.BUMP: Recipe(0.5, (2.0, 0.0), parts=(
        sparks(Tint.WHITE_HOT, (0.0, 1.0), (9.0, 0.0), 0.3, 0.05, 4.0, most=8.0),
    )),
    Event.LANDED: Recipe(6.0, (4.0, 2.0), parts=(
        wave(Tint.ASH, (2.0, 2.0), 0.4, 0.25, (0.5, 0.0)),
        sparks(Tint.ASH, (8.0, 0.0), (7.0, 0.0), 0.35, 0.07),
    )),
    Event.DEPLOYED: Recipe(5.0, (2.0, 3.0), parts=(
        wave(Tint.SUBJECT, (1.0, 2.5), 0.45, 0.22, (0.2, 0.0)),
        glow(Tint.SUBJECT, (1.0, 1.0), 0.2, 0.6, 2.0),
    )),
    Event.BOOST: Recipe(20.0, (6.0, 0.0), aim=SprayAxis.MOTION, parts=(
        glow(Tint.BOOST, (1.6, 0.0), 0.12, 0.5, 2.0),
        sparks(Tint.BOOST, (26.0, 0.0), (-26.0, 0.0), 0.45, 0.075, 4.5, cone=0.55),
        sparks(Tint.BOOST, (10.0, 0.0), (14.0, 0.0), 0.4, 0.07, 4.0),
        wave(Tint.BOOST, (4.2, 0.0), 0.4, 0.3, (0.9, 0.0)),
    )),
    Event.BOMB: Recipe(100.0, (10.0, 1.0), (0.8, 0.0), light=Tint.PLAYER, parts=(
        smoke(Tint.SMOKE, (10.0, 0.0), (1.4, 0.0), 2.6, 0.35, 22.0),
        wave(Tint.PLAYER, (0.0, 1.0), 0.75, 1.7, (4.2, 0.0)),
        wave(Tint.WHITE_HOT, (0.0, 0.7), 0.5, 0.8),
        glow(Tint.WHITE_HOT, (5.0, 0.0), 0.12, 0.3, 1.0),
        glow(Tint.PLAYER, (9.0, 0.0), 0.45, 0.26, 1.4),
        sparks(Tint.PLAYER, (80.0, 0.0), (70.0, 0.0), 0.7, 0.15, 2.2),
        sparks(Tint.WHITE_HOT, (60.0, 0.0), (44.0, 0.0), 1.1, 0.14),
    )),
    Event.PLAYER_HURT: Recipe(20.0, (4.0, 0.0), (0.2, 1.0 / 60.0), 0.6, parts=(
        sparks(Tint.HURT, (14.0, 0.0), (20.0, 0.0), 0.4, 0.07, 5.0),
        plates(Tint.HULL, (5.0, 0.0), (9.0, 0.0), 1.6, (0.2, 0.0)),
    )),
}  # fmt: skip
"""By event; events without a recipe have no effects."""
