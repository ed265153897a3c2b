"""Teams, pools and phases, and the numbers of kinds as columns.

Kinds themselves are rows of `arena.catalogue`; `Bodies.kind` holds their numbers.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, KindRow, Ship
from arena.jit import inline
from arena.jit.annotations import Integer
from arena.jit.tables import Table


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
POOL_OF = KINDS.resolve("pool", lambda row: row.rules.pool, {pool.name.lower(): int(pool) for pool in Pool})
"""Pool by kind."""

POOL_TEAM = (
    *(Team.PLAYERS, Team.PLAYERS, Team.ENEMIES, Team.ENEMIES),
    *(Team.NEUTRAL, Team.NEUTRAL, Team.NEUTRAL),
)
"""Whose side a pool's bodies are on; a bullet takes the side of who fired it."""

DEPLOYED = KINDS.resolve(
    "kind to deploy",
    lambda row: row.rules.ship.weapon.deploys if row.rules.ship and row.rules.ship.weapon else None,
    KINDS.numbers,
)
"""Kind that a kind's weapon puts into the world."""


def kind_mask(flag: Callable[[KindRow], bool]) -> np.uint32:
    """A bit for each kind that a flag holds for, for `in_mask`.

    Kernels take it as a constant: a test of a bit is as quick as a comparison, and flags that a new enemy
    does not have leave the kernels as they are.
    """
    return np.uint32(sum(1 << row.number for row in KINDS if flag(row)))


@inline
def in_mask(mask: Integer, kind: Integer):
    """Whether a kind's bit is set."""
    return (mask >> np.uint32(kind)) & np.uint32(1) != np.uint32(0)


NEVER_SLEEPS = kind_mask(lambda row: row.rules.ship is not None and not row.rules.ship.sleeps)
FRIENDLY = kind_mask(lambda row: row.rules.friendly)
FIRES_WHEN_READY = kind_mask(
    lambda row: bool(row.rules.ship and row.rules.ship.weapon and row.rules.ship.weapon.fires_when_ready)
)
PLANS_ROUTES = kind_mask(lambda row: row.rules.ship is not None and row.rules.ship.plans_routes)
FOLLOWS_FLOW = kind_mask(lambda row: row.rules.ship is not None and row.rules.ship.follows_flow)
BEATABLE = KINDS.column(lambda row: bool(row.rules.ship and row.rules.ship.beatable), np.bool_)
"""By kind: a wave or group is beaten only when it is gone."""
UNBEATABLE = kind_mask(lambda row: row.rules.ship is not None and not row.rules.ship.beatable)


class KindTable(Table):
    """Numbers of each kind as columns, shape (kinds,); zero where a kind has none."""

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
    deploys: NDArray[np.float32]  # kind that its weapon puts into the world, -1: it fires bullets
    pool: NDArray[np.float32]  # Pool whose rows it takes


def kind_table() -> KindTable:
    """Build the table from the catalogue."""
    columns = np.zeros((len(KindTable.column_names), KINDS.size), np.float32)
    for row in KINDS:
        pool, deploys = POOL_OF[row.number], DEPLOYED.get(row.number, -1)
        if row.rules.ship is not None:
            columns[:, row.number] = (*_ship_numbers(row.rules.ship), deploys, pool)
        else:
            columns[-1, row.number] = pool
    table = KindTable(*columns)
    table.radius[kinds.PICKUP.number], table.health[kinds.PICKUP.number] = tuning.PICKUP.radius, 1.0
    return table


def _ship_numbers(ship: Ship) -> tuple[Any, ...]:
    weapon, dash = ship.weapon, ship.dash
    shot = (0.0,) * 4
    if weapon is not None:
        life = weapon.range / max(weapon.speed, 1.0)
        shot = (
            *(round(weapon.interval * tuning.TICK_RATE), weapon.speed, weapon.damage),
            round(life * tuning.TICK_RATE),
        )
    return (
        *(ship.radius, ship.health, ship.max_speed, ship.acceleration, ship.contact_damage),
        *shot,
        ship.armour,
        *((dash.speed, dash.acceleration) if dash else (0.0, 0.0)),
    )
