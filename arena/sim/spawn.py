"""Writing new bodies into rows, and taking dead ones out: the only code that changes who is alive.

`retire_dead` runs once at the end of every tick. `write_body` is where every body begins: pieces of asteroids
here, what weapons fire and lay, the thousands of rows that a stress run refills; Python comes through
`spawn_body`.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.arsenal import Weapon
from arena.sim.compaction import list_flagged
from arena.sim.events import Event, add_death
from arena.sim.kinds import VARIANT_MATERIALS, Kind, Pool, Team
from arena.sim.pools import return_row, take_row
from arena.sim.random import Stream, uniform
from arena.sim.system import BIRTH, EVENTS, system
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import add, combined, length, scaled, vector

if TYPE_CHECKING:
    from arena.sim.world import World

KILLED, BURST, PLAYER_KILLED = int(Event.KILLED), int(Event.BURST), int(Event.PLAYER_KILLED)
ASTEROID = int(Kind.ASTEROID)
PLAYER, COMPANION, FREIGHTER = int(Kind.PLAYER), int(Kind.COMPANION), int(Kind.FREIGHTER)
BOSS, BOSS_PART = int(Kind.BOSS), int(Kind.BOSS_PART)
PLAYER_POOL, ASTEROID_POOL = int(Pool.PLAYER), int(Pool.ASTEROID)
PICKUP_POOL, BULLET_POOL = int(Pool.PICKUP), int(Pool.BULLET)
NEUTRAL = int(Team.NEUTRAL)
SPLIT = int(Stream.SPLIT)
SPLIT_RADIUS, SPLIT_RATIO = tuning.ASTEROID.split_radius, tuning.ASTEROID.split_ratio
SPLIT_SPEED = tuning.ASTEROID.split_speed
SPLITS = tuning.ASTEROID.splits
SPLIT_LEVEL = np.uint8(VARIANT_MATERIALS)
HEALTH_PER_RADIUS = tuning.ASTEROID.health_per_radius
BOMBS = tuning.PILOT.bombs
ENERGY_LOST = np.int32(tuning.PILOT.energy_lost)
NO_WEAPON = np.uint8(Weapon.NONE)
NEVER = np.int32(np.iinfo(np.int32).max)
"""A tick that no game reaches."""
LONG_AGO = np.int32(-(10**6))
"""A tick before every game."""


@kernel
def spawn_body(
    population_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick
):  # fmt: skip
    """`write_body` for Python, and for kernels that spawn a few."""
    write_body(
        population_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick
    )  # fmt: skip


@inline
def write_body(population_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick):
    """Write every column of a row that was just taken from its pool, and mark it alive.

    The only place where a body begins, so that nothing of a row's last body lives on. Vectors are tuples or
    arrays of three. What is special about one is for the caller to write afterwards: a bullet's owner, damage
    and end, a weapon that is not ready, who may not be hurt.
    """
    p, b = population_inout, population_inout.bodies
    for axis in range(3):
        b.position[row, axis] = position[axis]
        b.previous_position[row, axis] = position[axis]
        b.velocity[row, axis] = velocity[axis]
        b.heading[row, axis] = heading[axis]
        b.previous_heading[row, axis] = heading[axis]
    b.radius[row] = radius
    b.inv_mass[row] = 1.0 / (radius * radius * radius)
    b.health[row] = health
    b.radial_speed[row] = 0.0
    b.kind[row] = kind
    b.team[row] = team
    b.variant[row] = variant
    b.born[row] = tick
    b.generation[row] += 1
    b.alive[row] = True
    b.awake[row] = True
    b.hit_by[row] = -1
    begin_sleep(p.sleep, row, kind)
    if row < len(p.ships.cooldown):
        begin_ship(p.ships, p.memory, p.commands, row)
    if row < len(p.players.boost):
        begin_player(p.players, row, heading)
    if row >= p.pools.start[BULLET_POOL]:
        begin_bullet(p.bullets, row - p.pools.start[BULLET_POOL])


@inline
def begin_sleep(sleep_inout, row, kind):
    """Awake for as long as the live regions let it; players, their friends and bosses never sleep."""
    s = sleep_inout
    s.inside[row] = False
    s.left_tick[row] = LONG_AGO
    s.wake_tick[row] = NEVER
    watchful = (kind == PLAYER) | (kind == COMPANION) | (kind == FREIGHTER)
    s.allow_sleep[row] = not (watchful | (kind == BOSS) | (kind == BOSS_PART))
    s.allow_wake[row] = True
    s.forced[row] = False


@inline
def begin_ship(ships_inout, memory_inout, commands_inout, row):
    """Ready to fire, unhurt, without memories, and commanded to do nothing."""
    ships, memory, commands = ships_inout, memory_inout, commands_inout
    ships.cooldown[row] = 0
    ships.hurt_tick[row] = LONG_AGO
    ships.untouchable_until[row] = 0
    memory.phase[row] = 0
    memory.until[row] = 0
    memory.target[row] = -1
    memory.launched[row] = 0
    memory.route[row] = -1
    memory.ring_slot[row] = 0
    memory.stage[row] = 0
    memory.stage_began[row] = LONG_AGO
    memory.zone[row] = -1
    commands.buttons[row] = 0
    for axis in range(3):
        memory.cover[row, axis] = 0.0
        memory.ring_axis[row, axis] = 0.0
        commands.move[row, axis] = 0.0
        commands.aim[row, axis] = 0.0


@inline
def begin_player(players_inout, slot, up):
    """With a full dash and all bombs; the sticks' y axis is where the nose points."""
    for axis in range(3):
        players_inout.up[slot, axis] = up[axis]
    players_inout.boost[slot] = 1.0
    players_inout.boost_until[slot] = 0
    players_inout.fired_at[slot] = 0
    players_inout.bombs[slot] = BOMBS


