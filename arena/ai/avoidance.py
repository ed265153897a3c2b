"""Avoidance: the smallest change of a wanted velocity that avoids all asteroids in sight.

`arena.ai.flocking` calls it with the asteroids and mines in sight. Each one is a velocity obstacle: it
excludes the velocities that lead within `avoidance_gap` of it in the next `avoidance_time` (Fiorini and
Shiller, 1998; the truncated cone of van den Berg et al., "Reciprocal n-Body Collision Avoidance", 2011). A
velocity inside a cone is projected to its nearest side, asteroid by asteroid. Each register of eight is
processed up to twice, because one projection may lead into another cone. The most urgent asteroid is
processed again at the end.
"""

import math

import numpy as np

from arena import tuning
from arena.grid.sphere_tests import lowest_bit
from arena.jit import inline
from arena.jit.annotations import F32, I32, Integer, Real, Row
from arena.jit.simd.gathers import gather, gather_vectors, load_rows, reduce_min
from arena.jit.simd.registers import F64_LANES, bits_of, square_root, where

TIME, GAP = tuning.MIND.avoidance_time, tuning.MIND.avoidance_gap
LAG, RETREAT = tuning.MIND.avoidance_lag, tuning.MIND.avoidance_retreat
DRIFT = tuning.MIND.avoidance_drift
ROUNDS = 2
ALL = np.uint64((1 << F64_LANES) - 1)
NOBODY, NEXT = np.uint64(0), np.uint64(1)
TINY = 1e-6
"""Length [u] below which a direction is undefined."""


@inline
def avoid_asteroids(
    position: F32,
    velocity: F32,
    radius: F32,
    row: Row,
    rocks: Integer,
    seen: I32,
    vx: Real,
    vy: Real,
    vz: Real,
):
    """Velocity [u/s] near the wanted one, v, that avoids the asteroids seen[:rocks].

    It tests eight asteroids at a time; only those in the way cost more. The caller pads the list with the
    ship's own row up to a whole register.
    """
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    sx, sy, sz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
    own, inverse = np.float64(radius[row]), 1.0 / math.sqrt(x * x + y * y + z * z)
    urgent, soonest, changed = np.int64(row), np.inf, False
    for k in range(0, rocks, F64_LANES):
        others = load_rows(seen, k)
        px, py, pz = gather_vectors(position, others)
        ox, oy, oz = gather_vectors(velocity, others)
        touching = gather(radius, others) + own
        dx, dy, dz, far, time = time_to_collision(px - x, py - y, pz - z, sx - ox, sy - oy, sz - oz, touching)
        for _ in range(ROUNDS):
            left, moved = ALL >> np.uint64(max(0, F64_LANES - (rocks - k))), False
            while True:
                in_way = is_blocked(dx, dy, dz, far, vx - ox, vy - oy, vz - oz, touching + GAP)
                found = bits_of(in_way) & left
                if found == NOBODY:
                    break
                lane = lowest_bit(found)
                left &= ALL << (lane + NEXT)
                other = seen[np.uint64(k) + lane]
                vx, vy, vz = pass_asteroid(position, velocity, radius, row, other, inverse, vx, vy, vz)
                moved = True
            if not moved:
                break
            changed = True
        time = where(others == row, np.inf, time)
        first = reduce_min(time)
        if first < soonest:
            soonest, urgent = first, np.int64(seen[np.uint64(k) + lowest_bit(bits_of(time == first))])
    if changed:
        vx, vy, vz = pass_asteroid(position, velocity, radius, row, urgent, inverse, vx, vy, vz)
    return vx, vy, vz


@inline
def time_to_collision(dx: Real, dy: Real, dz: Real, rx: Real, ry: Real, rz: Real, touching: Real):
    """(d, length of d, time to contact at current velocities [s]), for one asteroid or for eight.

    d is the vector from ship to asteroid, r the ship's velocity relative to the asteroid. d is extrapolated
    by LAG, the delay from a wanted to an actual velocity.
    """
    ex, ey, ez = dx - LAG * rx, dy - LAG * ry, dz - LAG * rz
    apart = ex * ex + ey * ey + ez * ez >= touching * touching
    dx, dy, dz = where(apart, ex, dx), where(apart, ey, dy), where(apart, ez, dz)
    far = square_root(dx * dx + dy * dy + dz * dz)
    far = where(far > TINY, far, TINY)
    closing = (dx * rx + dy * ry + dz * rz) / far
    time = (far - touching) / (where(closing > 0.0, closing, 0.0) + DRIFT)
    return dx, dy, dz, far, time


