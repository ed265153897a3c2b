"""The stalker's mind: follow an A* path to a player, attack, retreat to cover behind an asteroid.

`arena.ai.specialists` calls `stalk`; `arena.ai.strikes` explains arguments and results.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.bearings import Bearing, RadialPosition, log_map
from arena.ai.cycle import ACT, REST, SEEK, WINDUP, next_phase
from arena.ai.strikes import FIRE, NOTHING, ZERO, aim_ahead, hold
from arena.ai.thoughts import Senses, Thoughts
from arena.grid.queries import gather_near
from arena.grid.sweeps import cast_sphere
from arena.grid.table import GridTable
from arena.jit import inline
from arena.jit.annotations import F32, I32, Integer, Row
from arena.nav.routes import next_waypoint
from arena.sim.kinds import Pool
from arena.sim.navigation import NavigationTable
from arena.sim.random import Stream, uniform
from arena.sim.tables.bodies import Bodies, Memory

MIND_STREAM = int(Stream.MIND)
ASTEROID_POOL = int(Pool.ASTEROID)
COVER_SIGHT, COVER_RADIUS, COVER_GAP = (
    tuning.SPECIALIST.cover_sight,
    tuning.SPECIALIST.cover_radius,
    tuning.SPECIALIST.cover_gap,
)
FLIGHT, ARRIVAL = tuning.SPECIALIST.flight, tuning.SPECIALIST.arrival


@inline
def stalk(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses_inout: Senses,
    thoughts_inout: Thoughts,
):
    """Seek along the planned path, aim, fire while strafing, then retreat to cover."""
    kind = senses_inout.bodies.kind[row]
    bodies, behaviours, navigation, memory_out = (
        senses_inout.bodies, senses_inout.behaviours, senses_inout.navigation, thoughts_inout.memory,
    )  # fmt: skip
    position = bodies.position
    rocks = senses_inout.pools.start[ASTEROID_POOL], senses_inout.pools.stop[ASTEROID_POOL]
    before = memory_out.phase[row]
    begins = False
    if before == SEEK and bearing[3] < behaviours.reach[kind]:
        begins = sees(position, senses_inout.grid, row, target, rocks)
    phase = next_phase(row, kind, tick, begins, behaviours, memory_out)
    if phase == ACT and bearing[3] > behaviours.fire_range[kind]:
        # A target out of range ends the attack, so that it is warned again before the next one.
        phase = memory_out.phase[row] = REST
        memory_out.until[row] = tick + int(behaviours.rest_ticks[kind])
    if phase == REST and before != REST:
        choose_cover(row, pose, bearing, bodies, rocks, senses_inout.grid, thoughts_inout.crowd, memory_out)
    if phase == SEEK:
        return find_path(row, pose, position[target], navigation, memory_out), ZERO, NOTHING
    if phase == REST:
        return hide(row, pose, navigation, memory_out), ZERO, NOTHING
    error = np.float64(behaviours.spread[kind]) * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
    ax, ay, az, reach = aim_ahead(row, target, kind, pose, bearing, error, senses_inout)
    if phase == WINDUP:
        return ZERO, (ax, ay, az), NOTHING
    near = max(reach, bearing[3]) < behaviours.fire_range[kind]
    fire = FIRE if phase == ACT and near else NOTHING
    return hold(row, kind, tick, pose, bearing, behaviours), (ax, ay, az), fire


@inline
def sees(position: F32, table: GridTable, row: Row, other: Row, rocks: tuple[Row, Row]):
    """True if no asteroid blocks the line of sight between two bodies."""
    p, q = position[row], position[other]
    hit, _ = cast_sphere(
        table, np.float64(p[0]), np.float64(p[1]), np.float64(p[2]), np.float64(q[0]), np.float64(q[1]),
        np.float64(q[2]), 0.0, rocks[0], rocks[1], -1,
    )  # fmt: skip
    return hit < 0


@inline
def find_path(row: Row, pose: RadialPosition, goal: F32, navigation_inout: NavigationTable, memory: Memory):
    """Full thrust to the next waypoint, or straight to the goal without a route."""
    place = memory.route[row]
    if place >= 0 and navigation_inout.routes.length[place] > 1:
        x, y, z, level = pose[0] * pose[3], pose[1] * pose[3], pose[2] * pose[3], pose[3]
        wx, wy, wz = next_waypoint(navigation_inout.tile_map, navigation_inout.routes, place, x, y, z)
        dx, dy, dz, far = log_map(pose[0], pose[1], pose[2], level, wx * level, wy * level, wz * level)
        if far > 1e-3:
            return dx, dy, dz
    dx, dy, dz, _ = log_map(
        pose[0], pose[1], pose[2], pose[3], np.float64(goal[0]), np.float64(goal[1]), np.float64(goal[2])
    )
    return dx, dy, dz


@inline
def hide(row: Row, pose: RadialPosition, navigation_inout: NavigationTable, memory: Memory):
    """Thrust towards the cover, reduced on arrival."""
    a = memory.cover[row]
    dx, dy, dz, far = log_map(
        pose[0], pose[1], pose[2], pose[3], np.float64(a[0]), np.float64(a[1]), np.float64(a[2])
    )
    if far > 2.0 * ARRIVAL:
        return find_path(row, pose, a, navigation_inout, memory)
    share = min(1.0, far / ARRIVAL)
    return dx * share, dy * share, dz * share


@inline
def choose_cover(
    row: Row,
    pose: RadialPosition,
    bearing: Bearing,
    bodies: Bodies,
    rocks: tuple[Row, Row],
    table: GridTable,
    crowd_out: I32,
    memory_out: Memory,
) -> None:
    """Store a cover behind the nearest large asteroid, or straight away from the target without one."""
    position, radius = bodies.position, bodies.radius
    x, y, z = pose[0] * pose[3], pose[1] * pose[3], pose[2] * pose[3]
    best, best_cost = -1, np.inf
    count = min(gather_near(table, x, y, z, COVER_SIGHT, rocks[1], crowd_out), len(crowd_out))
    for k in range(count):
        rock = crowd_out[k]
        if rock < rocks[0] or radius[rock] < COVER_RADIUS:
            continue
        dx, dy, dz = position[rock, 0] - x, position[rock, 1] - y, position[rock, 2] - z
        # Rocks towards the target cost more: cover is behind, not ahead.
        ahead = dx * bearing[0] + dy * bearing[1] + dz * bearing[2]
        cost = math.sqrt(dx * dx + dy * dy + dz * dz) + max(0.0, ahead)
        if cost < best_cost or (cost == best_cost and rock < best):
            best, best_cost = rock, cost
    cover = memory_out.cover
    if best < 0:
        cover[row, 0], cover[row, 1], cover[row, 2] = (
            x - FLIGHT * bearing[0], y - FLIGHT * bearing[1], z - FLIGHT * bearing[2],
        )  # fmt: skip
        return
    gap = np.float64(radius[best]) + radius[row] + COVER_GAP
    for axis in range(3):
        cover[row, axis] = position[best, axis] - gap * bearing[axis]
