"""Stepping out of asteroids' ways: the least change of a wished velocity that passes them all.

Called by `arena.ai.flocking` with the asteroids and mines in sight. Each forbids the velocities that would
bring the ship within `avoidance_gap` of it in the next `avoidance_time` (velocity obstacles: Fiorini and
Shiller, 1998; the truncated cone of van den Berg et al., "Reciprocal n-Body Collision Avoidance", 2011). A
wish inside such a cone is moved to its nearest side, one asteroid after the other and once more around,
because one step may lead into the next cone; the most urgent asteroid has the last word.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline

TIME, GAP = tuning.MIND.avoidance_time, tuning.MIND.avoidance_gap
LAG, RETREAT = tuning.MIND.avoidance_lag, tuning.MIND.avoidance_retreat
DRIFT = tuning.MIND.avoidance_drift
ROUNDS = 2
TINY = 1e-6
"""Shorter than this [u], no direction."""


@inline
def avoid_asteroids(position, velocity, radius, row, rocks, seen, vx, vy, vz):
    """The velocity [u/s] that is nearest to the wished one, v, and runs into none of seen[:rocks]."""
    if rocks == 0:
        return vx, vy, vz
    urgent, soonest = np.int64(seen[0]), np.inf
    for turn in range(ROUNDS):
        for k in range(rocks):
            other = np.int64(seen[k])
            vx, vy, vz, time = pass_asteroid(position, velocity, radius, row, other, vx, vy, vz)
            if turn == 0 and time < soonest:
                urgent, soonest = other, time
    vx, vy, vz, _ = pass_asteroid(position, velocity, radius, row, urgent, vx, vy, vz)
    return vx, vy, vz


@inline
def pass_asteroid(position, velocity, radius, row, other, vx, vy, vz):
    """(v changed so that it passes one asteroid, how soon the two touch as they fly now [s])."""
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    ox, oy, oz = (
        np.float64(velocity[other, 0]),
        np.float64(velocity[other, 1]),
        np.float64(velocity[other, 2]),
    )
    dx, dy, dz = position[other, 0] - x, position[other, 1] - y, position[other, 2] - z
    rx, ry, rz = velocity[row, 0] - ox, velocity[row, 1] - oy, velocity[row, 2] - oz
    touching = np.float64(radius[row]) + radius[other]
    # A wish takes time to become a velocity: judge it from where the two will be by then.
    ex, ey, ez = dx - LAG * rx, dy - LAG * ry, dz - LAG * rz
    if ex * ex + ey * ey + ez * ez >= touching * touching:
        dx, dy, dz = ex, ey, ez
    far = max(math.sqrt(dx * dx + dy * dy + dz * dz), TINY)
    closing = (dx * rx + dy * ry + dz * rz) / far
    time = (far - touching) / (max(closing, 0.0) + DRIFT)
    sx, sy, sz = step_aside(x, y, z, dx, dy, dz, far, vx - ox, vy - oy, vz - oz, touching + GAP)
    return vx + sx, vy + sy, vz + sz, time


@inline
def step_aside(x, y, z, dx, dy, dz, far, rx, ry, rz, clear):
    """The least change of r, the wished velocity relative to an asteroid, that keeps `clear` [u] of it.

    (x, y, z) is the ship; d leads from it to the asteroid, `far` [u] between centres.
    """
    closing = dx * rx + dy * ry + dz * rz
    if far <= clear:
        excess = closing / far + (clear - far) * (1.0 / RETREAT)
        scale = -max(0.0, excess) / far
        return dx * scale, dy * scale, dz * scale
    square, tangent = far * far, far * far - clear * clear
    if closing <= 0.0 or closing * closing <= tangent * (rx * rx + ry * ry + rz * rz):
        return 0.0, 0.0, 0.0
    # In the cone. Its tip is cut off by the circle of velocities that come too near only after TIME.
    wx, wy, wz = rx - dx * (1.0 / TIME), ry - dy * (1.0 / TIME), rz - dz * (1.0 / TIME)
    back, size_square = wx * dx + wy * dy + wz * dz, wx * wx + wy * wy + wz * wz
    if back < 0.0 and back * back > clear * clear * size_square:
        size = max(math.sqrt(size_square), TINY)
        scale = max(0.0, clear / (TIME * size) - 1.0)
        return wx * scale, wy * scale, wz * scale
    # To the nearer of its sides; heading for the very centre, pass on the left.
    inverse = 1.0 / math.sqrt(x * x + y * y + z * z)
    nx, ny, nz = (y * dz - z * dy) * inverse, (z * dx - x * dz) * inverse, (x * dy - y * dx) * inverse
    turn = clear if nx * rx + ny * ry + nz * rz >= 0.0 else -clear
    leg = math.sqrt(tangent)
    lx, ly, lz = dx * leg + nx * turn, dy * leg + ny * turn, dz * leg + nz * turn
    along = (rx * lx + ry * ly + rz * lz) / (square * square)
    return along * lx - rx, along * ly - ry, along * lz - rz
