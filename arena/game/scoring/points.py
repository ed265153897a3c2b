"""Points, the multiplier and the chain, from the events of one tick."""

from enum import IntEnum

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.game.hud import Bonus
from arena.game.rules import SCORE, Difficulty
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I64, Integer
from arena.jit.tables import Table
from arena.sim.tables.events import Event, Events, add_event

CHARGE_STEP = SCORE.step
CHARGE_MAX = SCORE.step * (SCORE.multiplier_max - 1)
PICKUP_CHARGE, PICKUP_POINTS = SCORE.pickup_charge, SCORE.pickup_points
KILLED, CHAIN = int(Event.KILLED), int(Event.CHAIN)
ASTEROID_SCORE = tuning.ASTEROID.score_per_radius
ASTEROID = kinds.ASTEROID.number
LONG_AGO = -(10**6)
"""Tick before every game."""


class PointSource(IntEnum):
    """Sources of points; screens show the names."""

    KILLS = 0
    CHAINS = 1
    NEAR_MISSES = 2
    PICKUPS = 3
    WAVES = 4
    FAST_WAVES = 5
    CASCADES = 6


KILLS, CHAINS, NEAR_MISSES, PICKUPS = (
    int(source)
    for source in (PointSource.KILLS, PointSource.CHAINS, PointSource.NEAR_MISSES, PointSource.PICKUPS)
)


class Score(Table):
    """Score of all players together; every column has shape (1,) unless it says otherwise."""

    points: I64
    charge: I64  # fills the multiplier: one step for every `ScoreRules.step` of it
    chain: I64  # kills in the running chain
    last_kill: I64  # tick of it
    kills: I64  # by Kind, shape (kinds,)
    sources: I64  # points by PointSource, shape (len(PointSource),)
    bonus_source: I64  # PointSource of the last bonus that was told
    bonus_at: I64  # tick of it
    bonus_points: I64  # that it brought
    bonus_count: I64  # near misses, or kills of a chain, in it
    ship_passed: I64  # tick at which a ship last passed close by
    largest: I64  # ships in the largest cascade


class ScoreTable(Table):
    """Points for each kind, shape (kinds,)."""

    points: I64
    charge: I64


def create_score() -> Score:
    """Build a score of nothing."""
    points, charge, chain, last_kill = np.zeros((4, 1), np.int64)
    kills, sources = np.zeros(KINDS.size, np.int64), np.zeros(len(PointSource), np.int64)
    source, at, bonus, count, passed, largest = np.zeros((6, 1), np.int64)
    at[:] = passed[:] = LONG_AGO
    return Score(points, charge, chain, last_kill, kills, sources, source, at, bonus, count, passed, largest)


def create_score_table() -> ScoreTable:
    """Build the table from the catalogue."""
    return ScoreTable(
        points=KINDS.column(lambda row: row.reward.score, np.int64),
        charge=KINDS.column(lambda row: row.reward.charge, np.int64),
    )


def multiplier(score: Score) -> int:
    """Multiplier of the next kill's points, from 1."""
    return 1 + int(score.charge[0]) // SCORE.step


@kernel
def score_events(
    events_inout: Events, scorers: int, score_table: ScoreTable, share: float, tick: int, score_inout: Score
) -> None:
    """Score the kills of this tick by rows below `scorers`, the players and their companions.

    Kills count in the order of the events. Idle charge drains afterwards.
    """
    for index in range(events_inout.count[0]):
        kind = events_inout.kind[index]
        if (kind != KILLED and kind != Event.BURST) or not 0 <= events_inout.other[index] < scorers:
            continue
        subject = events_inout.subject[index]
        if kind == Event.BURST:
            base = np.int64(np.ceil(ASTEROID_SCORE * events_inout.size[index]))
            charge = np.int64(SCORE.asteroid_charge)
        else:
            base = score_table.points[subject]
            charge = score_table.charge[subject]
        bonus = extend_chain(score_inout, tick)
        score_inout.kills[subject] += 1
        factor = 1 + score_inout.charge[0] // CHARGE_STEP
        earn(score_inout, KILLS, np.int64(base * factor * share))
        earn(score_inout, CHAINS, np.int64(bonus * share))
        score_inout.charge[0] = min(score_inout.charge[0] + charge, CHARGE_MAX)
        if score_inout.chain[0] % SCORE.chain_told == 0:
            by, place = events_inout.other[index], events_inout.position[index]
            tell_bonus(score_inout, CHAINS, np.int64(0), score_inout.chain[0], tick)
            add_event(events_inout, CHAIN, by, -1, subject, score_inout.chain[0], place)
    if DEBUG:
        assert 0 <= score_inout.charge[0] <= CHARGE_MAX, "score_events: charge out of range"
    idle = tick - score_inout.last_kill[0]
    if idle > SCORE.chain_window:
        score_inout.chain[0] = 0
    if idle > SCORE.idle and idle % SCORE.drain == 0 and score_inout.charge[0] > 0:
        score_inout.charge[0] -= 1


