"""Weapon and pickup choice of the bot: the weapon for each target, and pickups that are worth a detour.

Asked by `arena.game.bots.bot` once a tick; reads the world, writes nothing.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.catalogue import kinds, weapons
from arena.catalogue.materials import MATERIALS
from arena.catalogue.weapons import WEAPONS
from arena.game.bots.decisions import count_close, length
from arena.game.bots.perception import Sight
from arena.game.rules import BOT
from arena.jit.annotations import F64
from arena.sim.kinds import VARIANT_MATERIALS, Pool
from arena.sim.tables.commands import Button
from arena.sim.tables.loadout import Effect, fitted
from arena.sphere import distance, unit

if TYPE_CHECKING:
    from arena.sim.world import World

AGAINST = {
    material.number: max(WEAPONS, key=lambda weapon: weapon.rules.materials.get(material.name, 1.0)).fired
    for material in MATERIALS
}
"""The best weapon against each material, as what its bullets store."""


class Shot(NamedTuple):
    """Numbers of the weapon in hand."""

    speed: float  # [u/s]
    life: int  # [ticks]


def shot_of(world: "World", slot: int) -> Shot:
    """Numbers of the weapon that the player in `slot` holds now."""
    held = int(world.players.weapon[slot])
    fit, fired = fitted(world).value[slot, held], held + 1
    speed, reach = float(fit[Effect.SPEED]), float(fit[Effect.RANGE])
    return Shot(float(world.arsenal.speed[fired]) * speed, int(world.arsenal.life[fired] * reach / speed))


def wanted_weapon(world: "World", sight: Sight, target: int) -> int:
    """Scatter at a target in a near crowd, lance on what is tough or far, else by material."""
    if target < 0:
        return weapons.PULSE.fired
    row, kind = int(sight.row[target]), int(sight.kind[target])
    far = length(float(sight.x[target]), float(sight.y[target]))
    if far < BOT.scatter_reach and int(count_close(sight, BOT.scatter_reach)) >= BOT.scatter_ships:
        return weapons.SCATTER.fired
    if kind == kinds.ASTEROID.number:
        best = AGAINST[int(world.bodies.variant[row]) % VARIANT_MATERIALS % MATERIALS.size]
        return weapons.PULSE.fired if best == weapons.SCATTER.fired and far > BOT.scatter_reach else best
    tough = world.kinds.health[kind] >= BOT.lance_health
    return weapons.LANCE.fired if tough or far > BOT.lance_distance else weapons.PULSE.fired


def press_towards(world: "World", slot: int, weapon: int) -> Button:
    """The button that brings a weapon to hand, on the shorter way round."""
    steps = (weapon - 1 - int(world.players.weapon[slot])) % WEAPONS.size
    if steps == 0:
        return Button.NONE
    return Button.NEXT_WEAPON if 2 * steps <= WEAPONS.size else Button.PREVIOUS_WEAPON


def wish_pickup(world: "World", slot: int, reach: float, wish_inout: F64) -> None:
    """Bend the wish to where the nearest pickup lies, if one lies within `reach` [u]."""
    pool = world.pools[Pool.PICKUP]
    if not pool.active:
        return
    bodies, rows = world.bodies, pool.rows()
    rows = rows[bodies.kind[rows] == kinds.PICKUP.number]
    if not len(rows):
        return
    here, places = unit(bodies.position[slot]), unit(bodies.position[rows])
    arcs = distance(here, places) * world.shell_radius
    nearest = int(np.argmin(arcs))
    if arcs[nearest] > reach:
        return
    up = world.players.up[slot].astype(np.float64)
    right = np.cross(up, here)
    way = np.array([places[nearest] @ right, places[nearest] @ up])
    size = max(length(float(way[0]), float(way[1])), 1e-9)
    wish_inout += (way / size - wish_inout) * BOT.pickup_wish
