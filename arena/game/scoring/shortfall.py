"""Ways to the points that a game lacked, from the game's own figures.

A way is so many more of a thing as bring the missing points, at the highest multiplier of the game. Of near
misses, strikes and cascades it is the one that grows least, to the double of what was done at most. Else it
is more time at the same pace, where time was left, or the same flight at a higher multiplier.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from arena.game.rules import CASCADE, NEAR, SCORE
from arena.game.scoring.cascades import cascade_size
from arena.game.scoring.points import PointSource, Score
from arena.tuning import TICK_RATE

MOST_GROWTH = 1.0
"""More of a thing than its double is no way."""
DONE_LEAST = 3
"""Of what was done less often, so many are thinkable."""
A_MINUTE = 2
"""Numbers below so many a minute are told as they are."""
MINUTE = 60 * TICK_RATE
UNPAID = (PointSource.WAVES, PointSource.EXTRAS)
"""Sources that the multiplier does not touch."""


class Played(NamedTuple):
    """Figures of a game that is over."""

    score: Score
    share: float  # the difficulty's factor on points
    multiplier: int  # the highest that was reached
    ticks: int
    more: int  # [ticks] that the game could have lasted; 0 where it was not lost
    growth: float = CASCADE.growth  # ships in a cascade for which each pays twice


class Way(NamedTuple):
    """More of a thing."""

    growth: float  # over what was done
    words: str


def find_way(missing: int, played: Played) -> str:
    """Way to `missing` points, in words; "" where none is known."""
    ways = [way for way in _skilled(missing, played) if way.growth <= MOST_GROWTH]
    if ways:
        return min(ways).words
    return _longer(missing, played) or _higher(missing, played)


def _skilled(missing: int, played: Played) -> Iterator[Way]:
    """More near misses, more strikes, a cascade."""
    score, factor = played.score, played.multiplier * played.share
    pay = int(NEAR.points * factor)
    count, done = math.ceil(missing / pay), score.sources[PointSource.NEAR_MISSES] / pay
    passes = _often("near miss", "es", count, played)
    yield Way(count / max(done, DONE_LEAST), f"{passes} at ×{played.multiplier}")
    strikes, paid = int(score.strikes[0]), int(score.sources[PointSource.STRIKES])
    if strikes and paid:
        count = math.ceil(missing * strikes / paid)
        yield Way(count / max(strikes, DONE_LEAST), _often("strike", "s", count, played))
    if (largest := int(score.largest[0])) >= CASCADE.told:
        ships = max(cascade_size(missing, factor, played.growth), CASCADE.told)
        which = "a" if ships > largest else "one more"
        yield Way(
            max(0.0, ships / largest - 1.0), f"{which} cascade of {ships} ships at ×{played.multiplier}"
        )


def _often(thing: str, plural: str, count: int, played: Played) -> str:
    """So many more of a thing, a minute where they are many."""
    rate = count * MINUTE / max(played.ticks, MINUTE)
    many = math.ceil(rate) if rate >= A_MINUTE and played.ticks > MINUTE else count
    return f"{many} more {thing}{plural if many > 1 else ''}{' a minute' if many != count else ''}"


def _longer(missing: int, played: Played) -> str:
    """More time at the same pace, in a game that was lost."""
    points = int(played.score.points[0])
    ticks = missing * played.ticks / points if points else math.inf
    seconds = math.ceil(ticks / TICK_RATE) if ticks <= played.more else 0
    if not seconds:
        return ""
    time = f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02d} min"
    return f"{time} more at your pace"


def _higher(missing: int, played: Played) -> str:
    """The same flight at a higher multiplier."""
    paid = int(played.score.points[0] - sum(played.score.sources[source] for source in UNPAID))
    needed = math.ceil(played.multiplier * (1.0 + missing / paid)) if paid > 0 else math.inf
    if needed > SCORE.multiplier_max:
        return ""
    return f"the same flight at ×{needed} instead of ×{played.multiplier}"
