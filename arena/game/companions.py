"""Companions of each player: one that everybody has, and those that modules add."""

from typing import TYPE_CHECKING

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.modules import MODULES
from arena.game.rules import FIELD
from arena.game.spawning.spawn_points import spiral_point
from arena.jit import inline, kernel
from arena.jit.annotations import Flag, Row
from arena.sim.births import place_companion, unit_or_pole
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.loadout import Effect, fit_loadout
from arena.sim.tables.simulation import Simulation
from arena.vectors import put, vector

if TYPE_CHECKING:
    from arena.sim.world import World

COMPANIONS_MOST = 1 + sum(round(row.rules.levels * row.rules.effects.wingmen) for row in MODULES)
"""Most companions of one player."""
COMPANION, COMPANION_POOL, WINGMEN = kinds.COMPANION.number, int(Pool.COMPANION), int(Effect.WINGMEN)
GAP = FIELD.team_gap


def companions_of(world: "World", slot: int) -> list[int]:
    """Rows of a player's companions."""
    rows = world.rows(Pool.COMPANION)
    own = (world.memory.target[rows] == slot) & (world.bodies.kind[rows] == kinds.COMPANION.number)
    return rows[own].tolist()


@inline
def is_companion(bodies: Bodies, memory: Memory, row: Row, slot: Row) -> Flag:
    """Return whether a row is a living companion of a player."""
    return bodies.alive[row] and bodies.kind[row] == COMPANION and memory.target[row] == slot


@kernel
def complete_companions(sim_inout: Simulation, slot: Row) -> None:
    """Spawn the missing companions of a player beside it.

    A world without room for them, as that of a trial, goes without.
    """
    sim, b, memory, shell = sim_inout, sim_inout.bodies, sim_inout.memory, sim_inout.shell_radius[0]
    first, stop = sim.pools.start[COMPANION_POOL], sim.pools.stop[COMPANION_POOL]
    fit_loadout(sim.players, sim.module_rules, sim.loadout)
    here = np.empty((2, 3))
    put(here, 0, unit_or_pole(vector(b.position, slot)))
    for station in range(1 + np.int64(sim.loadout.value[slot, 0, WINGMEN])):
        there = False
        for row in range(first, stop):
            there |= is_companion(b, memory, row, slot) and memory.ring_slot[row] == station
        if not there:
            spiral_point(here[0], 1 + station, GAP / shell, here[1])
            beside = vector(here, 1)
            place_companion(sim.population, sim.kinds, slot, beside, station, shell, sim.tick[0])


@kernel
def complete_all(sim_inout: Simulation) -> None:
    """Spawn the missing companions of all players who fly."""
    for slot in range(len(sim_inout.players.boost)):
        if sim_inout.bodies.alive[slot]:
            complete_companions(sim_inout, slot)
