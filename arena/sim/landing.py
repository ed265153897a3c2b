"""Landing: bodies that drop in from outer orbit descend, are announced, wait while a player is below, and
land.

`drop_in_bodies` runs once per tick, after motion, over the rows of enemies and asteroids.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.events import Event
from arena.sim.kinds import Kind, Pool
from arena.sim.marks import list_marked
from arena.sim.random import Stream, uniform
from arena.sim.spawn import add_event
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine

DT = tuning.DT
LANDING_EVENT, LANDED_EVENT = int(Event.LANDING), int(Event.LANDED)
ASTEROID = int(Kind.ASTEROID)
LANDING_STREAM = int(Stream.LANDING)
WARNING_ALTITUDE = tuning.LANDING.warning_time * tuning.LANDING.descent_speed
GRACE_RADIUS = tuning.LANDING.grace_radius
HOLD_ALTITUDE, DRIFT_SPEED = tuning.LANDING.hold_altitude, tuning.LANDING.drift_speed
DESCENT_SPEED = tuning.LANDING.descent_speed
SPEED_MIN, SPEED_MAX = tuning.ASTEROID.speed_min, tuning.ASTEROID.speed_max


def drop_in_bodies(world: World) -> None:
    """Advance every body that is on its way down."""
    start, stop = int(world.pool_rows.start[Pool.ENEMY]), int(world.pool_rows.stop[Pool.ASTEROID])
    drop_rows(
        world.bodies,
        world.marks,
        world.config.players,
        start,
        stop,
        world.shell_radius,
        world.events,
        world.seed,
        world.tick,
    )


@kernel
def drop_rows(bodies_inout, marks_out, player_count, start, stop, shell_radius, events_inout, seed, tick):
    """Bodies that fall in from outer orbit: descend, announce, wait while a player is below, land."""
    b = bodies_inout
    mark_falling(b.alive[start:stop], b.climb[start:stop], marks_out.flag)
    falling = marks_out.row
    for k in range(list_marked(marks_out, stop - start)):
        row = start + np.int64(falling[k])
        p = b.position[row]
        length = math.sqrt(np.float64(p[0]) ** 2 + np.float64(p[1]) ** 2 + np.float64(p[2]) ** 2)
        altitude = length - shell_radius
        before = altitude
        near = player_below(b, player_count, row, length, shell_radius)
        if near < 0 or altitude > HOLD_ALTITUDE:
            altitude = max(0.0, altitude - DESCENT_SPEED * DT)
        drift_away(b, row, near, length)
        if before > WARNING_ALTITUDE >= altitude:
            add_event(events_inout, LANDING_EVENT, row, -1, b.kind[row], b.radius[row], p)
        scale = (shell_radius + altitude) / length
        p[0], p[1], p[2] = p[0] * scale, p[1] * scale, p[2] * scale
        if altitude == 0.0:
            b.climb[row] = 0.0
            land(b, row, shell_radius, seed, tick)
            add_event(events_inout, LANDED_EVENT, row, -1, b.kind[row], b.radius[row], p)


@inline
def mark_falling(alive, climb, flag_out):
    """Flag the living rows that are not on the shell."""
    for k in range(len(alive)):
        row = np.uint64(k)
        flag_out[row] = alive[row] & (climb[row] != np.float32(0.0))


@inline
def player_below(bodies, player_count, row, length, shell_radius):
    """The player whose grace radius covers the landing point, or -1."""
    for slot in range(player_count):
        if not bodies.alive[slot]:
            continue
        square = 0.0
        for axis in range(3):
            gap = bodies.position[row, axis] * (shell_radius / length) - bodies.position[slot, axis]
            square += gap * gap
        reach = GRACE_RADIUS + bodies.radius[row]
        if square < reach * reach:
            return slot
    return -1


@inline
def drift_away(bodies_inout, row, slot, length):
    """Give a falling body the tangent velocity that leads it away from the player below, or none."""
    b = bodies_inout
    velocity = b.velocity[row]
    velocity[0] = velocity[1] = velocity[2] = 0.0
    if slot < 0:
        return
    p, q = b.position[row], b.position[slot]
    px, py, pz = p[0] / length, p[1] / length, p[2] / length
    along = px * q[0] + py * q[1] + pz * q[2]
    dx, dy, dz = px * along - q[0], py * along - q[1], pz * along - q[2]
    size = math.sqrt(dx * dx + dy * dy + dz * dz)
    if size < 1e-3:  # exactly above: any direction is as good; take the frame's first axis
        ax, ay, az, _, _, _ = kernel_tangent_frame(px, py, pz)
        dx, dy, dz, size = ax, ay, az, 1.0
    velocity[0], velocity[1], velocity[2] = (
        dx / size * DRIFT_SPEED,
        dy / size * DRIFT_SPEED,
        dz / size * DRIFT_SPEED,
    )


@inline
def land(bodies_inout, row, shell_radius, seed, tick):
    """An asteroid that lands drifts off in a direction of its own; ships wait for their minds."""
    b = bodies_inout
    velocity = b.velocity[row]
    velocity[0] = velocity[1] = velocity[2] = 0.0
    if b.kind[row] != ASTEROID:
        return
    p = b.position[row]
    ax, ay, az, bx, by, bz = kernel_tangent_frame(
        p[0] / shell_radius, p[1] / shell_radius, p[2] / shell_radius
    )
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, LANDING_STREAM, tick, 2 * row))
    speed = SPEED_MIN + (SPEED_MAX - SPEED_MIN) * uniform(seed, LANDING_STREAM, tick, 2 * row + 1)
    velocity[0] = speed * (ax * cosine + bx * sine)
    velocity[1] = speed * (ay * cosine + by * sine)
    velocity[2] = speed * (az * cosine + bz * sine)
