"""Kinds, teams and pools: the small integers that the columns `kind`, `team` and `variant` hold."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.tables import Table


class Kind(IntEnum):
    """What a body is; indexes the rows of `KindTable`."""

    PLAYER = 0
    DRONE = 1
    GUNNER = 2
    ASTEROID = 3
    BULLET = 4


class Team(IntEnum):
    """Whose side a body is on; bullets never hit their own team."""

    NEUTRAL = 0
    PLAYERS = 1
    ENEMIES = 2


class Pool(IntEnum):
    """One contiguous slice of rows of `Bodies`, in this order. Players and enemies together are the ships."""

    PLAYER = 0
    ENEMY = 1
    ASTEROID = 2
    BULLET = 3


VARIANT_MATERIALS = 16
"""An asteroid's `variant` is its material plus this times the splits behind it."""

POOL_COUNT = len(Pool)
KIND_COUNT = len(Kind)
KIND_POOL = (Pool.PLAYER, Pool.ENEMY, Pool.ENEMY, Pool.ASTEROID, Pool.BULLET)


class KindTable(Table):
    """Numbers of each kind of ship as columns, shape (KIND_COUNT,), float32; zero where a kind has none."""

    radius: NDArray[np.float32]  # [u]
    health: NDArray[np.float32]  # [hit points]
    max_speed: NDArray[np.float32]  # [u/s]
    acceleration: NDArray[np.float32]  # [u/s^2]
    contact_damage: NDArray[np.float32]  # [hit points]
    fire_ticks: NDArray[np.float32]  # [ticks] between shots
    bullet_speed: NDArray[np.float32]  # [u/s]
    bullet_damage: NDArray[np.float32]  # [hit points]
    bullet_ticks: NDArray[np.float32]  # [ticks] a bullet lives


def kind_table() -> KindTable:
    """Build the table from `arena.tuning`."""
    columns = np.zeros((len(KindTable.column_names), KIND_COUNT), np.float32)
    rows = {Kind.PLAYER: tuning.PLAYER, Kind.DRONE: tuning.DRONE, Kind.GUNNER: tuning.GUNNER}
    for kind, row in rows.items():
        columns[:, kind] = (
            row.radius,
            row.health,
            row.max_speed,
            row.acceleration,
            row.contact_damage,
            round(row.fire_interval * tuning.TICK_RATE),
            row.bullet_speed,
            row.bullet_damage,
            round(row.bullet_range / row.bullet_speed * tuning.TICK_RATE),
        )
    return KindTable(*columns)
