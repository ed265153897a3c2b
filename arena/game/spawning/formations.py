"""Formations: shapes that a group of ships lands in, by name, for waves and for level files.

`choose_spot` finds a place near a living player. `formation_places` lays a shape there, as unit vectors: a
pure function of the shape, the number of ships, the spot and the spacing. `send_formation` lets the ships
drop in at them, announced and kept off by the grace radius as every landing is.

Layouts are drawn in a plane with y towards the player and x to the right of that, in units of spacing, and
laid on the sphere by the exponential map. A layout that lies around the player has the player at its origin,
and nobody nearer to it than the `Spot` is.
"""

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.game.rules import FORMATION
from arena.game.spawning.spawn_points import GOLDEN_ANGLE, player_distance_squared
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, Integer, Real
from arena.sim.births import along_surface, unit_or_pole
from arena.sim.random import Stream, uniform
from arena.sim.tables.bodies import Bodies
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, combined, put, vector
from arena.vectors import cross as vector_product

if TYPE_CHECKING:
    from arena.sim.world import World

NONE = -0.0
"""Added to a number it changes nothing, not even the sign of a zero."""


class ShipPlace(NamedTuple):
    """Place of a ship in a layout [spacings]: (right, ahead) + (x, y) times its distance from the player."""

    right: float
    ahead: float
    x: float = NONE
    y: float = NONE
    beyond: float = 0.0  # what that distance is more than the spot's
    least: float = 0.0  # what it is at least


Places = list[ShipPlace]
PLACE_NUMBERS = len(ShipPlace._fields)

WAVE = int(Stream.WAVE)
NEAR, FAR, BEHIND, TRIES = FORMATION.near, FORMATION.far, FORMATION.behind, FORMATION.tries
ENOUGH = 0.9
"""Share of the squared distance `NEAR` from all players with which the first place found is taken."""
LAYOUTS_KEPT = 256
RANK_SHIPS = 10
"""Number of ships from which a wall gets a second rank."""


class Formation(NamedTuple):
    """One formation."""

    layout: Callable[[int], Places]
    """Layout of so many ships."""
    around: bool = False  # whether the player is its centre
    ripple: float = 0.0  # [s] from the first landing to the last, in the order of the layout


@kernel
def place_at(center: F64, heading: F64, right: float, ahead: float, place_out: F64) -> None:
    """Write the unit vector that lies (right, ahead) [rad] of unit `center`, `heading` its unit tangent."""
    size = math.sqrt(right * right + ahead * ahead)
    sine, cosine = quadrant_sine_cosine(size)
    share = sine / size if size > 0.0 else 1.0
    sx = heading[1] * center[2] - heading[2] * center[1]
    sy = heading[2] * center[0] - heading[0] * center[2]
    sz = heading[0] * center[1] - heading[1] * center[0]
    place_out[0] = center[0] * cosine + (heading[0] * ahead + sx * right) * share
    place_out[1] = center[1] * cosine + (heading[1] * ahead + sy * right) * share
    place_out[2] = center[2] * cosine + (heading[2] * ahead + sz * right) * share


@kernel
def place_all(
    focus: F64, way: F64, away: float, around: bool, offsets: F64, spacing: float, frame_out: F64,
    places_out: F64,
) -> None:  # fmt: skip
    """Lay a group at a `Spot`: `places_out` gets a unit vector for each ship, shape (n, 3).

    `offsets` are rows of `ShipPlace` [spacings], shape (n, PLACE_NUMBERS). They begin at the player and its
    way where the group lies `around` it, else `away` from there, looking back. `frame_out`, shape (2, 3),
    gets that origin and heading.
    """
    put(frame_out, 0, (focus[0], focus[1], focus[2]))
    put(frame_out, 1, (way[0], way[1], way[2]))
    if not around:
        place_at(focus, way, 0.0, away, frame_out[0])
        towards = along_surface(vector(frame_out, 0), (focus[0], focus[1], focus[2]))
        put(frame_out, 1, unit_or_pole(towards))
    for k in range(len(offsets)):
        apart = max(away / spacing + offsets[k, 4], offsets[k, 5])
        right, ahead = offsets[k, 0] + offsets[k, 2] * apart, offsets[k, 1] + offsets[k, 3] * apart
        place_at(frame_out[0], frame_out[1], right * spacing, ahead * spacing, places_out[k])


@kernel
def sine_cosine(angle: float) -> tuple[float, float]:
    """Sine and cosine of an angle [rad], for Python: the same bits on every CPU."""
    return quadrant_sine_cosine(angle)


def polar(angle: float, radius: float) -> ShipPlace:
    """Place at a bearing [rad], clockwise from ahead."""
    sine, cosine = sine_cosine(angle)
    return ShipPlace(radius * sine, radius * cosine)


def around(angle: float, beyond: float = 0.0, least: float = 0.0) -> ShipPlace:
    """Place at a bearing [rad] from the player, as far as the spot and so much beyond."""
    sine, cosine = sine_cosine(angle)
    return ShipPlace(NONE, NONE, sine, cosine, beyond, least)


