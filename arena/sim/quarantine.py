"""Quarantine: remove bodies with NaN, infinity or values out of range.

One NaN spreads to every body that touches it or flocks with it. Motion visits every row, so it calls
`is_sound`, eight rows at a time. `quarantine_bodies` runs right after motion, before anything is fired or
inserted into the grid. Enemies, mines, asteroids, pickups and bullets are removed without a score. Players
and companions are put back on the shell as new, and keep their lives. `world.quarantine` counts the cases and
stores the first, for logs.

Checked values: position, velocity, heading, radial speed, radius, inverse mass and health of every live row;
the memory and commands of ships; the damage of bullets; the up axis and dash charge of players. Previous
poses are overwritten before they are read.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, U8, Flags, Integer, Real, Row
from arena.jit.simd.registers import F64_LANES, bits_of, load_flags, load_vectors
from arena.sim.births import write_body
from arena.sim.compaction import Compaction, list_flagged
from arena.sim.kinds import KindTable, Pool, Team
from arena.sim.random import Stream, direction
from arena.sim.system import BIRTH, BULLET_BIRTH, SHIP_BIRTH, columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.pools import return_row
from arena.sim.tables.population import Population
from arena.sim.tables.quarantine import GROUP_BITS, LANE, Quarantine
from arena.sim.tables.simulation import Simulation
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector, dot, scaled, vector

PLAYER, COMPANION, FREIGHTER = kinds.PLAYER.number, kinds.COMPANION.number, kinds.FREIGHTER.number
PLAYERS = int(Team.PLAYERS)
ENEMY_POOL, BULLET_POOL = int(Pool.ENEMY), int(Pool.BULLET)
STREAM = int(Stream.QUARANTINE)
GRACE = round(tuning.PILOT.spawn_grace * tuning.TICK_RATE)
OUTER = tuning.ARENA.outer_altitude
EXTREME = 1e30
"""Limit on values and squares, within the range of float32."""
SHORTEST, LONGEST = 0.25, 2.25
"""Range of squared length, relative to 1, in which Newton's step of `arena.sim.motion` converges."""
ONE = np.uint8(1)


@inline
def is_sound(
    p: Vector,
    v: Vector,
    h: Vector,
    radial_speed: Real,
    radius: Real,
    inv_mass: Real,
    health: Real,
    shell_square: Real,
    highest_square: Real,
):
    """True if a body's values are finite and in range, for one row or for eight in registers.

    Args:
        p: position [u] as (x, y, z).
        v: velocity [u/s].
        h: heading.
        radial_speed: [u/s].
        radius: [u].
        inv_mass: [1/u^3].
        health: [hit points].
        shell_square: square of the shell's radius, which also limits the radius of a body.
        highest_square: square of the greatest distance from the planet's centre.
    """
    altitude, heading = dot(p, p), dot(h, h)
    good = (altitude >= SHORTEST * shell_square) & (altitude <= highest_square)
    good = good & ((altitude <= LONGEST * shell_square) | (radial_speed != 0.0))
    good = good & (heading >= SHORTEST) & (heading <= LONGEST)
    good = good & (dot(v, v) <= EXTREME * EXTREME) & (radial_speed * radial_speed <= EXTREME)
    good = good & (radius > 0.0) & (radius * radius <= shell_square)
    return good & (inv_mass >= 0.0) & (inv_mass <= EXTREME) & (health * health <= EXTREME)


@inline
def highest(shell_radius: Real):
    """Greatest valid distance [u] of a body from the planet's centre."""
    return max(shell_radius + 2.0 * OUTER, 1.5 * shell_radius)


@system(
    writes=(
        *(column for column in BIRTH if column not in ("bodies.kind", "bodies.team")),
        *(*SHIP_BIRTH, *BULLET_BIRTH, *columns("players", "up", "boost", "boost_until", "fired_at")),
        *("pools.available", "pools.free", "quarantine.*", "compaction.*"),
    )
)
def quarantine_bodies(sim: Simulation) -> None:
    """Remove or reset every body with NaN, infinity or values out of range."""
    if any_unsound(sim.population, sim.suspect):
        quarantine_rows(
            sim.population, sim.kinds, sim.suspect, sim.quarantine, sim.compaction, sim.shell_radius[0],
            sim.seed[0], sim.tick[0],
        )  # fmt: skip
    if DEBUG:
        assert_sound(sim.bodies)


@inline
def assert_sound(bodies: Bodies) -> None:
    """Assert that live bodies have finite positions and velocities, and headings near length 1.

    Called in debug runs for what must hold between the quarantine and the grid.
    """
    for row in range(len(bodies.alive)):
        if bodies.alive[row]:
            p, v, h = vector(bodies.position, row), vector(bodies.velocity, row), vector(bodies.heading, row)
            assert math.isfinite(dot(p, p)), "assert_sound: a position is not finite"
            assert math.isfinite(dot(v, v)), "assert_sound: a velocity is not finite"
            assert SHORTEST <= dot(h, h) <= LONGEST, "assert_sound: a heading is not of length 1"


@kernel
def any_unsound(population: Population, suspect: U8):
    """True if motion flagged a suspect, or a value that motion does not check is out of range."""
    p = population
    alive, up, boost = p.bodies.alive, p.players.up, p.players.boost
    found = np.uint8(0)
    for group in range(len(suspect)):
        found |= suspect[np.uint64(group)]
    bad = found != np.uint8(0)
    first, damage = np.uint64(p.pools.start[BULLET_POOL]), p.bullets.damage
    for slot in range(len(damage)):
        k = np.uint64(slot)
        bad |= alive[first + k] & (not abs(damage[k]) <= np.float32(EXTREME))
    for slot in range(len(boost)):
        bad |= alive[slot] & (not player_is_sound(up, boost, slot))
    memory, commands = p.memory, p.commands
    return bad | any_bad_thought(alive, memory.cover, memory.ring_axis, commands.move, commands.aim)