@inline
def begin_bullet(bullets_inout, slot):
    """Nobody's, harmless and without end."""
    bullets_inout.owner[slot] = -1
    bullets_inout.damage[slot] = 0.0
    bullets_inout.expires[slot] = NEVER
    bullets_inout.weapon[slot] = NO_WEAPON
    bullets_inout.pierces[slot] = 0
    bullets_inout.passed[slot] = -1


@system(writes=(*BIRTH, *EVENTS, "pools.available", "pools.free", "players.energy", "compaction.*"))
def retire_dead(world: "World") -> None:
    """Take out who died in this tick and put in who comes of it."""
    retire_rows(world.population, world.hits.row, world.events, world.compaction, world.seed, world.tick)


@kernel
def retire_rows(population_inout, hit_row, events_inout, compaction_out, seed, tick):
    """Return the rows of everything that died this tick, in row order.

    Asteroids large enough split in two. Looking and burying are apart, because a loop that only looks takes
    many rows at once.
    """
    b, pools, hit_by = population_inout.bodies, population_inout.pools, population_inout.bodies.hit_by
    first_bullet = pools.start[BULLET_POOL]
    expires = population_inout.bullets.expires
    mark_doomed(b.alive, b.health, expires, hit_row, first_bullet, tick, compaction_out.flag)
    count = list_flagged(compaction_out, len(b.alive))
    doomed, alive, kind, radius, position = compaction_out.row, b.alive, b.kind, b.radius, b.position
    pool, k = PLAYER_POOL, 0
    while k < count and doomed[k] < first_bullet:
        row = np.int64(doomed[k])
        k += 1
        alive[row] = False
        while row >= pools.stop[pool]:
            pool += 1
        event = PLAYER_KILLED if pool == PLAYER_POOL else BURST if pool == ASTEROID_POOL else KILLED
        if pool != PICKUP_POOL:  # who took it has told
            add_death(events_inout, event, row, hit_by[row], kind[row], radius[row], position[row])
        return_row(pools, pool, row)
        if pool == PLAYER_POOL:
            lose_energy(population_inout.players, row)
        if pool == ASTEROID_POOL and radius[row] >= SPLIT_RADIUS and b.variant[row] < SPLITS * SPLIT_LEVEL:
            split_asteroid(population_inout, row, seed, tick)
    while k < count:
        row = np.int64(doomed[k])
        k += 1
        alive[row] = False
        return_row(pools, BULLET_POOL, row)


@inline
def lose_energy(players_inout, slot):
    """A lost ship takes some of every weapon's energy along."""
    for weapon in range(players_inout.energy.shape[1]):
        players_inout.energy[slot, weapon] = max(
            players_inout.energy[slot, weapon] - ENERGY_LOST, np.int32(0)
        )


@inline
def mark_doomed(alive, health, expires, hit_row, first_bullet, tick, flag_out):
    """Flag the rows that ran out of health, and bullets that hit or whose time is up."""
    for row in range(first_bullet):
        flag_out[np.uint64(row)] = alive[np.uint64(row)] & (health[np.uint64(row)] <= np.float32(0.0))
    now, first = np.int32(tick), np.uint64(first_bullet)
    for k in range(len(expires)):
        slot = np.uint64(k)
        over = (expires[slot] <= now) | (hit_row[slot] >= 0) | (health[first + slot] <= np.float32(0.0))
        flag_out[first + slot] = alive[first + slot] & over


@inline
def split_asteroid(population_inout, row, seed, tick):
    """Two children side by side that part along the line between them; both share the parent's mass and
    momentum.

    The parent's row is free already, so a child may take it: everything about the parent is read first.
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
        write_body(
            population_inout, child, ASTEROID, NEUTRAL, variant, position, velocity, scaled(way, side),
            radius, health, tick,
        )  # fmt: skip
        b.radial_speed[child] = radial_speed
