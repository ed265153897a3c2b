"""Company: how an enemy reacts to the ships around it, and the one query that finds all it perceives.

Called by `think_rows` and `think_cast` for each deciding ship. Ships in sight contribute separation,
alignment and cohesion (Reynolds, "Flocks, Herds, and Schools", 1987); `arena.ai.avoidance` then bends what
the ship wishes around the asteroids in sight.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.avoidance import avoid_asteroids
from arena.grid.lanes import LANES, lowest_bit
from arena.grid.queries import gather_near
from arena.jit import inline
from arena.simd import EIGHT, bits_of, square_root, where
from arena.simd_rows import load_rows, take, take_vectors, total

NEIGHBOURS = tuning.MIND.neighbours
SEPARATION, SEPARATION_GAP = tuning.MIND.separation, tuning.MIND.separation_gap
BRAKE = tuning.MIND.separation_brake
ALIGNMENT, COHESION = tuning.MIND.alignment, tuning.MIND.cohesion
COINCIDENT = 1e-4
"""Centres nearer than this [u] have no direction to part along."""
MATES = np.uint64(NEIGHBOURS + LANES)
"""Where the list of mates begins in what was seen; the asteroids are at its front."""
SEEN = 2 * (NEIGHBOURS + LANES)
"""Length of the buffer for both."""
NOBODY, NEXT = np.uint64(0), np.uint64(1)


@inline
def avoid_and_flock(
    position,
    velocity,
    radius,
    team,
    table,
    ship_count,
    row_limit,
    row,
    sight,
    speed,
    fallback,
    wish,
    share,
    seen_out,
):
    """A ship's wish [share of thrust], at most 1, after the bodies in sight had their say.

    Rows below `ship_count` are ships, from there to `row_limit` mines and asteroids. `sight` [u] is how far
    it perceives, `speed` its top speed [u/s], `fallback` a tangent to part along from a coincident ship;
    `wish` is what it wants by itself, `share` the factor on what ships add to it.
    """
    x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
    rocks, mates = look_around(table, x, y, z, sight, row_limit, ship_count, team, row, seen_out)
    wx, wy, wz = keep_company(
        position, velocity, radius, row, mates, seen_out, (x, y, z), sight, speed, fallback
    )
    wx, wy, wz = wish[0] + share * wx, wish[1] + share * wy, wish[2] + share * wz
    thrust = speed / max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
    # Rocks before mates: who is about to be run over does not stay for company.
    vx, vy, vz = avoid_asteroids(
        position, velocity, radius, row, rocks, seen_out, wx * thrust, wy * thrust, wz * thrust
    )
    return vx / speed, vy / speed, vz / speed


@inline
def look_around(table, x, y, z, sight, row_limit, ship_count, team, row, seen_out):
    """One query for all in sight: (rocks, mates), of which there are so many in seen_out[0:] and [MATES:].

    Sorted without branches, since who comes next is anyone's guess. Both lists are filled up with the ship
    itself to whole registers.
    """
    count = min(gather_near(table, x, y, z, sight, row_limit, seen_out), NEIGHBOURS)
    side, rocks, mates = team[row], np.uint64(0), np.uint64(0)
    for k in range(count):
        other = seen_out[np.uint64(k)]
        seen_out[rocks] = other
        seen_out[MATES + mates] = other
        rocks += np.uint64(other >= ship_count)
        mates += np.uint64((other < ship_count) & (other != row) & (team[np.uint64(other)] == side))
    for k in range(EIGHT):
        seen_out[rocks + np.uint64(k)] = row
        seen_out[MATES + mates + np.uint64(k)] = row
    return np.int64(rocks), np.int64(mates)


@inline
def keep_company(position, velocity, radius, row, mates, seen, here, sight, speed, fallback):
    """The wish that the mates in seen[MATES:] add: separation, alignment, cohesion, EIGHT mates at a time."""
    x, y, z = here
    if mates == 0:
        return 0.0, 0.0, 0.0
    ox, oy, oz = np.float64(velocity[row, 0]), np.float64(velocity[row, 1]), np.float64(velocity[row, 2])
    own = np.float64(radius[row])
    wx = wy = wz = 0.0
    mx = my = mz = ux = uy = uz = 0.0
    for k in range(0, mates, EIGHT):
        others = load_rows(seen, MATES + np.uint64(k))
        px, py, pz = take_vectors(position, others)
        vx, vy, vz = take_vectors(velocity, others)
        dx, dy, dz = px - x, py - y, pz - z
        touching = take(radius, others) + own
        square = dx * dx + dy * dy + dz * dz
        close = (square < (touching + SEPARATION_GAP) * (touching + SEPARATION_GAP)) & (others != row)
        distance = square_root(where(square > COINCIDENT * COINCIDENT, square, COINCIDENT * COINCIDENT))
        gap = distance - touching
        near = 1.0 - where(gap > 0.0, gap, 0.0) / SEPARATION_GAP
        closing = (dx * (ox - vx) + dy * (oy - vy) + dz * (oz - vz)) / distance
        push = SEPARATION * near + BRAKE * near * where(closing > 0.0, closing, 0.0)
        scale = where(close, (0.0 - push) / distance, 0.0)
        wx, wy, wz = wx + total(scale * dx), wy + total(scale * dy), wz + total(scale * dz)
        # Coincident ships have no direction to part along: the higher row takes `fallback`.
        stuck = bits_of(close & (square <= COINCIDENT * COINCIDENT))
        while stuck != NOBODY:
            sign = 1.0 if row > seen[MATES + np.uint64(k) + lowest_bit(stuck)] else -1.0
            wx, wy, wz = (
                wx + sign * SEPARATION * fallback[0],
                wy + sign * SEPARATION * fallback[1],
                wz + sign * SEPARATION * fallback[2],
            )
            stuck &= stuck - NEXT
        some = others != row  # what fills up the last register adds nothing
        mx, my, mz = (
            mx + total(where(some, vx, 0.0)),
            my + total(where(some, vy, 0.0)),
            mz + total(where(some, vz, 0.0)),
        )
        ux, uy, uz = ux + total(dx), uy + total(dy), uz + total(dz)
    align, gather = ALIGNMENT / (mates * speed), COHESION / (mates * sight)
    return wx + align * mx + gather * ux, wy + align * my + gather * uy, wz + align * mz + gather * uz