@inline
def extend_chain(score_inout: Score, tick: Integer) -> Integer:
    """Add a kill to the chain, or begin a new one; returns the points that its place brings."""
    if tick - score_inout.last_kill[0] > SCORE.chain_window:
        score_inout.chain[0] = 0
    bonus = SCORE.chain_bonus * min(score_inout.chain[0], SCORE.chain_max)
    score_inout.chain[0] += 1
    score_inout.last_kill[0] = tick
    return bonus


@inline
def earn(score_inout: Score, source: Integer, points: Integer) -> None:
    """Add to the score, and to the points of its source."""
    if DEBUG:
        assert points >= 0, "earn: fewer points than before"
    score_inout.points[0] += points
    score_inout.sources[source] += points


@inline
def tell_bonus(score_inout: Score, source: Integer, points: Integer, count: Integer, tick: Integer) -> None:
    """Note a bonus that is shown."""
    score_inout.bonus_source[0], score_inout.bonus_at[0] = source, tick
    score_inout.bonus_points[0], score_inout.bonus_count[0] = points, count


def score_wave(
    score: Score, wave: int, ticks_left: int, difficulty: Difficulty, tick: int = LONG_AGO
) -> None:
    """Score a beaten wave; `ticks_left` of its par time count by the second, and are shown at `tick`."""
    seconds = max(ticks_left, 0) // tuning.TICK_RATE
    for source, points in (
        (PointSource.WAVES, SCORE.wave_clear),
        (PointSource.FAST_WAVES, SCORE.wave_fast * seconds),
    ):
        earned = int(wave * points * difficulty.score)
        score.points[0] += earned
        score.sources[source] += earned
        if source is PointSource.FAST_WAVES and earned:
            score.bonus_source[0], score.bonus_at[0] = source, tick
            score.bonus_points[0], score.bonus_count[0] = earned, seconds


@inline
def score_pickup(score_inout: Score, share: float, for_multiplier: bool) -> None:
    """Score a pickup; one of them raises the multiplier."""
    factor = 1 + score_inout.charge[0] // CHARGE_STEP
    earn(score_inout, PICKUPS, np.int64(PICKUP_POINTS * factor * share))
    if for_multiplier:
        score_inout.charge[0] = min(score_inout.charge[0] + PICKUP_CHARGE, CHARGE_MAX)


@inline
def score_death(score_inout: Score) -> None:
    """Reset the multiplier and the chain after a death."""
    score_inout.charge[0] = 0
    score_inout.chain[0] = 0


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
    source = PointSource(int(score.bonus_source[0]))
    if source is PointSource.CHAINS:
        more = SCORE.chain_bonus * (min(count, SCORE.chain_max) - 1)
        return Bonus(f"+{more} A KILL", 0, age, SCORE.bonus_told)
    if source is PointSource.CASCADES:
        return Bonus(f"CASCADE {count}", points, age, SCORE.bonus_told)
    if source is PointSource.FAST_WAVES:
        return Bonus(f"{count} s FASTER", points, age, SCORE.bonus_told)
    return Bonus("NEAR MISS" if count == 1 else f"{count} NEAR MISSES", points, age, SCORE.bonus_told)


def chain_left(score: Score, tick: int) -> float:
    """Share of the time left in which the next kill continues the chain; 0 where there is none."""
    if score.chain[0] == 0:
        return 0.0
    return min(max(1.0 - (tick - int(score.last_kill[0])) / SCORE.chain_window, 0.0), 1.0)
