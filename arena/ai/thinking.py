"""What enemies decide: one kernel per question, one branch per kind of mind.

`think_rows` runs in worker threads, once per chunk and tick. It reads bodies and grid as they stood at the
end of the tick, and writes decisions for its own rows only. Each enemy decides every `think_interval` ticks,
rows taking turns; in between it repeats its last decision. All vectors are tangent at the enemy's position.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.flocking import avoid_and_flock
from arena.jit import inline, kernel
from arena.sim.commands import Button
from arena.sim.kinds import Kind
from arena.sim.random import Stream, uniform
from arena.sphere import kernel_tangent_frame

FIRE = np.uint8(Button.FIRE)
NOTHING = np.uint8(Button.NONE)
GUNNER = int(Kind.GUNNER)
MIND_STREAM = int(Stream.MIND)
THINK_INTERVAL = tuning.MIND.think_interval
CHASE, ROAM = tuning.MIND.chase, tuning.MIND.roam_thrust
WEAVE, WEAVE_TICKS = tuning.MIND.drone_weave, tuning.MIND.drone_weave_ticks
GUNNER_RANGE, GUNNER_BAND = tuning.MIND.gunner_range, tuning.MIND.gunner_band
STRAFE_TICKS = tuning.MIND.gunner_strafe_ticks
FIRE_RANGE, SPREAD = tuning.MIND.gunner_fire_range, tuning.MIND.gunner_spread
STRAFE_EASING = tuning.MIND.gunner_strafe_easing
WEAVE_DISTANCE = tuning.MIND.drone_weave_distance
WEAVE_OFFSET = 37
"""Ticks by which neighbouring rows weave apart; coprime to the period."""
INHERITED = tuning.BULLET.inherited
LEAD_ROUNDS = 3


@kernel
def think_rows(
    start,
    stop,
    bodies,
    commands,
    kinds,
    table,
    player_count,
    ship_count,
    row_limit,
    seed,
    tick,
    seen_out,
    decisions_out,
):
    """Decide for the live enemies among rows start..stop.

    The dead and the sleeping decide nothing, so that nothing old lingers.
    """
    position, velocity, heading, radius = bodies.position, bodies.velocity, bodies.heading, bodies.radius
    alive, awake, kind, team = bodies.alive, bodies.awake, bodies.kind, bodies.team
    max_speed, bullet_speed = kinds.max_speed, kinds.bullet_speed
    move, aim = commands.move, commands.aim
    move_out, aim_out, buttons_out = decisions_out.move, decisions_out.aim, decisions_out.buttons
    for row in range(start, stop):
        buttons_out[row] = NOTHING  # a shot is aimed when it is decided, so a repeated decision never fires
        thinks = alive[row] and awake[row]
        if not thinks or (row + tick) % THINK_INTERVAL != 0:
            for axis in range(3):
                move_out[row, axis] = move[row, axis] if thinks else 0.0
                aim_out[row, axis] = aim[row, axis] if thinks else 0.0
            continue
        nose = (np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2]))
        target = nearest_player(position, alive, player_count, row)
        px, py, pz, length = outward(position, row)
        wx, wy, wz, ax, ay, az = ROAM * nose[0], ROAM * nose[1], ROAM * nose[2], 0.0, 0.0, 0.0
        if target >= 0:
            qx, qy, qz = position[target, 0], position[target, 1], position[target, 2]
            dx, dy, dz, distance = towards(px, py, pz, length, np.float64(qx), np.float64(qy), np.float64(qz))
            if kind[row] == GUNNER:
                wx, wy, wz = strafe(row, px, py, pz, dx, dy, dz, distance, tick)
                # A bullet keeps a share of the shooter's own velocity, so the aim takes it off the target's.
                vx = np.float64(velocity[target, 0]) - INHERITED * velocity[row, 0]
                vy = np.float64(velocity[target, 1]) - INHERITED * velocity[row, 1]
                vz = np.float64(velocity[target, 2]) - INHERITED * velocity[row, 2]
                speed = np.float64(bullet_speed[kind[row]])
                error = SPREAD * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
                ax, ay, az, reach = lead(px, py, pz, length, qx, qy, qz, vx, vy, vz, speed, distance, error)
                buttons_out[row] = FIRE if reach < FIRE_RANGE else NOTHING
            else:
                wx, wy, wz = chase(row, px, py, pz, dx, dy, dz, distance, tick)
        top = max(np.float64(max_speed[kind[row]]), 1e-6)
        fx, fy, fz = avoid_and_flock(
            position, velocity, radius, team, table, ship_count, row_limit, row, top, nose, seen_out
        )
        wx, wy, wz = wx + fx, wy + fy, wz + fz
        radial = wx * px + wy * py + wz * pz
        wx, wy, wz = wx - radial * px, wy - radial * py, wz - radial * pz
        size = max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
        if ax == 0.0 and ay == 0.0 and az == 0.0:
            ax, ay, az = wx, wy, wz
        move_out[row, 0], move_out[row, 1], move_out[row, 2] = wx / size, wy / size, wz / size
        aim_out[row, 0], aim_out[row, 1], aim_out[row, 2] = ax, ay, az


@inline
def outward(position, row):
    """Unit vector away from the planet at a body, and its distance from the centre, in float64."""
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length, length


@inline
def nearest_player(position, alive, player_count, row):
    """The live player with the smallest distance, ties to the lower row; -1 when all are dead."""
    best, best_square = -1, np.inf
    for slot in range(player_count):
        if not alive[slot]:
            continue
        square = 0.0
        for axis in range(3):
            gap = np.float64(position[slot, axis]) - position[row, axis]
            square += gap * gap
        if square < best_square:
            best, best_square = slot, square
    return best


@inline
def towards(px, py, pz, length, qx, qy, qz):
    """(unit tangent at p along the great circle to q, great-circle distance [u]).

    The distance follows from the chord by a series of asin that is 0.2% short at the antipode. There, where
    every way is as short, the tangent frame's first axis is the way.
    """
    dot = px * qx + py * qy + pz * qz
    dx, dy, dz = qx - dot * px, qy - dot * py, qz - dot * pz
    size = math.sqrt(dx * dx + dy * dy + dz * dz)
    if size < 1e-6 * length:
        ax, ay, az, _, _, _ = kernel_tangent_frame(px, py, pz)
        return ax, ay, az, (0.0 if dot > 0.0 else math.pi * length)
    return dx / size, dy / size, dz / size, arc(size / length, dot / length) * length


@inline
def arc(sine, cosine):
    """atan2(sine, cosine) for sine >= 0, by a polynomial to 1e-4 rad (Abramowitz and Stegun 4.4.47).

    Portable bits.
    """
    swap = sine > abs(cosine)
    ratio = cosine / sine if swap else sine / cosine
    q = ratio * ratio
    angle = ratio * (0.9998660 + q * (-0.3302995 + q * (0.1801410 + q * (-0.0851330 + q * 0.0208351))))
    if swap:
        return 0.5 * math.pi - angle
    return angle if cosine > 0.0 else math.pi + angle


@inline
def chase(row, px, py, pz, dx, dy, dz, distance, tick):
    """A drone's wish: towards the target, weaving a little to alternate sides."""
    turn = (tick + row * WEAVE_OFFSET) // (WEAVE_TICKS // 2)
    weave = (WEAVE if turn % 2 == 0 else -WEAVE) * min(1.0, distance / WEAVE_DISTANCE)
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    return CHASE * dx + weave * sx, CHASE * dy + weave * sy, CHASE * dz + weave * sz


@inline
def strafe(row, px, py, pz, dx, dy, dz, distance, tick):
    """A gunner's wish: into its range, and sideways the more the closer it is to it."""
    closing = max(-1.0, min(1.0, (distance - GUNNER_RANGE) / GUNNER_BAND))
    side = 1.0 if (tick // STRAFE_TICKS + row) % 2 == 0 else -1.0
    share = side * (1.0 - STRAFE_EASING * abs(closing))
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    return closing * dx + share * sx, closing * dy + share * sy, closing * dz + share * sz


@inline
def lead(px, py, pz, length, qx, qy, qz, vx, vy, vz, speed, distance, error):
    """(aim tangent turned by `error` [rad], distance to the meeting point [u]) for a shot at a moving target.

    The time of flight and the place to aim at determine each other; a few rounds settle it.
    """
    time = distance / speed
    ax = ay = az = reach = 0.0
    for _ in range(LEAD_ROUNDS):
        ax, ay, az, reach = towards(px, py, pz, length, qx + vx * time, qy + vy * time, qz + vz * time)
        time = reach / speed
    tx, ty, tz = py * az - pz * ay, pz * ax - px * az, px * ay - py * ax
    return ax + error * tx, ay + error * ty, az + error * tz, reach
