"""Perception of the bot: bodies near its ship, in the plane of the player's sticks.

The plane is the log map at the ship: x to the right of `Players.up`, y along it, lengths are arcs [u].
Velocities are parallel-transported to the ship first (bodies in sight are far from the antipode, where that
is undefined), so that a body on a collision course is one in the plane too.
"""

import math
from typing import Any

import numpy as np

from arena.catalogue import kinds
from arena.game.rules import BOT
from arena.jit import inline, kernel
from arena.jit.annotations import F64, I64, Real
from arena.jit.tables import Table
from arena.sim.kinds import Team, in_mask, kind_mask
from arena.sim.tables.bodies import Bodies, Players
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, vector

SIGHT_CAPACITY = 192
"""Bodies that the bot heeds at once."""
LARGEST = 12.0
"""No body has a larger radius [u]."""
ROUNDING = 1e-7
"""Of cosines that decide who is looked at more closely."""

ASTEROID = kinds.ASTEROID.number
BULLET = kinds.BULLET.number
MINE = kinds.MINE.number
THINGS = kind_mask(17, "things", lambda row: row.rules.pool == "pickup")
NOTHING = 1e9
LANDED = 0.05
"""Altitude over the shell [u] below which a body counts as landed."""


class Sight(Table):
    """Bodies in sight; entries at `count[0]` and beyond are stale."""

    row: I64  # of Bodies, shape (SIGHT_CAPACITY,)
    kind: I64  # shape (SIGHT_CAPACITY,)
    x: F64  # [u] in the plane, shape (SIGHT_CAPACITY,)
    y: F64
    vx: F64  # [u/s] in the plane
    vy: F64
    radius: F64  # [u]
    fear: F64  # weight of a hit
    margin: F64  # [u] of room to leave
    awake: I64  # 0 while it sleeps, as in a river
    arrives: F64  # [s] until it is on the shell
    count: I64  # shape (1,)
    own: F64  # the ship's velocity in the plane [u/s], shape (2,)
    nearest: F64  # nearest enemy ship anywhere: unit direction x, y and distance [u], shape (3,)


def create_sight() -> Sight:
    """Build an empty sight."""
    x, y, vx, vy, radius, fear, margin, arrives = np.zeros((8, SIGHT_CAPACITY))
    row, kind, awake = np.zeros((3, SIGHT_CAPACITY), np.int64)
    count = np.zeros(1, np.int64)
    return Sight(
        row, kind, x, y, vx, vy, radius, fear, margin, awake, arrives, count, np.zeros(2), np.zeros(3)
    )


@inline
def arc_of_chord(chord: float) -> float:
    """2 asin(chord / 2) [rad] by its series: 1e-4 below a radian, 7% short at the antipode."""
    s = chord * chord
    return chord * (1.0 + s * (1.0 / 24 + s * (3.0 / 640 + s * (5.0 / 7168 + s * (35.0 / 294912)))))


@inline
def dot(a: Any, b: Any) -> Real:
    """Dot product of two 3-vectors, arrays or tuples, in float64."""
    return np.float64(a[0]) * b[0] + np.float64(a[1]) * b[1] + np.float64(a[2]) * b[2]


@inline
def scaled(v: Any, factor: Real) -> Vector:
    """`factor` times a 3-vector, as a tuple of float64."""
    return v[0] * np.float64(factor), v[1] * np.float64(factor), v[2] * np.float64(factor)


@kernel
def look(
    bodies: Bodies, players: Players, slot: int, shell_radius: float, reach: float, bullet_reach: float,
    sight_out: Sight,
) -> None:  # fmt: skip
    """Fill `sight_out` for the player in `slot` with bodies within `reach` [u], bullets within theirs.

    Of more than there is room for, those nearest to the hull are seen.
    """
    here, up = bodies.position[slot], players.up[slot]
    p = scaled(here, 1.0 / math.sqrt(dot(here, here)))
    right = cross(up, p)
    sight_out.own[0] = dot(bodies.velocity[slot], right)
    sight_out.own[1] = dot(bodies.velocity[slot], up)
    sight_out.count[0] = 0
    sight_out.nearest[2] = NOTHING
    seen = quadrant_sine_cosine(min(math.pi, (max(reach, bullet_reach) + LARGEST) / shell_radius))[1]
    nearest = -2.0
    farthest, limit = -1, NOTHING
    alive, kinds, position = bodies.alive, bodies.kind, bodies.position
    for row in range(alive.shape[0]):
        kind = kinds[row]
        if not alive[row] or bodies.team[row] == Team.PLAYERS or in_mask(THINGS, kind):
            continue
        there = vector(position, row)
        ship = kind != BULLET and kind != ASTEROID and kind != MINE
        if lies_beyond(dot(p, there), dot(there, there), min(seen, nearest) if ship else seen):
            continue
        x, y, arc, _ = place_in_plane(p, right, up, there, shell_radius)
        if ship and arc < sight_out.nearest[2]:
            sight_out.nearest[0], sight_out.nearest[1] = x / max(arc, 1e-9), y / max(arc, 1e-9)
            sight_out.nearest[2], nearest = arc, quadrant_sine_cosine(arc / shell_radius)[1] - ROUNDING
        gap = arc - bodies.radius[row]
        if gap > (bullet_reach if kind == BULLET else reach) or gap >= limit:
            continue
        index = sight_out.count[0]
        if index == SIGHT_CAPACITY:
            index = farthest
        else:
            sight_out.count[0] = index + 1
        note(bodies, row, index, p, right, up, shell_radius, sight_out)
        if sight_out.count[0] == SIGHT_CAPACITY:
            farthest, limit = find_farthest(sight_out)


