"""Zone marks: wind as streaks that fly with it, a nebula as clouds, a well as rings that fall in.

`mark_zones` writes those in sight for every frame. Rings and sprites join the batches of all other marks, so
zones cost no draw call.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.zones import ZONES
from arena.jit import inline, kernel
from arena.sim.tables.zones import ZONES_MAX
from arena.sphere import kernel_tangent_frame
from arena.vectors import combined, cross, length, scaled, vector
from arena.view.buffers import put_ring, put_sprite
from arena.view.culling import read_lens, sees
from arena.view.palette import Palette, role_color

F32 = NDArray[np.float32]

GOLDEN = math.pi * (3.0 - math.sqrt(5.0))
"""Turn between points of a spiral that fills a disc evenly (Vogel, 1979) [rad]."""
PLASTIC = 0.7548776662466927
"""Multiples of it fill 0 to 1 evenly, in another order than the spiral's turns do."""
STREAKS, PUFFS, FALLS = 72, 30, 5
"""Streaks of a wind, clouds of a nebula, falling rings of a well."""
BORDER_DASHES = 40.0
STREAK_PATH, STREAK_LENGTH, STREAK_RATE = 6.0, 1.8, 0.8
"""Path of a streak [u], its length [u], and streaks a second."""
PUFF_SIZE, PUFF_TURN = 0.42, 0.02
"""Size of a cloud over the zone's radius; how fast clouds wander around the middle [turns/s]."""
CLOUD_LIGHT = 0.2
"""Of a cloud in the middle; they add up."""
FALL_RATE = 0.22
"""Falls of a ring a second."""
FALL_LIGHT, FALL_THICK, FALL_THICKER = 0.34, 0.5, 0.6
"""Of such a ring: light, half thickness where it begins, and what that gains on its way [u]. Broad and dim: a
thin bright line was taken for something that hurts."""
BEYOND = 6.0
"""Longest flight of a streak over the border [u]."""
ZONE_RINGS, ZONE_SPRITES = 1 + FALLS, max(STREAKS, PUFFS, 2)
"""Room that one zone needs."""
STREAKS_MARK, CLOUDS_MARK, RINGS_MARK, WAVES_MARK = 0, 1, 2, 3
_MARKS = ZONES.resolve(
    "mark",
    lambda row: row.show.mark,
    {"streaks": STREAKS_MARK, "clouds": CLOUDS_MARK, "rings": RINGS_MARK, "waves": WAVES_MARK},
)
MARK = ZONES.column(lambda row: _MARKS[row.number], np.int64)
"""Mark of each kind of zone."""


def zone_colors(palette: Palette) -> F32:
    """Colours by kind of zone, shape (kinds, 3); the first is unused."""
    return ZONES.column(lambda row: role_color(palette, row.show.colour, f"zone {row.name}"), np.float32)


@kernel
def mark_zones(zones, time_s, shell_radius, lens, colors, rings_out, rings, sprites_out, sprites):
    """Mark all zones in sight.

    Args:
        zones: of the world.
        time_s: moves the marks.
        shell_radius: where they lie [u].
        lens: see `arena.view.culling`.
        colors: by kind, shape (kinds, 3).
        rings_out: rows of RING_DTYPE, written from row `rings` on.
        rings: see `rings_out`.
        sprites_out: rows of SPRITE_DTYPE, written from row `sprites` on.
        sprites: see `sprites_out`.

    Returns:
        The rows behind the last ring and the last sprite.
    """
    view = read_lens(lens)
    for zone in range(ZONES_MAX):
        kind, radius = zones.kind[zone], np.float64(zones.radius[zone])
        if kind == 0:
            continue
        center = vector(zones.center, zone)
        center = scaled(center, 1.0 / length(center))
        if not sees(view, scaled(center, shell_radius), radius * (1.0 + PUFF_SIZE) + BEYOND):
            continue
        color, disc = vector(colors, kind), (center, radius, shell_radius)
        put_ring(rings_out, rings, center, radius, 0.10, BORDER_DASHES, tinted(color, 0.40))
        rings += 1
        if MARK[kind] == STREAKS_MARK:
            sprites = put_streaks(disc, vector(zones.axis, zone), time_s, view, color, sprites_out, sprites)
        elif MARK[kind] == CLOUDS_MARK:
            sprites = put_clouds(disc, time_s, view, color, sprites_out, sprites)
        else:
            way = -1.0 if MARK[kind] == WAVES_MARK else 1.0
            rings = put_running_rings(disc, way * time_s, color, rings_out, rings)
            sprites = put_pit(disc, color, sprites_out, sprites)
    return rings, sprites


