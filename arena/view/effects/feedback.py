"""Effects of a tick: turns the simulation's events into light, sparks, waves and shake, for one player.

`read_events` walks them once. It skips events behind the planet or far beside the picture and chooses at most
`EVENTS_PER_TICK` of the rest, by weight and distance. `show_events` then runs the recipe of each.
"""

import numpy as np

from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import F32, F64, I64, U8, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.bosses.columns import BOSS_PART
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.vectors import Vector, add, combined, length, scaled, subtract, tangent_part, vector
from arena.view.culling import in_frustum, over_horizon, read_lens
from arena.view.effects import recipe_table as column
from arena.view.effects.explosions import BOSS_END, BOSS_KILLED, BOSS_LAST, SECONDARY
from arena.view.effects.light_budget import LightBudget, add_light, light_share
from arena.view.effects.particles import (
    Particles,
    ParticleShape,
    add_particle,
    push_smoke,
    random_direction,
    random_share,
    throw_particles,
)
from arena.view.effects.recipe_parts import KIND_FIRST, KIND_TINTS, LAMP, WAVE, SprayAxis, Tint
from arena.view.effects.recipe_table import RecipeTable, recipe_of
from arena.view.effects.shock_waves import ShockWaves, send_wave

EVENTS_PER_TICK = 64
"""Largest number of events in one tick that have effects."""
SCORCH_DEPTH = 1.8
"""Of soot below the place of an explosion [u]."""
NEAR = 30.0
"""Explosions farther than this from the player do not shake the camera [u]."""
MARGIN = 8.0
"""Events this far beside the picture still have effects: they may fly in, or the camera may turn [u]."""
PEEK = 2.0
"""Height above the horizon at which effects of hidden events may still be seen [u]."""
FADE = 20.0
"""Distance from the player at which an event matters half as much [u]."""
QUIET_BUMP = 2.0
"""Closing speed below which a bump has no effect [u/s]."""
FLASH_ROOM, FLASH_RATE = 60.0, 24.0
"""Light of glows times their area [u^2] that may begin at a stroke, and in each second after it."""
FLASH_LEAST = 0.12
"""Share of its light that a glow keeps at least where there is no room for more."""
FLASH_SMALL = 2.0
"""An event with less light than this [u^2] is too small a part of a picture to count, and is not dimmed."""
CROWDED_COUNT = 0.3
"""Share of its particles that an explosion has at least, among others."""
HURT_BASE, HURT_SLOPE = 0.25, 1.0 / 60.0
"""Red of the picture's rim on damage: base, and slope for each hit point."""
TRAIL_LEAST = 0.1
"""Share of full speed below which an engine leaves no trail."""
DASH_SHARE, DASH_COUNT = 1.25, 4
"""Share of full speed above which it throws sparks, and how many in a tick."""
DASH_CONE, DASH_DRAG, DASH_LIFE = 0.5, 3.0, 0.5

PLAYER_TINT, BOOST_TINT, SUBJECT_TINT = int(Tint.PLAYER), int(Tint.BOOST), int(Tint.SUBJECT)
GLOW, SPARK = int(ParticleShape.GLOW), int(ParticleShape.SPARK)


Light = tuple[Real, Real]
"""Share of its light that an event may have, and share for what glows."""


class EffectTables(Table):
    """All that events leave."""

    particles: Particles
    waves: ShockWaves
    shake: F64  # of the camera, 0 to 1, shape (1,)
    hurt: F64  # red of the rim, 0 to 1, shape (1,)
    dying_until: F64  # time of a boss's last explosion [s], shape (1,)
    flash_room: F64  # for light that begins now [u^2], infinite without a limit, shape (1,)
    light_budget: LightBudget
    chosen: I64  # events of the tick that leave something, shape (EVENTS_PER_TICK,)
    recipe: I64  # of each of these, shape (EVENTS_PER_TICK,)
    priority: F64  # of each of these, shape (EVENTS_PER_TICK,)
    share: F64  # of its light that each may have, shape (EVENTS_PER_TICK,)
    recipes: RecipeTable  # only read, as are the tints
    tints: F32  # see `arena.view.effects.recipe_parts.tints`


@inline
def jolt(effects_inout: EffectTables, recipe: Integer, size: Real, share: Real) -> None:
    """Shake the camera; blows add up to 1."""
    jolts = effects_inout.recipes.jolt
    strength = min(jolts[recipe, 2], jolts[recipe, 0] + jolts[recipe, 1] * size)
    effects_inout.shake[0] = min(1.0, effects_inout.shake[0] + strength * share)


