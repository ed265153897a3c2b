"""Laws: invariants of the columns, which hold after every tick. A table names them, a kernel looks at them.

`find_breaches` takes some 5 us in an ordinary world, and notes the first row that breaks each law. It looks
at all laws in every tick, but for two: free rows are compared one by one in every `FREE_STRIDE`th, and a body
is searched in the grid in every `GRID_STRIDE`th, in a world of more than 1,024 rows less often. A test breaks
each law once.
"""

from typing import Any, NamedTuple

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.weapons import WEAPONS
from arena.grid.queries import gather_sphere
from arena.jit import inline, kernel
from arena.jit.annotations import I32, I64, U8, Flag, Integer, Real, Row
from arena.jit.simd.gathers import gather, gather_vectors, load_rows
from arena.jit.simd.registers import F64_LANES, bits_of, square_root, where
from arena.jit.tables import Table
from arena.sim.compaction import Compaction, create_compaction, list_flagged
from arena.sim.kinds import Pool
from arena.sim.tables.simulation import Simulation
from arena.sim.world import World
from arena.vectors import Number, Vector, dot, vector


class Law(NamedTuple):
    """An invariant."""

    name: str
    column: str  # that breaks it, as in `World.state`; "" where it is about none
    words: str


LAWS = (
    Law("finite", "bodies.position", "a live body's position is finite"),
    Law("finite", "bodies.velocity", "a live body's velocity is finite"),
    Law("finite", "bodies.heading", "a live body's heading is finite"),
    Law("finite", "bodies.health", "a live body's health is finite"),
    Law("finite", "bodies.radial_speed", "a live body's radial speed is finite"),
    Law("finite", "memory.cover", "a live ship's cover is finite"),
    Law("finite", "memory.ring_axis", "a live ship's ring axis is finite"),
    Law("finite", "commands.move", "a live ship's thrust is finite"),
    Law("finite", "commands.aim", "a live ship's aim is finite"),
    Law("finite", "bullets.damage", "a live bullet's damage is finite"),
    Law("range", "bodies.radius", "a live body's radius is above 0 and below the shell's"),
    Law("range", "bodies.inv_mass", "a live body's inverse mass is 0 or more, and finite"),
    Law("range", "players.boost", "a dash is charged from 0 to 1"),
    Law("range", "players.weapon", "a player holds a weapon of the catalogue"),
    Law("range", "players.bombs", "a player has no fewer bombs than none"),
    Law("shell", "bodies.position", "what does not fall is on the shell"),
    Law("fall", "bodies.position", "what falls is between the shell and the outer orbit"),
    Law("tangent", "bodies.velocity", "a velocity is tangent to the shell"),
    Law("unit", "bodies.heading", "a heading has length 1"),
    Law("tangent", "bodies.heading", "a heading is tangent to the shell"),
    Law("unit", "players.up", "a player's up axis has length 1"),
    Law("tangent", "players.up", "a player's up axis is tangent to the shell"),
    Law("alive", "bodies.health", "a player who flies has health"),
    Law("count", "pools.available", "live and free rows make up each pool"),
    Law("count", "pools.free", "free rows are dead, in their pool, and named once"),
    Law("kind", "bodies.kind", "a body's kind belongs in its pool"),
    Law("reference", "bodies.hit_by", "who hit a body is a row, or nobody"),
    Law("reference", "memory.target", "a target is a row, or nobody"),
    Law("reference", "ships.shielder", "a shielder is a ship, or nobody"),
    Law("reference", "bullets.owner", "a bullet's owner is a ship, or nobody"),
    Law("grid", "", "the grid finds a live body where it is"),
    Law("count", "events.count", "events stay within their table"),
    Law("count", "contacts.count", "contacts stay within their table"),
)
"""The first row that breaks each law is noted at its place."""

(
    POSITION, VELOCITY, HEADING, HEALTH, RADIAL_SPEED, COVER, RING_AXIS, MOVE, AIM, DAMAGE,
    RADIUS, INV_MASS, BOOST, WEAPON, BOMBS, SHELL, FALL, VELOCITY_TANGENT, HEADING_UNIT, HEADING_TANGENT,
    UP_UNIT, UP_TANGENT, ALIVE, AVAILABLE, FREE, KIND, HIT_BY, TARGET, SHIELDER, OWNER, GRID, EVENTS,
    CONTACTS,
) = range(len(LAWS))  # fmt: skip
BODY_LAWS = (
    POSITION, VELOCITY, HEADING, HEALTH, RADIAL_SPEED, RADIUS, INV_MASS, SHELL, FALL, VELOCITY_TANGENT,
    HEADING_UNIT, HEADING_TANGENT, HIT_BY,
)  # fmt: skip
"""Laws of every live body, in the order of `laws_of_body`."""

