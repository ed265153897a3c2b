"""Maps with obstacles, and the lengths of ways over them worked out by scipy."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from arena.nav import BLOCKED, COST_MAX, FREE, TileMap, create_map, create_tiles, sphere_map
from arena.nav.search import ESCAPE, FAR

TILES = create_tiles(4)


def ball() -> TileMap:
    """The standard sphere of 2,562 tiles, all free."""
    return sphere_map(TILES)


def small_ball() -> TileMap:
    """A sphere of 162 tiles."""
    return sphere_map(create_tiles(2))


def board(width: int = 20, height: int = 15) -> TileMap:
    """A flat board of squares with steps to all eight sides; tile = row * width + column."""
    row, column = np.divmod(np.arange(width * height), width)
    neighbour = np.repeat(np.arange(width * height)[:, None], 8, axis=1)
    length = np.zeros(neighbour.shape)
    sides = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]
    for k, (down, right) in enumerate(sides):
        r, c = row + down, column + right
        inside = (r >= 0) & (r < height) & (c >= 0) & (c < width)
        neighbour[inside, k] = (r * width + c)[inside]
        length[inside, k] = np.hypot(down, right)
    return create_map(neighbour, length, np.stack([column, row, 0 * row], axis=1), curved=False)


def strew(tile_map: TileMap, rng: np.random.Generator, blocked: float) -> None:
    """Make tiles costly and blocked at random."""
    count = len(tile_map.cost)
    costly = rng.random(count) < 0.4
    tile_map.cost[:] = np.where(costly, rng.integers(FREE, COST_MAX + 1, count), FREE)
    tile_map.cost[rng.random(count) < blocked] = BLOCKED


def lengths_to(tile_map: TileMap, goals: list[int]) -> NDArray[np.int64]:
    """Length of the best way from each tile to the nearest goal, FAR where there is none, shape (n,)."""
    cost = tile_map.cost.astype(np.int64)
    tile, side = np.nonzero(tile_map.neighbour != np.arange(len(cost))[:, None])
    other = tile_map.neighbour[tile, side]
    escaping = (cost[other] == BLOCKED) & (cost[tile] == BLOCKED)
    price = np.where(escaping, ESCAPE, cost[other])
    price = np.where(np.isin(other, goals) & (cost[other] == BLOCKED), FREE, price)
    weight = tile_map.step[tile, side].astype(np.int64) * price // FREE
    open_ = price > 0
    backwards = csr_matrix((weight[open_], (other[open_], tile[open_])), shape=(len(cost), len(cost)))
    found = dijkstra(backwards, indices=goals, min_only=True)
    return np.where(np.isfinite(found), found, FAR).astype(np.int64)
