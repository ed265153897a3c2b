"""Company and obstacles: how an enemy reacts to what it perceives around it.

Called by `think_rows` for each deciding enemy. One grid query finds the bodies in sight; ships contribute
separation, alignment and cohesion (Reynolds, "Flocks, Herds, and Schools", 1987), asteroids contribute
avoidance by predicted closest approach ("Steering Behaviors for Autonomous Characters", 1999).
"""

import math

import numpy as np

from arena import tuning
from arena.grid.queries import gather_near
from arena.jit import inline

NEIGHBOURS = tuning.MIND.neighbours
SEPARATION, SEPARATION_GAP = tuning.MIND.separation, tuning.MIND.separation_gap
ALIGNMENT, COHESION = tuning.MIND.alignment, tuning.MIND.cohesion
AVOIDANCE, AVOIDANCE_TIME = tuning.MIND.avoidance, tuning.MIND.avoidance_time
AVOIDANCE_GAP = tuning.MIND.avoidance_gap
SOONER = tuning.MIND.avoidance_sooner
YIELD = tuning.MIND.avoidance_yield
DEEPEST = 2.0
"""Times the gap that an asteroid is inside of what it should keep, from where on the push no longer grows."""
STRAIGHT = 0.05
"""Predicted misses [u] below this have no usable direction."""


@inline
def avoid_and_flock(
    position, velocity, radius, team, table, ship_count, row_limit, row, sight, speed, fallback, seen_out
):
    """The wish [share of thrust] that the bodies in sight add to what the enemy wants by itself.

    Rows below `ship_count` are ships, from there to `row_limit` mines and asteroids. `sight` [u] is how far
    it perceives, `speed` its top speed [u/s], `fallback` a tangent to part along from a coincident ship.
    """
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    own, side = np.float64(radius[row]), team[row]
    count = min(gather_near(table, x, y, z, sight, row_limit, seen_out), NEIGHBOURS)
    wx = wy = wz = ax = ay = az = 0.0
    mates, mx, my, mz, ux, uy, uz = 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(count):
        other = seen_out[k]
        if other == row:
            continue
        dx, dy, dz = position[other, 0] - x, position[other, 1] - y, position[other, 2] - z
        if other < ship_count:
            if team[other] != side:
                continue
            sign = 1.0 if row > other else -1.0
            fx, fy, fz = part_from(dx, dy, dz, own + radius[other], sign, fallback)
            mates += 1
            mx, my, mz = mx + velocity[other, 0], my + velocity[other, 1], mz + velocity[other, 2]
            ux, uy, uz = ux + dx, uy + dy, uz + dz
        else:
            rx = np.float64(velocity[row, 0]) - velocity[other, 0]
            ry = np.float64(velocity[row, 1]) - velocity[other, 1]
            rz = np.float64(velocity[row, 2]) - velocity[other, 2]
            clear = own + radius[other] + AVOIDANCE_GAP
            fx, fy, fz = avoid_asteroid(x, y, z, dx, dy, dz, rx, ry, rz, clear)
            ax, ay, az = ax + fx, ay + fy, az + fz
            continue
        wx, wy, wz = wx + fx, wy + fy, wz + fz
    if mates > 0:
        align, gather = ALIGNMENT / (mates * speed), COHESION / (mates * sight)
        wx += align * mx + gather * ux
        wy += align * my + gather * uy
        wz += align * mz + gather * uz
    # Rocks before mates: who is about to be run over pushes through the crowd.
    ease = 1.0 / (1.0 + YIELD * math.sqrt(ax * ax + ay * ay + az * az))
    return ax + ease * wx, ay + ease * wy, az + ease * wz


@inline
def part_from(dx, dy, dz, touching, sign, fallback):
    """Separation.

    A push away that grows as the gap closes; coincident ships part along `sign` times `fallback`.
    """
    distance = math.sqrt(dx * dx + dy * dy + dz * dz)
    gap = distance - touching
    if gap >= SEPARATION_GAP:
        return 0.0, 0.0, 0.0
    push = SEPARATION * (1.0 - max(gap, 0.0) / SEPARATION_GAP)
    if distance < 1e-4:
        return sign * push * fallback[0], sign * push * fallback[1], sign * push * fallback[2]
    scale = -push / distance
    return scale * dx, scale * dy, scale * dz


@inline
def avoid_asteroid(x, y, z, dx, dy, dz, rx, ry, rz, clear):
    """Push away from where the asteroid will be at the closest approach, the stronger the sooner and the
    nearer.

    (x, y, z) is the ship, d leads from it to the asteroid, r is its velocity relative to it, `clear` the
    distance to keep between centres.
    """
    square = rx * rx + ry * ry + rz * rz
    time = 0.0
    if square > 1e-6:
        time = max(0.0, min(AVOIDANCE_TIME, (dx * rx + dy * ry + dz * rz) / square))
    mx, my, mz = dx - rx * time, dy - ry * time, dz - rz * time
    miss = math.sqrt(mx * mx + my * my + mz * mz)
    if miss >= clear:
        return 0.0, 0.0, 0.0
    depth = min(DEEPEST, (clear - miss) / AVOIDANCE_GAP)
    push = AVOIDANCE * depth * (1.0 - SOONER * time / AVOIDANCE_TIME)
    if miss < STRAIGHT:  # heading for the very centre: pass on the left
        length = math.sqrt(x * x + y * y + z * z)
        scale = push / (length * max(math.sqrt(dx * dx + dy * dy + dz * dz), 1e-6))
        return (y * dz - z * dy) * scale, (z * dx - x * dz) * scale, (x * dy - y * dx) * scale
    scale = -push / miss
    return scale * mx, scale * my, scale * mz
