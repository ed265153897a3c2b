"""Loads as the game has them, and grids around them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.grid import CollisionGrid

Bodies = tuple[NDArray[np.float32], NDArray[np.float32]]


def shell(count: int, seed: int = 0) -> Bodies:
    """Spheres of mixed sizes on a sphere, as in the game, with a few oversized bodies."""
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=(count, 3))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    radius = np.where(rng.random(count) < 0.002, 30.0, rng.lognormal(-1.0, 0.8, count).clip(0.1, 4))
    size = 0.8 * count**0.5
    return (direction * (size + rng.normal(0, 0.5, (count, 1)))).astype(np.float32), radius.astype(np.float32)


def grid_for(position: NDArray[Any], cells: Any, workers: int) -> CollisionGrid:
    half = float(np.abs(position).max()) + 1
    return CollisionGrid([-half] * 3, [half] * 3, cells, workers)
