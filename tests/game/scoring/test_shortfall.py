"""Ways to points that are lacking: a little more of the same, more time, or a higher multiplier."""

import sys

import pytest

from arena.game.rules import CASCADE, NEAR, SCORE
from arena.game.scoring.cascades import cascade_points, cascade_size
from arena.game.scoring.points import PointSource, create_score
from arena.game.scoring.shortfall import Played, find_way

MINUTE = 3600


def played(
    sources: dict[PointSource, int], *, multiplier: int = 4, strikes: int = 0, largest: int = 0,
    ticks: int = MINUTE, more: int = 0, share: float = 1.0,
) -> Played:  # fmt: skip
    score = create_score()
    for source, points in sources.items():
        score.sources[source] = points
    score.points[0] = sum(sources.values())
    score.strikes[0], score.largest[0] = strikes, largest
    return Played(score, share, multiplier, ticks, more)


KILLS, NEAR_MISSES, STRIKES = PointSource.KILLS, PointSource.NEAR_MISSES, PointSource.STRIKES
PASS = 4 * NEAR.points  # of one at x4
PASSES = {KILLS: 36_000 - 10 * PASS, NEAR_MISSES: 10 * PASS}
MOST = SCORE.multiplier_max
REACHABLE = 36_000 * (MOST - 4) // 4  # points more of 36,000 at ×4 with the same flight
CASCADES = 32 * PASS // 10  # dearer in near misses than in a cascade of
SHIPS = cascade_size(CASCADES, 4.0, CASCADE.growth)


@pytest.mark.parametrize(
    ("missing", "game", "told"),
    [
        (1, played(PASSES), "1 more near miss at ×4"),
        (PASS, played(PASSES), "1 more near miss at ×4"),
        (PASS + 1, played(PASSES), "2 more near misses at ×4"),
        (PASS + 1, played(PASSES, share=2.0), "1 more near miss at ×4"),
        (10 * PASS, played(PASSES, ticks=3 * MINUTE), "4 more near misses a minute at ×4"),
        (10 * PASS, played(PASSES, ticks=6 * MINUTE), "10 more near misses at ×4"),
        (7_201, played({KILLS: 36_000}, more=sys.maxsize), "13 s more at your pace"),
        (7_201, played({KILLS: 36_000}), "the same flight at ×5 instead of ×4"),
        (36_000, played(PASSES, more=MINUTE), "1:00 min more at your pace"),
        (36_001, played(PASSES, more=MINUTE), "the same flight at ×9 instead of ×4"),
        (REACHABLE, played(PASSES), f"the same flight at ×{MOST} instead of ×4"),
        (REACHABLE + 1, played(PASSES), ""),
        (PASS + 1, played({KILLS: 9_000, STRIKES: 8 * PASS}, strikes=8), "2 more strikes"),
        (PASS + 1, played({PointSource.WAVES: 9_000}), "2 more near misses at ×4"),
        (3 * PASS + 1, played({PointSource.WAVES: 9_000}), ""),
        (3 * PASS + 1, played({}), ""),
        (CASCADES, played(PASSES, largest=SHIPS), f"one more cascade of {SHIPS} ships at ×4"),
        (CASCADES, played({KILLS: 36_000}, largest=SHIPS - 1), f"a cascade of {SHIPS} ships at ×4"),
        (1, played({KILLS: 900}, largest=CASCADE.told), f"one more cascade of {CASCADE.told} ships at ×4"),
    ],
)
def test_the_way_that_grows_least_is_told(missing: int, game: Played, told: str) -> None:
    assert find_way(missing, game) == told


@pytest.mark.parametrize("growth", [CASCADE.growth, 2000.0])
@pytest.mark.parametrize("factor", [0.5, 1.0, 7.3])
@pytest.mark.parametrize("points", [1, 12, 777, 250_000])
def test_the_smallest_cascade_that_pays_so_much(points: int, factor: float, growth: float) -> None:
    ships = cascade_size(points, factor, growth)
    assert cascade_points(ships, factor, growth) >= points > cascade_points(ships - 1, factor, growth)
