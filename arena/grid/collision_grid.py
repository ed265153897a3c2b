"""`CollisionGrid`: the public face of the grid. Arguments are checked here; the kernels trust them.

The simulation owns one and calls `rebuild` and `find_pairs` once per tick, and kernel-level queries on its
`table` after that. Anyone may take it away for other uses: it knows nothing of the game.
"""

import math
from functools import partial
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.grid.batches import (
    BUCKETS_MAX,
    bucket_shift,
    gather_spheres,
    order_queries,
    put_back,
    sum_counts,
)
from arena.grid.lanes import LANES
from arena.grid.nearest import nearest_bodies
from arena.grid.pairs import find_all_pairs, find_giant_pairs, find_pairs
from arena.grid.queries import gather_box, gather_sphere
from arena.grid.refill import first_bad_row
from arena.grid.sizing import Layout, Sizing
from arena.grid.storage import Storage
from arena.grid.sweeps import MISS, cast_sphere, gather_capsule
from arena.grid.table import (
    AXIS_CELLS_MAX,
    BUSY,
    COORDINATE_MAX,
    ENTRIES,
    GIANTS,
    LAST_ROW,
    TOTAL_CELLS_MAX,
    GridTable,
)
from arena.workers import WorkerPool

Int32 = NDArray[np.int32]
Cells = int | tuple[int, int, int] | Literal["auto"]

SPLIT_ENTRIES = 20_000
"""From here on two threads find pairs sooner than one, measured."""

SPLIT_QUERIES = 64
"""From here on two threads answer a batch of queries sooner than one, measured."""


