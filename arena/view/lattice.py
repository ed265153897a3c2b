"""The orbital lattice: a pattern of edges fixed on the shell, so that motion shows.

Edges lie in patches, those near one triangle of a coarse icosahedron, so that a frame looks at few of them.
"""

import functools
import math

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F32, F64, I64, Integer, Real
from arena.jit.tables import Table
from arena.nav.icosphere import icosphere
from arena.vectors import dot, scaled, vector
from arena.view.buffers import InstanceBuffer
from arena.view.culling import read_lens, sees
from arena.view.frame import EDGE_DTYPE, Instances
from arena.view.lattice_patterns import PATTERNS

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
"""A patch is a triangle that would be subdivided this often."""
EDGE_REACH = 5.0
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
def patches(pattern: str, level: int) -> Patches:
    """A pattern of `arena.view.lattice_patterns`, cut into patches."""
    ends = PATTERNS[pattern](level)
    corners, triangles = icosphere(max(0, level - PATCH_LEVELS))
    center = corners[triangles].sum(axis=1)
    center /= np.linalg.norm(center, axis=1, keepdims=True)
    cosine = ends[:, 0] @ center.T
    patch = cosine.argmax(axis=1)
    order = np.argsort(patch, kind="stable")
    begin = np.searchsorted(patch[order], np.arange(len(center) + 1))
    angle = np.zeros(len(center))
    np.maximum.at(angle, patch, np.arccos(np.clip(cosine.max(axis=1), -1.0, 1.0)))
    rows = np.ascontiguousarray(ends[order].reshape(-1, 6), np.float32)
    return Patches(rows, begin.astype(np.int64), center.astype(np.float32), angle.astype(np.float32))


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

    def __init__(self, pattern: str) -> None:
        """Show one of `PATTERNS`."""
        self._pattern = pattern
        self._edges = InstanceBuffer(EDGE_DTYPE)
        self._edges.reserve(EDGE_ROOM)

    def draw(self, shell_radius: float, focus: F32, lens: F64) -> Instances:
        """Those near the unit vector `focus`, where the lattice is brightest."""
        net, reach = patches(self._pattern, lattice_level(shell_radius)), REACH / shell_radius
        count = write_edges(net, shell_radius, focus, reach, lens, self._edges.rows)
        return self._edges.part(0, int(count))
