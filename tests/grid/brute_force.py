"""The grid's answers computed the slow, obvious way, in float64."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Scene = tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]
"""Positions (n, 3), radii (n,), active (n,)."""


def _square_distances(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float64]:
    gap = a.astype(np.float64)[:, None] - b.astype(np.float64)[None]
    return gap[..., 0] ** 2 + gap[..., 1] ** 2 + gap[..., 2] ** 2


def pairs(scene: Scene) -> set[tuple[int, int]]:
    """All overlapping pairs i < j of active rows."""
    position, radius, active = scene
    r = radius.astype(np.float64)
    reach = r[:, None] + r[None]
    hits = (_square_distances(position, position) < reach * reach) & active[:, None] & active[None]
    first, second = np.nonzero(np.triu(hits, 1))
    return set(zip(first.tolist(), second.tolist(), strict=True))


def in_sphere(scene: Scene, center: NDArray[Any], reach: float) -> list[int]:
    """Active rows that overlap a sphere."""
    position, radius, active = scene
    total = radius.astype(np.float64) + reach
    return np.flatnonzero(active & (_square_distances(position, center[None])[:, 0] < total * total)).tolist()


def in_box(scene: Scene, lower: NDArray[Any], upper: NDArray[Any]) -> list[int]:
    """Active rows whose sphere reaches into a box, or whose point lies within."""
    position, radius, active = scene
    p, r = position.astype(np.float64), radius.astype(np.float64)
    outside = np.maximum(np.maximum(lower - p, p - upper), 0.0)
    reaches = outside[:, 0] ** 2 + outside[:, 1] ** 2 + outside[:, 2] ** 2 < r * r
    within = ((lower < p) & (p < upper)).all(axis=1)
    return np.flatnonzero(active & (reaches | within)).tolist()


def nearest(scene: Scene, center: NDArray[Any], k: int, limit: float) -> tuple[list[int], list[float]]:
    """The k nearest active rows by centre, ties by row, with their distances."""
    position, _, active = scene
    squares = _square_distances(position, center[None])[:, 0]
    rows = np.flatnonzero(active & (squares <= limit * limit))
    best = rows[np.lexsort((rows, squares[rows]))][:k]
    return best.tolist(), np.sqrt(squares[best]).tolist()


def contact_fractions(
    scene: Scene, start: NDArray[Any], end: NDArray[Any], reach: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A sphere's way from `start` to `end`: gap to each body at its nearest, fraction at first contact.

    Gaps [u] are infinite for inactive rows; fractions are 2 where there is no contact on the way. By sampling
    and bisection, so that no formula is shared with what is tested.
    """
    position, radius, active = scene
    p, total = position.astype(np.float64), radius.astype(np.float64) + reach
    way = end - start
    length = float(way @ way)
    nearest = np.clip(((p - start) @ way) / length, 0.0, 1.0) if length > 0 else np.zeros(len(p))

    def gap(fraction: NDArray[Any]) -> NDArray[Any]:
        return np.linalg.norm(start + fraction[:, None] * way - p, axis=1) - total

    gaps = np.where(active, gap(nearest), np.inf)
    low, high = np.zeros(len(p)), nearest.copy()
    inside = gap(low) < 0
    for _ in range(80):
        middle = (low + high) / 2
        touching = gap(middle) < 0
        high, low = np.where(touching, middle, high), np.where(touching, low, middle)
    return gaps, np.where(gaps < 0, np.where(inside, 0.0, high), 2.0)
