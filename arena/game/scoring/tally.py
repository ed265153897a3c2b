"""Tally of a tick's events, in one call: score, shards, lives, and bullets out of range.

`keep_team` runs it together with the rest of what a team's rules do in every tick. Both run after the step.
"""

from typing import Any

import numpy as np
from numba import typeof

from arena.ai.behaviours import Behaviours, create_behaviours
from arena.game.companions import complete_all
from arena.game.scoring.cascades import score_cascades
from arena.game.scoring.harm import Deaths, Harm, note_deaths, note_harm
from arena.game.scoring.lives import NEVER, Lives, count_deaths
from arena.game.scoring.near_misses import pay_near_misses
from arena.game.scoring.points import (
    Score,
    ScoreTable,
    create_score_table,
    score_death,
    score_events,
    score_pickup,
)
from arena.game.scoring.shards import SHARDS_TABLE, Shards, move_shards, scatter_shards
from arena.game.scoring.visibility import Notice, Watch, create_watch, watch_bodies
from arena.game.seats import Seats, return_players, seats_wait
from arena.game.spawning.drops import DropTable, create_drop_table, drop_pickups
from arena.jit import inline, kernel
from arena.jit.annotations import F64, I64, Flag, Integer, Real, Row
from arena.jit.calls import address_of, call_address
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.sim.tables.loadout import Loadout
from arena.sim.tables.pickups import PickupTable
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.sleep import RegionEvents
from arena.sim.world import World

OVER, RETURNS, FITTINGS = 1, 2, 4
"""Bits of the result of `tally_tick`: nobody flies or will return; a player's time to return has come; a
player was fitted with a module."""

SEATS = 8
"""Result of `keep_team` where players may come or go."""

KEPT = 16
"""Result of a mode's kernel that runs `keep_team` and all the rest of a tick."""

ENTRIES = 8
"""Kernels that `keep_team` calls."""


@kernel
def tally_tick(
    events_inout: Events, region_events: RegionEvents, population_inout: Population, loadout: Loadout,
    score_table: ScoreTable, drops: DropTable, pickups: PickupTable, share: float, growth: float,
    shell_radius: float, seed: int, tick: int, score_inout: Score, shards_inout: Shards, lives_inout: Lives,
) -> int:  # fmt: skip
    """Despawn bullets out of range, score, drop pickups and shards, take lives; returns what was found.

    `share` is the difficulty's factor on points, `growth` is that of `cascade_points`. Shots still in flight
    when the match is over pay nobody.
    """
    bodies_inout, pools = population_inout.bodies, population_inout.pools
    despawn_far_bullets(region_events, bodies_inout, pools.start[Pool.BULLET])
    if not is_over(bodies_inout, lives_inout):
        collect(events_inout, pickups, share, score_inout, lives_inout)
        drop_pickups(events_inout, population_inout, drops, shell_radius, seed, tick)
        score_cascades(events_inout, pools.start[Pool.ENEMY], share, growth, tick, score_inout)
        score_events(events_inout, pools.start[Pool.ENEMY], score_table, share, tick, score_inout)
        move_shards(
            bodies_inout, population_inout.commands, loadout, len(lives_inout.returns_at), shell_radius, tick,
            shards_inout, score_inout, events_inout,
        )  # fmt: skip
        scatter_shards(
            events_inout, bodies_inout, pools.start[Pool.ENEMY], score_table, shell_radius, seed, tick,
            shards_inout,
        )  # fmt: skip
    if count_deaths(bodies_inout, tick, lives_inout) > 0:
        score_death(score_inout)
    found = OVER if is_over(bodies_inout, lives_inout) else 0
    for at in range(events_inout.count[0]):
        if events_inout.kind[at] == Event.FITTED:
            found |= FITTINGS
    for slot in range(len(lives_inout.returns_at)):
        if NEVER < lives_inout.returns_at[slot] <= tick:
            found |= RETURNS
    return found


class TeamTables(Table):
    """Tables that `keep_team` reads and writes beside the simulation."""

    score: Score
    shards: Shards
    lives: Lives
    notice: Notice
    watch: Watch
    harm: Harm
    deaths: Deaths
    behaviours: Behaviours
    score_table: ScoreTable
    drops: DropTable
    share: F64  # factor of the difficulty on points, shape (1,)
    growth: F64  # factor of `cascade_points`, shape (1,)
    seats: Seats
    entries: I64  # addresses of the kernels that `keep_team` calls, shape (ENTRIES,)


