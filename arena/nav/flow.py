"""The flow field: from every tile, the way to the nearest player by cost. One field serves whole swarms.

The world calls `advance_flow` once a tick; it settles or turns a fixed number of tiles of the field in the
making, and when that is complete the two change places, so readers always see a whole field, a few ticks old.
Minds call `flow_direction` once per thought, from any number of threads, while `advance_flow` does not run.

A step from tile to tile knows six directions only. A way over a wide free place has many sequences of steps
that are as short; of these the field prefers those that lead straight at the player, weighs them, and blends
the ways of the three tiles around a position. So ways turn smoothly and run straight where nothing is in the
way. (Flow fields in games: Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro,
2013.)
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena import tuning
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64, I32, Integer, Real, Row
from arena.jit.simd.gathers import gather
from arena.jit.simd.registers import F64_LANES, load, round_down, square_root, store_vectors, where
from arena.jit.tables import Table
from arena.nav.search import FAR, NOWHERE, Queue, add_goal, create_queue, empty, nearest_free, settle
from arena.nav.tile_map import BLOCKED, FREE, TileMap
from arena.nav.tiles import Tiles, tile_of
from arena.vectors import Vector, put

PLAYERS_MAX = 4
SLACK = tuning.NAVIGATION.flow_slack
OWN_WEIGHT = tuning.NAVIGATION.flow_straightness
BLOCKED_SHARE = tuning.NAVIGATION.flow_blocked_share
UNIT_ERROR = 1e-9
"""Of a squared length of 1, beyond which something is wrong."""
PER_FREE = 1.0 / FREE
"""Exact, since FREE is a power of two: rounding down below is `priced` of `arena.nav.tile_map`."""
LANES = np.arange(F64_LANES, dtype=np.float64)
TINY = 1e-9
"""Below this length a sum of ways has no direction."""

SHOWN, TURNED, BUSY, COMPLETED = 0, 1, 2, 3
"""Places in `FlowField.progress`: field that readers see, tiles turned of the other, whether it is in the
making, fields completed so far."""


class FlowField(Table):
    """Two fields over n tiles, one to read and one in the making. All of it is part of a world's state."""

    length: NDArray[np.int32]  # of the way to the nearest goal, FAR: none, shape (2, n)
    next_tile: NDArray[np.int32]  # on that way, a goal's own is itself, shape (2, n)
    direction: NDArray[np.float64]  # unit tangent at the tile's centre, 0 where there is none, (2, n, 3)
    goal: NDArray[np.int32]  # tiles the field in the making leads to, NOWHERE: none, shape (PLAYERS_MAX,)
    progress: NDArray[np.int64]  # SHOWN, TURNED, BUSY, COMPLETED, shape (4,)
    estimate: NDArray[np.int32]  # zeros: nothing is known of the way ahead, shape (n,)
    queue: Queue


def create_flow(tile_map: TileMap) -> FlowField:
    """A field that leads nowhere."""
    count = len(tile_map.cost)
    length, next_tile = np.full((2, count), FAR, np.int32), np.full((2, count), NOWHERE, np.int32)
    goal, progress = np.full(PLAYERS_MAX, NOWHERE, np.int32), np.zeros(4, np.int64)
    estimate = np.zeros(count, np.int32)
    direction = np.zeros((2, count, 3))
    return FlowField(length, next_tile, direction, goal, progress, estimate, create_queue(count))


def advance_flow(
    tile_map: TileMap,
    flow: FlowField,
    goals: ArrayLike,
    budget: int = tuning.NAVIGATION.flow_tiles_per_tick,
) -> None:
    """Work on the field in the making; once it is complete it is shown, and the next call begins another.

    Args:
        tile_map: a sphere's. flow: the fields.
        goals: the players' tiles, up to PLAYERS_MAX; looked at when a field is begun.
        budget: tiles to settle or turn in this call.

    Raises:
        ValueError: for too many goals, or one that is not a tile.
    """
    tiles = np.asarray(goals, np.int32).reshape(-1)
    if len(tiles) > PLAYERS_MAX:
        raise ValueError(f"goals must be at most {PLAYERS_MAX}, not {len(tiles)}")
    if ((tiles < 0) | (tiles >= len(tile_map.cost))).any():
        raise ValueError(f"goals must be tiles 0 to {len(tile_map.cost) - 1}, not {tiles.tolist()}")
    advance(tile_map, flow, tiles, budget)


def forget_flow(flow: FlowField) -> None:
    """Lead nowhere again, as when created; for times without followers, while players move on."""
    lead_nowhere(flow)


def flow_directions(
    tiles: Tiles, tile_map: TileMap, flow: FlowField, positions: ArrayLike
) -> NDArray[np.float64]:
    """`flow_direction` for positions (m, 3) at any distance from the centre; shape (m, 3)."""
    points = np.ascontiguousarray(positions, np.float64).reshape(-1, 3)
    found = np.zeros_like(points)
    look_up(tiles, tile_map, flow, points, found)
    return found


