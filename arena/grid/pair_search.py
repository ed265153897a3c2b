"""The pair search of a `CollisionGrid`: its buffers, and its cut into blocks for several threads.

Blocks are ranges of occupied cells of about equal work. Their bounds depend on the table alone, each block
fills a buffer of its own, and the buffers are joined in order: the pairs stand as one thread finds them. Last
stand the pairs of crowded cells, see `arena.grid.crowds`. No memory is taken for more pairs than the limit.
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.grid.crowds import ANY_NUMBER, CROWD, Crowd, create_crowd, find_crowded_pairs, list_crowded
from arena.grid.pairs import (
    Candidates,
    copy_pairs,
    create_candidates,
    cut_by_tests,
    find_all_pairs,
    find_oversized_pairs,
    find_pairs,
)
from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import ENTRIES, OVERSIZED, GridTable
from arena.workers import WorkerPool

Int32 = NDArray[np.int32]

SPLIT_ENTRIES = 20_000
"""From here on several threads find pairs sooner than one, measured."""

BLOCK_ENTRIES, BLOCKS_MAX = 10_000, 64
"""Entries of one block, and the most blocks."""

PAIRS_MAX = 1 << 26
"""Pairs that are found unless more are asked for: half a gigabyte, 67 for each of a million bodies."""

CONTACT_CROWD = 128
"""Entries from which on a cell is crowded where a few partners will do: the fewer, the fewer pairs."""


FIRST_PAIRS, FIRST_CROWDED = 1024, 64
"""Room for pairs and for crowded cells from the beginning."""


class SearchBounds(NamedTuple):
    """Limits of a search."""

    most: int = PAIRS_MAX  # pairs; more are refused
    enough: int = PAIRS_MAX  # pairs up to which they are counted, to say how many there are
    crowd: int = CROWD  # entries of a cell from which on it is a crowded one
    neighbours: int = ANY_NUMBER  # see `find_crowded_pairs`
    passive_from: int = ANY_NUMBER  # likewise


ALL = SearchBounds()


def at_most(pairs: int) -> SearchBounds:
    """All pairs, unless there are more than that.

    Raises:
        ValueError: a number of pairs below 0.
    """
    if pairs < 0:
        raise ValueError(f"max_pairs must be at least 0, not {pairs}")
    return ALL if pairs == ALL.most else SearchBounds(pairs, max(pairs, PAIRS_MAX))


def for_contacts(neighbours: int, passive_from: int) -> SearchBounds:
    """A bounded number of pairs, see `CollisionGrid.find_contact_pairs`."""
    return SearchBounds(ANY_NUMBER, ANY_NUMBER, CONTACT_CROWD, neighbours, passive_from)


class PairSearch:
    """Buffers that grow when needed and never shrink."""

    def __init__(self) -> None:
        self.pairs: Int32 = np.empty((0, 2), np.int32)
        self._blocks: list[_Block] = [_Block()]
        self.crowded: NDArray[np.uint32] = np.empty(FIRST_CROWDED, np.uint32)
        """Crowded cells."""
        self.rows: Int32 = np.empty(0, np.int32)  # for the pairs of oversized bodies

    @property
    def candidates(self) -> Candidates:
        """Working memory of a search on one thread."""
        return self._blocks[0].candidates

    def crowd_for(self, table: GridTable) -> Crowd:
        """Working memory for crowded cells of a table, on one thread."""
        return self._blocks[0].crowd_for(2 * CONTACT_CROWD, table)

    def find(self, table: GridTable, n: int, pool: WorkerPool, bounds: SearchBounds) -> int:
        """Find all pairs of `n` bodies; returns their number, they stand in `pairs`.

        Raises:
            ValueError: there are more than `bounds.most`; no memory was taken for them.
        """
        if len(self.rows) < n:
            self.rows = np.empty(n + n // 4, np.int32)
        while True:
            found = self._find_once(table, pool, bounds)
            if found > bounds.most:
                count = f"{found:,}" if found <= bounds.enough else f"more than {bounds.enough:,}"
                raise ValueError(
                    f"{count} pairs overlap, and at most {bounds.most:,} are allowed: give larger max_pairs "
                    "(8 bytes each), smaller radii or fewer bodies at one place"
                )
            if found <= len(self.pairs):
                return found
            self.pairs = _room(found)

    def _find_once(self, table: GridTable, pool: WorkerPool, bounds: SearchBounds) -> int:
        """Find the pairs, or count them where there is no room for all."""
        if pool.workers == 1 or (entries := int(table.count[ENTRIES])) < SPLIT_ENTRIES:
            first = self._blocks[0].candidates
            found = int(find_all_pairs(table, bounds.crowd, bounds.enough, first, self.rows, self.pairs))
            crowded = int(first.crowded[0])
        else:
            cuts = np.empty(max(2, min(BLOCKS_MAX, entries // BLOCK_ENTRIES)) + 1, np.int64)
            cut_by_tests(table, cuts)
            parts = self._parts(len(cuts) - 1)
            searches = [
                partial(part.search, table, *cut, bounds)
                for part, cut in zip(parts, pairwise(cuts.tolist()), strict=True)
            ]
            found = self._run(searches, 0, pool, bounds)
            if table.count[OVERSIZED] and found <= bounds.enough:
                found = int(find_oversized_pairs(table, bounds.enough, self.rows, found, self.pairs))
            crowded = sum(int(part.candidates.crowded[0]) for part in parts)
        return self._find_crowded(table, pool, bounds, found) if crowded and found <= bounds.enough else found

    def _find_crowded(self, table: GridTable, pool: WorkerPool, bounds: SearchBounds, found: int) -> int:
        """Append the pairs of crowded cells; a cell is not cut up."""
        count, largest = (int(number) for number in list_crowded(table, bounds.crowd, self.crowded))
        if count > len(self.crowded):
            self.crowded = np.empty(count + count // 8, np.uint32)
            list_crowded(table, bounds.crowd, self.crowded)
        cells, limits = self.crowded, (bounds.neighbours, bounds.passive_from, bounds.enough)
        if pool.workers == 1 or count == 1:
            crowd = self._blocks[0].crowd_for(largest, table)
            return int(find_crowded_pairs(0, count, cells, table, *limits, crowd, found, self.pairs))
        parts = min(count, BLOCKS_MAX)
        cuts = pairwise([count * part // parts for part in range(parts + 1)])
        searches = [
            partial(part.search_crowds, table, *cut, cells, largest, limits)
            for part, cut in zip(self._parts(parts), cuts, strict=True)
        ]
        return self._run(searches, found, pool, bounds)

    def _parts(self, count: int) -> "list[_Block]":
        while len(self._blocks) < count:
            self._blocks.append(_Block())
        return self._blocks[:count]

    def _run(
        self, searches: Sequence[partial[None]], before: int, pool: WorkerPool, bounds: SearchBounds
    ) -> int:
        """Run the blocks' searches and append their pairs to those `before`; the number of all."""
        parts = self._blocks[: len(searches)]
        pool.run(searches)
        ends = (before + np.cumsum([part.found for part in parts])).tolist()
        if ends[-1] > bounds.most:
            return ends[-1]
        # All are counted before memory is taken for any.
        again = [search for search, part in zip(searches, parts, strict=True) if part.make_room()]
        pool.run(again)
        if ends[-1] <= len(self.pairs):
            pool.run(
                [
                    partial(copy_pairs, part.pairs, part.found, end - part.found, self.pairs)
                    for part, end in zip(parts, ends, strict=True)
                ]
            )
        return ends[-1]


