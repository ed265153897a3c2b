"""Visibility: frustum and horizon culling of spheres, and levels of detail by size in the picture.

lens = make_lens(camera, planet_radius)             once a frame, in Python
view = read_lens(lens)                              once a kernel
if sees(view, position, reach): ...                 for each sphere
"""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from arena.grid.sphere_tests import lowest_bit
from arena.jit import DEBUG, all_within, inline, kernel
from arena.jit.annotations import F32, F64, I32, I64, U8, U64, Flag, Integer, Real, Row
from arena.jit.simd.registers import F64_LANES, bits_of, load, load_flags, load_vectors, store_vectors, where
from arena.jit.tables import Table
from arena.sim.tables.bodies import Bodies
from arena.sim.world import World
from arena.tuning import ARENA
from arena.vectors import Vector, dot, put, subtract, vector
from arena.view.frame import SHIP_DTYPE, Camera, column_of
from arena.view.poses import between_ticks, blend_places

Lens = tuple[Vector, Vector, Vector, Vector, tuple[Real, Real, Real, Real, Real, Real]]
"""A lens in registers: eye, right, up, forward, and the rest as `make_lens` has it."""

LOD_FINE, LOD_MIDDLE = 44.0, 15.0
"""A body whose radius covers fewer pixels than this drops to the next coarser mesh."""
STEP_MAX = 2.0
"""Bodies that move farther than this in a tick may be missed at the horizon while they are between [u]."""
LENS_SIZE = 20
HEAVY, HULL, SQUARE, POINT, LEVELS = range(5)
"""Levels of detail of ships, and their number; the limits between them are the renderer's."""
ASLEEP_SHARE = 0.7
"""Share of its size with which who sleeps is judged."""
POINT_BAND = 1.3
"""Over the limit of points, where those are gone."""
SHRUNK = 0.5
"""Share of its size with which a square gives way to its point."""
DRAWN = 1.18
"""Size of ships that are no large hulls, over that by which they are judged: small ones are few pixels."""
SCALE, KIND, REST = (column_of(SHIP_DTYPE, name) for name in ("scale", "kind", "rest"))
NOBODY, ONE = np.uint64(0), np.uint64(1)


class Seen(Table):
    """Bodies that the camera may see, by pools, ascending: pool p's are begin[p]..begin[p + 1].

    F64_LANES may be read from any of them on: behind the last are others, or what was seen before.
    """

    row: I32  # of Bodies, shape (capacity + F64_LANES,)
    position: F32  # between the last two ticks [u], shape (capacity + F64_LANES, 3)
    group: U8  # of asteroids, which mesh; see `write_asteroids`, shape (capacity,)
    begin: U64  # shape (pools + 1,)


def create_seen(capacity: int, pools: int) -> Seen:
    """Empty list with room for all bodies."""
    wide = capacity + F64_LANES
    row, position = np.zeros(wide, np.int32), np.zeros((wide, 3), np.float32)
    return Seen(row, position, np.zeros(capacity, np.uint8), np.zeros(pools + 1, np.uint64))


def make_lens(camera: Camera, planet_radius: float, highest: float) -> F64:
    """Camera and the planet that hides bodies as an array for kernels, shape (LENS_SIZE,).

    Bodies lie at the radius `highest` or lower [u], above the ground.
    """
    vertical, horizontal = camera.tan_half_fov, camera.tan_half_fov * camera.aspect
    eye = camera.eye.tolist()
    axes = (axis.tolist() for axis in (camera.right, camera.up, camera.forward))
    wide, tall = math.hypot(1.0, horizontal), math.hypot(1.0, vertical)
    rest = horizontal, vertical, wide, tall, camera.near, planet_radius
    return np.array(
        [*eye, *itertools.chain(*axes), *rest, *_horizon(math.hypot(*eye), planet_radius, highest)]
    )


