"""`PickupTable`: effects of pickups as columns, and `give`, which applies those that belong to the world.

A new effect is a field of `PickupRules`, a column here, and a line in `give` with what that writes in
`GIVEN`. Points and lives belong to the rules of a mode, see `arena.game.scoring.tally`.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue.pickups import PICKUPS, PickupRules
from arena.catalogue.registry import CatalogueError
from arena.jit import inline
from arena.jit.annotations import Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.tables.population import Population

BOMBS_MAX = tuning.PILOT.bombs_max


class PickupTable(Table):
    """Effects by number of the pickup, shape (pickups,)."""

    heals: NDArray[np.bool_]  # True if it restores full health
    bombs: NDArray[np.int32]
    lives: NDArray[np.int32]
    untouchable: NDArray[np.int32]  # [ticks]


@functools.cache
def create_pickup_table() -> PickupTable:
    """Build the table from the catalogue, once for all worlds.

    Raises:
        CatalogueError: a pickup has no effect.
    """
    for row in PICKUPS:
        if row.rules == PickupRules(weight=row.rules.weight):
            raise CatalogueError(f"pickup {row.name}: no effect; give its rules one")
    return PickupTable(
        heals=PICKUPS.column(lambda row: row.rules.heals, np.bool_),
        bombs=PICKUPS.column(lambda row: row.rules.bombs, np.int32),
        lives=PICKUPS.column(lambda row: row.rules.lives, np.int32),
        untouchable=PICKUPS.column(lambda row: round(row.rules.untouchable * tuning.TICK_RATE), np.int32),
    )


GIVEN = ("bodies.health", "ships.untouchable_until", "players.bombs")
"""Columns that `give` writes."""


@inline
def give(
    population_inout: Population,
    slot: Row,
    what: Integer,
    table: PickupTable,
    full: Real,
    bombs: Real,
    tick: Integer,
) -> None:
    """Apply a pickup's effects to the player that collects it.

    `full` [hit points] is the health of a whole ship, and `bombs` what modules add to those it carries.
    """
    players, ships = population_inout.players, population_inout.ships
    if table.heals[what]:
        population_inout.bodies.health[slot] = full
    if table.bombs[what] > 0:
        most = np.int32(BOMBS_MAX + bombs)
        players.bombs[slot] = min(players.bombs[slot] + table.bombs[what], most)
    if table.untouchable[what] > 0:
        until = np.int32(tick + table.untouchable[what])
        ships.untouchable_until[slot] = max(ships.untouchable_until[slot], until)
