"""`Observer`: writes what a player sees into the rows of a `Layout`, numbers in -1..1.

Kernels list the bodies about the ship, nearest hull first, and show each in the plane of the player's sticks.
`arena.env.layout` says what the rows mean. An enemy is seen from the tick after its birth on.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.env.layout import (
    ALTITUDE,
    BOMBS,
    BULLETS,
    FIRST_WEAPON,
    GOAL_KINDS,
    GOAL_ROWS,
    LIST_COUNT,
    LIVES,
    MATES,
    MULTIPLIER,
    OWN_ROWS,
    PICKUPS,
    RADIUS,
    ROCKS,
    SHARD_LIST,
    SPEED,
    THREATS,
    TIME,
    UNTOUCHABLE,
    WIDTHS,
    Layout,
)
from arena.game.goal import GOAL_TABLE, Goal, create_goal
from arena.game.match import Match
from arena.game.modes.team import TeamMode
from arena.game.rules import SHARDS
from arena.game.scoring.shards import Shards
from arena.grid.queries import gather_near
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, I32, I64, Flag, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.kinds import LOADED, VOLATILE, Phase, Pool, Team, in_mask, kind_mask
from arena.sim.tables.loadout import Effect
from arena.sim.tables.simulation import Simulation
from arena.tuning import TICK_RATE
from arena.vectors import Vector, add, cross, dot, length, normalised, scaled, subtract, tangent_part, vector

SHARES = (0.33, 0.66, 1.0)
"""Shares of the reach within which enemies are looked for, until their list is full."""
SWEEP = 2.0
"""[u] by which a question to the grid exceeds the reach: it holds where bodies were within the tick."""

ENEMIES, WINDUP = int(Team.ENEMIES), int(Phase.WINDUP)
SHIELD = int(Effect.SHIELD)
SHARD_LIFE = SHARDS.life * TICK_RATE
MINE_KIND, CRATE_KIND = kinds.MINE.number, kinds.CRATE.number
BOSSES = kind_mask(18, "bosses", lambda row: row in (kinds.BOSS, kinds.BOSS_PART))
ENEMY_POOL, MINE_POOL, ASTEROID_POOL = int(Pool.ENEMY), int(Pool.MINE), int(Pool.ASTEROID)
PICKUP_POOL, BULLET_POOL = int(Pool.PICKUP), int(Pool.BULLET)


class ObserverTable(Table):
    """Numbers and scratch of an observer."""

    counts: I64  # entries of each list, shape (LIST_COUNT,)
    starts: I64  # place of each list in `row` and `gap`, shape (LIST_COUNT + 1,)
    reach: F64  # [u], shape (1,)
    near: I32  # answer of the grid, shape (capacity,)
    found: I64  # entries found of each list, shape (LIST_COUNT,)
    row: I64  # of the bodies found, nearest first
    gap: F64  # [u] from the ship's centre to their hulls


class Observer:
    """Observations of the players of one match; they take a few microseconds and allocate nothing."""

    def __init__(self, match: Match, layout: Layout) -> None:
        """Make room for a layout.

        Raises:
            ValueError: the match's mode has no score and lives to observe.
        """
        self.layout = layout
        starts = np.concatenate([[0], np.cumsum(layout.counts)]).astype(np.int64)
        self._table = ObserverTable(
            np.array(layout.counts, np.int64), starts, np.array([layout.reach]),
            np.zeros(match.world.config.capacity, np.int32), np.zeros(LIST_COUNT, np.int64),
            np.zeros(int(starts[-1]), np.int64), np.zeros(int(starts[-1])),
        )  # fmt: skip
        self._no_goal = create_goal()
        self.bind(match)

    def bind(self, match: Match) -> None:
        """Observe the game that the match plays now; call it after every `Match.reset`."""
        mode, world = match.mode, match.world
        if not isinstance(mode, TeamMode):
            raise ValueError(f"mode {match.setup.mode} has no team to observe")
        self._world = world
        self._shards = mode.shards
        self._lives, self._multiplier = mode.lives.left, mode.score.multiplier
        self._goal: Goal = world.tables.get(GOAL_TABLE, self._no_goal)

    def observe(self, slot: int, out: NDArray[np.float32]) -> None:
        """Write the rows of player `slot`, shape (layout.rows,), C-contiguous."""
        world = self._world
        observe(
            world.simulation, slot, self._goal, self._lives, self._multiplier, self._shards, WIDTHS,
            self._table, world.tick > 0, out,
        )  # fmt: skip


@inline
def frame_of(sim: Simulation, slot: Integer) -> tuple[Vector, Vector, Vector, Vector]:
    """Place of a player [u], and outward, right and up in the frame of its sticks (unit)."""
    here = vector(sim.bodies.position, slot)
    outward = normalised(here)
    up = normalised(tangent_part(vector(sim.players.up, slot), outward))
    return here, outward, cross(up, outward), up


@kernel
def observe(
    sim: Simulation, slot: Integer, goal: Goal, lives: I64, multiplier: I64, shards: Shards,
    widths: I64, table_inout: ObserverTable, has_grid: Flag, view_out: F32,
) -> None:  # fmt: skip
    """Write one player's observation; `has_grid` is False before the first tick."""
    t, bodies, tick = table_inout, sim.bodies, sim.tick[0]
    view_out[:] = 0.0
    view_out[10] = share(lives[0] / LIVES)
    view_out[11] = share(multiplier[0] / MULTIPLIER)
    view_out[12] = share(tick / TIME)
    if not bodies.alive[slot]:
        return
    here, outward, right, up = frame_of(sim, slot)
    show_own(sim, slot, right, up, tick, view_out)
    show_goal(goal, outward, right, up, sim.shell_radius[0], t.reach[0], view_out)
    t.found[:] = 0
    list_threats(sim, here, tick, has_grid, t)
    list_pool(sim, ASTEROID_POOL, ROCKS, here, t)
    list_pool(sim, PICKUP_POOL, PICKUPS, here, t)
    list_pool(sim, BULLET_POOL, BULLETS, here, t)
    for other in range(len(sim.players.boost)):
        if other != slot and bodies.alive[other]:
            insert(t, MATES, other, length(subtract(vector(bodies.position, other), here)))
    at = OWN_ROWS + GOAL_ROWS
    for group in range(LIST_COUNT):
        for k in range(t.found[group]):
            row = t.row[t.starts[group] + k]
            show_body(sim, group, row, slot, outward, right, up, t.reach[0], view_out, at + k * widths[group])
        at += t.counts[group] * widths[group]
    at -= t.counts[SHARD_LIST] * widths[SHARD_LIST]
    list_shards(shards, here, tick, t)
    for k in range(t.found[SHARD_LIST]):
        row = t.row[t.starts[SHARD_LIST] + k]
        view_out[at] = 1.0
        x, y = in_plane(vector(shards.position, row), outward, right, up, sim.shell_radius[0])
        view_out[at + 1], view_out[at + 2] = signed(x / t.reach[0]), signed(y / t.reach[0])
        view_out[at + 3] = share((shards.ends_at[row] - tick) / SHARD_LIFE)
        at += widths[SHARD_LIST]


