"""Weapons: fire bullets, lay mines and launch drones for ships whose weapon is ready.

`fire_weapons` runs once per tick over the ships, in row order, so that an exhausted pool refuses the same
ships on every machine.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline, kernel
from arena.jit.annotations import Integer, Real, Row
from arena.sim.births import write_body
from arena.sim.kinds import KindTable, Pool
from arena.sim.random import Stream, uniform
from arena.sim.system import BIRTH, BULLET_BIRTH, EVENTS, SHIP_BIRTH, system
from arena.sim.tables.arsenal import Arsenal
from arena.sim.tables.bodies import Bullets
from arena.sim.tables.commands import Button
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.loadout import Effect, Loadout
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, add, combined, cross, length, scaled, vector

FIRE = np.uint8(Button.FIRE)
SHOT, DEPLOYED = int(Event.SHOT), int(Event.DEPLOYED)
BULLET, BULLET_POOL = kinds.BULLET.number, int(Pool.BULLET)
BULLET_RADIUS, MUZZLE_GAP = tuning.BULLET.radius, tuning.BULLET.muzzle_gap
INHERITED = tuning.BULLET.inherited
INTERVAL, DAMAGE, RANGE, SPEED = (
    Effect.INTERVAL.value,
    Effect.DAMAGE.value,
    Effect.RANGE.value,
    Effect.SPEED.value,
)
FAN, BULLETS, REAR, PIERCES = Effect.FAN.value, Effect.BULLETS.value, Effect.REAR.value, Effect.PIERCES.value
RICOCHETS = Effect.RICOCHETS.value
SPREAD = int(Stream.SPREAD)
SHOT_BULLETS = 64
"""Stride between the RNG rows of two players; more than the bullets of any shot."""


@system(writes=(*BIRTH, *SHIP_BIRTH, *BULLET_BIRTH, "pools.available", "players.fired_at", *EVENTS))
def fire_weapons(sim: Simulation) -> None:
    """Fire the weapon of every ship that is ready and commanded to fire."""
    fire_ships(
        sim.population, sim.kinds, sim.arsenal, sim.loadout, sim.events, sim.shell_radius[0], sim.seed[0],
        sim.tick[0],
    )  # fmt: skip


@kernel
def fire_ships(
    population_inout: Population,
    kinds: KindTable,
    arsenal: Arsenal,
    loadout: Loadout,
    events_inout: Events,
    shell_radius: Real,
    seed: Integer,
    tick: Integer,
) -> None:
    """Fire one shot, or deploy one body, per ready ship. If the pool is empty, the cooldown is not set."""
    p, b = population_inout, population_inout.bodies
    alive, awake, radial_speed, kind = b.alive, b.awake, b.radial_speed, b.kind
    cooldown, buttons, players = p.ships.cooldown, p.commands.buttons, len(p.players.boost)
    for row in range(len(cooldown)):
        if not (alive[row] and awake[row] and buttons[row] & FIRE):
            continue
        if cooldown[row] > 0 or radial_speed[row] != 0.0:
            continue
        if row < players:
            fire_weapon(p, arsenal, loadout, events_inout, shell_radius, seed, tick, row)
            continue
        deployed = int(kinds.deploys[kind[row]])
        new = take_row(p.pools, BULLET_POOL if deployed < 0 else int(kinds.pool[deployed]))
        if new < 0:
            continue
        cooldown[row] = int(kinds.fire_ticks[kind[row]])
        if deployed < 0:
            speed = np.float64(kinds.bullet_speed[kind[row]])
            release_bullet(p, row, new, vector(b.heading, row), speed, shell_radius, tick)
            load_bullet(p.bullets, kinds, kind[row], new - p.pools.start[BULLET_POOL], row, tick)
            add_event(events_inout, SHOT, row, new, kind[row], 0.0, b.position[new])
        else:
            release_body(p, kinds, row, new, deployed, shell_radius, tick)
            add_event(events_inout, DEPLOYED, row, new, kind[row], b.radius[new], b.position[new])


@inline
def fire_weapon(
    population_inout: Population,
    arsenal: Arsenal,
    loadout: Loadout,
    events_inout: Events,
    shell_radius: Real,
    seed: Integer,
    tick: Integer,
    row: Row,
) -> None:
    """Fire one shot of a player's weapon: a fan of bullets, limited by the free rows of the pool.

    Modules may add bullets that fly backwards; they come after those of the fan.
    """
    p, b = population_inout, population_inout.bodies
    held = np.int64(p.players.weapon[row])
    at, fitted = held + 1, loadout.value[row, held]
    front, rear = arsenal.bullets[at] + int(fitted[BULLETS]), int(fitted[REAR])
    fan, jitter = np.float64(arsenal.fan[at] * fitted[FAN]), np.float64(arsenal.jitter[at])
    speed = np.float64(arsenal.speed[at] * fitted[SPEED])
    nose = vector(b.heading, row)
    outward = vector(b.position, row)
    right = scaled(cross(nose, outward), 1.0 / length(outward))
    for k in range(front + rear):
        new = take_row(p.pools, BULLET_POOL)
        if new < 0:
            return
        count, place = (front, k) if k < front else (rear, k - front)
        angle = fan * (place / max(count - 1, 1) - 0.5 * (count > 1)) + (0.0 if k < front else math.pi)
        angle += jitter * (uniform(seed, SPREAD, tick, row * SHOT_BULLETS + k) - 0.5)
        sine, cosine = quadrant_sine_cosine(angle)
        heading = combined(nose, cosine, right, sine)
        release_bullet(p, row, new, heading, speed, shell_radius, tick)
        slot = new - p.pools.start[BULLET_POOL]
        p.bullets.owner[slot] = row
        p.bullets.damage[slot] = arsenal.damage[at] * fitted[DAMAGE]
        p.bullets.expires[slot] = tick + int(arsenal.life[at] * fitted[RANGE] / fitted[SPEED] + 0.5)
        p.bullets.weapon[slot] = at
        p.bullets.pierces[slot] = arsenal.pierces[at] + int(fitted[PIERCES] + fitted[RICOCHETS])
        p.ships.cooldown[row] = max(int(arsenal.ticks[at] * fitted[INTERVAL] + 0.5), 1)
        p.players.fired_at[row] = tick
        if k == 0:
            add_event(events_inout, SHOT, row, new, b.kind[row], at, b.position[new])


@inline
def release_bullet(
    population_inout: Population,
    row: Row,
    new: Row,
    heading: Vector,
    speed: Real,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Spawn a bullet in front of a ship, along a tangent, with a share of the ship's own velocity."""
    b = population_inout.bodies
    place = add(vector(b.position, row), scaled(heading, b.radius[row] + BULLET_RADIUS + MUZZLE_GAP))
    position = scaled(place, shell_radius / length(place))
    velocity = combined(heading, speed, vector(b.velocity, row), INHERITED)
    write_body(
        population_inout, new, BULLET, b.team[row], np.int64(b.kind[row]), position, velocity, heading,
        BULLET_RADIUS, 1.0, tick,
    )  # fmt: skip


@inline
def release_body(
    population_inout: Population,
    kinds: KindTable,
    row: Row,
    new: Row,
    kind: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Spawn a body of a kind behind a ship, moving backwards."""
    b = population_inout.bodies
    radius, health = np.float64(kinds.radius[kind]), np.float64(kinds.health[kind])
    heading = scaled(vector(b.heading, row), -1.0)
    place = add(vector(b.position, row), scaled(heading, b.radius[row] + radius + MUZZLE_GAP))
    position = scaled(place, shell_radius / length(place))
    velocity = scaled(heading, np.float64(kinds.bullet_speed[b.kind[row]]))
    write_body(population_inout, new, kind, b.team[row], 0, position, velocity, heading, radius, health, tick)


@inline
def load_bullet(
    bullets_inout: Bullets, kinds: KindTable, shooter: Row, slot: Row, owner: Row, tick: Integer
) -> None:
    """Write owner, damage and lifetime of a bullet from the shooter's kind; `shooter` is the kind."""
    bullets_inout.owner[slot] = owner
    bullets_inout.damage[slot] = kinds.bullet_damage[shooter]
    bullets_inout.expires[slot] = tick + int(kinds.bullet_ticks[shooter])
