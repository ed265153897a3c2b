"""`CollisionGrid`: the public face of the grid. Arguments are checked here; the kernels trust them.

The simulation owns one and calls `rebuild` and `find_pairs` once per tick, and kernel-level queries on its
`table` after that. Anyone may take it away for other uses: it knows nothing of the game.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.grid.access import Access, Int32
from arena.grid.arguments import (
    Cells,
    as_plain,
    as_real,
    bad_row_error,
    check_cells,
    check_count,
    check_point,
    check_points,
    check_query_radius,
    check_vector,
)
from arena.grid.batch_search import IDS_MAX, find_nearest
from arena.grid.memory import GridMemory, add_crowds, entries_for, rebuild_here
from arena.grid.pair_search import PAIRS_MAX, PairSearch, SearchBounds, at_most, for_contacts
from arena.grid.queries import gather_box, gather_sphere
from arena.grid.sizing import CellLayout, Sizing
from arena.grid.storage import SPLIT_ROWS, Spheres, Storage
from arena.grid.sweeps import MISS, cast_sphere, gather_capsule
from arena.grid.table import COORDINATE_MAX, ENTRIES, LAST_ROW, OVERSIZED, GridTable
from arena.grid.tagged_rows import ROW
from arena.workers import WorkerPool


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
    slow. float32 positions take the fast path; everything else is computed in float64.

    Differences from scipy's trees: "overlap" means that the distance is strictly below the sum of the radii,
    so that touching spheres do not overlap, evaluated in float64 on the numbers given. Missing neighbours are
    -1 with an infinite distance, where scipy has the number of points. `max_distance` of `nearest` includes
    bodies at exactly that distance.

    Threads: any number of threads may ask one grid at the same time, and get the answers that one thread
    gets. `rebuild` beside a query or a rebuild of another thread is refused, and so is a query beside a
    rebuild: one of the two raises RuntimeError, or both do, and neither harms the other. Kernels that are
    handed `table` are not watched.

    Copies and pickles hold the spheres of the last `rebuild` and answer the same. Each has a thread pool of
    its own, with as many workers.

    Memory grows with the number of bodies, of cells and of threads that ask, and never shrinks.

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
        self._cells_given = cells
        self._sizing = Sizing(self.lower, self.upper)
        self._layout = (
            None if isinstance(cells, str) else CellLayout.of(self.lower, self.upper, check_cells(cells))
        )
        self.pool = workers if isinstance(workers, WorkerPool) else WorkerPool(workers)
        """Threads for large loads; another may be put in its place between calls."""
        self._n = 0
        self._stores = {np.dtype(dtype): Storage(np.dtype(dtype)) for dtype in (np.float32, np.float64)}
        self._store = self._stores[np.dtype(np.float32)]
        self._everyone: NDArray[np.bool_] = np.empty(0, np.bool_)
        self._access = Access()
        self._found = PairSearch()  # that `find_pairs` used last
        self._memory: GridMemory | None = None
        self._clear()

    @property
    def table(self) -> GridTable:
        """The current contents, for kernels (see `arena.grid.queries`); valid until the next `rebuild`."""
        return self._store.table

    @property
    def memory(self) -> GridMemory:
        """All of its memory, for callers that rebuild it by `arena.grid.memory`; another one after growth.

        Such a caller lets no other thread ask meanwhile, and gives float32 spheres, as many as the last
        `rebuild` was given.
        """
        memory = self._gather()
        add_crowds(memory)
        return memory

    def _gather(self) -> GridMemory:
        memory, store, search = self._memory, self._stores[np.dtype(np.float32)], self._found
        scratch, cursor = store.alone
        crowd = search.crowd_for(store.table)
        if memory is None or not (
            memory.table is store.table
            and memory.scratch is scratch
            and memory.cursor is cursor
            and memory.pairs is search.pairs
            and memory.rows is search.rows
            and memory.crowded is search.crowded
            and memory.crowd is crowd
        ):
            memory = self._memory = GridMemory(
                lower=self.lower, upper=self.upper, automatic=np.array([self._layout is None]),
                sample=self._sizing.sample, choice=self._sizing.choice, box=store.layout.box,
                cells=store.layout.cells, margin=store.margin,
                table=store.table, scratch=scratch, cursor=cursor, candidates=search.candidates,
                rows=search.rows, crowded=search.crowded, crowd=crowd, pairs=search.pairs,
                entries=entries_for(store.table) if memory is None else memory.entries,
            )  # fmt: skip
        return memory

    @property
    def cells(self) -> tuple[int, int, int]:
        """Cells per axis, as given or as chosen at the last `rebuild`."""
        x, y, z = self._store.layout.cells.tolist()
        return x, y, z

    @property
    def box(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Corners [u] of the box that is cut into cells: the grid's, or inside it with "auto"."""
        box = self._store.layout.box.copy()
        return box[:3], box[3:]

    def __len__(self) -> int:
        """Number of bodies that the last `rebuild` was given, inactive ones included."""
        return self._n

    def rebuild(self, positions: ArrayLike, radii: ArrayLike, active: ArrayLike | None = None) -> None:
        """Forget everything and enter these spheres; ids in later answers are their rows.

        Args:
            positions: centres [u], shape (n, 3).
            radii: radii [u], at least 0, shape (n,); or one number for all, which is rounded to float32 where
                the positions are and it is a Python number.
            active: bool, shape (n,); rows with False are left out and may hold anything.

        Raises:
            ValueError: for a wrong shape or dtype, or a position or radius that is NaN, infinite or beyond
                1e15, or a negative radius; names the argument and the first bad row. The grid is then empty.
            RuntimeError: another thread is asking this grid or rebuilding it; nothing has changed.
        """
        self._access.begin_rebuild()
        try:
            self._n = 0
            self._enter(*self._check(positions, radii, active))
        except BaseException:
            self._clear()
            raise
        finally:
            self._access.end_rebuild()

    def _enter(self, position: NDArray[Any], radius: NDArray[Any], alive: NDArray[np.bool_]) -> None:
        few = self._store.dtype == np.float32 and len(radius) < SPLIT_ROWS
        # One call where nothing has to grow: of few bodies, calls take most of the time.
        if not (few and rebuild_here(position, radius, alive, self._gather())):
            given = self._layout
            self._store.set_layout(self._sizing.layout(position, radius, alive) if given is None else given)
            if not self._store.refill(Spheres(position, radius, alive), self.pool):
                raise bad_row_error(position, radius, alive)
        self._n = len(radius)

    def _clear(self) -> None:
        none = np.empty(0, self._store.dtype)
        self._store.set_layout(self._layout or CellLayout.of(self.lower, self.upper, (1, 1, 1)))
        self._store.refill(Spheres(none, none, np.empty(0, np.bool_)), self.pool)

    def _check(
        self, positions: ArrayLike, radii: ArrayLike, active: ArrayLike | None
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
        """Shapes and precision; arrays as the kernels expect them, copied only where they are not."""
        position, radius = as_real("positions", positions), as_real("radii", radii)
        if position.ndim != 2 or position.shape[1] != 3:
            raise ValueError(f"positions must have shape (n, 3), not {position.shape}")
        n = len(position)
        if radius.ndim == 0:
            plain = isinstance(radii, int | float) and not isinstance(radii, np.generic)
            radius = np.full(n, radius, position.dtype if plain and position.dtype == np.float32 else None)
        if radius.shape != (n,):
            raise ValueError(f"radii must have shape ({n},) like positions, not {radius.shape}")
        single = position.dtype == np.float32 and radius.dtype == np.float32
        dtype = np.dtype(np.float32 if single else np.float64)
        self._store = self._stores[dtype]
        if active is None:
            if len(self._everyone) < n:
                self._everyone = np.ones(n + n // 4, np.bool_)
            return as_plain(position, dtype).reshape(-1), as_plain(radius, dtype), self._everyone
        alive = as_real("active", active, "bui")
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
        bounds = at_most(int(max_pairs))
        with self._access.query() as scratch:
            found = scratch.search.find(self.table, self._n, self.pool, bounds)
            return scratch.search.pairs[:found].copy()

    def find_pairs(self, max_pairs: int = PAIRS_MAX) -> int:
        """Like `pairs`, without a copy: the count; the pairs stand in `pair_buffer` until the next call.

        For one thread at a time: with several, `pair_buffer` is that of the last one.
        """
        return self._find(at_most(int(max_pairs)))

    def find_contact_pairs(self, neighbours: int, passive_from: int) -> int:
        """`find_pairs` for physics, which needs a few partners of each body wherever thousands overlap.

        The same, except in cells that more than 128 bodies crowd: there a body is met with about `neighbours`
        partners, and rows from `passive_from` on do not meet among themselves. Which pairs are left out
        depends on the bodies alone. There is no limit, since there is no quadratic number of pairs.
        """
        return self._find(for_contacts(neighbours, passive_from))

    def _find(self, bounds: SearchBounds) -> int:
        with self._access.query() as scratch:
            self._found = scratch.search
            return scratch.search.find(self.table, self._n, self.pool, bounds)

    @property
    def pair_buffer(self) -> Int32:
        """Buffer of `find_pairs`, shape (capacity, 2), int32; grows when needed and never shrinks.

        `pairs` of the same thread writes to it as well.
        """
        return self._found.pairs

    def query_sphere(self, center: ArrayLike, radius: float) -> Int32:
        """Rows of the spheres that overlap the given sphere: shape (k,), int32, ascending, each once."""
        x, y, z = check_point("center", center)
        r = check_query_radius(radius)
        with self._access.query() as scratch:
            count = gather_sphere(self.table, x, y, z, r, scratch.ids)
            if count > len(scratch.ids):
                gather_sphere(self.table, x, y, z, r, scratch.room(count))
            found = scratch.ids[:count].copy()
        found.sort()
        return found

    def query_box(self, lower: ArrayLike, upper: ArrayLike) -> Int32:
        """Rows of the spheres that overlap an axis-aligned box: shape (k,), int32, ascending, each once.

        A sphere of radius 0 does where it lies within, not on the faces.
        """
        low, high = np.array((check_point("lower", lower), check_point("upper", upper)))
        if (high < low).any():
            raise ValueError(f"upper must not be below lower, but upper is {high} and lower {low}")
        with self._access.query() as scratch:
            count = gather_box(self.table, low, high, scratch.ids)
            if count > len(scratch.ids):
                gather_box(self.table, low, high, scratch.room(count))
            found = scratch.ids[:count].copy()
        found.sort()
        return found

    def query_capsule(self, start: ArrayLike, end: ArrayLike, radius: float) -> Int32:
        """Rows of the spheres that a sphere meets on its way from `start` to `end`.

        Shape (k,), int32, ascending, each once.
        """
        a, b, r = check_point("start", start), check_point("end", end), check_query_radius(radius)
        with self._access.query() as scratch:
            count = gather_capsule(self.table, *a, *b, r, scratch.ids)
            if count > len(scratch.ids):
                count = gather_capsule(self.table, *a, *b, r, scratch.room(count))
            return scratch.ids[:count].copy()

    def cast(
        self, start: ArrayLike, end: ArrayLike, radius: float = 0.0, *, ignore: int = -1
    ) -> tuple[int, float] | None:
        """The first body that a sphere meets on its way from `start` to `end`; radius 0 casts a ray.

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
        with self._access.query():
            row, fraction = cast_sphere(self.table, *a, *b, r, 0, LAST_ROW, int(ignore))
        return None if fraction == MISS else (int(row), float(fraction))

    def query_spheres(
        self, centers: ArrayLike, radii: ArrayLike, max_ids: int = IDS_MAX
    ) -> tuple[NDArray[np.int64], Int32]:
        """`query_sphere` for many: (offsets, ids) as compressed sparse rows.

        Args:
            centers: shape (q, 3) [u]; shape (3,) is one centre, q = 1.
            radii: shape (q,) [u], or one number for all.
            max_ids: largest `total`, by default 67 million: half a gigabyte while they are gathered.

        Returns:
            offsets: shape (q + 1,), int64; query i owns ids[offsets[i]:offsets[i + 1]], ascending, each once.
            ids: shape (total,), int32.

        Raises:
            ValueError: the answers are longer than `max_ids` together; no memory was taken for them.
        """
        points = check_points("centers", centers)
        given = as_real("radii", radii)
        if given.shape not in ((), (1,), (len(points),)):
            raise ValueError(f"radii must have shape ({len(points)},) like centers, not {given.shape}")
        reach = np.ascontiguousarray(np.broadcast_to(given.astype(np.float64), (len(points),)))
        if reach.size and not (reach.min() >= 0 and reach.max() <= COORDINATE_MAX):
            bad = np.flatnonzero(~((reach >= 0) & (reach <= COORDINATE_MAX)))
            raise ValueError(f"radii must be finite and at least 0; row {bad[0]} is {reach[bad[0]]}")
        with self._access.query() as scratch:
            return scratch.batch.find(self.table, points, reach, self.pool, max_ids)

    def nearest(
        self, centers: ArrayLike, k: int, max_distance: float = np.inf
    ) -> tuple[Int32, NDArray[np.float64]]:
        """The k bodies nearest to each point, by distance between centres, ties by row.

        Args:
            centers: shape (q, 3) [u], or (3,) for one point.
            k: number of bodies wanted, at least 1.
            max_distance: bodies farther than this [u] are left out; at exactly this distance they count.

        Returns:
            ids: shape (q, k), int32, nearest first, padded with -1; (k,) for one point.
            distances: shape (q, k), float64 [u], padded with infinity; (k,) for one point.

        Raises:
            ValueError: q times k is more than 67 million.
        """
        points, wanted = check_points("centers", centers), check_count("k", k)
        limit = float(as_real("max_distance", max_distance))
        if not limit >= 0:
            raise ValueError(f"max_distance must be at least 0, not {max_distance}")
        with self._access.query():
            entered = int(self.table.count[ENTRIES] + self.table.count[OVERSIZED])
            bodies = min(self._n, entered)
            ids, distances = find_nearest(self.table, bodies, points, wanted, limit, self.pool)
        return (ids[0], distances[0]) if np.ndim(centers) == 1 else (ids, distances)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles enter the same spheres anew: cells and answers depend on those alone."""
        with self._access.query():
            table, n = self.table, self._n
            rows = table.body[: 4 * n].reshape(n, 4).copy()
            active = np.zeros(n, np.bool_)
            active[table.tagged_row[: table.count[ENTRIES]] & ROW] = True
            active[table.oversized[: table.count[OVERSIZED]]] = True
        arguments = self.lower, self.upper, self._cells_given, self.pool.workers
        return type(self), arguments, (rows[:, :3], rows[:, 3], active)

    def __setstate__(self, spheres: tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]) -> None:
        """Enter the spheres of a copied or pickled grid."""
        self.rebuild(*spheres)
