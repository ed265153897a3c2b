"""Teams, pools and phases, and the numbers of kinds as columns.

Kinds themselves are rows of `arena.catalogue`; `Bodies.kind` holds their numbers.
"""

import functools
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, Deployer, Gun, KindRow, Ship, Trait
from arena.jit import inline
from arena.jit.annotations import Integer
from arena.jit.tables import Table
from arena.jit.words import keep_word, word


class Team(IntEnum):
    """Side of a body; bullets never hit their own team."""

    NEUTRAL = 0
    PLAYERS = 1
    ENEMIES = 2


class Pool(IntEnum):
    """One contiguous slice of rows of `Bodies`, in this order.

    Players, companions and enemies are the ships. Players and companions are one team. Pickups and bullets,
    the pools after the asteroids, have no contacts: pickups are collected, bullets hit.
    """

    PLAYER = 0
    COMPANION = 1
    ENEMY = 2
    MINE = 3
    ASTEROID = 4
    PICKUP = 5
    BULLET = 6


class Phase(IntEnum):
    """Phase of a mind's attack cycle, `Memory.phase`; see `arena.ai.cycle`."""

    SEEK = 0
    WINDUP = 1
    ACT = 2
    REST = 3


VARIANT_MATERIALS = 16
"""Stride between splits in an asteroid's `variant`: material + VARIANT_MATERIALS * splits, + LOADED."""
LOADED = 128
"""Flag in an asteroid's `variant`: a pickup comes out of its last piece."""

POOL_COUNT = len(Pool)
POOL_OF = KINDS.resolve("pool", lambda row: row.rules.pool, {pool.name.lower(): int(pool) for pool in Pool})
"""Pool by kind."""

POOL_TEAM = (
    *(Team.PLAYERS, Team.PLAYERS, Team.ENEMIES, Team.ENEMIES),
    *(Team.NEUTRAL, Team.NEUTRAL, Team.NEUTRAL),
)
"""Team by pool; a bullet takes the team of the ship that fired it."""

DEPLOYED = KINDS.resolve(
    "kind to deploy",
    lambda row: (
        row.rules.ship.weapon.deploys
        if row.rules.ship and isinstance(row.rules.ship.weapon, Deployer)
        else None
    ),
    KINDS.numbers,
)
"""Kind that a kind's weapon deploys, by kind."""
PIECE = KINDS.resolve(
    "kind to split into",
    lambda row: row.rules.ship.split.kind if row.rules.ship and row.rules.ship.split else None,
    KINDS.numbers,
)
"""Kind that a ship comes apart into, by kind."""


def kind_mask(place: int, name: str, flag: Callable[[KindRow], bool]) -> np.uint32:
    """Keep a bit mask of the kinds for which `flag` is true; returns its place, for `in_mask`.

    Kernels know the place alone and read the mask at run time (`arena.jit.words`): a new kind compiles none.
    """
    return keep_word(place, name, sum(1 << row.number for row in KINDS if flag(row)))


@inline
def in_mask(mask: Integer, kind: Integer):
    """True if a kind's bit is set in the mask at a place."""
    return (word(mask) >> np.uint32(kind)) & np.uint32(1) != np.uint32(0)


NEVER_SLEEPS = kind_mask(
    0, "never_sleeps", lambda row: row.rules.ship is not None and Trait.SLEEPS not in row.rules.traits
)
FRIENDLY = kind_mask(1, "friendly", lambda row: Trait.FRIENDLY in row.rules.traits)
FIRES_WHEN_READY = kind_mask(2, "fires_when_ready", lambda row: Trait.FIRES_WHEN_READY in row.rules.traits)
PLANS_ROUTES = kind_mask(3, "plans_routes", lambda row: Trait.PLANS_ROUTES in row.rules.traits)
FOLLOWS_FLOW = kind_mask(4, "follows_flow", lambda row: Trait.FOLLOWS_FLOW in row.rules.traits)
VOLATILE = kind_mask(5, "volatile", lambda row: Trait.VOLATILE in row.rules.traits)
STRIKABLE = kind_mask(6, "strikable", lambda row: Trait.STRIKABLE in row.rules.traits)
STRIKABLE_AT_REST = kind_mask(7, "strikable_at_rest", lambda row: Trait.STRIKABLE_AT_REST in row.rules.traits)
SHIELDS = kind_mask(8, "shields", lambda row: Trait.SHIELDS in row.rules.traits)
UNLINKABLE = kind_mask(
    9,
    "unlinkable",
    lambda row: (
        row.rules.pool == "enemy" and row.rules.traits & (Trait.PLACEABLE | Trait.SHIELDS) != Trait.PLACEABLE
    ),
)
"""Enemies that no link protects: those that come in no group, and those that link."""
VOLLEYS = kind_mask(10, "volleys", lambda row: Trait.VOLLEYS in row.rules.traits)
BEATABLE = KINDS.column(lambda row: Trait.BEATABLE in row.rules.traits, np.bool_)
"""By kind; True if a wave or group is beaten only when bodies of the kind are gone."""
UNBEATABLE = kind_mask(
    11, "unbeatable", lambda row: row.rules.ship is not None and Trait.BEATABLE not in row.rules.traits
)


