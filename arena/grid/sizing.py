"""How many cells: the layout of a grid, given or chosen from the bodies.

`CollisionGrid.rebuild` asks `Sizing.layout` once per rebuild. A choice takes some milliseconds, so it is kept
until the bodies have become many more, many fewer, or much more or less crowded. It is made from a sample by
a cost model whose constants were measured: small cells cost entries, large cells cost tests, and every cell
costs a little.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.grid.table import AXIS_CELLS_MAX, TOTAL_CELLS_MAX

SAMPLE = 2048
"""Bodies looked at."""

WIDTHS = 1.35 ** np.arange(-6, 19)
"""Cell widths tried, in mean diameters."""

CELLS_PER_BODY, CELLS_FREE = 6, 4096
"""Bound on the cells chosen: memory stays proportional to the bodies."""

CHANGE = 1.5
"""Factor by which number or crowding must change before another choice."""

TAILS = (0.0, 0.5, 5.0, 12.0)
"""Percents of the sample at either end of each axis that border cells may take up, where that is cheaper."""

ENTRY_NS, FURTHER_NS, TEST_NS, BUSY_NS, CELL_NS, LANES = 6.0, 8.0, 4.5, 12.0, 1.2, 16
"""Measured cost of an entry, one beyond a body's first, a block test, a cell with bodies, any cell."""


class Layout(NamedTuple):
    """Box and cells of a grid."""

    lower: NDArray[np.float64]  # [u], shape (3,)
    upper: NDArray[np.float64]  # [u], shape (3,)
    cells: tuple[int, int, int]


class Sizing:
    """Chooses a layout from the bodies, and again when they have changed much."""

    def __init__(self, lower: NDArray[np.float64], upper: NDArray[np.float64]) -> None:
        self._lower, self._upper = lower, upper
        self._layout = Layout(lower, upper, (1, 1, 1))
        self._bodies = 0
        self._crowding = 0.0

    def layout(
        self, places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_], crowding: float
    ) -> Layout:
        """The layout for these bodies.

        Args:
            places: positions [u], flat, shape (3 * n,).
            radii: [u], shape (n,).
            active: shape (n,) or longer.
            crowding: entries per busy cell after the last rebuild, 0 where nothing is known.
        """
        n = len(radii)
        if n == 0:
            return self._layout
        if self._bodies and self._crowding == 0.0:
            self._crowding = crowding
        grown = max(n, self._bodies) > CHANGE * min(n, self._bodies)
        crowded = max(crowding, self._crowding) > CHANGE * min(crowding, self._crowding)
        if not grown and not crowded:
            return self._layout
        self._bodies, self._crowding = n, 0.0
        position, radius, count = sample(places, radii, active)
        if count:
            self._layout = choose(position, radius, count, self._lower, self._upper)
        return self._layout


def sample(
    places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Positions and radii of up to SAMPLE good active bodies, evenly over the rows; how many there are."""
    rows = np.flatnonzero(active[: len(radii)])
    count = len(rows)
    rows = rows[:: max(1, -(-count // SAMPLE))]
    position, radius = places.reshape(-1, 3)[rows].astype(np.float64), radii[rows].astype(np.float64)
    good = np.isfinite(position).all(axis=1) & np.isfinite(radius) & (radius >= 0)
    return position[good], radius[good], count if good.any() else 0


def choose(
    position: NDArray[np.float64],
    radius: NDArray[np.float64],
    count: int,
    lower: NDArray[np.float64],
    upper: NDArray[np.float64],
) -> Layout:
    """The cheapest layout for `count` bodies like those of the sample, inside the given box."""
    inside = np.clip(position, lower, upper)
    size = 2.0 * radius.mean()
    if size == 0.0:
        size = float(np.ptp(inside, axis=0).max()) / max(count, 2) ** (1 / 3) or 1.0
    best: tuple[float, Layout] | None = None
    for tail in TAILS:
        low, high = np.percentile(inside, [tail, 100.0 - tail], axis=0)
        thin = high - low < 1e-6 * (upper - lower)
        low, high = np.where(thin, lower, low), np.where(thin, upper, high)
        for width in WIDTHS * size:
            cells = np.clip(np.ceil((high - low) / width), 1, AXIS_CELLS_MAX)
            if cells.prod() > min(CELLS_PER_BODY * count + CELLS_FREE, TOTAL_CELLS_MAX):
                continue
            cost = predicted_cost(inside, radius, count, low, (high - low) / cells, cells)
            if best is None or cost < best[0]:
                best = cost, Layout(low, high, (int(cells[0]), int(cells[1]), int(cells[2])))
    return best[1] if best else Layout(lower, upper, (1, 1, 1))


def predicted_cost(
    position: NDArray[np.float64],
    radius: NDArray[np.float64],
    count: int,
    lower: NDArray[np.float64],
    width: NDArray[np.float64],
    cells: NDArray[np.float64],
) -> float:
    """Expected nanoseconds per body of a rebuild and its pairs."""
    extent = np.minimum(1.0 + 2.0 * radius[:, None] / width, cells)
    volume = extent.prod(axis=1)
    entries = float(np.where(volume > 512, 40.0, volume).mean())
    at = np.clip(np.floor((position - lower) / width), 0, cells - 1)
    linear = at[:, 0] + cells[0] * (at[:, 1] + cells[1] * at[:, 2])
    _, inverse, held = np.unique(linear, return_inverse=True, return_counts=True)
    others = (held[inverse] - 1) * (count - 1) / max(len(position) - 1, 1)
    # Each sampled body stands in a cell of about so many entries.
    crowd = (1.0 + others) * entries
    tests = np.maximum(1.0, crowd / (2 * LANES) + 0.5)
    busy = float((entries / crowd).mean())
    return (
        entries * ENTRY_NS
        + (entries - 1.0) * FURTHER_NS
        + float(tests.mean()) * entries * TEST_NS
        + busy * BUSY_NS
        + float(cells.prod()) / count * CELL_NS
    )
