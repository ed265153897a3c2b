"""Replacement of dead bodies: every free row of every pool is filled again after each tick of a stress run.

Ships and asteroids appear anywhere on the shell, a few of them in outer orbit; bullets appear anywhere in
flight, of the team that has fewer. Rows are dealt in a stable order and everything else follows from (seed,
tick, row), so threads may share them out as they like.
"""

import math

import numpy as np

from arena.catalogue import kinds
from arena.game.rules import STRESS
from arena.game.spawning.asteroids import asteroid_material, asteroid_radius, asteroid_velocity
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I32, U8, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.births import write_body
from arena.sim.blocks import run_blocks
from arena.sim.kinds import KindTable, Pool, Team
from arena.sim.random import Stream, direction, uniform
from arena.sim.system import BIRTH, BULLET_BIRTH, SHIP_BIRTH
from arena.sim.tables.bodies import Bodies, Bullets
from arena.sim.tables.pools import Pools, take_row
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.tuning import ARENA, ASTEROID, BULLET, LANDING
from arena.vectors import Vector, combined, scaled

PLAYER, DRONE, GUNNER = kinds.PLAYER.number, kinds.DRONE.number, kinds.GUNNER.number
ASTEROID_KIND, BULLET_KIND = kinds.ASTEROID.number, kinds.BULLET.number
NEUTRAL, PLAYERS, ENEMIES = int(Team.NEUTRAL), int(Team.PLAYERS), int(Team.ENEMIES)
ENEMY_POOL, ASTEROID_POOL, BULLET_POOL = int(Pool.ENEMY), int(Pool.ASTEROID), int(Pool.BULLET)
RANDOM = int(Stream.STRESS)
DRAWS = 8
"""Random numbers reserved for each row and tick."""

HEALTH_PER_RADIUS, BULLET_RADIUS = ASTEROID.health_per_radius, BULLET.radius
OUTER, DESCENT = ARENA.outer_altitude, LANDING.descent_speed
BLOCK_ROWS = 256
"""Smallest number of new bodies that is worth a thread of its own, measured."""


class Deal(Table):
    """Rows to fill, scratch of `refill`."""

    row: I32  # shape (capacity,)
    team: U8  # of a bullet, shape (capacity,)


def create_deal(capacity: int) -> Deal:
    """Build scratch for that many rows."""
    return Deal(np.zeros(capacity, np.int32), np.zeros(capacity, np.uint8))


REFILL_WRITES = (*BIRTH, *SHIP_BIRTH, *BULLET_BIRTH, "pools.available")
"""Columns that `refill` writes."""


def refill(world: World, deal: Deal) -> None:
    """Fill every free row of enemies, asteroids and bullets."""
    w = world
    count = deal_rows(w.bodies, w.pool_rows, deal)
    run_blocks(
        w.workers, count, BLOCK_ROWS, fill_rows, deal, w.population, w.kinds, w.seed, w.tick, w.shell_radius
    )  # fmt: skip


@inline
def draw(seed: Integer, tick: Integer, row: Row, index: Integer) -> Real:
    """Random number `index`, below DRAWS, for this row and tick, in [0, 1)."""
    return uniform(seed, RANDOM, tick, row * DRAWS + index)


@inline
def random_tangent(outward: Vector, speed: Real, turn: Real) -> Vector:
    """The tangent of length `speed` at unit `outward` that is `turn` of a full turn round."""
    ax, ay, az, bx, by, bz = kernel_tangent_frame(outward[0], outward[1], outward[2])
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * turn)
    return combined((ax, ay, az), speed * cosine, (bx, by, bz), speed * sine)


