"""Tempers: the numbers that tell one mind of the cast from another, as columns for kernels."""

from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.sim.kinds import KIND_COUNT, Kind
from arena.tables import Table

F32 = NDArray[np.float32]


class Tempers(Table):
    """`TemperTuning` by Kind; every column has shape (KIND_COUNT,) and is zero where a kind has no row."""

    range: F32  # [u]
    band: F32  # [u]
    strafe: F32  # share of thrust
    strafe_ticks: F32  # [ticks]
    company: F32  # factor
    dodge: F32  # share of thrust
    fire_range: F32  # [u]
    spread: F32  # [rad]
    reach: F32  # [u]
    windup_ticks: F32  # [ticks]
    act_ticks: F32  # [ticks]
    rest_ticks: F32  # [ticks]


TEMPERS = {
    Kind.LANCER: tuning.LANCER_TEMPER,
    Kind.WEAVER: tuning.WEAVER_TEMPER,
    Kind.MINER: tuning.MINER_TEMPER,
    Kind.CARRIER: tuning.CARRIER_TEMPER,
    Kind.STALKER: tuning.STALKER_TEMPER,
    Kind.COMPANION: tuning.COMPANION_TEMPER,
    Kind.BOSS: tuning.BOSS_TEMPER,
    Kind.BOSS_PART: tuning.BOSS_PART_TEMPER,
}


def create_tempers() -> Tempers:
    """The table from `arena.tuning`."""
    columns = np.zeros((len(Tempers.column_names), KIND_COUNT), np.float32)
    for kind, row in TEMPERS.items():
        columns[:, kind] = astuple(row)
    return Tempers(*columns)
