"""Ratings: the most likely strengths, with intervals that hold them, and a table of pilots."""

from pathlib import Path

import numpy as np
import pytest

from arena.cli import main
from arena.sweep.games import WHOLE
from arena.sweep.ratings import MEAN, SCALE, rate, strengths
from arena.sweep.store import RowStore
from arena.sweep.tournament import rate_pilots


def test_two_pilots_have_the_strengths_of_their_wins() -> None:
    """75 wins of 100, and half a win each way: odds of 75.5 to 25.5."""
    scores = np.array([[1.0, 0.0]] * 75 + [[0.0, 1.0]] * 25)
    first, second = rate(scores)
    assert first.value - second.value == pytest.approx(SCALE * np.log10(75.5 / 25.5), abs=0.01)
    assert first.value + second.value == pytest.approx(2 * MEAN)
    assert (first.wins, second.wins) == (0.75, 0.25)
    assert first.low < first.value < first.high and second.high < first.low
    few, _ = rate(scores[::20])
    assert few.high - few.low > 2.5 * (first.high - first.low), "fewer games say less"


def test_equal_points_are_half_a_win_and_nobody_is_infinite() -> None:
    for rating in rate(np.zeros((10, 3))):
        assert (rating.value, rating.wins) == (MEAN, 0.5) and rating.low < MEAN < rating.high
    *_, last = won = rate(np.array([[3.0, 2.0, 1.0]] * 40))
    ratings = [rating.value for rating in won]
    assert last.value - last.low > 200, "how bad it is, who loses always, nobody knows"
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] - ratings[2] < 2 * SCALE * np.log10(40.5 / 0.5)


def test_strengths_are_found_again_and_intervals_hold_them() -> None:
    """Games are drawn by strengths that lie 200 points apart; of 40 intervals most hold the truth."""
    truth = MEAN + np.array([200.0, 0.0, -200.0])
    p = 10 ** (truth / SCALE)
    rng = np.random.default_rng(3)
    held = []
    for _ in range(40):
        # Times drawn from exponential distributions: the first of two comes with the chance p / (p + q).
        for rating, true in zip(rate(-rng.exponential(1.0 / p, (150, 3))), truth, strict=True):
            assert rating.value == pytest.approx(true, abs=110)
            held.append(rating.low <= true <= rating.high)
    assert 0.88 <= np.mean(held) < 1.0


def test_strengths_solve_the_equations_of_the_model() -> None:
    wins = np.random.default_rng(1).uniform(0.001, 9, (5, 4, 4)) * (1 - np.eye(4))
    p = strengths(wins)
    met = wins + wins.swapaxes(1, 2)
    expected = (met * p[:, :, None] / (p[:, :, None] + p[:, None, :])).sum(axis=2)
    np.testing.assert_allclose(expected, wins.sum(axis=2), rtol=1e-3)


def test_games_of_every_difficulty_count() -> None:
    """One pilot wins all games on easy, the other one all on hard, by the same seeds."""
    points = {("best", "easy"): 9, ("idle", "easy"): 1, ("best", "hard"): 1, ("idle", "hard"): 9}
    rated = rate_pilots([
        {"skill": skill, "policy": WHOLE, "difficulty": difficulty, "seed": seed, "score": score}
        for seed in (1, 2) for (skill, difficulty), score in points.items()
    ])  # fmt: skip
    assert [rating.wins for rating, _ in rated.values()] == [0.5, 0.5]
    assert [median for _, median in rated.values()] == [5.0, 5.0]


def test_pilots_are_rated_and_games_are_shared_with_balance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--seconds", "5", "--seeds", "4", "--jobs", "1", "--output", str(tmp_path)]
    assert main(["sweep", "balance", "--skill", "middle", *words]) == 0
    capsys.readouterr()
    assert main(["sweep", "tournament", "--skill", "idle,middle", *words]) == 0
    head, first, second, _, written = capsys.readouterr().out.splitlines()
    assert head.split() == ["pilot", "rating", "95%", "won", "score", "games"]
    assert first.split()[:2] == ["1", "middle"] and second.split()[:2] == ["2", "idle"]
    assert first.split()[-1] == "4" and written.startswith(f"wrote {tmp_path / 'tournament.csv'}, ")
    assert len(RowStore(tmp_path / "rows.parquet").read()) == 8
    assert main(["sweep", "tournament", "--skill", "idle", *words]) == 2
    assert "takes two pilots or more" in capsys.readouterr().err
