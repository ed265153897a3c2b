"""The recipes as kernels take them, and which of them an event has."""

from collections.abc import Callable

import numpy as np

from arena.catalogue.kind_row import KINDS, KindRow
from arena.catalogue.materials import MATERIALS
from arena.catalogue.weapons import WEAPONS, WeaponRow
from arena.jit import inline
from arena.jit.annotations import F32, I64, U8, Integer
from arena.jit.tables import Table
from arena.sim.bosses.columns import BOSS
from arena.sim.kinds import VARIANT_MATERIALS, Team
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.view.effects import explosions
from arena.view.effects import recipes as rows
from arena.view.effects.recipe_parts import Recipe, RecipePart

MATERIAL_COUNT = MATERIALS.size
LARGE_SHIP = 1.2
"""Radius of a ship from which on its end is a large one [u]."""


class RecipeTable(Table):
    """The recipes as columns."""

    first: I64  # row of each recipe's first part, shape (RECIPE_COUNT + 1,)
    weight: F32  # 0 where an event leaves nothing, shape (RECIPE_COUNT,)
    reach: F32  # [u], base and slope, shape (RECIPE_COUNT, 2)
    jolt: F32  # base, slope and most, shape (RECIPE_COUNT, 3)
    aim: I64  # Aim, shape (RECIPE_COUNT,)
    light: I64  # Tint, shape (RECIPE_COUNT,)
    beats: F32  # by BEATS and so on, shape (RECIPE_COUNT, 8)
    shape: I64  # ParticleShape, WAVE or LAMP, shape (parts,)
    tint: I64  # Tint, shape (parts,)
    numbers: F32  # by LIFE and so on, shape (parts, 17)
    shot: I64  # recipe of a shot by what bullets store of their weapon, shape (weapons + 1,)
    hit: I64  # recipe of a hit, shape (weapons + 1,)
    killed: I64  # recipe of a kill, shape (kinds,)
    burst: I64  # which of `BURSTS` a material has, shape (materials,)


LIFE, SIZE, SIZE_SLOPE, COUNT, COUNT_SLOPE, COUNT_MAX, SPEED, SPEED_SLOPE, LIGHT, GROWTH = range(10)
THICKNESS, STRENGTH, STRENGTH_SLOPE, DRAG, VARIETY, CONE, DELAY = range(10, 17)
"""Columns of `RecipeTable.numbers`; a slope stands behind its base."""
BEATS, BEATS_SLOPE, BEAT_BEGIN, BEAT_SPAN, BEAT_SPREAD, SPREAD_SLOPE, BEAT_SIZE, BEAT_SLOPE = range(8)
"""Columns of `RecipeTable.beats`."""


def recipe_table() -> RecipeTable:
    """Build the table from `RECIPES`."""
    recipes = [rows.RECIPES.get(kind, Recipe(0.0, (0.0, 0.0))) for kind in range(rows.RECIPE_COUNT)]
    parts, beats = [part for recipe in recipes for part in recipe.parts], [one.beats for one in recipes]
    bursts = MATERIALS.resolve(
        "burst", lambda row: row.show.burst, {name: at for at, name in enumerate(explosions.BURSTS)}
    )
    return RecipeTable(
        first=np.concatenate([[0], np.cumsum([len(recipe.parts) for recipe in recipes])]).astype(np.int64),
        weight=np.array([recipe.weight for recipe in recipes], np.float32),
        reach=np.array([recipe.reach for recipe in recipes], np.float32),
        jolt=np.array([(*recipe.jolt, recipe.jolt_max) for recipe in recipes], np.float32),
        aim=np.array([recipe.aim for recipe in recipes], np.int64),
        light=np.array([recipe.light for recipe in recipes], np.int64),
        beats=np.array([[*b.count, b.begin, b.span, *b.spread, *b.size] for b in beats], np.float32),
        shape=np.array([part.shape for part in parts], np.int64),
        tint=np.array([part.tint for part in parts], np.int64),
        numbers=np.array([_numbers(part) for part in parts], np.float32),
        shot=_of_weapons(int(Event.SHOT), "shot effect", lambda row: row.show.shot_effect),
        hit=_of_weapons(rows.OTHER_HIT, "hit effect", lambda row: row.show.hit_effect),
        killed=_killed(),
        burst=MATERIALS.column(lambda row: bursts[row.number], np.int64),
    )


def _of_weapons(nobodys: int, field: str, name: Callable[[WeaponRow], str]) -> I64:
    found = WEAPONS.resolve(field, name, rows.WEAPON_RECIPES)
    return np.concatenate([[nobodys], WEAPONS.column(lambda row: found[row.number], np.int64)])


def _killed() -> I64:
    """Recipes of kinds that are killed: a boss's, a large ship's, or one of `BLASTS`."""
    blasts = {name: explosions.KILLED_FIRST + number for number, name in enumerate(explosions.BLASTS)}
    found = KINDS.resolve("blast", lambda row: row.show.blast, blasts) | {BOSS: explosions.BOSS_KILLED}

    def recipe(row: KindRow) -> int:
        large = row.number != BOSS and row.rules.ship and row.ship.body.radius >= LARGE_SHIP
        return explosions.LARGE_KILLED if large else found[row.number]

    return KINDS.column(recipe, np.int64)


def _numbers(part: RecipePart) -> tuple[float, ...]:
    return (
        *(part.life, *part.size, *part.count, part.count_max, *part.speed),
        *(part.light, part.growth, part.thickness, *part.strength),
        *(part.drag, part.variety, part.cone, part.delay),
    )


@inline
def recipe_of(
    recipes: RecipeTable, events: Events, bodies: Bodies, weapons: U8, armour: F32, at: Integer
) -> Integer:
    """Row of an event's recipe.

    Args:
        recipes: all of them.
        events: of the tick.
        bodies: of the world; rows of the dead still hold their material.
        weapons: held by each player.
        armour: of each kind [hit points].
        at: which event.
    """
    kind, row, size = events.kind[at], events.row[at], events.size[at]
    if kind == Event.SHOT:
        if row < 0 or bodies.team[row] != Team.PLAYERS:
            return np.int64(rows.ENEMY_SHOT)
        return recipes.shot[np.int64(size)]
    if kind == Event.HIT:
        return hit_recipe(recipes, events, weapons, armour, at)
    if kind == Event.KILLED:
        return recipes.killed[np.int64(events.subject[at])]
    if kind == Event.BURST:
        material = np.int64(bodies.variant[row]) % VARIANT_MATERIALS % MATERIAL_COUNT if row >= 0 else 0
        return (
            np.int64(explosions.LARGE_BURST if size >= explosions.LARGE_ROCK else explosions.SMALL_BURST)
            + recipes.burst[material]
        )
    return np.int64(kind)


@inline
def hit_recipe(recipes: RecipeTable, events: Events, weapons: U8, armour: F32, at: Integer) -> Integer:
    """Row of a hit's recipe: by the weapon of the player who fired, unless armour or a link took most."""
    by, protection = events.other[at], armour[events.subject[at]]
    if events.size[at] <= protection:
        return np.int64(rows.STOPPED_HIT)
    if by < 0 or by >= len(weapons):
        return np.int64(rows.OTHER_HIT)
    return recipes.hit[weapons[by] + 1]