@inline
def any_bad_thought(alive: Flags, cover: F32, axis: F32, move: F32, aim: F32):
    """True if the memory or command of any live ship is NaN or out of range; tests eight rows at a time."""
    ships, found = len(cover), np.uint64(0)
    whole = ships // F64_LANES * F64_LANES
    for row in range(0, whole, F64_LANES):
        a, b = load_vectors(cover, row), load_vectors(axis, row)
        c, d = load_vectors(move, row), load_vectors(aim, row)
        good = dot(a, a) + dot(b, b) + dot(c, c) + dot(d, d) <= EXTREME
        found |= bits_of(load_flags(alive, row)) & ~bits_of(good)
    bad = found != np.uint64(0)
    for row in range(whole, ships):
        bad |= alive[row] & (not mind_is_sound(cover, axis, move, aim, row))
    return bad


@inline
def mind_is_sound(cover: F32, axis: F32, move: F32, aim: F32, row: Row):
    """True if a ship's memory and command are finite and in range."""
    a, b, c, d = vector(cover, row), vector(axis, row), vector(move, row), vector(aim, row)
    return dot(a, a) + dot(b, b) + dot(c, c) + dot(d, d) <= EXTREME


@inline
def player_is_sound(up: F32, boost: F32, slot: Row):
    """True if a player's up axis and dash charge are in range."""
    axis = vector(up, slot)
    return SHORTEST <= dot(axis, axis) <= LONGEST and 0.0 <= boost[slot] <= 1.0


@kernel
def quarantine_rows(
    population_inout: Population,
    kinds: KindTable,
    suspect: U8,
    quarantine_inout: Quarantine,
    compaction_out: Compaction,
    shell_radius: Real,
    seed: Integer,
    tick: Integer,
) -> None:
    """Remove or reset every body that is not sound, in row order. Rare, so the loops are simple."""
    p, q = population_inout, quarantine_inout
    alive, pools = p.bodies.alive, p.pools
    mark_unsound(p, suspect, compaction_out.flag)
    count, pool = list_flagged(compaction_out, len(alive)), 0
    for k in range(count):
        row = np.int64(compaction_out.row[k])
        if q.count[0] == 0:
            q.tick[0], q.row[0], q.kind[0] = tick, row, p.bodies.kind[row]
        q.count[0] += 1
        if row < pools.start[ENEMY_POOL]:
            put_back(p, kinds, row, shell_radius, seed, tick)
            continue
        while row >= pools.stop[pool]:
            pool += 1
        # Views may read the row once more after its removal, so it gets finite values.
        renew(p, row, p.bodies.kind[row], p.bodies.team[row], 1.0, 0.0, shell_radius, seed, tick)
        alive[row] = False
        return_row(pools, pool, row)


@inline
def mark_unsound(population: Population, suspect: U8, flag_out: Flags) -> None:
    """Flag the rows that are not sound."""
    p, alive = population, population.bodies.alive
    for row in range(len(alive)):
        flag_out[row] = alive[row] & ((suspect[row >> GROUP_BITS] >> np.uint8(row & LANE)) & ONE != 0)
    memory, commands = p.memory, p.commands
    for row in range(len(memory.cover)):
        good = mind_is_sound(memory.cover, memory.ring_axis, commands.move, commands.aim, row)
        flag_out[row] |= alive[row] & (not good)
    for slot in range(len(p.players.boost)):
        flag_out[slot] |= alive[slot] & (not player_is_sound(p.players.up, p.players.boost, slot))
    first = p.pools.start[BULLET_POOL]
    for slot in range(len(p.bullets.damage)):
        good = abs(p.bullets.damage[slot]) <= np.float32(EXTREME)
        flag_out[first + slot] |= alive[first + slot] & (not good)


@inline
def put_back(
    population_inout: Population, kinds: KindTable, row: Row, shell_radius: Real, seed: Integer, tick: Integer
) -> None:
    """Reset a player or companion, untouchable for a moment. It keeps bombs, `target` and `ring_slot`."""
    p = population_inout
    is_player = row < len(p.players.boost)
    kind = PLAYER if is_player else FREIGHTER if p.bodies.kind[row] == FREIGHTER else COMPANION
    untouchable = p.ships.untouchable_until[row]
    target, station = p.memory.target[row], p.memory.ring_slot[row]
    bombs = p.players.bombs[row] if is_player else np.int32(0)
    renew(p, row, kind, PLAYERS, kinds.radius[kind], kinds.health[kind], shell_radius, seed, tick)
    p.ships.untouchable_until[row] = max(untouchable, tick + GRACE)
    p.memory.target[row], p.memory.ring_slot[row] = target, station
    if is_player:
        p.players.bombs[row] = bombs


@inline
def renew(
    population_inout: Population,
    row: Row,
    kind: Integer,
    team: Integer,
    radius: Real,
    health: Real,
    shell_radius: Real,
    seed: Integer,
    tick: Integer,
) -> None:
    """Write a body at rest into a row, at its previous direction, or at a random one if that is invalid."""
    p = vector(population_inout.bodies.previous_position, row)
    square, shell_square = dot(p, p), shell_radius * shell_radius
    if not SHORTEST * shell_square <= square <= highest(shell_radius) * highest(shell_radius):
        p = direction(seed, STREAM, tick, row)
        square = dot(p, p)
    up = scaled(p, 1.0 / np.sqrt(square))
    ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
    write_body(
        population_inout, row, kind, team, 0, scaled(up, shell_radius), (0.0, 0.0, 0.0), (ax, ay, az),
        radius, health, tick,
    )  # fmt: skip
