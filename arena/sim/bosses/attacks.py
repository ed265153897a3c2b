"""Boss attacks, shields and stages: fire patterns, damage reduction, stage changes.

Minds steer a boss and set its phase of windup, act and rest (`Memory.phase`, see `arena.ai.boss_minds`). The
systems here carry the phases out; `arena.sim.bosses.deeds` has the attacks of parts. `fire_bosses` runs once
per tick right before `fire_weapons`, which fires the turrets. `guard_bosses` runs right after `apply_damage`.
"""

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, Integer, Real, Row
from arena.sim.bosses.columns import (
    BOSS,
    BOSS_PART,
    BossTable,
    boss_number,
    boss_of,
    part_number,
    stage_number,
)
from arena.sim.bosses.deeds import act_part, fire_volley
from arena.sim.bosses.wells import carry_well, close_well
from arena.sim.kinds import KindTable, Phase, Pool
from arena.sim.system import BIRTH, BULLET_BIRTH, EVENTS, SHIP_BIRTH, columns, system
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.zones import Zones
from arena.vectors import vector

BOSS_STAGE, ACT, REST = int(Event.BOSS_STAGE), int(Phase.ACT), int(Phase.REST)
ENEMY_POOL = int(Pool.ENEMY)


@system(writes=(*BIRTH, *SHIP_BIRTH, *BULLET_BIRTH, "pools.available", *EVENTS))
def fire_bosses(sim: Simulation) -> None:
    """Carry out the attacks of bosses and parts in their act phase."""
    if sim.boss_count[0] > 0:
        start, stop = sim.pools.start[ENEMY_POOL], sim.pools.stop[ENEMY_POOL]
        fire_rows(
            sim.population, sim.kinds, sim.boss_rules, sim.events, start, stop, sim.shell_radius[0],
            sim.tick[0],
        )  # fmt: skip


@kernel
def fire_rows(
    population_inout: Population,
    kinds: KindTable,
    rules: BossTable,
    events_inout: Events,
    start: Integer,
    stop: Integer,
    shell_radius: Real,
    tick: Integer,
) -> None:
    """`fire_bosses` for rows start..stop."""
    p, b, memory = population_inout, population_inout.bodies, population_inout.memory
    for row in range(start, stop):
        if not b.alive[row] or memory.phase[row] != ACT:
            continue
        if b.kind[row] == BOSS:
            number, stage = boss_number(b, rules, row), stage_number(memory, rules, row)
            volley = rules.stages.volley[number, stage]
            still = rules.volleys.spin[volley] == 0.0
            first = vector(b.heading, row) if still else vector(memory.ring_axis, row)
            since = rules.stages.act[number, stage] - (memory.until[row] - tick) - 1
            fire_volley(p, rules.volleys, events_inout, row, volley, first, since, shell_radius, tick)
        elif b.kind[row] == BOSS_PART:
            boss = boss_of(b, memory, row)
            if boss >= 0:
                part = part_number(b, memory, rules, row)
                act_part(p, kinds, rules, events_inout, row, boss, part, shell_radius, tick)


@system(
    writes=(
        "bodies.health",
        *columns("zones", "kind", "center", "radius", "strength"),
        *columns("memory", "phase", "until", "stage", "stage_began", "zone"),
        *EVENTS,
    )
)
def guard_bosses(sim: Simulation) -> None:
    """Apply shields to the damage taken, advance stages, and move gravity wells along."""
    if sim.boss_count[0] > 0:
        start, stop = sim.pools.start[ENEMY_POOL], sim.pools.stop[ENEMY_POOL]
        guard_rows(
            sim.bodies, sim.memory, sim.zones, sim.boss_rules, sim.boss_health, sim.events, start, stop,
            sim.tick[0],
        )  # fmt: skip


@kernel
def guard_rows(
    bodies_inout: Bodies,
    memory_inout: Memory,
    zones_inout: Zones,
    rules: BossTable,
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
        number, stage = boss_number(b, rules, row), stage_number(memory, rules, row)
        lost = health_before[row] - b.health[row]
        if lost > np.float32(0.0) and is_shielded(b, memory, rules, row, start, stop):
            b.health[row] = health_before[row] - lost * np.float32(rules.shielded[number])
        following = stage + 1
        share = b.health[row] / rules.health[number]
        if following < rules.stage_count[number] and share <= rules.stages.health[number, following]:
            begin_stage(b, memory, rules, events_inout, row, following, start, stop, tick)
        carry_well(b, memory, zones_inout, rules, row, number, stage_number(memory, rules, row), tick)


@inline
def is_shielded(bodies: Bodies, memory: Memory, rules: BossTable, boss: Row, start: Integer, stop: Integer):
    """True if a part of the boss that shields it is alive."""
    for row in range(start, stop):
        own = bodies.kind[row] == BOSS_PART and bodies.alive[row] and memory.target[row] == boss
        alive = own and bodies.health[row] > np.float32(0.0)
        if alive and rules.parts.shields[part_number(bodies, memory, rules, row)]:
            return True
    return False


@inline
def begin_stage(
    bodies: Bodies,
    memory_inout: Memory,
    rules: BossTable,
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
    stagger = rules.stagger[boss_number(bodies, rules, boss)]
    for row in range(start, stop):
        part = bodies.kind[row] == BOSS_PART and memory_inout.target[row] == boss
        if bodies.alive[row] and (row == boss or part):
            memory_inout.phase[row] = REST
            memory_inout.until[row] = tick + stagger
    add_event(
        events_inout, BOSS_STAGE, boss, -1, bodies.kind[boss], np.float64(stage), bodies.position[boss]
    )  # fmt: skip