def _horizon(height: float, planet: float, highest: float) -> tuple[float, float]:
    """(slope, least): what the planet leaves of a sphere has eye · centre + slope * reach > least.

    The angle between the eye and a sphere that peeks over is at most that of the two tangents to a planet
    smaller by its reach, and that grows no faster with the reach than at zero.
    """
    height, highest = max(height, planet), max(highest, planet)
    angle = math.acos(planet / height) + math.acos(planet / highest)
    growth = sum(1.0 / math.sqrt(max(far * far - planet * planet, 1e-6)) for far in (height, highest))
    cosine = math.cos(min(math.pi, angle))
    return height * highest * growth, height * min(planet * cosine, highest * cosine)


@inline
def read_lens(lens: F64) -> Lens:
    """A lens in registers."""
    return (
        (lens[0], lens[1], lens[2]), (lens[3], lens[4], lens[5]), (lens[6], lens[7], lens[8]),
        (lens[9], lens[10], lens[11]),
        (lens[12], lens[13], lens[14], lens[15], lens[16], lens[17]),
    )  # fmt: skip


@inline
def in_frustum(view: Lens, sight: Vector, reach: Real) -> Flag:
    """True if a sphere at `sight` from the eye touches the frustum, which has no far plane."""
    _, right, up, forward, (horizontal, vertical, wide, tall, near, _) = view
    depth, aside, above = dot(sight, forward), dot(sight, right), dot(sight, up)
    within = (where(aside > 0.0, aside, 0.0 - aside) - depth * horizontal < reach * wide) & (
        where(above > 0.0, above, 0.0 - above) - depth * vertical < reach * tall
    )
    return within & (depth > near - reach)


@inline
def over_horizon(view: Lens, sight: Vector, reach: Real) -> Flag:
    """True if any part of a sphere at `sight` from the eye may be seen past the planet; errs towards True.

    The line of sight to the centre passes the planet's centre at some distance; moving the end of the line by
    `reach` moves that nearest point by no more than `reach`.
    """
    eye, planet = view[0], view[4][5]
    square, along = dot(sight, sight), 0.0 - dot(sight, eye)
    clear = where(reach < planet, planet - reach, 0.0)
    past = dot(eye, eye) * square - along * along > clear * clear * square
    return past | (along <= 0.0) | (along >= square)


@inline
def sees(view: Lens, center: Vector, reach: Real) -> Flag:
    """True if a sphere may be seen; this and its callees take numbers, or registers of F64_LANES."""
    sight = subtract(center, view[0])
    return in_frustum(view, sight, reach) & over_horizon(view, sight, reach)


@inline
def add_if_seen(
    bodies: Bodies, row: Row, reach: Real, alpha: Real, view: Lens, seen_inout: Seen, count: Integer
) -> Integer:
    """Append a body, if it lives and may be seen; returns how many there are then."""
    if not bodies.alive[row]:
        return count
    place = between_ticks(bodies, row, alpha)
    if not sees(view, place, reach):
        return count
    if DEBUG:
        assert count < len(seen_inout.row), "add_if_seen: more bodies than there is room for"
    seen_inout.row[count] = row
    put(seen_inout.position, count, place)
    return count + 1


@inline
def add_seen(
    bodies: Bodies, row: Row, reach: Real, found: Integer, alpha: Real, view: Lens, seen_inout: Seen,
    count: Integer,
) -> Integer:  # fmt: skip
    """The same for those `found` of F64_LANES rows from `row` on; none of them was added before."""
    now = load_vectors(bodies.position, row)
    # Most are beside the picture, wherever they are between the ticks: that costs no root.
    if found & bits_of(in_frustum(view, subtract(now, view[0]), reach + STEP_MAX)) == NOBODY:
        return count
    place = blend_places(load_vectors(bodies.previous_position, row), now, alpha)
    found &= bits_of(sees(view, place, reach) & load_flags(bodies.alive, row))
    if found == NOBODY:
        return count
    # There is room: all rows before these were looked at, and no row is added twice.
    store_vectors(seen_inout.position, count, *place)
    first = np.uint64(count)
    while found != NOBODY:
        lane, last = lowest_bit(found), np.uint64(count)
        found &= found - ONE
        seen_inout.row[last] = row + lane
        for axis in range(3):
            seen_inout.position[last, axis] = seen_inout.position[first + lane, axis]
        count += 1
    return count