class CollisionGrid:
    """A uniform 3D grid over bounding spheres, wiped and refilled by `rebuild`, asked by everything else.

    Args:
        lower: the box's lower corner [u], shape (3,).
        upper: its upper corner [u], shape (3,), above `lower` on every axis.
        cells: cells per axis, one int or three; 1 is legal. Good cells hold about ten bodies. "auto" chooses
            them from the bodies at the first `rebuild`, and again when their number or their crowding has
            changed much.
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
        cells: Cells = 9,
        workers: int | WorkerPool = 1,
    ) -> None:
        self.lower = _vector("lower", lower)
        self.upper = _vector("upper", upper)
        if not (self.upper > self.lower).all():
            axis = int(np.argmin(self.upper > self.lower))
            raise ValueError(
                f"upper must exceed lower on every axis; on axis {axis} upper is {self.upper[axis]:g} "
                f"and lower {self.lower[axis]:g}"
            )
        if isinstance(cells, str) and cells != "auto":
            raise ValueError(f'cells must be one int, three, or "auto", not {cells!r}')
        self._sizing = Sizing(self.lower, self.upper) if isinstance(cells, str) else None
        counts = (1, 1, 1) if isinstance(cells, str) else _cell_counts(cells)
        self._layout = Layout(self.lower, self.upper, counts)
        self.pool = workers if isinstance(workers, WorkerPool) else WorkerPool(workers)
        """Threads for large loads; another may be put in its place between calls."""
        self._n = 0
        self._stores = {np.dtype(dtype): Storage(np.dtype(dtype)) for dtype in (np.float32, np.float64)}
        self._store = self._stores[np.dtype(np.float32)]
        self._everyone: NDArray[np.bool_] = np.empty(0, np.bool_)
        self._pairs: Int32 = np.empty((0, 2), np.int32)
        self._more_pairs: Int32 = np.empty((0, 2), np.int32)
        self._ids: Int32 = np.empty(256, np.int32)
        # Working memory of batches.
        self._order: Int32 = np.empty(0, np.int32)
        self._places: NDArray[np.int64] = np.empty(0, np.int64)
        self._bucket: NDArray[np.uint32] = np.empty(0, np.uint32)
        self._cursor: Int32 = np.empty(BUCKETS_MAX, np.int32)
        self._gathered: list[Int32] = [np.empty(LANES, np.int32) for _ in range(2)]
        self._clear()

    @property
    def table(self) -> GridTable:
        """The current contents, for kernels (see `arena.grid.queries`); valid until the next `rebuild`."""
        return self._store.table

    @property
    def cells(self) -> tuple[int, int, int]:
        """Cells per axis, as given or as chosen at the last `rebuild`."""
        return self._layout.cells

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
                count = self.table.count
                crowding = float(count[ENTRIES]) / max(int(count[BUSY]), 1)
                self._layout = self._sizing.layout(position, radius, alive, crowding)
            self._store.set_layout(self._layout)
            if not self._store.refill(position, radius, alive, self.pool):
                raise _complaint(position, radius, alive)
        except ValueError:
            self._clear()
            raise
        self._n = len(radius)

    def _clear(self) -> None:
        none = np.empty(0, self._store.dtype)
        self._store.set_layout(self._layout)
        self._store.refill(none, none, np.empty(0, np.bool_), self.pool)

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
            return _plain(position, dtype).reshape(-1), _plain(radius, dtype), self._everyone
        alive = np.asarray(active)
        if alive.shape != (n,):
            raise ValueError(f"active must have shape ({n},) like positions, not {alive.shape}")
        return _plain(position, dtype).reshape(-1), _plain(radius, dtype), _plain(alive, np.dtype(np.bool_))

    def pairs(self) -> Int32:
        """Every overlapping pair once, as rows i < j.

        Shape (m, 2), int32. The order is fixed but unspecified.
        """
        found = self.find_pairs()
        return self._pairs[:found].copy()

    def find_pairs(self) -> int:
        """Like `pairs`, without a copy: the count; the pairs stand in `pair_buffer` until the next call."""
        split = self.pool.workers > 1 and self.table.count[ENTRIES] >= SPLIT_ENTRIES
        found = self._find_pairs_in_two() if split else self._find_pairs_alone()
        if found > len(self._pairs):
            self._pairs = np.empty((found + found // 2 + 64, 2), np.int32)
            return self.find_pairs()
        return found

    def _find_pairs_alone(self) -> int:
        store = self._store
        return int(find_all_pairs(store.table, store.notes[0], store.rows(self._n), self._pairs))

    def _find_pairs_in_two(self) -> int:
        """One half of the cells on each thread; the order is that of a single thread."""
        store, table = self._store, self._store.table
        if len(self._more_pairs) != len(self._pairs):
            self._more_pairs = np.empty_like(self._pairs)
        end = int(table.count[BUSY])
        entries = table.start[table.busy[:end]]
        half = int(np.searchsorted(entries, table.count[ENTRIES] // 2))
        counts = [0, 0]

        def search(part: int, begin: int, stop: int, out: Int32) -> None:
            counts[part] = int(find_pairs(begin, stop, table, store.notes[part], out))

        self.pool.run(
            [partial(search, 0, 0, half, self._pairs), partial(search, 1, half, end, self._more_pairs)]
        )
        found = sum(counts)
        if found <= len(self._pairs):
            self._pairs[counts[0] : found] = self._more_pairs[: counts[1]]
        if table.count[GIANTS] > 0:
            found = int(find_giant_pairs(table, store.rows(self._n), found, self._pairs))
        return found

    @property
    def pair_buffer(self) -> Int32:
        """Where `find_pairs` writes, shape (capacity, 2), int32; grows when needed and never shrinks."""
        return self._pairs

    def query_sphere(self, center: ArrayLike, radius: float) -> Int32:
        """Rows of the spheres that overlap the given sphere: shape (k,), int32, ascending, each once."""
        x, y, z = _point("center", center)
        r = _query_radius(radius)
        count = gather_sphere(self.table, x, y, z, r, self._ids)
        if count > len(self._ids):
            self._ids = np.empty(2 * count, np.int32)
            gather_sphere(self.table, x, y, z, r, self._ids)
        return np.sort(self._ids[:count])

    def query_box(self, lower: ArrayLike, upper: ArrayLike) -> Int32:
        """Rows of the spheres that overlap an axis-aligned box: shape (k,), int32, ascending, each once."""
        low, high = _vector("lower", lower), _vector("upper", upper)
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
        a, b, r = _point("start", start), _point("end", end), _query_radius(radius)
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
        a, b, r = _point("start", start), _point("end", end), _query_radius(radius)
        row, fraction = cast_sphere(self.table, *a, *b, r, 0, LAST_ROW, int(ignore))
        return None if fraction == MISS else (int(row), float(fraction))

    def query_spheres(self, centers: ArrayLike, radii: ArrayLike) -> tuple[NDArray[np.int64], Int32]:
        """`query_sphere` for many: (offsets, ids) as compressed sparse rows.

        Args:
            centers: shape (q, 3) [u].
            radii: shape (q,) [u], or one number for all.

        Returns:
            offsets: shape (q + 1,), int64; query i owns ids[offsets[i]:offsets[i + 1]], ascending, each once.
            ids: shape (total,), int32.
        """
        points = _points("centers", centers)
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

        def gather(part: int) -> None:
            begin, end = bounds[part]
            while True:
                ids = self._gathered[part]
                total = gather_spheres(begin, end, order, self.table, points, reach, offsets[1:], places, ids)
                if total <= len(ids):
                    break
                self._gathered[part] = np.empty(total + total // 4 + LANES, np.int32)

        self.pool.run([partial(gather, part) for part in range(len(bounds))])
        sum_counts(offsets)
        ids = np.empty(int(offsets[-1]), np.int32)
        self.pool.run(
            [
                partial(put_back, begin, end, order, offsets, places, self._gathered[part], ids)
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
        points = _points("centers", centers)
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
        return [0, queries // 2, queries]


def _complaint(places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_]) -> ValueError:
    """What is wrong with the first bad row."""
    row, what = first_bad_row(len(radii), places, radii, active)
    if what == 1:
        return ValueError(
            f"positions must be finite and below 1e15; row {row} is {places[3 * row : 3 * row + 3]}"
        )
    return ValueError(f"radii must be finite and at least 0; row {row} is {radii[row]}")


def _plain(array: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The array itself where kernels can take it, else a copy: each layout would be compiled for itself."""
    if array.dtype == dtype and array.flags.c_contiguous and array.flags.writeable and array.flags.aligned:
        return array
    return np.array(array, dtype, order="C")


