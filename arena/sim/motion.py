"""Motion: every body follows its great circle, and players' stick frames are carried along.

`move_bodies` runs once per tick over all rows. A landed body stays exactly on the shell: its position is
scaled back to the shell's radius and its velocity turned into the new tangent plane, without changing its
speed.
"""

import math
from functools import partial
from itertools import pairwise

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.landing import drop_in_bodies
from arena.sim.world import World
from arena.simd import EIGHT, any_of, load, load_flags, load_vectors, square_root, store, store_vectors, where
from arena.sphere import carry, sine_cosine_ratio
from arena.workers import shares

DT = tuning.DT
TURN_MAX = 0.5
"""Largest arc per tick [rad].

Faster bodies are slowed to it. The series in `arena.sphere` hold up to there.
"""

SPLIT_ROWS = 10_000
"""Fewer rows than this are not worth a thread of their own."""

BOUND_MARGIN = 1e-4
"""Enlargement [u] of swept spheres against rounding."""


def move_bodies(world: World) -> None:
    """Advance every live body by one tick."""
    bounds = shares(len(world.bodies.alive), SPLIT_ROWS, world.workers.workers)
    world.workers.run(
        [partial(move_rows, begin, end, world.bodies, world.shell_radius) for begin, end in pairwise(bounds)]
    )
    carry_frames(world.bodies, world.players)
    drop_in_bodies(world)


@kernel
def move_rows(begin, end, bodies_inout, shell_radius):
    """Great-circle motion of the live rows begin..end, eight at a time.

    Remembers where they were, and writes the bounding sphere of this tick's motion, for the grid.
    """
    b = bodies_inout
    position, velocity, heading, radius = b.position, b.velocity, b.heading, b.radius
    alive, climb, previous, bound_center, bound_radius = (
        b.alive, b.climb, b.previous_position, b.bound_center, b.bound_radius,
    )  # fmt: skip
    whole = begin + (end - begin) // EIGHT * EIGHT
    for row in range(begin, whole, EIGHT):
        live = load_flags(alive, row)
        px, py, pz = load_vectors(position, row)
        vx, vy, vz = load_vectors(velocity, row)
        hx, hy, hz = load_vectors(heading, row)
        q, w, nose, center, reach = advance(
            px, py, pz, vx, vy, vz, hx, hy, hz, load(climb, row), load(radius, row), shell_radius
        )
        store_vectors(previous, row, px, py, pz)
        store_vectors(position, row, where(live, q[0], px), where(live, q[1], py), where(live, q[2], pz))
        store_vectors(velocity, row, where(live, w[0], vx), where(live, w[1], vy), where(live, w[2], vz))
        store_vectors(
            heading, row, where(live, nose[0], hx), where(live, nose[1], hy), where(live, nose[2], hz)
        )
        store_vectors(bound_center, row, center[0], center[1], center[2])
        store(bound_radius, row, reach)
    for row in range(whole, end):
        for axis in range(3):
            previous[row, axis] = position[row, axis]
        if not alive[row]:
            continue
        px, py, pz = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
        vx, vy, vz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
        hx, hy, hz = np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2])
        q, w, nose, center, reach = advance(
            px, py, pz, vx, vy, vz, hx, hy, hz, np.float64(climb[row]), np.float64(radius[row]), shell_radius
        )
        for axis in range(3):
            position[row, axis], velocity[row, axis], heading[row, axis] = q[axis], w[axis], nose[axis]
            bound_center[row, axis] = center[axis]
        bound_radius[row] = reach


@inline
def advance(px, py, pz, vx, vy, vz, hx, hy, hz, climb, radius, shell_radius):
    """One tick along the great circle, for one row or for eight in registers: all float64, [u] and [u/s].

    Returns:
        position, velocity, heading, the swept sphere's centre, each (x, y, z), and its radius.
    """
    shell_square = shell_radius * shell_radius
    inverse_shell = 1.0 / shell_square
    on_shell = climb == 0.0
    square = where(on_shell, shell_square, px * px + py * py + pz * pz)
    inverse = 1.0 / square
    # Contacts and thrust leave a small radial part; dropping it first keeps the arc on the sphere.
    radial = (vx * px + vy * py + vz * pz) * inverse
    vx, vy, vz = vx - radial * px, vy - radial * py, vz - radial * pz
    speed_square = vx * vx + vy * vy + vz * vz
    too_fast = speed_square * (DT * DT) > square * (TURN_MAX * TURN_MAX)
    if any_of(too_fast):
        slow = where(too_fast, TURN_MAX / DT * square_root(square / speed_square), 1.0)
        vx, vy, vz = vx * slow, vy * slow, vz * slow
        speed_square = speed_square * (slow * slow)
    turn = inverse * DT
    sine, cosine, bend = sine_cosine_ratio(speed_square * DT * turn)
    step = sine * DT
    qx, qy, qz = px * cosine + vx * step, py * cosine + vy * step, pz * cosine + vz * step
    # One Newton step towards 1/sqrt: rotation keeps the length up to rounding, so one is plenty.
    scale = where(on_shell, 1.5 - 0.5 * (qx * qx + qy * qy + qz * qz) * inverse_shell, 1.0)
    qx, qy, qz = qx * scale, qy * scale, qz * scale
    down = sine * turn * speed_square
    wx, wy, wz = vx * cosine - px * down, vy * cosine - py * down, vz * cosine - pz * down
    share = (hx * vx + hy * vy + hz * vz) * turn
    along, sink = share * bend * DT, share * sine
    hx, hy, hz = hx + along * vx - sink * px, hy + along * vy - sink * py, hz + along * vz - sink * pz
    up = (hx * qx + hy * qy + hz * qz) * inverse
    hx, hy, hz = hx - up * qx, hy - up * qy, hz - up * qz
    size = 1.5 - 0.5 * (hx * hx + hy * hy + hz * hz)
    dx, dy, dz = qx - px, qy - py, qz - pz
    reach = radius + 0.5 * square_root(dx * dx + dy * dy + dz * dz) + BOUND_MARGIN
    center = (qx - 0.5 * dx, qy - 0.5 * dy, qz - 0.5 * dz)
    return (qx, qy, qz), (wx, wy, wz), (hx * size, hy * size, hz * size), center, reach


@kernel
def carry_frames(bodies, players_inout):
    """Carry each player's up axis along its path, so that the sticks' frame never turns and has no pole."""
    for slot in range(len(players_inout.boost)):
        if not bodies.alive[slot]:
            continue
        o, q, up = bodies.previous_position[slot], bodies.position[slot], players_inout.up[slot]
        ox, oy, oz = np.float64(o[0]), np.float64(o[1]), np.float64(o[2])
        square = ox * ox + oy * oy + oz * oz
        dot = ox * q[0] + oy * q[1] + oz * q[2]
        # The tangent towards the new position; its length is the arc's up to third order, which transport
        # tolerates.
        mx, my, mz = q[0] - ox * dot / square, q[1] - oy * dot / square, q[2] - oz * dot / square
        ux, uy, uz = carry(up[0], up[1], up[2], ox, oy, oz, mx, my, mz, 1.0)
        radial = (ux * q[0] + uy * q[1] + uz * q[2]) / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
        ux, uy, uz = ux - radial * q[0], uy - radial * q[1], uz - radial * q[2]
        size = math.sqrt(ux * ux + uy * uy + uz * uz)
        up[0], up[1], up[2] = ux / size, uy / size, uz / size