@inline
def list_seen(
    bodies: Bodies, first: Row, stop: Row, share: Real, alpha: Real, lens: F64, seen_inout: Seen,
    count: Integer,
) -> Integer:  # fmt: skip
    """Append the bodies of rows first..stop that may be seen; returns how many there are then.

    Most of a large world lies behind the planet: that is told by one product, for F64_LANES rows at once.
    """
    view, rise, least = read_lens(lens), lens[18] * share, lens[19] - lens[18] * STEP_MAX
    (ex, ey, ez), radius = view[0], bodies.radius
    whole = first + (stop - first) // F64_LANES * F64_LANES
    for k in range(first, whole, F64_LANES):
        row, reach = np.uint64(k), load(radius, k)
        x, y, z = load_vectors(bodies.position, row)
        found = bits_of(x * ex + y * ey + z * ez + reach * rise > least)
        if found != NOBODY:
            count = add_seen(bodies, row, reach * share, found, alpha, view, seen_inout, count)
    for k in range(whole, stop):
        row = np.uint64(k)
        count = add_if_seen(bodies, row, np.float64(radius[row]) * share, alpha, view, seen_inout, count)
    return count


@kernel
def cull_bodies(
    bodies: Bodies, pool_start: I64, pool_stop: I64, reach_shares: F32, alpha: Real, lens: F64, seen_out: Seen
) -> None:
    """List all bodies that may be seen, pool by pool; `seen_out` has room for all.

    Pools lie in the rows pool_start..pool_stop; `reach_shares` are drawn extents over bodies' radii, by pool.
    """
    count = 0
    for pool in range(len(pool_start)):
        seen_out.begin[pool] = count
        share = np.float64(reach_shares[pool])
        count = list_seen(bodies, pool_start[pool], pool_stop[pool], share, alpha, lens, seen_out, count)
    seen_out.begin[len(pool_start)] = count
    if DEBUG:
        assert all_within(seen_out.row, 0, count, 0, len(bodies.alive)), "cull_bodies: no such row"


@inline
def level_of_detail(view: Lens, center: Vector, radius: Real, pixels: Real) -> Integer:
    """Mesh for a sphere, 0 the finest, by the pixels that its radius covers.

    `pixels` is how many cover one unit at a depth of 1.
    """
    eye, forward, near = view[0], view[3], view[4][4]
    depth = max(dot(subtract(center, eye), forward), near)
    covered = radius / depth * pixels
    if covered >= LOD_FINE:
        return 0
    return 1 if covered >= LOD_MIDDLE else 2


@kernel
def cull_spheres(center: F32, radius: F32, lens: F64, row_out: I64) -> Integer:
    """List the spheres, shape (n, 3) and (n,), that may be seen; returns how many there are."""
    view, count = read_lens(lens), 0
    for row in range(len(radius)):
        if sees(view, vector(center, row), np.float64(radius[row])):
            row_out[count] = row
            count += 1
    return count


def visible(camera: Camera, center: F32, radius: F32, planet_radius: float) -> NDArray[np.intp]:
    """Ascending indices of the spheres, shape (n, 3) and (n,), that may be seen."""
    rows = np.empty(len(radius), np.intp)
    lens = make_lens(camera, planet_radius, planet_radius)
    center, radius = np.ascontiguousarray(center, np.float32), np.ascontiguousarray(radius, np.float32)
    return rows[: cull_spheres(center, radius, lens, rows)]


