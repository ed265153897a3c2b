"""`TileMap`: the graph that routes and flow fields run on. Tiles on a sphere are one; any other fits as well.

The world creates one with `sphere_map` and keeps its `cost` column up to date (see `arena.nav.costs`);
`create_map` is the door for other graphs. Lengths become integers here: sums of integers are exact, so no
order of additions shows in a path, and a search can sort by buckets.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64, Flags, Integer, Real, Row
from arena.jit.tables import Table
from arena.nav.tiles import Tiles, angle_of_chord

STEP = 1 << 16
"""The mean length of an edge in the units of `TileMap.step`."""

FREE_SHIFT = 4
FREE = 1 << FREE_SHIFT
"""Cost of a tile that nothing is near; costs are sixteenths of it."""

COST_MAX = 16 * FREE
BLOCKED = 0
"""Cost of a tile that must not be entered. Leaving it is allowed, over other blocked tiles too."""

BUCKET_SHIFT = 12
"""A bucket of the search's queue is this many bits of length wide: a sixteenth of a mean step."""

BUCKETS = 1024
"""Buckets in the queue's ring; one edge must not reach around it."""

SLACK = 2
"""Added to each step against rounding, so that no estimate of the way ahead is ever longer than the way."""

STRETCH_MAX = BUCKETS * (1 << BUCKET_SHIFT) / STEP / (COST_MAX / FREE + 1) - 0.1
"""The longest edge allowed, in mean edges."""


class TileMap(Table):
    """A graph of n tiles with up to d neighbours each. Only `cost` changes, as part of a world's state."""

    neighbour: NDArray[np.int32]  # a tile of lower degree ends its row with itself, shape (n, d)
    step: NDArray[np.int32]  # length of each edge, STEP is their mean, shape (n, d)
    cost: NDArray[np.int32]  # of entering: FREE to COST_MAX, or BLOCKED, shape (n,)
    x: NDArray[np.float64]  # where the tile is, in steps if flat, else a unit vector, shape (n,)
    y: NDArray[np.float64]  # shape (n,)
    z: NDArray[np.float64]  # shape (n,)
    scale: NDArray[np.float64]  # [1/rad] units of `step` in a radian; 0 for a flat map, shape (1,)


def sphere_map(tiles: Tiles) -> TileMap:
    """The map of a sphere's tiles, all free."""
    return create_map(tiles.neighbour, tiles.length, tiles.center, curved=True)


def create_map(neighbour: ArrayLike, length: ArrayLike, position: ArrayLike, *, curved: bool) -> TileMap:
    """Make a map of any graph, all of its tiles free.

    Args:
        neighbour: tiles next to each tile, shape (n, d); a tile with fewer repeats itself. As search runs
            from the goal, each edge must exist both ways, with one length.
        length: of each edge, ignored where a tile repeats itself, shape (n, d).
        position: where tiles are, shape (n, 3): unit vectors and lengths in radians if curved, else any
            points and lengths in the same unit. No edge is shorter than the straight way.
        curved: whether straight is along a great circle.

    Raises:
        ValueError: for a table that breaks one of these rules, with the first such row.
    """
    table, lengths = np.array(neighbour, np.int32), np.array(length, np.float64)
    points = np.array(position, np.float64)
    count = len(points)
    _require_shapes(table, lengths, points)
    tile = np.arange(count)[:, None]
    real = table != tile
    _require("neighbour", (table < 0) | (table >= count), "names a tile that does not exist")
    _require("length", real & ~((lengths > 0) & np.isfinite(lengths)), "is not a positive length")
    if not real.any():
        raise ValueError("neighbour: no tile has one")
    mean = float(lengths[real].sum() / real.sum())
    _require("length", real & (lengths > STRETCH_MAX * mean), f"is {STRETCH_MAX:.1f} times the mean")
    _require(
        "neighbour", _lonely(table, lengths, real), "has an edge that does not lead back at the same length"
    )
    step = np.where(real, np.floor(lengths * (STEP / mean)) + SLACK, 0).astype(np.int32)
    if not curved:
        points *= STEP / mean
    scale = np.array([STEP / mean if curved else 0.0])
    x, y, z = (np.ascontiguousarray(points[:, axis]) for axis in range(3))
    made = TileMap(table, step, np.full(count, FREE, np.int32), x, y, z, scale)
    short = np.zeros(count, np.bool_)
    mark_too_short(made, short)
    _require("length", short, "is shorter than the straight way")
    return made


def _require_shapes(
    table: NDArray[np.int32], lengths: NDArray[np.float64], points: NDArray[np.float64]
) -> None:
    if points.ndim != 2 or points.shape[1] != 3 or not len(points):
        raise ValueError(f"position must have shape (n, 3), not {points.shape}")
    if table.ndim != 2 or len(table) != len(points) or lengths.shape != table.shape:
        raise ValueError(
            f"neighbour and length must have shape ({len(points)}, d), not {table.shape} and {lengths.shape}"
        )
    _require("position", ~np.isfinite(points), "is not finite")


def _require(name: str, wrong: NDArray[np.bool_], complaint: str) -> None:
    """`wrong` has one row per tile."""
    if wrong.any():
        raise ValueError(f"{name}[{int(np.nonzero(wrong)[0][0])}] {complaint}")


def _lonely(
    table: NDArray[np.int32], lengths: NDArray[np.float64], real: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Edges that have no counterpart."""
    back = table[table] == np.arange(len(table))[:, None, None]
    same = np.isclose(lengths[table], lengths[:, :, None], rtol=1e-9)
    return real & ~(back & same).any(axis=2)


@kernel
def mark_too_short(tile_map: TileMap, wrong_out: Flags) -> None:
    """Mark the tiles, shape (n,), from which an edge is shorter than the straight way."""
    x, y, z, scale = tile_map.x, tile_map.y, tile_map.z, tile_map.scale[0]
    neighbour, step = tile_map.neighbour, tile_map.step
    for tile in range(len(x)):
        for k in range(neighbour.shape[1]):
            other = neighbour[tile, k]
            if straight(x, y, z, scale, other, x[tile], y[tile], z[tile]) > step[tile, k]:
                wrong_out[tile] = True


@inline
def priced(step: Integer, factor: Integer):
    """Length of a step onto a tile of this cost; the factor as int64."""
    return (np.int64(step) * factor) >> FREE_SHIFT


@inline
def straight(x: F64, y: F64, z: F64, scale: Real, tile: Row, sx: Real, sy: Real, sz: Real):
    """Length of the straight way from a tile to a point of the map, in units of `step`, rounded down.

    No way over edges is shorter, and from neighbour to neighbour it changes by no more than their edge: as an
    estimate of what is left to go it is admissible and consistent.
    """
    if DEBUG:
        assert 0 <= tile < len(x), "straight: a tile outside of the map"
    dx, dy, dz = x[tile] - sx, y[tile] - sy, z[tile] - sz
    square = dx * dx + dy * dy + dz * dz
    if scale == 0.0:
        return np.int32(np.sqrt(square))
    return np.int32(scale * angle_of_chord(square))