@kernel
def lead_nowhere(flow_inout: FlowField) -> None:
    """`forget_flow` for kernels."""
    flow_inout.length[:] = FAR
    flow_inout.next_tile[:] = NOWHERE
    flow_inout.goal[:] = NOWHERE
    flow_inout.direction[:] = 0.0
    flow_inout.progress[:] = 0


@kernel
def advance(tile_map: TileMap, flow_inout: FlowField, goals: I32, budget: Integer) -> None:
    """`advance_flow` without its checks."""
    progress = flow_inout.progress
    hidden = 1 - progress[SHOWN]
    length, next_tile = flow_inout.length[hidden], flow_inout.next_tile[hidden]
    if progress[BUSY] == 0:
        length[:] = FAR
        next_tile[:] = NOWHERE
        flow_inout.goal[:] = NOWHERE
        empty(flow_inout.queue)
        for k in range(len(goals)):
            if DEBUG:
                assert 0 <= goals[k] < len(length), "advance: a goal outside of the map"
            flow_inout.goal[k] = goals[k]
            add_goal(flow_inout.queue, flow_inout.estimate, length, next_tile, goals[k])
            if tile_map.cost[goals[k]] == BLOCKED:
                # No way may lead through rock to a player beside it: the nearest free tile is a goal, too.
                beside = nearest_free(tile_map, goals[k])
                if beside != NOWHERE:
                    add_goal(flow_inout.queue, flow_inout.estimate, length, next_tile, beside)
        progress[BUSY], progress[TURNED] = 1, 0
    spent = settle(tile_map, flow_inout.estimate, flow_inout.queue, length, next_tile, NOWHERE, budget)
    first = progress[TURNED]
    stop = min(first + budget - spent, len(length))
    if spent < budget:
        turn_tiles(tile_map, length, next_tile, flow_inout.goal, first, stop, flow_inout.direction[hidden])
        progress[TURNED] = stop
    if stop == len(length) and spent < budget:
        progress[SHOWN], progress[BUSY] = hidden, 0
        progress[COMPLETED] += 1


@kernel
def turn_tiles(
    tile_map: TileMap,
    length: I32,
    next_tile: I32,
    goals: I32,
    first: Integer,
    stop: Integer,
    direction_out: F64,
) -> None:
    """Write the ways of a range of tiles from the lengths around them, eight at a time."""
    whole = first + (stop - first) // F64_LANES * F64_LANES
    for tile in range(first, whole, F64_LANES):
        x, y, z = way_of(tile_map, length, next_tile, goals, load(LANES, 0) + tile)
        store_vectors(direction_out, tile, x, y, z)
    for tile in range(whole, stop):
        put(direction_out, tile, way_of(tile_map, length, next_tile, goals, np.float64(tile)))
    if DEBUG:
        for tile in range(first, stop):
            x, y, z = direction_out[tile, 0], direction_out[tile, 1], direction_out[tile, 2]
            square = x * x + y * y + z * z
            assert square == 0.0 or abs(square - 1.0) < UNIT_ERROR, "turn_tiles: a way is not of length 1"


@inline
def way_of(tile_map: TileMap, length: I32, next_tile: I32, goals: I32, tile: Real) -> Vector:
    """Way of a tile, or of eight in registers.

    Each neighbour counts by how little longer the way over it is than the best, times how straight it leads
    at the nearest goal. Costs may have changed since the tile was settled; the way it was reached by stays
    the best.
    """
    m, scale, degree = tile_map, tile_map.scale[0], tile_map.neighbour.shape[1]
    neighbour, step = m.neighbour.reshape(-1), m.step.reshape(-1)
    here, after = gather(length, tile), gather(next_tile, tile)
    px, py, pz = gather(m.x, tile), gather(m.y, tile), gather(m.z, tile)
    gx, gy, gz = straight_at_goal(m.x, m.y, m.z, goals, px, py, pz)
    wx = wy = wz = 0.0 * px
    for k in range(degree):
        edge = tile * degree + k
        other, stride = gather(neighbour, edge), gather(step, edge)
        factor = gather(m.cost, other)
        longer = (gather(length, other) + round_down(stride * factor * PER_FREE) - here) / stride
        is_best = other == after
        weight = where(is_best, 1.0, 1.0 - longer / SLACK)
        tx, ty, tz = gather(m.x, other) - px, gather(m.y, other) - py, gather(m.z, other) - pz
        ahead = tx * gx + ty * gy + tz * gz
        ahead = where(ahead > 0.0, ahead, 0.0) * (scale / stride)
        counts = (other != tile) & ((factor != BLOCKED) | is_best) & (weight > 0.0)
        weight = weight * (OWN_WEIGHT + (1.0 - OWN_WEIGHT) * ahead * ahead * ahead * ahead)
        weight = where(counts, weight, 0.0)
        wx, wy, wz = wx + weight * tx, wy + weight * ty, wz + weight * tz
    x, y, z = unit_tangent(px, py, pz, px + wx, py + wy, pz + wz)
    leads = (after != NOWHERE) & (after != tile)
    return where(leads, x, 0.0), where(leads, y, 0.0), where(leads, z, 0.0)


