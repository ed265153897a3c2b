"""Damage by bullet hits, by touch and by strikes. Bodies without health are retired at the end of the tick.

`apply_damage` runs once per tick after contacts are solved: first bullets in row order, then touches of
players and freighters. `strike_enemies` runs after all motion: a dash, which has no contacts, destroys the
weak enemies that a player touches in it. Kinds with `Trait.STRIKABLE` always break, those with
`Trait.STRIKABLE_AT_REST` in the rest phase of their attack cycle.
"""

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.grid.table import GridTable
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, Flag, Flags, Integer, Real, Row
from arena.jit.simd.gathers import prefetch
from arena.sim.compaction import Compaction, list_flagged
from arena.sim.contacts import first_touch
from arena.sim.fittings.spread import spread_hit
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import (
    STRIKABLE,
    STRIKABLE_AT_REST,
    VARIANT_MATERIALS,
    KindTable,
    Phase,
    Pool,
    Team,
    in_mask,
)
from arena.sim.system import BIRTH, BULLET_BIRTH, EVENTS, columns, system
from arena.sim.tables.arsenal import HULL, Arsenal
from arena.sim.tables.bodies import Bodies, Bullets, Memory, Players, Ships
from arena.sim.tables.commands import Commands, acts
from arena.sim.tables.contacts import Contacts, Hits
from arena.sim.tables.events import Event, Events, add_death, add_event, common_room
from arena.sim.tables.loadout import Effect, Loadout
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import dot, subtract, vector

HIT, BUMP, PLAYER_HURT = int(Event.HIT), int(Event.BUMP), int(Event.PLAYER_HURT)
ASTEROID, FREIGHTER = kinds.ASTEROID.number, kinds.FREIGHTER.number
ENEMIES, NEUTRAL = int(Team.ENEMIES), int(Team.NEUTRAL)
BULLET_POOL = int(Pool.BULLET)
PIERCED = np.float32(tuning.BULLET.pierced)
RAM, ARMOUR = Effect.RAM.value, Effect.ARMOUR.value
TOUCH_PAUSE = round(tuning.PILOT.touch_pause * tuning.TICK_RATE)
FREIGHTER_PAUSE = round(tuning.FREIGHT.touch_pause * tuning.TICK_RATE)
BUMP_SPEED = tuning.CONTACT.bump_speed
ASTEROID_DAMAGE = tuning.ASTEROID.contact_damage
HARMLESS_TICKS = round(tuning.TELEGRAPH.harmless_time * tuning.TICK_RATE)

STRUCK, REST = int(Event.STRUCK), int(Phase.REST)
ENEMY_POOL, MINE_POOL = int(Pool.ENEMY), int(Pool.MINE)
STRIKE_REFUND = np.float32(tuning.PILOT.strike_refund)
REFUND_MOST = np.float32(tuning.PILOT.strike_refund_most)
STRIKE_GRACE = round(tuning.PILOT.strike_grace * tuning.TICK_RATE)
STRIKE_FARTHEST = 8.0
"""Distance of centres beyond which no two bodies touch in a tick [u]."""


@system(
    writes=(
        *(*BIRTH, *BULLET_BIRTH, "pools.available", "ships.hurt_tick", "ships.chilled_until"),
        *("hits.row", "regions.near", "compaction.*", *EVENTS),
    )
)
def apply_damage(sim: Simulation) -> None:
    """Subtract health for this tick's hits and touches."""
    damage_by_bullets(
        sim.population, sim.hits, sim.kinds, sim.arsenal, sim.compaction, len(sim.players.boost), sim.grid,
        sim.loadout, sim.regions.near, sim.events, sim.tick[0],
    )  # fmt: skip
    damage_by_touch(
        sim.bodies, sim.ships, sim.players, sim.commands, sim.contacts, sim.kinds, sim.loadout,
        sim.bodies.hit_by, sim.events, sim.tick[0],
    )  # fmt: skip


@inline
def hurt_player(
    bodies_inout: Bodies,
    ships_inout: Ships,
    slot: Row,
    by: Row,
    damage: Real,
    events_inout: Events,
    tick: Integer,
) -> None:
    """Subtract a player's health and store the tick, which delays the shield's recharge.

    `by` is the row of the body or bullet that did it.
    """
    bodies_inout.health[slot] -= damage
    ships_inout.hurt_tick[slot] = tick
    add_event(
        events_inout, PLAYER_HURT, slot, by, bodies_inout.kind[slot], damage, bodies_inout.position[slot]
    )


