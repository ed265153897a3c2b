"""Pickups: drift, pull towards players, collection and lifetime.

`collect_pickups` runs once per tick, after all motion. A pickup is a body without contacts. Collection is
tested here by distance, between few pickups and at most four players. `arena.sim.tables.pickups.give` applies
its effects. Points and lives belong to the rules of a mode, which read the COLLECTED event. The event shares
the reserved room of deaths, so it is never dropped.
"""

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline, kernel
from arena.jit.annotations import Integer, Row
from arena.sim.kinds import Pool
from arena.sim.system import EVENTS, columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events, add_death
from arena.sim.tables.hulls import HullTable
from arena.sim.tables.loadout import Effect, Loadout
from arena.sim.tables.pickups import GIVEN, PickupTable, give
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import dot, length, put, scaled, subtract, vector

COLLECTED, PICKUP = int(Event.COLLECTED), kinds.PICKUP.number
SHIELD, BOMBS, MAGNET = Effect.SHIELD.value, Effect.BOMBS.value, Effect.MAGNET.value
PICKUP_POOL = int(Pool.PICKUP)
LIFE_TICKS = round(tuning.PICKUP.life * tuning.TICK_RATE)
DRAG = 1.0 - tuning.PICKUP.drag * tuning.DT
REACH, PULL_REACH = tuning.PICKUP.reach, tuning.PICKUP.pull_reach
PULL_SPEED = tuning.PICKUP.pull_speed
NOWHERE = 1e9
"""Stands for infinity [u]."""


@system(writes=(*columns("bodies", "velocity", "health", "hit_by"), *GIVEN, *EVENTS))
def collect_pickups(sim: Simulation) -> None:
    """Pull pickups towards near players, apply those collected, and despawn those past their lifetime."""
    start, stop = sim.pools.start[PICKUP_POOL], sim.pools.stop[PICKUP_POOL]
    if sim.pools.available[PICKUP_POOL] < stop - start:
        collect_rows(
            sim.population, sim.events, sim.pickup_rules, sim.hulls, sim.loadout, start, stop, sim.tick[0]
        )


@kernel
def collect_rows(
    population_inout: Population,
    events_inout: Events,
    table: PickupTable,
    hulls: HullTable,
    loadout: Loadout,
    start: Integer,
    stop: Integer,
    tick: Integer,
) -> None:
    """`collect_pickups` for rows start..stop."""
    p, b = population_inout, population_inout.bodies
    for row in range(start, stop):
        if not b.alive[row] or b.kind[row] != PICKUP:
            continue
        slot, distance = nearest_player(b, len(p.players.boost), row)
        fitted = loadout.value[slot, p.players.weapon[slot]]
        room = distance - b.radius[row]
        if tick - b.born[row] >= LIFE_TICKS:
            b.health[row] = 0.0
        elif room < REACH:
            full = hulls.shield[p.players.hull[slot]] + fitted[SHIELD]
            give(p, slot, b.variant[row], table, full, fitted[BOMBS], tick)
            b.health[row], b.hit_by[row] = 0.0, slot
            add_death(events_inout, COLLECTED, slot, row, b.kind[row], b.variant[row], b.position[row])
        elif room < PULL_REACH * fitted[MAGNET]:
            pull(b, row, slot)
        else:
            put(b.velocity, row, scaled(vector(b.velocity, row), DRAG))


@inline
def nearest_player(bodies: Bodies, players: Integer, row: Row):
    """(slot, distance [u] from a pickup's centre to that player's hull); NOWHERE if no player is alive."""
    best, least = 0, NOWHERE
    for slot in range(players):
        if not bodies.alive[slot]:
            continue
        distance = length(subtract(vector(bodies.position, slot), vector(bodies.position, row)))
        if distance - bodies.radius[slot] < least:
            best, least = slot, distance - bodies.radius[slot]
    return best, least


@inline
def pull(bodies_inout: Bodies, row: Row, slot: Row) -> None:
    """Set a pickup's velocity along the shell towards a player."""
    here = vector(bodies_inout.position, row)
    way = subtract(vector(bodies_inout.position, slot), here)
    way = subtract(way, scaled(here, dot(way, here) / dot(here, here)))
    put(bodies_inout.velocity, row, scaled(way, PULL_SPEED / max(length(way), 1e-6)))
