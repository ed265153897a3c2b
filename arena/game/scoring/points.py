"""Points from the events of one tick; `arena.game.scoring.shards` raises the multiplier."""

import functools
from enum import IntEnum

import numpy as np

from arena import tuning
from arena.catalogue.kind_row import KINDS
from arena.game.hud import Bonus
from arena.game.rules import NEAR, SCORE, Difficulty
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I64, Integer
from arena.jit.tables import Table
from arena.sim.tables.events import Event, Events

PICKUP_POINTS = SCORE.pickup_points
KILLED, BURST, STRUCK = int(Event.KILLED), int(Event.BURST), int(Event.STRUCK)
ASTEROID_SCORE = tuning.ASTEROID.score_per_radius
LONG_AGO = -(10**6)
"""Tick before every game."""


class PointSource(IntEnum):
    """Sources of points; screens show the names."""

    KILLS = 0
    STRIKES = 1
    NEAR_MISSES = 2
    PICKUPS = 3
    WAVES = 4
    CASCADES = 5
    EXTRAS = 6


KILLS, STRIKES, NEAR_MISSES, PICKUPS = (
    int(source)
    for source in (PointSource.KILLS, PointSource.STRIKES, PointSource.NEAR_MISSES, PointSource.PICKUPS)
)


BONUS_WORDS = {
    PointSource.STRIKES: ("STRIKE", "STRIKES"),
    PointSource.NEAR_MISSES: ("NEAR MISS", "NEAR MISSES"),
    PointSource.CASCADES: ("CASCADE", "IN A CASCADE"),
    PointSource.EXTRAS: ("SECOND GOAL", "SECOND GOALS"),
}
"""Names of one and of several, of the sources that are told."""


class Score(Table):
    """Score of all players together; every column has shape (1,) unless it says otherwise."""

    points: I64
    multiplier: I64  # of points, from 1
    shards: I64  # collected since its last step
    collected: I64  # shards in all
    strikes: I64  # enemies that dashes destroyed
    kills: I64  # by Kind, shape (kinds,)
    sources: I64  # points by PointSource, shape (len(PointSource),)
    bonus_source: I64  # PointSource of the last bonus that was told
    bonus_at: I64  # tick of it
    bonus_points: I64  # that it brought
    bonus_count: I64  # near misses or strikes in it
    ship_passed: I64  # tick at which a ship last passed close by
    largest: I64  # ships in the largest cascade


class ScoreTable(Table):
    """Points and shards of each kind, shape (kinds,)."""

    points: I64
    shards: I64


def create_score() -> Score:
    """Build a score of nothing."""
    points, shards, collected, strikes = np.zeros((4, 1), np.int64)
    kills, sources = np.zeros(KINDS.size, np.int64), np.zeros(len(PointSource), np.int64)
    source, at, bonus, count, passed, largest = np.zeros((6, 1), np.int64)
    at[:] = passed[:] = LONG_AGO
    return Score(
        points, np.ones(1, np.int64), shards, collected, strikes, kills, sources, source, at, bonus, count,
        passed, largest,
    )  # fmt: skip


@functools.cache
def create_score_table() -> ScoreTable:
    """Build the table from the catalogue, once for all worlds."""
    return ScoreTable(
        points=KINDS.column(lambda row: row.reward.score, np.int64),
        shards=KINDS.column(lambda row: row.reward.shards, np.int64),
    )


@kernel
def score_events(
    events: Events, scorers: int, score_table: ScoreTable, share: float, tick: int, score_inout: Score
) -> None:
    """Score the kills of this tick by rows below `scorers`, the players and their companions.

    A strike is paid besides the kill that follows from it. Events count in their order.
    """
    for index in range(events.count[0]):
        kind = events.kind[index]
        if (kind != KILLED and kind != BURST and kind != STRUCK) or not 0 <= events.other[index] < scorers:
            continue
        subject = events.subject[index]
        base = score_table.points[subject]
        if kind == BURST:
            base = np.int64(np.ceil(ASTEROID_SCORE * events.size[index]))
        points = np.int64(base * score_inout.multiplier[0] * share)
        if kind == STRUCK:
            points *= SCORE.struck
            score_inout.strikes[0] += 1
            earn(score_inout, STRIKES, points)
            tell_bonus(score_inout, STRIKES, points, tick)
        else:
            score_inout.kills[subject] += 1
            earn(score_inout, KILLS, points)


@inline
def earn(score_inout: Score, source: Integer, points: Integer) -> None:
    """Add to the score, and to the points of its source."""
    if DEBUG:
        assert points >= 0, "earn: fewer points than before"
    score_inout.points[0] += points
    score_inout.sources[source] += points


@inline
def tell_bonus(score_inout: Score, source: Integer, points: Integer, tick: Integer) -> None:
    """Note a bonus that is shown; one soon after the last of its source is shown together with it."""
    s = score_inout
    streak = s.bonus_source[0] == source and tick - s.bonus_at[0] < NEAR.streak
    s.bonus_count[0] = s.bonus_count[0] + 1 if streak else 1
    s.bonus_points[0] = s.bonus_points[0] + points if streak else points
    s.bonus_source[0], s.bonus_at[0] = source, tick


def score_wave(score: Score, wave: int, difficulty: Difficulty) -> None:
    """Score a beaten wave."""
    earned = int(wave * SCORE.wave_clear * difficulty.score)
    score.points[0] += earned
    score.sources[PointSource.WAVES] += earned


@inline
def score_pickup(score_inout: Score, share: float) -> None:
    """Score a pickup."""
    earn(score_inout, PICKUPS, np.int64(PICKUP_POINTS * score_inout.multiplier[0] * share))


@kernel
def score_death(score_inout: Score) -> None:
    """Divide the multiplier, rounded up, and the shards towards its next step by `SCORE.kept`."""
    score_inout.multiplier[0] = (score_inout.multiplier[0] + SCORE.kept - 1) // SCORE.kept
    score_inout.shards[0] //= SCORE.kept


def list_earnings(score: Score) -> dict[str, int]:
    """Points by source, in words."""
    return {
        source.name.lower().replace("_", " "): int(points)
        for source, points in zip(PointSource, score.sources.tolist(), strict=True)
    }


def find_bonus(score: Score, tick: int) -> Bonus | None:
    """Last bonus, while it is shown."""
    age, points, count = tick - int(score.bonus_at[0]), int(score.bonus_points[0]), int(score.bonus_count[0])
    if not 0 <= age < SCORE.bonus_told:
        return None
    one, several = BONUS_WORDS[PointSource(int(score.bonus_source[0]))]
    return Bonus(one if count == 1 else f"{count} {several}", points, age, SCORE.bonus_told)