def in_view(world: World, camera: Camera) -> I64:
    """Rows of the live bodies that a camera may see, ascending: the fourth set beside `body_sets`.

    A body in view may be awake or asleep: what is simulated never depends on it.
    """
    count = len(world.bodies.alive)
    seen = create_seen(count, 1)
    lens = make_lens(camera, world.planet_radius, world.shell_radius + ARENA.outer_altitude)
    cull_bodies(
        world.bodies, np.zeros(1, np.int64), np.array([count]), np.ones(1, np.float32), 1.0, lens, seen
    )
    return seen.row[: seen.begin[1]].astype(np.int64)


def cap_lens(position: F32, height: float, planet_radius: float, highest: float) -> F64:
    """A lens that sees all that the planet does not hide from `height` [u] above a point of the shell."""
    lens = np.zeros(LENS_SIZE)
    distance = float(np.linalg.norm(position)) or 1.0
    lens[0:3] = position * (1.0 + height / distance)
    lens[14:18] = 1.0, 1.0, -np.inf, planet_radius
    lens[18:20] = _horizon(distance + height, planet_radius, highest)
    return lens


@kernel
def measure_ships(
    ships: F32, eye: F32, forward: F32, near: Real, pixels: Real, weights: F32, size_out: F32
) -> None:
    """Work out the radii of ships in the picture [px], shape (n,), times the weights of their meshes.

    Args:
        ships: rows of SHIP_DTYPE as plain numbers.
        eye: of the camera [u].
        forward: unit vector that it looks along.
        near: least depth [u].
        pixels: that one unit covers at a depth of 1.
        weights: by mesh; negative for heavy hulls, infinite for what is always a hull.
        size_out: radii.
    """
    begin, ahead = (eye[0], eye[1], eye[2]), (forward[0], forward[1], forward[2])
    for row in range(np.uint64(len(ships))):
        depth = max(dot(subtract(vector(ships, row), begin), ahead), near)
        share = 1.0 - (1.0 - ASLEEP_SHARE) * ships[row, REST]
        size_out[row] = weights[np.uint64(ships[row, KIND])] * ships[row, SCALE] * pixels / depth * share


@kernel
def sort_ships(ships: F32, size: F32, hull_px: Real, point_px: Real, levels_out: F32, count_out: I64) -> None:
    """Copy ships to the levels that they are drawn in: a square shrinks while its point lights up.

    Args:
        ships: rows of SHIP_DTYPE as plain numbers.
        size: by `measure_ships`.
        hull_px: least size of hulls.
        point_px: size below which there are only points.
        levels_out: shape (LEVELS, n, floats of a ship); `rest` of points becomes their light, 0 to 1.
        count_out: ships in each level, shape (LEVELS,).
    """
    count_out[:] = 0
    for row in range(np.uint64(len(ships))):
        whole = (np.float64(size[row]) / point_px - 1.0) / (POINT_BAND - 1.0)
        if size[row] < 0.0:
            add_ship(ships, row, HEAVY, 1.0, levels_out, count_out)
        elif size[row] >= hull_px:
            add_ship(ships, row, HULL, DRAWN, levels_out, count_out)
        else:
            if whole > 0.0:
                shrunk = SHRUNK + (1.0 - SHRUNK) * min(whole, 1.0)
                add_ship(ships, row, SQUARE, DRAWN * shrunk, levels_out, count_out)
            if whole < 1.0:
                at = add_ship(ships, row, POINT, DRAWN, levels_out, count_out)
                levels_out[POINT, at, REST] = 1.0 - max(whole, 0.0)


@inline
def add_ship(ships: F32, row: Row, level: Integer, drawn: Real, levels_out: F32, count_inout: I64) -> Row:
    """Copy a ship to a level, `drawn` times as large; returns its row there."""
    at = np.uint64(count_inout[level])
    for column in range(np.uint64(ships.shape[1])):
        levels_out[level, at, column] = ships[row, column]
    levels_out[level, at, SCALE] *= drawn
    count_inout[level] += 1
    return at
