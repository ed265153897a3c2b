"""The libraries that our grid is measured against, each used the fastest way we found.

Every library is optional, and none of them has types; `benchmarking.available` tells which are not installed.
"""

import os
from abc import abstractmethod
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from pair_finders import ListingFinder, Mismatch, PairFinder, Pairs, Verdict
from workloads import Float32, Workload

HOW_TO_INSTALL = "pip install -c constraints.txt -e '.[rivals]'"
CANDIDATES_MAX = 30_000_000
"""More candidate pairs than this do not fit into the memory of an ordinary machine (16 bytes each)."""
SEARCH_MAX = 2e9
"""Pairs that the check of coal's answer may step over in all: a few seconds."""
SAMPLE = 200
ROUNDING = 1.0 + 1e-9
"""Cut-offs are widened by this, so that a library's rounding loses no pair before our exact test."""

FLAT, WIDE = 8.0, 1e6
"""Least extent and volume of a box, in cut-offs, that vesin cannot be trusted with."""


class Skipped(Exception):
    """A contender cannot take part; the text says why."""


class CutoffFinder(ListingFinder):
    """A library that knows one distance for all: twice the largest radius, then the pairs are filtered."""

    def __init__(self, workload: Workload) -> None:
        """Keep everything as float64, which these libraries compute in."""
        super().__init__(workload)
        self._radii = workload.radii.astype(np.float64)
        self._cutoff = 2.0 * float(self._radii.max(initial=0.0)) * ROUNDING
        self._pairs: Pairs = np.empty((0, 2), np.int64)
        self.load(workload.positions)
        candidates = self._estimate_candidates()
        if candidates > CANDIDATES_MAX:
            raise Skipped(f"the largest radius lets it look at some {candidates:.1g} pairs")

    def load(self, frame: Float32) -> None:
        """Widen the positions; rows for the library, columns for the filter."""
        self._positions = frame.astype(np.float64)
        self._columns = np.ascontiguousarray(self._positions.T)

    def run(self) -> int:
        """All pairs within the cut-off, then those that overlap."""
        candidates = self.candidates()
        i, j = candidates[:, 0], candidates[:, 1]
        # Column by column: twice as fast in numpy as rows of three.
        square = np.zeros(len(candidates))
        for column in self._columns:
            difference = column.take(i)
            difference -= column.take(j)
            difference *= difference
            square += difference
        reach = self._radii.take(i)
        reach += self._radii.take(j)
        reach *= reach
        self._pairs = candidates[square < reach]
        return len(self._pairs)

    def pairs(self) -> Pairs:
        """The filtered pairs."""
        return self._pairs

    @abstractmethod
    def candidates(self) -> Pairs:
        """Pairs of centres within the cut-off, shape (m, 2)."""

    def _estimate_candidates(self) -> float:
        n = len(self._positions)
        chosen = np.random.default_rng(0).permutation(n)[:SAMPLE]
        near = [
            np.count_nonzero(((self._positions - self._positions[row]) ** 2).sum(axis=1) <= self._cutoff**2)
            for row in chosen
        ]
        return n * float(np.mean(near)) / 2 if near else 0.0


class ScipyFinder(CutoffFinder):
    """`scipy.spatial.cKDTree.query_pairs`; https://docs.scipy.org/doc/scipy/reference/spatial.html."""

    name = "scipy cKDTree"

    def __init__(self, workload: Workload) -> None:
        """Load the library."""
        super().__init__(workload)
        self._spatial: Any = import_module("scipy.spatial")

    def candidates(self) -> Pairs:
        """An unbalanced tree is built faster and asked as fast."""
        tree = self._spatial.cKDTree(self._positions, balanced_tree=False, compact_nodes=False)
        return tree.query_pairs(self._cutoff, output_type="ndarray")


