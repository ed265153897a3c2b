"""Arsenal: the players' weapons of the catalogue as columns, each with levels bought with energy.

`create_arsenal` is called once per world; `arena.sim.weapons` reads the table at every shot of a player's,
`arena.sim.damage` at every hit. Other ships fire by the numbers of their kind; their bullets have the weapon
number `arena.catalogue.weapons.NOBODYS`.
"""

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue.materials import MATERIALS
from arena.catalogue.registry import CatalogueError
from arena.catalogue.weapons import WEAPONS
from arena.jit import inline
from arena.jit.annotations import Integer, Row
from arena.jit.tables import Table
from arena.sim.tables.bodies import Players

LEVELS = 4
"""Levels of each weapon."""
HULL = MATERIALS.size
"""Column of `Arsenal.factor` for all bodies other than asteroids."""
ENERGY_STEP, ENERGY_MAX = tuning.PILOT.energy_step, tuning.PILOT.energy_step * (LEVELS - 1)


class Arsenal(Table):
    """One row per level of each weapon, shape ((weapons + 1) * LEVELS,) except for `factor`.

    The row number is `fired * LEVELS + level`, see `arena.catalogue.weapons.WeaponRow`. The rows of
    `arena.catalogue.weapons.NOBODYS` hold zeros.
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


def create_arsenal() -> Arsenal:
    """Build the table from the catalogue."""
    rows = (WEAPONS.size + 1) * LEVELS
    whole, real = np.zeros((4, rows), np.int32), np.zeros((4, rows), np.float32)
    if WEAPONS.size != len(WEAPONS):
        gap = next(number for number in range(WEAPONS.size) if number not in WEAPONS)
        raise CatalogueError(
            f"weapons: no row has number {gap}; players change through all numbers in a circle"
        )
    factor = np.ones((WEAPONS.size + 1, HULL + 1), np.float32)
    WEAPONS.resolve_all("material", lambda weapon: weapon.rules.materials, MATERIALS.numbers)
    for weapon in WEAPONS:
        for material, strength in weapon.rules.materials.items():
            factor[weapon.fired, MATERIALS.numbers[material]] = strength
        if len(weapon.rules.levels) != LEVELS:
            raise CatalogueError(f"weapon {weapon.name}: {len(weapon.rules.levels)} levels, not {LEVELS}")
        for level, one in enumerate(weapon.rules.levels):
            row = weapon.fired * LEVELS + level
            ticks, life = (
                round(one.interval * tuning.TICK_RATE),
                round(one.range / one.speed * tuning.TICK_RATE),
            )
            whole[:, row] = ticks, one.bullets, life, one.pierces
            real[:, row] = one.fan, one.jitter, one.speed, one.damage
    ticks, bullets, life, pierces = whole
    fan, jitter, speed, damage = real
    return Arsenal(ticks, bullets, fan, jitter, speed, damage, life, pierces, factor)


@inline
def level_of(energy: Integer):
    """Level of a weapon, from 0, for an amount of energy."""
    return min(energy, ENERGY_MAX) // ENERGY_STEP


@inline
def arsenal_row(players: Players, slot: Row):
    """Row of `Arsenal` for the weapon and energy of a player."""
    held = np.int64(players.weapon[slot])
    return (held + 1) * LEVELS + level_of(np.int64(players.energy[slot, held]))


@inline
def next_weapon(held: Row, step: Integer, weapons: Integer):
    """Number of the weapon `step` places after `held`, modulo the number of weapons."""
    return (np.int64(held) + step + weapons) % weapons
