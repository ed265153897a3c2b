"""Cascades: what volatile ships took along, counted and paid by size.

A ship that dies in a cascade brings no points and no pickup of its own: the cascade pays once, at its end,
and the more for each ship the larger it is.
"""

import math

import numpy as np

from arena.game.rules import CASCADE
from arena.game.scoring.points import PointSource, Score, earn, tell_bonus
from arena.jit import inline, kernel
from arena.jit.annotations import Integer, Real
from arena.sim.tables.events import Event, Events

CASCADES, CAUGHT, ENDED = int(PointSource.CASCADES), int(Event.CAUGHT), int(Event.CASCADE)


@kernel
def score_cascades(
    events: Events, scorers: int, share: float, growth: float, tick: int, score_inout: Score
) -> None:
    """Count the ships that cascades of rows below `scorers` took in this tick, and pay those that ended.

    A CAUGHT event's size is the ship's number within its cascade; see `arena.game.scoring.shards`.
    """
    for at in range(events.count[0]):
        if not 0 <= events.other[at] < scorers:
            continue
        if events.kind[at] == CAUGHT:
            score_inout.kills[events.subject[at]] += 1
        elif events.kind[at] == ENDED:
            ships = np.int64(events.size[at])
            points = cascade_points(ships, score_inout.multiplier[0] * share, growth)
            earn(score_inout, CASCADES, points)
            score_inout.largest[0] = max(score_inout.largest[0], ships)
            if ships >= CASCADE.told:
                tell_bonus(score_inout, CASCADES, points, tick)
                score_inout.bonus_points[0], score_inout.bonus_count[0] = points, ships


@inline
def cascade_points(ships: Integer, factor: Real, growth: Real) -> Integer:
    """Points of a cascade: each ship pays more, the more there are, twice as much among `growth`."""
    return np.int64(ships * CASCADE.points * (1.0 + ships / growth) * factor)


def cascade_size(points: int, factor: float, growth: float) -> int:
    """Ships of the smallest cascade that pays at least so many points, the inverse of `cascade_points`."""
    wanted = points / (CASCADE.points * factor)
    return math.ceil(growth * (math.sqrt(0.25 + wanted / growth) - 0.5))
