"""Deeds: what parts of bosses do in the act phase of their attack.

A part's row names its deed (`arena.catalogue.boss_row.Attack`). A new deed is a function here, an entry in
`DEEDS` and a branch in `act_part`.
"""

import numpy as np

from arena.catalogue import kinds
from arena.jit import inline
from arena.jit.annotations import Flag, Integer, Real, Row
from arena.sim.births import write_body
from arena.sim.bosses.columns import BossTable, VolleyTable, boss_number, stage_number
from arena.sim.kinds import KindTable, Pool
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sim.weapons import MUZZLE_GAP, release_bullet
from arena.sphere import quadrant_sine_cosine
from arena.vectors import (
    Vector,
    add,
    combined,
    cross,
    length,
    normalised,
    scaled,
    subtract,
    tangent_part,
    vector,
)

SHOT, DEPLOYED = int(Event.SHOT), int(Event.DEPLOYED)
BULLET_POOL, MINE_POOL, ENEMY_POOL = int(Pool.BULLET), int(Pool.MINE), int(Pool.ENEMY)
MINE = kinds.MINE.number

FIRE, LAUNCH, LAY, BURST = 1, 2, 3, 4
DEEDS = {"fire": FIRE, "launch": LAUNCH, "lay": LAY, "burst": BURST}
"""Numbers of deeds by name. FIRE holds the trigger of its kind's weapon; `fire_weapons` shoots."""


@inline
def act_part(
    population_inout: Population,
    kinds: KindTable,
    rules: BossTable,
    events_inout: Events,
    row: Row,
    boss: Row,
    part: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Carry out the deed of a part in its act phase."""
    p, deed = population_inout, rules.parts.deed[part]
    since = rules.parts.act[part] - (p.memory.until[row] - tick) - 1
    if deed == BURST:
        nose = vector(p.bodies.heading, row)
        fire_volley(
            p, rules.volleys, events_inout, row, rules.parts.volley[part], nose, since, shell_radius, tick
        )
    elif deed == LAY and since == 0:
        lay(p, kinds, rules, events_inout, row, boss, part, shell_radius, tick)
    elif deed == LAUNCH and since == 0:
        launch(p, kinds, rules, events_inout, row, boss, part, shell_radius, tick)


@inline
def fire_volley(
    population_inout: Population,
    volleys: VolleyTable,
    events_inout: Events,
    row: Row,
    volley: Integer,
    first: Vector,
    since: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Fire one bullet from each arm if an interval has passed, `since` [ticks] after the act phase began.

    `first` is the unit tangent at the row from which the arms are measured.
    """
    p, v = population_inout, volleys
    arms, speed = v.arms[volley], v.speed[volley]
    if arms == 0 or since < 0 or since % v.interval[volley] != 0:
        return
    second = cross(normalised(vector(p.bodies.position, row)), first)
    for arm in range(arms):
        if is_left_out(v, volley, arm):
            continue
        new = take_row(p.pools, BULLET_POOL)
        if new < 0:
            return
        sine, cosine = quadrant_sine_cosine(arm_turn(v, volley, arm, since))
        release_bullet(p, row, new, combined(first, cosine, second, sine), speed, shell_radius, tick)
        slot = new - p.pools.start[BULLET_POOL]
        p.bullets.owner[slot] = row
        p.bullets.damage[slot] = v.damage[volley]
        p.bullets.expires[slot] = tick + v.life[volley]
        if arm == 0:
            add_event(events_inout, SHOT, row, new, p.bodies.kind[row], 0.0, p.bodies.position[new])


@inline
def is_left_out(volleys: VolleyTable, volley: Integer, arm: Integer) -> Flag:
    """True if an arm is one of those in the middle that do not fire."""
    return abs(2 * arm - (volleys.arms[volley] - 1)) < volleys.left_out[volley]


@inline
def arm_turn(volleys: VolleyTable, volley: Integer, arm: Integer, since: Integer) -> Real:
    """Direction of an arm [rad] from the nose or axis, `since` [ticks] after the act phase began."""
    v = volleys
    swing = (since % v.fan_ticks[volley]) / v.fan_ticks[volley]
    turn = v.offset[volley] + v.spin[volley] * since + v.fan[volley] * (4.0 * abs(swing - 0.5) - 1.0)
    return turn + v.arc[volley] * arm / v.gaps[volley]


@inline
def lay(
    population_inout: Population,
    kinds: KindTable,
    rules: BossTable,
    events_inout: Events,
    row: Row,
    boss: Row,
    part: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Lay a fan of mines away from the boss, alternating near and far."""
    p, memory = population_inout, population_inout.memory
    count = rules.stages.mines[boss_number(p.bodies, rules, boss), stage_number(memory, rules, boss)]
    speed = rules.parts.speeds[part, memory.launched[row] % 2]
    memory.launched[row] += 1
    for k in range(count):
        new = take_row(p.pools, MINE_POOL)
        if new < 0:
            return
        turn = rules.parts.spread[part] * (k / max(count - 1, 1) - 0.5 * (count > 1))
        release_away(p, kinds, events_inout, row, boss, new, MINE, turn, speed, shell_radius, tick)


@inline
def launch(
    population_inout: Population,
    kinds: KindTable,
    rules: BossTable,
    events_inout: Events,
    row: Row,
    boss: Row,
    part: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Launch a ship of the brood, up to the part's limit."""
    p, memory = population_inout, population_inout.memory
    kind = rules.stages.brood[boss_number(p.bodies, rules, boss), stage_number(memory, rules, boss)]
    launched, most = memory.launched[row], rules.parts.most[part]
    if kind < 0 or 0 < most <= launched:
        return
    new = take_row(p.pools, ENEMY_POOL)
    if new >= 0:
        speed = rules.parts.speeds[part, launched % 2]
        memory.launched[row] += 1
        release_away(p, kinds, events_inout, row, boss, new, kind, 0.0, speed, shell_radius, tick)


@inline
def release_away(
    population_inout: Population,
    kinds: KindTable,
    events_inout: Events,
    row: Row,
    boss: Row,
    new: Row,
    kind: Integer,
    turn: Real,
    speed: Real,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Spawn a body at a part, moving away from the boss, turned by `turn` [rad]."""
    b = population_inout.bodies
    here = vector(b.position, row)
    outward = normalised(here)
    way = normalised(tangent_part(subtract(here, vector(b.position, boss)), outward))
    sine, cosine = quadrant_sine_cosine(turn)
    way = combined(way, cosine, cross(outward, way), sine)
    radius, health = np.float64(kinds.radius[kind]), np.float64(kinds.health[kind])
    place = add(here, scaled(way, b.radius[row] + radius + MUZZLE_GAP))
    position = scaled(place, shell_radius / length(place))
    write_body(
        population_inout, new, kind, b.team[row], 0, position, scaled(way, speed), way, radius, health, tick
    )  # fmt: skip
    add_event(events_inout, DEPLOYED, row, new, b.kind[row], b.radius[new], b.position[new])
