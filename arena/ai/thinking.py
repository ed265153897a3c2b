"""What the swarm decides: drones and gunners, of whom there may be tens of thousands.

All others are the cast, see `arena.ai.cast`. `think_rows` runs in worker threads, once per chunk and tick. It
reads bodies and grid as they stood at the end of the tick, and writes decisions for its own rows only. Each
enemy decides every `think_interval` ticks, rows taking turns; in between it repeats its last decision. All
vectors are tangent at the enemy's position.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.bearings import keep_range, lead, nearest_player, outward, towards
from arena.ai.flocking import avoid_and_flock
from arena.jit import inline, kernel
from arena.nav.flow import COMPLETED, flow_direction
from arena.sim.commands import Button
from arena.sim.kinds import Kind
from arena.sim.navigation import is_far
from arena.sim.random import Stream, uniform

FIRE = np.uint8(Button.FIRE)
NOTHING = np.uint8(Button.NONE)
GUNNER = int(Kind.GUNNER)
MIND_STREAM = int(Stream.MIND)
SIGHT = tuning.MIND.sight
THINK_INTERVAL = tuning.MIND.think_interval
CHASE, ROAM = tuning.MIND.chase, tuning.MIND.roam_thrust
WEAVE, WEAVE_TICKS = tuning.MIND.drone_weave, tuning.MIND.drone_weave_ticks
GUNNER_RANGE, GUNNER_BAND = tuning.MIND.gunner_range, tuning.MIND.gunner_band
STRAFE_TICKS = tuning.MIND.gunner_strafe_ticks
FIRE_RANGE, SPREAD = tuning.MIND.gunner_fire_range, tuning.MIND.gunner_spread
AIM_RANGE = tuning.MIND.gunner_aim_range
WEAVE_DISTANCE = tuning.MIND.drone_weave_distance
WEAVE_OFFSET = 37
"""Ticks by which neighbouring rows weave apart; coprime to the period."""
TINY = 1e-6
"""Shorter than this, the field has no direction."""

INHERITED = tuning.BULLET.inherited


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
    navigation,
    seed,
    tick,
    seen_out,
    cast_out,
    decisions_out,
):
    """Decide for the live drones and gunners among rows start..stop.

    The rows of all others that are awake go to `cast_out`, shape (rows,), for `think_cast`; returns how many.
    The dead and the sleeping decide nothing, so that nothing old lingers.
    """
    cast = 0
    position, velocity, heading, radius = bodies.position, bodies.velocity, bodies.heading, bodies.radius
    alive, awake, kind, team = bodies.alive, bodies.awake, bodies.kind, bodies.team
    max_speed, bullet_speed = kinds.max_speed, kinds.bullet_speed
    move, aim = commands.move, commands.aim
    led = navigation.flow.progress[COMPLETED] > 0
    move_out, aim_out, buttons_out = decisions_out.move, decisions_out.aim, decisions_out.buttons
    for row in range(start, stop):
        thinks = alive[row] and awake[row]
        if thinks and kind[row] > GUNNER:
            cast_out[cast] = row
            cast += 1
            continue
        buttons_out[row] = NOTHING  # a shot is aimed when it is decided, so a repeated decision never fires
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
                wx, wy, wz = keep_range(
                    row, px, py, pz, dx, dy, dz, distance, tick, GUNNER_RANGE, GUNNER_BAND, 1.0, STRAFE_TICKS
                )
                ax, ay, az = dx, dy, dz
                if distance < AIM_RANGE:
                    # A bullet keeps a share of the shooter's own velocity: the aim takes it off the target's.
                    vx = np.float64(velocity[target, 0]) - INHERITED * velocity[row, 0]
                    vy = np.float64(velocity[target, 1]) - INHERITED * velocity[row, 1]
                    vz = np.float64(velocity[target, 2]) - INHERITED * velocity[row, 2]
                    speed = np.float64(bullet_speed[kind[row]])
                    error = SPREAD * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
                    ax, ay, az, reach = lead(
                        px, py, pz, length, qx, qy, qz, vx, vy, vz, speed, distance, error
                    )
                    buttons_out[row] = FIRE if reach < FIRE_RANGE else NOTHING
            else:
                if led and is_far(position, row, target):
                    dx, dy, dz = follow_flow(navigation, px, py, pz, dx, dy, dz)
                wx, wy, wz = chase(row, px, py, pz, dx, dy, dz, distance, tick)
        top = max(np.float64(max_speed[kind[row]]), 1e-6)
        wx, wy, wz = avoid_and_flock(
            position, velocity, radius, team, table, ship_count, row_limit, row, SIGHT, top, nose,
            (wx, wy, wz), 1.0, seen_out,
        )  # fmt: skip
        radial = wx * px + wy * py + wz * pz
        wx, wy, wz = wx - radial * px, wy - radial * py, wz - radial * pz
        size = max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
        if ax == 0.0 and ay == 0.0 and az == 0.0:
            ax, ay, az = wx, wy, wz
        move_out[row, 0], move_out[row, 1], move_out[row, 2] = wx / size, wy / size, wz / size
        aim_out[row, 0], aim_out[row, 1], aim_out[row, 2] = ax, ay, az
    return cast


@inline
def follow_flow(navigation, px, py, pz, dx, dy, dz):
    """Unit tangent along the flow field, which goes around asteroids; d, the straight way, where it ends."""
    wx, wy, wz = flow_direction(navigation.tiles, navigation.tile_map.cost, navigation.flow, px, py, pz)
    size = math.sqrt(wx * wx + wy * wy + wz * wz)
    if size < TINY:
        return dx, dy, dz
    return wx / size, wy / size, wz / size


@inline
def chase(row, px, py, pz, dx, dy, dz, distance, tick):
    """A drone's wish: towards the target, weaving a little to alternate sides."""
    turn = (tick + row * WEAVE_OFFSET) // (WEAVE_TICKS // 2)
    weave = (WEAVE if turn % 2 == 0 else -WEAVE) * min(1.0, distance / WEAVE_DISTANCE)
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    return CHASE * dx + weave * sx, CHASE * dy + weave * sy, CHASE * dz + weave * sz
