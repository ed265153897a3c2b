"""Motion: every body follows its great circle, and players' stick frames are carried along.

`move_bodies` runs once per tick over all rows. A landed body stays exactly on the shell: its position is
scaled back to the shell's radius and its velocity turned into the new tangent plane, without changing its
speed.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import kernel
from arena.sim.landing import drop_in_bodies
from arena.sim.world import World
from arena.sphere import carry, sine_cosine_ratio

DT = tuning.DT
TURN_MAX = 0.5
"""Largest arc per tick [rad].

Faster bodies are slowed to it. The series in `arena.sphere` hold up to there.
"""

BOUND_MARGIN = 1e-4
"""Enlargement [u] of swept spheres against rounding."""


def move_bodies(world: World) -> None:
    """Advance every live body by one tick."""
    move_rows(world.bodies, world.shell_radius)
    carry_frames(world.bodies, world.players)
    drop_in_bodies(world)


@kernel
def move_rows(bodies_inout, shell_radius):
    """Great-circle motion of every live row; also the bounding sphere of this tick's motion, for the grid."""
    b = bodies_inout
    position, velocity, heading, radius = b.position, b.velocity, b.heading, b.radius
    alive, climb, previous, bound_center, bound_radius = (
        b.alive, b.climb, b.previous_position, b.bound_center, b.bound_radius,
    )  # fmt: skip
    shell_square = shell_radius * shell_radius
    inverse_shell = 1.0 / shell_square
    for r in range(len(alive)):
        row = np.uint64(r)
        if not alive[row]:
            continue
        px, py, pz = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
        vx, vy, vz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
        on_shell = climb[row] == 0.0
        square = shell_square if on_shell else px * px + py * py + pz * pz
        inverse = inverse_shell if on_shell else 1.0 / square
        # Contacts and thrust leave a small radial part; dropping it first keeps the arc on the sphere.
        radial = (vx * px + vy * py + vz * pz) * inverse
        vx, vy, vz = vx - radial * px, vy - radial * py, vz - radial * pz
        speed_square = vx * vx + vy * vy + vz * vz
        if speed_square * DT * DT > TURN_MAX * TURN_MAX * square:
            slow = TURN_MAX * math.sqrt(square / speed_square) / DT
            vx, vy, vz = vx * slow, vy * slow, vz * slow
            speed_square *= slow * slow
        turn = DT * inverse
        sine, cosine, bend = sine_cosine_ratio(speed_square * DT * turn)
        step = sine * DT
        qx, qy, qz = px * cosine + vx * step, py * cosine + vy * step, pz * cosine + vz * step
        if on_shell:
            # One Newton step towards 1/sqrt: rotation keeps the length up to rounding, so one is plenty.
            scale = 1.5 - 0.5 * (qx * qx + qy * qy + qz * qz) * inverse_shell
            qx, qy, qz = qx * scale, qy * scale, qz * scale
        down = sine * turn * speed_square
        velocity[row, 0] = vx * cosine - px * down
        velocity[row, 1] = vy * cosine - py * down
        velocity[row, 2] = vz * cosine - pz * down
        hx, hy, hz = np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2])
        share = (hx * vx + hy * vy + hz * vz) * turn
        along, sink = share * bend * DT, share * sine
        hx, hy, hz = hx + along * vx - sink * px, hy + along * vy - sink * py, hz + along * vz - sink * pz
        position[row, 0], position[row, 1], position[row, 2] = qx, qy, qz
        up = (hx * qx + hy * qy + hz * qz) * inverse
        hx, hy, hz = hx - up * qx, hy - up * qy, hz - up * qz
        size = 1.5 - 0.5 * (hx * hx + hy * hy + hz * hz)
        heading[row, 0], heading[row, 1], heading[row, 2] = hx * size, hy * size, hz * size
        dx, dy, dz = qx - previous[row, 0], qy - previous[row, 1], qz - previous[row, 2]
        bound_center[row, 0], bound_center[row, 1], bound_center[row, 2] = (
            qx - 0.5 * dx, qy - 0.5 * dy, qz - 0.5 * dz,
        )  # fmt: skip
        bound_radius[row] = radius[row] + 0.5 * math.sqrt(dx * dx + dy * dy + dz * dz) + BOUND_MARGIN


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