@inline
def tinted(color, alpha):
    """A colour with its alpha."""
    return color[0], color[1], color[2], alpha


@inline
def on_disc(disc, share, turn):
    """The unit vector at `share` of a disc's radius from its middle, in the direction `turn` [rad]."""
    center, radius, shell_radius = disc
    ax, ay, az, bx, by, bz = kernel_tangent_frame(center[0], center[1], center[2])
    spoke = combined((ax, ay, az), math.cos(turn), (bx, by, bz), math.sin(turn))
    angle = share * radius / shell_radius
    return combined(center, math.cos(angle), spoke, math.sin(angle))


@inline
def put_streaks(disc, axis, time_s, view, color, sprites_out, at):
    """Streaks that fly with the wind, and fade in and out on their way."""
    shell_radius = disc[2]
    for number in range(STREAKS):
        share = math.sqrt((number + 0.5) / STREAKS)
        place = on_disc(disc, share, number * GOLDEN)
        way = cross(axis, place)
        way = scaled(way, 1.0 / max(length(way), 1e-9))
        phase = (time_s * STREAK_RATE + number * PLASTIC) % 1.0
        angle = (phase - 0.5) * STREAK_PATH / shell_radius
        position = scaled(combined(place, math.cos(angle), way, math.sin(angle)), shell_radius)
        if sees(view, position, STREAK_LENGTH):
            light = 0.4 * math.sin(math.pi * phase) * (1.0 - 0.8 * share * share)
            put_sprite(sprites_out, at, position, 0.13, scaled(way, STREAK_LENGTH), 0.0, tinted(color, light))
            at += 1
    return at


@inline
def put_clouds(disc, time_s, view, color, sprites_out, at):
    """Clouds that wander around the middle, every other one the other way."""
    shell_radius = disc[2]
    for number in range(PUFFS):
        share, turn = math.sqrt((number + 0.5) / PUFFS), number * GOLDEN
        wander = 2.0 * math.pi * PUFF_TURN * time_s * (1.0 if number % 2 else -0.7)
        lift = shell_radius + 0.6 * math.sin(turn * 5.0)
        position = scaled(on_disc(disc, 0.85 * share, turn + wander), lift)
        size = disc[1] * PUFF_SIZE * (1.0 + 0.35 * math.sin(turn * 3.0))
        if sees(view, position, size):
            light = CLOUD_LIGHT * (1.0 - 0.6 * share * share) * (1.0 + 0.4 * math.sin(turn * 7.0))
            put_sprite(sprites_out, at, position, size, (0.0, 0.0, 0.0), 0.0, tinted(color, light))
            at += 1
    return at


@inline
def put_running_rings(disc, time_s, color, rings_out, at):
    """Rings that run inwards, or outwards as `time_s` falls; thicker in the middle."""
    center, radius, _ = disc
    for number in range(FALLS):
        phase = (time_s * FALL_RATE + number / FALLS) % 1.0
        light = FALL_LIGHT * math.sin(math.pi * phase)
        reach, thickness = radius * (1.0 - phase) ** 1.4, FALL_THICK + FALL_THICKER * phase
        put_ring(rings_out, at, center, reach, thickness, 0.0, tinted(color, light))
        at += 1
    return at


@inline
def put_pit(disc, color, sprites_out, at):
    """A dark hole with a light in it."""
    place, still = scaled(disc[0], disc[2]), (0.0, 0.0, 0.0)
    put_sprite(sprites_out, at, place, 2.6, still, -1.0, tinted(scaled(color, 0.25), 0.9))
    put_sprite(sprites_out, at + 1, place, 1.2, still, 0.0, tinted(color, 0.8))
    return at + 2
