"""Zone marks: wind as streaks that fly with it, a nebula as clouds, a well as rings that fall in.

`mark_zones` writes those in sight for every frame. Rings and sprites join the batches of all other marks, so
zones cost no draw call.
"""

import math

import numpy as np

from arena.catalogue.zones import ZONES
from arena.game.spawning.spawn_points import GOLDEN_ANGLE
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, Real
from arena.sim.tables.zones import ZONES_MAX, Zones
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector, combined, cross, length, scaled, vector
from arena.view.buffers import MarkRows, add_ring, add_sprite
from arena.view.culling import Lens, read_lens, sees

Disc = tuple[Vector, Real, Real]
"""Middle (unit) and radius [u] of a zone, and the shell's radius [u]."""

PLASTIC = 0.7548776662466927
"""Multiples of it fill 0 to 1 evenly, in another order than the spiral's turns do."""
STREAKS, PUFFS, FALLS = 72, 30, 5
"""Streaks of a wind, clouds of a nebula, falling rings of a well."""
BORDER_DASHES = 40.0
STREAK_PATH, STREAK_LENGTH, STREAK_RATE, STREAK_LIGHT = 6.0, 1.8, 0.8, 0.75
"""Path of a streak [u], its length [u], streaks a second, and the light of one halfway in the middle."""
PUFF_SIZE, PUFF_TURN = 0.42, 0.02
"""Size of a cloud over the zone's radius; how fast clouds wander around the middle [turns/s]."""
CLOUD_LIGHT = 0.5
"""Of a cloud in the middle; they add up."""
FALL_RATE = 0.22
"""Falls of a ring a second."""
FALL_LIGHT, FALL_THICK, FALL_THICKER = 0.36, 0.45, 0.5
"""Of such a ring: light, half thickness where it begins, and what that gains on its way [u]. Broad and dim: a
thin bright line was taken for something that hurts."""
BEYOND = 6.0
"""Longest flight of a streak over the border [u]."""
ZONE_RINGS, ZONE_SPRITES = 1 + FALLS, max(STREAKS, PUFFS, 2)
"""Room that one zone needs."""
STREAKS_MARK, CLOUDS_MARK, RINGS_MARK, WAVES_MARK = range(4)
_NAMES = {"streaks": STREAKS_MARK, "clouds": CLOUDS_MARK, "rings": RINGS_MARK, "waves": WAVES_MARK}
_MARKS = ZONES.resolve("mark", lambda row: row.show.mark, _NAMES)
MARK = ZONES.column(lambda row: _MARKS[row.number], np.int64)
"""Mark of each kind of zone."""


@kernel
def mark_zones(
    zones: Zones, time_s: Real, shell_radius: Real, lens: F64, colors: F32, marks_inout: MarkRows
) -> None:
    """Mark all zones in sight, in `colors` by kind, shape (kinds, 3); `time_s` moves the marks."""
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
        add_ring(marks_inout, center, radius, 0.10, BORDER_DASHES, (*color, 0.40))
        if MARK[kind] == STREAKS_MARK:
            add_streaks(disc, vector(zones.axis, zone), time_s, view, color, marks_inout)
        elif MARK[kind] == CLOUDS_MARK:
            add_clouds(disc, time_s, view, color, marks_inout)
        else:
            way = -1.0 if MARK[kind] == WAVES_MARK else 1.0
            add_running_rings(disc, way * time_s, color, marks_inout)
            add_pit(disc, color, marks_inout)


@inline
def on_disc(disc: Disc, share: Real, turn: Real) -> Vector:
    """The unit vector at `share` of a disc's radius from its middle, in the direction `turn` [rad]."""
    center, radius, shell_radius = disc
    ax, ay, az, bx, by, bz = kernel_tangent_frame(center[0], center[1], center[2])
    spoke = combined((ax, ay, az), math.cos(turn), (bx, by, bz), math.sin(turn))
    angle = share * radius / shell_radius
    return combined(center, math.cos(angle), spoke, math.sin(angle))


@inline
def add_streaks(
    disc: Disc, axis: Vector, time_s: Real, view: Lens, color: Vector, marks_inout: MarkRows
) -> None:
    """Streaks that fly with the wind, and fade in and out on their way."""
    shell_radius = disc[2]
    for number in range(STREAKS):
        share = math.sqrt((number + 0.5) / STREAKS)
        place = on_disc(disc, share, number * GOLDEN_ANGLE)
        way = cross(axis, place)
        way = scaled(way, 1.0 / max(length(way), 1e-9))
        phase = (time_s * STREAK_RATE + number * PLASTIC) % 1.0
        angle = (phase - 0.5) * STREAK_PATH / shell_radius
        position = scaled(combined(place, math.cos(angle), way, math.sin(angle)), shell_radius)
        if sees(view, position, STREAK_LENGTH):
            light = STREAK_LIGHT * math.sin(math.pi * phase) * (1.0 - 0.8 * share * share)
            add_sprite(marks_inout, position, 0.13, scaled(way, STREAK_LENGTH), 0.0, (*color, light))


@inline
def add_clouds(disc: Disc, time_s: Real, view: Lens, color: Vector, marks_inout: MarkRows) -> None:
    """Clouds that wander around the middle, every other one the other way."""
    shell_radius = disc[2]
    for number in range(PUFFS):
        share, turn = math.sqrt((number + 0.5) / PUFFS), number * GOLDEN_ANGLE
        wander = 2.0 * math.pi * PUFF_TURN * time_s * (1.0 if number % 2 else -0.7)
        lift = shell_radius + 0.6 * math.sin(turn * 5.0)
        position = scaled(on_disc(disc, 0.85 * share, turn + wander), lift)
        size = disc[1] * PUFF_SIZE * (1.0 + 0.35 * math.sin(turn * 3.0))
        if sees(view, position, size):
            light = CLOUD_LIGHT * (1.0 - 0.6 * share * share) * (1.0 + 0.4 * math.sin(turn * 7.0))
            add_sprite(marks_inout, position, size, (0.0, 0.0, 0.0), 0.0, (*color, light))


@inline
def add_running_rings(disc: Disc, time_s: Real, color: Vector, marks_inout: MarkRows) -> None:
    """Rings that run inwards, or outwards as `time_s` falls; thicker in the middle."""
    center, radius, _ = disc
    for number in range(FALLS):
        phase = (time_s * FALL_RATE + number / FALLS) % 1.0
        light = FALL_LIGHT * math.sin(math.pi * phase)
        reach, thickness = radius * (1.0 - phase) ** 1.4, FALL_THICK + FALL_THICKER * phase
        add_ring(marks_inout, center, reach, thickness, 0.0, (*color, light))


@inline
def add_pit(disc: Disc, color: Vector, marks_inout: MarkRows) -> None:
    """A dark hole with a light in it."""
    place, still = scaled(disc[0], disc[2]), (0.0, 0.0, 0.0)
    add_sprite(marks_inout, place, 2.6, still, -1.0, (*scaled(color, 0.25), 0.9))
    add_sprite(marks_inout, place, 1.2, still, 0.0, (*color, 0.8))
