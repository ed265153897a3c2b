"""`arena.boss_tuning` as columns for kernels, and how to look a boss or a part of one up in them.

`Bodies.variant` of a boss is its row; a part carries its boss's, and its `Memory.ring_slot` says which of the
boss's parts it is. Stages are the second axis; a boss with fewer than others repeats its last one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.boss_tuning import BOSSES, FULL_CIRCLE, PARTS, Role
from arena.jit import inline
from arena.sim.kinds import Kind

BOSS, BOSS_PART = int(Kind.BOSS), int(Kind.BOSS_PART)
BOSS_COUNT = len(BOSSES)
STAGES_MOST = max(len(boss.stages) for boss in BOSSES)
PARTS_MOST = max(len(boss.roles) for boss in BOSSES)


def of_bosses(name: str, dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A number of every boss, shape (bosses,)."""
    return np.array([getattr(boss, name) for boss in BOSSES], dtype)


def of_stages(name: str, dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A number of every stage, shape (bosses, STAGES_MOST)."""
    rows = [[*boss.stages, *[boss.stages[-1]] * (STAGES_MOST - len(boss.stages))] for boss in BOSSES]
    return np.array([[getattr(stage, name) for stage in row] for row in rows], dtype)


def of_roles(name: str, dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A number of every role, shape (roles,)."""
    return np.array([getattr(PARTS[role], name) for role in Role], dtype)


FULL_HEALTH, RADIUS = of_bosses("health"), of_bosses("radius")
SHIELDED, PULL_RADIUS = of_bosses("shielded"), of_bosses("pull_radius")
ARC = of_bosses("arc")
STAGE_COUNT = np.array([len(boss.stages) for boss in BOSSES])
PART_COUNT = np.array([len(boss.roles) for boss in BOSSES])
ROLE = np.array([[*boss.roles, *[0] * (PARTS_MOST - len(boss.roles))] for boss in BOSSES], np.int64)
"""By boss and place in the ring."""
TURNS_BY_ITSELF = np.array([boss.arc == FULL_CIRCLE for boss in BOSSES])
PLACE_ANGLE = np.array(
    [
        [
            boss.arc * k / len(boss.roles)
            if boss.arc == FULL_CIRCLE
            else boss.arc * (k / (len(boss.roles) - 1) - 0.5)
            for k in range(PARTS_MOST)
        ]
        for boss in BOSSES
    ]
)
"""[rad] from the ring's axis to each of its places."""
STAGE_HEALTH = of_stages("health")
STAGE_TURN = of_stages("turn") * tuning.DT
"""[rad] by which the ring turns in a tick."""
STAGE_GAP, STAGE_SWAY = of_stages("gap"), of_stages("sway")
STAGE_SWAY_TICKS = of_stages("sway_ticks", np.int64)
STAGE_PULL = of_stages("pull")
PART_RADIUS = of_roles("radius")


@inline
def any_boss(kind):
    """Whether any row holds or held a boss or a part of one; most worlds have none."""
    found = False
    for k in range(len(kind)):
        found |= (kind[k] == BOSS) | (kind[k] == BOSS_PART)
    return found


@inline
def boss_number(bodies, row):
    """Row of `BOSSES` that a boss or a part belongs to."""
    return min(np.int64(bodies.variant[row]), BOSS_COUNT - 1)


@inline
def stage_number(memory, boss):
    """Stage that a boss is at."""
    return max(0, min(np.int64(memory.stage[boss]), STAGES_MOST - 1))


@inline
def role_number(bodies, memory, part):
    """`Role` of a part."""
    slot = max(0, min(np.int64(memory.ring_slot[part]), PARTS_MOST - 1))
    return ROLE[boss_number(bodies, part), slot]


@inline
def boss_of(bodies, memory, part):
    """Row of the boss that a part belongs to; -1 where that is gone."""
    boss = np.int64(memory.target[part])
    if boss < 0 or boss >= len(memory.target) or not bodies.alive[boss] or bodies.kind[boss] != BOSS:
        return -1
    return boss
