"""The subdivided icosahedron: the most even way to strew points over a sphere that has simple neighbourhoods.

`create_tiles` calls this once per world, the view for its meshes and the lattice on the shell.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.sphere import unit

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
DEGREE = 6
"""Neighbours of a corner; the icosahedron's own twelve corners have one fewer."""


def icosphere(level: int) -> tuple[F64, I64]:
    """Unit corners (10 * 4**level + 2, 3) and counter-clockwise triangles (20 * 4**level, 3)."""
    g = (1 + math.sqrt(5)) / 2
    corners = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g)]
    corners += [(0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2)]
    faces += [(10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5)]
    faces += [(2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    points, triangles = unit(corners), np.array(faces, np.int64)
    for _ in range(level):
        points, triangles = _subdivide(points, triangles)
    return points, triangles


def _subdivide(points: F64, triangles: I64) -> tuple[F64, I64]:
    sides = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    unique, where = np.unique(sides, axis=0, return_inverse=True)
    middles = unit(points[unique[:, 0]] + points[unique[:, 1]])
    ab, bc, ca = (where.reshape(3, -1) + len(points)).astype(np.int64)
    a, b, c = triangles.T
    rows = [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return np.concatenate([points, middles]), np.concatenate([np.stack(row, axis=1) for row in rows])


def rings(corner_count: int, triangles: I64) -> NDArray[np.int32]:
    """Each corner's neighbours, counter-clockwise from the lowest; a missing sixth is the corner itself.

    Shape (corner_count, DEGREE).
    """
    follows: list[dict[int, int]] = [{} for _ in range(corner_count)]
    for a, b, c in triangles.tolist():
        follows[a][b], follows[b][c], follows[c][a] = c, a, b
    table = np.repeat(np.arange(corner_count, dtype=np.int32)[:, None], DEGREE, axis=1)
    for corner, after in enumerate(follows):
        neighbour = min(after)
        for slot in range(len(after)):
            table[corner, slot] = neighbour
            neighbour = after[neighbour]
    return table
