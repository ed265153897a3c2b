"""Pickups and crates, gems and cages of light that turn, with a ring that runs inwards to each; and shards,
small bright facets that shrink before they end.

`arena.view.hud.modules` draws the signs in the cages.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.pickups import PICKUPS
from arena.game.scoring.shards import LIFE as SHARD_LIFE
from arena.game.scoring.shards import Shards
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, Integer, Real
from arena.sim.crates import LIFE_TICKS
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.tuning import DT
from arena.vectors import Vector, add, combined, cross, length, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_ring, add_sprite, eastward
from arena.view.culling import Seen, read_lens, sees
from arena.view.palette import Palette, role_colors

LIFE = round(tuning.PICKUP.life * tuning.TICK_RATE)
CRATE, CRATE_LIFE = kinds.CRATE.number, LIFE_TICKS
BLINK = 150
"""Ticks before its end from which on a pickup blinks."""
BLINK_RATE = 0.1
"""Blinks in a tick."""
CAGE, CAGE_HIGH, SIDES, TABLE = 1.5, 0.4, 5, 0.62
"""Radius of a pickup's cage and half its height [u], its number of sides, and the share of the radius that it
has at its top: it is cut as a gem."""
CRATE_CAGE, CRATE_HIGH, CRATE_SIDES, CRATE_TABLE = 1.7, 0.6, 6, 1.0
"""The same of a crate's."""
EDGE, EDGE_HARDNESS, EDGE_LIGHT = 0.13, 0.7, 0.6
"""Half the width of a cage's edge [u], its sharpness and its light."""
SPIN = 0.012
"""Rate at which a cage turns [rad/tick]."""
PICKUP_SPRITES = 3 * CRATE_SIDES + 2
"""Most sprites of one."""
CAGE_PALE = 0.25
"""Share of white in a cage: some of the colours are dim."""
SHADE, SHADE_SIZE, SHADE_LIGHT = -1.0, 1.5, 0.55
"""Hardness of a shade, size of that below a cage over the cage's radius, and its strength: the sign stands
out from it."""
GLOW, GLOW_LIGHT = 1.3, 0.12
"""Size of the light in a cage over its radius, and its strength."""
PULSE_TICKS, PULSE_REACH, PULSE_WIDTH, PULSE_LIGHT = 150.0, 1.4, 0.16, 1.0
"""Of the thin ring that runs inwards to a cage, as to all places where players are wanted: the time that it
takes, how far beyond the cage it begins, over the cage's radius, its thickness [u], and its light."""
FACET, LONG, HARDNESS = 0.20, 0.32, 6.0
"""Size of a facet, half its length beyond that [u], and how sharp its edge is."""
SHARD_GLOW, SHARD_GLOW_LIGHT = 1.0, 0.22
"""Size [u] and strength of the light about it."""
MANY, GLOWLESS = 60, 0.25
"""Shards from which on they share their light, as hundreds would hide who flies there; the share at which
the light about them has gone out."""
SHARD_FAINT, SHARD_SMALL = 0.4, 0.7
"""Least light and size of a facet: the more lie about, the fainter and smaller each is."""
SHARD_PALE = 0.15
"""Share of white in a facet."""
TURN = 0.11
"""Rate at which a facet turns [rad/tick]."""
SHRINK, GROW = 60.0, 14.0
"""Ticks before its end from which on it shrinks, and in which it grows out of its explosion."""
SHARD_SPRITES = 2
"""Sprites of one shard at most."""


def pickup_colors(palette: Palette) -> F32:
    """Colours by pickup, and in the last row that of crates, shape (pickups + 1, 3).

    Raises:
        CatalogueError: no colour has the name that a row says.
    """
    own = role_colors(palette, PICKUPS)
    crate = palette.roles[kinds.CRATE.show.colour or "text"]
    return np.vstack((own, np.array(crate, np.float32)))