GRID_STRIDE = FREE_STRIDE = 8
GRID_ROWS = 128
"""Rows of a large world that are searched in the grid in a tick."""
NEAR = 0.01
"""Radius of that search [u]."""
HUGE = 1e30
"""No square is as large."""
SLACK = 2e-5
"""Share of the shell's radius by which rounding may lift a body."""
TANGENT_SLACK, DRIFT_SLACK = 1e-3, 0.25
"""Sine of the angle between a tangent and the shell. The larger one is of a heading or an up axis whose body
a contact moved. Two velocities are not looked at: a body's in the tick of its birth, beside another body that
has the tangent, and that of a boss's part, which is its boss's. Motion makes all of them tangent in the next
tick.
"""
ROUNDING = 1e-4
UNIT_SLACK = 1.0 - (1.0 - DRIFT_SLACK**2) * (1.0 + DRIFT_SLACK**2 / 2) ** 2 + ROUNDING
YOUNG_SLACK = 0.1
"""Difference of a squared length from 1: what one Newton step leaves of a heading that had drifted by
`DRIFT_SLACK` when motion made it tangent. The larger one is of a heading that was not tangent at birth: its
length comes back within `CHILDHOOD` ticks.
"""
CHILDHOOD = 3
SLOW = 0.1
"""Speed [u/s] below which an angle is rounding alone."""
ALL_LANES = np.uint64(2**F64_LANES - 1)
OUTER = tuning.ARENA.outer_altitude
KIND_COUNT, WEAPON_COUNT = KINDS.size, WEAPONS.size
BOSS_PART = kinds.BOSS_PART.number
BULLET_POOL, PLAYER_POOL, POOLS = int(Pool.BULLET), int(Pool.PLAYER), len(Pool)


class LawScratch(Table):
    """Memory of `find_breaches`."""

    row: I64  # that breaks each law first, -1 for none, shape (laws,)
    live: Compaction  # lists the live rows
    seen: U8  # rows that were met among the free ones, shape (capacity,)
    near: I32  # answers of the grid, shape (capacity,)


def create_scratch(world: World) -> LawScratch:
    """Scratch for a world."""
    n = world.config.capacity
    return LawScratch(
        np.full(len(LAWS), -1, np.int64), create_compaction(n), np.zeros(n, np.uint8), np.zeros(n, np.int32)
    )


def broken_laws(world: World, scratch: LawScratch, in_tick: bool = False) -> list[tuple[Law, int]]:
    """Laws that do not hold, each with the first row that breaks it.

    `in_tick` leaves out what holds between two ticks only: the search in the grid.
    """
    if find_breaches(world.simulation, in_tick, scratch) == 0:
        return []
    return [(law, row) for law, row in zip(LAWS, scratch.row.tolist(), strict=True) if row >= 0]


@kernel
def find_breaches(sim: Simulation, in_tick: Flag, scratch_out: LawScratch) -> int:
    """Note the first row that breaks each law; returns how many laws are broken."""
    row_out, live, alive = scratch_out.row, scratch_out.live.row, sim.bodies.alive
    for row in range(len(alive)):
        scratch_out.live.flag[np.uint64(row)] = alive[np.uint64(row)]
    count = list_flagged(scratch_out.live, len(alive))
    for law in range(len(row_out)):
        row_out[law] = -1
    look_at_bodies(sim, live, count, row_out)
    look_at_equipment(sim, live, count, row_out)
    look_at_players(sim, row_out)
    look_at_pools(sim, live, count, row_out)
    if in_tick or sim.tick[0] % FREE_STRIDE == 0:
        look_at_free_rows(sim, scratch_out.seen, row_out)
    if not in_tick:
        look_into_grid(sim, scratch_out.near, row_out)
    note(row_out, EVENTS, 0, 0 <= sim.events.count[0] <= len(sim.events.kind))
    note(row_out, CONTACTS, 0, 0 <= sim.contacts.count[0] <= len(sim.contacts.first))
    found = 0
    for law in range(len(row_out)):
        found += row_out[law] >= 0
    return found


@inline
def note(row_out: I64, law: Integer, row: Row, good: Flag) -> None:
    """Note a row that breaks a law, if it is the first."""
    if not good and row_out[law] < 0:
        row_out[law] = row