def _vector(name: str, value: ArrayLike) -> NDArray[np.float64]:
    vector = np.array(value, np.float64)
    if vector.shape != (3,):
        raise ValueError(f"{name} must have shape (3,), not {vector.shape}")
    if not np.abs(vector).max() <= COORDINATE_MAX:
        raise ValueError(f"{name} must be finite and below 1e15, not {vector}")
    return vector


def _point(name: str, value: ArrayLike) -> tuple[float, float, float]:
    """A checked point as three floats.

    A query from Python spends most of its time here, hence no array maths.
    """
    vector = np.asarray(value, np.float64)
    if vector.shape != (3,):
        raise ValueError(f"{name} must have shape (3,), not {vector.shape}")
    x, y, z = vector.tolist()
    if not (abs(x) <= COORDINATE_MAX and abs(y) <= COORDINATE_MAX and abs(z) <= COORDINATE_MAX):
        raise ValueError(f"{name} must be finite and below 1e15, not {vector}")
    return x, y, z


def _points(name: str, value: ArrayLike) -> NDArray[np.float64]:
    points = np.ascontiguousarray(value, np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise ValueError(f"{name} must have shape (q, 3), not {points.shape}")
    if points.size and not np.abs(points).max() <= COORDINATE_MAX:
        bad = np.flatnonzero(~(np.abs(points) <= COORDINATE_MAX).all(axis=1))
        raise ValueError(f"{name} must be finite and below 1e15; row {bad[0]} is {points[bad[0]]}")
    return points


def _query_radius(radius: float) -> float:
    value = float(radius)
    if not 0 <= value <= COORDINATE_MAX:
        raise ValueError(f"radius must be finite and at least 0, not {value}")
    return value


def _cell_counts(cells: int | tuple[int, int, int]) -> tuple[int, int, int]:
    counts: tuple[Any, ...] = (cells,) * 3 if np.ndim(cells) == 0 else tuple(cells)  # type: ignore[arg-type]
    if len(counts) != 3:
        raise ValueError(f"cells must be one int or three, not {cells!r}")
    for count in counts:
        if not isinstance(count, (int, np.integer)) or not 1 <= count <= AXIS_CELLS_MAX:
            raise ValueError(f"cells must be ints from 1 to {AXIS_CELLS_MAX}, not {count!r}")
    x, y, z = (int(count) for count in counts)
    if x * y * z > TOTAL_CELLS_MAX:
        raise ValueError(f"cells must be at most {TOTAL_CELLS_MAX} in all, not {x} x {y} x {z}")
    return x, y, z
