"""Companions of each player: one that everybody has, and those that modules add."""

from typing import TYPE_CHECKING

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.modules import MODULES
from arena.game.rules import FIELD
from arena.game.spawning.spawn_points import spiral_point
from arena.sim.kinds import Pool
from arena.sim.tables.loadout import Effect, fitted
from arena.sphere import unit

if TYPE_CHECKING:
    from arena.sim.world import World

COMPANIONS_MOST = 1 + sum(round(row.rules.levels * row.rules.effects.wingmen) for row in MODULES)
"""Most companions of one player."""


def companions_of(world: "World", slot: int) -> list[int]:
    """Rows of a player's companions."""
    rows = world.rows(Pool.COMPANION)
    own = (world.memory.target[rows] == slot) & (world.bodies.kind[rows] == kinds.COMPANION.number)
    return rows[own].tolist()


def complete_companions(world: "World", slot: int) -> None:
    """Spawn the missing companions of a player beside it.

    A world without room for them, as that of a trial, goes without.
    """
    wanted = 1 + round(float(fitted(world).value[slot, 0, Effect.WINGMEN]))
    taken = world.memory.ring_slot[companions_of(world, slot)].tolist()
    for station in range(wanted):
        if station not in taken:
            here, beside = unit(world.bodies.position[slot]), np.empty(3)
            spiral_point(here, 1 + station, FIELD.team_gap / world.shell_radius, beside)
            world.place_companion(slot, beside, station)
