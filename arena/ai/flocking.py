"""Company: how an enemy reacts to the ships around it, and the one query that finds all it perceives.

Called by `think_rows` and `think_cast` for each deciding ship. Ships in sight contribute separation,
alignment and cohesion (Reynolds, "Flocks, Herds, and Schools", 1987); `arena.ai.avoidance` then bends what
the ship wishes around the asteroids in sight.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.avoidance import avoid_asteroids
from arena.grid.queries import gather_near
from arena.jit import inline

NEIGHBOURS = tuning.MIND.neighbours
SEPARATION, SEPARATION_GAP = tuning.MIND.separation, tuning.MIND.separation_gap
BRAKE = tuning.MIND.separation_brake
ALIGNMENT, COHESION = tuning.MIND.alignment, tuning.MIND.cohesion
COINCIDENT = 1e-4
"""Centres nearer than this [u] have no direction to part along."""


@inline
def avoid_and_flock(
    position,
    velocity,
    radius,
    team,
    table,
    ship_count,
    row_limit,
    row,
    sight,
    speed,
    fallback,
    wish,
    share,
    seen_out,
):
    """A ship's wish [share of thrust], at most 1, after the bodies in sight had their say.

    Rows below `ship_count` are ships, from there to `row_limit` mines and asteroids. `sight` [u] is how far
    it perceives, `speed` its top speed [u/s], `fallback` a tangent to part along from a coincident ship;
    `wish` is what it wants by itself, `share` the factor on what ships add to it.
    """
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    ox, oy, oz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
    own, side = np.float64(radius[row]), team[row]
    count = min(gather_near(table, x, y, z, sight, row_limit, seen_out), NEIGHBOURS)
    wx = wy = wz = 0.0
    rocks, mates, mx, my, mz, ux, uy, uz = 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(count):
        other = seen_out[k]
        if other >= ship_count:  # asteroids move to the front of the list, for later
            seen_out[rocks] = other
            rocks += 1
            continue
        if other == row or team[other] != side:
            continue
        dx, dy, dz = position[other, 0] - x, position[other, 1] - y, position[other, 2] - z
        vx, vy, vz = velocity[other, 0], velocity[other, 1], velocity[other, 2]
        sign = 1.0 if row > other else -1.0
        fx, fy, fz = part_from(dx, dy, dz, ox - vx, oy - vy, oz - vz, own + radius[other], sign, fallback)
        mates += 1
        mx, my, mz, ux, uy, uz = mx + vx, my + vy, mz + vz, ux + dx, uy + dy, uz + dz
        wx, wy, wz = wx + fx, wy + fy, wz + fz
    if mates > 0:
        align, gather = ALIGNMENT / (mates * speed), COHESION / (mates * sight)
        wx += align * mx + gather * ux
        wy += align * my + gather * uy
        wz += align * mz + gather * uz
    wx, wy, wz = wish[0] + share * wx, wish[1] + share * wy, wish[2] + share * wz
    thrust = speed / max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
    # Rocks before mates: who is about to be run over does not stay for company.
    vx, vy, vz = avoid_asteroids(
        position, velocity, radius, row, rocks, seen_out, wx * thrust, wy * thrust, wz * thrust
    )
    return vx / speed, vy / speed, vz / speed


@inline
def part_from(dx, dy, dz, rx, ry, rz, touching, sign, fallback):
    """Separation.

    A push away that grows as the gap closes, and with the speed at which it does: r is the ship's velocity
    relative to the other's. Coincident ships part along `sign` times `fallback`.
    """
    square = dx * dx + dy * dy + dz * dz
    reach = touching + SEPARATION_GAP
    if square >= reach * reach:
        return 0.0, 0.0, 0.0
    distance = math.sqrt(square)
    near = 1.0 - max(distance - touching, 0.0) / SEPARATION_GAP
    push = SEPARATION * near
    if distance < COINCIDENT:
        return sign * push * fallback[0], sign * push * fallback[1], sign * push * fallback[2]
    push += BRAKE * near * max(0.0, (dx * rx + dy * ry + dz * rz) / distance)
    scale = -push / distance
    return scale * dx, scale * dy, scale * dz
