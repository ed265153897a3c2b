"""Bosses of the catalogue as columns for kernels, with lookups of a boss, stage or part.

`Bodies.variant` of a boss and of its parts is the boss's number. `Memory.ring_slot` of a part is its place in
the boss's list of parts. `arena.sim.bosses.rules` fills the columns.
"""

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.jit import inline
from arena.jit.annotations import U8, Row
from arena.jit.tables import Table
from arena.sim.tables.bodies import Bodies, Memory

BOSS, BOSS_PART = kinds.BOSS.number, kinds.BOSS_PART.number

F64, I64, Flags = NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]


class VolleyTable(Table):
    """Patterns of fire, `arena.catalogue.boss_row.Volley`, of stages and parts; row 0 has no arms."""

    arms: I64
    interval: I64  # [ticks]
    speed: F64  # [u/s]
    damage: NDArray[np.float32]  # [hit points]
    life: I64  # [ticks] until a bullet ends
    spin: F64  # [rad/tick]
    fan: F64  # [rad]
    fan_ticks: I64
    offset: F64  # [rad] from the nose or axis to the first arm
    arc: F64  # [rad] from the first arm to the last, or to the first again in a full circle
    gaps: I64  # between arms in that arc
    left_out: I64  # arms in the middle that do not fire


class PatternTable(Table):
    """Patterns of the catalogue as columns, shape (patterns,)."""

    act: I64  # [ticks]
    fire: VolleyTable


class PartTable(Table):
    """Numbers of `PARTS`, shape (parts,)."""

    radius: F64  # [u]
    shields: Flags
    deed: I64  # number in `arena.sim.bosses.deeds`; 0: none
    windup: I64  # [ticks]
    act: I64  # [ticks]
    aims: Flags
    speeds: F64  # [u/s], shape (parts, 2)
    spread: F64  # [rad]
    most: I64  # 0: no limit
    volley: I64  # row of `VolleyTable`


class StageTable(Table):
    """Stages of bosses, shape (bosses, stages); bosses with fewer stages repeat their last one."""

    health: F64  # share of full health
    thrust: F64
    windup: I64  # [ticks]
    act: I64  # [ticks]
    rest: I64  # [ticks]
    charges: Flags
    charge_reach: F64  # [u]
    charge_aligned: F64
    charge_lock: I64  # [ticks]
    gap: F64  # [u]
    turn: F64  # [rad/tick]
    sway: F64  # [u]
    sway_ticks: I64
    part_rest: I64  # [ticks]
    mines: I64
    brood: I64  # kind; -1: none
    pull: F64  # [u/s^2]
    volley: I64  # row of `VolleyTable`


class BossTable(Table):
    """Numbers of `BOSSES`, shape (bosses,), and tables of their stages, their parts and all volleys."""

    health: F64  # [hit points]
    radius: F64  # [u]
    shielded: F64
    stagger: I64  # [ticks]
    stage_count: I64
    dash_speed: F64  # [u/s] of a charge
    range: F64  # [u]
    band: F64  # [u]
    strafe: F64
    nose_turn: F64  # [rad] between two decisions
    regroup: F64  # [u/tick]
    turns_by_itself: Flags  # a full ring
    part: I64  # number of a part by place in the ring, shape (bosses, places)
    angle: F64  # [rad] from the ring's axis to each place, shape (bosses, places)
    well_radius: F64  # [u]
    well_opening: I64  # [ticks]
    well_narrowest: F64  # share of the radius
    stages: StageTable
    parts: PartTable
    volleys: VolleyTable


@inline
def any_boss(kind: U8):
    """True if the kind of any row is boss or boss part, dead rows included. Most worlds have none."""
    found = False
    for k in range(len(kind)):
        found |= (kind[k] == BOSS) | (kind[k] == BOSS_PART)
    return found


@inline
def boss_number(bodies: Bodies, rules: BossTable, row: Row):
    """Number in `BOSSES` of a boss or of a part's boss."""
    return min(np.int64(bodies.variant[row]), len(rules.radius) - 1)


@inline
def stage_number(memory: Memory, rules: BossTable, boss: Row):
    """Current stage of a boss."""
    return max(0, min(np.int64(memory.stage[boss]), rules.stages.health.shape[1] - 1))


@inline
def part_number(bodies: Bodies, memory: Memory, rules: BossTable, part: Row):
    """Number of a part in `PARTS`."""
    slot = max(0, min(np.int64(memory.ring_slot[part]), rules.part.shape[1] - 1))
    return rules.part[boss_number(bodies, rules, part), slot]


@inline
def boss_of(bodies: Bodies, memory: Memory, part: Row):
    """Row of a part's boss, or -1 if the boss is dead."""
    boss = np.int64(memory.target[part])
    if boss < 0 or boss >= len(memory.target) or not bodies.alive[boss] or bodies.kind[boss] != BOSS:
        return -1
    return boss
