"""Landing: descent of bodies from outer orbit to the shell.

A falling body is announced by an event, hovers while a player is below if it can hurt, and lands.
`drop_in_bodies` runs once per tick, after motion, over the rows of enemies, mines, asteroids and pickups.
`World.drop_in` and `World.drop_in_group` call `begin_falls` when something comes.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, Flags, Integer, Real, Row
from arena.sim.births import along_surface, write_body
from arena.sim.compaction import Compaction, list_flagged
from arena.sim.kinds import KindTable, Pool, in_mask, kind_mask
from arena.sim.random import Stream, uniform
from arena.sim.system import EVENTS, columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sim.telegraphs import loading_ticks
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import (
    Vector,
    combined,
    dot,
    length,
    normalised,
    put,
    scaled,
    subtract,
    tangent_part,
    vector,
)

ENEMY_POOL, PICKUP_POOL = int(Pool.ENEMY), int(Pool.PICKUP)
DT = tuning.DT
LANDING_EVENT, LANDED_EVENT = int(Event.LANDING), int(Event.LANDED)
ASTEROID = kinds.ASTEROID.number
HARMLESS = kind_mask(16, "harmless", lambda row: row.rules.pool == "pickup")
"""Kinds that land wherever a player is."""
LANDING_STREAM = int(Stream.LANDING)
WARNING_TIME = tuning.LANDING.warning_time
HIGHEST_WARNING = tuning.ARENA.outer_altitude * 0.999
"""Altitude [u] at or below which every fall is announced; fast falls are announced in their first tick."""
OUTER_ALTITUDE, FALL_LEAST = tuning.ARENA.outer_altitude, tuning.LANDING.fall_least
GRACE_RADIUS = tuning.LANDING.grace_radius
HOLD_ALTITUDE, DRIFT_SPEED = tuning.LANDING.hold_altitude, tuning.LANDING.drift_speed
SPEED_MIN, SPEED_MAX = tuning.ASTEROID.speed_min, tuning.ASTEROID.speed_max
EXACTLY_ABOVE = 1e-3
"""Distance [u] to the side of a player below which the direction away is undefined."""


@system(writes=(*columns("bodies", "position", "velocity", "radial_speed"), "compaction.*", *EVENTS))
def drop_in_bodies(sim: Simulation) -> None:
    """Advance every falling body."""
    drop_rows(
        sim.bodies, sim.compaction, len(sim.players.boost), sim.pools.start[ENEMY_POOL],
        sim.pools.stop[PICKUP_POOL], sim.shell_radius[0], sim.events, sim.seed[0], sim.tick[0],
    )  # fmt: skip


@kernel
def drop_rows(
    bodies_inout: Bodies,
    compaction_out: Compaction,
    player_count: Integer,
    start: Integer,
    stop: Integer,
    shell_radius: Real,
    events_inout: Events,
    seed: Integer,
    tick: Integer,
) -> None:
    """`drop_in_bodies` for rows start..stop: descend, announce, hover while a player is below, land."""
    b = bodies_inout
    mark_falling(b.alive[start:stop], b.radial_speed[start:stop], compaction_out.flag)
    falling = compaction_out.row
    for k in range(list_flagged(compaction_out, stop - start)):
        row = start + np.int64(falling[k])
        p = vector(b.position, row)
        size = length(p)
        before = altitude = size - shell_radius
        below = scaled(p, shell_radius / size)
        near = -1 if in_mask(HARMLESS, b.kind[row]) else player_below(b, player_count, row, below)
        if near < 0 or altitude > HOLD_ALTITUDE:
            altitude = max(0.0, altitude + np.float64(b.radial_speed[row]) * DT)
        put(b.velocity, row, drift_away(b, row, near))
        if before > min(-WARNING_TIME * b.radial_speed[row], HIGHEST_WARNING) >= altitude:
            add_event(events_inout, LANDING_EVENT, row, -1, b.kind[row], b.radius[row], p)
        q = scaled(p, (shell_radius + altitude) / size)
        put(b.position, row, q)
        if altitude == 0.0:
            b.radial_speed[row] = 0.0
            put(b.velocity, row, course_of_landed(b.kind[row], q, row, seed, tick))
            add_event(events_inout, LANDED_EVENT, row, -1, b.kind[row], b.radius[row], q)


@kernel
def begin_fall(
    population_inout: Population, kinds: KindTable, kind: Integer, pool: Integer, team: Integer,
    variant: Integer, radius: Real, health: Real, place: Vector, speed: Real, orbit: Real, tick: Integer,
) -> int:  # fmt: skip
    """Put a body into outer orbit, from where it falls; returns its row, or -1 if its pool is exhausted.

    Args:
        population_inout: tables of bodies and ships.
        kinds: numbers of each kind.
        kind, pool, team, variant, radius, health: of the body [u, hit points].
        place: direction from the planet's centre, of any length but 0.
        speed: with which it falls [u/s].
        orbit: distance from the planet's centre at which it begins [u].
        tick: of the world.
    """
    p = population_inout
    row = take_row(p.pools, pool)
    if row < 0:
        return row
    outward = normalised(place)
    up = normalised(outward)  # to the last bit, as `arena.sphere.tangent_frame` does it
    ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
    nose = normalised(along_surface(outward, (ax, ay, az)))
    write_body(
        p, row, kind, team, variant, scaled(outward, orbit), (0.0, 0.0, 0.0), nose, radius, health, tick
    )
    p.bodies.radial_speed[row] = -speed
    if row < len(p.ships.cooldown):
        p.ships.cooldown[row] = loading_ticks(kinds, kind, row)
    return row


@kernel
def begin_falls(
    population_inout: Population, kinds: KindTable, kind: Integer, pool: Integer, team: Integer,
    variant: Integer, radius: Real, health: Real, places: F64, seconds: F64, orbit: Real, tick: Integer,
) -> int:  # fmt: skip
    """`begin_fall` for places of shape (n, 3) and falls of so many seconds, shape (n,).

    Returns how many found room, or -1, and nothing falls, where a number is out of range.
    """
    for index in range(len(places)):
        x, y, z = vector(places, index)
        if not (np.isfinite(x + y + z) and FALL_LEAST <= seconds[index] < np.inf):
            return -1
    for index in range(len(places)):
        row = begin_fall(
            population_inout, kinds, kind, pool, team, variant, radius, health, vector(places, index),
            OUTER_ALTITUDE / seconds[index], orbit, tick,
        )  # fmt: skip
        if row < 0:
            return index
    return len(places)


@inline
def mark_falling(alive: Flags, radial_speed: F32, flag_out: Flags) -> None:
    """Flag the live rows above the shell."""
    for k in range(len(alive)):
        row = np.uint64(k)
        flag_out[row] = alive[row] & (radial_speed[row] != np.float32(0.0))


@inline
def player_below(bodies: Bodies, player_count: Integer, row: Row, below: Vector):
    """Slot of the first player whose grace radius covers the landing point, or -1."""
    for slot in range(player_count):
        if not bodies.alive[slot]:
            continue
        gap = subtract(below, vector(bodies.position, slot))
        reach = GRACE_RADIUS + bodies.radius[row]
        if dot(gap, gap) < reach * reach:
            return slot
    return -1


@inline
def drift_away(bodies: Bodies, row: Row, slot: Row):
    """Tangent velocity of a falling body away from the player below; zero if no player is below."""
    if slot < 0:
        return 0.0, 0.0, 0.0
    up, q = normalised(vector(bodies.position, row)), vector(bodies.position, slot)
    way = scaled(tangent_part(q, up), -1.0)
    size = length(way)
    if size < EXACTLY_ABOVE:  # any direction is as good; take the frame's first axis
        ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
        way, size = (ax, ay, az), 1.0
    return scaled(way, DRIFT_SPEED / size)


@inline
def course_of_landed(kind: Integer, position: Vector, row: Row, seed: Integer, tick: Integer):
    """Velocity after landing: random for an asteroid, zero for ships."""
    if kind != ASTEROID:
        return 0.0, 0.0, 0.0
    x, y, z = normalised(position)
    ax, ay, az, bx, by, bz = kernel_tangent_frame(x, y, z)
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, LANDING_STREAM, tick, 2 * row))
    speed = SPEED_MIN + (SPEED_MAX - SPEED_MIN) * uniform(seed, LANDING_STREAM, tick, 2 * row + 1)
    return combined((ax, ay, az), speed * cosine, (bx, by, bz), speed * sine)
