"""A boss's parts: ships that circle it at a fixed distance until they are shot off.

`carry_parts` runs once per tick, after everything has moved and before the grid is filled. A part's
`Memory.target` is its boss, `Memory.ring_slot` its place in the ring; the boss's `Memory.ring_axis` is the
direction that the ring is measured from, carried along so that it never turns.
"""

import math

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.kinds import Kind, Pool
from arena.sim.system import columns, system
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import combined, cross, length, normalised, put, scaled, tangent_part, vector

BOSS, BOSS_PART = int(Kind.BOSS), int(Kind.BOSS_PART)
PARTS = tuning.SPECIALIST.boss_parts
DISTANCE = tuning.BOSS.radius + tuning.BOSS_PART.radius + tuning.SPECIALIST.boss_part_gap
TURN_PER_TICK = tuning.SPECIALIST.boss_part_turn * tuning.DT
NO_DIRECTION = 0.1
"""A frame's axis shorter than this begins anew."""


@system(
    writes=(
        *columns("bodies", "position", "velocity", "health", "hit_by"),
        "memory.ring_axis",
    )
)
def carry_parts(world: World) -> None:
    """Put every part where its boss wants it."""
    pool = world.pools[Pool.ENEMY]
    carry_rows(world.bodies, world.memory, world.hit_by, pool.start, pool.stop, world.tick)


@inline
def any_boss(kind):
    """Whether any row holds or held a boss or a part of one; most worlds have none."""
    found = False
    for k in range(len(kind)):
        found |= (kind[k] == BOSS) | (kind[k] == BOSS_PART)
    return found


@kernel
def carry_rows(bodies_inout, memory_inout, hit_by_inout, start, stop, tick):
    """`carry_parts` for rows start..stop. Parts of a boss that is gone end with it."""
    kind, alive = bodies_inout.kind, bodies_inout.alive
    if not any_boss(kind[start:stop]):
        return
    for row in range(start, stop):
        if kind[row] == BOSS and alive[row]:
            carry_frame(bodies_inout.position, memory_inout.ring_axis, row)
    for row in range(start, stop):
        if kind[row] != BOSS_PART or not alive[row]:
            continue
        boss = memory_inout.target[row]
        if boss < 0 or not alive[boss] or kind[boss] != BOSS:
            bodies_inout.health[row] = 0.0
            hit_by_inout[row] = -1
            continue
        sine, cosine = quadrant_sine_cosine(
            2.0 * math.pi * memory_inout.ring_slot[row] / PARTS + TURN_PER_TICK * tick
        )
        attach_part(bodies_inout, memory_inout.ring_axis, row, boss, sine, cosine)


@inline
def carry_frame(position, axis_inout, row):
    """Keep a direction tangent and of length 1; one that is none yet begins anywhere."""
    up = normalised(vector(position, row))
    way = tangent_part(vector(axis_inout, row), up)
    size = length(way)
    if size < NO_DIRECTION:
        ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
        way, size = (ax, ay, az), 1.0
    put(axis_inout, row, scaled(way, 1.0 / size))


@inline
def attach_part(bodies_inout, ring_axis, row, boss, sine, cosine):
    """Move a part to its place, at its boss's velocity."""
    b = bodies_inout
    center, first = vector(b.position, boss), vector(ring_axis, boss)
    altitude = length(center)
    second = cross(scaled(center, 1.0 / altitude), first)
    out, over = quadrant_sine_cosine(DISTANCE / altitude)
    away = combined(first, cosine, second, sine)
    put(b.position, row, combined(center, over, away, out * altitude))
    put(b.velocity, row, vector(b.velocity, boss))