class VesinFinder(CutoffFinder):
    """`vesin.NeighborList`, the neighbour lists of molecular dynamics, on all cores; https://luthaf.fr/vesin."""

    name = "vesin"

    def __init__(self, workload: Workload) -> None:
        """Make the list, which keeps its memory."""
        super().__init__(workload)
        widths = (
            np.ptp(workload.positions, axis=0) / max(self._cutoff, 1e-6)
            if len(workload.radii)
            else np.ones(3)
        )
        if widths.min() < FLAT and widths.prod() > WIDE:
            # Seen with vesin 0.6.2: a division by zero that ends the process, nothing that could be caught.
            raise Skipped("it crashes on bodies in a wide, flat box")
        self.threads = os.cpu_count() or 1
        vesin: Any = import_module("vesin")
        self._list: Any = vesin.NeighborList(cutoff=max(self._cutoff, 1e-6), full_list=False)

    def candidates(self) -> Pairs:
        """Without periodic images, and without copies."""
        (pairs,) = self._list.compute(self._positions, np.zeros((3, 3)), False, "P", copy=False)
        return pairs.view(np.int64)


class CoalFinder(PairFinder):
    """coal's dynamic tree of boxes, in C++; https://github.com/coal-library/coal.

    `load` moves the bodies from Python one by one, which is the only way and is shown apart. `run` refits the
    tree and collects all pairs of boxes that meet; they stay in C++. Testing the spheres would come on top.
    """

    name = "coal tree"

    def __init__(self, workload: Workload) -> None:
        """Register one object per body."""
        super().__init__(workload)
        coal: Any = import_module("coal")
        self._objects: list[Any] = [
            coal.CollisionObject(coal.Sphere(radius), np.eye(3), center)
            for radius, center in zip(
                workload.radii.tolist(), workload.positions.astype(np.float64), strict=True
            )
        ]
        self._manager: Any = coal.DynamicAABBTreeCollisionManager()
        for body in self._objects:
            self._manager.registerObject(body)
        self._manager.setup()
        self._collected: Any = coal.CollisionCallBackCollect(4 * len(self._objects))

    def load(self, frame: Float32) -> None:
        """Move every body."""
        for body, center in zip(self._objects, frame.astype(np.float64), strict=True):
            body.setTranslation(center)
            body.computeAABB()

    def run(self) -> int:
        """Refit and collect; returns the number of pairs of boxes."""
        self._manager.update()
        self._manager.collide(self._collected)
        return int(self._collected.numCollisionPairs())

    def check(self, truth: Pairs, frame: Float32) -> Verdict:
        """See that right pairs are among the boxes that meet; coal does not hand its pairs to Python.

        It only says whether a given one is among them, by searching through all. Where there are very many
        pairs, a random choice of them must do.

        Raises:
            Mismatch: one is not.
        """
        bodies, exist = self._objects, self._collected.exist
        affordable = int(SEARCH_MAX / (1 + self._collected.numCollisionPairs()))
        asked = np.random.default_rng(0).permutation(truth)[: max(1, affordable)]
        lost = [
            (i, j)
            for i, j in asked.tolist()
            if not (exist(bodies[i], bodies[j]) or exist(bodies[j], bodies[i]))
        ]
        if lost:
            raise Mismatch(f"{self.name} misses {len(lost)} of {len(asked)} pairs, {lost[0]} for one")
        return Verdict(0, 0)


class Rival(NamedTuple):
    """A library, how many times faster we want to be, and how to set it up for a workload."""

    package: str
    module: str
    target: float  # its time over ours
    make: Callable[[Workload], list[PairFinder]]


def _make_warp(workload: Workload) -> list[PairFinder]:
    finder: Any = import_module("warp_pairs").WarpFinder
    return [finder(workload, refit=False), finder(workload, refit=True)]


RIVALS = (
    Rival("coal", "coal", 10.0, lambda workload: [CoalFinder(workload)]),
    Rival("warp-lang", "warp", 30.0, _make_warp),
    Rival("scipy", "scipy.spatial", 50.0, lambda workload: [ScipyFinder(workload)]),
    Rival("vesin", "vesin", 50.0, lambda workload: [VesinFinder(workload)]),
)
