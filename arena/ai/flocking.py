"""Flocking: separation, alignment and cohesion, and the perception query of minds.

`decide` is the last stage of every decision (see `arena.ai.thoughts`). Ships in sight contribute separation,
alignment and cohesion (Reynolds, "Flocks, Herds, and Schools", 1987). `arena.ai.avoidance` then changes the
wanted velocity to avoid the asteroids in sight.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.avoidance import avoid_asteroids
from arena.ai.bearings import outward
from arena.ai.thoughts import Senses, Thoughts
from arena.grid.queries import gather_near, sort_few
from arena.grid.sphere_tests import F32_LANES, lowest_bit
from arena.grid.table import GridTable
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, U8, Integer, Real, Row
from arena.jit.simd.gathers import gather, gather_vectors, load_rows, reduce_add
from arena.jit.simd.registers import F64_LANES, bits_of, square_root, where
from arena.sim.kinds import Pool
from arena.sim.quarantine import EXTREME
from arena.vectors import Vector

NEIGHBOURS = tuning.MIND.neighbours
SEPARATION, SEPARATION_GAP = tuning.MIND.separation, tuning.MIND.separation_gap
BRAKE = tuning.MIND.separation_brake
ALIGNMENT, COHESION = tuning.MIND.alignment, tuning.MIND.cohesion
COINCIDENT = 1e-4
"""Distance [u] of centres below which the direction of separation is undefined."""
MATES = np.uint64(NEIGHBOURS + F32_LANES)
"""Offset of the list of mates in `Thoughts.seen`; the asteroids are at its front."""
STANDSTILL = 1e-6
"""Smallest top speed [u/s] used as a divisor."""
ASTEROID_POOL = int(Pool.ASTEROID)
NOBODY, NEXT = np.uint64(0), np.uint64(1)


@kernel
def decide(senses: Senses, thoughts_inout: Thoughts) -> None:
    """Apply flocking and avoidance to all wishes of a chunk, and write the commands.

    A command is the wish without its radial part, at most full thrust. An aim of zero becomes the wish. A
    wish or aim of NaN, from a body with NaN in sight, becomes zero, so that the ship itself stays sound.
    """
    bodies, max_speed, commands = senses.bodies, senses.kinds.max_speed, thoughts_inout.commands
    heading, kind = bodies.heading, bodies.kind
    move_out, aim_out, buttons_out = commands.move, commands.aim, commands.buttons
    wishes, aims = thoughts_inout.wish, thoughts_inout.aim
    for k in range(thoughts_inout.count[0]):
        row = np.int64(thoughts_inout.row[k])
        wx, wy, wz = wishes[k, 0], wishes[k, 1], wishes[k, 2]
        sight, share = thoughts_inout.sight[k], thoughts_inout.share[k]
        if share > 0.0:
            nose = (np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2]))
            speed = max(np.float64(max_speed[kind[row]]), STANDSTILL)
            wx, wy, wz = avoid_and_flock(
                row, senses, sight, speed, nose, (wx, wy, wz), share, thoughts_inout.seen
            )  # fmt: skip
        px, py, pz, _ = outward(bodies.position, row)
        radial = wx * px + wy * py + wz * pz
        wx, wy, wz = wx - radial * px, wy - radial * py, wz - radial * pz
        size = max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
        ax, ay, az = aims[k, 0], aims[k, 1], aims[k, 2]
        if not wx * wx + wy * wy + wz * wz + ax * ax + ay * ay + az * az <= EXTREME:
            wx = wy = wz = ax = ay = az = 0.0
            size = 1.0
        if ax == 0.0 and ay == 0.0 and az == 0.0:
            ax, ay, az = wx, wy, wz
        move_out[row, 0], move_out[row, 1], move_out[row, 2] = wx / size, wy / size, wz / size
        aim_out[row, 0], aim_out[row, 1], aim_out[row, 2] = ax, ay, az
        buttons_out[row] = thoughts_inout.buttons[k]


@inline
def avoid_and_flock(
    row: Row,
    senses: Senses,
    sight: Real,
    speed: Real,
    fallback: Vector,
    wish: Vector,
    share: Real,
    seen_out: I32,
):
    """A ship's wish [share of thrust] after flocking and avoidance, at most 1.

    `sight` is its range of perception [u], `speed` its top speed [u/s], `fallback` the tangent of separation
    from a coincident ship, `wish` its own wish, `share` the weight of flocking.
    """
    position, velocity, radius = senses.bodies.position, senses.bodies.velocity, senses.bodies.radius
    ship_count, row_limit = len(senses.ships.cooldown), senses.pools.stop[ASTEROID_POOL]
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    rocks, mates = look_around(
        senses.grid, x, y, z, sight, row_limit, ship_count, senses.bodies.team, row, seen_out
    )  # fmt: skip
    wx, wy, wz = flock(position, velocity, radius, row, mates, seen_out, (x, y, z), sight, speed, fallback)
    wx, wy, wz = wish[0] + share * wx, wish[1] + share * wy, wish[2] + share * wz
    thrust = speed / max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
    # Avoidance comes last, so it has priority over flocking.
    vx, vy, vz = avoid_asteroids(
        position, velocity, radius, row, rocks, seen_out, wx * thrust, wy * thrust, wz * thrust
    )
    return vx / speed, vy / speed, vz / speed


@inline
def look_around(
    table: GridTable,
    x: Real,
    y: Real,
    z: Real,
    sight: Real,
    row_limit: Integer,
    ship_count: Integer,
    team: U8,
    row: Row,
    seen_out: I32,
):
    """Find all bodies in sight with one query; returns the counts (rocks, mates).

    Asteroids and mines go to seen_out[0:], mates to seen_out[MATES:]. They are separated without branches,
    which would be unpredictable. Both lists are padded with the ship's own row to whole registers. They
    ascend, so that sums over them do not depend on the grid's cells.
    """
    count = min(gather_near(table, x, y, z, sight, row_limit, seen_out), NEIGHBOURS)
    sort_few(seen_out, 0, count)
    side, rocks, mates = team[row], np.uint64(0), np.uint64(0)
    for k in range(count):
        other = seen_out[np.uint64(k)]
        seen_out[rocks] = other
        seen_out[MATES + mates] = other
        rocks += np.uint64(other >= ship_count)
        mates += np.uint64((other < ship_count) & (other != row) & (team[np.uint64(other)] == side))
    for k in range(F64_LANES):
        seen_out[rocks + np.uint64(k)] = row
        seen_out[MATES + mates + np.uint64(k)] = row
    return np.int64(rocks), np.int64(mates)


@inline
def flock(
    position: F32,
    velocity: F32,
    radius: F32,
    row: Row,
    mates: Integer,
    seen: I32,
    here: Vector,
    sight: Real,
    speed: Real,
    fallback: Vector,
):
    """Separation, alignment and cohesion from the mates in seen[MATES:], eight mates at a time."""
    x, y, z = here
    if mates == 0:
        return 0.0, 0.0, 0.0
    ox, oy, oz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
    own = np.float64(radius[row])
    wx = wy = wz = 0.0
    mx = my = mz = ux = uy = uz = 0.0
    for k in range(0, mates, F64_LANES):
        others = load_rows(seen, MATES + np.uint64(k))
        px, py, pz = gather_vectors(position, others)
        vx, vy, vz = gather_vectors(velocity, others)
        dx, dy, dz = px - x, py - y, pz - z
        touching = gather(radius, others) + own
        square = dx * dx + dy * dy + dz * dz
        close = (square < (touching + SEPARATION_GAP) * (touching + SEPARATION_GAP)) & (others != row)
        distance = square_root(where(square > COINCIDENT * COINCIDENT, square, COINCIDENT * COINCIDENT))
        gap = distance - touching
        near = 1.0 - where(gap > 0.0, gap, 0.0) / SEPARATION_GAP
        closing = (dx * (ox - vx) + dy * (oy - vy) + dz * (oz - vz)) / distance
        push = SEPARATION * near + BRAKE * near * where(closing > 0.0, closing, 0.0)
        scale = where(close, (0.0 - push) / distance, 0.0)
        wx, wy, wz = wx + reduce_add(scale * dx), wy + reduce_add(scale * dy), wz + reduce_add(scale * dz)
        # Coincident ships separate along `fallback`, in the direction given by the order of rows.
        stuck = bits_of(close & (square <= COINCIDENT * COINCIDENT))
        while stuck != NOBODY:
            sign = 1.0 if row > seen[MATES + np.uint64(k) + lowest_bit(stuck)] else -1.0
            wx, wy, wz = (
                wx + sign * SEPARATION * fallback[0],
                wy + sign * SEPARATION * fallback[1],
                wz + sign * SEPARATION * fallback[2],
            )
            stuck &= stuck - NEXT
        some = others != row  # padding adds nothing
        mx, my, mz = (
            mx + reduce_add(where(some, vx, 0.0)),
            my + reduce_add(where(some, vy, 0.0)),
            mz + reduce_add(where(some, vz, 0.0)),
        )
        ux, uy, uz = ux + reduce_add(dx), uy + reduce_add(dy), uz + reduce_add(dz)
    align, cohesion = ALIGNMENT / (mates * speed), COHESION / (mates * sight)
    return wx + align * mx + cohesion * ux, wy + align * my + cohesion * uy, wz + align * mz + cohesion * uz
