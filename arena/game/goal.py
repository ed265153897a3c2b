"""Goal of a mode for its players: plain data for the bot and for marks on the screen.

A mode with a goal keeps a table of this type under the name "goal" in its tables.
"""

from enum import IntEnum

import numpy as np

from arena.jit.annotations import F64, I64
from arena.jit.tables import Table
from arena.sphere import UnitVector

GOAL_TABLE = "goal"


class GoalKind(IntEnum):
    """Kinds of goals."""

    NONE = 0
    STAY = 1  # be within the radius
    REACH = 2  # come within the radius, then there will be another
    GUARD = 3  # keep near, it is attacked
    CATCH = 4  # destroy it, it flees


class Goal(Table):
    """Goal of the players."""

    kind: I64  # GoalKind, shape (1,)
    place: F64  # unit direction, shape (3,)
    radius: F64  # [u] along the shell, shape (1,)
    meets: F64  # unit direction where it will be when a group that is sent now has landed, shape (3,)


def create_goal() -> Goal:
    """No goal."""
    return Goal(np.zeros(1, np.int64), np.zeros(3), np.zeros(1), np.zeros(3))


def clear_goal(goal: Goal) -> None:
    """There is no place to be."""
    goal.kind[0], goal.place[:], goal.radius[0], goal.meets[:] = GoalKind.NONE, 0.0, 0.0, 0.0


def set_goal(
    goal: Goal, kind: GoalKind, place: UnitVector, radius: float, meets: UnitVector | None = None
) -> None:
    """Name a place; `meets` is left out where it does not move."""
    goal.kind[0], goal.place[:], goal.radius[0] = kind, place, radius
    goal.meets[:] = place if meets is None else meets
