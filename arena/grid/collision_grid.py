"""`CollisionGrid`: the public face of the grid. Arguments are checked here; the kernels trust them.

The simulation owns one and calls `rebuild` once per tick and `pairs` or the kernels in `arena.grid.queries`
after it. Anyone may take it away for other uses: it knows nothing of the game.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.grid.lanes import LANES
from arena.grid.pairs import find_pairs
from arena.grid.queries import gather_box, gather_sphere, gather_spheres, nearest_bodies
from arena.grid.refill import bin_bodies, count_entries, largest_bits, scatter_entries, survey_active
from arena.grid.table import AXIS_CELLS_MAX, COORDINATE_MAX, TOTAL_CELLS_MAX, GridTable

Int32 = NDArray[np.int32]

BIT_LIMITS: dict[np.dtype[Any], tuple[type[np.unsignedinteger[Any]], int]] = {
    np.dtype(np.float32): (np.uint32, int(np.array(COORDINATE_MAX, np.float32).view(np.uint32))),
    np.dtype(np.float64): (np.uint64, int(np.array(COORDINATE_MAX, np.float64).view(np.uint64))),
}
"""For each float dtype: the integer that holds its bits, and the bits of the largest number allowed."""


class CollisionGrid:
    """A uniform 3D grid over bounding spheres, wiped and refilled by `rebuild`, asked by everything else.

    Args:
        lower: the box's lower corner [u], shape (3,).
        upper: its upper corner [u], shape (3,), above `lower` on every axis.
        cells: cells per axis, one int or three; 1 is legal. Good cells are a few typical diameters wide.

    Spheres outside the box are entered in its border cells and still found; many of them make those cells
    slow. float32 positions take the fast path; everything else is computed in float64. "Overlap" means that
    the distance is strictly below the sum of the radii, evaluated in float64 on the numbers given.

    Raises:
        ValueError: for a wrong shape, a box without volume or cells below 1 or above 1024 per axis.
    """

    def __init__(self, lower: ArrayLike, upper: ArrayLike, cells: int | tuple[int, int, int] = 9) -> None:
        self.lower = _vector("lower", lower)
        self.upper = _vector("upper", upper)
        if not (self.upper > self.lower).all():
            axis = int(np.argmin(self.upper > self.lower))
            raise ValueError(
                f"upper must exceed lower on every axis; on axis {axis} upper is {self.upper[axis]:g} "
                f"and lower {self.lower[axis]:g}"
            )
        self.cells = _cell_counts(cells)
        self._farthest = float(max(np.abs(self.lower).max(), np.abs(self.upper).max()))
        self._n = 0
        self._tables: dict[np.dtype[Any], GridTable] = {}
        self._dtype: np.dtype[Any] = np.dtype(np.float32)
        self._pairs: Int32 = np.empty((0, 2), np.int32)
        self._ids: Int32 = np.empty(256, np.int32)
        self._make_table(self._dtype, 0, 0)
        self._refill(0)

    @property
    def table(self) -> GridTable:
        """The current contents, for kernels (see `arena.grid.queries`); valid until the next `rebuild`."""
        return self._tables[self._dtype]

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
        try:
            n = self._load(
                np.asarray(positions), np.asarray(radii), None if active is None else np.asarray(active)
            )
            self._refill(n)
            self._n = n
        except ValueError:
            self._refill(0)
            self._n = 0
            raise

    def _load(self, position: NDArray[Any], radius: NDArray[Any], active: NDArray[Any] | None) -> int:
        """Check shapes, copy the bodies into the table of their precision, and return how many there are."""
        if position.ndim != 2 or position.shape[1] != 3:
            raise ValueError(f"positions must have shape (n, 3), not {position.shape}")
        n = len(position)
        if radius.shape != (n,):
            raise ValueError(f"radii must have shape ({n},) like positions, not {radius.shape}")
        if active is not None and active.shape != (n,):
            raise ValueError(f"active must have shape ({n},) like positions, not {active.shape}")
        single = position.dtype == np.float32 and radius.dtype == np.float32
        self._dtype = np.dtype(np.float32 if single else np.float64)
        self._reserve_rows(n)
        table = self.table
        table.position[:n] = position
        # Adding zero turns -0.0 into 0.0, so that a set sign bit means a negative radius.
        np.add(radius, 0.0, out=table.radius[:n], casting="unsafe")
        table.active[:n] = True if active is None else active
        return n

    def pairs(self) -> Int32:
        """Every overlapping pair once, as rows i < j.

        Shape (m, 2), int32. The order is fixed but unspecified.
        """
        found = self.find_pairs()
        return self._pairs[:found].copy()

    def find_pairs(self) -> int:
        """Like `pairs`, without a copy: the count; the pairs stand in `pair_buffer` until the next call."""
        found = find_pairs(self._n, self.table, self._pairs)
        if found > len(self._pairs):
            self._pairs = np.empty((found + found // 2 + 64, 2), np.int32)
            find_pairs(self._n, self.table, self._pairs)
        return int(found)

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
        bad = np.flatnonzero(~((reach >= 0) & (reach <= COORDINATE_MAX)))
        if len(bad):
            raise ValueError(f"radii must be finite and at least 0; row {bad[0]} is {reach[bad[0]]}")
        offsets = np.empty(len(points) + 1, np.int64)
        ids = np.empty(max(64, 16 * len(points)), np.int32)
        total = gather_spheres(self.table, points, reach, offsets, ids)
        if total > len(ids):
            ids = np.empty(total, np.int32)
            gather_spheres(self.table, points, reach, offsets, ids)
        return offsets, ids[:total]

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
        nearest_bodies(self.table, points, k, float(max_distance), ids, distances)
        return ids, distances

    def _refill(self, n: int) -> None:
        table = self.table
        bits, limit = BIT_LIMITS[self._dtype]
        coordinate, radius = largest_bits(table.position[:n].view(bits), table.radius[:n].view(bits))
        if coordinate <= limit and radius <= limit:
            largest = float(np.array(max(coordinate, radius), bits).view(self._dtype))
        else:
            row, what, largest = survey_active(n, table)
            if what == 1:
                raise ValueError(
                    f"positions must be finite and below 1e15; row {row} is {table.position[row]}"
                )
            if what == 2:
                raise ValueError(f"radii must be finite and at least 0; row {row} is {table.radius[row]}")
        bin_bodies(n, max(largest, self._farthest), table)
        entries = count_entries(n, table)
        if entries > len(table.item) - LANES:
            self._make_table(self._dtype, len(table.radius), entries)
        scatter_entries(n, self.table)

    def _reserve_rows(self, n: int) -> None:
        table = self._tables.get(self._dtype)
        if table is None or len(table.radius) < n:
            self._make_table(self._dtype, n, 0)

    def _make_table(self, dtype: np.dtype[Any], rows: int, entries: int) -> None:
        """Allocate with room to grow, keeping what the old table holds of the same size."""
        old = self._tables.get(dtype)
        keep_rows = old is not None and len(old.radius) == rows
        row_capacity = rows if keep_rows else rows + rows // 4 + 16
        entry_capacity = max(entries + entries // 2, 2 * row_capacity) + LANES
        columns = [np.zeros(entry_capacity, dtype) for _ in range(4)]
        item = np.zeros(entry_capacity, np.int32)
        if old is not None and keep_rows:
            self._tables[dtype] = old._replace(
                item=item, x=columns[0], y=columns[1], z=columns[2], r=columns[3]
            )
            return
        counts = np.array(self.cells, np.uint32)
        self._tables[dtype] = GridTable(
            lower=self.lower.astype(dtype),
            scale=(counts / (self.upper - self.lower)).astype(dtype),
            cells=counts,
            position=np.zeros((row_capacity, 3), dtype),
            radius=np.zeros(row_capacity, dtype),
            active=np.zeros(row_capacity, np.bool_),
            first_cell=np.zeros(row_capacity, np.uint32),
            last_cell=np.zeros(row_capacity, np.uint32),
            cell_start=np.zeros(int(np.prod(self.cells)) + 1, np.int32),
            item=item,
            x=columns[0],
            y=columns[1],
            z=columns[2],
            r=columns[3],
            giant=np.zeros(row_capacity, np.int32),
            giant_count=np.zeros(1, np.int64),
            margin=np.zeros(1, dtype),
        )


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
    bad = np.flatnonzero(~(np.abs(points) <= COORDINATE_MAX).all(axis=1))
    if len(bad):
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