@inline
def random_outward(seed: Integer, tick: Integer, row: Row) -> Vector:
    """A random unit vector for this row and tick."""
    return direction(seed, RANDOM, tick, row * (DRAWS // 2) + DRAWS // 2 - 1)


@inline
def maybe_lift(
    bodies_inout: Bodies, row: Row, chance: Real, altitude_share: Real, shell_radius: Real
) -> None:
    """Move one in a few bodies up to an outer orbit from which it falls."""
    if chance >= STRESS.falling:
        return
    factor = 1.0 + OUTER * altitude_share / shell_radius
    for axis in range(3):
        bodies_inout.position[row, axis] *= factor
        bodies_inout.previous_position[row, axis] = bodies_inout.position[row, axis]
    bodies_inout.radial_speed[row] = -DESCENT


@inline
def count_team(bodies: Bodies, start: Row, stop: Row, team: Integer) -> Integer:
    """Number of living rows of a slice that are of this team."""
    count = 0
    alive, teams = bodies.alive[start:stop], bodies.team[start:stop]
    for k in range(len(alive)):
        count += np.int64(alive[k] & (teams[k] == team))
    return count


@kernel
def deal_rows(bodies: Bodies, pools_inout: Pools, deal_out: Deal) -> Integer:
    """Take all free rows: enemies, asteroids, bullets. A bullet goes to the team with fewer, players first.

    Returns how many.
    """
    rows, teams, at = deal_out.row, deal_out.team, 0
    for pool in (ENEMY_POOL, ASTEROID_POOL):
        while True:
            row = take_row(pools_inout, pool)
            if row < 0:
                break
            rows[at] = row
            at += 1
    if pools_inout.available[BULLET_POOL] == 0:
        return at
    start, stop = pools_inout.start[BULLET_POOL], pools_inout.stop[BULLET_POOL]
    players = count_team(bodies, start, stop, PLAYERS)
    enemies = count_team(bodies, start, stop, ENEMIES)
    while True:
        row = take_row(pools_inout, BULLET_POOL)
        if row < 0:
            return at
        team = PLAYERS if players <= enemies else ENEMIES
        players += team == PLAYERS
        enemies += team == ENEMIES
        rows[at] = row
        teams[at] = team
        at += 1


@kernel
def fill_rows(
    begin: Integer, end: Integer, deal: Deal, population_inout: Population, kinds: KindTable, seed: Integer,
    tick: Integer, shell_radius: Real,
) -> None:  # fmt: skip
    """Put a new body into each of the dealt rows begin..end."""
    p = population_inout
    first_bullet, first_asteroid = p.pools.start[BULLET_POOL], p.pools.start[ASTEROID_POOL]
    for k in range(begin, end):
        row = np.int64(deal.row[k])
        if DEBUG:
            assert p.pools.start[ENEMY_POOL] <= row < p.pools.stop[BULLET_POOL], "fill_rows: row of no pool"
        outward = random_outward(seed, tick, row)
        heading = random_tangent(outward, 1.0, draw(seed, tick, row, 0))
        velocity, shooter = (0.0, 0.0, 0.0), PLAYER
        if row >= first_bullet:
            kind, team = BULLET_KIND, np.int64(deal.team[k])
            shooter = shooter_of(team, seed, tick, row)
            velocity = scaled(heading, np.float64(kinds.bullet_speed[shooter]))
            radius, health, variant = BULLET_RADIUS, 1.0, shooter
        elif row >= first_asteroid:
            kind, team, variant = ASTEROID_KIND, NEUTRAL, asteroid_material(seed, tick, row)
            velocity, radius = asteroid_velocity(outward, seed, tick, row), asteroid_radius(seed, tick, row)
            health = HEALTH_PER_RADIUS * radius
        else:
            kind, team, variant = swarm_kind(row - p.pools.start[ENEMY_POOL]), ENEMIES, 0
            radius, health = np.float64(kinds.radius[kind]), np.float64(kinds.health[kind])
        place = scaled(outward, shell_radius)
        write_body(p, row, kind, team, variant, place, velocity, heading, radius, health, tick)
        if row >= first_bullet:
            load_bullet(p.bullets, kinds, row, row - first_bullet, team, shooter, seed, tick)
            continue
        if row < first_asteroid:
            p.ships.cooldown[row] = int(draw(seed, tick, row, 3) * kinds.fire_ticks[kind])
        maybe_lift(p.bodies, row, draw(seed, tick, row, 1), draw(seed, tick, row, 2), shell_radius)


@inline
def swarm_kind(place: Integer) -> Integer:
    """Every third ship is a gunner, spread so that as many think in each tick: every third row does."""
    return GUNNER if (place + place // 3) % 3 == 2 else DRONE


@inline
def shooter_of(team: Integer, seed: Integer, tick: Integer, row: Row) -> Integer:
    """Kind of the ship that a bullet might come from."""
    if team == PLAYERS:
        return PLAYER
    return DRONE if draw(seed, tick, row, 2) < 0.5 else GUNNER


@inline
def load_bullet(
    bullets_inout: Bullets, kinds: KindTable, row: Row, slot: Row, team: Integer, shooter: Integer,
    seed: Integer, tick: Integer,
) -> None:  # fmt: skip
    """Write the columns that only bullets have. Players' bullets are player 0's, others nobody's."""
    life = kinds.bullet_ticks[shooter]
    bullets_inout.owner[slot] = 0 if team == PLAYERS else -1
    bullets_inout.damage[slot] = kinds.bullet_damage[shooter]
    flown = STRESS.stagger * draw(seed, tick, row, 1) if tick == 0 else 0.0
    bullets_inout.expires[slot] = tick + 1 + int(life * (1.0 - flown))