@kernel
def mark_pickups(bodies: Bodies, seen: Seen, tick: Real, colors: F32, marks_inout: MarkRows) -> None:
    """Mark the pickups in sight; `tick` is the time between two, `colors` as by `pickup_colors`."""
    still = (0.0, 0.0, 0.0)
    for k in range(seen.begin[Pool.PICKUP], seen.begin[Pool.PICKUP + 1]):
        row, place = seen.row[k], vector(seen.position, k)
        crate = bodies.kind[row] == CRATE
        left = bodies.born[row] + (CRATE_LIFE if crate else LIFE) - tick
        if left < BLINK and math.floor(left * BLINK_RATE * 2.0) % 2 == 0:
            continue
        red, green, blue = vector(colors, len(colors) - 1 if crate else bodies.variant[row])
        pale = combined((red, green, blue), 1.0 - CAGE_PALE, (1.0, 1.0, 1.0), CAGE_PALE)
        cage, high, sides = (CRATE_CAGE, CRATE_HIGH, CRATE_SIDES) if crate else (CAGE, CAGE_HIGH, SIDES)
        shape, turn = (cage, cage * (CRATE_TABLE if crate else TABLE), high), SPIN * (tick + 97.0 * row)
        outward = scaled(place, 1.0 / max(length(place), 1e-6))
        add_sprite(marks_inout, place, SHADE_SIZE * cage, still, SHADE, (0.0, 0.0, 0.0, SHADE_LIGHT))
        add_sprite(marks_inout, place, GLOW * cage, still, 1.0, (red, green, blue, GLOW_LIGHT))
        add_cage(marks_inout, place, outward, shape, sides, turn, pale)
        run = (tick / PULSE_TICKS) % 1.0
        radius = cage * (PULSE_REACH - (PULSE_REACH - 1.0) * run)
        light = PULSE_LIGHT * math.sin(math.pi * run)
        add_ring(marks_inout, outward, radius, PULSE_WIDTH, 0.0, (red, green, blue, light))


@inline
def add_cage(
    marks_inout: MarkRows, place: Vector, outward: Vector, shape: Vector, sides: Integer, turn: Real,
    color: Vector,
) -> None:  # fmt: skip
    """Add the edges of a prism about a place; `shape` is its radius below, that above and half its height."""
    (below, above, high), east = shape, eastward(outward)
    north, rise, tint = cross(outward, east), scaled(outward, high), (*color, EDGE_LIGHT)
    for side in range(sides):
        first, second = turn + side * math.tau / sides, turn + (side + 1) * math.tau / sides
        here = combined(east, math.cos(first), north, math.sin(first))
        there = combined(east, math.cos(second), north, math.sin(second))
        along = subtract(here, there)
        foot, top = combined(here, below, rise, -1.0), combined(here, above, rise, 1.0)
        add_sprite(marks_inout, add(place, foot), EDGE, scaled(along, below), EDGE_HARDNESS, tint)
        add_sprite(marks_inout, add(place, top), EDGE, scaled(along, above), EDGE_HARDNESS, tint)
        add_sprite(marks_inout, add(place, top), EDGE, subtract(top, foot), EDGE_HARDNESS, tint)


@kernel
def mark_shards(
    shards: Shards, alive: Integer, now: Real, lens: F64, color: F64, marks_inout: MarkRows
) -> None:
    """Draw the shards in sight of those alive; `now` is the time between two ticks, `color` of shape (3,)."""
    view, tint = read_lens(lens), (color[0], color[1], color[2])
    pale = combined(tint, 1.0 - SHARD_PALE, (1.0, 1.0, 1.0), SHARD_PALE)
    behind = DT * (math.ceil(now) - now)
    many = min(1.0, MANY / max(alive, 1))
    glow = SHARD_GLOW_LIGHT * max(0.0, many - GLOWLESS) / (1.0 - GLOWLESS)
    light, whole = max(SHARD_FAINT, math.sqrt(many)), max(SHARD_SMALL, math.sqrt(math.sqrt(many)))
    for row in range(len(shards.ends_at)):
        left = shards.ends_at[row] - now
        if left <= 0.0:
            continue
        velocity = vector(shards.velocity, row)
        place = subtract(vector(shards.position, row), scaled(velocity, behind))
        if not sees(view, place, SHARD_GLOW):
            continue
        size = whole * min(1.0, left / SHRINK, (SHARD_LIFE - left) / GROW)
        outward = scaled(place, 1.0 / max(length(place), 1e-6))
        east = eastward(outward)
        turn = TURN * now + 2.4 * row
        way = add(scaled(east, math.cos(turn)), scaled(cross(outward, east), math.sin(turn)))
        if glow > 0.0:
            add_sprite(marks_inout, place, SHARD_GLOW * size, (0.0, 0.0, 0.0), 0.0, (*tint, glow))
        add_sprite(marks_inout, place, FACET * size, scaled(way, LONG * size), HARDNESS, (*pale, light))


def shards_alive(shards: Shards, tick: int) -> int:
    """Number of shards that lie about."""
    return int(np.count_nonzero(shards.ends_at > tick))
