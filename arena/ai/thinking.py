"""Minds of the swarm: drones and gunners, up to tens of thousands.

All other kinds are specialists, see `arena.ai.specialists`. `think_swarm` runs in worker threads, once per
chunk and tick, and reads bodies and grid as of the end of the tick. Each ship decides every `think_interval`
ticks, staggered by row; in between its last command stays. All vectors are tangent at the ship's position.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.bearings import intercept, keep_range, log_map, nearest_prey, outward
from arena.ai.thoughts import SHOOT, SPECIALIST, UNMINDED, Senses, Thoughts, add_wish
from arena.jit import inline, kernel
from arena.jit.annotations import Integer, Real, Row
from arena.nav.flow import COMPLETED, flow_direction
from arena.sim.kinds import Phase, Pool
from arena.sim.navigation import NavigationTable, is_far
from arena.sim.random import Stream, uniform
from arena.sim.tables.commands import Button

FIRE, BOOST, NOTHING = np.uint8(Button.FIRE), np.uint8(Button.BOOST), np.uint8(Button.NONE)
ENEMY_POOL, SEEK = int(Pool.ENEMY), int(Phase.SEEK)
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
"""[ticks] Phase shift of weaving between neighbouring rows; coprime to the period."""
TINY = 1e-6
"""Length below which the direction of the flow field is undefined."""
ZERO = (0.0, 0.0, 0.0)

INHERITED = tuning.BULLET.inherited


@kernel
def think_swarm(
    start: Integer, stop: Integer, senses: Senses, seed: Integer, tick: Integer, thoughts_inout: Thoughts
):
    """Decide for the swarm's rows in start..stop, and list the specialists due; returns the number of those.

    Commands of sleeping ships are cleared, those of dead ones are stale. Commands of the others stay, except
    FIRE: a shot is aimed at the decision and not repeated.
    """
    alive, awake, kind = senses.bodies.alive, senses.bodies.awake, senses.bodies.kind
    heading, minds = senses.bodies.heading, senses.minds
    player_count, first_enemy = len(senses.players.boost), senses.pools.start[ENEMY_POOL]
    move, aim, buttons = (
        thoughts_inout.commands.move, thoughts_inout.commands.aim, thoughts_inout.commands.buttons,
    )  # fmt: skip
    special, special_count = thoughts_inout.special, thoughts_inout.special_count
    thoughts_inout.count[0] = 0
    special_count[:] = 0
    specialists = 0
    for row in range(start, stop):
        if not alive[row] or minds[kind[row]] == UNMINDED:
            continue  # empty, or commanded by the mode
        if not awake[row]:
            buttons[row] = NOTHING
            for axis in range(3):
                move[row, axis] = aim[row, axis] = 0.0
            continue
        buttons[row] &= BOOST
        if (row + tick) % THINK_INTERVAL != 0:
            continue
        if minds[kind[row]] == SPECIALIST:
            special[kind[row], special_count[kind[row]]] = row
            special_count[kind[row]] += 1
            specialists += 1
            continue
        target = nearest_prey(senses.bodies, player_count, first_enemy, row)
        if target < 0:
            nx, ny, nz = np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2])
            add_wish(thoughts_inout, row, (ROAM * nx, ROAM * ny, ROAM * nz), ZERO, NOTHING, SIGHT, 1.0)
        elif minds[kind[row]] == SHOOT:
            wish, at, fire = shoot_at(row, target, senses, seed, tick)
            add_wish(thoughts_inout, row, wish, at, fire, SIGHT, 1.0)
        else:
            wish = hunt(row, target, senses, tick)
            add_wish(thoughts_inout, row, wish, ZERO, NOTHING, SIGHT, 1.0)
    return specialists


@inline
def shoot_at(row: Row, target: Row, senses: Senses, seed: Integer, tick: Integer):
    """Decide for a gunner: keep range, aim at the intercept point, fire within range."""
    position, velocity = senses.bodies.position, senses.bodies.velocity
    px, py, pz, length = outward(position, row)
    qx, qy, qz = position[target, 0], position[target, 1], position[target, 2]
    dx, dy, dz, distance = log_map(px, py, pz, length, np.float64(qx), np.float64(qy), np.float64(qz))
    wish = keep_range(
        row, (px, py, pz, length), (dx, dy, dz, distance), tick, GUNNER_RANGE, GUNNER_BAND, 1.0, STRAFE_TICKS
    )  # fmt: skip
    if senses.memory.phase[row] != SEEK:  # in a volley, see `arena.sim.groups.volleys`
        wish = ZERO
    if not distance < AIM_RANGE:
        return wish, (dx, dy, dz), NOTHING
    # A bullet keeps a share of the shooter's velocity, so it is subtracted from the target's.
    vx = np.float64(velocity[target, 0]) - INHERITED * velocity[row, 0]
    vy = np.float64(velocity[target, 1]) - INHERITED * velocity[row, 1]
    vz = np.float64(velocity[target, 2]) - INHERITED * velocity[row, 2]
    speed = np.float64(senses.kinds.bullet_speed[senses.bodies.kind[row]])
    error = SPREAD * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
    ax, ay, az, reach = intercept((px, py, pz, length), (qx, qy, qz), (vx, vy, vz), speed, distance, error)
    # Both distances count: a shooter farther away is not on screen behind a fleeing player.
    return wish, (ax, ay, az), (FIRE if max(reach, distance) < FIRE_RANGE else NOTHING)


@inline
def hunt(row: Row, target: Row, senses: Senses, tick: Integer):
    """Decide for a drone: fly straight to the target, or along the flow field from far away."""
    position, navigation = senses.bodies.position, senses.navigation
    px, py, pz, length = outward(position, row)
    qx, qy, qz = position[target, 0], position[target, 1], position[target, 2]
    dx, dy, dz, distance = log_map(px, py, pz, length, np.float64(qx), np.float64(qy), np.float64(qz))
    if navigation.flow.progress[COMPLETED] > 0 and is_far(position, row, target):
        dx, dy, dz = follow_flow(navigation, px, py, pz, dx, dy, dz)
    return chase(row, px, py, pz, dx, dy, dz, distance, tick)


@inline
def follow_flow(navigation: NavigationTable, px: Real, py: Real, pz: Real, dx: Real, dy: Real, dz: Real):
    """Unit tangent along the flow field, which leads around asteroids, or d where the field is undefined."""
    wx, wy, wz = flow_direction(navigation.tiles, navigation.tile_map, navigation.flow, px, py, pz)
    size = math.sqrt(wx * wx + wy * wy + wz * wz)
    if not size >= TINY:  # also for NaN
        return dx, dy, dz
    return wx / size, wy / size, wz / size


@inline
def chase(
    row: Row, px: Real, py: Real, pz: Real, dx: Real, dy: Real, dz: Real, distance: Real, tick: Integer
):
    """A drone's wish: towards the target, weaving to alternating sides."""
    turn = (tick + row * WEAVE_OFFSET) // (WEAVE_TICKS // 2)
    weave = (WEAVE if turn % 2 == 0 else -WEAVE) * min(1.0, distance / WEAVE_DISTANCE)
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    return CHASE * dx + weave * sx, CHASE * dy + weave * sy, CHASE * dz + weave * sz
