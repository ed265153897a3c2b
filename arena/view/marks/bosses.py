"""Telegraphs of boss attacks: time to a blow, lane of a charge, strength of shields.

Each attack is announced: a ring about the attacker fills until the blow falls. Rings and sprites join the
batches of `Marks`.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.jit.annotations import F64, Real
from arena.sim.bosses.attacks import is_shielded
from arena.sim.bosses.columns import (
    BOSS,
    BOSS_PART,
    BossTable,
    any_boss,
    boss_number,
    boss_of,
    part_number,
    stage_number,
)
from arena.sim.kinds import Phase, Pool
from arena.sim.tables.population import Population
from arena.vectors import Vector, combined, cross, length, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_ring, add_sprite
from arena.view.culling import read_lens, sees
from arena.view.marks.warnings import add_clock
from arena.view.overlay.overlay import RGBA
from arena.view.palette import Palette

BOSS_RINGS, BOSS_SPRITES = 64, 160
"""Room that they need; more are not drawn."""
CLOCK_GAP, CLOCK_LIGHT = 1.2, 0.5
"""From the hull to the ring that fills [u], and its light."""
LANE_MARKS, STROKE_SIZE = 16, 0.17
"""Strokes along each side of the lane of a charge, and their half width [u]."""
LANE_SPRITES = 2 * LANE_MARKS
LOCKED_LIGHT, AIMING_LIGHT, CHARGING_LIGHT = 0.22, 0.15, 0.19
DRAWN, BUBBLE_GAP = 1.35, 2.4
"""Drawn size of hulls over their radius, and gap from the hull to a shielded boss's bubble [u]."""
WINDUP, ACT = int(Phase.WINDUP), int(Phase.ACT)


def boss_colors(palette: Palette) -> F64:
    """Of warnings, and of shields, shape (2, 3)."""
    return np.array((palette.warning, palette.shield))


@kernel
def mark_bosses(
    population: Population, rules: BossTable, now: Real, lens: F64, colors: F64, marks_inout: MarkRows
) -> None:
    """Mark what bosses and their parts are about to do; `now` is the time between two ticks."""
    bodies, memory = population.bodies, population.memory
    first, stop = population.pools.start[Pool.ENEMY], population.pools.stop[Pool.ENEMY]
    if not any_boss(bodies.kind[first:stop]):
        return
    longest = rules.dash_speed.max() * rules.stages.act.max() * tuning.DT  # lane of a charge
    stages, rings, sprites = rules.stages, marks_inout.ring_count, marks_inout.sprite_count
    ring_most, sprite_most = rings[0] + BOSS_RINGS - 2, sprites[0] + BOSS_SPRITES - 1 - LANE_SPRITES
    view = read_lens(lens)
    for row in range(first, stop):
        own = bodies.kind[row] in (BOSS, BOSS_PART)
        full = rings[0] > ring_most or sprites[0] > sprite_most
        if not own or not bodies.alive[row] or full:
            continue
        place, radius = vector(bodies.position, row), np.float64(bodies.radius[row])
        if not sees(view, place, radius + CLOCK_GAP + longest):
            continue
        warning, shield, winding = vector(colors, 0), vector(colors, 1), memory.phase[row] == WINDUP
        reach, clock = DRAWN * radius + CLOCK_GAP, (*warning, CLOCK_LIGHT)
        left = max(memory.until[row] - now, 0.0)
        if bodies.kind[row] == BOSS_PART:
            part = part_number(bodies, memory, rules, row)
            if winding:
                filled = 1.0 - min(left / rules.parts.windup[part], 1.0)
                add_clock(marks_inout, view, place, reach, filled, clock)
            boss = boss_of(bodies, memory, row)
            if rules.parts.shields[part] and boss >= 0:
                way = scaled(subtract(vector(bodies.position, boss), place), 0.5)
                add_sprite(marks_inout, combined(place, 1.0, way, 1.0), 0.32, way, 0.2, (*shield, 0.55))
            continue
        number, stage = boss_number(bodies, rules, row), stage_number(memory, rules, row)
        if is_shielded(bodies, memory, rules, row, first, stop):
            pulse, center = 0.75 + 0.2 * math.sin(0.12 * now), scaled(place, 1.0 / length(place))
            add_ring(marks_inout, center, DRAWN * radius + BUBBLE_GAP, 0.7, 0.0, (*shield, pulse))
            above = scaled(center, length(place) + radius)
            add_sprite(marks_inout, above, 2.0 * radius, (0.0, 0.0, 0.0), 0.0, (*shield, 0.3 * pulse))
        if winding:
            filled = 1.0 - min(left / stages.windup[number, stage], 1.0)
            add_clock(marks_inout, view, place, reach, filled, clock)
        if stages.charges[number, stage] and (winding or memory.phase[row] == ACT):
            ticks = stages.act[number, stage] if winding else left
            lock = stages.charge_lock[number, stage]
            light = CHARGING_LIGHT if not winding else LOCKED_LIGHT if left < lock else AIMING_LIGHT
            nose, lane = vector(bodies.heading, row), rules.dash_speed[number] * ticks * tuning.DT
            mark_lane(place, nose, radius, lane, (*warning, light), marks_inout)


@inline
def mark_lane(
    place: Vector, nose: Vector, radius: Real, reach: Real, color: RGBA, marks_inout: MarkRows
) -> None:
    """The sides of the lane that a body of `radius` will sweep, `reach` [u] from its bow on.

    They have no gaps: strokes one by one were taken for shots.
    """
    altitude = length(place)
    side = scaled(cross(nose, place), radius / altitude)
    for mark in range(LANE_MARKS):
        middle, along = on_lane(place, nose, radius + reach * (mark + 0.5) / LANE_MARKS)
        way = scaled(along, reach / LANE_MARKS)
        for sign in (-1.0, 1.0):
            end = combined(combined(middle, 1.0, side, sign), 1.0, way, 0.5)
            add_sprite(marks_inout, end, STROKE_SIZE, way, 0.5, color)


@inline
def on_lane(place: Vector, nose: Vector, away: Real) -> tuple[Vector, Vector]:
    """The place `away` [u] from another along its nose on the shell, and the way on from there (unit)."""
    altitude = length(place)
    sine, cosine = math.sin(away / altitude), math.cos(away / altitude)
    return combined(place, cosine, nose, altitude * sine), combined(nose, cosine, place, -sine / altitude)
