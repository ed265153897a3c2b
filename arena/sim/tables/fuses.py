"""Tables of burning volatiles and running cascades; `World` owns one of each. All columns are state.

`arena.sim.volatiles.bursts` explains them.
"""

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit.tables import Table
from arena.sim.tables.bodies import allocate


class Fuses(Table):
    """Queue of lit volatiles; all fuses are equally long, so the first lit is the first to burst.

    Rows at `count[0]` and beyond are stale.
    """

    row: NDArray[np.int32]  # of `Bodies`, shape (ship_capacity,)
    generation: NDArray[np.uint32]  # of the body that was lit, shape (ship_capacity,)
    cascade: NDArray[np.int32]  # row of `Cascades`, shape (ship_capacity,)
    count: NDArray[np.int64]  # shape (1,)


class Cascades(Table):
    """Cascades; a row whose `began` is 0 is free."""

    by: NDArray[np.int32]  # row that shot the spark, shape (cascades,)
    began: NDArray[np.int32]  # tick of the spark, shape (cascades,)
    lit: NDArray[np.int32]  # fuses of it that burn, shape (cascades,)
    kills: NDArray[np.int32]  # ships that died in it, shape (cascades,)
    row: NDArray[np.int32]  # ship that died in it last, -1 for none, shape (cascades,)
    position: NDArray[np.float32]  # of that ship's death [u], shape (cascades, 3)


def create_fuses(ships: int) -> Fuses:
    """An empty queue with room for every ship."""
    return allocate(Fuses, ships)


def create_cascades() -> Cascades:
    """A table without cascades."""
    return allocate(Cascades, tuning.BURST.cascades)
