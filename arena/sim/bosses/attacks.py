"""Boss attacks, shields and stages: fire patterns, mines, broods, damage reduction, stage changes.

Minds steer a boss and set its phase of windup, act and rest (`Memory.phase`, see `arena.ai.boss_minds`). The
systems here carry the phases out with the numbers of the catalogue. `fire_bosses` runs once per tick right
before `fire_weapons`, which fires the turrets. `guard_bosses` runs right after `apply_damage`.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, BROOD_MOST, MINE_FAN, MINE_SPEEDS, STAGGER
from arena.catalogue.kind_row import KINDS
from arena.jit import inline, kernel
from arena.jit.annotations import F32, Integer, Real, Row
from arena.sim.births import write_body
from arena.sim.bosses.columns import (
    BOSS,
    BOSS_PART,
    FULL_HEALTH,
    GUARDS,
    LAUNCHES,
    LAYS,
    PART_DEED,
    SHIELDED,
    STAGE_COUNT,
    STAGE_HEALTH,
    boss_number,
    boss_of,
    of_bosses,
    of_parts,
    of_stages,
    padded_stages,
    part_number,
    stage_number,
)
from arena.sim.bosses.wells import carry_well, close_well
from arena.sim.kinds import KindTable, Phase, Pool
from arena.sim.system import BIRTH, BULLET_BIRTH, EVENTS, SHIP_BIRTH, columns, system
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sim.tables.zones import Zones
from arena.sim.weapons import MUZZLE_GAP, release_bullet
from arena.sim.world import World
from arena.sphere import quadrant_sine_cosine
from arena.vectors import add, combined, cross, length, normalised, scaled, subtract, tangent_part, vector

SHOT, DEPLOYED, BOSS_STAGE = int(Event.SHOT), int(Event.DEPLOYED), int(Event.BOSS_STAGE)
ACT, REST = int(Phase.ACT), int(Phase.REST)
BULLET_POOL, MINE_POOL, ENEMY_POOL = int(Pool.BULLET), int(Pool.MINE), int(Pool.ENEMY)
MINE = kinds.MINE.number
LAUNCH_SPEED = 9.0
"""[u/s] of a ship that leaves a launcher."""
PART_ACT = of_parts("act", np.int64)
ACT_TICKS, ARMS = of_stages("act", np.int64), of_stages("arms", np.int64)
INTERVAL, FAN_TICKS = of_stages("interval", np.int64), of_stages("fan_ticks", np.int64)
SPIN, FAN, OFFSET = of_stages("spin"), of_stages("fan"), of_stages("offset")
SPEED, DAMAGE = of_stages("speed"), of_stages("damage", np.float32)
BULLET_TICKS = np.round(kinds.BOSS.ship.gun.range / np.maximum(SPEED, 1.0) * tuning.TICK_RATE).astype(
    np.int64
)
MINES = of_stages("mines", np.int64)
BOSSES.resolve_all("brood", lambda boss: [stage.brood for stage in boss.rules.stages], KINDS.numbers)
BROOD = of_bosses(
    lambda boss: [KINDS.numbers[stage.brood] if stage.brood else -1 for stage in padded_stages(boss)],
    np.int64,
)
"""Kind that launchers launch, by boss and stage; -1 for none."""


@system(writes=(*BIRTH, *SHIP_BIRTH, *BULLET_BIRTH, "pools.available", *EVENTS))
def fire_bosses(world: World) -> None:
    """Carry out the attacks of bosses and parts in their act phase."""
    if not world.boss_count:
        return
    pool = world.pools[Pool.ENEMY]
    fire_rows(
        world.population, world.kinds, world.events, pool.start, pool.stop, world.shell_radius, world.tick
    )


@kernel
def fire_rows(
    population_inout: Population,
    kinds: KindTable,
    events_inout: Events,
    start: Integer,
    stop: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """`fire_bosses` for rows start..stop."""
    b, memory = population_inout.bodies, population_inout.memory
    for row in range(start, stop):
        if not b.alive[row] or memory.phase[row] != ACT:
            continue
        if b.kind[row] == BOSS:
            fire_pattern(population_inout, events_inout, row, shell_radius, tick)
        elif b.kind[row] == BOSS_PART:
            boss = boss_of(b, memory, row)
            part = part_number(b, memory, row)
            # Turrets fire in `fire_weapons`; the other parts act once, in the first tick of the phase.
            if boss >= 0 and tick == memory.until[row] - PART_ACT[part] + 1:
                number, stage = boss_number(b, boss), stage_number(memory, boss)
                if PART_DEED[part] == LAYS:
                    count = MINES[number, stage]
                    throw_mines(population_inout, kinds, events_inout, row, boss, count, shell_radius, tick)
                elif PART_DEED[part] == LAUNCHES:
                    kind = BROOD[number, stage]
                    launch(population_inout, kinds, events_inout, row, boss, kind, shell_radius, tick)


@inline
def fire_pattern(
    population_inout: Population, events_inout: Events, row: Row, shell_radius: Real, tick: Integer
) -> None:
    """Fire one bullet from each arm of a boss if its interval has passed."""
    p, b, memory = population_inout, population_inout.bodies, population_inout.memory
    number, stage = boss_number(b, row), stage_number(memory, row)
    since = ACT_TICKS[number, stage] - (memory.until[row] - tick) - 1
    arms, speed = ARMS[number, stage], SPEED[number, stage]
    if arms == 0 or since < 0 or since % INTERVAL[number, stage] != 0:
        return
    outward, spin = normalised(vector(b.position, row)), SPIN[number, stage]
    first = vector(b.heading, row) if spin == 0.0 else vector(memory.ring_axis, row)
    second = cross(outward, first)
    swing = (since % FAN_TICKS[number, stage]) / FAN_TICKS[number, stage]
    turn = OFFSET[number, stage] + spin * since + FAN[number, stage] * (4.0 * abs(swing - 0.5) - 1.0)
    for arm in range(arms):
        new = take_row(p.pools, BULLET_POOL)
        if new < 0:
            return
        sine, cosine = quadrant_sine_cosine(turn + 2.0 * math.pi * arm / arms)
        release_bullet(p, row, new, combined(first, cosine, second, sine), speed, shell_radius, tick)
        slot = new - p.pools.start[BULLET_POOL]
        p.bullets.owner[slot] = row
        p.bullets.damage[slot] = DAMAGE[number, stage]
        p.bullets.expires[slot] = tick + BULLET_TICKS[number, stage]
        if arm == 0:
            add_event(events_inout, SHOT, row, new, b.kind[row], 0.0, b.position[new])


@inline
def throw_mines(
    population_inout: Population,
    kinds: KindTable,
    events_inout: Events,
    row: Row,
    boss: Row,
    count: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Lay a fan of mines away from the boss, alternating near and far."""
    p, memory = population_inout, population_inout.memory
    speed = MINE_SPEEDS[0] if memory.launched[row] % 2 == 0 else MINE_SPEEDS[1]
    memory.launched[row] += 1
    for k in range(count):
        new = take_row(p.pools, MINE_POOL)
        if new < 0:
            return
        turn = MINE_FAN * (k / max(count - 1, 1) - 0.5 * (count > 1))
        release_away(p, kinds, events_inout, row, boss, new, MINE, turn, speed, shell_radius, tick)


