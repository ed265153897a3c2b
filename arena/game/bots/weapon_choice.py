"""What the bot does with weapons and pickups: which one to hold against whom, and what is worth a detour.

Asked by `arena.game.bots.bot` once a tick; reads the world, writes nothing.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.game.bots.decisions import count_close, length
from arena.game.bots.perception import Sight
from arena.game.rules import BOT
from arena.sim.arsenal import LEVELS, Weapon, level_of
from arena.sim.kinds import VARIANT_MATERIALS, Kind, Pool
from arena.sim.tables.commands import Button
from arena.sphere import distance, unit
from arena.tuning import LANCE, PULSE, SCATTER

if TYPE_CHECKING:
    from arena.sim.world import World

AGAINST = tuple(
    max((Weapon.PULSE, Weapon.SCATTER, Weapon.LANCE), key=lambda weapon: factors[weapon])
    for factors in (
        dict(zip((Weapon.PULSE, Weapon.SCATTER, Weapon.LANCE), row, strict=True))
        for row in zip(PULSE.materials, SCATTER.materials, LANCE.materials, strict=True)
    )
)
"""The best weapon against each material."""


class Shot(NamedTuple):
    """Of the weapon in hand."""

    speed: float  # [u/s]
    life: int  # [ticks]


def shot_of(world: "World", slot: int) -> Shot:
    """What the player in `slot` fires now."""
    held = int(world.players.weapon[slot])
    row = (held + 1) * LEVELS + level_of(int(world.players.energy[slot, held]))
    return Shot(float(world.arsenal.speed[row]), int(world.arsenal.life[row]))


def wanted_weapon(world: "World", sight: Sight, target: int) -> Weapon:
    """Scatter into a crowd at arm's length, lance on what is tough or far, else by material."""
    if int(count_close(sight, BOT.scatter_reach)) >= BOT.scatter_ships:
        return Weapon.SCATTER
    if target < 0:
        return Weapon.PULSE
    row, kind = int(sight.row[target]), int(sight.kind[target])
    far = length(float(sight.x[target]), float(sight.y[target]))
    if kind == Kind.ASTEROID:
        best = AGAINST[int(world.bodies.variant[row]) % VARIANT_MATERIALS % len(AGAINST)]
        return Weapon.PULSE if best == Weapon.SCATTER and far > BOT.scatter_reach else best
    tough = world.kinds.health[kind] >= BOT.lance_health
    return Weapon.LANCE if tough or far > BOT.lance_distance else Weapon.PULSE


def press_towards(world: "World", slot: int, weapon: Weapon) -> Button:
    """The button that brings a weapon to hand, on the shorter way round."""
    steps = (weapon - 1 - int(world.players.weapon[slot])) % (len(Weapon) - 1)
    return (Button.NONE, Button.NEXT_WEAPON, Button.PREVIOUS_WEAPON)[steps]


def wish_pickup(world: "World", slot: int, reach: float, wish_inout: NDArray[np.float64]) -> None:
    """Bend the wish to where the nearest pickup lies, if one lies within `reach` [u]."""
    pool = world.pools[Pool.PICKUP]
    if not pool.active:
        return
    bodies, rows = world.bodies, pool.rows()
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
