"""Ratings of pilots from contests: the Bradley-Terry model on the scale of Elo, with bootstrap intervals.

In each contest all pilots fly the same game, and each pair of them has a winner by points. A pilot's strength
is p where it beats one of strength q with a chance of p / (p + q), its rating 1500 + 400 log10(p). Strengths
are the most likely ones, found by minorisation (Hunter, "MM algorithms for generalized Bradley-Terry models",
2004). Half a win each way is added to every pair (Jeffreys' prior), which keeps ratings of those who always
win finite. Intervals are of the Bayesian bootstrap (Rubin, 1981): contests get random weights, because duels
of one contest depend on each other, and so do the added wins, which says how little is known of pilots who
always win.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]

MEAN, SCALE = 1500.0, 400.0
PRIOR = 0.5
"""Added wins."""
PRIOR_LEAST = 1e-3
"""Least random weight of an added win; less says no more than that hardly anything is known."""
DRAWS = 1000
INTERVAL = 2.5, 97.5
"""Percentiles of the drawn ratings."""
CLOSE, STEPS_MAX = 1e-5, 10_000
"""Least relative change of a strength for which there is another step, and most steps."""


class Rating(NamedTuple):
    """Rating of one pilot."""

    value: float
    low: float
    high: float
    wins: float  # share of its duels, a draw counting half


def rate(scores: NDArray[Any]) -> list[Rating]:
    """Ratings of pilots by their points.

    Args:
        scores: points of each contest and pilot, shape (contests, pilots), at least (1, 2).
    """
    contests, pilots = scores.shape
    duels = (np.sign(scores[:, :, None] - scores[:, None, :]) + 1.0) / 2.0  # 1, 1/2 or 0 by contest and pair
    duels[:, range(pilots), range(pilots)] = 0.0
    rng, pairs = np.random.default_rng(0), (1 + DRAWS, pilots, pilots)
    weights, prior = rng.exponential(size=(1 + DRAWS, contests)), rng.gamma(PRIOR, size=pairs)
    weights[0], prior[0] = 1.0, PRIOR
    prior = np.maximum(prior, PRIOR_LEAST) * (1.0 - np.eye(pilots))
    wins = (weights @ duels.reshape(contests, -1)).reshape(pairs)
    values = MEAN + SCALE * np.log10(strengths(wins + prior))
    low, high = np.percentile(values[1:], INTERVAL, axis=0)
    share = wins[0].sum(axis=1) / (contests * (pilots - 1))
    columns = (column.tolist() for column in (values[0], low, high, share))
    return [Rating(*one) for one in zip(*columns, strict=True)]


def strengths(wins: F64) -> F64:
    """Most likely strengths, their geometric mean 1, shape (n, pilots).

    Args:
        wins: won duels of each pilot against each other one, all above 0, shape (n, pilots, pilots).
    """
    met = wins + wins.swapaxes(1, 2)
    p = np.ones(wins.shape[:2])
    for _ in range(STEPS_MAX):
        before = p
        p = wins.sum(axis=2) / (met / (p[:, :, None] + p[:, None, :])).sum(axis=2)
        p /= np.exp(np.log(p).mean(axis=1, keepdims=True))
        if np.abs(p / before - 1.0).max() < CLOSE:
            break
    return p
