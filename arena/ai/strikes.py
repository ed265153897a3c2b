"""Minds of lancer, sniper, weaver, miner and carrier.

Each function is the behaviour of one kind, called by `arena.ai.specialists` for one ship that decides. `pose`
and `bearing` are explained in `arena.ai.bearings`. The result is (wish, aim, buttons): the wish is a tangent
in shares of thrust, and an aim of zero means the direction of flight.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from arena import tuning
from arena.ai.bearings import Bearing, RadialPosition, intercept, keep_range
from arena.ai.behaviours import Behaviours
from arena.ai.cycle import ACT, REST, SEEK, WINDUP, next_phase
from arena.ai.thoughts import Senses, Thoughts
from arena.grid.queries import gather_near
from arena.grid.sweeps import cast_sphere
from arena.grid.table import GridTable
from arena.jit import inline
from arena.jit.annotations import I32, Integer, Real, Row
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.commands import Button
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, combined

FIRE, BOOST, NOTHING = np.uint8(Button.FIRE), np.uint8(Button.BOOST), np.uint8(Button.NONE)
ASTEROID_POOL, BULLET_POOL = int(Pool.ASTEROID), int(Pool.BULLET)
INHERITED, BULLET_RADIUS = tuning.BULLET.inherited, tuning.BULLET.radius
DODGE_SIGHT, DODGE_TIME, DODGE_GAP = (
    tuning.SPECIALIST.dodge_sight,
    tuning.SPECIALIST.dodge_time,
    tuning.SPECIALIST.dodge_gap,
)
DODGE_LATER = tuning.SPECIALIST.dodge_later
BROOD = tuning.SPECIALIST.brood
SIGHT_PIECE = 8.0
"""Length of the straight pieces of a line of sight [u]; an arc of 8 u rises 0.15 u above its chord."""
INTERRUPTED = 2 * tuning.MIND.think_interval
"""[ticks] after the end of a windup without a decision from which it counts as interrupted."""
ZERO = (0.0, 0.0, 0.0)
FIXED_POINT = 2.0**32
"""Scale of fixed-point sums."""
HEAD_ON = 0.05
"""Miss distance [u] below which a bullet counts as head-on; the ship then dodges to a fixed side."""


@inline
def hold(
    row: Row, kind: Integer, tick: Integer, pose: RadialPosition, bearing: Bearing, behaviours: Behaviours
):
    """Keep the kind's range to the target and strafe."""
    return keep_range(
        row, pose, bearing, tick,
        np.float64(behaviours.range[kind]), np.float64(behaviours.band[kind]),
        np.float64(behaviours.strafe[kind]), int(behaviours.strafe_ticks[kind]),
    )  # fmt: skip


