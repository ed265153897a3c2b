"""Retirement: return the rows of dead bodies to their pools, and split asteroids and ships.

`retire_dead` runs once, near the end of every tick.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, Flags, Integer, Row
from arena.sim.births import write_body
from arena.sim.compaction import Compaction, list_flagged
from arena.sim.kinds import LOADED, VARIANT_MATERIALS, VOLATILE, KindTable, Pool, Team, in_mask
from arena.sim.random import Stream, uniform
from arena.sim.system import BIRTH, EVENTS, SHIP_BIRTH, system
from arena.sim.tables.events import Event, Events, add_death
from arena.sim.tables.fuses import Cascades, Fuses
from arena.sim.tables.pools import return_row, take_row
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sim.volatiles.bursts import count_caught, light_spark
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import add, combined, length, scaled, vector

KILLED, BURST, PLAYER_KILLED = int(Event.KILLED), int(Event.BURST), int(Event.PLAYER_KILLED)
UNLOADED = int(Event.UNLOADED)
CAUGHT = int(Event.CAUGHT)
ASTEROID = kinds.ASTEROID.number
PLAYER_POOL, ENEMY_POOL, ASTEROID_POOL = int(Pool.PLAYER), int(Pool.ENEMY), int(Pool.ASTEROID)
PICKUP_POOL, BULLET_POOL = int(Pool.PICKUP), int(Pool.BULLET)
NEUTRAL = int(Team.NEUTRAL)
SPLIT = int(Stream.SPLIT)
SPLIT_RADIUS, SPLIT_RATIO = tuning.ASTEROID.split_radius, tuning.ASTEROID.split_ratio
SPLIT_SPEED = tuning.ASTEROID.split_speed
SPLITS = tuning.ASTEROID.splits
SPLIT_LEVEL, LOAD = np.uint8(VARIANT_MATERIALS), np.uint8(LOADED)
HEALTH_PER_RADIUS = tuning.ASTEROID.health_per_radius


@system(
    writes=(
        *(*BIRTH, *SHIP_BIRTH, *EVENTS, "pools.available", "pools.free", "compaction.*"),
        *("fuses.*", "cascades.*"),
    )
)
def retire_dead(sim: Simulation) -> None:
    """Despawn the bodies that died in this tick, light volatiles, and spawn the pieces of what splits."""
    retire_rows(
        sim.population, sim.kinds, sim.hits.row, sim.fuses, sim.cascades, sim.events, sim.compaction,
        sim.seed[0], sim.tick[0],
    )  # fmt: skip


@kernel
def retire_rows(
    population_inout: Population,
    numbers: KindTable,
    hit_row: I32,
    fuses_inout: Fuses,
    cascades_inout: Cascades,
    events_inout: Events,
    compaction_out: Compaction,
    seed: Integer,
    tick: Integer,
) -> None:
    """Return the rows of all bodies that died this tick, in row order.

    Asteroids large enough split in two, ships as their kind says. A volatile stays until its fuse has burnt
    down. Dead rows are flagged in a loop of its own, which the compiler vectorises.
    """
    b, pools, hit_by = population_inout.bodies, population_inout.pools, population_inout.bodies.hit_by
    first_bullet, ships = pools.start[BULLET_POOL], population_inout.ships
    expires = population_inout.bullets.expires
    mark_doomed(b.alive, b.health, expires, hit_row, first_bullet, tick, compaction_out.flag)
    count = list_flagged(compaction_out, len(b.alive))
    doomed, alive, kind, radius, position = compaction_out.row, b.alive, b.kind, b.radius, b.position
    pool, k = PLAYER_POOL, 0
    while k < count and doomed[k] < first_bullet:
        row = np.int64(doomed[k])
        k += 1
        if row < len(ships.fuse):
            if in_mask(VOLATILE, kind[row]) and ships.fuse[row] == 0 and hit_by[row] >= 0:
                light_spark(population_inout, fuses_inout, cascades_inout, row, events_inout, tick)
            if ships.fuse[row] > tick:
                continue
        alive[row] = False
        while row >= pools.stop[pool]:
            pool += 1
        event = PLAYER_KILLED if pool == PLAYER_POOL else BURST if pool == ASTEROID_POOL else KILLED
        if row < len(ships.cascade) and ships.cascade[row] >= 0:
            number = count_caught(cascades_inout, b, row, ships.cascade[row])
            add_death(events_inout, CAUGHT, row, hit_by[row], kind[row], number, position[row])
        elif pool != PICKUP_POOL:  # its COLLECTED event exists already
            add_death(events_inout, event, row, hit_by[row], kind[row], radius[row], position[row])
        return_row(pools, pool, row)
        if pool == ASTEROID_POOL:
            break_asteroid(population_inout, row, events_inout, seed, tick)
        elif pool == ENEMY_POOL and numbers.pieces[kind[row]] > 0.0:
            split_ship(population_inout, numbers, row, seed, tick)
    while k < count:
        row = np.int64(doomed[k])
        k += 1
        alive[row] = False
        return_row(pools, BULLET_POOL, row)


@inline
def mark_doomed(
    alive: Flags, health: F32, expires: I32, hit_row: I32, first_bullet: Row, tick: Integer, flag_out: Flags
) -> None:
    """Flag rows without health, and bullets that hit or are past their lifetime."""
    for row in range(first_bullet):
        flag_out[np.uint64(row)] = alive[np.uint64(row)] & (health[np.uint64(row)] <= np.float32(0.0))
    now, first = np.int32(tick), np.uint64(first_bullet)
    for k in range(len(expires)):
        slot = np.uint64(k)
        over = (expires[slot] <= now) | (hit_row[slot] >= 0) | (health[first + slot] <= np.float32(0.0))
        flag_out[first + slot] = alive[first + slot] & over


@inline
def break_asteroid(
    population_inout: Population, row: Row, events_inout: Events, seed: Integer, tick: Integer
) -> None:
    """Split a dead asteroid; one that is too small or was split often enough gives up its load."""
    b = population_inout.bodies
    variant = b.variant[row]
    if b.radius[row] >= SPLIT_RADIUS and variant % LOAD < SPLITS * SPLIT_LEVEL:
        split_asteroid(population_inout, row, seed, tick)
    elif variant >= LOAD:
        material = np.float64(variant % SPLIT_LEVEL)
        add_death(events_inout, UNLOADED, row, b.hit_by[row], b.kind[row], material, b.position[row])


@inline
def split_asteroid(population_inout: Population, row: Row, seed: Integer, tick: Integer) -> None:
    """Spawn two children side by side that separate along the line between them.

    The first one inherits the load.

    They share the parent's mass and momentum. The parent's row is free already, so a child may take it; all
    columns of the parent are read first.
    """
    b = population_inout.bodies
    radius = b.radius[row] * SPLIT_RATIO
    variant = b.variant[row] + SPLIT_LEVEL
    radial_speed, middle, drift = b.radial_speed[row], vector(b.position, row), vector(b.velocity, row)
    altitude = length(middle)
    ax, ay, az, bx, by, bz = kernel_tangent_frame(
        middle[0] / altitude, middle[1] / altitude, middle[2] / altitude
    )
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, SPLIT, tick, row))
    way = combined((ax, ay, az), cosine, (bx, by, bz), sine)
    scale = altitude / math.sqrt(altitude * altitude + radius * radius)
    for side in (1.0, -1.0):
        child = take_row(population_inout.pools, ASTEROID_POOL)
        if child < 0:
            return
        position = scaled(add(middle, scaled(way, side * radius)), scale)
        velocity = add(drift, scaled(way, side * SPLIT_SPEED))
        health = HEALTH_PER_RADIUS * radius
        own = variant if side > 0.0 else variant % LOAD
        write_body(
            population_inout, child, ASTEROID, NEUTRAL, own, position, velocity, scaled(way, side), radius,
            health, tick,
        )  # fmt: skip
        b.radial_speed[child] = radial_speed


@inline
def split_ship(
    population_inout: Population, numbers: KindTable, row: Row, seed: Integer, tick: Integer
) -> None:
    """Spawn the ships that a dead one comes apart into, evenly around it, flying away from it.

    They hurt nobody at first, as every body that was just born. Weapons are not loaded yet.
    """
    p, b = population_inout, population_inout.bodies
    whole, size, team, fall = (
        np.int64(b.kind[row]),
        np.float64(b.radius[row]),
        b.team[row],
        b.radial_speed[row],
    )
    middle, drift = vector(b.position, row), vector(b.velocity, row)
    kind, count, speed = int(numbers.piece[whole]), int(numbers.pieces[whole]), numbers.piece_speed[whole]
    altitude, radius, health = length(middle), np.float64(numbers.radius[kind]), numbers.health[kind]
    ax, ay, az, bx, by, bz = kernel_tangent_frame(
        middle[0] / altitude, middle[1] / altitude, middle[2] / altitude
    )
    away = max(size - radius, 0.0)
    scale = altitude / math.sqrt(altitude * altitude + away * away)
    turn = uniform(seed, SPLIT, tick, row)
    for k in range(count):
        new = take_row(p.pools, int(numbers.pool[kind]))
        if new < 0:
            return
        sine, cosine = quadrant_sine_cosine(2.0 * math.pi * (turn + k / count))
        way = combined((ax, ay, az), cosine, (bx, by, bz), sine)
        position = scaled(add(middle, scaled(way, away)), scale)
        write_body(
            p, new, kind, team, 0, position, add(drift, scaled(way, speed)), way, radius, health, tick
        )  # fmt: skip
        b.radial_speed[new] = fall
        p.ships.cooldown[new] = int(numbers.fire_ticks[kind])
