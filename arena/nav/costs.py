"""Costs of tiles near asteroids, refreshed a slice of all tiles at a time.

Once a tick the world asks its grid for bodies within `NAVIGATION.costly_gap` of each tile of `slice_of_tick`,
and `cost_among` turns the answer into the tile's cost. After `NAVIGATION.refresh_ticks` ticks every tile has
been refreshed once, whatever the load. `refresh_tiles` does the same for callers with a batch of answers.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, I32, I64, Integer, Real
from arena.nav.tile_map import BLOCKED, COST_MAX, FREE, TileMap

BLOCKED_GAP = tuning.NAVIGATION.blocked_gap
COSTLY_GAP = tuning.NAVIGATION.costly_gap
EXTRA_COST = (tuning.NAVIGATION.costly_factor - 1.0) * FREE


@inline
def slice_of_tick(
    tile_count: int, tick: int, ticks: int = tuning.NAVIGATION.refresh_ticks
) -> tuple[int, int]:
    """(first tile, tile behind the last) that are due in this tick; in `ticks` ticks each tile is, once."""
    turn = tick % ticks
    return tile_count * turn // ticks, tile_count * (turn + 1) // ticks


def refresh_tiles(
    tile_map: TileMap,
    tiles: tuple[int, int],
    offsets: NDArray[np.int64],
    ids: NDArray[np.int32],
    positions: NDArray[np.float32],
    radii: NDArray[np.float32],
    *,
    shell_radius: float,
    rows: tuple[int, int] | None = None,
) -> None:
    """Work out the cost of a slice of tiles from the bodies near them.

    Args:
        tile_map: a sphere's; its `cost` is written.
        tiles: (first, behind the last).
        offsets: tile first + k is near ids[offsets[k]:offsets[k + 1]], shape (tiles in the slice + 1,).
        ids: rows of bodies, in any order, at most `costly_gap` from the tile's centre by their surface;
            bodies farther off do no harm.
        positions: of all bodies [u], shape (m, 3). radii: theirs [u], shape (m,).
        shell_radius: of the sphere that tile centres are put on [u].
        rows: (first, behind the last) row of bodies that count, the asteroids' pool; None: all.

    Raises:
        ValueError: if the slice is not inside the map or offsets do not fit it.
    """
    first, stop = tiles
    if not 0 <= first <= stop <= len(tile_map.cost):
        raise ValueError(f"tiles must lie within 0 and {len(tile_map.cost)}, not {first} to {stop}")
    if len(offsets) != stop - first + 1:
        raise ValueError(
            f"offsets must have {stop - first + 1} rows, one more than tiles, not {len(offsets)}"
        )
    low, high = rows or (0, len(radii))
    write_costs(tile_map, first, stop, offsets, ids, positions, radii, float(shell_radius), low, high)


@kernel
def write_costs(
    tile_map_inout: TileMap,
    first: Integer,
    stop: Integer,
    offsets: I64,
    ids: I32,
    positions: F32,
    radii: F32,
    shell_radius: Real,
    low: Integer,
    high: Integer,
) -> None:
    """`refresh_tiles` without its checks."""
    x, y, z, cost = tile_map_inout.x, tile_map_inout.y, tile_map_inout.z, tile_map_inout.cost
    for tile in range(first, stop):
        cx, cy, cz = x[tile] * shell_radius, y[tile] * shell_radius, z[tile] * shell_radius
        begin, end = offsets[tile - first], offsets[tile - first + 1]
        if DEBUG:
            assert 0 <= begin <= end <= len(ids), "write_costs: offsets outside of the ids"
        cost[tile] = cost_among(positions, radii, ids, begin, end, low, high, cx, cy, cz)


@inline
def cost_among(
    positions: F32,
    radii: F32,
    ids: I32,
    begin: Integer,
    end: Integer,
    low: Integer,
    high: Integer,
    cx: Real,
    cy: Real,
    cz: Real,
):
    """Cost of the tile at c [u] among the bodies ids[begin:end]; only rows low..high count."""
    gap = COSTLY_GAP
    for entry in range(begin, end):
        row = ids[entry]
        if DEBUG:
            assert 0 <= row < len(radii), "cost_among: a row outside of the bodies"
        if low <= row < high:
            dx = np.float64(positions[row, 0]) - cx
            dy = np.float64(positions[row, 1]) - cy
            dz = np.float64(positions[row, 2]) - cz
            gap = min(gap, math.sqrt(dx * dx + dy * dy + dz * dz) - np.float64(radii[row]))
    if gap < BLOCKED_GAP:
        return np.int32(BLOCKED)
    nearness = (COSTLY_GAP - gap) / (COSTLY_GAP - BLOCKED_GAP)
    return np.int32(min(FREE + np.int32(EXTRA_COST * nearness), COST_MAX))
