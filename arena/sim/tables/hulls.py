"""`HullTable`: the numbers of players' hulls as columns. `Players.hull` says which row counts."""

import functools

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.hulls import HULLS
from arena.jit.tables import Table


class HullTable(Table):
    """Numbers by number of the hull, shape (hulls,)."""

    pace: NDArray[np.float64]  # top speed over that of the player's kind
    shield: NDArray[np.float32]  # [hit points] in full
    shield_gain: NDArray[np.float64]  # [hit points] in a tick of recharge
    boost_speed: NDArray[np.float64]  # [u/s] during the dash
    boost_ticks: NDArray[np.int32]  # of dash
    boost_gain: NDArray[np.float64]  # share of the charge that a tick brings


@functools.cache
def create_hull_table() -> HullTable:
    """Build the table from the catalogue, once for all worlds."""
    top = kinds.PLAYER.ship.flight.max_speed
    return HullTable(
        pace=HULLS.column(lambda row: row.rules.max_speed / top, np.float64, 1.0),
        shield=HULLS.column(lambda row: row.rules.shield, np.float32),
        shield_gain=HULLS.column(lambda row: row.rules.shield_rate * tuning.DT, np.float64),
        boost_speed=HULLS.column(lambda row: row.rules.boost_speed, np.float64),
        boost_ticks=HULLS.column(lambda row: round(row.rules.boost_time * tuning.TICK_RATE), np.int32),
        boost_gain=HULLS.column(lambda row: 1.0 / (row.rules.boost_recharge * tuning.TICK_RATE), np.float64),
    )
