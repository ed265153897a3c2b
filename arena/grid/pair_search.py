"""The pair search of a `CollisionGrid`: its buffers, and its cut into blocks for several threads.

Blocks are ranges of occupied cells of about equal work. Their bounds depend on the table alone, each block
fills a buffer of its own, and the buffers are joined in order: the pairs stand as one thread finds them.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from arena.grid.pairs import (
    NOTES,
    Candidates,
    copy_pairs,
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


class PairSearch:
    """Buffers that grow when needed and never shrink."""

    def __init__(self) -> None:
        self.pairs: Int32 = np.empty((0, 2), np.int32)
        self._blocks: list[_Block] = [_Block()]

    def find(self, table: GridTable, rows: Int32, pool: WorkerPool) -> int:
        """Find all pairs; returns how many, they stand in `pairs`. `rows` is working memory, one per body."""
        entries = int(table.count[ENTRIES])
        blocks = max(2, min(BLOCKS_MAX, entries // BLOCK_ENTRIES))
        split = pool.workers > 1 and entries >= SPLIT_ENTRIES
        while True:
            if split:
                found = self._find_in_blocks(table, blocks, pool)
                if table.count[OVERSIZED] and found <= len(self.pairs):
                    found = int(find_oversized_pairs(table, rows, found, self.pairs))
            else:
                found = int(find_all_pairs(table, self._blocks[0].candidates, rows, self.pairs))
            if found <= len(self.pairs):
                return found
            self.pairs = np.empty((found + found // 2 + 64, 2), np.int32)

    def _find_in_blocks(self, table: GridTable, blocks: int, pool: WorkerPool) -> int:
        while len(self._blocks) < blocks:
            self._blocks.append(_Block())
        parts = self._blocks[:blocks]
        bounds = np.empty(blocks + 1, np.int64)
        cut_by_tests(table, bounds)
        cuts = bounds.tolist()
        pool.run([partial(part.search, table, *cuts[k : k + 2]) for k, part in enumerate(parts)])
        ends = np.cumsum([part.found for part in parts]).tolist()
        if ends[-1] <= len(self.pairs):
            pool.run(
                [
                    partial(copy_pairs, part.pairs, part.found, end - part.found, self.pairs)
                    for part, end in zip(parts, ends, strict=True)
                ]
            )
        return ends[-1]


class _Block:
    """What one block's search writes."""

    def __init__(self) -> None:
        self.candidates = Candidates(
            np.zeros(NOTES + F32_LANES, np.uint64), np.zeros(NOTES + F32_LANES, np.uint32)
        )
        self.pairs: Int32 = np.empty((0, 2), np.int32)
        self.found = 0

    def search(self, table: GridTable, begin: int, end: int) -> None:
        """Find the pairs of a range of occupied cells, again with more room where it was too little."""
        while True:
            self.found = int(find_pairs(begin, end, table, self.candidates, self.pairs))
            if self.found <= len(self.pairs):
                return
            self.pairs = np.empty((self.found + self.found // 2 + 64, 2), np.int32)
