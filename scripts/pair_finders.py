"""Finders of all overlapping pairs, with one interface: our grid, the alternatives, and the check of both."""

from abc import ABC, abstractmethod
from typing import Any, Literal, NamedTuple

import numpy as np
from broad_phases import BroadPhase, linear_search
from numpy.typing import NDArray
from workloads import Float32, Workload

from arena.grid import CollisionGrid

Pairs = NDArray[np.integer[Any]]
BRUTE_FORCE_MAX = 20_000
"""Up to here, linear search is quick enough to be the judge [bodies]."""
EXAMPLES = 3


class Mismatch(Exception):
    """A contender's pairs are not the right ones; the text names it and shows some."""


class PairFinder(ABC):
    """Finds all overlapping pairs of one workload's bodies, anew at each `run`.

    `load` is not timed: it brings positions into the form that this library likes best.
    """

    name = ""
    threads = 1
    tolerance = 0.0
    """Relative distance from touching up to which a missing pair counts as rounding."""
    largest = 100_000
    """It is not asked for more bodies than this unless told to."""

    def __init__(self, workload: Workload) -> None:
        """Take the radii, which never change, and whatever outlives a frame."""
        self.workload = workload

    @abstractmethod
    def load(self, frame: Float32) -> None:
        """Take positions, shape (n, 3)."""

    @abstractmethod
    def run(self) -> int:
        """Find all pairs from scratch; returns how many."""

    @abstractmethod
    def check(self, truth: Pairs, frame: Float32) -> "Verdict":
        """Hold what `run` found against the right pairs, shape (m, 2).

        Raises:
            Mismatch: it is wrong.
        """


class ListingFinder(PairFinder):
    """A `PairFinder` whose pairs can be looked at."""

    @abstractmethod
    def pairs(self) -> Pairs:
        """The pairs that `run` found, shape (m, 2)."""

    def check(self, truth: Pairs, frame: Float32) -> "Verdict":
        """See `compare`."""
        return compare(self, self.pairs(), truth, frame)


class GridFinder(ListingFinder):
    """Our grid: `rebuild`, then `find_pairs`."""

    largest = 10_000_000

    def __init__(
        self, workload: Workload, cells: int | Literal["auto"] = "auto", workers: int = 1, name: str = ""
    ) -> None:
        """Make the grid; it keeps its memory from frame to frame, as in the game."""
        super().__init__(workload)
        self.threads = workers
        self.name = name or f"arena, {workers} worker{'s' if workers > 1 else ''}"
        self.grid = CollisionGrid(workload.lower, workload.upper, cells=cells, workers=workers)
        self._positions = workload.positions
        self._found = 0

    def load(self, frame: Float32) -> None:
        """Nothing to prepare."""
        self._positions = frame

    def run(self) -> int:
        """Fill the grid and ask it; the pairs stay in its buffer."""
        self.grid.rebuild(self._positions, self.workload.radii)
        self._found = self.grid.find_pairs()
        return self._found

    def pairs(self) -> Pairs:
        """Pairs in the buffer."""
        return self.grid.pair_buffer[: self._found].copy()


class PhaseFinder(ListingFinder):
    """One of the alternatives of `broad_phases`, with a buffer that grows when needed."""

    def __init__(self, workload: Workload, phase: BroadPhase) -> None:
        """Keep the radii as a float64 column."""
        super().__init__(workload)
        self.name = phase.name
        self.exact = phase.exact
        self._phase = phase
        self._radii = workload.radii.astype(np.float64)
        self._columns = np.zeros((3, len(workload.radii)))
        self._buffer = np.empty((1024, 2), np.int32)
        self._found = 0

    def load(self, frame: Float32) -> None:
        """Put positions into three float64 columns."""
        self._columns[:] = frame.T

    def run(self) -> int:
        """Once more with more room where the buffer was too small."""
        self._found = int(self._phase.find(*self._columns, self._radii, self._buffer))
        if self._found > len(self._buffer):
            self._buffer = np.empty((2 * self._found, 2), np.int32)
            self._phase.find(*self._columns, self._radii, self._buffer)
        return self._found

    def pairs(self) -> Pairs:
        """Pairs in the buffer."""
        return self._buffer[: self._found].copy()


class Verdict(NamedTuple):
    """Differences of a contender's pairs from the right ones."""

    missing: int
    extra: int

    def __str__(self) -> str:
        """Both counts in words."""
        return f"{self.missing} missing, {self.extra} too many"


def true_pairs(workload: Workload, frame: Float32) -> Pairs:
    """The right answer: by linear search, or by our grid where that would take too long."""
    n = len(frame)
    finder = (
        PhaseFinder(workload, BroadPhase("linear search", linear_search))
        if n <= BRUTE_FORCE_MAX
        else GridFinder(workload)
    )
    finder.load(frame)
    finder.run()
    return finder.pairs()


def compare(finder: PairFinder, found: Pairs, truth: Pairs, frame: Float32) -> Verdict:
    """Hold pairs against the right ones.

    Returns:
        The numbers of pairs that differ within the finder's tolerance; zeros where it has none.

    Raises:
        Mismatch: a pair twice, or pairs that differ by more than rounding.
    """
    n = len(frame)
    mine, right = _keys(found, n), _keys(truth, n)
    if len(np.unique(mine)) != len(mine):
        raise Mismatch(f"{finder.name} reports {len(mine) - len(np.unique(mine)):,} pairs more than once")
    missing = np.setdiff1d(right, mine, assume_unique=True)
    extra = np.setdiff1d(mine, right, assume_unique=True)
    verdict = Verdict(len(missing), len(extra))
    wrong = np.concatenate([missing, extra])
    wrong = wrong[_gap(wrong, finder.workload.radii, frame) > finder.tolerance]
    if len(wrong):
        shown = ", ".join(f"{key // n}-{key % n}" for key in wrong[:EXAMPLES].tolist())
        raise Mismatch(
            f"{finder.name} is wrong on {n:,} bodies of {finder.workload.name}: {verdict} ({shown})"
        )
    return verdict


def _keys(pairs: Pairs, n: int) -> NDArray[np.int64]:
    """One integer per pair, whichever way round it is."""
    wide = pairs.astype(np.int64)
    return wide.min(axis=1, initial=n) * n + wide.max(axis=1, initial=0)


def _gap(keys: NDArray[np.int64], radii: Float32, frame: Float32) -> NDArray[np.float64]:
    """Distance of pairs from touching, relative to their radii; infinity for invalid pairs."""
    i, j = keys // len(frame), keys % len(frame)
    reach = radii[i].astype(np.float64) + radii[j]
    distance = np.linalg.norm(frame[i].astype(np.float64) - frame[j], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(i == j, np.inf, np.abs(distance - reach) / reach)
