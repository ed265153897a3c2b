"""Medals of phases, and second goals: what a team did in a phase beside its objective. They gate nothing."""

import math
from collections.abc import Callable
from enum import IntFlag

import numpy as np

from arena.catalogue import kinds
from arena.game.levels.plan import ExtraPlan, MedalPlan
from arena.game.levels.schema import PHASES_MAX
from arena.game.scoring.points import Score
from arena.jit.annotations import I64
from arena.jit.tables import Table
from arena.tuning import TICK_RATE


class PhaseMedal(IntFlag):
    """Medals of a phase, as bits."""

    TIME = 1  # cleared quickly
    UNHURT = 2  # cleared without a hit
    SCORE = 4  # so many points in it


MEDAL_NEEDS = {
    PhaseMedal.TIME: "cleared in time",
    PhaseMedal.UNHURT: "unhurt, no hit taken",
    PhaseMedal.SCORE: "points in the phase",
}
"""Words of the results for each medal."""
EXTRA_COUNTS: dict[str, Callable[[Score], int]] = {
    "strikes": lambda score: int(score.strikes[0]),
    "shards": lambda score: int(score.collected[0]),
    "rocks": lambda score: int(score.kills[kinds.ASTEROID.number]),
}
"""Counts that second goals are about, over the whole game."""


class PhaseRecord(Table):
    """Medals so far, and counts at the beginning of the running phase."""

    medals: I64  # PhaseMedal of each phase, shape (PHASES_MAX,)
    hits: I64  # on players, shape (1,)
    points: I64  # shape (1,)
    extra: I64  # of what the second goal counts, shape (1,)
    extra_done: I64  # 1 once the second goal is reached, shape (1,)


def create_record() -> PhaseRecord:
    """Build a record without medals."""
    return PhaseRecord(np.zeros(PHASES_MAX, np.int64), *np.zeros((4, 1), np.int64))


def begin_record(record: PhaseRecord, extra: ExtraPlan | None, score: Score, hits: int) -> None:
    """Note the counts at the beginning of a phase."""
    record.hits[0], record.points[0], record.extra_done[0] = hits, score.points[0], 0
    record.extra[0] = EXTRA_COUNTS[extra.kind](score) if extra else 0


def judge_phase(
    record: PhaseRecord, plan: MedalPlan, age: int, points: int, hits: int, share: float
) -> PhaseMedal:
    """Medals of a phase that was cleared at `age` [ticks]; `share` is the difficulty's factor on points."""
    won = PhaseMedal(0)
    if 0 < age <= plan.time * TICK_RATE:
        won |= PhaseMedal.TIME
    if hits == record.hits[0]:
        won |= PhaseMedal.UNHURT
    if plan.score and points - int(record.points[0]) >= plan.score * share:
        won |= PhaseMedal.SCORE
    return won


def medals_of(plan: MedalPlan) -> PhaseMedal:
    """Medals that a phase has."""
    timed = PhaseMedal.TIME if plan.time else PhaseMedal(0)
    return timed | PhaseMedal.UNHURT | (PhaseMedal.SCORE if plan.score else PhaseMedal(0))


def medal_words(plan: MedalPlan, won: PhaseMedal, share: float) -> str:
    """Medals of a phase for its players: which of them were won, and what the first missing one takes."""
    needs = {
        PhaseMedal.TIME: f"the phase in {plan.time:g} s",
        PhaseMedal.UNHURT: "no hit",
        PhaseMedal.SCORE: f"{_grouped(plan.score * share)} points",
    }
    offered = medals_of(plan)
    names = ", ".join(str(medal.name).lower() for medal in PhaseMedal if medal in won)
    missing = [medal for medal in PhaseMedal if medal in offered & ~won]
    told = f"{won.bit_count()} of {offered.bit_count()} medals{names and ': '}{names}"
    return f"{told}; {str(missing[0].name).lower()} takes {needs[missing[0]]}" if missing else told


def medals_ahead(record: PhaseRecord, plan: MedalPlan, age: int, hits: int) -> str:
    """Medals of a running phase that can still be lost, and what each takes; "" where none can.

    Arguments as of `judge_phase`. `score_for_medal` tells the third one's.
    """
    left = math.ceil(plan.time - age / TICK_RATE)
    told = [f"clear in {left} s"] if left > 0 else []
    told += ["no hit"] if hits == record.hits[0] else []
    return f"medals: {', '.join(told)}" if told else ""


def score_for_medal(record: PhaseRecord, plan: MedalPlan, share: float) -> int:
    """Score of the game that wins a running phase's medal for points; 0 where it has none."""
    return int(record.points[0]) + math.ceil(plan.score * share) if plan.score else 0


def _grouped(number: float) -> str:
    return f"{round(number):,}".replace(",", " ")


def extra_left(record: PhaseRecord, extra: ExtraPlan, score: Score) -> int:
    """Number that a second goal still takes."""
    return max(0, extra.count - EXTRA_COUNTS[extra.kind](score) + int(record.extra[0]))
