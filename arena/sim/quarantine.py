"""Quarantine: a body with a number that is none, or is absurd, leaves before anyone else sees it.

One NaN is enough to make every body NaN that it touches, or that flies in its company. Motion looks at every
row anyway, so `is_sound` is asked there, eight rows at a time, and `quarantine_bodies` runs right behind it,
before anything is carried, fired or entered in the grid. Enemies, mines, asteroids and bullets are retired
without a trace in the score; players and companions are put back on the shell as if they had just begun, and
keep their lives. Nobody is told here: `world.quarantine` counts, and remembers the first, for whoever logs.

What is checked: position, velocity, heading, radial speed, radius, inverse mass and health of every live row;
what minds of ships remember and command; a bullet's damage; a player's up axis and charge. Last poses are
written anew before anyone reads them.
"""

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
from arena.sim.tables.pools import return_row
from arena.sim.tables.population import Population
from arena.sim.tables.quarantine import GROUP_BITS, LANE, Quarantine
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector, dot, scaled, vector

PLAYER, COMPANION, FREIGHTER = kinds.PLAYER.number, kinds.COMPANION.number, kinds.FREIGHTER.number
PLAYERS = int(Team.PLAYERS)
ENEMY_POOL, BULLET_POOL = int(Pool.ENEMY), int(Pool.BULLET)
STREAM = int(Stream.QUARANTINE)
GRACE = round(tuning.PILOT.spawn_grace * tuning.TICK_RATE)
OUTER = tuning.ARENA.outer_altitude
EXTREME = 1e30
"""Beyond this, squares leave what float32 holds."""
SHORTEST, LONGEST = 0.25, 2.25
"""Squared lengths between which Newton's step finds back to 1, of headings and of altitudes on the shell."""
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
    """Whether a body's numbers are such that a tick can follow, for one row or for eight in registers.

    Args:
        p: position [u] as (x, y, z).
        v: velocity [u/s].
        h: heading.
        radial_speed: [u/s].
        radius: [u].
        inv_mass: [1/u^3].
        health: [hit points].
        shell_square: square of the shell's radius, which is also the largest that a body may have.
        highest_square: of the greatest distance from the planet's centre.
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
    """The greatest distance [u] from the planet's centre that a body may have."""
    return max(shell_radius + 2.0 * OUTER, 1.5 * shell_radius)


@system(
    writes=(
        *({*BIRTH} - {"bodies.kind", "bodies.team"}),
        *(*SHIP_BIRTH, *BULLET_BIRTH, *columns("players", "up", "boost", "boost_until", "fired_at")),
        *("pools.available", "pools.free", "quarantine.*", "compaction.*"),
    )
)
def quarantine_bodies(world: World) -> None:
    """Take out whom a number of theirs makes unfit for the rest of the tick."""
    if any_unsound(world.population, world.suspect):
        quarantine_rows(
            world.population, world.kinds, world.suspect, world.quarantine, world.compaction,
            world.shell_radius, world.seed, world.tick,
        )  # fmt: skip
    if DEBUG:
        assert_sound(world)


def assert_sound(world: World) -> None:
    """Assert that live bodies have finite positions and velocities, and headings near length 1.

    Called in debug runs for what must hold between the quarantine and the grid.
    """
    bodies = world.bodies
    alive = bodies.alive
    assert np.isfinite(bodies.position[alive]).all(), "assert_sound: a position is not finite"
    assert np.isfinite(bodies.velocity[alive]).all(), "assert_sound: a velocity is not finite"
    square = np.sum(np.square(bodies.heading[alive], dtype=np.float64), axis=1)
    assert ((square >= SHORTEST) & (square <= LONGEST)).all(), "assert_sound: a heading is not of length 1"


@kernel
def any_unsound(population: Population, suspect: U8):
    """Whether there is anybody to take out: motion's suspects, and what motion does not look at."""
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
    """Whether any live ship's mind holds something that is no number, eight rows at a time."""
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
    """Whether a ship's mind remembers and wants numbers only."""
    a, b, c, d = vector(cover, row), vector(axis, row), vector(move, row), vector(aim, row)
    return dot(a, a) + dot(b, b) + dot(c, c) + dot(d, d) <= EXTREME


@inline
def player_is_sound(up: F32, boost: F32, slot: Row):
    """Whether a player's sticks have a frame, and its dash a charge."""
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
    """Take out everybody that is not sound, in row order. Rare, so plain loops."""
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
        # Free rows may hold anything, but what is shown or restored for a moment longer should be a number.
        renew(p, row, p.bodies.kind[row], p.bodies.team[row], 1.0, 0.0, shell_radius, seed, tick)
        alive[row] = False
        return_row(pools, pool, row)


@inline
def mark_unsound(population: Population, suspect: U8, flag_out: Flags) -> None:
    """Flag the rows to take out."""
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
    """Let a player or companion begin anew, untouchable for a moment; what it owns and whose it is stays."""
    p = population_inout
    is_player = row < len(p.players.boost)
    kind = PLAYER if is_player else FREIGHTER if p.bodies.kind[row] == FREIGHTER else COMPANION
    untouchable, target = p.ships.untouchable_until[row], p.memory.target[row]
    bombs = p.players.bombs[row] if is_player else np.int32(0)
    renew(p, row, kind, PLAYERS, kinds.radius[kind], kinds.health[kind], shell_radius, seed, tick)
    p.ships.untouchable_until[row] = max(untouchable, tick + GRACE)
    p.memory.target[row] = target
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
    """Write a body at rest into a row: above the place where it was, or anywhere if that is no place."""
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