class _Block:
    """Working memory and results of one block's search."""

    def __init__(self) -> None:
        self.candidates = create_candidates()
        self.crowd: Crowd | None = None
        self.pairs: Int32 = np.empty((0, 2), np.int32)
        self.found = 0

    def search(self, table: GridTable, begin: int, end: int, bounds: SearchBounds) -> None:
        """Find the pairs of a range of occupied cells; those without room are counted only."""
        self.found = int(
            find_pairs(begin, end, table, bounds.crowd, bounds.enough, self.candidates, self.pairs)
        )

    def search_crowds(
        self,
        table: GridTable,
        begin: int,
        end: int,
        cells: NDArray[np.uint32],
        largest: int,
        limits: tuple[int, int, int],
    ) -> None:
        """Find the pairs of a range of crowded cells, likewise."""
        crowd = self.crowd_for(largest, table)
        self.found = int(find_crowded_pairs(begin, end, cells, table, *limits, crowd, 0, self.pairs))

    def make_room(self) -> bool:
        """Make room for the pairs found; True if there was too little, so that they must be found again."""
        if self.found <= len(self.pairs):
            return False
        self.pairs = _room(self.found)
        return True

    def crowd_for(self, entries: int, table: GridTable) -> Crowd:
        """Working memory for cells of that many entries."""
        crowd = self.crowd
        if crowd is None or len(crowd.word) < entries + F32_LANES or crowd.x.dtype != table.x.dtype:
            crowd = self.crowd = create_crowd(entries + entries // 4, table.x.dtype)
        return crowd


def _room(found: int) -> Int32:
    """A buffer for that many pairs, and for half as many more."""
    return np.empty((max(found + found // 2, FIRST_PAIRS), 2), np.int32)
