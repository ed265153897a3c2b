"""`PickupTable`: effects of pickups as columns, and `give`, which applies those that belong to the world.

A new effect is a field of `PickupRules`, a column here, and a line in `give` with what that writes in
`GIVEN`. Points and lives belong to the rules of a mode, see `arena.game.scoring.tally`.
"""

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue.pickups import PICKUPS, PickupRules
from arena.catalogue.registry import CatalogueError
from arena.catalogue.weapons import WEAPONS
from arena.jit import inline
from arena.jit.annotations import Integer, Row
from arena.jit.tables import Table
from arena.sim.arsenal import ENERGY_MAX
from arena.sim.system import columns
from arena.sim.tables.hulls import HullTable
from arena.sim.tables.population import Population

NO_WEAPON = -1
BOMBS_MAX = tuning.PILOT.bombs_max


class PickupTable(Table):
    """Effects by number of the pickup, shape (pickups,)."""

    energy: NDArray[np.int32]  # weapon that it feeds, or NO_WEAPON
    heals: NDArray[np.bool_]  # True if it restores full health
    bombs: NDArray[np.int32]
    multiplies: NDArray[np.bool_]  # True if it raises the multiplier
    lives: NDArray[np.int32]
    untouchable: NDArray[np.int32]  # [ticks]


def create_pickup_table() -> PickupTable:
    """Build the table from the catalogue.

    Raises:
        CatalogueError: a pickup has no effect, or feeds a weapon that does not exist.
    """
    for row in PICKUPS:
        if row.rules == PickupRules(weight=row.rules.weight):
            raise CatalogueError(f"pickup {row.name}: no effect; give its rules one")
    fed = PICKUPS.resolve("weapon to feed", lambda row: row.rules.energy, WEAPONS.numbers)
    return PickupTable(
        energy=PICKUPS.column(lambda row: fed.get(row.number, NO_WEAPON), np.int32, NO_WEAPON),
        heals=PICKUPS.column(lambda row: row.rules.heals, np.bool_),
        bombs=PICKUPS.column(lambda row: row.rules.bombs, np.int32),
        multiplies=PICKUPS.column(lambda row: row.rules.multiplies, np.bool_),
        lives=PICKUPS.column(lambda row: row.rules.lives, np.int32),
        untouchable=PICKUPS.column(lambda row: round(row.rules.untouchable * tuning.TICK_RATE), np.int32),
    )


GIVEN = ("bodies.health", "ships.untouchable_until", *columns("players", "energy", "bombs"))
"""Columns that `give` writes."""


@inline
def give(
    population_inout: Population,
    slot: Row,
    what: Integer,
    table: PickupTable,
    hulls: HullTable,
    tick: Integer,
) -> None:
    """Apply a pickup's effects to the player that collects it."""
    players, ships, weapon = population_inout.players, population_inout.ships, table.energy[what]
    if weapon >= 0:
        players.energy[slot, weapon] = min(players.energy[slot, weapon] + 1, ENERGY_MAX)
    if table.heals[what]:
        population_inout.bodies.health[slot] = hulls.shield[players.hull[slot]]
    if table.bombs[what] > 0:
        players.bombs[slot] = min(players.bombs[slot] + table.bombs[what], np.int32(BOMBS_MAX))
    if table.untouchable[what] > 0:
        until = np.int32(tick + table.untouchable[what])
        ships.untouchable_until[slot] = max(ships.untouchable_until[slot], until)
