"""Company and obstacles: how an enemy reacts to what it perceives around it.

Called by `think_rows` for each deciding enemy. One grid query finds the bodies in sight; ships contribute separation,
alignment and cohesion (Reynolds, "Flocks, Herds, and Schools", 1987), asteroids contribute avoidance by predicted
closest approach ("Steering Behaviors for Autonomous Characters", 1999).
"""

import math

import numpy as np

from arena import tuning
from arena.grid.queries import gather_sphere
from arena.jit import inline
from arena.sim.kinds import Kind

ASTEROID, BULLET, PLAYER = int(Kind.ASTEROID), int(Kind.BULLET), int(Kind.PLAYER)
SIGHT = tuning.MIND.sight
SEPARATION, SEPARATION_GAP = tuning.MIND.separation, tuning.MIND.separation_gap
ALIGNMENT, COHESION = tuning.MIND.alignment, tuning.MIND.cohesion
AVOIDANCE, AVOIDANCE_TIME, AVOIDANCE_GAP = (
    tuning.MIND.avoidance,
    tuning.MIND.avoidance_time,
    tuning.MIND.avoidance_gap,
)


@inline
def avoid_and_flock(bodies, kinds, table, ship_count, row, seen_out):
    """The wish [share of thrust] that the bodies in sight add to what the enemy wants by itself."""
    p = bodies.position[row]
    x, y, z = np.float64(p[0]), np.float64(p[1]), np.float64(p[2])
    count = min(gather_sphere(table, x, y, z, SIGHT, seen_out), len(seen_out))
    wx = wy = wz = 0.0
    mates, mx, my, mz, ux, uy, uz = 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    speed = max(np.float64(kinds.max_speed[bodies.kind[row]]), 1e-6)
    for k in range(count):
        other = seen_out[k]
        if other == row:
            continue
        q = bodies.position[other]
        dx, dy, dz = q[0] - x, q[1] - y, q[2] - z
        if other < ship_count:
            if bodies.team[other] != bodies.team[row]:
                continue
            fx, fy, fz = part_from(bodies, row, other, dx, dy, dz)
            wx, wy, wz = wx + fx, wy + fy, wz + fz
            v = bodies.velocity[other]
            mates += 1
            mx, my, mz = mx + v[0], my + v[1], mz + v[2]
            ux, uy, uz = ux + dx, uy + dy, uz + dz
        elif bodies.kind[other] == ASTEROID:
            fx, fy, fz = avoid_asteroid(bodies, row, other, dx, dy, dz)
            wx, wy, wz = wx + fx, wy + fy, wz + fz
    if mates > 0:
        align, gather = ALIGNMENT / (mates * speed), COHESION / (mates * SIGHT)
        wx += align * mx + gather * ux
        wy += align * my + gather * uy
        wz += align * mz + gather * uz
    return wx, wy, wz


@inline
def part_from(bodies, row, other, dx, dy, dz):
    """Separation: a push away that grows as the gap closes; coincident ships part by row."""
    distance = math.sqrt(dx * dx + dy * dy + dz * dz)
    gap = distance - bodies.radius[row] - bodies.radius[other]
    if gap >= SEPARATION_GAP:
        return 0.0, 0.0, 0.0
    push = SEPARATION * (1.0 - max(gap, 0.0) / SEPARATION_GAP)
    if distance < 1e-4:
        h = bodies.heading[row]
        sign = 1.0 if row > other else -1.0
        return sign * push * h[0], sign * push * h[1], sign * push * h[2]
    return -push * dx / distance, -push * dy / distance, -push * dz / distance


@inline
def avoid_asteroid(bodies, row, other, dx, dy, dz):
    """Push away from where the asteroid will be at the closest approach, the stronger the sooner and the nearer."""
    v, u = bodies.velocity[row], bodies.velocity[other]
    rx, ry, rz = np.float64(v[0]) - u[0], np.float64(v[1]) - u[1], np.float64(v[2]) - u[2]
    square = rx * rx + ry * ry + rz * rz
    time = 0.0
    if square > 1e-6:
        time = max(0.0, min(AVOIDANCE_TIME, (dx * rx + dy * ry + dz * rz) / square))
    mx, my, mz = dx - rx * time, dy - ry * time, dz - rz * time
    miss = math.sqrt(mx * mx + my * my + mz * mz)
    clear = np.float64(bodies.radius[row]) + bodies.radius[other] + AVOIDANCE_GAP
    if miss >= clear:
        return 0.0, 0.0, 0.0
    push = AVOIDANCE * (1.0 - miss / clear) * (1.0 - 0.7 * time / AVOIDANCE_TIME)
    if miss < 0.05:  # heading straight for the centre: pass on the left
        p = bodies.position[row]
        length = math.sqrt(np.float64(p[0]) ** 2 + np.float64(p[1]) ** 2 + np.float64(p[2]) ** 2)
        distance = max(math.sqrt(dx * dx + dy * dy + dz * dz), 1e-6)
        scale = push / (length * distance)
        return (
            (p[1] * dz - p[2] * dy) * scale,
            (p[2] * dx - p[0] * dz) * scale,
            (p[0] * dy - p[1] * dx) * scale,
        )
    return -push * mx / miss, -push * my / miss, -push * mz / miss
