"""`CollisionGrid`: the public face of the grid. Arguments are checked here; the kernels trust them.

The simulation owns one and calls `rebuild` and `find_pairs` once per tick, and kernel-level queries on its
`table` after that. Anyone may take it away for other uses: it knows nothing of the game.
"""

import math
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.grid.arguments import (
    Cells,
    as_plain,
    bad_row_error,
    check_cells,
    check_point,
    check_points,
    check_query_radius,
    check_vector,
)
from arena.grid.batches import (
    BUCKETS_MAX,
    bucket_shift,
    gather_spheres,
    order_queries,
    sum_counts,
    unpermute,
)
from arena.grid.nearest import nearest_bodies
from arena.grid.pair_search import PAIRS_MAX, PairSearch, at_most, for_contacts
from arena.grid.queries import gather_box, gather_sphere
from arena.grid.sizing import Layout, Sizing
from arena.grid.sphere_tests import F32_LANES
from arena.grid.storage import Spheres, Storage
from arena.grid.sweeps import MISS, cast_sphere, gather_capsule
from arena.grid.table import COORDINATE_MAX, LAST_ROW, GridTable
from arena.workers import WorkerPool

Int32 = NDArray[np.int32]

IDS_MAX = 1 << 26
"""Rows in the answers to one batch of queries, unless the caller says otherwise."""

SPLIT_QUERIES = 64
"""From here on several threads answer a batch of queries sooner than one, measured."""

SHARE_QUERIES, SHARES_MAX = 1024, 64
"""Queries in one share of a batch, and the most shares."""


