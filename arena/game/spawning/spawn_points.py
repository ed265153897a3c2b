"""Spawn points: places on the orbital shell by distance from the players, and the danger at each.

They are kernels, because only the simulation's own sine and cosine give the same bits on every CPU.
"""

import math

import numpy as np

from arena.jit import DEBUG, kernel
from arena.jit.annotations import F64
from arena.sim.random import uniform
from arena.sim.tables.bodies import Bodies
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import dot

GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))
"""Turn between points of a spiral that fills a disc evenly (Vogel, 1979) [rad]."""


@kernel
def point_at(center: F64, bearing: float, angle: float, point_out: F64) -> None:
    """Write the unit vector at `angle` [rad] from unit `center` in direction `bearing` [rad]."""
    ax, ay, az, bx, by, bz = kernel_tangent_frame(center[0], center[1], center[2])
    sine, cosine = quadrant_sine_cosine(bearing)
    over, along = quadrant_sine_cosine(angle)
    if DEBUG:
        assert abs(dot(center, center) - 1.0) < 1e-4, "point_at: the centre is no unit vector"
    point_out[0] = center[0] * along + (ax * cosine + bx * sine) * over
    point_out[1] = center[1] * along + (ay * cosine + by * sine) * over
    point_out[2] = center[2] * along + (az * cosine + bz * sine) * over


@kernel
def random_ring_point(
    center: F64, near: float, far: float, seed: int, stream: int, tick: int, row: int, point_out: F64
) -> None:
    """Write a random unit vector `near` to `far` [rad] from unit `center`."""
    bearing = 2.0 * math.pi * uniform(seed, stream, tick, 2 * row)
    angle = near + (far - near) * uniform(seed, stream, tick, 2 * row + 1)
    point_at(center, bearing, angle, point_out)


@kernel
def spiral_point(center: F64, index: int, spacing: float, point_out: F64) -> None:
    """Write place `index` of a sunflower around unit `center`, neighbours `spacing` [rad] apart."""
    point_at(center, index * GOLDEN_ANGLE, spacing * math.sqrt(index + 0.0), point_out)


@kernel
def player_distance_squared(bodies: Bodies, players: int, x: float, y: float, z: float) -> float:
    """Squared chord from unit (x, y, z) to the nearest living player's direction; 4 where none lives."""
    nearest = 4.0
    for row in range(players):
        if bodies.alive[row]:
            px, py, pz = bodies.position[row, 0], bodies.position[row, 1], bodies.position[row, 2]
            inverse = 1.0 / math.sqrt(np.float64(px) * px + np.float64(py) * py + np.float64(pz) * pz)
            dx, dy, dz = px * inverse - x, py * inverse - y, pz * inverse - z
            nearest = min(nearest, dx * dx + dy * dy + dz * dz)
    return nearest


@kernel
def threat(bodies: Bodies, first: int, stop: int, point: F64, shell_radius: float, horizon: float) -> float:
    """Danger to a player who appears at unit `point`: bodies within `horizon` [u], near ones more."""
    px, py, pz = point[0] * shell_radius, point[1] * shell_radius, point[2] * shell_radius
    total = 0.0
    for row in range(first, stop):
        if not bodies.alive[row]:
            continue
        dx = bodies.position[row, 0] - px
        dy = bodies.position[row, 1] - py
        dz = bodies.position[row, 2] - pz
        gap = math.sqrt(dx * dx + dy * dy + dz * dz) - bodies.radius[row]
        if gap < horizon:
            share = 1.0 - max(gap, 0.0) / horizon
            total += share * share
    return total


@kernel
def cover(bodies: Bodies, first: int, stop: int, whole_radius: float) -> int:
    """Number of living bodies of these rows with a radius of at least `whole_radius` [u]."""
    count = 0
    for row in range(first, stop):
        if bodies.alive[row] and bodies.radius[row] >= whole_radius:
            count += 1
    return count
