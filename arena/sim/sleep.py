"""Sleep: bodies far from every player move, but do not think, steer or fire.

`update_awake` runs once per tick, before dead bodies are retired. Each live player has a live region, a cap
of the shell found by one grid query. It does not depend on the camera, so the simulation never depends on the
view. A body inside is awake. A body that leaves stays awake for `TIMEOUT` ticks, then falls asleep: it stays
in the grid and on its course. A ship that falls asleep after leaving is first turned towards the nearest
player, so that it comes back.

Game rules and tests use `force_sleep`, `schedule_wake`, `forbid_sleep` and `forbid_wake`. `body_sets` returns
the sets of bodies. `world.region_events` lists the rows that crossed a border in this tick.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.grid.queries import gather_near
from arena.grid.table import GridTable
from arena.jit import inline, kernel
from arena.jit.annotations import I32, U8, Flag, Integer, Real, Row
from arena.sim.births import NEVER
from arena.sim.config import check_whole
from arena.sim.kinds import KindTable, Pool
from arena.sim.system import columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.sleep import RegionEvents, Sleep
from arena.sim.world import World
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.vectors import dot, length, normalised, put, scaled, subtract, tangent_part, vector

ENEMY_POOL = int(Pool.ENEMY)
TIMEOUT, MARGIN = tuning.SLEEP.timeout, tuning.SLEEP.margin
CRUISE = tuning.SLEEP.cruise
BLOCK = 64
"""Rows that are looked at at once."""
NOWHERE = 1e-3
"""Length [u] below which a direction is undefined."""

BORDER, CORE = np.uint8(1), np.uint8(2)
"""Values of `Regions.mark` within the margin around a live region, and within the region itself."""


@dataclass(frozen=True)
class BodySets:
    """Rows of live bodies, ascending, int64. `all` is the disjoint union of `awake` and `asleep`."""

    all: NDArray[np.int64]
    awake: NDArray[np.int64]
    asleep: NDArray[np.int64]


def body_sets(world: World) -> BodySets:
    """Sets of live bodies between two ticks."""
    alive, awake = world.bodies.alive, world.bodies.awake
    return BodySets(*(np.flatnonzero(mask) for mask in (alive, alive & awake, alive & ~awake)))


def force_sleep(world: World, row: int, wake_tick: int | None = None) -> None:
    """Put a body to sleep from the next tick on, regardless of its position.

    Args:
        world: world of the body.
        row: row of a live body that may sleep.
        wake_tick: tick at which it wakes; None: only by `schedule_wake`.

    Raises:
        ValueError: the row is dead, its body may not sleep, or the tick is out of range.
    """
    _check_alive(world, row)
    if wake_tick is not None:
        check_whole("wake_tick", wake_tick, 0, int(NEVER))
    if not world.sleep.allow_sleep[row]:
        raise ValueError(f"body {row} may not sleep: players, companions and bosses never do")
    world.sleep.forced[row] = True
    world.sleep.ordered[0] = True
    if wake_tick is not None:
        world.sleep.wake_tick[row] = wake_tick


def schedule_wake(world: World, row: int, tick: int) -> None:
    """Wake a sleeping body at a tick. Outside of live regions it falls asleep again after `TIMEOUT` ticks.

    Raises:
        ValueError: the row is dead, or the tick is out of range.
    """
    _check_alive(world, row)
    world.sleep.wake_tick[row] = check_whole("tick", tick, 0, int(NEVER))


def forbid_sleep(world: World, row: int) -> None:
    """Keep a body awake regardless of its position.

    Raises:
        ValueError: the row is dead.
    """
    _check_alive(world, row)
    world.sleep.allow_sleep[row] = False


def forbid_wake(world: World, row: int) -> None:
    """Keep a body asleep for good.

    Raises:
        ValueError: the row is dead.
    """
    _check_alive(world, row)
    world.sleep.allow_wake[row] = False
    world.sleep.ordered[0] = True


def _check_alive(world: World, row: int) -> None:
    if not (0 <= row < len(world.bodies.alive) and world.bodies.alive[row]):
        raise ValueError(f"row {row} holds no live body")


@system(
    writes=(
        *columns("bodies", "awake", "velocity", "heading"),
        *columns("sleep", "inside", "left_tick", "wake_tick", "forced"),
        *("regions.*", "region_events.*"),
    )
)
def update_awake(sim: Simulation) -> None:
    """Update `Bodies.awake`, and list the bodies that entered or left live regions."""
    sleep, regions, radius = sim.sleep, sim.regions, sim.live_radius[0]
    sim.region_events.entered_count[0] = sim.region_events.left_count[0] = 0
    if radius < np.inf:
        mark_regions(
            sim.grid, sim.bodies, len(sim.players.boost), radius, radius + MARGIN, sim.shell_radius[0],
            regions.near, regions.mark,
        )  # fmt: skip
    elif sleep.ordered[0]:
        regions.mark[:] = CORE
    else:  # without live regions, only forced bodies sleep
        return
    update_sleep(
        sim.bodies, sim.kinds, sleep, regions.mark, sim.region_events, len(sim.players.boost),
        sim.pools.stop[ENEMY_POOL], sim.tick[0],
    )  # fmt: skip


@kernel
def mark_regions(
    table: GridTable,
    bodies: Bodies,
    player_count: Integer,
    inner: Real,
    outer: Real,
    shell_radius: Real,
    rows_out: I32,
    mark_out: U8,
) -> None:
    """Mark bodies within `inner` [u] of arc of a live player CORE, within `outer` BORDER, all others 0."""
    mark_out[:] = 0
    position, alive = bodies.position, bodies.alive
    near, far = chord(inner, shell_radius), chord(outer, shell_radius)
    for slot in range(player_count):
        if not alive[slot]:
            continue
        p = vector(position, slot)
        count = gather_near(table, p[0], p[1], p[2], far, len(alive), rows_out)
        for k in range(min(count, len(rows_out))):
            row = np.uint64(rows_out[np.uint64(k)])
            gap = subtract(vector(position, row), p)
            mark = CORE if dot(gap, gap) <= near * near else BORDER
            mark_out[row] = max(mark_out[row], mark)


@inline
def chord(arc: Real, radius: Real):
    """Chord [u] of an arc [u]; the diameter for arcs beyond half a great circle."""
    sine, _ = quadrant_sine_cosine(min(0.5 * arc / radius, 0.5 * math.pi))
    return 2.0 * radius * sine


@kernel
def update_sleep(
    bodies_inout: Bodies,
    kinds: KindTable,
    sleep_inout: Sleep,
    mark: U8,
    region_events_out: RegionEvents,
    player_count: Integer,
    ship_count: Integer,
    tick: Integer,
) -> None:
    """Update region membership and `awake` of every row.

    In most ticks nothing changes in most blocks of rows: a first loop, which the compiler vectorises, tells.
    """
    region_events_out.entered_count[0] = region_events_out.left_count[0] = 0
    for start in range(0, len(bodies_inout.alive), BLOCK):
        stop = min(start + BLOCK, len(bodies_inout.alive))
        if not is_settled(bodies_inout, sleep_inout, mark, start, stop, tick):
            update_block(
                bodies_inout, kinds, sleep_inout, mark, region_events_out, player_count, ship_count, start,
                stop, tick,
            )  # fmt: skip


@inline
def is_settled(bodies: Bodies, sleep: Sleep, mark: U8, start: Integer, stop: Integer, tick: Integer) -> Flag:
    """True if `update_block` would change nothing in the rows start..stop."""
    awake, inside, wake_tick = bodies.awake, sleep.inside, sleep.wake_tick
    now, since, moved = np.int32(tick), np.int32(tick - TIMEOUT), np.uint8(0)
    for r in range(start, stop):
        row = np.uint64(r)
        here = is_here(bodies, sleep, mark, row)
        changes = (here != inside[row]) | (wakes_at(sleep, here, since, row) != awake[row])
        moved |= np.uint8(changes | (wake_tick[row] <= now))
    return moved == np.uint8(0)


@inline
def is_here(bodies: Bodies, sleep: Sleep, mark: U8, row: Row) -> Flag:
    """True for a live body within a live region; one on its border stays where it was."""
    return bodies.alive[row] & ((mark[row] == CORE) | ((mark[row] == BORDER) & sleep.inside[row]))


@inline
def wakes_at(sleep: Sleep, here: Flag, since: Integer, row: Row) -> Flag:
    """True if a body is awake, being `here` or having left after `since`, unless it was ordered otherwise."""
    may = (here | (sleep.left_tick[row] > since)) & (not sleep.forced[row])
    return (may | (not sleep.allow_sleep[row])) & sleep.allow_wake[row]


@inline
def update_block(
    bodies_inout: Bodies,
    kinds: KindTable,
    sleep_inout: Sleep,
    mark: U8,
    region_events_out: RegionEvents,
    player_count: Integer,
    ship_count: Integer,
    start: Integer,
    stop: Integer,
    tick: Integer,
) -> None:
    """`update_sleep` for the rows start..stop.

    Conditions are bitwise, because near and far bodies come in any order; only rare changes branch.
    """
    b, s, since = bodies_inout, sleep_inout, np.int32(tick - TIMEOUT)
    awake, left_tick, wake_tick = b.awake, s.left_tick, s.wake_tick
    entered, left = region_events_out.entered_count[0], region_events_out.left_count[0]
    for r in range(start, stop):
        row = np.uint64(r)
        live, here = b.alive[row], is_here(b, s, mark, row)
        if here != s.inside[row]:
            s.inside[row] = here
            if here:
                region_events_out.entered[entered] = r
                entered += 1
            elif live:
                region_events_out.left[left] = r
                left += 1
                left_tick[row] = tick
        if wake_tick[row] <= tick:
            wake_tick[row] = NEVER
            s.forced[row] = False
            left_tick[row] = tick
        wakes = wakes_at(s, here, since, row)
        # A body that was ordered to sleep keeps its course; a ship that was left behind turns back.
        ordered = s.forced[row] | (not s.allow_wake[row])
        if live & awake[row] & (not wakes) & (not ordered) & (r < ship_count):
            turn_to_player(b, kinds, player_count, row)
        awake[row] = wakes
    region_events_out.entered_count[0] = entered
    region_events_out.left_count[0] = left


@inline
def turn_to_player(bodies_inout: Bodies, kinds: KindTable, player_count: Integer, row: Row) -> None:
    """Turn a ship on the shell towards the nearest live player along the great circle, if there is one."""
    b = bodies_inout
    p, best, best_square = vector(b.position, row), -1, np.inf
    for slot in range(player_count):
        gap = subtract(vector(b.position, slot), p)
        if b.alive[slot] and dot(gap, gap) < best_square:
            best, best_square = slot, dot(gap, gap)
    if best < 0 or b.radial_speed[row] != 0.0:
        return
    up = normalised(p)
    way = tangent_part(vector(b.position, best), up)
    size = length(way)
    if size < NOWHERE:  # at the antipode all directions are as short: take the frame's first axis
        ax, ay, az, _, _, _ = kernel_tangent_frame(up[0], up[1], up[2])
        way, size = (ax, ay, az), 1.0
    put(b.velocity, row, scaled(way, CRUISE * kinds.max_speed[b.kind[row]] / size))
    put(b.heading, row, scaled(way, 1.0 / size))