@inline
def lance(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Lancer: approach, stop and aim, lock the aim, charge in a straight line, drift.

    The aim is the intercept at the charge's speed. It is locked before the charge, which leaves time to step
    aside.
    """
    kind = senses.bodies.kind[row]
    behaviours, memory_out, heading = senses.behaviours, thoughts_inout.memory, senses.bodies.heading
    nose = (np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2]))
    phase = next_phase(row, kind, tick, bearing[3] < behaviours.reach[kind], behaviours, memory_out)
    if phase == SEEK:
        return (
            hold(row, kind, tick, pose, bearing, behaviours),
            (bearing[0], bearing[1], bearing[2]),
            NOTHING,
        )
    if phase == ACT:
        return nose, nose, BOOST
    if phase == WINDUP and memory_out.until[row] - tick > behaviours.lock_ticks[kind]:
        q, v = senses.bodies.position[target], senses.bodies.velocity[target]
        ax, ay, az, _ = intercept(
            pose, (np.float64(q[0]), np.float64(q[1]), np.float64(q[2])),
            (np.float64(v[0]), np.float64(v[1]), np.float64(v[2])),
            np.float64(senses.kinds.dash_speed[kind]), bearing[3], 0.0,
        )  # fmt: skip
        return ZERO, (ax, ay, az), NOTHING
    return ZERO, nose, NOTHING


@inline
def aim_ahead(
    row: Row, target: Row, kind: Integer, pose: RadialPosition, bearing: Bearing, error: Real, senses: Senses
):
    """`intercept` for a bullet of the kind's gun, fired now."""
    bodies = senses.bodies
    q, v, own = bodies.position[target], bodies.velocity[target], bodies.velocity[row]
    return intercept(
        pose, (np.float64(q[0]), np.float64(q[1]), np.float64(q[2])),
        (v[0] - INHERITED * own[0], v[1] - INHERITED * own[1], v[2] - INHERITED * own[2]),
        np.float64(senses.kinds.bullet_speed[kind]), bearing[3], error,
    )  # fmt: skip


@inline
def snipe(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Sniper: keep far away, aim, hold the aim still, fire one bullet along it, move on.

    A windup ends without a shot when an asteroid comes between before the aim is held, when another target is
    nearer, and when nobody was there to aim at: every shot is announced to its target for the whole windup.
    """
    kind = senses.bodies.kind[row]
    behaviours, memory_out, heading = senses.behaviours, thoughts_inout.memory, senses.bodies.heading
    way, before = (bearing[0], bearing[1], bearing[2]), memory_out.phase[row]
    left = memory_out.until[row] - tick
    holds = left <= behaviours.lock_ticks[kind]
    begins = (
        before == SEEK and bearing[3] < behaviours.reach[kind] and is_clear(pose, way, bearing[3], senses)
    )
    phase = next_phase(row, kind, tick, begins, behaviours, memory_out)
    if begins:
        memory_out.target[row] = target
    elif before == WINDUP:
        lost = memory_out.target[row] != target or left < -INTERRUPTED
        if lost or not (holds or is_clear(pose, way, bearing[3], senses)):
            phase = memory_out.phase[row] = REST
            memory_out.until[row] = tick + int(behaviours.rest_ticks[kind])
    if phase == WINDUP and (begins or not holds):
        ax, ay, az, _ = aim_ahead(row, target, kind, pose, bearing, 0.0, senses)
        return ZERO, (ax, ay, az), NOTHING
    if phase in (WINDUP, ACT):
        nose = (np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2]))
        return ZERO, nose, FIRE if phase == ACT else NOTHING
    return hold(row, kind, tick, pose, bearing, behaviours), ZERO, NOTHING


@inline
def is_clear(pose: RadialPosition, way: Vector, distance: Real, senses: Senses):
    """True if no asteroid lies in a bullet's path along the shell, `distance` [u] along a unit tangent.

    The path is cut into straight pieces, because the chord of a long one runs below the asteroids.
    """
    pools, altitude = senses.pools, pose[3]
    up, here = (pose[0], pose[1], pose[2]), (pose[0] * altitude, pose[1] * altitude, pose[2] * altitude)
    pieces = int(distance / SIGHT_PIECE) + 1
    for piece in range(1, pieces + 1):
        sine, cosine = quadrant_sine_cosine(distance * piece / (pieces * altitude))
        there = combined(up, cosine * altitude, way, sine * altitude)
        hit, _ = cast_sphere(
            senses.grid, here[0], here[1], here[2], there[0], there[1], there[2], BULLET_RADIUS,
            pools.start[ASTEROID_POOL], pools.stop[ASTEROID_POOL], -1,
        )  # fmt: skip
        if hit >= 0:
            return False
        here = there
    return True


@inline
def weave(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Weaver: strafe around the target, and dodge every bullet that would hit."""
    kind = senses.bodies.kind[row]
    wish = hold(row, kind, tick, pose, bearing, senses.behaviours)
    weight = np.float64(senses.behaviours.dodge[kind])
    if weight > 0.0:
        first_bullet = senses.pools.start[BULLET_POOL]
        away = dodge(row, senses.bodies, first_bullet, senses.grid, thoughts_inout.crowd)
        wish = (wish[0] + weight * away[0], wish[1] + weight * away[1], wish[2] + weight * away[2])
    return wish, ZERO, NOTHING


@inline
def dodge(row: Row, bodies: Bodies, first_bullet: Row, table: GridTable, crowd_out: I32):
    """Sum of pushes away from the paths of bullets in sight.

    Each push is at most 1, larger for nearer and sooner bullets. The sum is in fixed point, because the order
    of the grid's results depends on its cells.
    """
    position, velocity, team = bodies.position, bodies.velocity, bodies.team
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    reach = np.float64(bodies.radius[row]) + DODGE_GAP
    count = min(gather_near(table, x, y, z, DODGE_SIGHT, len(team), crowd_out), len(crowd_out))
    wx = wy = wz = np.int64(0)
    for k in range(count):
        other = crowd_out[k]
        if other < first_bullet or team[other] == team[row]:
            continue
        dx, dy, dz = position[other, 0] - x, position[other, 1] - y, position[other, 2] - z
        vx = np.float64(velocity[other, 0]) - velocity[row, 0]
        vy = np.float64(velocity[other, 1]) - velocity[row, 1]
        vz = np.float64(velocity[other, 2]) - velocity[row, 2]
        square = vx * vx + vy * vy + vz * vz
        time = -(dx * vx + dy * vy + dz * vz) / max(square, 1e-6)
        if time <= 0.0 or time > DODGE_TIME:
            continue
        # Both follow the sphere, so only the part across the bullet's path gives the miss distance.
        ax, ay, az = y * vz - z * vy, z * vx - x * vz, x * vy - y * vx
        size = max(math.sqrt(ax * ax + ay * ay + az * az), 1e-6)
        miss = (dx * ax + dy * ay + dz * az) / size
        clear = reach + bodies.radius[other]
        if abs(miss) >= clear:
            continue
        push = (1.0 - miss * miss / (clear * clear)) * (1.0 - DODGE_LATER * time / DODGE_TIME)
        if miss > HEAD_ON:
            push = -push
        push *= FIXED_POINT / size
        wx += np.int64(push * ax)
        wy += np.int64(push * ay)
        wz += np.int64(push * az)
    return wx / FIXED_POINT, wy / FIXED_POINT, wz / FIXED_POINT


@inline
def lay_mines(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts: Thoughts,
):
    """Miner: keep away from the player with the tail towards it, and lay mines in its path."""
    kind = senses.bodies.kind[row]
    fire = FIRE if bearing[3] < senses.behaviours.fire_range[kind] else NOTHING
    away = (-bearing[0], -bearing[1], -bearing[2])
    return hold(row, kind, tick, pose, bearing, senses.behaviours), away, fire


@inline
def carry_brood(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Carrier: come within range and launch drones, up to BROOD."""
    kind = senses.bodies.kind[row]
    behaviours, memory_out, fire = senses.behaviours, thoughts_inout.memory, NOTHING
    ready = senses.ships.cooldown[row] <= 1
    if ready and bearing[3] < behaviours.fire_range[kind] and memory_out.launched[row] < BROOD:
        fire = FIRE
        memory_out.launched[row] += 1
    return hold(row, kind, tick, pose, bearing, behaviours), ZERO, fire


STRIKES: dict[str, Callable[..., Any]] = {
    "lance": lance,
    "snipe": snipe,
    "weave": weave,
    "lay_mines": lay_mines,
    "carry_brood": carry_brood,
}
"""The minds here by the names that rows of the catalogue give."""
