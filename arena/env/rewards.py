"""Rewards: the score that a step brought, and shaping, which is off by default.

A reward is points / 100 of what the team's score rose by, in a trial its mark: points, or hundredths of a
second. `own` rewards of several players count what each destroyed itself instead, without the multiplier.
"""

from dataclasses import dataclass

import numpy as np

from arena.game.match import Match
from arena.game.modes.team import TeamMode
from arena.game.scoring.points import ASTEROID_SCORE, ScoreTable
from arena.jit import kernel
from arena.jit.annotations import F64
from arena.jit.tables import Table
from arena.sim.tables.events import Event, Events

POINTS = 100.0
"""Points that make a reward of 1."""
KILLED, BURST, HURT = int(Event.KILLED), int(Event.BURST), int(Event.PLAYER_HURT)
LOST = int(Event.PLAYER_KILLED)


@dataclass(frozen=True)
class Shaping:
    """Additional rewards of a player, per unit of what happened to it; negative ones are penalties."""

    kill: float = 0.0  # for each ship that it destroyed
    hurt: float = 0.0  # for each hit point that it lost
    death: float = 0.0  # for each ship that it lost
    second: float = 0.0  # for each second of the game


class RewardSums(Table):
    """Sums since the last reward, by player, shape (players,)."""

    points: F64  # of what it destroyed, without the multiplier
    kills: F64  # ships that it destroyed
    damage: F64  # [hit points] that it lost
    deaths: F64  # ships that it lost


def create_sums(players: int) -> RewardSums:
    """Sums of nothing."""
    return RewardSums(*np.zeros((4, players)))


@kernel
def add_events(events: Events, score_table: ScoreTable, sums_inout: RewardSums) -> None:
    """Add the events of the tick just played."""
    sums, players = sums_inout, len(sums_inout.points)
    for at in range(events.count[0]):
        kind, row, other = events.kind[at], events.row[at], events.other[at]
        if kind == HURT and row < players:
            sums.damage[row] += events.size[at]
        elif kind == LOST and row < players:
            sums.deaths[row] += 1.0
        elif 0 <= other < players:
            if kind == KILLED:
                sums.kills[other] += 1.0
                sums.points[other] += score_table.points[events.subject[at]]
            elif kind == BURST:
                sums.points[other] += np.ceil(ASTEROID_SCORE * events.size[at])


def score_of(match: Match) -> int:
    """Score of a game so far; the mark of a trial.

    Raises:
        ValueError: the mode counts no score.
    """
    mode = match.mode
    if not isinstance(mode, TeamMode):
        raise ValueError(f"mode {match.setup.mode} counts no score")
    return mode.mark(match.world)


def clear_sums(sums: RewardSums) -> None:
    """Forget all sums."""
    for column in sums:
        column[:] = 0.0
