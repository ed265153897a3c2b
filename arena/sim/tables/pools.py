"""Pools: allocation of rows of `Bodies`, O(1) per row.

Each pool owns one contiguous slice of rows and a stack of its free rows. The stack's order is part of the
state, so the same history allocates the same rows. Kernels use `take_row` and `return_row`; Python uses
`PoolView`.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline
from arena.jit.annotations import Integer, Row
from arena.jit.tables import Table
from arena.sim.tables.bodies import Bodies


class Pools(Table):
    """Bounds and free rows of every pool."""

    start: NDArray[np.int64]  # first row of each pool, shape (POOL_COUNT,)
    stop: NDArray[np.int64]  # one past its last row, shape (POOL_COUNT,)
    available: NDArray[np.int64]  # number of free rows, shape (POOL_COUNT,)
    free: NDArray[
        np.int32
    ]  # pool p's stack: rows in free[start[p]:start[p] + available[p]], shape (capacity,)


def create_pools(capacities: list[int]) -> Pools:
    """Contiguous pools with all rows free; the lowest row is allocated first."""
    stop = np.cumsum(np.array(capacities, np.int64))
    start = stop - np.array(capacities, np.int64)
    pools = Pools(start, stop, np.zeros(len(capacities), np.int64), np.zeros(int(stop[-1]), np.int32))
    for pool in range(len(capacities)):
        fill_stack(pools, pool)
    return pools


def fill_stack(pools: Pools, pool: int) -> None:
    """Mark every row of a pool free."""
    start, stop = int(pools.start[pool]), int(pools.stop[pool])
    pools.free[start:stop] = np.arange(stop - 1, start - 1, -1)
    pools.available[pool] = stop - start


@inline
def take_row(pools_inout: Pools, pool: Integer):
    """Pop a free row of the pool, or -1 if it is exhausted. The caller writes the row and sets it alive."""
    count = pools_inout.available[pool]
    if DEBUG:
        size = pools_inout.stop[pool] - pools_inout.start[pool]
        assert 0 <= count <= size, "take_row: more free rows than the pool has"
    if count == 0:
        return -1
    pools_inout.available[pool] = count - 1
    return np.int64(pools_inout.free[pools_inout.start[pool] + count - 1])


@inline
def return_row(pools_inout: Pools, pool: Integer, row: Row) -> None:
    """Push a row back on its pool's stack. The caller has marked it dead."""
    count = pools_inout.available[pool]
    if DEBUG:
        start, stop = pools_inout.start[pool], pools_inout.stop[pool]
        assert start <= row < stop, "return_row: a row of another pool"
        assert 0 <= count < stop - start, "return_row: more free rows than the pool has"
    pools_inout.free[pools_inout.start[pool] + count] = row
    pools_inout.available[pool] = count + 1


class PoolView:
    """Python's view of one pool: capacity, counts, live rows."""

    def __init__(self, pools: Pools, bodies: Bodies, pool: int) -> None:
        self._pools = pools
        self._bodies = bodies
        self._pool = int(pool)  # an enum would take 15 us a call
        self.start = int(pools.start[pool])
        self.stop = int(pools.stop[pool])

    @property
    def capacity(self) -> int:
        """Number of rows."""
        return self.stop - self.start

    @property
    def available(self) -> int:
        """Number of free rows."""
        return int(self._pools.available[self._pool])

    @property
    def active(self) -> int:
        """Number of rows in use."""
        return self.capacity - self.available

    def __len__(self) -> int:
        return self.active

    def __iter__(self) -> Iterator[int]:
        """Live rows, ascending."""
        return iter(self.rows().tolist())

    def rows(self) -> NDArray[np.int64]:
        """Live rows, ascending, shape (active,)."""
        return np.flatnonzero(self._bodies.alive[self.start : self.stop]) + self.start

    def take(self) -> int:
        """Allocate a row and mark it alive, with a new generation; its other columns are stale.

        Returns the row, or -1 if the pool is exhausted.
        """
        row = int(take_row(self._pools, self._pool))
        if row >= 0:
            self._bodies.alive[row] = True
            self._bodies.generation[row] += 1
        return row

    def give(self, row: int) -> None:
        """Free a live row.

        Raises:
            ValueError: the row is not a live row of this pool.
        """
        if not (self.start <= row < self.stop and self._bodies.alive[row]):
            raise ValueError(f"row {row} is not a live row of this pool ({self.start} to {self.stop - 1})")
        self._bodies.alive[row] = False
        return_row(self._pools, self._pool, row)

    def clear(self) -> None:
        """Free every row."""
        self._bodies.alive[self.start : self.stop] = False
        fill_stack(self._pools, self._pool)


def body_id(bodies: Bodies, row: int) -> int:
    """Id of the body in a row, valid for the life of this body: generation and row."""
    return int(bodies.generation[row]) << 32 | row


def row_of_id(bodies: Bodies, identity: int) -> int:
    """Row of an id, or -1 if that body is dead, even if its row is in use again."""
    row = identity & 0xFFFFFFFF
    if row >= len(bodies.alive) or not bodies.alive[row] or int(bodies.generation[row]) != identity >> 32:
        return -1
    return row
