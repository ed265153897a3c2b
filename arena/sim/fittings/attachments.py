"""Attachments of modules: flames in the wake of a dash, charges, orbs, and a push to enemies near by.

Flames and charges are bullets that lie still: what flies into one is hit by it. An orb is a bullet that is
laid anew each tick, so that it lasts whatever it hits.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline, kernel
from arena.jit.annotations import Integer, Real, Row
from arena.sim.births import write_body
from arena.sim.kinds import Pool, Team
from arena.sim.system import BIRTH, BULLET_BIRTH, system
from arena.sim.tables.commands import acts
from arena.sim.tables.loadout import Effect, Loadout, fit_loadout
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, add, combined, cross, length, put, scaled, subtract, vector

BULLET, BULLET_POOL, ENEMY_POOL = kinds.BULLET.number, int(Pool.BULLET), int(Pool.ENEMY)
BULLET_RADIUS, TICK_RATE, DT, ENEMIES = tuning.BULLET.radius, tuning.TICK_RATE, tuning.DT, int(Team.ENEMIES)
TRAIL, MINES, REPEL = Effect.TRAIL.value, Effect.MINES.value, Effect.REPEL.value
FLAME_TICKS = round(tuning.MODULES.flame_interval * TICK_RATE)
FLAME_LIFE = round(tuning.MODULES.flame_life * TICK_RATE)
CHARGE_TICKS = round(tuning.MODULES.charge_interval * TICK_RATE)
CHARGE_LIFE = round(tuning.MODULES.charge_life * TICK_RATE)
REPEL_REACH = tuning.MODULES.repel_reach
ORBS = Effect.ORBS.value
ORB_DISTANCE, ORB_REACH = tuning.MODULES.orb_distance, tuning.MODULES.orb_reach
ORB_DAMAGE, ORB_TURN = tuning.MODULES.orb_damage, tuning.MODULES.orb_turn * tuning.DT


@system(writes=("loadout.*",))
def fit_modules(sim: Simulation) -> None:
    """Add up the effects of every player's modules."""
    fit_loadout(sim.players, sim.module_rules, sim.loadout)


@system(writes=(*BIRTH, *BULLET_BIRTH, "pools.available"))
def lay_charges(sim: Simulation) -> None:
    """Lay flames behind dashing players, charges behind those that fly or fire, and orbs."""
    lay_rows(sim.population, sim.loadout, sim.shell_radius[0], sim.tick[0])


@kernel
def lay_rows(population_inout: Population, loadout: Loadout, shell_radius: Real, tick: Integer) -> None:
    """`lay_charges` for every player."""
    p, b = population_inout, population_inout.bodies
    for slot in range(len(p.players.boost)):
        if not b.alive[slot] or b.radial_speed[slot] != 0.0:
            continue
        fitted = loadout.value[slot, p.players.weapon[slot]]
        if fitted[TRAIL] > 0.0 and tick < p.players.boost_until[slot] and tick % FLAME_TICKS == 0:
            lay(p, slot, vector(b.position, slot), fitted[TRAIL], FLAME_LIFE, tick)
        if fitted[MINES] > 0.0 and acts(p.commands, slot) and tick % CHARGE_TICKS == 0:
            lay(p, slot, vector(b.position, slot), fitted[MINES], CHARGE_LIFE, tick)
        for orb in range(np.int64(fitted[ORBS]) if acts(p.commands, slot) else 0):
            place = orb_place(p, slot, orb, np.int64(fitted[ORBS]), shell_radius, tick)
            stop_bullets(p, slot, place)
            lay(p, slot, place, ORB_DAMAGE, 1, tick)


@inline
def orb_place(
    population: Population, slot: Row, orb: Integer, count: Integer, shell_radius: Real, tick: Integer
) -> Vector:
    """Place of an orb on the shell: they turn around the ship, equally far from one another."""
    here, up = vector(population.bodies.position, slot), vector(population.players.up, slot)
    right = scaled(cross(up, here), 1.0 / shell_radius)
    turn = tick * ORB_TURN / (2.0 * math.pi) + orb / count
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * (turn - math.floor(turn)))
    away = combined(right, ORB_DISTANCE * cosine, up, ORB_DISTANCE * sine)
    place = add(here, away)
    return scaled(place, shell_radius / length(place))


@inline
def stop_bullets(population_inout: Population, slot: Row, place: Vector) -> None:
    """Remove the bullets of another team that an orb at a place reaches."""
    b, pools = population_inout.bodies, population_inout.pools
    for row in range(pools.start[BULLET_POOL], pools.stop[BULLET_POOL]):
        if not b.alive[row] or b.team[row] == b.team[slot]:
            continue
        if length(subtract(vector(b.position, row), place)) < ORB_REACH + b.radius[row]:
            b.health[row] = 0.0


@inline
def lay(
    population_inout: Population, slot: Row, place: Vector, damage: Real, life: Integer, tick: Integer
) -> None:
    """Lay a bullet of a player that rests at a place."""
    p, b, bullets = population_inout, population_inout.bodies, population_inout.bullets
    new = take_row(p.pools, BULLET_POOL)
    if new < 0:
        return
    write_body(
        p, new, BULLET, b.team[slot], np.int64(b.kind[slot]), place, (0.0, 0.0, 0.0),
        vector(b.heading, slot), BULLET_RADIUS, 1.0, tick,
    )  # fmt: skip
    at = new - p.pools.start[BULLET_POOL]
    bullets.owner[at], bullets.weapon[at] = slot, p.players.weapon[slot] + 1
    bullets.damage[at], bullets.expires[at] = damage, tick + life


@system(writes=("bodies.velocity",))
def repel_enemies(sim: Simulation) -> None:
    """Push the enemies near players away whose hulls repel."""
    repel_rows(sim.population, sim.loadout)


@kernel
def repel_rows(population_inout: Population, loadout: Loadout) -> None:
    """`repel_enemies` for every player; the push falls to zero at the end of its reach."""
    p, b = population_inout, population_inout.bodies
    for slot in range(len(p.players.boost)):
        push = np.float64(loadout.value[slot, p.players.weapon[slot], REPEL])
        if push == 0.0 or not b.alive[slot] or b.radial_speed[slot] != 0.0:
            continue
        for row in range(p.pools.start[ENEMY_POOL], p.pools.stop[ENEMY_POOL]):
            if not b.alive[row] or not b.awake[row] or b.team[row] != ENEMIES or b.radial_speed[row] != 0.0:
                continue
            gap = subtract(vector(b.position, row), vector(b.position, slot))
            away = length(gap)
            if 0.0 < away < REPEL_REACH:
                change = push * DT * (1.0 - away / REPEL_REACH) / away
                put(b.velocity, row, add(vector(b.velocity, row), scaled(gap, change)))
