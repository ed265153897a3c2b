"""Rivers of drones: bands about great circles, along which thousands flow around the planet.

Their drones are bodies like all others, but never wake, see `arena.sim.sleep`: they cost no mind, and
`steer_rivers` guides them along. `Sleep.allow_wake` is all the state there is: lanes and rivers follow from
the seed and the row. The mode Tide and tide phases of levels call `steer`, `send_hunter` and `fill` about
once per tick; tides of endless waves call the kernels.
"""

import math

import numpy as np

from arena.catalogue import kinds
from arena.game.rules import TIDE
from arena.jit import inline, kernel
from arena.jit.annotations import F64, I64, Flag, Integer, Real, Row
from arena.sim.births import write_body
from arena.sim.kinds import KindTable, Pool, Team
from arena.sim.random import Stream, uniform
from arena.sim.sleep import chord
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.pools import return_row, take_row
from arena.sim.tables.population import Population
from arena.sim.tables.sleep import Sleep
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.tuning import ARENA, DT
from arena.vectors import (
    Vector,
    add,
    combined,
    cross,
    dot,
    length,
    normalised,
    put,
    scaled,
    subtract,
    tangent_part,
    vector,
)

RANDOM, ENEMY_POOL, ENEMIES = int(Stream.TIDE), int(Pool.ENEMY), int(Team.ENEMIES)
DRONE, VOLATILE = kinds.DRONE.number, kinds.VOLATILE.number
AXES, LANES, PLACES = 0, 1, 2
"""Ticks that draws of axes and lanes are given, and that of places at tick 0, to keep them apart."""
WIDTH = TIDE.width / (ARENA.planet_radius + ARENA.shell_altitude)
"""Of all rivers together, as an angle [rad]."""
SMALL = 1e-6
"""Length that is taken for a direction that is undefined."""
FLOW, PULL, PULL_MOST = TIDE.flow, TIDE.pull, TIDE.pull_most
ROOM, ROOM_SPEED, CHANGE = TIDE.room, TIDE.room_speed, TIDE.acceleration * DT
NEAR, FAR, ATTEMPTS = TIDE.near, TIDE.far, TIDE.attempts


def river_axes(seed: int) -> F64:
    """Axes of the rivers of a seed, about which they flow: unit, shape (rivers, 3).

    No river flows through the place where players begin, on the z axis, and no two along each other.
    """
    count = TIDE.rivers_least + int(
        uniform(seed, RANDOM, AXES, 0) * (TIDE.rivers_most + 1 - TIDE.rivers_least)
    )
    axes = np.zeros((count, 3))
    for river in range(count):
        height, jitter, back = (uniform(seed, RANDOM, AXES, 1 + 3 * river + k) for k in range(3))
        height = TIDE.tilt_least + (TIDE.tilt_most - TIDE.tilt_least) * height
        sine, cosine = quadrant_sine_cosine(2.0 * math.pi * (river + 0.5 * jitter) / count)
        side = math.sqrt(1.0 - height * height)
        axes[river] = side * cosine, side * sine, height
        if back < 0.5:  # it flows the other way round
            axes[river] *= -1.0
    return axes


def steer(world: World, axes: F64, first: int, leash: float = math.inf) -> int:
    """Steer the drones that flow, of the enemies' rows from `first` on, see `steer_rivers`."""
    return steer_rivers(
        world.bodies, world.sleep, first, world.pools[Pool.ENEMY].stop, axes, world.config.players,
        world.shell_radius, leash, world.seed,
    )  # fmt: skip


def send_hunter(world: World, first: int, interval: int) -> None:
    """Every so many ticks, let a drone of the enemies' rows from `first` on hunt one player, each in turn."""
    turn, rest = divmod(world.tick, interval)
    players = world.config.players
    if rest == 0:
        wake_nearest(
            world.bodies, world.sleep, first, world.pools[Pool.ENEMY].stop, players, turn % players,
            world.shell_radius,
        )  # fmt: skip