@inline
def is_blocked(dx: Real, dy: Real, dz: Real, far: Real, rx: Real, ry: Real, rz: Real, clear: Real):
    """True if `step_aside` would change r, with false positives by rounding."""
    closing = dx * rx + dy * ry + dz * rz
    near = far <= clear
    tangent, reach = far * far - clear * clear, clear * clear
    inside = (closing > 0.0) & (closing * closing > tangent * (rx * rx + ry * ry + rz * rz))
    wx, wy, wz = rx - dx * (1.0 / TIME), ry - dy * (1.0 / TIME), rz - dz * (1.0 / TIME)
    back, square = wx * dx + wy * dy + wz * dz, wx * wx + wy * wy + wz * wz
    soon = (back >= 0.0) | (back * back <= reach * square) | (square < reach * (1.0 / (TIME * TIME)))
    retreats = closing + far * (clear - far) * (1.0 / RETREAT) > 0.0
    return (near & retreats) | ((far > clear) & inside & soon)


@inline
def pass_asteroid(
    position: F32,
    velocity: F32,
    radius: F32,
    row: Row,
    other: Row,
    inverse: Real,
    vx: Real,
    vy: Real,
    vz: Real,
):
    """v changed to avoid one asteroid; `inverse` is 1 over the ship's distance from the planet's centre."""
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    ox, oy, oz = (
        np.float64(velocity[other, 0]),
        np.float64(velocity[other, 1]),
        np.float64(velocity[other, 2]),
    )
    touching = np.float64(radius[row]) + radius[other]
    dx, dy, dz, far, _ = time_to_collision(
        position[other, 0] - x, position[other, 1] - y, position[other, 2] - z,
        velocity[row, 0] - ox, velocity[row, 1] - oy, velocity[row, 2] - oz, touching,
    )  # fmt: skip
    sx, sy, sz = step_aside(
        x * inverse, y * inverse, z * inverse, dx, dy, dz, far, vx - ox, vy - oy, vz - oz, touching + GAP
    )
    return vx + sx, vy + sy, vz + sz


@inline
def step_aside(
    x: Real,
    y: Real,
    z: Real,
    dx: Real,
    dy: Real,
    dz: Real,
    far: Real,
    rx: Real,
    ry: Real,
    rz: Real,
    clear: Real,
):
    """Smallest change of r that keeps a distance of `clear` [u] from an asteroid.

    r is the wanted velocity relative to the asteroid, (x, y, z) is up, d the vector from ship to asteroid,
    `far` its length [u].
    """
    closing = dx * rx + dy * ry + dz * rz
    if far <= clear:
        excess = closing / far + (clear - far) * (1.0 / RETREAT)
        scale = -max(0.0, excess) / far
        return dx * scale, dy * scale, dz * scale
    square, tangent = far * far, far * far - clear * clear
    if closing <= 0.0 or closing * closing <= tangent * (rx * rx + ry * ry + rz * rz):
        return 0.0, 0.0, 0.0
    # Inside the cone. Its tip is cut off by the circle of velocities that come too near only after TIME.
    wx, wy, wz = rx - dx * (1.0 / TIME), ry - dy * (1.0 / TIME), rz - dz * (1.0 / TIME)
    back, size_square = wx * dx + wy * dy + wz * dz, wx * wx + wy * wy + wz * wz
    if back < 0.0 and back * back > clear * clear * size_square:
        size = max(math.sqrt(size_square), TINY)
        scale = max(0.0, clear / (TIME * size) - 1.0)
        return wx * scale, wy * scale, wz * scale
    # Project to the nearer side; pass on the left when heading for the exact centre.
    nx, ny, nz = y * dz - z * dy, z * dx - x * dz, x * dy - y * dx
    turn = clear if nx * rx + ny * ry + nz * rz >= 0.0 else -clear
    leg = math.sqrt(tangent)
    lx, ly, lz = dx * leg + nx * turn, dy * leg + ny * turn, dz * leg + nz * turn
    along = (rx * lx + ry * ly + rz * lz) / (square * square)
    return along * lx - rx, along * ly - ry, along * lz - rz
