"""Bearings: direction and distance to a target, intercept aiming, and keeping a distance.

Called by every mind. (px, py, pz) is a unit vector from the planet's centre to the ship, `length` its
distance;
tangents are at p. The functions use only arithmetic that rounds the same way on every CPU.
"""

import math
from typing import TypeAlias

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline
from arena.jit.annotations import F32, Integer, Real, Row
from arena.sim.tables.bodies import Bodies
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector

FREIGHTER = kinds.FREIGHTER.number
STRAFE_EASING = tuning.MIND.strafe_easing
INTERCEPT_ITERATIONS = 3

RadialPosition: TypeAlias = tuple[Real, Real, Real, Real]
"""(x, y, z, length): unit vector from the planet's centre to a ship, and its distance from there [u]."""

Bearing: TypeAlias = tuple[Real, Real, Real, Real]
"""(x, y, z, distance): unit tangent at a ship towards its target, and the great-circle distance [u]."""


@inline
def outward(position: F32, row: Row):
    """Unit vector away from the planet at a body, and its distance from the centre, in float64."""
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length, length


@inline
def nearest_prey(bodies: Bodies, player_count: Integer, first_enemy: Row, row: Row):
    """Row of the nearest live player or freighter, ties to the lower row; -1 if all are dead.

    Freighters have rows in the pool of companions, between those of players and enemies.
    """
    position, alive, kind = bodies.position, bodies.alive, bodies.kind
    best, best_square = -1, np.inf
    for slot in range(first_enemy):
        if not alive[slot] or (slot >= player_count and kind[slot] != FREIGHTER):
            continue
        square = 0.0
        for axis in range(3):
            gap = np.float64(position[slot, axis]) - position[row, axis]
            square += gap * gap
        if square < best_square:
            best, best_square = slot, square
    return best


@inline
def log_map(px: Real, py: Real, pz: Real, length: Real, qx: Real, qy: Real, qz: Real):
    """(unit tangent at p along the great circle to q, great-circle distance [u]).

    The angle comes from the polynomial of `arc`. At the antipode all directions are as short; the result is
    the tangent frame's first axis.
    """
    dot = px * qx + py * qy + pz * qz
    dx, dy, dz = qx - dot * px, qy - dot * py, qz - dot * pz
    size = math.sqrt(dx * dx + dy * dy + dz * dz)
    if size < 1e-6 * length:
        ax, ay, az, _, _, _ = kernel_tangent_frame(px, py, pz)
        return ax, ay, az, (0.0 if dot > 0.0 else math.pi * length)
    return dx / size, dy / size, dz / size, arc(size / length, dot / length) * length


@inline
def arc(sine: Real, cosine: Real):
    """atan2(sine, cosine) for sine >= 0, by a polynomial to 1e-4 rad (Abramowitz and Stegun 4.4.47).

    The result has the same bits on every CPU.
    """
    swap = sine > abs(cosine)
    ratio = cosine / sine if swap else sine / cosine
    q = ratio * ratio
    angle = ratio * (0.9998660 + q * (-0.3302995 + q * (0.1801410 + q * (-0.0851330 + q * 0.0208351))))
    if swap:
        return 0.5 * math.pi - angle
    return angle if cosine > 0.0 else math.pi + angle


@inline
def keep_range(
    row: Row,
    pose: RadialPosition,
    bearing: Bearing,
    tick: Integer,
    wanted: Real,
    band: Real,
    strafe: Real,
    strafe_ticks: Integer,
):
    """Thrust, as a tangent, towards a distance of `wanted` [u] from a target.

    The closer the distance is to `wanted`, the larger is the sideways share. `bearing` is the result of
    `log_map` for the target.
    """
    px, py, pz, _ = pose
    dx, dy, dz, distance = bearing
    closing = max(-1.0, min(1.0, (distance - wanted) / band))
    side = strafe if (tick // strafe_ticks + row) % 2 == 0 else -strafe
    share = side * (1.0 - STRAFE_EASING * abs(closing))
    sx, sy, sz = py * dz - pz * dy, pz * dx - px * dz, px * dy - py * dx
    return closing * dx + share * sx, closing * dy + share * sy, closing * dz + share * sz


@inline
def intercept(pose: RadialPosition, q: Vector, v: Vector, speed: Real, distance: Real, error: Real):
    """(aim tangent, distance to the intercept point [u]) for a shot at a moving target.

    The aim is turned by `error` [rad]. The target is at q [u] and moves with v [u/s]. The time of flight and
    the intercept point determine each other; the function solves for them by fixed-point iteration.
    """
    px, py, pz, length = pose
    qx, qy, qz = q
    vx, vy, vz = v
    time = distance / speed
    ax = ay = az = reach = 0.0
    for _ in range(INTERCEPT_ITERATIONS):
        ax, ay, az, reach = log_map(px, py, pz, length, qx + vx * time, qy + vy * time, qz + vz * time)
        time = reach / speed
    tx, ty, tz = py * az - pz * ay, pz * ax - px * az, px * ay - py * ax
    return ax + error * tx, ay + error * ty, az + error * tz, reach
