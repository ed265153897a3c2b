"""What players fire: weapons of the catalogue as columns, each with levels that energy buys.

`create_arsenal` is called once per world; `arena.sim.weapons` reads the table at every shot of a player's,
`arena.sim.damage` at every hit. Ships that minds fly fire by the numbers of their kind instead: weapon NONE.
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
"""Of each weapon."""
HULL = MATERIALS.size
"""The column of `Arsenal.factor` for everything that is no asteroid."""
ENERGY_STEP, ENERGY_MAX = tuning.PILOT.energy_step, tuning.PILOT.energy_step * (LEVELS - 1)


class Arsenal(Table):
    """Every level of every weapon, shape ((weapons + 1) * LEVELS,), but for `factor`.

    Rows are `fired * LEVELS + level`, see `arena.catalogue.weapons.WeaponRow`; nobody's weapon has zeros.
    """

    ticks: NDArray[np.int32]  # between shots
    bullets: NDArray[np.int32]  # in one shot
    fan: NDArray[np.float32]  # [rad] between the outermost of them
    jitter: NDArray[np.float32]  # [rad] of chance in each one's direction, from end to end
    speed: NDArray[np.float32]  # [u/s]
    damage: NDArray[np.float32]  # [hit points]
    life: NDArray[np.int32]  # [ticks] until a bullet ends
    pierces: NDArray[np.int32]  # bodies that a bullet goes through, the one that stops it not counted
    factor: NDArray[np.float32]  # on damage, by weapon and material, or `HULL`; shape (weapons + 1, HULL + 1)


def create_arsenal() -> Arsenal:
    """Build the table from the catalogue."""
    rows = (WEAPONS.size + 1) * LEVELS
    whole, real = np.zeros((4, rows), np.int32), np.zeros((4, rows), np.float32)
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
    """The level, from 0, that a weapon has with so much energy."""
    return min(energy, ENERGY_MAX) // ENERGY_STEP


@inline
def arsenal_row(players: Players, slot: Row):
    """The row of `Arsenal` that a player fires by."""
    held = np.int64(players.weapon[slot])
    return (held + 1) * LEVELS + level_of(np.int64(players.energy[slot, held]))


@inline
def next_weapon(held: Row, step: Integer, weapons: Integer):
    """What comes after `Players.weapon`, in a circle of so many weapons, or before it."""
    return (np.int64(held) + step + weapons) % weapons