class KindTable(Table):
    """Numbers of each kind as columns, shape (kinds,); zero for kinds without the number."""

    radius: NDArray[np.float32]  # [u]
    health: NDArray[np.float32]  # [hit points]
    max_speed: NDArray[np.float32]  # [u/s]
    acceleration: NDArray[np.float32]  # [u/s^2]
    contact_damage: NDArray[np.float32]  # [hit points]
    fire_ticks: NDArray[np.float32]  # [ticks] between shots
    bullet_speed: NDArray[np.float32]  # [u/s]
    bullet_damage: NDArray[np.float32]  # [hit points]
    bullet_ticks: NDArray[np.float32]  # [ticks] a bullet lives
    armour: NDArray[np.float32]  # [hit points] subtracted from the damage of each bullet
    dash_speed: NDArray[np.float32]  # [u/s] during a dash; players have their own dash rules
    dash_acceleration: NDArray[np.float32]  # [u/s^2]
    pieces: NDArray[np.float32]  # ships that it comes apart into; 0: it does not
    piece_speed: NDArray[np.float32]  # [u/s] with which they part
    piece: NDArray[np.float32]  # their kind
    deploys: NDArray[np.float32]  # kind that its weapon deploys; -1: it fires bullets
    pool: NDArray[np.float32]  # Pool of its rows


def kind_table() -> KindTable:
    """Make the table of one world from the catalogue; what is written into it reaches no other world."""
    return KindTable(*_numbers().copy())


@functools.cache
def _numbers() -> NDArray[np.float32]:
    """Numbers of all kinds, shape (columns, kinds)."""
    numbers = np.zeros((len(KindTable.column_names), KINDS.size), np.float32)
    for row in KINDS:
        pool, deploys = POOL_OF[row.number], DEPLOYED.get(row.number, -1)
        if row.rules.ship is not None:
            numbers[:, row.number] = (
                *_ship_numbers(row.rules.ship), PIECE.get(row.number, 0), deploys, pool,
            )  # fmt: skip
        else:
            numbers[-1, row.number] = pool
    table = KindTable(*numbers)
    table.radius[kinds.PICKUP.number], table.health[kinds.PICKUP.number] = tuning.PICKUP.radius, 1.0
    table.radius[kinds.CRATE.number], table.health[kinds.CRATE.number] = (
        tuning.CRATE.radius,
        tuning.CRATE.health,
    )
    return numbers


def _ship_numbers(ship: Ship) -> tuple[Any, ...]:
    weapon, dash, body, split = ship.weapon, ship.dash, ship.body, ship.split
    shot = (0.0,) * 4
    if weapon is not None:
        damage, reach = (weapon.damage, weapon.range) if isinstance(weapon, Gun) else (0.0, 0.0)
        life = round(reach / max(weapon.speed, 1.0) * tuning.TICK_RATE)
        shot = (round(weapon.interval * tuning.TICK_RATE), weapon.speed, damage, life)
    return (
        *(body.radius, body.health, ship.flight.max_speed, ship.flight.acceleration, body.contact_damage),
        *shot,
        body.armour,
        *((dash.speed, dash.acceleration) if dash else (0.0, 0.0)),
        *((split.count, split.speed) if split else (0, 0.0)),
    )
