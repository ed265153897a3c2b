"""What bosses announce: how soon a blow comes and where a charge will go, and what their shields hold.

Everything that hurts is seen coming: a ring closes around who winds up, and meets its hull when the blow
falls. Rings and sprites join the batches of everybody else's.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.ai.bosses import CHARGES, PART_WINDUP, WINDUP_TICKS
from arena.boss_tuning import CHARGE_LOCK, Role
from arena.jit import inline, kernel
from arena.sim.boss_deeds import ACT_TICKS, is_shielded
from arena.sim.bosses import (
    BOSS,
    BOSS_PART,
    any_boss,
    boss_number,
    boss_of,
    role_number,
    stage_number,
)
from arena.sim.kinds import Phase
from arena.vectors import combined, cross, length, scaled, subtract, vector
from arena.view.buffers import put_ring, put_sprite
from arena.view.culling import read_lens, sees
from arena.view.palette import Palette

F64 = NDArray[np.float64]

RINGS, SPRITES = 64, 160
"""Room that they need; more are not drawn."""
CLOSING, PART_CLOSING = 7.0, 2.2
"""[u] from the hull at which the ring begins that closes around a boss, and around a part."""
LANE_MARKS = 11
"""Dashes along each side of the lane of a charge."""
DASH, DASH_SIZE = 0.75, 0.17
"""Half length and half width of one [u]."""
LOCKED_LIGHT, AIMING_LIGHT = 1.0, 0.42
DRAWN, BUBBLE_GAP = 1.35, 2.4
"""How large hulls are drawn over what they are, and [u] from there to the bubble of a shielded boss."""
DASH_SPEED = tuning.BOSS.dash_speed
WINDUP, SHIELD = int(Phase.WINDUP), int(Role.SHIELD)


def boss_colors(palette: Palette) -> F64:
    """Of warnings, and of shields, shape (2, 3)."""
    return np.array((palette.warning, palette.shield))


@kernel
def mark_bosses(
    bodies, memory, first, stop, now, shell_radius, lens, colors, rings_out, rings, sprites_out, sprites
):
    """Mark what bosses and parts of rows first..stop are about to do; `now` is the time between two ticks.

    Written as RING_DTYPE from row `rings` on and as SPRITE_DTYPE from row `sprites` on; returns the rows
    behind the last ones.
    """
    if not any_boss(bodies.kind[first:stop]):
        return rings, sprites
    view, ring_end, sprite_end = read_lens(lens), rings + RINGS, sprites + SPRITES
    for row in range(first, stop):
        own = bodies.kind[row] in (BOSS, BOSS_PART)
        if not own or not bodies.alive[row] or rings + 2 > ring_end or sprites + 2 * LANE_MARKS > sprite_end:
            continue
        place, radius = vector(bodies.position, row), np.float64(bodies.radius[row])
        if not sees(view, place, radius + CLOSING + 2.0 * LANE_MARKS):
            continue
        center = scaled(place, 1.0 / length(place))
        warning, shield = vector(colors, 0), vector(colors, 1)
        winding = memory.phase[row] == WINDUP
        left = max(memory.until[row] - now, 0.0)
        if bodies.kind[row] == BOSS_PART:
            role = role_number(bodies, memory, row)
            if winding:
                rings = close_ring(
                    center, radius, PART_CLOSING, left / PART_WINDUP[role], warning, rings_out, rings
                )
            boss = boss_of(bodies, memory, row)
            if role == SHIELD and boss >= 0:
                way = scaled(subtract(vector(bodies.position, boss), place), 0.5)
                middle = combined(place, 1.0, way, 1.0)
                put_sprite(sprites_out, sprites, middle, 0.32, way, 0.2, (*shield, 0.55))
                sprites += 1
            continue
        number, stage = boss_number(bodies, row), stage_number(memory, row)
        if is_shielded(bodies, memory, row, first, stop):
            pulse = 0.75 + 0.2 * math.sin(0.12 * now)
            put_ring(rings_out, rings, center, DRAWN * radius + BUBBLE_GAP, 0.7, 0.0, (*shield, pulse))
            above = scaled(center, length(place) + radius)
            put_sprite(
                sprites_out, sprites, above, 2.0 * radius, (0.0, 0.0, 0.0), 0.0, (*shield, 0.3 * pulse)
            )
            rings, sprites = rings + 1, sprites + 1
        if winding:
            rings = close_ring(
                center, radius, CLOSING, left / WINDUP_TICKS[number, stage], warning, rings_out, rings
            )
            if CHARGES[number, stage]:
                reach = DASH_SPEED * ACT_TICKS[number, stage] * tuning.DT
                light = LOCKED_LIGHT if left < CHARGE_LOCK else AIMING_LIGHT
                nose = vector(bodies.heading, row)
                sprites = mark_lane(place, nose, radius, reach, (*warning, light), sprites_out, sprites)
    return rings, sprites


@inline
def close_ring(center, radius, begins, share, color, rings_out, at):
    """A ring that closes in as `share` of the time that is left goes to 0, brighter the nearer."""
    share = min(share, 1.0)
    reach, light = DRAWN * radius + begins * share, 0.25 + 0.65 * (1.0 - share)
    put_ring(rings_out, at, center, reach, 0.12 + 0.16 * (1.0 - share), 0.0, (*color, light))
    return at + 1


@inline
def mark_lane(place, nose, radius, reach, color, sprites_out, at):
    """Dashes along both sides of the lane that a body of `radius` will sweep, `reach` [u] from its bow on."""
    altitude = length(place)
    side = scaled(cross(nose, place), radius / altitude)
    for dash in range(LANE_MARKS):
        angle = (radius + reach * (dash + 0.5) / LANE_MARKS) / altitude
        sine, cosine = math.sin(angle), math.cos(angle)
        middle = combined(place, cosine, nose, altitude * sine)
        along = combined(nose, cosine, place, -sine / altitude)
        for sign in (-1.0, 1.0):
            mark = combined(middle, 1.0, side, sign)
            put_sprite(sprites_out, at, mark, DASH_SIZE, scaled(along, DASH), 0.6, color)
            at += 1
    return at
