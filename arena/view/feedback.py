"""Turns the simulation's events of one tick into light, sparks, waves and shake, for one player.

`read_events` walks them once: what lies behind the planet or far beside the picture leaves nothing, and of
the rest at most `EVENTS_PER_TICK` do, the weightiest and nearest first. `show_events` then lets `RECIPES` say
what each of them leaves.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline, kernel
from arena.jit.tables import Table
from arena.sim.events import Event
from arena.sim.kinds import Team
from arena.vectors import combined, length, subtract, vector
from arena.view.culling import in_frustum, over_horizon, read_lens
from arena.view.particles import Particles, add_particle, throw_sparks
from arena.view.recipes import (
    COUNT,
    COUNT_MAX,
    COUNT_SLOPE,
    ENEMY_SHOT,
    GROWTH,
    LARGE_BURST,
    LARGE_KILLED,
    LARGE_ROCK,
    LARGE_SHIP,
    LIFE,
    LIGHT,
    SIZE,
    SIZE_SLOPE,
    SPEED,
    SPEED_SLOPE,
    STRENGTH,
    STRENGTH_SLOPE,
    THICKNESS,
    Shape,
    Tint,
)
from arena.view.waves import Waves, send_wave

EVENTS_PER_TICK = 64
"""More of what happens near the camera in one tick leaves nothing."""
NEAR = 30.0
"""Explosions farther than this from the player do not shake the camera [u]."""
MARGIN = 8.0
"""Events this far beside the picture still leave something: it may fly in, or the camera turn there [u]."""
PEEK = 2.0
"""How far what they leave rises over the horizon [u]."""
FADE = 20.0
"""Distance from the player at which an event matters half as much [u]."""
QUIET_BUMP = 2.0
"""Bumps that close slower leave nothing [u/s]."""
FLASH_ROOM, FLASH_RATE = 40.0, 20.0
"""Light of glows times their area [u^2] that may begin at a stroke, and in each second after it."""
FLASH_LEAST = 0.12
"""Share of its light that a glow keeps at least where there is no room for more."""
HURT_BASE, HURT_SLOPE = 0.25, 1.0 / 60.0
"""How red the rim turns: at any damage, and for each hit point."""
TRAIL_LEAST = 0.1
"""Share of full speed below which an engine leaves no trail."""

SHOT, BUMP, BOMB = int(Event.SHOT), int(Event.BUMP), int(Event.BOMB)
HURT, LOST = int(Event.PLAYER_HURT), int(Event.PLAYER_KILLED)
KILLED, BURST = int(Event.KILLED), int(Event.BURST)
PLAYERS = int(Team.PLAYERS)
GLOW, SPARKS, EMBERS = int(Shape.GLOW), int(Shape.SPARKS), int(Shape.EMBERS)
SUBJECT, PLAYER_TINT = int(Tint.SUBJECT), int(Tint.PLAYER)


class EffectTables(Table):
    """All that events leave."""

    particles: Particles
    waves: Waves
    shake: NDArray[np.float64]  # of the camera, 0 to 1, shape (1,)
    hurt: NDArray[np.float64]  # how red the rim is, 0 to 1, shape (1,)
    flash_room: NDArray[np.float64]  # for light that begins now [u^2], infinite without a limit, shape (1,)
    chosen: NDArray[np.int64]  # events of the tick that leave something, shape (EVENTS_PER_TICK,)
    priority: NDArray[np.float64]  # of each of these, shape (EVENTS_PER_TICK,)


@inline
def recipe_of(events, bodies, at):
    """Row of an event's recipe."""
    kind, row = events.kind[at], events.row[at]
    if kind == SHOT and (row < 0 or bodies.team[row] != PLAYERS):
        return ENEMY_SHOT
    if kind == KILLED and events.size[at] >= LARGE_SHIP:
        return LARGE_KILLED
    if kind == BURST and events.size[at] >= LARGE_ROCK:
        return LARGE_BURST
    return np.int64(kind)


@inline
def jolt(effects_inout, recipes, recipe, size, share):
    """Shake the camera; blows add up to 1."""
    strength = min(recipes.jolt[recipe, 2], recipes.jolt[recipe, 0] + recipes.jolt[recipe, 1] * size)
    effects_inout.shake[0] = min(1.0, effects_inout.shake[0] + strength * share)


@inline
def offer(effects_inout, count, at, priority):
    """Choose an event, if it is among the weightiest so far; returns how many are chosen."""
    chosen, priorities = effects_inout.chosen, effects_inout.priority
    if count < len(chosen):
        chosen[count], priorities[count] = at, priority
        return count + 1
    least = 0
    for k in range(1, count):
        if priorities[k] < priorities[least]:
            least = k
    if priority > priorities[least]:
        chosen[least], priorities[least] = at, priority
    return count