@kernel
def damage_by_bullets(
    population_inout: Population,
    hits_inout: Hits,
    kinds: KindTable,
    arsenal: Arsenal,
    compaction_out: Compaction,
    player_count: Integer,
    table: GridTable,
    loadout: Loadout,
    near_out: I32,
    events_inout: Events,
    tick: Integer,
) -> None:
    """Subtract the damage of each bullet, less armour, from the body it hit, and spread hits of players.

    Bullets of enemies do not damage asteroids. A piercing bullet flies on, weaker: its hit is cleared, and
    it does not hurt the same body again.
    """
    b, ships, bullets = population_inout.bodies, population_inout.ships, population_inout.bullets
    hit_row, owner, pierces = hits_inout.row, bullets.owner, bullets.pierces
    health, team, armour = b.health, b.team, kinds.armour
    hit_by, first_bullet = b.hit_by, population_inout.pools.start[BULLET_POOL]
    mark_hits(hit_row, b.alive[first_bullet:], compaction_out.flag)
    hit_slot, count = compaction_out.row, list_flagged(compaction_out, len(hit_row))
    for k in range(count):
        row = np.uint64(hit_row[np.uint64(hit_slot[np.uint64(k)])])
        prefetch(health, row)
        prefetch(hit_by, row)
    note_hits(hit_slot, count, b, ships, bullets, hit_row, armour, arsenal.factor, first_bullet, events_inout)
    for k in range(count):
        slot = np.uint64(hit_slot[np.uint64(k)])
        row, bullet = np.uint64(hit_row[slot]), np.uint64(first_bullet) + slot
        damage = bullet_damage(bullets, b, ships, slot, row, armour, arsenal.factor)
        if row < player_count:
            hurt_player(b, ships, row, bullet, damage, events_inout, tick)
        # A select instead of a branch, which would be unpredictable.
        harmless = (team[row] == NEUTRAL) & (team[bullet] == ENEMIES)
        health[row] -= np.float32(0.0) if harmless | (row < player_count) else damage
        hit_by[row] = hit_by[row] if harmless else owner[slot]
        if 0 <= owner[slot] < player_count and bullets.weapon[slot] > 0 and team[row] == ENEMIES:
            spread_hit(population_inout, table, loadout, slot, row, near_out, events_inout, tick)
        if pierces[slot] > 0:
            pierces[slot] -= 1
            bullets.damage[slot] *= PIERCED
            bullets.passed[slot] = row
            hit_row[slot] = -1


@inline
def bullet_damage(
    bullets: Bullets, bodies: Bodies, ships: Ships, slot: Row, row: Row, armour: F32, factor: F32
) -> Real:
    """Damage of a bullet to a body: scaled by its material, minus its armour; none to a linked ship."""
    if is_linked(bodies, ships, row):
        return np.float32(0.0)
    strength = bullets.damage[slot] * factor[np.uint64(bullets.weapon[slot]), material_of(bodies, row)]
    return max(strength - armour[np.uint64(bodies.kind[row])], np.float32(0.0))


@inline
def material_of(bodies: Bodies, row: Row) -> Row:
    """Column of `Arsenal.factor` for a body."""
    if bodies.kind[row] != ASTEROID:
        return np.uint64(HULL)
    return np.uint64(bodies.variant[row] % np.uint8(VARIANT_MATERIALS) % np.uint8(HULL))


@inline
def note_hits(
    hit_slot: I32,
    count: Integer,
    bodies: Bodies,
    ships: Ships,
    bullets: Bullets,
    hit_row: I32,
    armour: F32,
    factor: F32,
    first_bullet: Row,
    events_inout: Events,
) -> None:
    """Add a HIT event for each of the bullets hit_slot[:count]; events over capacity count as dropped."""
    shooter = bullets.owner
    kinds, position = bodies.kind, bodies.position
    kind, row, other = events_inout.kind, events_inout.row, events_inout.other
    subject, size, place = events_inout.subject, events_inout.size, events_inout.position
    begin = events_inout.count[0]
    room = max(min(count, common_room(events_inout) - begin), 0)
    for k in range(room):
        at, slot = np.uint64(begin + k), np.uint64(hit_slot[np.uint64(k)])
        target, bullet = np.uint64(hit_row[slot]), np.uint64(first_bullet) + slot
        kind[at], row[at], other[at], subject[at] = HIT, hit_row[slot], shooter[slot], kinds[target]
        size[at] = bullet_damage(bullets, bodies, ships, slot, target, armour, factor)
        place[at, 0], place[at, 1], place[at, 2] = (
            position[bullet, 0], position[bullet, 1], position[bullet, 2],
        )  # fmt: skip
    events_inout.count[0] = begin + room
    events_inout.dropped[0] += count - room


@inline
def mark_hits(hit_row: I32, alive: Flags, flag_out: Flags) -> None:
    """Flag the live bullets with a hit."""
    for k in range(len(hit_row)):
        slot = np.uint64(k)
        flag_out[slot] = alive[slot] & (hit_row[slot] >= np.int32(0))


@inline
def ram_freighter(
    bodies_inout: Bodies,
    ships_inout: Ships,
    kinds: KindTable,
    row: Row,
    other: Row,
    hit_by_inout: I32,
    tick: Integer,
) -> None:
    """Damage a freighter and an enemy that touch."""
    b = bodies_inout
    b.health[row] -= kinds.contact_damage[b.kind[other]]
    if not is_linked(b, ships_inout, other):
        b.health[other] -= kinds.contact_damage[b.kind[row]]
    ships_inout.hurt_tick[row] = tick
    hit_by_inout[row], hit_by_inout[other] = other, row