class CollisionGrid:
    """A uniform 3D grid over bounding spheres, wiped and refilled by `rebuild`, asked by everything else.

    Args:
        lower: the box's lower corner [u], shape (3,).
        upper: its upper corner [u], shape (3,), above `lower` on every axis.
        cells: "auto" chooses cells from the bodies at every `rebuild`, in some microseconds: as a function of
            the spheres, whatever was entered before. Or cells per axis, one int or three; 1 is legal. Good
            cells hold about ten bodies.
        workers: threads for large loads, or a pool to share. Answers do not depend on it, not even their
            order.

    Spheres outside the box are entered in its border cells and still found; many of them make those cells
    slow. float32 positions take the fast path; everything else is computed in float64. "Overlap" means that
    the distance is strictly below the sum of the radii, evaluated in float64 on the numbers given.

    Memory grows with the number of bodies and of cells, and never shrinks.

    Raises:
        ValueError: for a wrong shape, a box without volume, cells below 1 or above 1024 per axis, or workers
            below 1.
    """

    def __init__(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        cells: Cells = "auto",
        workers: int | WorkerPool = 1,
    ) -> None:
        self.lower = check_vector("lower", lower)
        self.upper = check_vector("upper", upper)
        if not (self.upper > self.lower).all():
            axis = int(np.argmin(self.upper > self.lower))
            raise ValueError(
                f"upper must exceed lower on every axis; on axis {axis} upper is {self.upper[axis]:g} "
                f"and lower {self.lower[axis]:g}"
            )
        if isinstance(cells, str) and cells != "auto":
            raise ValueError(f'cells must be one int, three, or "auto", not {cells!r}')
        self._sizing = Sizing(self.lower, self.upper) if isinstance(cells, str) else None
        counts = (1, 1, 1) if isinstance(cells, str) else check_cells(cells)
        self._layout = Layout(self.lower, self.upper, counts)
        self.pool = workers if isinstance(workers, WorkerPool) else WorkerPool(workers)
        """Threads for large loads; another may be put in its place between calls."""
        self._n = 0
        self._stores = {np.dtype(dtype): Storage(np.dtype(dtype)) for dtype in (np.float32, np.float64)}
        self._store = self._stores[np.dtype(np.float32)]
        self._everyone: NDArray[np.bool_] = np.empty(0, np.bool_)
        self._search = PairSearch()
        self._ids: Int32 = np.empty(256, np.int32)
        # Working memory of batches.
        self._order: Int32 = np.empty(0, np.int32)
        self._places: NDArray[np.int64] = np.empty(0, np.int64)
        self._bucket: NDArray[np.uint32] = np.empty(0, np.uint32)
        self._cursor: Int32 = np.empty(BUCKETS_MAX, np.int32)
        self._gathered: list[Int32] = []
        self._clear()

    @property
    def table(self) -> GridTable:
        """The current contents, for kernels (see `arena.grid.queries`); valid until the next `rebuild`."""
        return self._store.table

    @property
    def cells(self) -> tuple[int, int, int]:
        """Cells per axis, as given or as chosen at the last `rebuild`."""
        return self._layout.cells

    @property
    def box(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Lower and upper corner [u] of what is cut into cells: the grid's, or inside it with "auto"."""
        return self._layout.lower, self._layout.upper

    def __len__(self) -> int:
        """How many bodies the last `rebuild` was given, inactive ones included."""
        return self._n

    def rebuild(self, positions: ArrayLike, radii: ArrayLike, active: ArrayLike | None = None) -> None:
        """Forget everything and enter these spheres; ids in later answers are their rows.

        Args:
            positions: centres [u], shape (n, 3).
            radii: radii [u], at least 0, shape (n,).
            active: bool, shape (n,); rows with False are left out and may hold anything.

        Raises:
            ValueError: for a wrong shape, or a position or radius that is NaN, infinite or beyond 1e15, or a
                negative radius; names the argument and the first bad row. The grid is then empty.
        """
        self._n = 0
        try:
            position, radius, alive = self._check(positions, radii, active)
            if self._sizing is not None:
                self._layout = self._sizing.layout(position, radius, alive)
            self._store.set_layout(self._layout)
            if not self._store.refill(Spheres(position, radius, alive), self.pool):
                raise bad_row_error(position, radius, alive)
        except ValueError:
            self._clear()
            raise
        self._n = len(radius)

    def _clear(self) -> None:
        none = np.empty(0, self._store.dtype)
        self._store.set_layout(self._layout)
        self._store.refill(Spheres(none, none, np.empty(0, np.bool_)), self.pool)

    def _check(
        self, positions: ArrayLike, radii: ArrayLike, active: ArrayLike | None
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
        """Shapes and precision; arrays as the kernels expect them, copied only where they are not."""
        position, radius = np.asarray(positions), np.asarray(radii)
        if position.ndim != 2 or position.shape[1] != 3:
            raise ValueError(f"positions must have shape (n, 3), not {position.shape}")
        n = len(position)
        if radius.shape != (n,):
            raise ValueError(f"radii must have shape ({n},) like positions, not {radius.shape}")
        single = position.dtype == np.float32 and radius.dtype == np.float32
        dtype = np.dtype(np.float32 if single else np.float64)
        self._store = self._stores[dtype]
        if active is None:
            if len(self._everyone) < n:
                self._everyone = np.ones(n + n // 4, np.bool_)
            return as_plain(position, dtype).reshape(-1), as_plain(radius, dtype), self._everyone
        alive = np.asarray(active)
        if alive.shape != (n,):
            raise ValueError(f"active must have shape ({n},) like positions, not {alive.shape}")
        return (
            as_plain(position, dtype).reshape(-1),
            as_plain(radius, dtype),
            as_plain(alive, np.dtype(np.bool_)),
        )

    def pairs(self, max_pairs: int = PAIRS_MAX) -> Int32:
        """Every overlapping pair once, as rows i < j.

        Shape (m, 2), int32. The order is fixed but unspecified.

        Raises:
            ValueError: more than `max_pairs` pairs overlap; by default 67 million, half a gigabyte. The
                message has their number, as far as it is found soon, and no memory was taken for them.
        """
        found = self.find_pairs(max_pairs)
        return self.pair_buffer[:found].copy()

    def find_pairs(self, max_pairs: int = PAIRS_MAX) -> int:
        """Like `pairs`, without a copy: the count; the pairs stand in `pair_buffer` until the next call."""
        return self._search.find(self.table, self._store.rows(self._n), self.pool, at_most(int(max_pairs)))

    def find_contact_pairs(self, neighbours: int, passive_from: int) -> int:
        """`find_pairs` for physics, which needs a few partners of each body wherever thousands overlap.

        The same, except in cells that more than 128 bodies crowd: there a body is met with about `neighbours`
        partners, and rows from `passive_from` on do not meet among themselves. Which pairs are left out
        depends on the bodies alone. There is no limit, since there is no quadratic number of pairs.
        """
        bounds = for_contacts(neighbours, passive_from)
        return self._search.find(self.table, self._store.rows(self._n), self.pool, bounds)

    @property
    def pair_buffer(self) -> Int32:
        """Where `find_pairs` writes, shape (capacity, 2), int32; grows when needed and never shrinks."""
        return self._search.pairs

    def query_sphere(self, center: ArrayLike, radius: float) -> Int32:
        """Rows of the spheres that overlap the given sphere: shape (k,), int32, ascending, each once."""
        x, y, z = check_point("center", center)
        r = check_query_radius(radius)
        count = gather_sphere(self.table, x, y, z, r, self._ids)
        if count > len(self._ids):
            self._ids = np.empty(2 * count, np.int32)
            gather_sphere(self.table, x, y, z, r, self._ids)
        return np.sort(self._ids[:count])

    def query_box(self, lower: ArrayLike, upper: ArrayLike) -> Int32:
        """Rows of the spheres that overlap an axis-aligned box: shape (k,), int32, ascending, each once."""
        low, high = check_vector("lower", lower), check_vector("upper", upper)
        if (high < low).any():
            raise ValueError(f"upper must not be below lower, but upper is {high} and lower {low}")
        count = gather_box(self.table, low, high, self._ids)
        if count > len(self._ids):
            self._ids = np.empty(2 * count, np.int32)
            gather_box(self.table, low, high, self._ids)
        return np.sort(self._ids[:count])

    def query_capsule(self, start: ArrayLike, end: ArrayLike, radius: float) -> Int32:
        """Rows of the spheres that a sphere meets on its way from `start` to `end`.

        Shape (k,), int32, ascending, each once.
        """
        a, b, r = check_point("start", start), check_point("end", end), check_query_radius(radius)
        count = gather_capsule(self.table, *a, *b, r, self._ids)
        if count > len(self._ids):
            self._ids = np.empty(2 * count, np.int32)
            count = gather_capsule(self.table, *a, *b, r, self._ids)
        return self._ids[:count].copy()

    def cast(
        self, start: ArrayLike, end: ArrayLike, radius: float = 0.0, *, ignore: int = -1
    ) -> tuple[int, float] | None:
        """What a sphere on its way from `start` to `end` meets first; radius 0 casts a ray.

        Args:
            start: shape (3,) [u].
            end: shape (3,) [u].
            radius: of the moving sphere [u].
            ignore: a row that does not count, such as the caster's own.

        Returns:
            (row, fraction of the way at contact), fraction 0 where it touches already at the start, ties by
            row; None where nothing is met.
        """
        a, b, r = check_point("start", start), check_point("end", end), check_query_radius(radius)
        row, fraction = cast_sphere(self.table, *a, *b, r, 0, LAST_ROW, int(ignore))
        return None if fraction == MISS else (int(row), float(fraction))

    def query_spheres(
        self, centers: ArrayLike, radii: ArrayLike, max_ids: int = IDS_MAX
    ) -> tuple[NDArray[np.int64], Int32]:
        """`query_sphere` for many: (offsets, ids) as compressed sparse rows.

        Args:
            centers: shape (q, 3) [u].
            radii: shape (q,) [u], or one number for all.
            max_ids: largest `total`, by default 67 million: half a gigabyte while they are gathered.

        Returns:
            offsets: shape (q + 1,), int64; query i owns ids[offsets[i]:offsets[i + 1]], ascending, each once.
            ids: shape (total,), int32.

        Raises:
            ValueError: the answers are longer than `max_ids` together; no memory was taken for them.
        """
        points = check_points("centers", centers)
        reach = np.ascontiguousarray(np.broadcast_to(np.asarray(radii, np.float64), (len(points),)))
        if reach.size and not (reach.min() >= 0 and reach.max() <= COORDINATE_MAX):
            bad = np.flatnonzero(~((reach >= 0) & (reach <= COORDINATE_MAX)))
            raise ValueError(f"radii must be finite and at least 0; row {bad[0]} is {reach[bad[0]]}")
        count = len(points)
        if len(self._order) < count:
            self._order, self._places = np.empty(count, np.int32), np.empty(count, np.int64)
            self._bucket = np.empty(count, np.uint32)
        order, places, offsets = self._order[:count], self._places, np.zeros(count + 1, np.int64)
        shift = bucket_shift(math.prod(self.cells))
        order_queries(self.table, points, shift, self._bucket, self._cursor, order)
        bounds = list(pairwise(self._shares(count)))
        while len(self._gathered) < len(bounds):
            self._gathered.append(np.empty(F32_LANES, np.int32))

        totals = [0] * len(bounds)

        def gather(part: int) -> None:
            begin, end = bounds[part]
            ids = self._gathered[part]
            totals[part] = gather_spheres(
                begin, end, order, self.table, points, reach, offsets[1:], places, ids
            )

        self.pool.run([partial(gather, part) for part in range(len(bounds))])
        if (total := sum(totals)) > max_ids:
            raise ValueError(
                f"the answers have {total:,} rows, and at most {max_ids:,} are allowed: give larger max_ids "
                "(8 bytes each), smaller radii or fewer queries at once"
            )
        short = [part for part, needed in enumerate(totals) if needed > len(self._gathered[part])]
        for part in short:
            self._gathered[part] = np.empty(totals[part] + totals[part] // 4 + F32_LANES, np.int32)
        self.pool.run([partial(gather, part) for part in short])
        sum_counts(offsets)
        ids = np.empty(total, np.int32)
        self.pool.run(
            [
                partial(unpermute, begin, end, order, offsets, places, self._gathered[part], ids)
                for part, (begin, end) in enumerate(bounds)
            ]
        )
        return offsets, ids

    def nearest(
        self, centers: ArrayLike, k: int, max_distance: float = np.inf
    ) -> tuple[Int32, NDArray[np.float64]]:
        """The k bodies nearest to each point, by distance between centres, ties by row.

        Args:
            centers: shape (q, 3) [u].
            k: how many, at least 1.
            max_distance: bodies farther than this [u] are left out.

        Returns:
            ids: shape (q, k), int32, nearest first, padded with -1.
            distances: shape (q, k), float64 [u], padded with infinity.
        """
        points = check_points("centers", centers)
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k}")
        if not max_distance >= 0:
            raise ValueError(f"max_distance must be at least 0, not {max_distance}")
        ids = np.empty((len(points), k), np.int32)
        distances = np.empty((len(points), k), np.float64)
        bounds = self._shares(len(points))
        self.pool.run(
            [
                partial(nearest_bodies, begin, end, self.table, points, float(max_distance), ids, distances)
                for begin, end in pairwise(bounds)
            ]
        )
        return ids, distances

    def _shares(self, queries: int) -> list[int]:
        """Bounds of the shares in which threads answer a batch."""
        if self.pool.workers == 1 or queries < SPLIT_QUERIES:
            return [0, queries]
        shares = max(2, min(SHARES_MAX, queries // SHARE_QUERIES))
        return [queries * share // shares for share in range(shares + 1)]