@inline
def launch(
    population_inout: Population,
    kinds: KindTable,
    events_inout: Events,
    row: Row,
    boss: Row,
    kind: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """Launch a ship of the brood, up to `BROOD_MOST` per launcher."""
    p, memory = population_inout, population_inout.memory
    if kind < 0 or memory.launched[row] >= BROOD_MOST:
        return
    new = take_row(p.pools, ENEMY_POOL)
    if new >= 0:
        memory.launched[row] += 1
        release_away(p, kinds, events_inout, row, boss, new, kind, 0.0, LAUNCH_SPEED, shell_radius, tick)


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


@system(
    writes=(
        "bodies.health",
        *columns("zones", "kind", "center", "radius", "strength"),
        *columns("memory", "phase", "until", "stage", "stage_began", "zone"),
        *EVENTS,
    )
)
def guard_bosses(world: World) -> None:
    """Apply shields to the damage taken, advance stages, and move gravity wells along."""
    if not world.boss_count:
        return
    pool = world.pools[Pool.ENEMY]
    guard_rows(
        world.bodies, world.memory, world.zones, world.boss_health, world.events, pool.start, pool.stop,
        world.tick,
    )  # fmt: skip


@kernel
def guard_rows(
    bodies_inout: Bodies,
    memory_inout: Memory,
    zones_inout: Zones,
    health_before: F32,
    events_inout: Events,
    start: Integer,
    stop: Integer,
    tick: Integer,
) -> None:
    """`guard_bosses` for rows start..stop. Shields do not reduce bombs or the killing hit."""
    b, memory = bodies_inout, memory_inout
    for row in range(start, stop):
        if b.kind[row] != BOSS or not b.alive[row]:
            continue
        if not b.health[row] > np.float32(0.0):
            close_well(memory, zones_inout, row)
            continue
        number, stage = boss_number(b, row), stage_number(memory, row)
        lost = health_before[row] - b.health[row]
        if lost > np.float32(0.0) and is_shielded(b, memory, row, start, stop):
            b.health[row] = health_before[row] - lost * np.float32(SHIELDED[number])
        following = stage + 1
        share = b.health[row] / FULL_HEALTH[number]
        if following < STAGE_COUNT[number] and share <= STAGE_HEALTH[number, following]:
            begin_stage(b, memory, events_inout, row, following, start, stop, tick)
        carry_well(b, memory, zones_inout, row, number, stage_number(memory, row), tick)


@inline
def is_shielded(bodies: Bodies, memory: Memory, boss: Row, start: Integer, stop: Integer):
    """True if a shield generator of the boss is alive."""
    for row in range(start, stop):
        own = bodies.kind[row] == BOSS_PART and bodies.alive[row] and memory.target[row] == boss
        if (
            own
            and bodies.health[row] > np.float32(0.0)
            and PART_DEED[part_number(bodies, memory, row)] == GUARDS
        ):
            return True
    return False


@inline
def begin_stage(
    bodies: Bodies,
    memory_inout: Memory,
    events_inout: Events,
    boss: Row,
    stage: Integer,
    start: Integer,
    stop: Integer,
    tick: Integer,
) -> None:
    """Set the stage, put the boss and its parts to rest, and add a BOSS_STAGE event."""
    memory_inout.stage[boss] = stage
    memory_inout.stage_began[boss] = tick
    for row in range(start, stop):
        part = bodies.kind[row] == BOSS_PART and memory_inout.target[row] == boss
        if bodies.alive[row] and (row == boss or part):
            memory_inout.phase[row] = REST
            memory_inout.until[row] = tick + STAGGER
    add_event(
        events_inout, BOSS_STAGE, boss, -1, bodies.kind[boss], np.float64(stage), bodies.position[boss]
    )  # fmt: skip