@inline
def straight_at_goal(x: F64, y: F64, z: F64, goals: I32, px: Real, py: Real, pz: Real) -> Vector:
    """Unit tangent at p towards the nearest goal by the straight way; 0 where there is none."""
    gx, gy, gz, closeness = px, py, pz, px - np.inf
    for k in range(PLAYERS_MAX):
        if goals[k] != NOWHERE:
            qx, qy, qz = x[goals[k]], y[goals[k]], z[goals[k]]
            dot = qx * px + qy * py + qz * pz
            nearer = dot > closeness
            gx, gy, gz = where(nearer, qx, gx), where(nearer, qy, gy), where(nearer, qz, gz)
            closeness = where(nearer, dot, closeness)
    return unit_tangent(px, py, pz, gx, gy, gz)


@inline
def unit_tangent(px: Real, py: Real, pz: Real, qx: Real, qy: Real, qz: Real) -> Vector:
    """Unit tangent at unit vector p along the great circle to q; 0 where q is p or its antipode."""
    dot = px * qx + py * qy + pz * qz
    dx, dy, dz = qx - dot * px, qy - dot * py, qz - dot * pz
    size = square_root(dx * dx + dy * dy + dz * dz)
    far = size >= TINY
    return where(far, dx / size, 0.0), where(far, dy / size, 0.0), where(far, dz / size, 0.0)


@inline
def flow_direction(tiles: Tiles, tile_map: TileMap, flow: FlowField, x: Real, y: Real, z: Real):
    """Tangent vector at position (x, y, z) along the field, of length 1 or, where ways part, less.

    It changes continuously with the position (but in the middle of blocked tiles). Zero at a goal's centre
    and where there is no way; inside a goal's tile it fades, and one should go for the player itself.
    """
    neighbour, center, shown = tiles.neighbour, tiles.center, flow.progress[SHOWN]
    direction, cost = flow.direction, tile_map.cost
    tile = np.int64(tile_of(tiles.lookup, neighbour, center, x, y, z))
    ring = neighbour.shape[1] - (1 if neighbour[tile, neighbour.shape[1] - 1] == tile else 0)
    left, right = corners_around(neighbour, center, tile, ring, x, y, z)
    weight = triple(center, left, right, x, y, z)
    left_weight = triple(center, right, tile, x, y, z)
    right_weight = triple(center, tile, left, x, y, z)
    weight *= 1.0 if cost[tile] != BLOCKED else BLOCKED_SHARE
    left_weight *= 1.0 if cost[left] != BLOCKED else BLOCKED_SHARE
    right_weight *= 1.0 if cost[right] != BLOCKED else BLOCKED_SHARE
    total = weight + left_weight + right_weight
    square = x * x + y * y + z * z
    if not total > 0.0:
        return 0.0, 0.0, 0.0
    weight, left_weight, right_weight = weight / total, left_weight / total, right_weight / total
    wx = (
        weight * direction[shown, tile, 0]
        + left_weight * direction[shown, left, 0]
        + right_weight * direction[shown, right, 0]
    )
    wy = (
        weight * direction[shown, tile, 1]
        + left_weight * direction[shown, left, 1]
        + right_weight * direction[shown, right, 1]
    )
    wz = (
        weight * direction[shown, tile, 2]
        + left_weight * direction[shown, left, 2]
        + right_weight * direction[shown, right, 2]
    )
    radial = (wx * x + wy * y + wz * z) / square
    return wx - radial * x, wy - radial * y, wz - radial * z


@inline
def corners_around(neighbour: I32, center: F64, tile: Row, ring: Integer, x: Real, y: Real, z: Real):
    """The two neighbours, counter-clockwise, whose triangle with the tile a direction falls into."""
    left = np.int64(neighbour[tile, ring - 1])
    side = triple(center, tile, left, x, y, z)
    first, second = left, np.int64(neighbour[tile, 0])
    for k in range(ring):
        right = np.int64(neighbour[tile, k])
        next_side = triple(center, tile, right, x, y, z)
        if side >= 0.0 and next_side < 0.0:
            first, second = left, right
            break
        left, side = right, next_side
    return first, second


@inline
def triple(center: F64, a: Row, b: Row, x: Real, y: Real, z: Real):
    """Volume that centres a and b span with (x, y, z); positive to the left of a's way to b."""
    ax, ay, az = center[a, 0], center[a, 1], center[a, 2]
    bx, by, bz = center[b, 0], center[b, 1], center[b, 2]
    return (ay * bz - az * by) * x + (az * bx - ax * bz) * y + (ax * by - ay * bx) * z


@kernel
def look_up(tiles: Tiles, tile_map: TileMap, flow: FlowField, points: F64, direction_out: F64) -> None:
    """`flow_direction` for rows of points (m, 3)."""
    for m in range(len(points)):
        wx, wy, wz = flow_direction(tiles, tile_map, flow, points[m, 0], points[m, 1], points[m, 2])
        direction_out[m, 0], direction_out[m, 1], direction_out[m, 2] = wx, wy, wz
