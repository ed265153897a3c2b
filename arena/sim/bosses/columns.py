"""Bosses of the catalogue as columns for kernels, with lookups of a boss, stage or part.

`Bodies.variant` of a boss and of its parts is the boss's number. `Memory.ring_slot` of a part is its place in
the boss's list of parts. Stages are the second axis; bosses with fewer stages repeat their last one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, FULL_CIRCLE, PARTS, BossRules, BossStage
from arena.jit import inline
from arena.jit.annotations import U8, Row
from arena.sim.tables.bodies import Bodies, Memory

BOSS, BOSS_PART = kinds.BOSS.number, kinds.BOSS_PART.number
BOSS_COUNT = BOSSES.size
STAGES_MOST = max(len(boss.rules.stages) for boss in BOSSES)
PARTS_MOST = max(len(boss.rules.parts) for boss in BOSSES)
SHOOTS, GUARDS, LAUNCHES, LAYS = 1, 2, 3, 4
"""Actions of a part, `PartRules.deed`: shoot, shield the boss, launch ships, lay mines."""


def of_bosses(value: Callable[[BossRules], Any], dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A value of every boss, shape (bosses, ...)."""
    return BOSSES.column(lambda boss: value(boss.rules), dtype)


def of_stages(name: str, dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A number of every stage, shape (bosses, STAGES_MOST)."""
    return of_bosses(lambda boss: [getattr(stage, name) for stage in padded_stages(boss)], dtype)


def of_parts(name: str, dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A number of every row of `PARTS`, shape (parts,)."""
    return PARTS.column(lambda part: getattr(part.rules, name), dtype)


def padded_stages(boss: BossRules) -> list[BossStage]:
    """The stages of a boss, the last one repeated up to STAGES_MOST."""
    return [*boss.stages, *[boss.stages[-1]] * (STAGES_MOST - len(boss.stages))]


def _place_angles(boss: BossRules) -> list[float]:
    """Angles [rad] from the ring's axis to each of its places."""
    count = len(boss.parts)
    if boss.arc == FULL_CIRCLE:
        return [boss.arc * k / max(count, 1) for k in range(PARTS_MOST)]
    return [boss.arc * (k / (count - 1) - 0.5) if count > 1 else 0.0 for k in range(PARTS_MOST)]


FULL_HEALTH = of_bosses(lambda boss: boss.health)
RADIUS = of_bosses(lambda boss: boss.radius)
SHIELDED, PULL_RADIUS = of_bosses(lambda boss: boss.shielded), of_bosses(lambda boss: boss.pull_radius)
ARC = of_bosses(lambda boss: boss.arc)
STAGE_COUNT = of_bosses(lambda boss: len(boss.stages), np.int64)
PART_COUNT = of_bosses(lambda boss: len(boss.parts), np.int64)
_PARTS = BOSSES.resolve_all("part", lambda boss: boss.rules.parts, PARTS.numbers)
PART = BOSSES.column(
    lambda boss: [*_PARTS[boss.number], *[0] * (PARTS_MOST - len(boss.rules.parts))], np.int64
)
"""Number of a part by boss and place in the ring."""
TURNS_BY_ITSELF = of_bosses(lambda boss: boss.arc == FULL_CIRCLE, np.bool_)
PLACE_ANGLE = of_bosses(_place_angles)
"""[rad] from the ring's axis to each of its places."""
_DEEDS = PARTS.resolve(
    "deed", lambda part: part.rules.deed, {"fire": SHOOTS, "guard": GUARDS, "launch": LAUNCHES, "lay": LAYS}
)
PART_DEED = PARTS.column(lambda part: _DEEDS.get(part.number, 0), np.int64)
"""SHOOTS, GUARDS, LAUNCHES or LAYS by part; 0 for armour."""
STAGE_HEALTH = of_stages("health")
STAGE_TURN = of_stages("turn") * tuning.DT
"""[rad/tick] of the ring's rotation."""
STAGE_GAP, STAGE_SWAY = of_stages("gap"), of_stages("sway")
STAGE_SWAY_TICKS = of_stages("sway_ticks", np.int64)
STAGE_PULL = of_stages("pull")
PART_RADIUS = of_parts("radius")


@inline
def any_boss(kind: U8):
    """True if the kind of any row is boss or boss part, dead rows included. Most worlds have none."""
    found = False
    for k in range(len(kind)):
        found |= (kind[k] == BOSS) | (kind[k] == BOSS_PART)
    return found


@inline
def boss_number(bodies: Bodies, row: Row):
    """Number in `BOSSES` of a boss or of a part's boss."""
    return min(np.int64(bodies.variant[row]), BOSS_COUNT - 1)


@inline
def stage_number(memory: Memory, boss: Row):
    """Current stage of a boss."""
    return max(0, min(np.int64(memory.stage[boss]), STAGES_MOST - 1))


@inline
def part_number(bodies: Bodies, memory: Memory, part: Row):
    """Number of a part in `PARTS`."""
    slot = max(0, min(np.int64(memory.ring_slot[part]), PARTS_MOST - 1))
    return PART[boss_number(bodies, part), slot]


@inline
def boss_of(bodies: Bodies, memory: Memory, part: Row):
    """Row of a part's boss, or -1 if the boss is dead."""
    boss = np.int64(memory.target[part])
    if boss < 0 or boss >= len(memory.target) or not bodies.alive[boss] or bodies.kind[boss] != BOSS:
        return -1
    return boss
