"""The orbital lattice: a net of hexagons (and twelve pentagons) fixed on the shell, so that motion shows.

It is the dual of a subdivided icosahedron: each edge joins the middles of two neighbouring triangles. Edges
lie in patches, those of one triangle of a coarser icosahedron, so that a frame looks at few of them.
"""

import functools
import math

import numpy as np
from numpy.typing import NDArray

from arena.jit import kernel
from arena.jit.annotations import F32, F64, I64, Integer, Real
from arena.jit.tables import Table
from arena.nav.icosphere import icosphere
from arena.vectors import dot, scaled, vector
from arena.view.buffers import InstanceBuffer
from arena.view.culling import read_lens, sees
from arena.view.frame import EDGE_DTYPE, Instances

SPACING = 3.6
"""Wished distance between the middles of neighbouring cells [u]."""
_ICOSAHEDRON_EDGE = 1.107
"""Angle between neighbouring corners of an icosahedron [rad]."""
LEVEL_MAX = 6
REACH = 34.0
"""The lattice fades out at this distance from the focus [u]."""
EDGE_ROOM = 4096
"""More edges than this are not drawn; it holds all within REACH."""
PATCH_LEVELS = 2
"""A patch is a triangle that was subdivided this often."""
EDGE_REACH = 3.0
"""Edges whose beginning is farther than this from the picture are left out [u]."""


class Patches(Table):
    """Edges of the lattice, patch by patch."""

    edges: F32  # rows of EDGE_DTYPE, unit vectors, shape (edges, 6)
    begin: I64  # patch p's edges are begin[p]..begin[p + 1], shape (patches + 1,)
    center: F32  # unit, shape (patches, 3)
    angle: F32  # from the centre to the farthest beginning of an edge [rad], shape (patches,)


def lattice_level(shell_radius: float) -> int:
    """Subdivisions that bring the cells nearest to SPACING."""
    return min(LEVEL_MAX, max(1, round(math.log2(shell_radius * _ICOSAHEDRON_EDGE / SPACING))))


@functools.lru_cache(maxsize=2)
def lattice(level: int) -> NDArray[np.void]:
    """All edges of the net as unit vectors, dtype EDGE_DTYPE, in the order of their patches."""
    points, triangles = icosphere(level)
    middles = points[triangles].sum(axis=1)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    sides = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    owners = (order % len(triangles)).reshape(-1, 2)
    owners = owners[np.argsort(_patch_of(owners[:, 0], level), kind="stable")]
    edges = np.empty(len(owners), EDGE_DTYPE)
    edges["first"], edges["second"] = middles[owners[:, 0]], middles[owners[:, 1]]
    return edges


def _patch_of(triangles: NDArray[np.intp], level: int) -> NDArray[np.intp]:
    """Subdividing puts the parts of triangle t of n at t, t + n, t + 2n and t + 3n."""
    return triangles % (20 * 4 ** max(0, level - PATCH_LEVELS))


@functools.lru_cache(maxsize=2)
def patches(level: int) -> Patches:
    """The net cut into patches."""
    edges, count = lattice(level), 20 * 4 ** max(0, level - PATCH_LEVELS)
    begin = np.linspace(0, len(edges), count + 1).astype(np.int64)
    first = np.asarray(edges["first"], np.float64).reshape(count, -1, 3)
    center = first.sum(axis=1)
    center /= np.linalg.norm(center, axis=1, keepdims=True)
    angle = np.arccos(np.clip(np.einsum("pij,pj->pi", first, center), -1.0, 1.0)).max(axis=1)
    rows = edges.view(np.float32).reshape(-1, 6)
    return Patches(rows, begin, center.astype(np.float32), angle.astype(np.float32))


@kernel
def write_edges(
    patches: Patches, shell_radius: Real, focus: F32, reach: Real, lens: F64, rows_out: F32
) -> Integer:
    """Write the edges in the picture that begin within `reach` [rad] of `focus`, as rows of EDGE_DTYPE.

    Returns how many there are; what does not fit is left out.
    """
    view, count = read_lens(lens), 0
    ahead, cosine = (focus[0], focus[1], focus[2]), math.cos(min(reach, math.pi))
    for patch in range(len(patches.angle)):
        angle, center = np.float64(patches.angle[patch]), vector(patches.center, patch)
        if dot(center, ahead) < math.cos(min(reach + angle, math.pi)):
            continue
        if not sees(view, scaled(center, shell_radius), angle * shell_radius + EDGE_REACH):
            continue
        for edge in range(patches.begin[patch], patches.begin[patch + 1]):
            first = vector(patches.edges, edge)
            if dot(first, ahead) > cosine and sees(view, scaled(first, shell_radius), EDGE_REACH):
                if count == len(rows_out):
                    return count
                for column in range(6):
                    rows_out[count, column] = patches.edges[edge, column]
                count += 1
    return count


class LatticeView:
    """The edges in sight, in an array that the next frame uses again."""

    def __init__(self) -> None:
        self._edges = InstanceBuffer(EDGE_DTYPE)
        self._edges.reserve(EDGE_ROOM)

    def draw(self, shell_radius: float, focus: F32, lens: F64) -> Instances:
        """Those near the unit vector `focus`, where the lattice is brightest."""
        net, reach = patches(lattice_level(shell_radius)), REACH / shell_radius
        count = write_edges(net, shell_radius, focus, reach, lens, self._edges.rows)
        return self._edges.part(0, int(count))
