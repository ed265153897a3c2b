"""Boss parts: destructible ships attached to a boss.

`carry_parts` runs once per tick, after motion and before the grid is rebuilt. A part's `Memory.target` is its
boss and `Memory.ring_slot` its place. Places are measured from the boss's `Memory.ring_axis`. The axis of a
full ring turns at the speed of the stage; the axis of an arc follows the heading. The stage also sets the
distance of the parts from the hull. Parts approach a new distance slowly, because they hurt on touch.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue.boss_row import REGROUP_SPEED
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, Integer, Real, Row
from arena.sim.bosses.columns import (
    BOSS,
    BOSS_PART,
    PART_RADIUS,
    PLACE_ANGLE,
    RADIUS,
    STAGE_GAP,
    STAGE_SWAY,
    STAGE_SWAY_TICKS,
    STAGE_TURN,
    TURNS_BY_ITSELF,
    any_boss,
    boss_number,
    boss_of,
    part_number,
    stage_number,
)
from arena.sim.kinds import Pool
from arena.sim.system import columns, system
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import Vector, combined, cross, length, normalised, put, scaled, tangent_part, vector

REGROUP_STEP = REGROUP_SPEED * tuning.DT
NO_DIRECTION = 0.1
"""A ring axis shorter than this is replaced by an arbitrary tangent."""


@system(
    writes=(
        *columns("bodies", "position", "velocity", "health", "hit_by"),
        *("memory.ring_axis", "boss_health", "boss_count"),
    )
)
def carry_parts(world: World) -> None:
    """Move every part to its place, and store the health of bosses before this tick's hits."""
    pool = world.pools[Pool.ENEMY]
    world.boss_count = carry_rows(
        world.bodies, world.memory, world.hit_by, world.boss_health, pool.start, pool.stop, world.tick
    )  # fmt: skip


@kernel
def carry_rows(
    bodies_inout: Bodies,
    memory_inout: Memory,
    hit_by_inout: I32,
    health_out: F32,
    start: Integer,
    stop: Integer,
    tick: Integer,
):
    """`carry_parts` for rows start..stop; returns the number of bosses and parts. Orphaned parts die."""
    kind, alive = bodies_inout.kind, bodies_inout.alive
    count = 0
    if not any_boss(kind[start:stop]):
        return count
    for row in range(start, stop):
        if kind[row] == BOSS and alive[row]:
            count += 1
            number, stage = boss_number(bodies_inout, row), stage_number(memory_inout, row)
            health_out[row] = bodies_inout.health[row]
            carry_frame(bodies_inout, memory_inout.ring_axis, row, number, stage)
    for row in range(start, stop):
        if kind[row] != BOSS_PART or not alive[row]:
            continue
        count += 1
        boss = boss_of(bodies_inout, memory_inout, row)
        if boss < 0:
            bodies_inout.health[row] = 0.0
            hit_by_inout[row] = -1
            continue
        attach_part(bodies_inout, memory_inout, row, boss, tick)
    return count


@inline
def carry_frame(bodies: Bodies, axis_inout: F32, row: Row, number: Integer, stage: Integer) -> None:
    """Keep the ring's axis tangent and unit, and turn it. A missing axis gets an arbitrary direction."""
    up = normalised(vector(bodies.position, row))
    own = vector(axis_inout, row) if TURNS_BY_ITSELF[number] else vector(bodies.heading, row)
    way = tangent_part(own, up)
    size = length(way)
    if size < NO_DIRECTION:
        ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
        way, size = (ax, ay, az), 1.0
    way = scaled(way, 1.0 / size)
    if TURNS_BY_ITSELF[number]:
        sine, cosine = quadrant_sine_cosine(STAGE_TURN[number, stage])
        way = combined(way, cosine, cross(up, way), sine)
    put(axis_inout, row, way)


@inline
def wanted_gap(memory: Memory, boss: Row, number: Integer, tick: Integer):
    """Gap [u] between the hulls of a boss and its parts in the current stage."""
    stage, age = stage_number(memory, boss), max(0, tick - memory.stage_began[boss])
    swing = age / STAGE_SWAY_TICKS[number, stage]
    _, cosine = quadrant_sine_cosine(2.0 * math.pi * (swing - math.floor(swing)))
    return STAGE_GAP[number, stage] + STAGE_SWAY[number, stage] * 0.5 * (1.0 - cosine)


@inline
def distance_along(center: Vector, altitude: Real, place: Vector):
    """Arc length [u] between a boss and a part, by the series of asin; its error is 1e-3 at 17 u."""
    sine = length(tangent_part(place, scaled(center, 1.0 / altitude))) / altitude
    square = sine * sine
    return altitude * sine * (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0)))


@inline
def attach_part(bodies_inout: Bodies, memory: Memory, row: Row, boss: Row, tick: Integer) -> None:
    """Move a part to its place and give it the boss's velocity."""
    b, number = bodies_inout, boss_number(bodies_inout, boss)
    slot = max(0, min(np.int64(memory.ring_slot[row]), PLACE_ANGLE.shape[1] - 1))
    sine, cosine = quadrant_sine_cosine(PLACE_ANGLE[number, slot])
    distance = RADIUS[number] + PART_RADIUS[part_number(b, memory, row)]
    distance += wanted_gap(memory, boss, number, tick)
    center, first = vector(b.position, boss), vector(memory.ring_axis, boss)
    altitude = length(center)
    now = distance_along(center, altitude, vector(b.position, row))
    if now > RADIUS[number]:  # nearer: the part was spawned in this tick
        distance = min(max(distance, now - REGROUP_STEP), now + REGROUP_STEP)
    second = cross(scaled(center, 1.0 / altitude), first)
    out, over = quadrant_sine_cosine(distance / altitude)
    away = combined(first, cosine, second, sine)
    put(b.position, row, combined(center, over, away, out * altitude))
    put(b.velocity, row, vector(b.velocity, boss))