def fill(world: World, axes: F64, most: int, unseen: float = TIDE.unseen) -> int:
    """Put drones into their rivers, see `fill_rivers`; return how many."""
    pool = world.pools[Pool.ENEMY]
    before = pool.active
    fill_rivers(
        world.population, world.kinds, axes, most, world.config.players, world.shell_radius, unseen,
        world.seed, world.tick,
    )  # fmt: skip
    return pool.active - before


def flowing_rows(world: World) -> I64:
    """Rows of the drones that flow."""
    rows = world.rows(Pool.ENEMY)
    return rows[~world.sleep.allow_wake[rows]]


def count_hunters(world: World) -> int:
    """Number of drones that hunt."""
    pool = world.pools[Pool.ENEMY]
    rows = slice(pool.start, pool.stop)
    return int(np.count_nonzero(world.sleep.allow_wake[rows] & world.bodies.alive[rows]))


def squares_to_players(world: World, rows: I64) -> F64:
    """Square [u^2] of the chord from each row's place to that of the nearest player, lost ones included."""
    places = world.bodies.position[rows].astype(np.float64)
    gaps = places[:, None] - world.bodies.position[None, : world.config.players]
    return (gaps * gaps).sum(axis=2).min(axis=1)


@inline
def lane_of(row: Row, rivers: Integer, seed: Integer) -> Real:
    """Sine of the latitude, from the river's axis, along which a drone flows."""
    return (uniform(seed, RANDOM, LANES, row) - 0.5) * WIDTH / rivers


@inline
def kind_of(row: Row, rivers: Integer) -> Integer:
    """Kind of the body in a row: of each river's, every so many is volatile."""
    return VOLATILE if row // rivers % TIDE.volatile_every == 0 else DRONE


@inline
def nearest_player(bodies: Bodies, player_count: Integer, place: Vector) -> tuple[Row, Real]:
    """Slot of the living player nearest to a place, -1 where there is none, and the chord [u] to it."""
    best, least = -1, np.inf
    for slot in range(player_count):
        gap = subtract(vector(bodies.position, slot), place)
        if bodies.alive[slot] and dot(gap, gap) < least:
            best, least = slot, dot(gap, gap)
    return best, math.sqrt(least)


@kernel
def steer_rivers(
    bodies_inout: Bodies,
    sleep_inout: Sleep,
    first: Row,
    end: Row,
    axes: F64,
    player_count: Integer,
    shell_radius: Real,
    leash: Real,
    seed: Integer,
) -> int:
    """Steer the drones that flow, of rows `first` to `end`; return how many of the rows hunt.

    Hunters with no player within `leash` [u] go back to sleep, none if that is infinite. A drone's river is
    its row, modulo the number of rivers.
    """
    b, hunting = bodies_inout, 0
    for row in range(first, end):
        if not b.alive[row]:
            continue
        place = vector(b.position, row)
        slot, away = nearest_player(b, player_count, place)
        if sleep_inout.allow_wake[row]:
            sleep_inout.allow_wake[row] = away <= leash
            hunting += 1
            continue
        outward = scaled(place, 1.0 / length(place))
        wish = wish_of_drone(
            outward, vector(axes, row % len(axes)), lane_of(row, len(axes), seed), shell_radius
        )
        if away < ROOM:
            aside = tangent_part(subtract(place, vector(b.position, slot)), outward)
            size = max(length(aside), SMALL)
            wish = add(wish, scaled(aside, ROOM_SPEED * (1.0 - away / ROOM) / size))
        now = vector(b.velocity, row)
        change = subtract(wish, now)
        size = length(change)
        put(b.velocity, row, add(now, scaled(change, min(1.0, CHANGE / max(size, SMALL)))))
        put(b.heading, row, scaled(wish, 1.0 / max(length(wish), SMALL)))
    return hunting


@inline
def wish_of_drone(outward: Vector, axis: Vector, lane: Real, shell_radius: Real) -> Vector:
    """Velocity [u/s] that keeps a drone at a unit place in its lane about an axis."""
    latitude = dot(outward, axis)
    north = subtract(axis, scaled(outward, latitude))
    size = max(length(north), SMALL)
    pull = min(max(PULL * (lane - latitude) * shell_radius, -PULL_MOST), PULL_MOST)
    return combined(cross(axis, outward), FLOW / size, north, pull / size)


