"""A boss's parts: ships that circle it at a fixed distance until they are shot off.

`carry_parts` runs once per tick, after everything has moved and before the grid is filled. A part's
`Memory.target` is its boss, `Memory.used` its place in the ring; the boss's `Memory.anchor` is the direction
that the ring is measured from, carried along so that it never turns.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.kinds import Kind, Pool
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine

BOSS, BOSS_PART = int(Kind.BOSS), int(Kind.BOSS_PART)
PARTS = tuning.CAST.boss_parts
DISTANCE = tuning.BOSS.radius + tuning.BOSS_PART.radius + tuning.CAST.boss_part_gap
TURN_PER_TICK = tuning.CAST.boss_part_turn * tuning.DT


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
            carry_frame(bodies_inout.position, memory_inout.anchor, row)
    for row in range(start, stop):
        if kind[row] != BOSS_PART or not alive[row]:
            continue
        boss = memory_inout.target[row]
        if boss < 0 or not alive[boss] or kind[boss] != BOSS:
            bodies_inout.health[row] = 0.0
            hit_by_inout[row] = -1
            continue
        sine, cosine = quadrant_sine_cosine(
            2.0 * math.pi * memory_inout.used[row] / PARTS + TURN_PER_TICK * tick
        )
        hang(bodies_inout, memory_inout.anchor, row, boss, sine, cosine)


@inline
def carry_frame(position, anchor_inout, row):
    """Keep a direction tangent and of length 1; one that is none yet begins anywhere."""
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    length = math.sqrt(x * x + y * y + z * z)
    x, y, z = x / length, y / length, z / length
    ax, ay, az = (
        np.float64(anchor_inout[row, 0]),
        np.float64(anchor_inout[row, 1]),
        np.float64(anchor_inout[row, 2]),
    )
    up = ax * x + ay * y + az * z
    ax, ay, az = ax - up * x, ay - up * y, az - up * z
    size = math.sqrt(ax * ax + ay * ay + az * az)
    if size < 0.1:
        ax, ay, az, _, _, _ = kernel_tangent_frame(x, y, z)
        size = 1.0
    anchor_inout[row, 0], anchor_inout[row, 1], anchor_inout[row, 2] = ax / size, ay / size, az / size


@inline
def hang(bodies_inout, anchor, row, boss, sine, cosine):
    """Move a part to its place, and with it the sphere that the grid sees."""
    b = bodies_inout
    p, q, a = b.position[row], b.position[boss], anchor[boss]
    length = math.sqrt(np.float64(q[0]) ** 2 + np.float64(q[1]) ** 2 + np.float64(q[2]) ** 2)
    ux, uy, uz = q[0] / length, q[1] / length, q[2] / length
    bx, by, bz = uy * a[2] - uz * a[1], uz * a[0] - ux * a[2], ux * a[1] - uy * a[0]
    out, over = quadrant_sine_cosine(DISTANCE / length)
    across, along = out * sine * length, out * cosine * length
    p[0] = q[0] * over + along * a[0] + across * bx
    p[1] = q[1] * over + along * a[1] + across * by
    p[2] = q[2] * over + along * a[2] + across * bz
    square = 0.0
    for axis in range(3):
        before = b.previous_position[row, axis]
        b.velocity[row, axis] = b.velocity[boss, axis]
        b.bound_center[row, axis] = 0.5 * (p[axis] + before)
        square += (p[axis] - before) * (p[axis] - before)
    b.bound_radius[row] = b.radius[row] + 0.5 * math.sqrt(square) + 1e-3
