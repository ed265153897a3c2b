"""Points by source: each pays by the multiplier and the difficulty's share."""

import pytest

from arena.game.rules import DIFFICULTIES, SCORE
from arena.game.scoring.points import (
    PICKUP_POINTS,
    PointSource,
    create_score,
    score_death,
    score_pickup,
    score_wave,
)


@pytest.mark.parametrize(("multiplier", "share"), [(1, 1.0), (4, 1.0), (4, 1.5), (3, 0.5)])
def test_a_pickup_pays_by_multiplier_and_share(multiplier: int, share: float) -> None:
    score = create_score()
    score.multiplier[0] = multiplier
    for count in (1, 2):
        score_pickup(score, share)
        points = count * int(PICKUP_POINTS * multiplier * share)
        assert score.points[0] == score.sources[PointSource.PICKUPS] == points > 0


def test_a_wave_pays_by_its_number_and_not_by_the_multiplier() -> None:
    score, hard = create_score(), DIFFICULTIES["hard"]
    score.multiplier[0] = 5
    score_wave(score, 3, hard)
    assert score.points[0] == score.sources[PointSource.WAVES] == int(3 * SCORE.wave_clear * hard.score)


@pytest.mark.parametrize(("multiplier", "left"), [(1, 1), (2, 1), (3, 2), (9, 5)])
def test_a_death_halves_the_multiplier_and_rounds_up(multiplier: int, left: int) -> None:
    assert SCORE.kept == 2
    score = create_score()
    score.multiplier[0], score.shards[0] = multiplier, 7
    score_death(score)
    assert (score.multiplier[0], score.shards[0]) == (left, 3)
