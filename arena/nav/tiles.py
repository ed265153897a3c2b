"""Tiles of the orbital shell, and which of them a direction falls into.

`create_tiles` is called once per world. `tile_of` is for kernels: routes, minds and the flow field ask it
about thousands of positions a tick; `tiles_of` asks for many at once. Nothing here changes after creation.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64, I32, Integer, Real, Row
from arena.jit.tables import Table
from arena.nav.icosphere import DEGREE, icosphere, rings

LEVEL_MAX = 7
ONE = np.uint64(1)


class Tiles(Table):
    """Corners of an icosphere; a tile is all that is nearer to its centre than to any other (n tiles)."""

    center: NDArray[np.float64]  # unit vectors, shape (n, 3)
    neighbour: NDArray[np.int32]  # counter-clockwise; a row of five ends with the tile itself, (n, 6)
    length: NDArray[np.float64]  # angle to each neighbour [rad], shape (n, 6)
    lookup: NDArray[np.int32]  # tile nearest to each cell of a cube map, shape (6, edge, edge)


def create_tiles(level: int) -> Tiles:
    """Lay 10 * 4**level + 2 tiles over the sphere: hexagons, and twelve pentagons.

    Raises:
        ValueError: if level is not 1 to 7.
    """
    if not 1 <= level <= LEVEL_MAX:
        raise ValueError(f"level must be 1 to {LEVEL_MAX}, not {level}")
    center, triangles = icosphere(level)
    neighbour = rings(len(center), triangles)
    length = np.zeros((len(center), DEGREE))
    measure_edges(center, neighbour, length)
    # About two and a half cells to a tile: the climb from a cell's tile is then one step, or none.
    edge = 2 << level
    tiles = Tiles(center, neighbour, length, np.zeros((6, edge, edge), np.int32))
    fill_lookup(tiles)
    return tiles


def tiles_of(tiles: Tiles, positions: ArrayLike) -> NDArray[np.int32]:
    """The tile of each position, shape (m,); positions (m, 3) may be at any distance from the centre."""
    points = np.ascontiguousarray(positions, np.float64).reshape(-1, 3)
    found = np.zeros(len(points), np.int32)
    locate(tiles, points, found)
    return found


@inline
def tile_of(lookup: I32, neighbour: I32, center: F64, x: Real, y: Real, z: Real):
    """The tile whose centre is nearest to direction (x, y, z) of any length, the lower of two as near.

    Columns of a `Tiles`. A zero or infinite vector, or one that is not a number, gives some tile.
    """
    face, row, column = cube_cell(x, y, z, lookup.shape[1])
    if DEBUG:
        assert 0 <= lookup[face, row, column] < len(center), "tile_of: a tile outside of the sphere"
    return climb(neighbour, center, x, y, z, lookup[face, row, column])


@inline
def cube_cell(x: Real, y: Real, z: Real, edge: Integer):
    """(face, row, column) of the cube map's cell that a direction falls into."""
    ax, ay, az = abs(x), abs(y), abs(z)
    if ax >= ay and ax >= az:
        face, major, u, v = (0 if x >= 0.0 else 1), ax, y, z
    elif ay >= az:
        face, major, u, v = (2 if y >= 0.0 else 3), ay, z, x
    else:
        face, major, u, v = (4 if z >= 0.0 else 5), az, x, y
    # Rounding to an integer is defined for finite numbers only.
    if not (major > 0.0 and ax + ay + az < np.inf):
        return 0, 0, 0
    half = 0.5 * edge
    row, column = int((u / major + 1.0) * half), int((v / major + 1.0) * half)
    return face, min(max(row, 0), edge - 1), min(max(column, 0), edge - 1)


@inline
def climb(neighbour: I32, center: F64, x: Real, y: Real, z: Real, first: Row):
    """Walk to ever nearer neighbours; on a Delaunay triangulation, such as this, that ends at the nearest."""
    best = np.uint64(first)
    closeness = center[best, 0] * x + center[best, 1] * y + center[best, 2] * z
    moved = True
    while moved:
        moved = False
        here = best
        for k in range(DEGREE):
            j = np.uint64(neighbour[here, np.uint64(k)])
            dot = center[j, 0] * x + center[j, 1] * y + center[j, 2] * z
            if dot > closeness or (dot == closeness and j < best):
                best, closeness, moved = j, dot, True
    return np.int32(best)


@kernel
def locate(tiles: Tiles, points: F64, tile_out: I32) -> None:
    """`tile_of` for rows of points (m, 3)."""
    lookup, neighbour, center = tiles.lookup, tiles.neighbour, tiles.center
    for m in range(len(points)):
        tile_out[m] = tile_of(lookup, neighbour, center, points[m, 0], points[m, 1], points[m, 2])


@kernel
def fill_lookup(tiles_inout: Tiles) -> None:
    """Find the tile nearest to the middle of each of the cube map's cells, each from the one before."""
    lookup, neighbour, center = tiles_inout.lookup, tiles_inout.neighbour, tiles_inout.center
    edge = lookup.shape[1]
    tile = np.int32(0)
    for face in range(6):
        sign = 1.0 if face % 2 == 0 else -1.0
        for row in range(edge):
            u = (2.0 * row + 1.0) / edge - 1.0
            for column in range(edge):
                v = (2.0 * column + 1.0) / edge - 1.0
                if face < 2:
                    x, y, z = sign, u, v
                elif face < 4:
                    x, y, z = v, sign, u
                else:
                    x, y, z = u, v, sign
                tile = climb(neighbour, center, x, y, z, tile)
                lookup[face, row, column] = tile


@kernel
def measure_edges(center: F64, neighbour: I32, length_out: F64) -> None:
    """Angle between each tile and each of its neighbours [rad]; 0 to itself."""
    for tile in range(len(neighbour)):
        for k in range(DEGREE):
            j = neighbour[tile, k]
            dx, dy = center[j, 0] - center[tile, 0], center[j, 1] - center[tile, 1]
            dz = center[j, 2] - center[tile, 2]
            length_out[tile, k] = angle_of_chord(dx * dx + dy * dy + dz * dz)


@inline
def angle_of_chord(square: Real):
    """Angle [rad] between unit vectors whose difference has this squared length; never more than it is.

    2 asin(chord / 2), its argument halved once so that the series, whose terms are all positive, converges.
    Exact to rounding between neighbours; 5e-4 short at the antipode, where only estimates of ways ask.
    """
    half = 0.25 * square
    q = half / (2.0 + 2.0 * math.sqrt(abs(1.0 - half)))
    tail = 15.0 / 336 + q * (105.0 / 3456 + q * (945.0 / 42240 + q * (10395.0 / 599040)))
    if DEBUG:
        assert 0.0 <= square <= 4.0 + 1e-9, "angle_of_chord: a chord longer than the sphere is wide"
    return 4.0 * math.sqrt(q) * (1.0 + q * (1.0 / 6 + q * (3.0 / 40 + q * tail)))