_entries: dict[Any, tuple[int, ...]] = {}
"""Addresses by the types of both tables."""


def create_team_tables(world: World) -> TeamTables:
    """Tables for `keep_team`, of a world with those of a team; its mode writes `share` and `growth`."""
    sim, config, named = world.simulation, world.config, world.tables
    tables = TeamTables(
        score=named["score"], shards=named[SHARDS_TABLE], lives=named["lives"], notice=named["notice"],
        watch=create_watch(config.capacity, config.ships), harm=named["harm"], deaths=named["deaths"],
        behaviours=create_behaviours(), score_table=create_score_table(), drops=create_drop_table(),
        share=np.ones(1), growth=np.ones(1), seats=named["seats"], entries=np.zeros(ENTRIES, np.int64),
    )  # fmt: skip
    types = typeof(sim), typeof(tables)
    if types not in _entries:
        _entries[types] = _addresses(sim, tables)
    tables.entries[:] = _entries[types]
    return tables


def _addresses(sim: Simulation, t: TeamTables) -> tuple[int, ...]:
    population = sim.population
    return (
        address_of(seats_wait, sim.commands, sim.bodies.alive, t.seats, t.lives),
        address_of(note_harm, sim.events, population, t.notice, 0.0, 0, t.harm),
        address_of(note_deaths, sim.bodies, t.lives.flew, 0, 0, t.harm, t.deaths),
        address_of(watch_bodies, population, t.behaviours, 0.0, 0, t.notice, t.watch),
        address_of(
            tally_tick, sim.events, sim.region_events, population, sim.loadout, t.score_table, t.drops,
            sim.pickup_rules, 0.0, 0.0, 0.0, 0, 0, t.score, t.shards, t.lives,
        ),
        address_of(return_players, sim, t.lives),
        address_of(complete_all, sim),
        address_of(pay_near_misses, population, 0.0, 0, sim.events, t.score, sim.compaction),
    )  # fmt: skip


@kernel
def keep_team(sim_inout: Simulation, tables_inout: TeamTables, section: Integer, seated: Flag):
    """Note hits and deaths, tally, let players return, and pay near misses; returns OVER or 0.

    It returns SEATS, and has done nothing, where `follow_seats` may have something to do, unless `seated`.
    """
    sim, t, entries = sim_inout, tables_inout, tables_inout.entries
    shell, tick, share = sim.shell_radius[0], sim.tick[0], t.share[0]
    if not seated and call_address(entries[0], (sim.commands, sim.bodies.alive, t.seats, t.lives)):
        return SEATS
    call_address(entries[1], (sim.events, sim.population, t.notice, shell, tick, t.harm))
    call_address(entries[2], (sim.bodies, t.lives.flew, tick, section, t.harm, t.deaths))
    call_address(entries[3], (sim.population, t.behaviours, shell, tick, t.notice, t.watch))
    found = call_address(
        entries[4],
        (
            sim.events, sim.region_events, sim.population, sim.loadout, t.score_table, t.drops,
            sim.pickup_rules, share, t.growth[0], shell, sim.seed[0], tick, t.score, t.shards, t.lives,
        ),
    )  # fmt: skip
    if found & RETURNS:
        call_address(entries[5], (sim, t.lives))
    if found & FITTINGS:
        call_address(entries[6], (sim,))
    if found & OVER == 0:
        call_address(entries[7], (sim.population, share, tick, sim.events, t.score, sim.compaction))
    return found & OVER


@inline
def despawn_far_bullets(region_events: RegionEvents, bodies_inout: Bodies, first_bullet: Row) -> None:
    """Let the bullets that left the live regions in this tick end with the next: nobody would see a hit."""
    left, health = region_events.left, bodies_inout.health
    for k in range(region_events.left_count[0]):
        if left[k] >= first_bullet:
            health[left[k]] = 0.0


@inline
def collect(
    events: Events, pickups: PickupTable, share: Real, score_inout: Score, lives_inout: Lives
) -> None:
    """Score the pickups that were taken in this tick, and count a life that was among them."""
    for at in range(events.count[0]):
        if events.kind[at] == Event.COLLECTED:
            what = np.int64(events.size[at])
            score_pickup(score_inout, share)
            lives_inout.left[0] += pickups.lives[what]


@kernel
def is_over(bodies: Bodies, lives: Lives) -> bool:
    """Return whether nobody flies and nobody will return."""
    if lives.left[0] > 0:
        return False
    return not bodies.alive[: len(lives.returns_at)].any()