@kernel
def damage_by_touch(
    bodies_inout: Bodies,
    ships_inout: Ships,
    players: Players,
    commands: Commands,
    contacts: Contacts,
    kinds: KindTable,
    loadout: Loadout,
    hit_by_inout: I32,
    events_inout: Events,
    tick: Integer,
) -> None:
    """Damage players by all they touch, freighters by enemies, and enemies by players and freighters.

    A player or freighter takes touch damage at most once per cooldown. Bodies younger than HARMLESS_TICKS do
    not hurt players: a mine just laid, a drone just launched, the pieces of an asteroid. Neither do
    volatiles whose fuse burns. Nobody is paid for an enemy that runs into a player without a command.
    """
    b, player_count = bodies_inout, len(players.weapon)
    for c in range(contacts.count[0]):
        i, j = contacts.first[c], contacts.second[c]
        speed = contacts.impulse[c] * (b.inv_mass[i] + b.inv_mass[j]) * np.float32(0.5)
        if speed > BUMP_SPEED:
            add_event(events_inout, BUMP, i, j, b.kind[j], speed, b.position[j])
        if i >= player_count:
            rammed = b.kind[i] == FREIGHTER and b.team[j] == ENEMIES
            if rammed and tick - ships_inout.hurt_tick[i] >= FREIGHTER_PAUSE:
                ram_freighter(b, ships_inout, kinds, i, j, hit_by_inout, tick)
            continue
        if b.team[i] == b.team[j] or tick < ships_inout.untouchable_until[i]:
            continue
        if tick - ships_inout.hurt_tick[i] < TOUCH_PAUSE and ships_inout.hurt_tick[i] != tick:
            continue
        if tick - b.born[j] < HARMLESS_TICKS or (j < len(ships_inout.fuse) and ships_inout.fuse[j] > 0):
            continue
        kind = b.kind[j]
        damage = np.float32(ASTEROID_DAMAGE) if kind == ASTEROID else kinds.contact_damage[kind]
        fitted = loadout.value[i, players.weapon[i]]
        hurt_player(b, ships_inout, i, j, damage * fitted[ARMOUR], events_inout, tick)
        hit_by_inout[i] = j
        if b.team[j] == ENEMIES and not is_linked(b, ships_inout, j):
            b.health[j] -= kinds.contact_damage[b.kind[i]] + fitted[RAM]
            hit_by_inout[j] = i if acts(commands, i) else -1


@system(
    writes=(
        *columns("bodies", "health", "hit_by"),
        *("players.boost", "ships.untouchable_until", *EVENTS),
    )
)
def strike_enemies(sim: Simulation) -> None:
    """Destroy what dashing players touch, where it can be struck."""
    strike_rows(sim.population, sim.events, sim.tick[0])


@kernel
def strike_rows(population_inout: Population, events_inout: Events, tick: Integer) -> None:
    """`strike_enemies` for every player: refund boost for each, and grace after the dash.

    The refund ends below a full charge: with dash upon dash, a river could be flown through unharmed.
    """
    p, b, pools = population_inout, population_inout.bodies, population_inout.pools
    untouchable = p.ships.untouchable_until
    for slot in range(len(p.players.boost)):
        until = p.players.boost_until[slot]
        if not b.alive[slot] or tick >= until:
            continue
        for row in range(pools.start[ENEMY_POOL], pools.stop[MINE_POOL]):
            if not b.alive[row] or b.team[row] != ENEMIES or b.health[row] <= np.float32(0.0):
                continue
            if not (is_strikable(b, p.ships, p.memory, row) and touched(b, slot, row)):
                continue
            b.health[row], b.hit_by[row] = 0.0, slot
            charge = p.players.boost[slot]
            p.players.boost[slot] = max(charge, min(REFUND_MOST, charge + STRIKE_REFUND))
            untouchable[slot] = max(untouchable[slot], until + STRIKE_GRACE)
            add_death(events_inout, STRUCK, row, slot, b.kind[row], b.radius[row], b.position[row])


@inline
def is_strikable(bodies: Bodies, ships: Ships, memory: Memory, row: Row) -> Flag:
    """True if a dash would destroy an enemy or mine now."""
    kind = bodies.kind[row]
    resting = in_mask(STRIKABLE_AT_REST, kind) and memory.phase[row] == REST
    return (in_mask(STRIKABLE, kind) or resting) and not is_linked(bodies, ships, row)


@inline
def touched(bodies: Bodies, slot: Row, row: Row) -> Flag:
    """True if a player and a body touched within this tick."""
    now = subtract(vector(bodies.position, row), vector(bodies.position, slot))
    if dot(now, now) > STRIKE_FARTHEST * STRIKE_FARTHEST:
        return False
    before = subtract(vector(bodies.previous_position, row), vector(bodies.previous_position, slot))
    return first_touch(before, subtract(now, before), bodies.radius[slot] + bodies.radius[row]) >= 0.0