@inline
def share(value: Real):
    """A value within 0..1."""
    return np.float32(min(max(value, 0.0), 1.0))


@inline
def signed(value: Real):
    """A value within -1..1."""
    return np.float32(min(max(value, -1.0), 1.0))


@inline
def shield_of(sim: Simulation, slot: Row):
    """Share of a player's full health."""
    full = np.float64(sim.hulls.shield[sim.players.hull[slot]]) + sim.loadout.value[slot, 0, SHIELD]
    return share(sim.bodies.health[slot] / max(full, 1.0))


@inline
def show_own(sim: Simulation, slot: Row, right: Vector, up: Vector, tick: Integer, view_out: F32) -> None:
    """Write the rows of `OWN` of a ship that flies."""
    players, bodies = sim.players, sim.bodies
    velocity, nose = vector(bodies.velocity, slot), vector(bodies.heading, slot)
    view_out[0] = 1.0
    view_out[1] = shield_of(sim, slot)
    view_out[2] = share(np.float64(players.boost[slot]))
    view_out[3] = 1.0 if players.boost_until[slot] > tick else 0.0
    view_out[4] = share((sim.ships.untouchable_until[slot] - tick) / UNTOUCHABLE)
    view_out[5] = share(players.bombs[slot] / BOMBS)
    view_out[6], view_out[7] = signed(dot(velocity, right) / SPEED), signed(dot(velocity, up) / SPEED)
    view_out[8], view_out[9] = signed(dot(nose, right)), signed(dot(nose, up))
    view_out[FIRST_WEAPON + np.int64(players.weapon[slot])] = 1.0


@inline
def show_goal(
    goal: Goal, outward: Vector, right: Vector, up: Vector, shell_radius: Real, reach: Real, view_out: F32
) -> None:
    """Write the rows of `GOAL`."""
    if goal.kind[0] > 0:
        view_out[OWN_ROWS + goal.kind[0] - 1] = 1.0
        x, y = in_plane((goal.place[0], goal.place[1], goal.place[2]), outward, right, up, shell_radius)
        size = max(math.sqrt(x * x + y * y), reach)
        view_out[OWN_ROWS + GOAL_KINDS], view_out[OWN_ROWS + GOAL_KINDS + 1] = (
            signed(x / size), signed(y / size),
        )  # fmt: skip
        view_out[OWN_ROWS + GOAL_KINDS + 2] = share(goal.radius[0] / reach)


@inline
def in_plane(there: Vector, outward: Vector, right: Vector, up: Vector, shell_radius: Real):
    """(right, up) of the arc [u] to a place of any altitude."""
    x, y = dot(there, right), dot(there, up)
    side = math.sqrt(x * x + y * y)
    arc = shell_radius * math.atan2(side, dot(there, outward))
    factor = arc / side if side > 0.0 else 0.0
    return x * factor, y * factor


