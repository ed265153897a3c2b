"""What players fire: three weapons, each with levels that energy buys.

`create_arsenal` is called once per world; `arena.sim.weapons` reads the table at every shot of a player's,
`arena.sim.damage` at every hit. Ships that minds fly fire by the numbers of their kind instead: weapon NONE.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit import inline
from arena.jit.tables import Table


class Weapon(IntEnum):
    """Which weapon a bullet came from, and which one a player holds."""

    NONE = 0
    PULSE = 1
    SCATTER = 2
    LANCE = 3


WEAPON_TUNING = {
    Weapon.PULSE: tuning.PULSE,
    Weapon.SCATTER: tuning.SCATTER,
    Weapon.LANCE: tuning.LANCE,
}
LEVELS = 4
"""Of each weapon."""
HULL = tuning.ASTEROID.materials
"""The column of `Arsenal.factor` for everything that is no asteroid."""
ENERGY_STEP, ENERGY_MAX = tuning.PILOT.energy_step, tuning.PILOT.energy_step * (LEVELS - 1)
WEAPONS = len(WEAPON_TUNING)


class Arsenal(Table):
    """Every level of every weapon, row `weapon * LEVELS + level`, shape (4 * LEVELS,), but for `factor`."""

    ticks: NDArray[np.int32]  # between shots
    bullets: NDArray[np.int32]  # in one shot
    fan: NDArray[np.float32]  # [rad] between the outermost of them
    jitter: NDArray[np.float32]  # [rad] of chance in each one's direction, from end to end
    speed: NDArray[np.float32]  # [u/s]
    damage: NDArray[np.float32]  # [hit points]
    life: NDArray[np.int32]  # [ticks] until a bullet ends
    pierces: NDArray[np.int32]  # bodies that a bullet goes through, the one that stops it not counted
    factor: NDArray[np.float32]  # on damage, by weapon and material, or `HULL`; shape (4, HULL + 1)


def create_arsenal() -> Arsenal:
    """Build the table from `arena.tuning`."""
    rows = len(Weapon) * LEVELS
    whole, real = np.zeros((4, rows), np.int32), np.zeros((4, rows), np.float32)
    factor = np.ones((len(Weapon), HULL + 1), np.float32)
    for weapon, numbers in WEAPON_TUNING.items():
        factor[weapon, :HULL] = numbers.materials
        for level, one in enumerate(numbers.levels):
            row = weapon * LEVELS + level
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
def level_of(energy):
    """The level, from 0, that a weapon has with so much energy."""
    return min(energy, ENERGY_MAX) // ENERGY_STEP


@inline
def arsenal_row(players, slot):
    """The row of `Arsenal` that a player fires by."""
    held = np.int64(players.weapon[slot])
    return (held + 1) * LEVELS + level_of(np.int64(players.energy[slot, held]))


@inline
def next_weapon(held, step):
    """What comes after `Players.weapon`, in a circle, or before it."""
    return (np.int64(held) + step + WEAPONS) % WEAPONS