@inline
def offer(
    effects_inout: EffectTables, count: Integer, at: Integer, recipe: Integer, priority: Real
) -> Integer:
    """Choose an event, if it is among the weightiest so far; returns how many are chosen then.

    The weightiest come first, and among equals the latest.
    """
    e, place = effects_inout, min(count, len(effects_inout.chosen) - 1)
    if place < count and priority <= e.priority[place]:
        return count
    while place > 0 and e.priority[place - 1] <= priority:
        e.chosen[place], e.priority[place] = e.chosen[place - 1], e.priority[place - 1]
        e.recipe[place] = e.recipe[place - 1]
        place -= 1
    e.chosen[place], e.recipe[place], e.priority[place] = at, recipe, priority
    return min(count + 1, len(e.chosen))


@kernel
def read_events(
    effects_inout: EffectTables, events: Events, bodies: Bodies, weapons: U8, armour: F32, player: Row,
    lens: F64,
) -> Integer:  # fmt: skip
    """Choose the events with effects; apply camera shake and damage feedback of all.

    Most of a large world's events lie far away behind the planet: they are told by their places alone.

    Returns the number of chosen events.
    """
    view, here, count = read_lens(lens), vector(bodies.position, player), 0
    recipes = effects_inout.recipes
    for at in range(events.count[0]):
        own, place = events.row[at] == player, vector(events.position, at)
        away, sight = length(subtract(place, here)), subtract(place, view[0])
        peeks = over_horizon(view, sight, PEEK)
        if not (own or peeks or away < NEAR):
            continue
        recipe, size = recipe_of(recipes, events, bodies, weapons, armour, at), np.float64(events.size[at])
        if DEBUG:
            assert 0 <= recipe < len(recipes.weight), "read_events: no such recipe"
        if recipes.weight[recipe] == 0.0 or (recipe == Event.BUMP and size <= QUIET_BUMP):
            continue
        if events.subject[at] == BOSS_PART and effects_inout.particles.now[0] < effects_inout.dying_until[0]:
            continue  # it bursts as a part of the wreck
        if recipe == Event.PLAYER_HURT:
            if not own:
                continue
            effects_inout.hurt[0] = min(1.0, effects_inout.hurt[0] + HURT_BASE + HURT_SLOPE * size)
        mine = own and recipe in (Event.BOMB, Event.PLAYER_HURT, Event.PLAYER_KILLED)
        if recipes.jolt[recipe, 2] > 0.0 and (mine or away < NEAR):
            jolt(effects_inout, recipe, size, 1.0 if mine else 1.0 - away / NEAR)
        reach = recipes.reach[recipe, 0] + recipes.reach[recipe, 1] * size
        if mine or (peeks and in_frustum(view, sight, reach + MARGIN)):
            fade = FADE / (FADE + away)
            priority = np.inf if mine else recipes.weight[recipe] * (1.0 + size) * fade
            count = offer(effects_inout, count, at, recipe, priority)
    return count


@kernel
def show_events(effects_inout: EffectTables, count: Integer, events: Events, bodies: Bodies) -> None:
    """Run the recipes of the first `count` chosen events.

    The weightiest come last: particles of the others are dropped first.
    """
    if DEBUG:
        assert is_sorted(-effects_inout.priority, 0, count), "show_events: not in the order of their weight"
    dimming, recipes = share_light(effects_inout, count, events), effects_inout.recipes
    for k in range(count - 1, -1, -1):
        at, recipe, share = effects_inout.chosen[k], effects_inout.recipe[k], effects_inout.share[k]
        place, size = vector(events.position, at), np.float64(events.size[at])
        aim, subject = aim_of(recipes.aim[recipe], events, bodies, at), np.int64(events.subject[at])
        small = flash_of(recipes, recipe, size) < FLASH_SMALL
        light = share, share * (1.0 if small else dimming)
        make_parts(effects_inout, recipe, place, aim, size, subject, light, 0.0)
        make_beats(effects_inout, recipe, place, size, subject, light)
        if recipe == BOSS_KILLED:
            dimmed = dim_flash(effects_inout, flash_of(recipes, BOSS_LAST, size))
            light = share, share * dimmed
            make_parts(effects_inout, BOSS_LAST, place, aim, size, subject, light, BOSS_END)
            effects_inout.dying_until[0] = effects_inout.particles.now[0] + BOSS_END


@kernel
def blow_up(
    effects_inout: EffectTables, recipe: Integer, place: Vector, size: Real, subject: Integer, delay: Real
) -> None:
    """Run a recipe that no event asks for."""
    light = 1.0, dim_flash(effects_inout, flash_of(effects_inout.recipes, recipe, size))
    make_parts(effects_inout, recipe, place, (0.0, 0.0, 0.0), size, subject, light, delay)


