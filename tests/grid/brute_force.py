"""The grid's answers computed the slow, obvious way, in float64."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def _square_distances(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float64]:
    gap = a.astype(np.float64)[:, None] - b.astype(np.float64)[None]
    return gap[..., 0] ** 2 + gap[..., 1] ** 2 + gap[..., 2] ** 2


def pairs(position: NDArray[Any], radius: NDArray[Any], active: NDArray[np.bool_]) -> set[tuple[int, int]]:
    """All overlapping pairs i < j of active rows."""
    r = radius.astype(np.float64)
    reach = r[:, None] + r[None]
    hits = (_square_distances(position, position) < reach * reach) & active[:, None] & active[None]
    first, second = np.nonzero(np.triu(hits, 1))
    return set(zip(first.tolist(), second.tolist(), strict=True))


def in_sphere(
    position: NDArray[Any], radius: NDArray[Any], active: NDArray[np.bool_], center: NDArray[Any], reach: float
) -> list[int]:
    """Active rows that overlap a sphere."""
    total = radius.astype(np.float64) + reach
    return np.flatnonzero(active & (_square_distances(position, center[None])[:, 0] < total * total)).tolist()


def in_box(
    position: NDArray[Any], radius: NDArray[Any], active: NDArray[np.bool_], lower: NDArray[Any], upper: NDArray[Any]
) -> list[int]:
    """Active rows whose sphere reaches into a box."""
    p, r = position.astype(np.float64), radius.astype(np.float64)
    outside = np.maximum(np.maximum(lower - p, p - upper), 0.0)
    return np.flatnonzero(active & (outside[:, 0] ** 2 + outside[:, 1] ** 2 + outside[:, 2] ** 2 < r * r)).tolist()


def nearest(
    position: NDArray[Any], active: NDArray[np.bool_], center: NDArray[Any], k: int, limit: float
) -> tuple[list[int], list[float]]:
    """The k nearest active rows by centre, ties by row, with their distances."""
    squares = _square_distances(position, center[None])[:, 0]
    rows = np.flatnonzero(active & (squares <= limit * limit))
    best = rows[np.lexsort((rows, squares[rows]))][:k]
    return best.tolist(), np.sqrt(squares[best]).tolist()
