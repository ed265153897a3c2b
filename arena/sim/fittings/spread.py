"""Spread of hits: effects that a bullet of a player has besides its damage, as the modules of the ship say.

`arena.sim.damage` calls `spread_hit` once for each hit of a player's weapon, after the damage of the bullet.
"""

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.grid.queries import gather_near
from arena.grid.table import GridTable
from arena.jit import inline
from arena.jit.annotations import I32, Integer, Row
from arena.sim.births import write_body
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import VOLATILE, Pool, Team, in_mask
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.loadout import Effect, Loadout
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sphere import quadrant_sine_cosine
from arena.vectors import combined, cross, dot, length, put, scaled, subtract, vector

HIT, ENEMIES = int(Event.HIT), int(Team.ENEMIES)
BULLET, BULLET_POOL = kinds.BULLET.number, int(Pool.BULLET)
BULLET_RADIUS, TICK_RATE = tuning.BULLET.radius, tuning.TICK_RATE
RICOCHETS, SPLINTERS, ARC = Effect.RICOCHETS.value, Effect.SPLINTERS.value, Effect.ARC.value
CHILL, BLAST, SPARKS = Effect.CHILL.value, Effect.BLAST.value, Effect.SPARKS.value
REACH, BLAST_REACH = tuning.MODULES.reach, tuning.MODULES.blast_reach
SPLINTER_FAN, SPLINTER_SHARE = tuning.MODULES.splinter_fan, np.float32(tuning.MODULES.splinter_share)
SPLINTER_TICKS = round(tuning.MODULES.splinter_life * TICK_RATE)
RESTING = 1e-3
"""Speed [u/s] below which a bullet rests."""
SLACK = 0.5
"""Distance [u] that a body may have moved from its sphere in the grid, by the contact solver."""


@inline
def spread_hit(
    population_inout: Population,
    table: GridTable,
    loadout: Loadout,
    slot: Row,
    row: Row,
    near_out: I32,
    events_inout: Events,
    tick: Integer,
) -> None:
    """Slow what a bullet hit, splinter, and pass the hit on to enemies near by."""
    p, b, bullets, ships = (
        population_inout,
        population_inout.bodies,
        population_inout.bullets,
        population_inout.ships,
    )
    owner = np.int64(bullets.owner[slot])
    fitted = loadout.value[owner, np.int64(bullets.weapon[slot]) - 1]
    if row < len(ships.fuse) and fitted[CHILL] > 0.0:
        ships.chilled_until[row] = max(ships.chilled_until[row], tick + int(fitted[CHILL] * TICK_RATE + 0.5))
    if fitted[SPLINTERS] > 0.0 and bullets.passed[slot] < 0:
        splinter(p, slot, row, int(fitted[SPLINTERS]), tick)
    arc, blast, sparks = fitted[ARC], fitted[BLAST], fitted[SPARKS]
    turns = fitted[RICOCHETS] > 0.0 and bullets.pierces[slot] > 0
    if not (arc > 0.0 or blast > 0.0 or sparks > 0.0 or turns):
        return
    place, nearest, least = vector(b.position, row), np.int64(-1), REACH * REACH
    found = gather_near(table, place[0], place[1], place[2], REACH + SLACK, len(ships.fuse), near_out)
    for k in range(min(found, len(near_out))):
        other = np.int64(near_out[k])
        if other == row or b.team[other] != ENEMIES or not b.alive[other] or b.health[other] <= 0.0:
            continue
        if is_linked(b, ships, other):
            continue
        gap = subtract(vector(b.position, other), place)
        away = dot(gap, gap)
        if blast > 0.0 and away <= BLAST_REACH * BLAST_REACH:
            b.health[other] -= blast
            b.hit_by[other] = owner
        if b.health[row] <= 0.0 and away <= sparks * sparks and in_mask(VOLATILE, b.kind[other]):
            b.health[other], b.hit_by[other] = 0.0, owner
        if away < least and other != bullets.passed[slot]:
            nearest, least = other, away
    if nearest >= 0 and arc > 0.0:
        b.health[nearest] -= arc
        b.hit_by[nearest] = owner
        add_event(events_inout, HIT, nearest, owner, b.kind[nearest], arc, b.position[nearest])
    if nearest >= 0 and turns:
        turn_bullet(p, np.int64(p.pools.start[BULLET_POOL] + slot), nearest)


@inline
def turn_bullet(population_inout: Population, bullet: Row, target: Row) -> None:
    """Send a bullet along the shell towards a body, as fast as it was."""
    b = population_inout.bodies
    here = vector(b.position, bullet)
    way = subtract(vector(b.position, target), here)
    way = subtract(way, scaled(here, dot(way, here) / dot(here, here)))
    way = scaled(way, 1.0 / max(length(way), 1e-6))
    put(b.velocity, bullet, scaled(way, length(vector(b.velocity, bullet))))
    put(b.heading, bullet, way)


@inline
def splinter(population_inout: Population, slot: Row, row: Row, count: Integer, tick: Integer) -> None:
    """Release a fan of short-lived bullets that spare the body hit, and do not splinter in turn.

    A bullet at rest, as a charge or an orb, has no direction in which they could fly: it releases none.
    """
    p, b, bullets = population_inout, population_inout.bodies, population_inout.bullets
    first = p.pools.start[BULLET_POOL]
    bullet = np.int64(first + slot)
    here, flight = vector(b.position, bullet), vector(b.velocity, bullet)
    speed = length(flight)
    if speed < RESTING:
        return
    nose = scaled(flight, 1.0 / speed)
    right = scaled(cross(nose, here), 1.0 / length(here))
    for k in range(count):
        new = take_row(p.pools, BULLET_POOL)
        if new < 0:
            return
        sine, cosine = quadrant_sine_cosine(SPLINTER_FAN * (k / max(count - 1, 1) - 0.5 * (count > 1)))
        heading = combined(nose, cosine, right, sine)
        write_body(
            p, new, BULLET, b.team[bullet], b.variant[bullet], here, scaled(heading, speed), heading,
            BULLET_RADIUS, 1.0, tick,
        )  # fmt: skip
        at = new - first
        bullets.owner[at], bullets.weapon[at] = bullets.owner[slot], bullets.weapon[slot]
        bullets.damage[at] = bullets.damage[slot] * SPLINTER_SHARE
        bullets.expires[at], bullets.passed[at] = tick + SPLINTER_TICKS, row
