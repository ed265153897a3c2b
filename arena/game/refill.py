"""Holding a load: every free row of every pool is filled again, in one kernel and a stable order.

Ships and asteroids appear anywhere on the shell, a few of them in outer orbit; bullets appear anywhere in
flight, of the team that has fewer. Everything follows from (seed, tick, row).
"""

import math

import numpy as np

from arena.game.asteroids import asteroid_material, asteroid_radius, asteroid_velocity
from arena.game.places import F64
from arena.game.rules import STRESS
from arena.jit import inline, kernel
from arena.sim.bodies import Bodies, Bullets, Ships
from arena.sim.commands import Commands
from arena.sim.kinds import Kind, KindTable, Pool, Team
from arena.sim.pools import Pools, take_row
from arena.sim.random import Stream, direction, uniform
from arena.sim.spawn import spawn_body
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.tuning import ARENA, ASTEROID, BULLET, LANDING

PLAYER, DRONE, GUNNER = int(Kind.PLAYER), int(Kind.DRONE), int(Kind.GUNNER)
ASTEROID_KIND, BULLET_KIND = int(Kind.ASTEROID), int(Kind.BULLET)
NEUTRAL, PLAYERS, ENEMIES = int(Team.NEUTRAL), int(Team.PLAYERS), int(Team.ENEMIES)
ENEMY_POOL, ASTEROID_POOL, BULLET_POOL = int(Pool.ENEMY), int(Pool.ASTEROID), int(Pool.BULLET)
RANDOM = int(Stream.STRESS)
DRAWS = 8
"""Random numbers kept apart for each row and tick."""

HEALTH_PER_RADIUS = ASTEROID.health_per_radius
BULLET_RADIUS = BULLET.radius
OUTER, DESCENT = ARENA.outer_altitude, LANDING.descent_speed


@inline
def draw(seed, tick, row, index):
    """Random number `index`, below DRAWS, for this row and tick, in [0, 1)."""
    return uniform(seed, RANDOM, tick, row * DRAWS + index)


@inline
def random_tangent(outward, speed, turn, vector_out):
    """Write the tangent of length `speed` at unit `outward` that is `turn` of a full turn round."""
    ax, ay, az, bx, by, bz = kernel_tangent_frame(outward[0], outward[1], outward[2])
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * turn)
    vector_out[0] = speed * (ax * cosine + bx * sine)
    vector_out[1] = speed * (ay * cosine + by * sine)
    vector_out[2] = speed * (az * cosine + bz * sine)


