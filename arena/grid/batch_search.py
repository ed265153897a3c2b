"""Batches of queries of a `CollisionGrid`: their buffers, and their cut into shares for several threads."""

import math
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from arena.grid.batches import (
    BUCKETS_MAX,
    bucket_shift,
    gather_spheres,
    order_queries,
    sum_counts,
    unpermute,
)
from arena.grid.nearest import nearest_bodies
from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import GridTable
from arena.workers import WorkerPool

Int32 = NDArray[np.int32]
Float64 = NDArray[np.float64]

IDS_MAX = 1 << 26
"""Rows in the answers to one batch of queries, unless the caller says otherwise."""

SPLIT_QUERIES = 64
"""From here on several threads answer a batch of queries sooner than one, measured."""

SHARE_QUERIES, SHARES_MAX = 1024, 64
"""Queries in one share of a batch, and the most shares."""


def query_shares(pool: WorkerPool, queries: int) -> list[tuple[int, int]]:
    """Begin and end of the shares in which threads answer a batch."""
    if pool.workers == 1 or queries < SPLIT_QUERIES:
        return [(0, queries)]
    shares = max(2, min(SHARES_MAX, queries // SHARE_QUERIES))
    return list(pairwise(queries * share // shares for share in range(shares + 1)))


class BatchSearch:
    """Buffers that grow when needed and never shrink."""

    def __init__(self) -> None:
        self.gathered: list[Int32] = []
        """Rows that each share has found."""
        self._order: Int32 = np.empty(0, np.int32)
        self._places: NDArray[np.int64] = np.empty(0, np.int64)
        self._bucket: NDArray[np.uint32] = np.empty(0, np.uint32)
        self._cursor: Int32 = np.empty(0, np.int32)

    def find(
        self, table: GridTable, points: Float64, reach: Float64, pool: WorkerPool, max_ids: int
    ) -> tuple[NDArray[np.int64], Int32]:
        """Answer `CollisionGrid.query_spheres`; centres shape (q, 3), radii shape (q,).

        Raises:
            ValueError: the answers are longer than `max_ids` together; no memory was taken for them.
        """
        count, bounds = len(points), query_shares(pool, len(points))
        self._reserve(count, len(bounds))
        order, places, offsets = self._order[:count], self._places, np.zeros(count + 1, np.int64)
        shift = bucket_shift(math.prod(table.cells.tolist()))
        order_queries(table, points, shift, self._bucket, self._cursor, order)
        totals, gathered = [0] * len(bounds), self.gathered

        def gather(part: int) -> None:
            begin, end = bounds[part]
            totals[part] = gather_spheres(
                begin, end, order, table, points, reach, offsets[1:], places, gathered[part]
            )

        pool.run([partial(gather, part) for part in range(len(bounds))])
        if (total := sum(totals)) > max_ids:
            raise ValueError(
                f"the answers have {total:,} rows, and at most {max_ids:,} are allowed: give larger max_ids "
                "(8 bytes each), smaller radii or fewer queries at once"
            )
        short = [part for part, needed in enumerate(totals) if needed > len(gathered[part])]
        for part in short:
            gathered[part] = np.empty(totals[part] + totals[part] // 4 + F32_LANES, np.int32)
        pool.run([partial(gather, part) for part in short])
        sum_counts(offsets)
        ids = np.empty(total, np.int32)
        pool.run(
            [
                partial(unpermute, begin, end, order, offsets, places, gathered[part], ids)
                for part, (begin, end) in enumerate(bounds)
            ]
        )
        return offsets, ids

    def _reserve(self, queries: int, shares: int) -> None:
        if len(self._order) < queries:
            self._order, self._places = np.empty(queries, np.int32), np.empty(queries, np.int64)
            self._bucket = np.empty(queries, np.uint32)
        if not len(self._cursor):
            self._cursor = np.empty(BUCKETS_MAX, np.int32)
        while len(self.gathered) < shares:
            self.gathered.append(np.empty(F32_LANES, np.int32))


def find_nearest(
    table: GridTable, bodies: int, points: Float64, k: int, max_distance: float, pool: WorkerPool
) -> tuple[Int32, Float64]:
    """Answer `CollisionGrid.nearest`, of at most that many bodies; points shape (q, 3).

    Raises:
        ValueError: the answers have more than `IDS_MAX` places; no memory was taken for them.
    """
    if len(points) * k > IDS_MAX:
        raise ValueError(
            f"{len(points):,} points with k = {k:,} have {len(points) * k:,} answers, and at most "
            f"{IDS_MAX:,} are allowed: ask for fewer points at once, or smaller k"
        )
    # Longer lists than there are bodies would only be searched for nothing.
    most = min(k, bodies)
    ids, distances = np.empty((len(points), most), np.int32), np.empty((len(points), most), np.float64)
    if most:
        pool.run(
            [
                partial(nearest_bodies, begin, end, table, points, max_distance, ids, distances)
                for begin, end in query_shares(pool, len(points))
            ]
        )
    if most == k:
        return ids, distances
    missing = ((0, 0), (0, k - most))
    return np.pad(ids, missing, constant_values=-1), np.pad(distances, missing, constant_values=np.inf)
