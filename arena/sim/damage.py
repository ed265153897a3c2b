"""Damage: what bullets and touches do to health. Who runs out of it is retired at the end of the tick.

Runs once per tick after the contacts are solved: bullets in row order, then the touches of players.
"""

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.events import Event
from arena.sim.kinds import Kind, Pool, Team
from arena.sim.spawn import add_event
from arena.sim.world import World

HIT, BUMP, PLAYER_HURT = int(Event.HIT), int(Event.BUMP), int(Event.PLAYER_HURT)
ASTEROID = int(Kind.ASTEROID)
ENEMIES, NEUTRAL = int(Team.ENEMIES), int(Team.NEUTRAL)
BULLET_POOL = int(Pool.BULLET)
TOUCH_PAUSE = round(tuning.PILOT.touch_pause * tuning.TICK_RATE)
BUMP_SPEED = tuning.CONTACT.bump_speed


def apply_damage(world: World) -> None:
    """Take health for this tick's hits and touches."""
    damage_by_bullets(
        world.bodies, world.ships, world.bullets, world.kinds, int(world.pool_rows.start[BULLET_POOL]),
        world.config.players, world.hit_by, world.events, world.tick,
    )  # fmt: skip
    damage_by_touch(
        world.bodies, world.ships, world.contacts, world.kinds, world.config.players, world.hit_by,
        world.events, world.tick,
    )  # fmt: skip


@inline
def hurt_player(bodies_inout, ships_inout, slot, damage, events_inout, tick):
    """Take a player's health and note when, which delays the shield's recharge."""
    bodies_inout.health[slot] -= damage
    ships_inout.hurt_tick[slot] = tick
    add_event(
        events_inout, PLAYER_HURT, slot, -1, bodies_inout.kind[slot], damage, bodies_inout.position[slot]
    )


@kernel
def damage_by_bullets(
    bodies_inout, ships_inout, bullets, kinds, first_bullet, player_count, hit_by_inout, events_inout, tick
):
    """Each bullet takes its damage, less armour, from the body it hit. Enemies' only scratch asteroids."""
    b, hit_row = bodies_inout, bullets.hit_row
    for slot in range(len(hit_row)):
        row = hit_row[np.uint64(slot)]
        if row < 0:
            continue
        bullet = first_bullet + slot
        if not b.alive[bullet]:
            continue
        damage = max(bullets.damage[slot] - kinds.armour[b.kind[row]], np.float32(0.0))
        add_event(events_inout, HIT, row, bullets.owner[slot], b.kind[row], damage, b.position[bullet])
        if row < player_count:
            hurt_player(b, ships_inout, row, damage, events_inout, tick)
            hit_by_inout[row] = bullets.owner[slot]
        elif not (b.team[row] == NEUTRAL and b.team[bullet] == ENEMIES):
            b.health[row] -= damage
            hit_by_inout[row] = bullets.owner[slot]


@kernel
def damage_by_touch(
    bodies_inout, ships_inout, contacts, kinds, player_count, hit_by_inout, events_inout, tick
):
    """Players are hurt by what they touch, enemies by players.

    A player is hurt by touch at most once per pause.
    """
    b = bodies_inout
    for c in range(contacts.count[0]):
        i, j = contacts.first[c], contacts.second[c]
        speed = contacts.impulse[c] * (b.inv_mass[i] + b.inv_mass[j]) * np.float32(0.5)
        if speed > BUMP_SPEED:
            add_event(events_inout, BUMP, i, j, b.kind[j], speed, b.position[j])
        if i >= player_count or b.team[i] == b.team[j] or tick < ships_inout.untouchable_until[i]:
            continue
        if tick - ships_inout.hurt_tick[i] < TOUCH_PAUSE and ships_inout.hurt_tick[i] != tick:
            continue
        kind = b.kind[j]
        damage = np.float32(ASTEROID_DAMAGE) if kind == ASTEROID else kinds.contact_damage[kind]
        hurt_player(b, ships_inout, i, damage, events_inout, tick)
        hit_by_inout[i] = j
        if b.team[j] == ENEMIES:
            b.health[j] -= kinds.contact_damage[b.kind[i]]
            hit_by_inout[j] = i


ASTEROID_DAMAGE = tuning.ASTEROID.contact_damage