@kernel
def wake_nearest(
    bodies: Bodies,
    sleep_inout: Sleep,
    first: Row,
    end: Row,
    player_count: Integer,
    slot: Row,
    shell_radius: Real,
) -> None:
    """Let the drone nearest to player `slot` hunt, unless it is upon a player or far away.

    Volatile ones stay in their river: who shoots at a hunter spoils no cascade.
    """
    best, least = -1, chord(FAR, shell_radius)
    if not bodies.alive[slot]:
        return
    for row in range(first, end):
        if not bodies.alive[row] or sleep_inout.allow_wake[row] or bodies.kind[row] == VOLATILE:
            continue
        place = vector(bodies.position, row)
        away = length(subtract(place, vector(bodies.position, slot)))
        if away < least and nearest_player(bodies, player_count, place)[1] > NEAR:
            best, least = row, away
    if best >= 0:
        sleep_inout.allow_wake[best] = True


@kernel
def fill_rivers(
    population_inout: Population,
    kinds: KindTable,
    axes: F64,
    most: Integer,
    player_count: Integer,
    shell_radius: Real,
    unseen: Real,
    seed: Integer,
    tick: Integer,
) -> None:
    """Put at most so many drones into their rivers, each farther than `unseen` [u] from where players are.

    Where players see all of a drone's own river it comes in another one, and flows over to its own.
    """
    p, b = population_inout, population_inout.bodies
    tries = ATTEMPTS * len(axes)
    for _ in range(most):
        row = take_row(p.pools, ENEMY_POOL)
        if row < 0:
            return
        axis, lane = vector(axes, row % len(axes)), lane_of(row, len(axes), seed)
        for attempt in range(tries):
            bed = vector(axes, (row + attempt // ATTEMPTS) % len(axes))
            outward = place_in_river(bed, lane, uniform(seed, RANDOM, PLACES + tick, tries * row + attempt))
            if is_unseen(b, player_count, scaled(outward, shell_radius), chord(unseen, shell_radius)):
                break
        else:  # again in the next tick
            return_row(p.pools, ENEMY_POOL, row)
            return
        velocity, kind = wish_of_drone(outward, axis, lane, shell_radius), kind_of(row, len(axes))
        write_body(
            p, row, kind, ENEMIES, 0, scaled(outward, shell_radius), velocity, normalised(velocity),
            np.float64(kinds.radius[kind]), np.float64(kinds.health[kind]), tick,
        )  # fmt: skip
        p.sleep.allow_wake[row] = b.awake[row] = False


@kernel
def ebb_rivers(
    population_inout: Population, first: Row, end: Row, most: Integer, player_count: Integer, least: Real
) -> bool:
    """Remove at most so many drones that flow, at least so far [u] from each player; tell if any flowed."""
    p, b, flowed, removed = population_inout, population_inout.bodies, False, 0
    for row in range(first, end):
        if not b.alive[row] or p.sleep.allow_wake[row]:
            continue
        flowed = True
        if removed < most and is_unseen(b, player_count, scaled(vector(b.position, row), 1.0), least):
            b.alive[row] = False
            return_row(p.pools, ENEMY_POOL, row)
            removed += 1
    return flowed


@inline
def is_unseen(bodies: Bodies, player_count: Integer, place: Vector, least: Real) -> Flag:
    """Return whether a place is at least so far [u] from each player's, lost ones included: they look on."""
    for slot in range(player_count):
        if length(subtract(vector(bodies.position, slot), place)) < least:
            return False
    return True


@inline
def place_in_river(axis: Vector, lane: Real, turn: Real) -> Vector:
    """Unit place in a lane about an axis, at a share of a turn."""
    ax, ay, az, bx, by, bz = kernel_tangent_frame(axis[0], axis[1], axis[2])
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * turn)
    wide = math.sqrt(1.0 - lane * lane)
    return add(scaled(axis, lane), combined((ax, ay, az), wide * cosine, (bx, by, bz), wide * sine))
