"""Kinds, teams, pools and phases: the small integers that columns of those names hold."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit.tables import Table


class Kind(IntEnum):
    """What a body is; indexes the rows of `KindTable`."""

    PLAYER = 0
    DRONE = 1
    GUNNER = 2
    LANCER = 3
    WEAVER = 4
    MINER = 5
    STALKER = 6
    CARRIER = 7
    BOSS = 8
    BOSS_PART = 9
    COMPANION = 10
    MINE = 11
    FREIGHTER = 12
    ASTEROID = 13
    PICKUP = 14
    BULLET = 15


class Team(IntEnum):
    """Whose side a body is on; bullets never hit their own team."""

    NEUTRAL = 0
    PLAYERS = 1
    ENEMIES = 2


class Pool(IntEnum):
    """One contiguous slice of rows of `Bodies`, in this order.

    Players, companions and enemies together are the ships; players and companions are one team. Nothing
    collides with what stands behind the asteroids: pickups are taken, bullets hit.
    """

    PLAYER = 0
    COMPANION = 1
    ENEMY = 2
    MINE = 3
    ASTEROID = 4
    PICKUP = 5
    BULLET = 6


class Phase(IntEnum):
    """Where a mind stands in its cycle, `Memory.phase`; see `arena.ai.cycle`."""

    SEEK = 0
    WINDUP = 1
    ACT = 2
    REST = 3


VARIANT_MATERIALS = 16
"""An asteroid's `variant` is its material plus this times the splits behind it."""

POOL_COUNT = len(Pool)
KIND_COUNT = len(Kind)
SHIP_TUNING = {
    Kind.PLAYER: tuning.PLAYER,
    Kind.DRONE: tuning.DRONE,
    Kind.GUNNER: tuning.GUNNER,
    Kind.LANCER: tuning.LANCER,
    Kind.WEAVER: tuning.WEAVER,
    Kind.MINER: tuning.MINER,
    Kind.STALKER: tuning.STALKER,
    Kind.CARRIER: tuning.CARRIER,
    Kind.BOSS: tuning.BOSS,
    Kind.BOSS_PART: tuning.BOSS_PART,
    Kind.COMPANION: tuning.COMPANION,
    Kind.MINE: tuning.MINE,
    Kind.FREIGHTER: tuning.FREIGHTER,
}
"""The row of numbers of every kind that has one; mines are ships that nobody flies."""

DEPLOYS = {Kind.MINER: Kind.MINE, Kind.CARRIER: Kind.DRONE}
"""Kinds whose weapon puts a body into the world instead of firing a bullet."""

KIND_POOL = {
    **dict.fromkeys(SHIP_TUNING, Pool.ENEMY),
    Kind.PLAYER: Pool.PLAYER,
    Kind.COMPANION: Pool.COMPANION,
    Kind.FREIGHTER: Pool.COMPANION,
    Kind.MINE: Pool.MINE,
    Kind.ASTEROID: Pool.ASTEROID,
    Kind.PICKUP: Pool.PICKUP,
    Kind.BULLET: Pool.BULLET,
}
"""Where each kind lives."""

POOL_TEAM = (
    *(Team.PLAYERS, Team.PLAYERS, Team.ENEMIES, Team.ENEMIES),
    *(Team.NEUTRAL, Team.NEUTRAL, Team.NEUTRAL),
)
"""Whose side a pool's bodies are on; a bullet takes the side of who fired it."""


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
    armour: NDArray[np.float32]  # [hit points] that each bullet loses on it
    dash_speed: NDArray[np.float32]  # [u/s] while its command boosts; players dash by rules of their own
    dash_acceleration: NDArray[np.float32]  # [u/s^2]
    deploys: NDArray[np.float32]  # Kind that its weapon puts into the world, -1: it fires bullets


def kind_table() -> KindTable:
    """Build the table from `arena.tuning`."""
    columns = np.zeros((len(KindTable.column_names), KIND_COUNT), np.float32)
    for kind, row in SHIP_TUNING.items():
        columns[:, kind] = (
            row.radius,
            row.health,
            row.max_speed,
            row.acceleration,
            row.contact_damage,
            round(row.fire_interval * tuning.TICK_RATE),
            row.bullet_speed,
            row.bullet_damage,
            round(row.bullet_range / max(row.bullet_speed, 1.0) * tuning.TICK_RATE),
            row.armour,
            row.dash_speed,
            row.dash_acceleration,
            DEPLOYS.get(kind, -1),
        )
    table = KindTable(*columns)
    table.radius[Kind.PICKUP], table.health[Kind.PICKUP] = tuning.PICKUP.radius, 1.0
    return table