@inline
def look_at_bodies(sim: Simulation, live: I32, count: Integer, row_out: I64) -> None:
    """Look at the live bodies, eight at a time in registers, and one by one where one breaks a law."""
    b, tick = sim.bodies, np.float64(sim.tick[0])
    shell, rows_end = np.float64(sim.shell_radius[0]), np.float64(len(b.alive))
    if count > 0:
        live[count : count + F64_LANES] = live[count - 1]  # the last block reads beyond `count`
    for k in range(0, count, F64_LANES):
        rows = load_rows(live, np.uint64(k))
        good = hold_all(
            laws_of_body(
                gather_vectors(b.position, rows), gather_vectors(b.velocity, rows),
                gather_vectors(b.heading, rows), gather(b.health, rows), gather(b.radial_speed, rows),
                gather(b.radius, rows), gather(b.inv_mass, rows), gather(b.born, rows), gather(b.kind, rows),
                gather(b.hit_by, rows), shell, tick, rows_end,
            )
        )  # fmt: skip
        if bits_of(good) != ALL_LANES:
            for at in range(k, min(k + F64_LANES, count)):
                look_at_body(sim, np.int64(live[at]), row_out)


@inline
def look_at_body(sim: Simulation, row: Row, row_out: I64) -> None:
    """Look at a live body."""
    b = sim.bodies
    flags = laws_of_body(
        vector(b.position, row), vector(b.velocity, row), vector(b.heading, row), np.float64(b.health[row]),
        np.float64(b.radial_speed[row]), np.float64(b.radius[row]), np.float64(b.inv_mass[row]),
        np.float64(b.born[row]), np.float64(b.kind[row]), np.float64(b.hit_by[row]),
        np.float64(sim.shell_radius[0]), np.float64(sim.tick[0]), np.float64(len(b.alive)),
    )  # fmt: skip
    for k in range(len(BODY_LAWS)):
        note(row_out, BODY_LAWS[k], row, flags[k])


@inline
def laws_of_body(
    p: Vector, v: Vector, h: Vector, health: Number, falls: Number, radius: Number, inv_mass: Number,
    born: Number, kind: Number, hit_by: Number, shell: Real, tick: Real, rows_end: Real,
):  # fmt: skip
    """Flags of `BODY_LAWS`: numbers, the place on the shell, and the frame that flies with a body."""
    square, speed, length = dot(p, p), square_root(dot(v, v)), dot(h, h)
    away, slack = square_root(square), SLACK * shell
    above, falling, young = away - shell, falls != 0.0, born >= tick - CHILDHOOD
    drift = magnitude(dot(v, p)) <= TANGENT_SLACK * away * where(speed > SLOW, speed, SLOW)
    return (
        square <= HUGE,
        speed <= HUGE,
        length <= HUGE,
        magnitude(health) <= HUGE,
        magnitude(falls) <= HUGE,
        (radius > 0.0) & (radius < shell),
        (inv_mass >= 0.0) & (inv_mass <= HUGE),
        falling | (magnitude(above) <= slack),
        (falls == 0.0) | ((above >= 0.0 - slack) & (above <= OUTER + slack)),
        (born >= tick) | (kind == BOSS_PART) | drift,
        magnitude(length - 1.0) <= where(young, YOUNG_SLACK, UNIT_SLACK),
        (born >= tick) | (magnitude(dot(h, p)) <= DRIFT_SLACK * away),
        (hit_by >= -1.0) & (hit_by < rows_end),
    )


@inline
def hold_all(flags: Any) -> Any:
    """True where all of the flags of `BODY_LAWS` hold."""
    a, b, c, d, e, f, g, h, i, j, k, m, n = flags
    return a & b & c & d & e & f & g & h & i & j & k & m & n


@inline
def magnitude(value: Number) -> Number:
    """Absolute value, of a number or of a register; NaN stays NaN."""
    return where(value < 0.0, 0.0 - value, value)


@inline
def look_at_equipment(sim: Simulation, live: I32, count: Integer, row_out: I64) -> None:
    """Look at the memory and the command of the live ships, as at bodies, and at the live bullets."""
    m, c, ships, k = sim.memory, sim.commands, len(sim.ships.cooldown), 0
    while k + F64_LANES <= count and live[k + F64_LANES - 1] < ships:
        rows = load_rows(live, np.uint64(k))
        cover, axis = gather_vectors(m.cover, rows), gather_vectors(m.ring_axis, rows)
        move, aim = gather_vectors(c.move, rows), gather_vectors(c.aim, rows)
        target, shielder = gather(m.target, rows), gather(sim.ships.shielder, rows)
        finite = (dot(cover, cover) <= HUGE) & (dot(axis, axis) <= HUGE)
        given = (dot(move, move) <= HUGE) & (dot(aim, aim) <= HUGE)
        aims = (target >= -1.0) & (target < np.float64(len(sim.bodies.alive)))
        shielded = (shielder >= -1.0) & (shielder < np.float64(ships))
        if bits_of(finite & given & aims & shielded) != ALL_LANES:
            for at in range(k, k + F64_LANES):
                look_at_ship(sim, np.int64(live[at]), row_out)
        k += F64_LANES
    for at in range(k, count):
        if live[at] < ships:
            look_at_ship(sim, np.int64(live[at]), row_out)
        elif live[at] >= sim.pools.start[BULLET_POOL]:
            look_at_bullet(sim, np.int64(live[at]), row_out)


