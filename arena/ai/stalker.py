"""The stalker: plans its way through asteroids to a player, strikes from cover, retreats behind a rock.

Called by `arena.ai.cast`; see `arena.ai.strikes` for what the arguments and results are.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.bearings import lead, towards
from arena.ai.cycle import ACT, REST, SEEK, WINDUP, next_phase
from arena.ai.strikes import FIRE, NOTHING, ZERO, hold
from arena.grid.queries import gather_near
from arena.grid.sweeps import cast_sphere
from arena.jit import inline
from arena.nav.routes import next_waypoint
from arena.sim.kinds import Kind
from arena.sim.random import Stream, uniform

STALKER, MIND_STREAM = int(Kind.STALKER), int(Stream.MIND)
INHERITED = tuning.BULLET.inherited
COVER_SIGHT, COVER_RADIUS, COVER_GAP = (
    tuning.CAST.cover_sight,
    tuning.CAST.cover_radius,
    tuning.CAST.cover_gap,
)
FLIGHT, ARRIVAL = tuning.CAST.flight, tuning.CAST.arrival


@inline
def stalk(
    row,
    target,
    tick,
    seed,
    here,
    way,
    bodies,
    rocks,
    kinds,
    tempers,
    table,
    navigation,
    crowd_out,
    memory_out,
):
    """Seek by the planned way, aim, strike while strafing, then hide. `rocks` is (first row, row behind)."""
    position = bodies.position
    before = memory_out.phase[row]
    begins = False
    if before == SEEK and way[3] < tempers.reach[STALKER]:
        begins = sees(position, table, row, target, rocks)
    phase = next_phase(row, STALKER, tick, begins, tempers, memory_out)
    if phase == REST and before != REST:
        choose_cover(row, here, way, bodies, rocks, table, crowd_out, memory_out)
    if phase == SEEK:
        return find_way(row, here, position[target], navigation, memory_out), ZERO, NOTHING
    if phase == REST:
        return hide(row, here, navigation, memory_out), ZERO, NOTHING
    q, v, own = position[target], bodies.velocity[target], bodies.velocity[row]
    error = np.float64(tempers.spread[STALKER]) * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
    ax, ay, az, reach = lead(
        here[0], here[1], here[2], here[3], np.float64(q[0]), np.float64(q[1]), np.float64(q[2]),
        v[0] - INHERITED * own[0], v[1] - INHERITED * own[1], v[2] - INHERITED * own[2],
        np.float64(kinds.bullet_speed[STALKER]), way[3], error,
    )  # fmt: skip
    if phase == WINDUP:
        return ZERO, (ax, ay, az), NOTHING
    fire = FIRE if phase == ACT and reach < tempers.fire_range[STALKER] else NOTHING
    return hold(row, STALKER, tick, here, way, tempers), (ax, ay, az), fire


@inline
def sees(position, table, row, other, rocks):
    """Whether no asteroid stands between two bodies."""
    p, q = position[row], position[other]
    hit, _ = cast_sphere(
        table, np.float64(p[0]), np.float64(p[1]), np.float64(p[2]), np.float64(q[0]), np.float64(q[1]),
        np.float64(q[2]), 0.0, rocks[0], rocks[1], -1,
    )  # fmt: skip
    return hit < 0


@inline
def find_way(row, here, goal, navigation, memory):
    """Full thrust to the next waypoint, or straight to the goal while there is no route."""
    place = memory.used[row] - 1
    if place >= 0 and navigation.routes.length[place] > 1:
        x, y, z, level = here[0] * here[3], here[1] * here[3], here[2] * here[3], here[3]
        wx, wy, wz = next_waypoint(navigation.tile_map, navigation.routes, place, x, y, z)
        dx, dy, dz, far = towards(here[0], here[1], here[2], level, wx * level, wy * level, wz * level)
        if far > 1e-3:
            return dx, dy, dz
    dx, dy, dz, _ = towards(
        here[0], here[1], here[2], here[3], np.float64(goal[0]), np.float64(goal[1]), np.float64(goal[2])
    )
    return dx, dy, dz


@inline
def hide(row, here, navigation, memory):
    """To the hiding place, easing off on arrival."""
    a = memory.anchor[row]
    dx, dy, dz, far = towards(
        here[0], here[1], here[2], here[3], np.float64(a[0]), np.float64(a[1]), np.float64(a[2])
    )
    if far > 2.0 * ARRIVAL:
        return find_way(row, here, a, navigation, memory)
    share = min(1.0, far / ARRIVAL)
    return dx * share, dy * share, dz * share


@inline
def choose_cover(row, here, way, bodies, rocks, table, crowd_out, memory_out):
    """Anchor behind the nearest asteroid large enough, seen from the target; else straight away from it."""
    position, radius = bodies.position, bodies.radius
    x, y, z = here[0] * here[3], here[1] * here[3], here[2] * here[3]
    best, best_cost = -1, np.inf
    count = min(gather_near(table, x, y, z, COVER_SIGHT, rocks[1], crowd_out), len(crowd_out))
    for k in range(count):
        rock = crowd_out[k]
        if rock < rocks[0] or radius[rock] < COVER_RADIUS:
            continue
        dx, dy, dz = position[rock, 0] - x, position[rock, 1] - y, position[rock, 2] - z
        # Rocks towards the target cost more: cover is behind, not ahead.
        cost = math.sqrt(dx * dx + dy * dy + dz * dz) + max(0.0, dx * way[0] + dy * way[1] + dz * way[2])
        if cost < best_cost or (cost == best_cost and rock < best):
            best, best_cost = rock, cost
    anchor = memory_out.anchor
    if best < 0:
        anchor[row, 0], anchor[row, 1], anchor[row, 2] = (
            x - FLIGHT * way[0], y - FLIGHT * way[1], z - FLIGHT * way[2],
        )  # fmt: skip
        return
    gap = np.float64(radius[best]) + radius[row] + COVER_GAP
    for axis in range(3):
        anchor[row, axis] = position[best, axis] - gap * way[axis]
