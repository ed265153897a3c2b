"""Writing new bodies into rows, and taking dead ones out: the only code that changes who is alive in a tick.

`retire_dead` runs once at the end of every tick; `spawn_body` is called by it, by the weapons and by
`World.place`, and `write_body` by a stress run that refills thousands of rows a tick.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.events import Event
from arena.sim.kinds import VARIANT_MATERIALS, Kind, Pool, Team
from arena.sim.marks import list_marked
from arena.sim.pools import give_row, take_row
from arena.sim.random import Stream, uniform
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine

KILLED, BURST, PLAYER_KILLED = int(Event.KILLED), int(Event.BURST), int(Event.PLAYER_KILLED)
ASTEROID, BULLET = int(Kind.ASTEROID), int(Kind.BULLET)
PLAYER_POOL, ASTEROID_POOL = int(Pool.PLAYER), int(Pool.ASTEROID)
BULLET_POOL = int(Pool.BULLET)
NEUTRAL = int(Team.NEUTRAL)
SPLIT = int(Stream.SPLIT)
SPLIT_RADIUS, SPLIT_RATIO = tuning.ASTEROID.split_radius, tuning.ASTEROID.split_ratio
SPLIT_SPEED = tuning.ASTEROID.split_speed
SPLITS = tuning.ASTEROID.splits
SPLIT_LEVEL = np.uint8(VARIANT_MATERIALS)
HEALTH_PER_RADIUS = tuning.ASTEROID.health_per_radius


@kernel
def spawn_body(bodies_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick):
    """`write_body` for who spawns a few."""
    write_body(bodies_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick)


@inline
def write_body(bodies_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick):
    """Write every column of a row that was just taken, and mark it alive. Vectors have shape (3,)."""
    b = bodies_inout
    for axis in range(3):
        b.position[row, axis] = position[axis]
        b.previous_position[row, axis] = position[axis]
        b.bound_center[row, axis] = position[axis]
        b.velocity[row, axis] = velocity[axis]
        b.heading[row, axis] = heading[axis]
        b.previous_heading[row, axis] = heading[axis]
    b.radius[row] = radius
    b.bound_radius[row] = radius
    b.inv_mass[row] = 1.0 / (radius * radius * radius)
    b.health[row] = health
    b.climb[row] = 0.0
    b.kind[row] = kind
    b.team[row] = team
    b.variant[row] = variant
    b.born[row] = tick
    b.alive[row] = True
    b.awake[row] = True


@inline
def add_event(events_inout, kind, row, other, subject, size, position):
    """Append an event; over capacity it is counted as dropped."""
    at = events_inout.count[0]
    if at >= len(events_inout.kind):
        events_inout.dropped[0] += 1
        return
    events_inout.kind[at] = kind
    events_inout.row[at] = row
    events_inout.other[at] = other
    events_inout.subject[at] = subject
    events_inout.size[at] = size
    events_inout.position[at, 0] = position[0]
    events_inout.position[at, 1] = position[1]
    events_inout.position[at, 2] = position[2]
    events_inout.count[0] = at + 1


@kernel
def retire_dead(bodies_inout, bullets, pools_inout, hit_by_inout, events_inout, marks_out, seed, tick):
    """Return the rows of everything that died this tick, in row order.

    Asteroids large enough split in two. Looking and burying are apart, because a loop that only looks takes
    many rows at once.
    """
    b, pools = bodies_inout, pools_inout
    first_bullet = pools.start[BULLET_POOL]
    mark_doomed(b.alive, b.health, bullets.expires, bullets.hit_row, first_bullet, tick, marks_out.flag)
    count = list_marked(marks_out, len(b.alive))
    doomed, alive, kind, radius, position = marks_out.row, b.alive, b.kind, b.radius, b.position
    pool, k = PLAYER_POOL, 0
    while k < count and doomed[k] < first_bullet:
        row = np.int64(doomed[k])
        k += 1
        alive[row] = False
        while row >= pools.stop[pool]:
            pool += 1
        event = PLAYER_KILLED if pool == PLAYER_POOL else BURST if pool == ASTEROID_POOL else KILLED
        add_event(events_inout, event, row, hit_by_inout[row], kind[row], radius[row], position[row])
        give_row(pools, pool, row)
        if pool == ASTEROID_POOL and radius[row] >= SPLIT_RADIUS and b.variant[row] < SPLITS * SPLIT_LEVEL:
            split_asteroid(b, pools, hit_by_inout, row, seed, tick)
    while k < count:
        row = np.int64(doomed[k])
        k += 1
        alive[row] = False
        give_row(pools, BULLET_POOL, row)


@inline
def mark_doomed(alive, health, expires, hit_row, first_bullet, tick, flag_out):
    """Flag the rows that ran out of health, and bullets that hit or whose time is up."""
    for row in range(first_bullet):
        flag_out[np.uint64(row)] = alive[np.uint64(row)] & (health[np.uint64(row)] <= np.float32(0.0))
    now, first = np.int32(tick), np.uint64(first_bullet)
    for k in range(len(expires)):
        slot = np.uint64(k)
        over = (expires[slot] <= now) | (hit_row[slot] >= 0) | (health[first + slot] <= np.float32(0.0))
        flag_out[first + slot] = alive[first + slot] & over


@inline
def split_asteroid(bodies_inout, pools_inout, hit_by_inout, row, seed, tick):
    """Two children side by side that part along the line between them; both share the parent's mass and
    momentum.

    The parent's row is free already, so a child may take it: everything about the parent is read first.
    """
    b = bodies_inout
    radius = b.radius[row] * SPLIT_RATIO
    variant = b.variant[row] + SPLIT_LEVEL
    climb = b.climb[row]
    x, y, z = b.position[row, 0], b.position[row, 1], b.position[row, 2]
    vx, vy, vz = b.velocity[row, 0], b.velocity[row, 1], b.velocity[row, 2]
    length = math.sqrt(x * x + y * y + z * z)
    ax, ay, az, bx, by, bz = kernel_tangent_frame(x / length, y / length, z / length)
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, SPLIT, tick, row))
    dx, dy, dz = ax * cosine + bx * sine, ay * cosine + by * sine, az * cosine + bz * sine
    scale = length / math.sqrt(length * length + radius * radius)
    for side in (1.0, -1.0):
        child = take_row(pools_inout, ASTEROID_POOL)
        if child < 0:
            return
        gap, speed = side * radius, side * SPLIT_SPEED
        position = (scale * (x + gap * dx), scale * (y + gap * dy), scale * (z + gap * dz))
        velocity = (vx + speed * dx, vy + speed * dy, vz + speed * dz)
        heading = (side * dx, side * dy, side * dz)
        b.generation[child] += 1
        hit_by_inout[child] = -1
        health = HEALTH_PER_RADIUS * radius
        write_body(b, child, ASTEROID, NEUTRAL, variant, position, velocity, heading, radius, health, tick)
        b.climb[child] = climb
