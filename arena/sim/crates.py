"""Crates: bodies of the pickup pool with a module in each; a player takes one by flying into it.

`open_crates` runs once per tick, after all motion. `Players.picks` says how many of the crates that lie about
a player may take. Nothing can hit a crate, and it does not move. They leave together: when nobody may take
one, or when their time on the shell is over. A mode sends them, see `arena.game.crates`.
"""

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import inline, kernel
from arena.jit.annotations import Flag, Integer, Row
from arena.sim.kinds import Pool
from arena.sim.system import EVENTS, columns, system
from arena.sim.tables.bodies import Players
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.loadout import Effect, ModuleTable
from arena.sim.tables.pickups import BOMBS_MAX
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import length, subtract, vector

CRATE, FITTED = kinds.CRATE.number, int(Event.FITTED)
LIFE_TICKS = round((tuning.CRATE.fall + tuning.CRATE.life) * tuning.TICK_RATE)
PICKUP_POOL = int(Pool.PICKUP)
REACH = tuning.CRATE.reach
BOMBS = Effect.BOMBS.value


@system(writes=("bodies.health", *columns("players", "modules", "module_levels", "picks", "bombs"), *EVENTS))
def open_crates(sim: Simulation) -> None:
    """Give the module of a crate to the player who flies into it, and despawn crates whose time is over."""
    start, stop = sim.pools.start[PICKUP_POOL], sim.pools.stop[PICKUP_POOL]
    if sim.pools.available[PICKUP_POOL] < stop - start:
        open_rows(sim.population, sim.module_rules, sim.events, start, stop, sim.tick[0])


@kernel
def open_rows(
    population_inout: Population,
    modules: ModuleTable,
    events_inout: Events,
    start: Integer,
    stop: Integer,
    tick: Integer,
) -> None:
    """`open_crates` for rows start..stop. A player within reach of two crates takes that of the lower row."""
    b, players = population_inout.bodies, population_inout.players
    for row in range(start, stop):
        if not b.alive[row] or b.kind[row] != CRATE or b.radial_speed[row] != 0.0:
            continue
        for slot in range(len(players.picks)):
            if not b.alive[slot] or players.picks[slot] == 0:
                continue
            gap = length(subtract(vector(b.position, slot), vector(b.position, row)))
            if gap - b.radius[slot] - b.radius[row] < REACH:
                fit_module(players, modules, slot, np.int64(b.variant[row]))
                players.picks[slot] -= np.uint8(1)
                add_event(events_inout, FITTED, slot, row, b.kind[slot], b.variant[row], b.position[row])
    leave = not anyone_picks(players)
    for row in range(start, stop):
        if b.alive[row] and b.kind[row] == CRATE and (leave or tick - b.born[row] >= LIFE_TICKS):
            b.health[row] = np.float32(0.0)


@inline
def anyone_picks(players: Players) -> Flag:
    """True if a player may still take a crate."""
    return players.picks.max() > 0


@inline
def place_of(players: Players, slot: Row, module: Integer) -> Integer:
    """Place of a module on a player's ship, -1 if it is not there; `module` -1: the first empty place."""
    for place in range(players.modules.shape[1]):
        if players.modules[slot, place] == module + 1:
            return place
    return -1


@kernel
def fit_module(players_inout: Players, modules: ModuleTable, slot: Row, module: Integer) -> None:
    """Put a module on a player's ship, or raise its level. An evolution takes the places of what it replaces.

    A module beyond its last level, or without an empty place, changes nothing but the bombs.
    """
    p = players_inout
    for part in range(2):
        old = modules.evolves_from[module, part]
        place = place_of(p, slot, old) if old >= 0 else -1
        if place >= 0:
            p.modules[slot, place] = p.module_levels[slot, place] = np.uint8(0)
    place = place_of(p, slot, module)
    if place < 0:
        place = place_of(p, slot, -1)
    if place < 0:
        return
    p.modules[slot, place] = np.uint8(module + 1)
    if p.module_levels[slot, place] < modules.levels[module]:
        p.module_levels[slot, place] += np.uint8(1)
    for place in range(p.modules.shape[1]):
        held = np.int64(p.modules[slot, place]) - 1
        if held >= 0:
            gained = np.int32(modules.effect[held, BOMBS] * p.module_levels[slot, place])
            p.bombs[slot] = min(p.bombs[slot] + gained, np.int32(BOMBS_MAX + gained))
