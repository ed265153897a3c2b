"""Boss parts: destructible ships attached to a boss.

`carry_parts` runs once per tick, after motion and before the grid is rebuilt. A part's `Memory.target` is its
boss and `Memory.ring_slot` its place. Places are measured from the boss's `Memory.ring_axis`. The axis of a
full ring turns at the speed of the stage; the axis of an arc follows the heading. The stage also sets the
distance of the parts from the hull. Parts approach a new distance slowly, because they hurt on touch.
"""

import math

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, Integer, Real, Row
from arena.sim.bosses.columns import (
    BOSS,
    BOSS_PART,
    BossTable,
    any_boss,
    boss_number,
    boss_of,
    part_number,
    stage_number,
)
from arena.sim.kinds import Pool
from arena.sim.system import columns, system
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.simulation import Simulation
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import Vector, combined, cross, length, normalised, put, scaled, tangent_part, vector

ENEMY_POOL = int(Pool.ENEMY)
NO_DIRECTION = 0.1
"""A ring axis shorter than this is replaced by an arbitrary tangent."""


@system(
    writes=(
        *columns("bodies", "position", "velocity", "health", "hit_by"),
        *("memory.ring_axis", "boss_health", "boss_count"),
    )
)
def carry_parts(sim: Simulation) -> None:
    """Move every part to its place, and store the health of bosses before this tick's hits."""
    sim.boss_count[0] = carry_rows(
        sim.bodies, sim.memory, sim.boss_rules, sim.bodies.hit_by, sim.boss_health,
        sim.pools.start[ENEMY_POOL], sim.pools.stop[ENEMY_POOL], sim.tick[0],
    )  # fmt: skip


@kernel
def carry_rows(
    bodies_inout: Bodies,
    memory_inout: Memory,
    rules: BossTable,
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
            number, stage = boss_number(bodies_inout, rules, row), stage_number(memory_inout, rules, row)
            health_out[row] = bodies_inout.health[row]
            carry_frame(bodies_inout, memory_inout.ring_axis, rules, row, number, stage)
    for row in range(start, stop):
        if kind[row] != BOSS_PART or not alive[row]:
            continue
        count += 1
        boss = boss_of(bodies_inout, memory_inout, row)
        if boss < 0:
            bodies_inout.health[row] = 0.0
            hit_by_inout[row] = -1
            continue
        attach_part(bodies_inout, memory_inout, rules, row, boss, tick)
    return count


@inline
def carry_frame(
    bodies: Bodies, axis_inout: F32, rules: BossTable, row: Row, number: Integer, stage: Integer
) -> None:
    """Keep the ring's axis tangent and unit, and turn it. A missing axis gets an arbitrary direction."""
    up = normalised(vector(bodies.position, row))
    own = vector(axis_inout, row) if rules.turns_by_itself[number] else vector(bodies.heading, row)
    way = tangent_part(own, up)
    size = length(way)
    if size < NO_DIRECTION:
        ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
        way, size = (ax, ay, az), 1.0
    way = scaled(way, 1.0 / size)
    if rules.turns_by_itself[number]:
        sine, cosine = quadrant_sine_cosine(rules.stages.turn[number, stage])
        way = combined(way, cosine, cross(up, way), sine)
    put(axis_inout, row, way)


@inline
def wanted_gap(memory: Memory, rules: BossTable, boss: Row, number: Integer, tick: Integer):
    """Gap [u] between the hulls of a boss and its parts in the current stage."""
    stage, age = stage_number(memory, rules, boss), max(0, tick - memory.stage_began[boss])
    swing = age / rules.stages.sway_ticks[number, stage]
    _, cosine = quadrant_sine_cosine(2.0 * math.pi * (swing - math.floor(swing)))
    return rules.stages.gap[number, stage] + rules.stages.sway[number, stage] * 0.5 * (1.0 - cosine)


@inline
def distance_along(center: Vector, altitude: Real, place: Vector):
    """Arc length [u] between a boss and a part, by the series of asin; its error is 1e-3 at 17 u."""
    sine = length(tangent_part(place, scaled(center, 1.0 / altitude))) / altitude
    square = sine * sine
    return altitude * sine * (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0)))


@inline
def attach_part(
    bodies_inout: Bodies, memory: Memory, rules: BossTable, row: Row, boss: Row, tick: Integer
) -> None:
    """Move a part to its place and give it the tangent part there of the boss's velocity."""
    b, number = bodies_inout, boss_number(bodies_inout, rules, boss)
    slot = max(0, min(np.int64(memory.ring_slot[row]), rules.angle.shape[1] - 1))
    sine, cosine = quadrant_sine_cosine(rules.angle[number, slot])
    distance = rules.radius[number] + rules.parts.radius[part_number(b, memory, rules, row)]
    distance += wanted_gap(memory, rules, boss, number, tick)
    center, first = vector(b.position, boss), vector(memory.ring_axis, boss)
    altitude = length(center)
    now = distance_along(center, altitude, vector(b.position, row))
    if now > rules.radius[number]:  # nearer: the part was spawned in this tick
        step = rules.regroup[number]
        distance = min(max(distance, now - step), now + step)
    second = cross(scaled(center, 1.0 / altitude), first)
    out, over = quadrant_sine_cosine(distance / altitude)
    away = combined(first, cosine, second, sine)
    place = combined(center, over, away, out * altitude)
    put(b.position, row, place)
    put(b.velocity, row, tangent_part(vector(b.velocity, boss), scaled(place, 1.0 / altitude)))
