"""Arsenal: the players' weapons of the catalogue as columns, without what modules change.

`arena.sim.weapons` reads the table at every shot of a player's, `arena.sim.damage` at every hit. Other
ships fire by the numbers of their kind; their bullets have the weapon number
`arena.catalogue.weapons.NOBODYS`.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue.materials import MATERIALS
from arena.catalogue.registry import CatalogueError
from arena.catalogue.weapons import WEAPONS
from arena.jit import inline
from arena.jit.annotations import Integer, Row
from arena.jit.tables import Table

HULL = MATERIALS.size
"""Column of `Arsenal.factor` for all bodies other than asteroids."""


class Arsenal(Table):
    """One row per weapon, by `WeaponRow.fired`, shape (weapons + 1,) except for `factor`.

    The row of `arena.catalogue.weapons.NOBODYS` holds zeros.
    """

    ticks: NDArray[np.int32]  # between shots
    bullets: NDArray[np.int32]  # in one shot
    fan: NDArray[np.float32]  # [rad] between the outermost of them
    jitter: NDArray[np.float32]  # [rad] width of the random spread of each bullet's direction
    speed: NDArray[np.float32]  # [u/s]
    damage: NDArray[np.float32]  # [hit points]
    life: NDArray[np.int32]  # [ticks] until a bullet ends
    pierces: NDArray[np.int32]  # bodies that a bullet passes through before one stops it
    factor: NDArray[np.float32]  # on damage, by weapon and material, or `HULL`; shape (weapons + 1, HULL + 1)


@functools.cache
def create_arsenal() -> Arsenal:
    """Build the table from the catalogue, once for all worlds."""
    rows = WEAPONS.size + 1
    whole, real = np.zeros((4, rows), np.int32), np.zeros((4, rows), np.float32)
    if WEAPONS.size != len(WEAPONS):
        gap = next(number for number in range(WEAPONS.size) if number not in WEAPONS)
        raise CatalogueError(
            f"weapons: no row has number {gap}; players change through all numbers in a circle"
        )
    factor = np.ones((rows, HULL + 1), np.float32)
    WEAPONS.resolve_all("material", lambda weapon: weapon.rules.materials, MATERIALS.numbers)
    for weapon in WEAPONS:
        for material, strength in weapon.rules.materials.items():
            factor[weapon.fired, MATERIALS.numbers[material]] = strength
        one = weapon.rules.shots
        ticks, life = round(one.interval * tuning.TICK_RATE), round(one.range / one.speed * tuning.TICK_RATE)
        whole[:, weapon.fired] = ticks, one.bullets, life, one.pierces
        real[:, weapon.fired] = one.fan, one.jitter, one.speed, one.damage
    ticks, bullets, life, pierces = whole
    fan, jitter, speed, damage = real
    return Arsenal(ticks, bullets, fan, jitter, speed, damage, life, pierces, factor)


@inline
def next_weapon(held: Row, step: Integer, weapons: Integer):
    """Number of the weapon `step` places after `held`, modulo the number of weapons."""
    return (np.int64(held) + step + weapons) % weapons