@kernel
def read_events(effects_inout, events, bodies, player, recipes, lens):
    """Choose who leaves something; what shakes the camera or hurts the player does so here.

    Returns how many events are chosen.
    """
    view, here, count = read_lens(lens), vector(bodies.position, player), 0
    for at in range(events.count[0]):
        recipe = recipe_of(events, bodies, at)
        own, size = events.row[at] == player, np.float64(events.size[at])
        if recipes.weight[recipe] == 0.0 or (recipe == BUMP and size <= QUIET_BUMP):
            continue
        if recipe == HURT:
            if not own:
                continue
            effects_inout.hurt[0] = min(1.0, effects_inout.hurt[0] + HURT_BASE + HURT_SLOPE * size)
        place = vector(events.position, at)
        away = length(subtract(place, here))
        mine = own and recipe in (BOMB, HURT, LOST)
        if recipes.jolt[recipe, 2] > 0.0 and (mine or away < NEAR):
            jolt(effects_inout, recipes, recipe, size, 1.0 if mine else 1.0 - away / NEAR)
        reach, sight = recipes.reach[recipe, 0] + recipes.reach[recipe, 1] * size, subtract(place, view[0])
        if mine or (in_frustum(view, sight, reach + MARGIN) and over_horizon(view, sight, PEEK)):
            fade = FADE / (FADE + away)
            priority = np.inf if mine else recipes.weight[recipe] * (1.0 + size) * fade
            count = offer(effects_inout, count, at, priority)
    return count


@inline
def sort_chosen(chosen_inout, priority_inout, count):
    """Order the first `count` by priority, rising, equals as they came."""
    for k in range(1, count):
        at, priority, place = chosen_inout[k], priority_inout[k], k
        while place > 0 and priority_inout[place - 1] > priority:
            chosen_inout[place], priority_inout[place] = chosen_inout[place - 1], priority_inout[place - 1]
            place -= 1
        chosen_inout[place], priority_inout[place] = at, priority


@kernel
def show_events(effects_inout, count, events, bodies, recipes, tints):
    """Let the first `count` chosen events leave what their recipes say.

    The weightiest come last: where there is no room for all, the others' give way.
    """
    sort_chosen(effects_inout.chosen, effects_inout.priority, count)
    dimming = limit_flashes(effects_inout, count, events, bodies, recipes)
    for k in range(count):
        at = effects_inout.chosen[k]
        recipe = recipe_of(events, bodies, at)
        place, size = vector(events.position, at), np.float64(events.size[at])
        subject = np.int64(events.subject[at])
        for part in range(recipes.first[recipe], recipes.first[recipe + 1]):
            tint = recipes.tint[part]
            color = vector(tints, subject if tint == SUBJECT else tint)
            make_part(effects_inout, recipes, part, place, size, color, dimming)


@inline
def limit_flashes(effects_inout, count, events, bodies, recipes):
    """Share of their light that the glows of the first `count` chosen events may have, for eyes' sake.

    All of a tick share the room that is left; it fills up again as time passes.
    """
    room, wanted = effects_inout.flash_room, 0.0
    for k in range(count):
        at = effects_inout.chosen[k]
        recipe, size = recipe_of(events, bodies, at), np.float64(events.size[at])
        for part in range(recipes.first[recipe], recipes.first[recipe + 1]):
            if recipes.shape[part] == GLOW:
                width = scale(recipes.numbers, part, SIZE, SIZE_SLOPE, size)
                wanted += np.float64(recipes.numbers[part, LIGHT]) * width * width
    dimming = 1.0 if wanted <= room[0] else max(FLASH_LEAST, room[0] / wanted)
    room[0] = max(0.0, room[0] - dimming * wanted)
    return dimming


@inline
def make_part(effects_inout, recipes, part, place, size, color, dimming):
    """Make what one row says; light that only glows is dimmed."""
    shape, numbers = recipes.shape[part], recipes.numbers
    life, width = np.float64(numbers[part, LIFE]), scale(numbers, part, SIZE, SIZE_SLOPE, size)
    if shape == GLOW:
        light, growth = dimming * np.float64(numbers[part, LIGHT]), np.float64(numbers[part, GROWTH])
        add_particle(
            effects_inout.particles, place, (0.0, 0.0, 0.0), color, light, width, growth, 0.0, 0.0, life
        )
    elif shape in (SPARKS, EMBERS):
        count = min(numbers[part, COUNT_MAX], scale(numbers, part, COUNT, COUNT_SLOPE, size))
        speed = scale(numbers, part, SPEED, SPEED_SLOPE, size)
        throw_sparks(
            effects_inout.particles, place, np.int64(count), speed, life, width, color, shape == EMBERS
        )
    else:
        strength = scale(numbers, part, STRENGTH, STRENGTH_SLOPE, size)
        thickness = np.float64(numbers[part, THICKNESS])
        send_wave(effects_inout.waves, place, width, life, color, thickness, strength)


@inline
def scale(numbers, part, base, slope, size):
    """A number that grows with the event's size."""
    return np.float64(numbers[part, base]) + np.float64(numbers[part, slope]) * size


@kernel
def trail_engine(effects_inout, bodies, player, max_speed, tints):
    """Leave a glow behind the player's ship, brighter the faster it flies."""
    if not bodies.alive[player]:
        return
    share = min(1.0, length(vector(bodies.velocity, player)) / max_speed)
    if share > TRAIL_LEAST:
        behind = -1.1 * np.float64(bodies.radius[player])
        back = combined(vector(bodies.position, player), 1.0, vector(bodies.heading, player), behind)
        color, size = vector(tints, PLAYER_TINT), 0.22 + 0.16 * share
        add_particle(
            effects_inout.particles, back, (0.0, 0.0, 0.0), color, 0.34 * share, size, -1.5, 0.0, 0.0, 0.32
        )
