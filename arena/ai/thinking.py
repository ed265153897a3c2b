"""What enemies decide: one kernel per question, one branch per kind of mind.

`think_rows` runs in worker threads, once per chunk and tick. It reads bodies and grid as they stood at the end of the
tick, and writes decisions for its own rows only. Each enemy decides every `think_interval` ticks, rows taking turns;
in between it repeats its last decision. All vectors are tangent at the enemy's position.
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
LEAD_STEPS = 3


@kernel
def think_rows(
    start, stop, bodies, commands, kinds, table, player_count, ship_count, seed, tick, seen_out, decisions_out
):
    """Decide for the live enemies among rows start..stop; dead rows decide nothing, so that no old decision lingers."""
    for row in range(start, stop):
        if not bodies.alive[row]:
            write_decision(decisions_out, row, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, NOTHING)
            continue
        if (row + tick) % THINK_INTERVAL != 0:
            repeat_decision(commands, row, decisions_out)
            continue
        target = nearest_player(bodies, player_count, row)
        px, py, pz, length = outward(bodies, row)
        if target < 0:
            h = bodies.heading[row]
            wx, wy, wz, ax, ay, az, buttons = ROAM * h[0], ROAM * h[1], ROAM * h[2], 0.0, 0.0, 0.0, NOTHING
        elif bodies.kind[row] == GUNNER:
            wx, wy, wz, ax, ay, az, buttons = decide_gunner(bodies, kinds, row, target, px, py, pz, length, seed, tick)
        else:
            wx, wy, wz, ax, ay, az, buttons = decide_drone(bodies, row, target, px, py, pz, length, tick)
        fx, fy, fz = avoid_and_flock(bodies, kinds, table, ship_count, row, seen_out)
        wx, wy, wz = wx + fx, wy + fy, wz + fz
        radial = wx * px + wy * py + wz * pz
        wx, wy, wz = wx - radial * px, wy - radial * py, wz - radial * pz
        size = max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
        if ax == 0.0 and ay == 0.0 and az == 0.0:
            ax, ay, az = wx, wy, wz
        write_decision(decisions_out, row, wx / size, wy / size, wz / size, ax, ay, az, buttons)


@inline
def write_decision(decisions_out, row, wx, wy, wz, ax, ay, az, buttons):
    """One row of commands."""
    move, aim = decisions_out.move[row], decisions_out.aim[row]
    move[0], move[1], move[2] = wx, wy, wz
    aim[0], aim[1], aim[2] = ax, ay, az
    decisions_out.buttons[row] = buttons


@inline
def repeat_decision(commands, row, decisions_out):
    """Keep the last decision, but release the trigger: a shot is aimed when it is decided."""
    m, a = commands.move[row], commands.aim[row]
    write_decision(decisions_out, row, m[0], m[1], m[2], a[0], a[1], a[2], NOTHING)


@inline
def outward(bodies, row):
    """Unit vector away from the planet at a body, and its distance from the centre, in float64."""
    p = bodies.position[row]
    x, y, z = np.float64(p[0]), np.float64(p[1]), np.float64(p[2])
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length, length


@inline
def nearest_player(bodies, player_count, row):
    """The live player with the smallest distance, ties to the lower row; -1 when all are dead."""
    best, best_square = -1, np.inf
    for slot in range(player_count):
        if not bodies.alive[slot]:
            continue
        square = 0.0
        for axis in range(3):
            gap = np.float64(bodies.position[slot, axis]) - bodies.position[row, axis]
            square += gap * gap
        if square < best_square:
            best, best_square = slot, square
    return best


@inline
def towards(px, py, pz, length, qx, qy, qz):
    """(unit tangent at p along the great circle to q, great-circle distance [u]).

    The distance follows from the chord by a series of asin that is 0.2% short at the antipode. There, where every way
    is as short, the tangent frame's first axis is the way.
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
    """atan2(sine, cosine) for sine >= 0, by a polynomial to 1e-4 rad (Abramowitz and Stegun 4.4.47): portable bits."""
    swap = sine > abs(cosine)
    ratio = cosine / sine if swap else sine / cosine
    q = ratio * ratio
    angle = ratio * (0.9998660 + q * (-0.3302995 + q * (0.1801410 + q * (-0.0851330 + q * 0.0208351))))
    if swap:
        return 0.5 * math.pi - angle
    return angle if cosine > 0.0 else math.pi + angle


@inline
def decide_drone(bodies, row, target, px, py, pz, length, tick):
    """Chase, weaving a little to alternate sides; never shoots."""
    q = bodies.position[target]
    dx, dy, dz, distance = towards(px, py, pz, length, np.float64(q[0]), np.float64(q[1]), np.float64(q[2]))
    half = WEAVE_TICKS // 2
    side = 1.0 if ((tick + row * 37) // half) % 2 == 0 else -1.0
    weave = side * WEAVE * min(1.0, distance * 0.1)
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    return CHASE * dx + weave * sx, CHASE * dy + weave * sy, CHASE * dz + weave * sz, 0.0, 0.0, 0.0, NOTHING


@inline
def decide_gunner(bodies, kinds, row, target, px, py, pz, length, seed, tick):
    """Keep the range, strafe inside it, and shoot at where the target will be."""
    q, v = bodies.position[target], bodies.velocity[target]
    qx, qy, qz = np.float64(q[0]), np.float64(q[1]), np.float64(q[2])
    dx, dy, dz, distance = towards(px, py, pz, length, qx, qy, qz)
    closing = max(-1.0, min(1.0, (distance - GUNNER_RANGE) / GUNNER_BAND))
    side = 1.0 if (tick // STRAFE_TICKS + row) % 2 == 0 else -1.0
    strafe = side * (1.0 - 0.6 * abs(closing))
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    wx, wy, wz = closing * dx + strafe * sx, closing * dy + strafe * sy, closing * dz + strafe * sz
    time = distance / kinds.bullet_speed[bodies.kind[row]]
    ax, ay, az, reach = dx, dy, dz, distance
    for _ in range(LEAD_STEPS):
        ax, ay, az, reach = towards(px, py, pz, length, qx + v[0] * time, qy + v[1] * time, qz + v[2] * time)
        time = reach / kinds.bullet_speed[bodies.kind[row]]
    error = SPREAD * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
    tx, ty, tz = py * az - pz * ay, pz * ax - px * az, px * ay - py * ax
    buttons = FIRE if reach < FIRE_RANGE else NOTHING
    return wx, wy, wz, ax + error * tx, ay + error * ty, az + error * tz, buttons
