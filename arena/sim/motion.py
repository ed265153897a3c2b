"""Motion: every body follows its great circle, and players' stick frames are carried along.

`move_bodies` runs once per tick over all rows. A landed body stays exactly on the shell: its position is scaled back
to the shell's radius and its velocity turned into the new tangent plane, without changing its speed.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.landing import drop_in_bodies
from arena.sim.world import World
from arena.sphere import carry, sine_cosine_ratio

DT = tuning.DT
TURN_MAX = 0.5
"""Largest arc per tick [rad]; faster bodies are slowed to it. The series in `arena.sphere` hold up to there."""


def move_bodies(world: World) -> None:
    """Advance every live body by one tick."""
    move_rows(world.bodies, world.shell_radius)
    carry_frames(world.bodies, world.players)
    drop_in_bodies(world)


@kernel
def move_rows(bodies_inout, shell_radius):
    """Great-circle motion; also the bounding sphere of each body's motion in this tick, for the grid."""
    b = bodies_inout
    position, velocity, heading = b.position, b.velocity, b.heading
    for r in range(len(b.alive)):
        row = np.uint64(r)
        if not b.alive[row]:
            continue
        px, py, pz = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
        vx, vy, vz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
        radius_square = px * px + py * py + pz * pz
        # Contacts and thrust leave a small radial part; dropping it first keeps the arc on the sphere.
        radial = (vx * px + vy * py + vz * pz) / radius_square
        vx, vy, vz = vx - radial * px, vy - radial * py, vz - radial * pz
        speed_square = vx * vx + vy * vy + vz * vz
        turn_square = speed_square * DT * DT / radius_square
        if turn_square > TURN_MAX * TURN_MAX:
            slow = TURN_MAX / math.sqrt(turn_square)
            vx, vy, vz = vx * slow, vy * slow, vz * slow
            turn_square = TURN_MAX * TURN_MAX
        sine, cosine, _ = sine_cosine_ratio(turn_square)
        hx, hy, hz = carry(heading[row, 0], heading[row, 1], heading[row, 2], px, py, pz, vx, vy, vz, DT)
        qx = px * cosine + vx * (sine * DT)
        qy = py * cosine + vy * (sine * DT)
        qz = pz * cosine + vz * (sine * DT)
        down = sine * DT * (vx * vx + vy * vy + vz * vz) / radius_square
        vx, vy, vz = vx * cosine - px * down, vy * cosine - py * down, vz * cosine - pz * down
        scale = 1.0
        if b.climb[row] == 0.0:
            scale = shell_radius / math.sqrt(qx * qx + qy * qy + qz * qz)
        store(b, row, qx * scale, qy * scale, qz * scale, vx, vy, vz, hx, hy, hz)


@inline
def store(bodies_inout, row, qx, qy, qz, vx, vy, vz, hx, hy, hz):
    """Write a moved body back, its heading made unit and tangent, with the sphere around old and new position."""
    b = bodies_inout
    square = qx * qx + qy * qy + qz * qz
    up = (hx * qx + hy * qy + hz * qz) / square
    hx, hy, hz = hx - up * qx, hy - up * qy, hz - up * qz
    size = 1.0 / math.sqrt(max(hx * hx + hy * hy + hz * hz, 1e-12))
    b.heading[row, 0], b.heading[row, 1], b.heading[row, 2] = hx * size, hy * size, hz * size
    b.velocity[row, 0], b.velocity[row, 1], b.velocity[row, 2] = vx, vy, vz
    b.position[row, 0], b.position[row, 1], b.position[row, 2] = qx, qy, qz
    ox, oy, oz = b.previous_position[row, 0], b.previous_position[row, 1], b.previous_position[row, 2]
    dx, dy, dz = qx - ox, qy - oy, qz - oz
    b.bound_center[row, 0] = ox + 0.5 * dx
    b.bound_center[row, 1] = oy + 0.5 * dy
    b.bound_center[row, 2] = oz + 0.5 * dz
    b.bound_radius[row] = b.radius[row] + 0.5 * math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-4


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
        # The tangent towards the new position; its length is the arc's up to third order, which transport tolerates.
        mx, my, mz = q[0] - ox * dot / square, q[1] - oy * dot / square, q[2] - oz * dot / square
        ux, uy, uz = carry(up[0], up[1], up[2], ox, oy, oz, mx, my, mz, 1.0)
        radial = (ux * q[0] + uy * q[1] + uz * q[2]) / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
        ux, uy, uz = ux - radial * q[0], uy - radial * q[1], uz - radial * q[2]
        size = math.sqrt(ux * ux + uy * uy + uz * uz)
        up[0], up[1], up[2] = ux / size, uy / size, uz / size
