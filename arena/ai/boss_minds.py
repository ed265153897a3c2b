"""Minds of bosses and boss parts: movement, heading, and the phases of their attacks.

`arena.sim.bosses.attacks` carries the attacks out. `arena.ai.specialists` calls these functions;
`arena.ai.strikes` explains arguments and results.
"""

import numpy as np

from arena.ai.bearings import Bearing, RadialPosition, intercept, keep_range
from arena.ai.cycle import ACT, SEEK, WINDUP, advance_cycle
from arena.ai.escorts import aim_at
from arena.ai.strikes import BOOST, FIRE, NOTHING, ZERO
from arena.ai.thoughts import Senses, Thoughts
from arena.catalogue import kinds
from arena.jit import inline
from arena.jit.annotations import Integer, Real, Row
from arena.sim.bosses.columns import boss_number, boss_of, part_number, stage_number
from arena.sim.bosses.deeds import FIRE as HOLD_TRIGGER
from arena.sim.tables.bodies import Bodies
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, combined, cross, dot, length, scaled, subtract, tangent_part, vector

BOSS, BOSS_PART = kinds.BOSS.number, kinds.BOSS_PART.number
TINY = 1e-6
"""Length [u] below which a direction is undefined."""


@inline
def think_boss(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Decide for a boss: fire in volleys or charge, as its stage says, with a limited turn rate."""
    bodies, behaviours, memory_out = senses.bodies, senses.behaviours, thoughts_inout.memory
    rules = senses.bosses
    number, stage = boss_number(bodies, rules, row), stage_number(senses.memory, rules, row)
    stages = rules.stages
    ticks = stages.windup[number, stage], stages.act[number, stage], stages.rest[number, stage]
    nose = vector(bodies.heading, row)
    begins = bearing[3] < behaviours.reach[BOSS]
    if stages.charges[number, stage]:
        ahead = dot(nose, (bearing[0], bearing[1], bearing[2]))
        near = bearing[3] < stages.charge_reach[number, stage]
        begins = near and ahead > stages.charge_aligned[number, stage]
    phase = advance_cycle(row, tick, begins, ticks, memory_out)
    if stages.charges[number, stage] and phase != SEEK:
        if phase == ACT:
            return nose, nose, BOOST
        aim = nose
        if phase == WINDUP and memory_out.until[row] - tick > stages.charge_lock[number, stage]:
            q, v = vector(bodies.position, target), vector(bodies.velocity, target)
            speed = np.float64(senses.kinds.dash_speed[BOSS])
            ax, ay, az, _ = intercept(pose, q, v, speed, bearing[3], 0.0)
            aim = turned_nose(nose, (ax, ay, az), pose, rules.nose_turn[number])
        return ZERO, aim, BOOST  # brakes as hard as it dashes
    wish = keep_range(
        row, pose, bearing, tick, rules.range[number], rules.band[number], rules.strafe[number],
        int(behaviours.strafe_ticks[BOSS]),
    )  # fmt: skip
    aim = turned_nose(nose, (bearing[0], bearing[1], bearing[2]), pose, rules.nose_turn[number])
    return scaled(wish, stages.thrust[number, stage]), aim, NOTHING


@inline
def turned_nose(nose: Vector, wanted: Real, pose: RadialPosition, most: Real):
    """`nose` turned towards the tangent `wanted` by at most `most` [rad]; both are unit vectors."""
    sine, cosine = quadrant_sine_cosine(most)
    if dot(nose, wanted) >= cosine:
        return wanted
    side = cross((pose[0], pose[1], pose[2]), nose)
    return combined(nose, cosine, side, sine if dot(side, wanted) >= 0.0 else -sine)


@inline
def think_boss_part(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: RadialPosition,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Decide for a part of a boss.

    A part that aims begins outside of its boss's act phase, and keeps its aim while it acts, except one that
    holds the trigger. Other parts follow their own cycle. `carry_parts` moves the parts,
    `arena.sim.bosses.deeds` carries their deeds out.
    """
    bodies, memory, rules = senses.bodies, senses.memory, senses.bosses
    boss = boss_of(bodies, memory, row)
    part = part_number(bodies, memory, rules, row)
    if boss < 0:
        return ZERO, ZERO, NOTHING
    number, stage = boss_number(bodies, rules, boss), stage_number(memory, rules, boss)
    deed = rules.parts.deed[part]
    ticks = rules.parts.windup[part], rules.parts.act[part], rules.stages.part_rest[number, stage]
    if deed != 0 and rules.parts.aims[part]:
        volley, shot = rules.parts.volley[part], np.float64(senses.kinds.bullet_speed[BOSS_PART])
        if rules.volleys.arms[volley] > 0:
            shot = rules.volleys.speed[volley]
        aim, reach = aim_at(row, target, BOSS_PART, shot, seed, tick, pose, senses)
        free = memory.phase[boss] != ACT
        near = reach < senses.behaviours.fire_range[BOSS_PART]
        phase = advance_cycle(row, tick, near and free, ticks, thoughts_inout.memory)
        if deed == HOLD_TRIGGER:
            return ZERO, aim, (FIRE if phase == ACT and free else NOTHING)
        return ZERO, (vector(bodies.heading, row) if phase == ACT else aim), NOTHING
    if deed != 0:
        near = bearing[3] < senses.behaviours.reach[BOSS]
        advance_cycle(row, tick, near, ticks, thoughts_inout.memory)
    return ZERO, away_from(bodies, row, boss, pose), NOTHING


@inline
def away_from(bodies: Bodies, row: Row, boss: Row, pose: RadialPosition):
    """Unit tangent at a part that points away from its boss."""
    gap = subtract(vector(bodies.position, row), vector(bodies.position, boss))
    way = tangent_part(gap, (pose[0], pose[1], pose[2]))
    return scaled(way, 1.0 / max(length(way), TINY))