@inline
def random_outward(seed, tick, row, outward_out):
    """Write a random unit vector for this row and tick."""
    x, y, z = direction(seed, RANDOM, tick, row * (DRAWS // 2) + DRAWS // 2 - 1)
    outward_out[0], outward_out[1], outward_out[2] = x, y, z


@inline
def scale(vector, factor, scaled_out):
    """Write `factor` times a 3-vector."""
    for axis in range(3):
        scaled_out[axis] = factor * vector[axis]


@inline
def maybe_lift(bodies_inout, row, chance, altitude_share, shell_radius):
    """Move one in a few bodies up to an outer orbit from which it falls."""
    if chance >= STRESS.falling:
        return
    factor = 1.0 + OUTER * altitude_share / shell_radius
    for axis in range(3):
        bodies_inout.position[row, axis] *= factor
        bodies_inout.previous_position[row, axis] = bodies_inout.position[row, axis]
        bodies_inout.bound_center[row, axis] = bodies_inout.position[row, axis]
    bodies_inout.climb[row] = -DESCENT


@kernel
def refill_ships(
    bodies_inout: Bodies,
    ships_inout: Ships,
    commands_inout: Commands,
    pools_inout: Pools,
    hit_by_inout: np.ndarray,
    kinds: KindTable,
    seed: int,
    tick: int,
    shell_radius: float,
    scratch: F64,
) -> None:
    """Fill the enemy pool: every third row holds a gunner, the others drones."""
    outward, position, zero, heading = scratch[0], scratch[1], scratch[2], scratch[3]
    zero[0] = zero[1] = zero[2] = 0.0
    start = pools_inout.start[ENEMY_POOL]
    while True:
        row = take_row(pools_inout, ENEMY_POOL)
        if row < 0:
            return
        kind = GUNNER if (row - start) % 3 == 2 else DRONE
        random_outward(seed, tick, row, outward)
        scale(outward, shell_radius, position)
        random_tangent(outward, 1.0, draw(seed, tick, row, 0), heading)
        bodies_inout.generation[row] += 1
        hit_by_inout[row] = -1
        spawn_body(
            bodies_inout,
            row,
            kind,
            ENEMIES,
            0,
            position,
            zero,
            heading,
            kinds.radius[kind],
            kinds.health[kind],
            tick,
        )
        maybe_lift(bodies_inout, row, draw(seed, tick, row, 1), draw(seed, tick, row, 2), shell_radius)
        ships_inout.cooldown[row] = int(draw(seed, tick, row, 3) * kinds.fire_ticks[kind])
        ships_inout.hurt_tick[row] = -1_000_000
        ships_inout.untouchable_until[row] = 0
        commands_inout.buttons[row] = 0
        for axis in range(3):
            commands_inout.move[row, axis] = 0.0
            commands_inout.aim[row, axis] = 0.0


@kernel
def refill_asteroids(
    bodies_inout: Bodies,
    pools_inout: Pools,
    hit_by_inout: np.ndarray,
    seed: int,
    tick: int,
    shell_radius: float,
    scratch: F64,
) -> None:
    """Fill the asteroid pool with log-normal sizes."""
    outward, position, velocity, heading = scratch[0], scratch[1], scratch[2], scratch[3]
    while True:
        row = take_row(pools_inout, ASTEROID_POOL)
        if row < 0:
            return
        random_outward(seed, tick, row, outward)
        scale(outward, shell_radius, position)
        asteroid_velocity(outward, seed, tick, row, velocity)
        random_tangent(outward, 1.0, draw(seed, tick, row, 0), heading)
        radius = asteroid_radius(seed, tick, row)
        material = asteroid_material(seed, tick, row)
        health = HEALTH_PER_RADIUS * radius
        bodies_inout.generation[row] += 1
        hit_by_inout[row] = -1
        spawn_body(
            bodies_inout,
            row,
            ASTEROID_KIND,
            NEUTRAL,
            material,
            position,
            velocity,
            heading,
            radius,
            health,
            tick,
        )
        maybe_lift(bodies_inout, row, draw(seed, tick, row, 1), draw(seed, tick, row, 2), shell_radius)


@inline
def count_team(bodies, start, stop, team):
    """How many living rows of a slice are of this team."""
    count = 0
    alive, teams = bodies.alive[start:stop], bodies.team[start:stop]
    for k in range(len(alive)):
        count += np.int64(alive[k] & (teams[k] == team))
    return count


@kernel
def refill_bullets(
    bodies_inout: Bodies,
    bullets_inout: Bullets,
    pools_inout: Pools,
    kinds: KindTable,
    seed: int,
    tick: int,
    shell_radius: float,
    scratch: F64,
) -> None:
    """Fill the bullet pool: each new one goes to the team with fewer, players first."""
    outward, position, velocity, heading = scratch[0], scratch[1], scratch[2], scratch[3]
    start, stop = pools_inout.start[BULLET_POOL], pools_inout.stop[BULLET_POOL]
    if pools_inout.available[BULLET_POOL] == 0:
        return
    players = count_team(bodies_inout, start, stop, PLAYERS)
    enemies = count_team(bodies_inout, start, stop, ENEMIES)
    while True:
        row = take_row(pools_inout, BULLET_POOL)
        if row < 0:
            return
        team, shooter, owner = ENEMIES, DRONE if draw(seed, tick, row, 2) < 0.5 else GUNNER, -1
        if players <= enemies:
            team, shooter, owner = PLAYERS, PLAYER, 0
        players += team == PLAYERS
        enemies += team == ENEMIES
        random_outward(seed, tick, row, outward)
        scale(outward, shell_radius, position)
        random_tangent(outward, 1.0, draw(seed, tick, row, 0), heading)
        scale(heading, kinds.bullet_speed[shooter], velocity)
        bodies_inout.generation[row] += 1
        spawn_body(
            bodies_inout,
            row,
            BULLET_KIND,
            team,
            shooter,
            position,
            velocity,
            heading,
            BULLET_RADIUS,
            1.0,
            tick,
        )
        index = row - start
        life = kinds.bullet_ticks[shooter]
        bullets_inout.owner[index] = owner
        bullets_inout.damage[index] = kinds.bullet_damage[shooter]
        flown = STRESS.stagger * draw(seed, tick, row, 1) if tick == 0 else 0.0
        bullets_inout.expires[index] = tick + 1 + int(life * (1.0 - flown))
        bullets_inout.hit_row[index] = -1
        bullets_inout.hit_time[index] = 0.0
