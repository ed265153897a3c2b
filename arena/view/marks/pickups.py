"""Pickups and crates, cages of light that turn, and shards, small bright facets that shrink before they end.

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
from arena.view.buffers import MarkRows, add_sprite, eastward
from arena.view.culling import Seen, read_lens, sees
from arena.view.palette import Palette

LIFE = round(tuning.PICKUP.life * tuning.TICK_RATE)
CRATE, CRATE_LIFE = kinds.CRATE.number, LIFE_TICKS
BLINK = 150
"""Ticks before its end from which on a pickup blinks."""
BLINK_RATE = 0.1
"""Blinks in a tick."""
CAGE, CAGE_HIGH, SIDES = 1.15, 0.45, 4
"""Radius of a pickup's cage and half its height [u], and its number of sides."""
CRATE_CAGE, CRATE_HIGH, CRATE_SIDES = 1.7, 0.6, 6
"""The same of a crate's."""
EDGE, EDGE_HARDNESS, EDGE_LIGHT = 0.13, 0.7, 0.6
"""Half the width of a cage's edge [u], its sharpness and its light."""
SPIN = 0.012
"""Rate at which a cage turns [rad/tick]."""
PICKUP_SPRITES = 3 * CRATE_SIDES + 2
"""Most sprites of one."""
CAGE_PALE = 0.45
"""Share of white in a cage: some of the colours are dim."""
SHADE, SHADE_SIZE, SHADE_LIGHT = -1.0, 1.5, 0.55
"""Hardness of a shade, size of that below a cage over the cage's radius, and its strength: the sign stands
out from it."""
GLOW, GLOW_LIGHT = 1.3, 0.12
"""Size of the light in a cage over its radius, and its strength."""
FACET, LONG, HARDNESS = 0.20, 0.32, 6.0
"""Size of a facet, half its length beyond that [u], and how sharp its edge is."""
SHARD_GLOW, SHARD_GLOW_LIGHT = 1.0, 0.22
"""Size [u] and strength of the light about it."""
MANY = 60
"""Shards from which on they share their light: hundreds would hide who flies among them."""
SHARD_FAINT = 0.4
"""Least light of a facet: the more lie about, the fainter each is."""
SHARD_PALE = 0.15
"""Share of white in a facet."""
TURN = 0.11
"""Rate at which a facet turns [rad/tick]."""
SHRINK, GROW = 60.0, 14.0
"""Ticks before its end from which on it shrinks, and in which it grows out of its explosion."""
SHARD_SPRITES = 2
"""Sprites of one shard."""


def pickup_colors(palette: Palette) -> F32:
    """Colours by pickup, and in the last row that of crates, shape (pickups + 1, 3).

    Raises:
        CatalogueError: no colour has the name that a row says.
    """
    own = PICKUPS.column(lambda row: palette.roles[row.show.colour], np.float32)
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
        outward = scaled(place, 1.0 / max(length(place), 1e-6))
        add_sprite(marks_inout, place, SHADE_SIZE * cage, still, SHADE, (0.0, 0.0, 0.0, SHADE_LIGHT))
        add_sprite(marks_inout, place, GLOW * cage, still, 1.0, (red, green, blue, GLOW_LIGHT))
        add_cage(marks_inout, place, outward, cage, high, sides, SPIN * (tick + 97.0 * row), pale)


@inline
def add_cage(
    marks_inout: MarkRows, place: Vector, outward: Vector, radius: Real, high: Real, sides: Integer,
    turn: Real, color: Vector,
) -> None:  # fmt: skip
    """Add the edges of an upright prism about a place, `high` above and below it."""
    east = eastward(outward)
    north, rise, tint = cross(outward, east), scaled(outward, high), (*color, EDGE_LIGHT)
    for side in range(sides):
        first, second = turn + side * math.tau / sides, turn + (side + 1) * math.tau / sides
        here = combined(east, radius * math.cos(first), north, radius * math.sin(first))
        there = combined(east, radius * math.cos(second), north, radius * math.sin(second))
        for level in (-1.0, 1.0):
            at = add(add(place, there), scaled(rise, level))
            add_sprite(marks_inout, at, EDGE, subtract(there, here), EDGE_HARDNESS, tint)
        at = add(add(place, here), rise)
        add_sprite(marks_inout, at, EDGE, scaled(rise, 2.0), EDGE_HARDNESS, tint)


@kernel
def mark_shards(
    shards: Shards, alive: Integer, now: Real, lens: F64, color: F64, marks_inout: MarkRows
) -> None:
    """Draw the shards in sight of those alive; `now` is the time between two ticks, `color` of shape (3,)."""
    view, tint = read_lens(lens), (color[0], color[1], color[2])
    pale = combined(tint, 1.0 - SHARD_PALE, (1.0, 1.0, 1.0), SHARD_PALE)
    behind = DT * (math.ceil(now) - now)
    many = min(1.0, MANY / max(alive, 1))
    glow, light = SHARD_GLOW_LIGHT * many, max(SHARD_FAINT, math.sqrt(many))
    for row in range(len(shards.ends_at)):
        left = shards.ends_at[row] - now
        if left <= 0.0:
            continue
        velocity = vector(shards.velocity, row)
        place = subtract(vector(shards.position, row), scaled(velocity, behind))
        if not sees(view, place, SHARD_GLOW):
            continue
        size = min(1.0, left / SHRINK, (SHARD_LIFE - left) / GROW)
        outward = scaled(place, 1.0 / max(length(place), 1e-6))
        east = eastward(outward)
        turn = TURN * now + 2.4 * row
        way = add(scaled(east, math.cos(turn)), scaled(cross(outward, east), math.sin(turn)))
        add_sprite(marks_inout, place, SHARD_GLOW * size, (0.0, 0.0, 0.0), 0.0, (*tint, glow))
        add_sprite(marks_inout, place, FACET * size, scaled(way, LONG * size), HARDNESS, (*pale, light))


def shards_alive(shards: Shards, tick: int) -> int:
    """Number of shards that lie about."""
    return int(np.count_nonzero(shards.ends_at > tick))
