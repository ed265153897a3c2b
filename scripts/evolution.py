"""`Search`: an evolution strategy in numpy, a separable CMA-ES on mirrored samples.

Raymond Ros and Nikolaus Hansen, "A simple modification in CMA-ES achieving linear time and space complexity",
2008; of each pair of mirrored samples only the better one may pass on (Anne Auger, Dimo Brockhoff and
Nikolaus Hansen, "Mirrored sampling in evolution strategies with weighted recombination", 2011).

    samples = search.samples(seed, pairs)
    search.learn(samples, np.array([worth(candidate) for candidate in search.candidates(samples)]))
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]

FIRST_STEP = 0.6
"""Standard deviation of the first candidates."""


@dataclass
class Search:
    """State of a search, all of which a checkpoint holds."""

    mean: F64
    sigma: float
    variance: F64  # of each weight, before `sigma`
    path: F64  # evolution path of the mean
    sigma_path: F64  # likewise, of the step size
    history: list[dict[str, float]] = field(default_factory=list[dict[str, float]])  # of generations

    @staticmethod
    def create(size: int) -> "Search":
        """Search that begins at 0."""
        return Search(np.zeros(size), FIRST_STEP, np.ones(size), np.zeros(size), np.zeros(size))

    def samples(self, seed: int, pairs: int) -> F64:
        """Standard normal samples of the next generation, mirrored, shape (2 pairs, n)."""
        random = np.random.default_rng([seed, len(self.history)])
        half = random.standard_normal((pairs, len(self.mean)))
        return np.concatenate([half, -half])

    def candidates(self, samples: F64) -> F64:
        """Candidates of samples."""
        return self.mean + self.sigma * np.sqrt(self.variance) * samples

    def learn(self, samples: F64, worth: F64) -> None:
        """Go towards the better ones of each pair."""
        n, pairs = len(self.mean), len(samples) // 2
        better = np.where(worth[:pairs] >= worth[pairs:], np.arange(pairs), np.arange(pairs) + pairs)
        order = better[np.argsort(-worth[better], kind="stable")]
        parents = max(1, pairs // 2)
        shares = math.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
        shares /= shares.sum()
        mass = 1.0 / float((shares**2).sum())
        sigma_rate = (mass + 2.0) / (n + mass + 5.0)
        damping = 1.0 + 2.0 * max(0.0, math.sqrt((mass - 1.0) / (n + 1.0)) - 1.0) + sigma_rate
        path_rate = (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n)
        one_rate = 2.0 / ((n + 1.3) ** 2 + mass) * (n + 2.0) / 3.0
        all_rate = 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0) ** 2 + mass) * (n + 2.0) / 3.0
        all_rate = min(1.0 - one_rate, max(0.0, all_rate))
        chosen = samples[order[:parents]]
        move = (shares[:, None] * chosen).sum(axis=0)
        self.mean = self.mean + self.sigma * np.sqrt(self.variance) * move
        gain = math.sqrt(sigma_rate * (2.0 - sigma_rate) * mass)
        self.sigma_path = (1.0 - sigma_rate) * self.sigma_path + gain * move
        size, usual = math.sqrt(float((self.sigma_path**2).sum())), math.sqrt(n) * (1.0 - 0.25 / n)
        gain = math.sqrt(path_rate * (2.0 - path_rate) * mass)
        scaled = np.sqrt(self.variance)
        self.path = (1.0 - path_rate) * self.path + gain * scaled * move
        spread = (shares[:, None] * (scaled * chosen) ** 2).sum(axis=0)
        self.variance = (
            (1.0 - one_rate - all_rate) * self.variance + one_rate * self.path**2 + all_rate * spread
        )
        self.sigma *= math.exp(sigma_rate / damping * (size / usual - 1.0))
