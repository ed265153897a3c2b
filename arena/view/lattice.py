"""The orbital lattice: a net of hexagons (and twelve pentagons) fixed on the shell, so that motion shows.

It is the dual of a subdivided icosahedron: each edge joins the middles of two neighbouring triangles.
"""

import functools
import math

import numpy as np
from numpy.typing import NDArray

from arena.nav.icosphere import icosphere
from arena.view.frame import EDGE_DTYPE

SPACING = 3.6
"""Wished distance between the middles of neighbouring cells [u]."""
_ICOSAHEDRON_EDGE = 1.107
"""Angle between neighbouring corners of an icosahedron [rad]."""
LEVEL_MAX = 6


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
