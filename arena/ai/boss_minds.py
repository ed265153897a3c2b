"""Minds of bosses and boss parts: movement, heading, and the phases of their attacks.

`arena.sim.bosses.attacks` carries the attacks out. `arena.ai.specialists` calls these functions;
`arena.ai.strikes` explains arguments and results.
"""

import numpy as np

from arena import tuning
from arena.ai.bearings import Bearing, Pose, intercept, keep_range
from arena.ai.cycle import ACT, SEEK, WINDUP, advance_cycle
from arena.ai.escorts import aim_at
from arena.ai.strikes import BOOST, FIRE, NOTHING, ZERO
from arena.ai.thoughts import Senses, Thoughts
from arena.catalogue import kinds
from arena.catalogue.boss_row import CHARGE_LOCK
from arena.jit import inline
from arena.jit.annotations import Integer, Real, Row
from arena.sim.bosses.columns import (
    LAUNCHES,
    LAYS,
    PART_DEED,
    SHOOTS,
    boss_number,
    boss_of,
    of_bosses,
    of_parts,
    of_stages,
    part_number,
    stage_number,
)
from arena.sim.tables.bodies import Bodies
from arena.sphere import quadrant_sine_cosine
from arena.vectors import Vector, combined, cross, dot, length, scaled, subtract, tangent_part, vector

BOSS, BOSS_PART = kinds.BOSS.number, kinds.BOSS_PART.number
RANGE, BAND = of_bosses(lambda boss: boss.range), of_bosses(lambda boss: boss.band)
STRAFE = of_bosses(lambda boss: boss.strafe)
NOSE_TURN = of_bosses(lambda boss: boss.nose_turn) * (tuning.MIND.think_interval * tuning.DT)
"""Largest turn [rad] of a heading between two decisions."""
THRUST, CHARGES = of_stages("thrust"), of_stages("charges", np.bool_)
WINDUP_TICKS, ACT_TICKS = of_stages("windup", np.int64), of_stages("act", np.int64)
REST_TICKS, PART_REST = of_stages("rest", np.int64), of_stages("part_rest", np.int64)
PART_WINDUP, PART_ACT = of_parts("windup", np.int64), of_parts("act", np.int64)
CHARGE_REACH, ALIGNED = 26.0, 0.7
"""Distance to the target [u] and cosine of the angle to it at which a boss begins a charge."""
TINY = 1e-6
"""Length [u] below which a direction is undefined."""


@inline
def think_boss(
    row: Row,
    target: Row,
    seed: Integer,
    tick: Integer,
    pose: Pose,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Decide for a boss: fire in volleys or charge, as its stage says, with a limited turn rate."""
    bodies, behaviours, memory_out = senses.bodies, senses.behaviours, thoughts_inout.memory
    number, stage = boss_number(bodies, row), stage_number(senses.memory, row)
    ticks = WINDUP_TICKS[number, stage], ACT_TICKS[number, stage], REST_TICKS[number, stage]
    nose = vector(bodies.heading, row)
    begins = bearing[3] < behaviours.reach[BOSS]
    if CHARGES[number, stage]:
        begins = bearing[3] < CHARGE_REACH and dot(nose, (bearing[0], bearing[1], bearing[2])) > ALIGNED
    phase = advance_cycle(row, tick, begins, ticks, memory_out)
    if CHARGES[number, stage] and phase != SEEK:
        if phase == ACT:
            return nose, nose, BOOST
        aim = nose
        if phase == WINDUP and memory_out.until[row] - tick > CHARGE_LOCK:
            q, v = vector(bodies.position, target), vector(bodies.velocity, target)
            speed = np.float64(senses.kinds.dash_speed[BOSS])
            ax, ay, az, _ = intercept(pose, q, v, speed, bearing[3], 0.0)
            aim = turned_nose(nose, (ax, ay, az), pose, NOSE_TURN[number])
        return ZERO, aim, BOOST  # brakes as hard as it dashes
    wish = keep_range(
        row, pose, bearing, tick, RANGE[number], BAND[number], STRAFE[number],
        int(behaviours.strafe_ticks[BOSS]),
    )  # fmt: skip
    aim = turned_nose(nose, (bearing[0], bearing[1], bearing[2]), pose, NOSE_TURN[number])
    return scaled(wish, THRUST[number, stage]), aim, NOTHING


@inline
def turned_nose(nose: Vector, wanted: Real, pose: Pose, most: Real):
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
    pose: Pose,
    bearing: Bearing,
    senses: Senses,
    thoughts_inout: Thoughts,
):
    """Decide for a part of a boss.

    Turrets fire outside of their boss's act phase. Launchers and layers follow their own cycle. `carry_parts`
    moves the parts.
    """
    bodies, memory = senses.bodies, senses.memory
    boss = boss_of(bodies, memory, row)
    part = part_number(bodies, memory, row)
    if boss < 0:
        return ZERO, ZERO, NOTHING
    number, stage = boss_number(bodies, boss), stage_number(memory, boss)
    ticks = PART_WINDUP[part], PART_ACT[part], PART_REST[number, stage]
    if PART_DEED[part] == SHOOTS:
        aim, reach = aim_at(row, target, BOSS_PART, seed, tick, pose, senses)
        free = memory.phase[boss] != ACT
        near = reach < senses.behaviours.fire_range[BOSS_PART]
        phase = advance_cycle(row, tick, near and free, ticks, thoughts_inout.memory)
        return ZERO, aim, (FIRE if phase == ACT and free else NOTHING)
    if PART_DEED[part] in (LAUNCHES, LAYS):
        near = bearing[3] < senses.behaviours.reach[BOSS]
        advance_cycle(row, tick, near, ticks, thoughts_inout.memory)
    return ZERO, away_from(bodies, row, boss, pose), NOTHING


@inline
def away_from(bodies: Bodies, row: Row, boss: Row, pose: Pose):
    """Unit tangent at a part that points away from its boss."""
    gap = subtract(vector(bodies.position, row), vector(bodies.position, boss))
    way = tangent_part(gap, (pose[0], pose[1], pose[2]))
    return scaled(way, 1.0 / max(length(way), TINY))
