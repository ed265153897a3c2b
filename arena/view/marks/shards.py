"""Shards: small bright facets that turn, and shrink before they end."""

import math

import numpy as np

from arena.game.scoring.shards import Shards
from arena.jit import inline, kernel
from arena.jit.annotations import F64, Integer, Real
from arena.tuning import DT
from arena.vectors import add, combined, cross, length, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_sprite
from arena.view.culling import read_lens, sees

FACET, LONG, HARDNESS = 0.20, 0.32, 6.0
"""Size of a facet, half its length beyond that [u], and how sharp its edge is."""
GLOW, GLOW_LIGHT = 1.0, 0.22
"""Size [u] and strength of the light about it."""
MANY = 60
"""Shards from which on they share the light about them: hundreds would hide who flies among them."""
PALE = 0.15
"""Share of white in a facet."""
TURN = 0.11
"""Rate at which a facet turns [rad/tick]."""
SHRINK = 60.0
"""Ticks before its end from which on it shrinks."""
SPRITES = 2
"""Sprites of one shard."""


@kernel
def mark_shards(shards: Shards, now: Real, lens: F64, color: F64, marks_inout: MarkRows) -> None:
    """Draw the shards in sight; `now` is the time between two ticks, `color` of shape (3,)."""
    view, tint = read_lens(lens), (color[0], color[1], color[2])
    red, green, blue = combined(tint, 1.0 - PALE, (1.0, 1.0, 1.0), PALE)
    behind = DT * (math.ceil(now) - now)
    glow = GLOW_LIGHT * min(1.0, MANY / max(count_live(shards, now), 1))
    for row in range(len(shards.ends_at)):
        left = shards.ends_at[row] - now
        if left <= 0.0:
            continue
        velocity = vector(shards.velocity, row)
        place = subtract(vector(shards.position, row), scaled(velocity, behind))
        if not sees(view, place, GLOW):
            continue
        size = min(1.0, left / SHRINK)
        outward = scaled(place, 1.0 / max(length(place), 1e-6))
        east = cross((0.0, 0.0, 1.0), outward)
        east = east if length(east) > 1e-3 else (1.0, 0.0, 0.0)
        east = scaled(east, 1.0 / length(east))
        turn = TURN * now + 2.4 * row
        way = add(scaled(east, math.cos(turn)), scaled(cross(outward, east), math.sin(turn)))
        add_sprite(marks_inout, place, GLOW * size, (0.0, 0.0, 0.0), 0.0, (*tint, glow))
        add_sprite(
            marks_inout, place, FACET * size, scaled(way, LONG * size), HARDNESS, (red, green, blue, 1.0)
        )


@inline
def count_live(shards: Shards, now: Real) -> Integer:
    """Number of shards that have not ended."""
    count = 0
    for row in range(len(shards.ends_at)):
        count += shards.ends_at[row] > now
    return count


def shards_alive(shards: Shards, tick: int) -> int:
    """Number of shards that lie about."""
    return int(np.count_nonzero(shards.ends_at > tick))