@inline
def dim_flash(effects_inout: EffectTables, flash: Real) -> Real:
    """Share of its light that a flash beside those of events may have; it is taken from the room."""
    room = effects_inout.flash_room
    share = 1.0 if flash <= max(FLASH_SMALL, room[0]) else max(FLASH_LEAST, room[0] / flash)
    room[0] = max(0.0, room[0] - share * flash)
    return share


@inline
def share_light(effects_inout: EffectTables, count: Integer, events: Events) -> Real:
    """Set the share of their light that the chosen events have among their neighbours; the player's have all.

    Returns the share of that which glows may have, for eyes' sake: all of a tick share the room that is left;
    it fills up again as time passes.
    """
    room, recipes, wanted = effects_inout.flash_room, effects_inout.recipes, 0.0
    budget = effects_inout.light_budget
    for k in range(count):  # the weightiest first
        at, recipe = effects_inout.chosen[k], effects_inout.recipe[k]
        place, size = vector(events.position, at), np.float64(events.size[at])
        mine = effects_inout.priority[k] == np.inf
        share = 1.0 if mine else light_share(budget, place)
        flash = flash_of(recipes, recipe, size)
        effects_inout.share[k] = share
        color = color_of(effects_inout, recipes.light[recipe], np.int64(events.subject[at]))
        add_light(budget, place, share * flash, color, 0.0)
        if flash >= FLASH_SMALL:
            beat = flash_of(recipes, SECONDARY, scale(recipes.beats, recipe, column.BEAT_SIZE, size))
            wanted += share * (flash + beat * scale(recipes.beats, recipe, column.BEATS, size))
    dimming = 1.0 if wanted <= room[0] else max(FLASH_LEAST, room[0] / wanted)
    room[0] = max(0.0, room[0] - dimming * wanted)
    return dimming


@inline
def flash_of(recipes: RecipeTable, recipe: Integer, size: Real) -> Real:
    """Light of an event's glows times their area [u^2]."""
    flash = 0.0
    for part in range(recipes.first[recipe], recipes.first[recipe + 1]):
        if recipes.shape[part] in (ParticleShape.GLOW, ParticleShape.FLASH):
            width = scale(recipes.numbers, part, column.SIZE, size)
            each = np.float64(recipes.numbers[part, column.LIGHT]) * width * width
            flash += each * scale(recipes.numbers, part, column.COUNT, size)
    return flash


@inline
def aim_of(aim: Integer, events: Events, bodies: Bodies, at: Integer) -> Vector:
    """Unit tangent along which an event's parts fly, zero where there is none."""
    place, row, other = vector(events.position, at), events.row[at], events.other[at]
    way = (0.0, 0.0, 0.0)
    if aim == SprayAxis.NORMAL and row >= 0:
        way = subtract(place, vector(bodies.position, row))
    elif aim == SprayAxis.FLIGHT and other >= 0:
        way = subtract(place, vector(bodies.position, other))
    elif aim == SprayAxis.NOSE and row >= 0:
        way = vector(bodies.heading, row)
    elif aim == SprayAxis.MOTION and row >= 0:
        way = vector(bodies.velocity, row)
    return unit_tangent(way, place)


@inline
def unit_tangent(way: Vector, place: Vector) -> Vector:
    """Direction of a vector along the shell, zero where it has none."""
    way = tangent_part(way, scaled(place, 1.0 / max(length(place), 1e-6)))
    return scaled(way, 1.0 / max(length(way), 1e-6))


@inline
def color_of(effects: EffectTables, tint: Integer, subject: Integer) -> Vector:
    """Colour of a `Tint` for an event that happened to a kind."""
    row = KIND_FIRST + KIND_TINTS * subject + SUBJECT_TINT - tint if tint < 0 else tint
    return vector(effects.tints, row)


@inline
def make_parts(
    effects_inout: EffectTables, recipe: Integer, place: Vector, aim: Vector, size: Real, subject: Integer,
    light: Light, delay: Real,
) -> None:  # fmt: skip
    """Run a recipe."""
    recipes = effects_inout.recipes
    for part in range(recipes.first[recipe], recipes.first[recipe + 1]):
        color = color_of(effects_inout, recipes.tint[part], subject)
        make_part(effects_inout, part, place, aim, size, color, light, delay)


