"""Behaviours: the numbers that tell one specialist's mind from another's, as columns for kernels."""

from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit.tables import Table
from arena.sim.kinds import KIND_COUNT, Kind

F32 = NDArray[np.float32]


class Behaviours(Table):
    """`BehaviourTuning` by Kind; every column has shape (KIND_COUNT,) and is zero where a kind has no row."""

    range: F32  # [u]
    band: F32  # [u]
    strafe: F32  # share of thrust
    strafe_ticks: F32  # [ticks]
    flocking: F32  # factor
    dodge: F32  # share of thrust
    fire_range: F32  # [u]
    spread: F32  # [rad]
    reach: F32  # [u]
    windup_ticks: F32  # [ticks]
    act_ticks: F32  # [ticks]
    rest_ticks: F32  # [ticks]


BEHAVIOURS = {
    Kind.LANCER: tuning.LANCER_BEHAVIOUR,
    Kind.WEAVER: tuning.WEAVER_BEHAVIOUR,
    Kind.MINER: tuning.MINER_BEHAVIOUR,
    Kind.CARRIER: tuning.CARRIER_BEHAVIOUR,
    Kind.STALKER: tuning.STALKER_BEHAVIOUR,
    Kind.COMPANION: tuning.COMPANION_BEHAVIOUR,
    Kind.BOSS: tuning.BOSS_BEHAVIOUR,
    Kind.BOSS_PART: tuning.BOSS_PART_BEHAVIOUR,
}


def create_behaviours() -> Behaviours:
    """The table from `arena.tuning`."""
    columns = np.zeros((len(Behaviours.column_names), KIND_COUNT), np.float32)
    for kind, row in BEHAVIOURS.items():
        columns[:, kind] = astuple(row)
    return Behaviours(*columns)