@kernel
def look_at(
    bodies: Bodies, players: Players, slot: int, shell_radius: float, row: int, sight_inout: Sight
) -> int:
    """Entry of body `row` in the sight of the player in `slot`; an entry is added if it has none."""
    for index in range(sight_inout.count[0]):
        if sight_inout.row[index] == row:
            return index
    here, up = bodies.position[slot], players.up[slot]
    p = scaled(here, 1.0 / math.sqrt(dot(here, here)))
    index = sight_inout.count[0]
    if index == SIGHT_CAPACITY:
        index = find_farthest(sight_inout)[0]
    else:
        sight_inout.count[0] = index + 1
    note(bodies, row, index, p, cross(up, p), up, shell_radius, sight_inout)
    return index


@inline
def cross(up: Any, p: Any) -> Vector:
    """Right of `up` at p, in float64."""
    return (
        np.float64(up[1]) * p[2] - up[2] * p[1],
        np.float64(up[2]) * p[0] - up[0] * p[2],
        np.float64(up[0]) * p[1] - up[1] * p[0],
    )


@inline
def lies_beyond(along: float, square: float, cosine: float) -> bool:
    """Return whether along / sqrt(square) < cosine."""
    if cosine >= 0.0:
        return along < 0.0 or along * along < cosine * cosine * square
    return along < 0.0 and along * along > cosine * cosine * square


@inline
def place_in_plane(
    p: Vector, right: Vector, up: Any, there: Vector, shell_radius: float
) -> tuple[float, float, float, float]:
    """(x, y, arc [u], altitude over the planet's centre [u]) of a point in the plane at unit p."""
    height = math.sqrt(dot(there, there))
    q = scaled(there, 1.0 / height)
    arc = arc_of_chord(math.sqrt(max(0.0, 2.0 - 2.0 * dot(p, q)))) * shell_radius
    x, y = dot(q, right), dot(q, up)
    across = math.sqrt(x * x + y * y)
    stretch = arc / across if across > 0.0 else 0.0
    return x * stretch, y * stretch, arc, height


@inline
def find_farthest(sight: Sight) -> tuple[int, float]:
    """Entry farthest from the hull, and that distance [u]."""
    farthest, most = 0, -NOTHING
    for index in range(sight.count[0]):
        gap = math.sqrt(sight.x[index] ** 2 + sight.y[index] ** 2) - sight.radius[index]
        if gap > most:
            farthest, most = index, gap
    return farthest, most


@inline
def note(
    bodies: Bodies, row: int, index: int, p: Vector, right: Vector, up: Any, shell_radius: float,
    sight_out: Sight,
) -> None:  # fmt: skip
    """Enter body `row` as entry `index`, as seen from unit p."""
    kind = bodies.kind[row]
    there = vector(bodies.position, row)
    x, y, _, height = place_in_plane(p, right, up, there, shell_radius)
    q = scaled(there, 1.0 / height)
    velocity = bodies.velocity[row]
    share = dot(velocity, p) / (1.0 + dot(p, q))
    moved = (
        velocity[0] - share * (p[0] + q[0]),
        velocity[1] - share * (p[1] + q[1]),
        velocity[2] - share * (p[2] + q[2]),
    )
    sight_out.vx[index], sight_out.vy[index] = dot(moved, right), dot(moved, up)
    sight_out.row[index] = row
    sight_out.kind[index] = kind
    sight_out.x[index] = x
    sight_out.y[index] = y
    sight_out.radius[index] = bodies.radius[row]
    sight_out.arrives[index] = 0.0
    if height - shell_radius > LANDED:
        sight_out.arrives[index] = (height - shell_radius) / max(-bodies.radial_speed[row], 1.0)
    sight_out.awake[index] = bodies.awake[row]
    if kind == BULLET:
        sight_out.fear[index] = BOT.bullet_fear
        sight_out.margin[index] = BOT.bullet_margin
    elif kind == ASTEROID:
        sight_out.fear[index] = BOT.asteroid_fear
        sight_out.margin[index] = BOT.body_margin
    else:
        sight_out.fear[index] = BOT.ship_fear
        sight_out.margin[index] = BOT.body_margin
