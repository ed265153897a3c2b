"""`Loadout`: what the modules of each player change, added up for every weapon.

`Players.modules` and `Players.module_levels` are the state. `arena.sim.fittings.attachments.fit_modules`
derives the loadout from them at the beginning of every tick, and `fitted` for whoever asks between two ticks.
"""

import dataclasses
import functools
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.modules import MODULES, ModuleEffects
from arena.catalogue.registry import CatalogueError
from arena.catalogue.weapons import WEAPONS
from arena.jit import kernel
from arena.jit.tables import Table
from arena.sim.tables.bodies import Players


class Effect(IntEnum):
    """Columns of `Loadout.value`: the fields of `ModuleEffects` in their order."""

    INTERVAL = 0
    DAMAGE = 1
    RANGE = 2
    SPEED = 3
    FAN = 4
    BULLETS = 5
    REAR = 6
    PIERCES = 7
    RICOCHETS = 8
    SPLINTERS = 9
    ARC = 10
    CHILL = 11
    BLAST = 12
    SPARKS = 13
    SHIELD = 14
    SHIELD_RATE = 15
    SHIELD_DELAY = 16
    RECHARGE = 17
    TRAIL = 18
    MINES = 19
    REPEL = 20
    BOMBS = 21
    BOMB_RADIUS = 22
    MAGNET = 23
    RAM = 24
    ARMOUR = 25
    ORBS = 26
    WINGMEN = 27


FIELDS = tuple(field.name for field in dataclasses.fields(ModuleEffects))
if tuple(effect.name.lower() for effect in Effect) != FIELDS:
    raise CatalogueError(f"effects of modules are {', '.join(FIELDS)}; `Effect` has others, or another order")
NEUTRAL = np.array(dataclasses.astuple(ModuleEffects()), np.float32)
"""Value of each effect without modules, shape (effects,)."""
SHIP_EFFECTS = FIELDS[Effect.SHIELD :]
"""Effects on the ship, the same whatever weapon is in hand."""
EVERY_WEAPON = NO_MODULE = -1


class ModuleTable(Table):
    """Numbers of modules, by number of the module."""

    levels: NDArray[np.int32]  # up to which it goes, shape (modules,)
    weapon: NDArray[np.int32]  # whose shots it changes, or EVERY_WEAPON, shape (modules,)
    evolves_from: NDArray[np.int32]  # modules that it replaces, NO_MODULE for none, shape (modules, 2)
    effect: NDArray[np.float32]  # of each level, shape (modules, effects)
    factor: NDArray[np.bool_]  # True where levels multiply, shape (effects,)


class Loadout(Table):
    """Sum of the modules' effects."""

    value: NDArray[np.float32]  # by player, weapon and `Effect`, shape (players, weapons, effects)


@functools.cache
def create_module_table() -> ModuleTable:
    """Build the table from the catalogue, once for all worlds.

    Raises:
        CatalogueError: a module of one weapon changes the ship, or names what does not exist.
    """
    for row in MODULES:
        changed = [
            name for name in SHIP_EFFECTS if getattr(row.rules.effects, name) != NEUTRAL[FIELDS.index(name)]
        ]
        if row.rules.weapon is not None and changed:
            raise CatalogueError(f"module {row.name}: {changed[0]} belongs to the ship, not to a weapon")
    parts = MODULES.resolve_all("module", lambda row: row.rules.evolves_from or (), MODULES.numbers)
    weapon = MODULES.resolve("weapon", lambda row: row.rules.weapon, WEAPONS.numbers)
    return ModuleTable(
        levels=MODULES.column(lambda row: row.rules.levels, np.int32),
        weapon=MODULES.column(lambda row: weapon.get(row.number, EVERY_WEAPON), np.int32, EVERY_WEAPON),
        evolves_from=MODULES.column(
            lambda row: parts[row.number] or (NO_MODULE, NO_MODULE), np.int32, NO_MODULE
        ),
        effect=MODULES.column(
            lambda row: tuple(getattr(row.rules.effects, name) for name in FIELDS), np.float32
        ),
        factor=NEUTRAL == 1.0,
    )


def create_loadout(players: int) -> Loadout:
    """A loadout without modules."""
    return Loadout(np.tile(NEUTRAL, (players, WEAPONS.size, 1)))


@kernel
def fit_loadout(players: Players, modules: ModuleTable, loadout_out: Loadout) -> None:
    """Add up the effects of every player's modules."""
    value, factor = loadout_out.value, modules.factor
    for slot in range(value.shape[0]):
        for weapon in range(value.shape[1]):
            for effect in range(value.shape[2]):
                value[slot, weapon, effect] = np.float32(1.0 if factor[effect] else 0.0)
        for place in range(players.modules.shape[1]):
            module = np.int64(players.modules[slot, place]) - 1
            if module < 0:
                continue
            for weapon in range(value.shape[1]):
                if modules.weapon[module] >= 0 and modules.weapon[module] != weapon:
                    continue
                for _ in range(players.module_levels[slot, place]):
                    for effect in range(value.shape[2]):
                        if factor[effect]:
                            value[slot, weapon, effect] *= modules.effect[module, effect]
                        else:
                            value[slot, weapon, effect] += modules.effect[module, effect]


def fitted(world: Any) -> Loadout:
    """The loadout of the present state; between two ticks that of the workspace may be of another one."""
    fit_loadout(world.players, world.module_table, world.loadout)
    return world.loadout