def fan_out(index: int) -> int:
    """0, 1, -1, 2, -2 ...: places from the middle outwards."""
    return (index + 1) // 2 * (1 if index % 2 else -1)


def wedge(count: int) -> Places:
    """A point towards the player, its arms swept back."""
    return [ShipPlace(0.9 * fan_out(k), -0.7 * abs(fan_out(k))) for k in range(count)]


def wall(count: int) -> Places:
    """Side by side across the player's way, in as many ranks as it takes."""
    ranks = -(-count // RANK_SHIPS)
    shift = 0.5 if count > 1 and -(-count // ranks) % 2 == 0 else 0.0
    return [ShipPlace(fan_out(k // ranks) - shift, -float(k % ranks)) for k in range(count)]


def column(count: int) -> Places:
    """Two abreast, one pair behind the other."""
    return [ShipPlace(k % 2 - 0.5, -float(k // 2)) for k in range(count)]


def cross(count: int) -> Places:
    """Four arms."""
    arms = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
    steps = [(arms[(k - 1) % 4], (k + 3) // 4) for k in range(count)]
    return [ShipPlace(x * step, y * step) for (x, y), step in steps]


def block(count: int) -> Places:
    """Rank and file."""
    files = max(1, math.isqrt(count - 1) + 1)
    middle = (files - 1) / 2
    return [ShipPlace(k % files - middle, middle - k // files) for k in range(count)]


def swarm(count: int) -> Places:
    """A sunflower: even in every direction, without a front."""
    return [polar(k * GOLDEN_ANGLE, math.sqrt(k)) for k in range(count)]


def halo(count: int) -> Places:
    """A ring about a free middle, where something large may stand."""
    radius = max(2.0, count / (2.0 * math.pi))
    return [polar(2.0 * math.pi * k / count, radius) for k in range(count)]


def ring(count: int) -> Places:
    """All around the player at once."""
    least = count / (2.0 * math.pi)
    return [around(2.0 * math.pi * k / count, least=least) for k in range(count)]


def crescent(count: int) -> Places:
    """Half a ring before the player."""
    step, shift, least = math.pi / max(count, 2), 0.5 * (count % 2 == 0), count / math.pi
    return [around(step * (fan_out(k) - shift), least=least) for k in range(count)]


def pincer(count: int) -> Places:
    """A wedge from each side."""
    places: Places = []
    for k in range(count):
        side, row = 1.0 if k % 2 else -1.0, fan_out(k // 2)
        places.append(ShipPlace(NONE, 0.9 * row, x=side, beyond=0.7 * abs(row)))
    return places


def corridor(count: int) -> Places:
    """A wall on each side of the player, and a lane between them."""
    return [ShipPlace(NONE, 1.2 * fan_out(k // 2), x=1.0 if k % 2 else -1.0) for k in range(count)]


def spiral(count: int) -> Places:
    """Round and round the player, each landing farther out than the one before."""
    return [around(2.0 * math.pi * k / RANK_SHIPS, beyond=0.16 * k) for k in range(count)]


FORMATIONS: dict[str, Formation] = {
    "wedge": Formation(wedge, ripple=0.5),
    "wall": Formation(wall),
    "column": Formation(column, ripple=1.2),
    "cross": Formation(cross, ripple=0.5),
    "block": Formation(block, ripple=0.4),
    "swarm": Formation(swarm, ripple=0.3),
    "halo": Formation(halo),
    "ring": Formation(ring, around=True),
    "crescent": Formation(crescent, around=True, ripple=0.8),
    "pincer": Formation(pincer, around=True, ripple=0.3),
    "corridor": Formation(corridor, around=True, ripple=0.8),
    "spiral": Formation(spiral, around=True, ripple=2.4),
}
"""Every shape by its name; level files name them."""


class Spot(NamedTuple):
    """Landing spot of a group, relative to its player."""

    focus: F64  # unit vector of the player, shape (3,)
    way: F64  # unit tangent there, towards the group, shape (3,)
    away: float  # [rad] from the player to the group


def formation_places(name: str, count: int, spot: Spot, spacing: float) -> F64:
    """Unit vectors of a formation's ships, shape (count, 3), in the order of landing.

    Args:
        name: one of `FORMATIONS`.
        count: ships, at least 1.
        spot: where the group lands; one that lies around its player keeps `spot.away` from it.
        spacing: [rad] between neighbours.

    Raises:
        ValueError: there is no such formation, or nobody to stand in it.
    """
    if name not in FORMATIONS:
        raise ValueError(f"formation {name!r} is not known; there is {', '.join(FORMATIONS)}")
    if count < 1:
        raise ValueError(f"a formation has at least 1 ship, not {count}")
    frame, places, middle = np.empty((2, 3)), np.empty((count, 3)), FORMATIONS[name].around
    place_all(spot.focus, spot.way, spot.away, middle, layout_of(name, count), spacing, frame, places)
    return places


@functools.lru_cache(LAYOUTS_KEPT)
def layout_of(name: str, count: int) -> F64:
    """Layout of a formation, shape (count, PLACE_NUMBERS). All callers share it: do not write to it."""
    return np.array(FORMATIONS[name].layout(count), np.float64)


def choose_spot(world: "World", key: int, turn: float = 0.0) -> Spot:
    """A place `FORMATION.near` to `far` [u] from one of the living players, and off the others.

    Bearings that the player's camera shows little of are kept short, so that landings are seen. The same
    world and `key` give the same place. `turn` [rad] moves it round the player afterwards, clockwise.
    """
    frame = np.empty((3, 3))
    away = find_spot(world.bodies, world.players.up, world.shell_radius, world.seed, key, turn, frame)
    return Spot(frame[0], frame[1], away)


@kernel
def find_spot(
    bodies: Bodies, up: F32, shell_radius: Real, seed: Integer, key: Integer, turn: Real, frame_out: F64
) -> float:
    """Write focus and way of a spot, see `choose_spot`; returns the distance between player and group [rad].

    They go to rows 0 and 1 of `frame_out`, shape (3, 3); row 2 is scratch.
    """
    find_focus(bodies, up, seed, key, frame_out)
    focus, ahead = vector(frame_out, 0), vector(frame_out, 1)
    best, best_away, widest = ahead, NEAR / shell_radius, -1.0
    for attempt in range(TRIES):
        sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, WAVE, key, 2 * attempt + 1))
        limit = FAR - (FAR - NEAR) * BEHIND * max(0.0, -cosine)
        away = (NEAR + (limit - NEAR) * uniform(seed, WAVE, key, 2 * attempt + 2)) / shell_radius
        way = turned(ahead, focus, sine, cosine)
        put(frame_out, 1, way)
        place_at(frame_out[0], frame_out[1], 0.0, away, frame_out[2])
        x, y, z = vector(frame_out, 2)
        room = player_distance_squared(bodies, len(up), x, y, z)
        if room > widest:
            best, best_away, widest = way, away, room
        if room >= ENOUGH * (NEAR / shell_radius) ** 2:
            break
    if turn != 0.0:
        sine, cosine = quadrant_sine_cosine(turn)
        best = turned(best, focus, sine, cosine)
    put(frame_out, 1, best)
    return best_away


@kernel
def turn_way(way: F64, focus: F64, angle: Real) -> Vector:
    """`turned` by an angle [rad], for Python."""
    sine, cosine = quadrant_sine_cosine(angle)
    return turned((way[0], way[1], way[2]), (focus[0], focus[1], focus[2]), sine, cosine)


@inline
def turned(way: Vector, focus: Vector, sine: Real, cosine: Real) -> Vector:
    """A tangent at unit `focus`, turned clockwise by an angle."""
    return combined(way, cosine, vector_product(way, focus), sine)


def focus_of(world: "World", key: int) -> tuple[F64, F64]:
    """Unit place and up of one of the living players, or of the first where none lives."""
    frame = np.empty((2, 3))
    find_focus(world.bodies, world.players.up, world.seed, key, frame)
    return frame[0], frame[1]


@kernel
def find_focus(bodies: Bodies, up: F32, seed: Integer, key: Integer, frame_out: F64) -> None:
    """Write place and up of a player, see `focus_of`, to rows 0 and 1 of `frame_out`."""
    slot = 0
    after = int(uniform(seed, WAVE, key, 0) * bodies.alive[: len(up)].sum())
    for row in range(len(up)):
        if bodies.alive[row]:
            if after == 0:
                slot = row
                break
            after -= 1
    focus = unit_or_pole(vector(bodies.position, slot))
    put(frame_out, 0, focus)
    put(frame_out, 1, unit_or_pole(along_surface(focus, vector(up, slot))))


def send_formation(
    world: "World",
    kind: int,
    count: int,
    name: str,
    spot: Spot,
    *,
    spacing: float = FORMATION.spacing,
    first: int = 0,
    seconds: float | None = None,
) -> int:
    """Let the ships of a group from number `first` on drop in; returns how many of the `count` found room.

    Call it again with `first` moved on by that number to send the rest.

    Args:
        world: where they land.
        kind: of all of them.
        count: of the whole group.
        name: one of `FORMATIONS`.
        spot: what `choose_spot` found.
        spacing: [u] between neighbours; large ships take more by themselves.
        first: number of ships of the group that were sent already.
        seconds: from outer orbit to the shell for the first of them; None: as everybody falls.

    Raises:
        ValueError: there is no such formation, or nobody to stand in it.
    """
    gap = max(spacing, FORMATION.room * float(world.kinds.radius[kind])) / world.shell_radius
    places = formation_places(name, count, spot, gap)
    falls = falls_of(name, count, FORMATION.fall if seconds is None else seconds)
    return world.drop_in_group(kind, places[first:], falls[first:])


@functools.lru_cache(LAYOUTS_KEPT)
def falls_of(name: str, count: int, seconds: float) -> F64:
    """Seconds of each ship's fall, shape (count,), where that of the first takes so many."""
    return np.array([seconds + FORMATIONS[name].ripple * k / count for k in range(count)])