@inline
def make_beats(
    effects_inout: EffectTables, recipe: Integer, place: Vector, size: Real, subject: Integer, light: Light
) -> None:
    """Make the smaller explosions that follow, here and there about the place, one after another."""
    beats, particles, still = effects_inout.recipes.beats, effects_inout.particles, (0.0, 0.0, 0.0)
    count = np.int64(scale(beats, recipe, column.BEATS, size))
    if count == 0:
        return
    spread = scale(beats, recipe, column.BEAT_SPREAD, size)
    each = scale(beats, recipe, column.BEAT_SIZE, size)
    begin = np.float64(beats[recipe, column.BEAT_BEGIN])
    gap = np.float64(beats[recipe, column.BEAT_SPAN]) / count
    outward = scaled(place, 1.0 / max(length(place), 1e-6))
    flash = flash_of(effects_inout.recipes, SECONDARY, each)
    color = color_of(effects_inout, effects_inout.recipes.light[SECONDARY], subject)
    for beat in range(count):
        away = tangent_part(random_direction(particles), outward)
        there = add(place, scaled(away, spread))
        delay = begin + gap * (beat + random_share(particles))
        make_parts(effects_inout, SECONDARY, there, still, each, subject, light, delay)
        add_light(effects_inout.light_budget, there, light[0] * flash, color, delay)


@inline
def make_part(
    effects_inout: EffectTables, part: Integer, place: Vector, aim: Vector, size: Real, color: Vector,
    light: Light, delay: Real,
) -> None:  # fmt: skip
    """Run a row of a recipe; `light` is its share of light, and the share if it glows."""
    shape, numbers = effects_inout.recipes.shape[part], effects_inout.recipes.numbers
    life, width = np.float64(numbers[part, column.LIFE]), scale(numbers, part, column.SIZE, size)
    begin = delay + np.float64(numbers[part, column.DELAY])
    if shape == WAVE:
        strength = scale(numbers, part, column.STRENGTH, size)
        thickness = np.float64(numbers[part, column.THICKNESS])
        color = scaled(color, light[0])
        send_wave(effects_inout.waves, place, width, life, color, thickness, strength, begin)
        push_smoke(effects_inout.particles, place, width, life, strength, begin)
        return
    speed = scale(numbers, part, column.SPEED, size)
    if shape == LAMP:
        there = combined(place, 1.0, aim, speed * begin)
        add_light(effects_inout.light_budget, there, light[0] * width * width, color, begin)
        return
    if shape == ParticleShape.SCORCH:
        place = scaled(place, 1.0 - SCORCH_DEPTH / max(length(place), 1.0))
    count = min(np.float64(numbers[part, column.COUNT_MAX]), scale(numbers, part, column.COUNT, size))
    count = max(1.0, count * (CROWDED_COUNT + (1.0 - CROWDED_COUNT) * light[0]))
    only_glows = shape in (ParticleShape.GLOW, ParticleShape.FLASH, ParticleShape.CORE)
    bright = np.float64(numbers[part, column.LIGHT]) * (light[1] if only_glows else light[0])
    motion = speed, np.float64(numbers[part, column.CONE]), np.float64(numbers[part, column.DRAG])
    look = np.float64(shape), width, np.float64(numbers[part, column.GROWTH]), bright
    variety = np.float64(numbers[part, column.VARIETY])
    throw_particles(
        effects_inout.particles, place, aim, np.int64(count), motion, look, color, variety, (life, begin)
    )


@inline
def scale(numbers: F32, row: Row, column: Integer, size: Real) -> Real:
    """A number that grows with the event's size: its base, and in the next column its slope."""
    return np.float64(numbers[row, column]) + np.float64(numbers[row, column + 1]) * size


@kernel
def trail_engine(effects_inout: EffectTables, bodies: Bodies, player: Row, max_speed: Real) -> None:
    """Leave a glow behind the player's ship, brighter the faster it flies, and sparks where it dashes."""
    if not bodies.alive[player]:
        return
    share = length(vector(bodies.velocity, player)) / max_speed
    if share <= TRAIL_LEAST:
        return
    nose, behind = vector(bodies.heading, player), -1.1 * np.float64(bodies.radius[player])
    back, still = combined(vector(bodies.position, player), 1.0, nose, behind), (0.0, 0.0, 0.0)
    full = min(1.0, share)
    look, color = (GLOW, 0.22 + 0.16 * full, -1.5, 0.34 * full), vector(effects_inout.tints, PLAYER_TINT)
    add_particle(effects_inout.particles, back, still, 0.0, look, color, 0.32, 0.0)
    if share > DASH_SHARE:
        away = scaled(unit_tangent(vector(bodies.velocity, player), back), -1.0)
        motion, look = (np.float64(max_speed), DASH_CONE, DASH_DRAG), (np.float64(SPARK), 0.09, 0.0, 1.0)
        color, times = vector(effects_inout.tints, BOOST_TINT), (DASH_LIFE, 0.0)
        throw_particles(effects_inout.particles, back, away, DASH_COUNT, motion, look, color, 1.0, times)
