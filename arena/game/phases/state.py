"""State of a level: tables that are saved, hashed and restored with the world."""

from enum import IntEnum

import numpy as np

from arena.game.levels.schema import GROUPS_MAX
from arena.jit.annotations import I64, U8
from arena.jit.tables import Table

NEVER = -1


class Stage(IntEnum):
    """Stages of a phase."""

    RUNNING = 0
    CLEARED = 1  # a beat, then the next one
    FAILED = 2  # a beat, then the same again
    WON = 3  # that was the last one
    LOST = 4  # no life is left to begin it again


class PhaseProgress(Table):
    """Progress of the running phase; every column has shape (1,)."""

    phase: I64  # from 0
    stage: I64  # Stage
    began: I64  # tick at which the phase began
    changed: I64  # tick at which the stage did
    done: I64  # towards the objective, in its own measure: ticks held, gates or way points passed
    subject: I64  # row of the boss or freighter that the objective is about, -1: none yet
    tries: I64  # number of times that this phase was begun


class Groups(Table):
    """Progress of the running phase's groups, shape (GROUPS_MAX,) unless it says otherwise."""

    sent: I64  # ships of the coming in work
    comings: I64  # number of complete comings
    due: I64  # tick of the next one; NEVER where there is none, or others must be beaten first
    came: I64  # tick of the last coming of any, or of the first that could, shape (1,)
    member: U8  # group of each row of the enemy pool, from 1, 0: none, shape (enemies,)


def create_progress() -> PhaseProgress:
    """Build the progress before the first phase."""
    progress = PhaseProgress(*(np.zeros(1, np.int64) for _ in PhaseProgress.column_names))
    progress.subject[0] = NEVER
    return progress


def create_groups(enemies: int) -> Groups:
    """Build groups of which nobody is sent or due."""
    sent, comings, due = np.zeros((3, GROUPS_MAX), np.int64)
    due[:] = NEVER
    return Groups(sent, comings, due, np.zeros(1, np.int64), np.zeros(enemies, np.uint8))
