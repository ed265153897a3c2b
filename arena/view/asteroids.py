"""Asteroids in sight as instances, sorted by mesh, and the shadows of those that are near."""

import math

import numpy as np

from arena.catalogue.materials import MATERIALS
from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import F32, F64, I64, Integer, Real, Row
from arena.sim.kinds import LOADED, VARIANT_MATERIALS, Pool
from arena.sim.tables.bodies import Bodies
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, length, scaled, subtract, vector
from arena.view.buffers import MarkRows, put_shadow, put_three
from arena.view.culling import Seen, level_of_detail, read_lens
from arena.view.frame import ASTEROID_LEVELS, ASTEROID_LODS, VEILED

COOLING_TICKS = 150.0
"""In which a piece of a rock that broke off cools down."""
TUMBLE_RATE = 0.9  # [rad/s] of an asteroid of radius 1 u
ROCK_SHADOW_SIZE = 1.5
"""Of a shadow over the rock's radius."""
GROUPS = MATERIALS.size * ASTEROID_LEVELS
ASTEROIDS, COARSEST, MATERIAL_COUNT = int(Pool.ASTEROID), ASTEROID_LODS - 1, MATERIALS.size


@inline
def own_number(row: Row, generation: Integer, salt: Integer) -> Real:
    """A number in 0..1 that stays with a body for its life."""
    mask = np.uint64(0xFFFFFFFF)
    x = np.uint64(row) * np.uint64(2654435761) + np.uint64(generation) * np.uint64(40503)
    x = (x + np.uint64(salt) * np.uint64(2246822519)) & mask
    x = ((x ^ (x >> np.uint64(15))) * np.uint64(2246822519)) & mask
    x = ((x ^ (x >> np.uint64(13))) * np.uint64(3266489917)) & mask
    x ^= x >> np.uint64(16)
    return np.float64(x >> np.uint64(8)) * (1.0 / (1 << 24))


@inline
def tumble(row: Row, generation: Integer, radius: Real, time_s: Real) -> tuple[Vector, float]:
    """Rotation of an asteroid at `time_s` about its own axis at its own rate, as a unit quaternion."""
    x, y = 2.0 * own_number(row, generation, 0) - 1.0, 2.0 * own_number(row, generation, 1) - 1.0
    z = 2.0 * own_number(row, generation, 2) - 1.0
    rate = TUMBLE_RATE * (0.4 + own_number(row, generation, 3)) / max(radius, 0.4)
    half = 0.5 * (rate * time_s + own_number(row, generation, 4) * 2.0 * math.pi)
    size = max(length((x, y, z)), 1e-3)
    sine, cosine = quadrant_sine_cosine(half)  # both at once, in half the time of the library's
    return scaled((x, y, z), sine / size), cosine


@kernel
def write_asteroids(
    bodies: Bodies, seen_inout: Seen, lens: F64, pixels: Real, near: Real, colors: F32, time_s: Real,
    tick: Integer, planet_radius: Real, ends_out: I64, rows_out: F32, marks_inout: MarkRows,
) -> None:  # fmt: skip
    """Write the visible asteroids as rows of ASTEROID_DTYPE, sorted by mesh.

    Append the shadows of those that are not drawn coarsely.

    Args:
        bodies: of the world.
        seen_inout: what is visible; the group of each asteroid is noted.
        lens: see `arena.view.culling`.
        pixels: that one unit covers at a depth of 1.
        near: those nearer to the eye are veiled [u].
        colors: of the materials, shape (materials, 3).
        time_s: for the tumbling.
        tick: now; what broke off lately is hot.
        planet_radius: [u].
        ends_out: row after each group, material times ASTEROID_LEVELS plus level, shape (groups,).
        rows_out: room for all of them.
        marks_inout: for the shadows.
    """
    seen, view = seen_inout, read_lens(lens)
    first, last = seen.begin[ASTEROIDS], seen.begin[ASTEROIDS + 1]
    ends_out[:] = 0
    for k in range(first, last):
        row = np.uint64(seen.row[k])
        material = min(np.int64(bodies.variant[row]) % VARIANT_MATERIALS, MATERIAL_COUNT - 1)
        place, level = vector(seen.position, k), VEILED
        if length(subtract(place, view[0])) >= near:
            level = level_of_detail(view, place, np.float64(bodies.radius[row]), pixels)
        seen.group[k] = material * ASTEROID_LEVELS + level
        ends_out[seen.group[k]] += 1
    count = 0
    for group in range(GROUPS):
        count += ends_out[group]
        ends_out[group] = count - ends_out[group]  # where it begins, until its rows are written
    for k in range(first, last):
        row, group, place = np.uint64(seen.row[k]), seen.group[k], vector(seen.position, k)
        at = np.uint64(ends_out[group])
        ends_out[group] += 1
        radius, variant = np.float64(bodies.radius[row]), np.int64(bodies.variant[row])
        generation = bodies.generation[row]
        axis, cosine = tumble(row, generation, radius, time_s)
        put_three(rows_out, at, 0, place)
        rows_out[at, 3] = radius
        put_three(rows_out, at, 4, axis)
        rows_out[at, 7] = cosine
        share = 0.86 + 0.28 * own_number(row, generation, 5)
        put_three(rows_out, at, 8, scaled(vector(colors, group // ASTEROID_LEVELS), share))
        rows_out[at, 11] = 1.0 if variant >= LOADED else 0.0
        piece = variant % LOADED >= VARIANT_MATERIALS
        rows_out[at, 12] = max(0.0, 1.0 - (tick - bodies.born[row]) / COOLING_TICKS) if piece else 0.0
        if group % ASTEROID_LEVELS != COARSEST:
            shade, size = np.uint64(marks_inout.sprite_count[0]), radius * ROCK_SHADOW_SIZE
            put_shadow(marks_inout.sprites, shade, place, size, planet_radius)
            marks_inout.sprite_count[0] += 1
    if DEBUG:
        assert ends_out[GROUPS - 1] == last - first, "write_asteroids: a group lost a row"
        assert is_sorted(ends_out, 0, GROUPS), "write_asteroids: the groups overlap"
