"""The orbital lattice: a net of hexagons (and twelve pentagons) fixed on the shell, so that motion shows.

It is the dual of a subdivided icosahedron: each edge joins the middles of two neighbouring triangles.
"""

import functools
import math

import numpy as np
from numpy.typing import NDArray

from arena.view.frame import EDGE_DTYPE

SPACING = 3.6
"""Wished distance between the middles of neighbouring cells [u]."""
_ICOSAHEDRON_EDGE = 1.107
"""Angle between neighbouring corners of an icosahedron [rad]."""
LEVEL_MAX = 6


def icosphere(level: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Unit corners (n, 3) and counter-clockwise triangles (20 * 4**level, 3)."""
    g = (1 + math.sqrt(5)) / 2
    corners = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g)]
    corners += [(0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2)]
    faces += [(10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5)]
    faces += [(2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    points = np.array(corners, np.float64)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    triangles = np.array(faces, np.int64)
    for _ in range(level):
        points, triangles = _subdivide(points, triangles)
    return points, triangles


def _subdivide(
    points: NDArray[np.float64], triangles: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    sides = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    unique, where = np.unique(sides, axis=0, return_inverse=True)
    middles = points[unique].sum(axis=1)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    ab, bc, ca = (where.reshape(3, -1) + len(points)).astype(np.int64)
    a, b, c = triangles.T
    rows = [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return np.concatenate([points, middles]), np.concatenate([np.stack(row, axis=1) for row in rows])


def lattice_level(shell_radius: float) -> int:
    """Subdivisions that bring the cells nearest to SPACING."""
    return min(LEVEL_MAX, max(1, round(math.log2(shell_radius * _ICOSAHEDRON_EDGE / SPACING))))


@functools.lru_cache(maxsize=2)
def lattice(level: int) -> NDArray[np.void]:
    """All edges of the net as unit vectors, dtype EDGE_DTYPE."""
    points, triangles = icosphere(level)
    middles = points[triangles].sum(axis=1)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    sides = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    owners = (order % len(triangles)).reshape(-1, 2)
    edges = np.empty(len(owners), EDGE_DTYPE)
    edges["first"], edges["second"] = middles[owners[:, 0]], middles[owners[:, 1]]
    return edges
