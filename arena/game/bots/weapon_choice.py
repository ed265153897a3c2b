"""Weapon and pickup choice of the bot: the weapon for each target, and pickups that are worth a detour.

Asked by `arena.game.bots.bot` once a tick; reads the world, writes nothing.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.weapons import WEAPONS
from arena.game.bots.decisions import length
from arena.game.bots.perception import ASTEROID, BULLET, Sight
from arena.game.rules import BOT
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64
from arena.sim.damage import material_of
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import Pool
from arena.sim.tables.arsenal import Arsenal
from arena.sim.tables.bodies import Bodies, Ships
from arena.sim.tables.commands import Button
from arena.sim.tables.loadout import Effect, fitted
from arena.sphere import distance, unit

if TYPE_CHECKING:
    from arena.sim.world import World

FAN, BULLETS, PIERCES = Effect.FAN.value, Effect.BULLETS.value, Effect.PIERCES.value
INTERVAL, DAMAGE, RANGE = Effect.INTERVAL.value, Effect.DAMAGE.value, Effect.RANGE.value
SHOT_RADIUS, TICK_RATE = tuning.BULLET.radius, tuning.TICK_RATE


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


def wanted_weapon(world: "World", slot: int, sight: Sight, target: int, wander: float) -> int:
    """The weapon, as what its bullets store, that does most damage a second when aimed at entry `target`.

    It has to do more by `BOT.weapon_gain` than the one in hand. `wander` is how far the aim swings [rad].
    """
    held = int(world.players.weapon[slot])
    if target < 0:
        return held + 1
    loadout = fitted(world).value
    return int(
        choose_weapon(
            sight, world.bodies, world.ships, world.kinds.armour, world.arsenal, loadout, slot, held, target,
            wander,
        )
    )  # fmt: skip


@kernel
def choose_weapon(
    sight: Sight, bodies: Bodies, ships: Ships, armour: F32, arsenal: Arsenal, loadout: F32, slot: int,
    held: int, target: int, wander: float,
) -> int:  # fmt: skip
    """`wanted_weapon` for kernels; `loadout` has shape (players, weapons, effects)."""
    best = held + 1
    most = BOT.weapon_gain * firepower(
        sight, bodies, ships, armour, arsenal, loadout[slot, held], best, target, wander
    )
    for fired in range(1, len(arsenal.ticks)):
        fit = loadout[slot, fired - 1]
        worth = firepower(sight, bodies, ships, armour, arsenal, fit, fired, target, wander)
        if worth > most:
            best, most = fired, worth
    return best


@inline
def firepower(
    sight: Sight, bodies: Bodies, ships: Ships, armour: F32, arsenal: Arsenal, fit: F32, fired: int,
    target: int, wander: float,
) -> float:  # fmt: skip
    """Damage a second [hit points / s] that a weapon may do on its way through entry `target` and on.

    Each body gets the share of the bullets that its width has of the spread, and an equal part of its health
    from each of those that it takes to destroy it. Bullets stop at as many bodies as they pierce. Asteroids
    only stop them, but the target.
    """
    bullets = arsenal.bullets[fired] + fit[BULLETS]
    spread = 2.0 * wander + arsenal.jitter[fired] + arsenal.fan[fired] * fit[FAN] * (bullets > 1.0)
    reach = arsenal.speed[fired] * arsenal.life[fired] / TICK_RATE * fit[RANGE]
    damage = arsenal.damage[fired] * fit[DAMAGE]
    far = max(length(sight.x[target], sight.y[target]), 1e-6)
    x, y = sight.x[target] / far, sight.y[target] / far
    hits = harm = 0.0
    for i in range(sight.count[0]):
        along, aside = sight.x[i] * x + sight.y[i] * y, abs(sight.x[i] * y - sight.y[i] * x)
        falls = sight.arrives[i] > 0.0 and i != target
        if sight.kind[i] == BULLET or falls or along <= 0.0 or along > reach:
            continue
        off, half = aside / along, (sight.radius[i] + SHOT_RADIUS) / along
        met = bullets * max(0.0, min(off + half, 0.5 * spread) - max(off - half, -0.5 * spread)) / spread
        hits += met
        row = sight.row[i]
        strength = damage * arsenal.factor[fired, material_of(bodies, row)] - armour[bodies.kind[row]]
        if (
            strength > 0.0
            and (sight.kind[i] != ASTEROID or i == target)
            and not is_linked(bodies, ships, row)
        ):
            health = bodies.health[row]
            harm += min(met * health / math.ceil(health / strength), health)
    stopped = bullets * (1.0 + arsenal.pierces[fired] + fit[PIERCES])
    return harm * min(1.0, stopped / max(hits, 1e-9)) / (arsenal.ticks[fired] * fit[INTERVAL])


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
