"""The companion's mind, and the aiming of companions and turrets.

`arena.ai.specialists` calls these functions; `arena.ai.strikes` explains arguments and results.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.bearings import RadialPosition, intercept, log_map
from arena.ai.strikes import FIRE, NOTHING
from arena.ai.thoughts import Senses
from arena.grid.queries import gather_near
from arena.jit import inline
from arena.jit.annotations import I32, Integer, Real, Row
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import Team
from arena.sim.random import Stream, uniform
from arena.vectors import Vector

ENEMIES, MIND_STREAM = int(Team.ENEMIES), int(Stream.MIND)
SIDE, BACK, PULL = (
    tuning.SPECIALIST.station_side,
    tuning.SPECIALIST.station_back,
    tuning.SPECIALIST.station_pull,
)
GUARD, GUARD_BACK = tuning.SPECIALIST.guard, tuning.SPECIALIST.guard_back
INHERITED = tuning.BULLET.inherited
ESCORT_TICKS = round(tuning.SPECIALIST.escort_time * tuning.TICK_RATE)


@inline
def escort(
    row: Row,
    leader: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    nose: Vector,
    senses: Senses,
    crowd_out: I32,
):
    """Fly at the player's side, and shoot at near enemies while the player fights, first at those behind it.

    `Memory.ring_slot` is its station: 0 is on the right, 1 on the left.
    A companion fires only within ESCORT_TICKS after a shot of its player. Otherwise it would play the game
    for a passive player.
    """
    kind = senses.bodies.kind[row]
    p, v, up = senses.bodies.position[leader], senses.bodies.velocity[leader], senses.players.up[leader]
    speed = np.float64(senses.kinds.max_speed[kind])
    level = pose[3]
    # The player's right, as seen from above.
    rx = (up[1] * p[2] - up[2] * p[1]) / level
    ry = (up[2] * p[0] - up[0] * p[2]) / level
    rz = (up[0] * p[1] - up[1] * p[0]) / level
    side = SIDE if senses.memory.ring_slot[row] == 0 else -SIDE
    sx, sy, sz = (
        p[0] + side * rx - BACK * up[0],
        p[1] + side * ry - BACK * up[1],
        p[2] + side * rz - BACK * up[2],
    )
    dx, dy, dz, far = log_map(
        pose[0], pose[1], pose[2], level, np.float64(sx), np.float64(sy), np.float64(sz)
    )
    pull = PULL * far
    wish = ((dx * pull + v[0]) / speed, (dy * pull + v[1]) / speed, (dz * pull + v[2]) / speed)
    fired_at = senses.players.fired_at[leader]
    fights = fired_at > 0 and tick - fired_at < ESCORT_TICKS
    enemy = choose_threat(row, leader, senses, crowd_out) if fights else -1
    if enemy < 0:
        return wish, nose, NOTHING
    shot = np.float64(senses.kinds.bullet_speed[kind])
    aim, reach = aim_at(row, enemy, kind, shot, seed, tick, pose, senses)
    return wish, aim, (FIRE if reach < senses.behaviours.fire_range[kind] else NOTHING)


@inline
def choose_threat(row: Row, leader: Row, senses: Senses, crowd_out: I32):
    """Row of the enemy ship nearest to the player, with a bonus behind it; -1 if none is in fire range.

    Its shielder instead, where a link protects it.
    """
    kind = senses.bodies.kind[row]
    bodies, ship_count = senses.bodies, len(senses.ships.cooldown)
    position, team, radial_speed = bodies.position, bodies.team, bodies.radial_speed
    p, nose = position[leader], bodies.heading[leader]
    x, y, z = np.float64(p[0]), np.float64(p[1]), np.float64(p[2])
    limit = np.float64(senses.behaviours.fire_range[kind])
    best, best_cost = -1, np.inf
    count = min(gather_near(senses.grid, x, y, z, GUARD, ship_count, crowd_out), len(crowd_out))
    for k in range(count):
        other = crowd_out[k]
        if team[other] != ENEMIES or not bodies.alive[other] or radial_speed[other] != 0.0:
            continue
        dx, dy, dz = position[other, 0] - x, position[other, 1] - y, position[other, 2] - z
        ex = np.float64(position[other, 0]) - position[row, 0]
        ey = np.float64(position[other, 1]) - position[row, 1]
        ez = np.float64(position[other, 2]) - position[row, 2]
        if ex * ex + ey * ey + ez * ez > limit * limit:
            continue
        distance = math.sqrt(dx * dx + dy * dy + dz * dz)
        ahead = (dx * nose[0] + dy * nose[1] + dz * nose[2]) / max(distance, 1e-6)
        cost = distance * (1.0 + GUARD_BACK * ahead)
        if cost < best_cost or (cost == best_cost and other < best):
            best, best_cost = np.int64(other), cost
    if best >= 0 and is_linked(bodies, senses.ships, best):
        return np.int64(senses.ships.shielder[best])
    return best


@inline
def aim_at(
    row: Row,
    target: Row,
    kind: Integer,
    speed: Real,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    senses: Senses,
):
    """(aim of bullets of a speed at the intercept point, with the kind's spread; distance [u] to it)."""
    velocity, behaviours = senses.bodies.velocity, senses.behaviours
    q, v, own = senses.bodies.position[target], velocity[target], velocity[row]
    qx, qy, qz = np.float64(q[0]), np.float64(q[1]), np.float64(q[2])
    _, _, _, distance = log_map(pose[0], pose[1], pose[2], pose[3], qx, qy, qz)
    error = np.float64(behaviours.spread[kind]) * (2.0 * uniform(seed, MIND_STREAM, tick, row) - 1.0)
    ax, ay, az, reach = intercept(
        pose, (qx, qy, qz),
        (v[0] - INHERITED * own[0], v[1] - INHERITED * own[1], v[2] - INHERITED * own[2]),
        speed, distance, error,
    )  # fmt: skip
    return (ax, ay, az), reach