@inline
def look_at_ship(sim: Simulation, row: Row, row_out: I64) -> None:
    """Look at the memory and the command of a live ship."""
    m, c, rows, ships = sim.memory, sim.commands, len(sim.bodies.alive), len(sim.ships.cooldown)
    cover, axis, move, aim = (
        vector(m.cover, row),
        vector(m.ring_axis, row),
        vector(c.move, row),
        vector(c.aim, row),
    )
    note(row_out, COVER, row, dot(cover, cover) <= HUGE)
    note(row_out, RING_AXIS, row, dot(axis, axis) <= HUGE)
    note(row_out, MOVE, row, dot(move, move) <= HUGE)
    note(row_out, AIM, row, dot(aim, aim) <= HUGE)
    note(row_out, TARGET, row, -1 <= m.target[row] < rows)
    note(row_out, SHIELDER, row, -1 <= sim.ships.shielder[row] < ships)


@inline
def look_at_bullet(sim: Simulation, row: Row, row_out: I64) -> None:
    """Look at a live bullet."""
    slot = row - sim.pools.start[BULLET_POOL]
    note(row_out, DAMAGE, row, abs(sim.bullets.damage[slot]) <= HUGE)
    note(row_out, OWNER, row, -1 <= sim.bullets.owner[slot] < len(sim.ships.cooldown))


@inline
def look_at_players(sim: Simulation, row_out: I64) -> None:
    """Look at the equipment of all players, and at the frame of those who fly."""
    p, b = sim.players, sim.bodies
    for slot in range(len(p.boost)):
        note(row_out, WEAPON, slot, p.weapon[slot] < WEAPON_COUNT)
        note(row_out, BOMBS, slot, p.bombs[slot] >= 0)
        if not b.alive[slot]:
            continue
        up, place = vector(p.up, slot), vector(b.position, slot)
        note(row_out, BOOST, slot, 0.0 <= p.boost[slot] <= 1.0)
        note(row_out, UP_UNIT, slot, abs(dot(up, up) - 1.0) <= UNIT_SLACK)
        note(row_out, UP_TANGENT, slot, abs(dot(up, place)) <= DRIFT_SLACK * sim.shell_radius[0])
        note(row_out, ALIVE, slot, b.health[slot] > 0.0)


@inline
def look_at_pools(sim: Simulation, live: I32, count: Integer, row_out: I64) -> None:
    """Compare live rows and their kinds with the pools that they are in."""
    pools, kind, k = sim.pools, sim.bodies.kind, 0
    for pool in range(POOLS):
        start, stop, first = pools.start[pool], pools.stop[pool], k
        while k < count and live[k] < stop:
            row = np.int64(live[k])
            own = kind[row] < KIND_COUNT and np.int64(sim.kinds.pool[kind[row]]) == pool
            note(row_out, KIND, row, own)
            k += 1
        note(row_out, AVAILABLE, start, k - first + pools.available[pool] == stop - start)


@inline
def look_at_free_rows(sim: Simulation, seen_out: U8, row_out: I64) -> None:
    """Compare the stack of free rows of each pool with what is dead in it."""
    pools, alive = sim.pools, sim.bodies.alive
    for row in range(len(seen_out)):
        seen_out[row] = 0
    for pool in range(POOLS):
        start, stop = pools.start[pool], pools.stop[pool]
        for k in range(start, start + max(0, min(pools.available[pool], stop - start))):
            row = np.int64(pools.free[k])
            inside = start <= row < stop
            note(row_out, FREE, k, inside and not alive[row] and seen_out[row] == 0)
            if inside:
                seen_out[row] = 1


@inline
def look_into_grid(sim: Simulation, near_out: I32, row_out: I64) -> None:
    """Search bodies in the grid that were there when it was rebuilt, some rows in each tick."""
    b, center, rows, tick = sim.bodies, sim.bounds.center, len(sim.bodies.alive), sim.tick[0]
    stride = max(GRID_STRIDE, rows // GRID_ROWS)
    for row in range(tick % stride, rows, stride):
        if not b.alive[row] or b.born[row] >= tick:
            continue
        x, y, z = vector(center, row)
        count = gather_sphere(sim.grid, x, y, z, NEAR, near_out)
        met = False
        for k in range(min(count, len(near_out))):
            met |= near_out[k] == row
        note(row_out, GRID, row, met)
