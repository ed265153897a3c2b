"""`PickupTable`: effects of pickups as columns, for `arena.sim.pickups` and the rules of modes."""

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.pickups import PICKUPS
from arena.catalogue.weapons import WEAPONS
from arena.jit.tables import Table

NO_WEAPON = -1


class PickupTable(Table):
    """Effects by number of the pickup, shape (pickups,)."""

    energy: NDArray[np.int32]  # weapon that it feeds, or NO_WEAPON
    heals: NDArray[np.bool_]  # True if it restores full health
    bombs: NDArray[np.int32]
    multiplies: NDArray[np.bool_]  # True if it raises the multiplier
    lives: NDArray[np.int32]


def create_pickup_table() -> PickupTable:
    """Build the table from the catalogue."""
    fed = PICKUPS.resolve("weapon to feed", lambda row: row.rules.energy, WEAPONS.numbers)
    return PickupTable(
        energy=PICKUPS.column(lambda row: fed.get(row.number, NO_WEAPON), np.int32, NO_WEAPON),
        heals=PICKUPS.column(lambda row: row.rules.heals, np.bool_),
        bombs=PICKUPS.column(lambda row: row.rules.bombs, np.int32),
        multiplies=PICKUPS.column(lambda row: row.rules.multiplies, np.bool_),
        lives=PICKUPS.column(lambda row: row.rules.lives, np.int32),
    )