@inline
def list_threats(
    sim: Simulation, here: Vector, tick: Integer, has_grid: Flag, table_inout: ObserverTable
) -> None:
    """List enemy ships and mines; of a crowd only those about the ship are looked at."""
    t, pools = table_inout, sim.pools
    if not has_grid:
        list_pool(sim, ENEMY_POOL, THREATS, here, t)
        list_pool(sim, MINE_POOL, THREATS, here, t)
        return
    for part in SHARES:
        limit, t.found[THREATS] = t.reach[0] * part, 0
        count = gather_near(sim.grid, here[0], here[1], here[2], limit + SWEEP, pools.stop[MINE_POOL], t.near)
        for k in range(min(count, len(t.near))):
            row = np.int64(t.near[k])
            if row >= pools.start[ENEMY_POOL] and sim.bodies.born[row] < tick:
                enlist(sim.bodies, row, THREATS, here, limit, t)
        if t.found[THREATS] == t.counts[THREATS]:
            return


@inline
def list_pool(
    sim: Simulation, pool: Integer, group: Integer, here: Vector, table_inout: ObserverTable
) -> None:
    """List the bodies of a pool; of bullets those of enemies."""
    bodies = sim.bodies
    for row in range(sim.pools.start[pool], sim.pools.stop[pool]):
        if group != BULLETS or bodies.team[row] == ENEMIES:
            enlist(bodies, row, group, here, table_inout.reach[0], table_inout)


@inline
def list_shards(shards: Shards, here: Vector, tick: Integer, table_inout: ObserverTable) -> None:
    """List the shards that lie about."""
    if table_inout.counts[SHARD_LIST] == 0:
        return
    for row in range(len(shards.ends_at)):
        if shards.ends_at[row] > tick:
            gap = length(subtract(vector(shards.position, row), here))
            if gap <= table_inout.reach[0]:
                insert(table_inout, SHARD_LIST, row, gap)


@inline
def enlist(
    bodies: Any, row: Row, group: Integer, here: Vector, reach: Real, table_inout: ObserverTable
) -> None:
    """Enter a body into a list if it is alive and near enough."""
    if bodies.alive[row]:
        gap = length(subtract(vector(bodies.position, row), here)) - bodies.radius[row]
        if gap <= reach:
            insert(table_inout, group, row, gap)


@inline
def insert(table_inout: ObserverTable, group: Integer, row: Row, gap: Real) -> None:
    """Keep the nearest bodies of a list, sorted by gap, then row."""
    t = table_inout
    start, count, room = t.starts[group], t.found[group], t.counts[group]
    if room == 0:
        return
    at = start + count
    if count == room:
        at -= 1
        if gap > t.gap[at] or (gap == t.gap[at] and row > t.row[at]):
            return
    else:
        t.found[group] = count + 1
    while at > start and (gap < t.gap[at - 1] or (gap == t.gap[at - 1] and row < t.row[at - 1])):
        t.gap[at], t.row[at] = t.gap[at - 1], t.row[at - 1]
        at -= 1
    t.gap[at], t.row[at] = gap, row


@inline
def show_body(
    sim: Simulation, group: Integer, row: Row, slot: Row, outward: Vector, right: Vector, up: Vector,
    reach: Real, view_out: F32, at: Integer,
) -> None:  # fmt: skip
    """Write the rows of one entry of a list."""
    bodies = sim.bodies
    there = vector(bodies.position, row)
    x, y = in_plane(there, outward, right, up, sim.shell_radius[0])
    view_out[at] = 1.0
    view_out[at + 1], view_out[at + 2] = signed(x / reach), signed(y / reach)
    if group == PICKUPS:
        view_out[at + 3] = 1.0 if bodies.kind[row] == CRATE_KIND else 0.0
        return
    place = normalised(there)
    velocity, own = tangent_part(vector(bodies.velocity, row), place), vector(bodies.velocity, slot)
    # Parallel transport along the great circle, which only turns what points along it.
    turn = dot(velocity, outward) / max(1.0 + dot(outward, place), 1e-6)
    gap = subtract(subtract(velocity, scaled(add(outward, place), turn)), own)
    view_out[at + 3], view_out[at + 4] = signed(dot(gap, right) / SPEED), signed(dot(gap, up) / SPEED)
    view_out[at + 5] = share(np.float64(bodies.radius[row]) / RADIUS)
    if group == THREATS:
        kind = bodies.kind[row]
        view_out[at + 6] = share((length(there) - sim.shell_radius[0]) / ALTITUDE)
        view_out[at + 7] = 1.0 if bodies.awake[row] else 0.0
        if row < len(sim.memory.phase):
            view_out[at + 8] = 1.0 if sim.memory.phase[row] == WINDUP else 0.0
        view_out[at + 9] = 1.0 if kind == MINE_KIND else 0.0
        view_out[at + 10] = 1.0 if in_mask(VOLATILE, kind) else 0.0
        view_out[at + 11] = 1.0 if in_mask(BOSSES, kind) else 0.0
    elif group == ROCKS:
        view_out[at + 6] = 1.0 if bodies.variant[row] & LOADED else 0.0
    elif group == MATES:
        view_out[at + 6] = shield_of(sim, row)
