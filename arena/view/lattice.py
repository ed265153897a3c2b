"""The orbital lattice: a pattern of edges fixed on the shell, one for each world, so that motion shows.

A pattern is made for a level: subdivisions of an icosahedron whose neighbouring corners are as far apart as
the pattern's parts. Randomness is seeded: the lattice of a world is always the same. Edges lie in patches,
those near one triangle of a coarse icosahedron, so that a frame looks at few of them.
"""

import functools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from arena.jit import kernel
from arena.jit.annotations import F32, F64, I64, Integer, Real
from arena.jit.tables import Table
from arena.nav.icosphere import icosphere
from arena.sphere import unit
from arena.vectors import dot, scaled, vector
from arena.view.buffers import InstanceBuffer
from arena.view.culling import read_lens, sees
from arena.view.frame import EDGE_DTYPE, Instances

Edges = F64
"""Both ends of each, unit vectors, shape (edges, 2, 3)."""

SEED = 5
CRACK_JITTER, CRACK_BEND, CRACK_SHARE = 0.45, 0.25, 0.72
"""Moves of corners and of edges' middles, in spacings; share of the edges that stay."""
FLOW_STEP, FLOW_LENGTHS = 0.42, (3, 8)
"""Length of an edge in spacings; fewest and most edges of a line, the latter excluded."""
EDDY_SIDES, EDDY_SIZES, EDDY_TURNS, EDDY_HEART = 14, (0.62, 0.98), 0.75, 0.3
"""Edges of an eddy; least and largest diameter, in the distance of eddies; its turns, and its inner radius
over its outer one. It is no closed circle: those were taken for landings."""
STAR_SHARE, LINK_SHARE, STAR_SIZES, LINK_GAP = 0.55, 0.40, (0.07, 0.22), 0.17
"""Share of the places with a star, and of neighbours that are linked; half the rays' lengths in spacings;
share of a link that is left out at either end."""
SPACING = 3.6
"""Wished distance between the middles of neighbouring hexagons [u]."""
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


def hexagons(level: int) -> Edges:
    """A net of hexagons and twelve pentagons, the dual of the icosphere."""
    points, triangles = icosphere(level)
    middles = unit(points[triangles].sum(axis=1))
    return middles[neighbours(triangles)[1]]


def cracks(level: int) -> Edges:
    """The same net broken up: corners moved, edges bent, some left out."""
    random, edges, size = np.random.default_rng(SEED), hexagons(level), spacing(level)
    corners, owners = np.unique(edges.reshape(-1, 3).round(9), axis=0, return_inverse=True)
    corners = unit(corners + random.uniform(-CRACK_JITTER, CRACK_JITTER, corners.shape) * size)
    ends = corners[owners.reshape(-1, 2)]
    ends = ends[random.random(len(ends)) < CRACK_SHARE]
    bend = random.uniform(-CRACK_BEND, CRACK_BEND, (len(ends), 3)) * size
    middles = unit(ends.mean(axis=1) + bend)
    return np.concatenate([np.stack([ends[:, 0], middles], 1), np.stack([middles, ends[:, 1]], 1)])


def flow_lines(level: int) -> Edges:
    """Short lines along the curl of a smooth field: they meet nowhere and swirl about its extremes."""
    random, size = np.random.default_rng(SEED), spacing(level)
    waves, phases = random.normal(size=(7, 3)) * 2.6, random.uniform(0.0, 2.0 * math.pi, 7)
    points = icosphere(level)[0][::2]
    points = unit(points + random.normal(size=points.shape) * (0.3 * size))
    lengths, parts = random.integers(*FLOW_LENGTHS, len(points)), list[Edges]()
    for done in range(FLOW_LENGTHS[1] - 1):
        slope = np.cos(points @ waves.T + phases) @ waves
        following = unit(points + unit(np.cross(points, slope)) * (FLOW_STEP * size))
        parts.append(np.stack([points, following], 1)[lengths > done])
        points = following
    return np.concatenate(parts)


def eddies(level: int) -> Edges:
    """Spirals of several sizes, side by side, that wind in as storms north and south of an equator do."""
    random, coarse = np.random.default_rng(SEED), max(0, level - 1)
    middles = icosphere(coarse)[0]
    sizes = random.uniform(*EDDY_SIZES, (len(middles), 1)) * spacing(coarse) / 2.0
    winding = np.linspace(0.0, np.where(middles[:, 1] < 0.0, -EDDY_TURNS, EDDY_TURNS), EDDY_SIDES + 1, axis=1)
    turns = 2.0 * math.pi * (random.random((len(middles), 1)) + winding)
    radii = (sizes * np.linspace(EDDY_HEART, 1.0, EDDY_SIDES + 1))[:, :, None]
    x, y = tangents(middles)
    around = x[:, None] * np.cos(turns)[:, :, None] + y[:, None] * np.sin(turns)[:, :, None]
    spirals = unit(middles[:, None] * np.cos(radii) + around * np.sin(radii))
    return np.stack([spirals[:, :-1], spirals[:, 1:]], 2).reshape(-1, 2, 3)


def stars(level: int) -> Edges:
    """Crosses of several sizes, some of them linked, as constellations are drawn."""
    random, size = np.random.default_rng(SEED), spacing(level)
    points, triangles = icosphere(level)
    points = unit(points + random.uniform(-0.25, 0.25, points.shape) * size)
    shining = random.random(len(points)) < STAR_SHARE
    rays = random.uniform(*STAR_SIZES, (len(points), 1)) * size
    crosses = [
        np.stack([unit(points - axis * rays), unit(points + axis * rays)], 1) for axis in tangents(points)
    ]
    pairs = neighbours(triangles)[0]
    pairs = pairs[shining[pairs].all(axis=1) & (random.random(len(pairs)) < LINK_SHARE)]
    ends = points[pairs]
    gap = (ends[:, 1] - ends[:, 0]) * LINK_GAP
    links = unit(ends + np.stack([gap, -gap], 1))
    return np.concatenate([*(cross[shining] for cross in crosses), links])


PATTERNS: dict[str, Callable[[int], Edges]] = {
    "hexagons": hexagons, "cracks": cracks, "flow": flow_lines, "eddies": eddies, "stars": stars,
}  # fmt: skip
"""By the names that worlds choose them by."""


def neighbours(triangles: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Corners of each edge of a closed mesh, and the two triangles on it, both of shape (edges, 2)."""
    sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    sides = np.sort(sides, axis=1)
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    return sides[order[::2]].astype(np.intp), (order % len(triangles)).reshape(-1, 2)


def spacing(level: int) -> float:
    """Angle between neighbouring corners of the icosphere, on average [rad]."""
    return math.sqrt(8.0 * math.pi / math.sqrt(3.0) / (10 * 4**level + 2))


def tangents(points: F64) -> tuple[F64, F64]:
    """Two unit vectors across each point, and each other."""
    poles = np.where(np.abs(points[:, 1:2]) < 0.9, [[0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0]])
    x = unit(np.cross(poles, points))
    return x, np.cross(points, x)


class Patches(Table):
    """Edges of the lattice, patch by patch."""

    edges: F32  # rows of EDGE_DTYPE, unit vectors, shape (edges, 6)
    begin: I64  # patch p's edges are begin[p]..begin[p + 1], shape (patches + 1,)
    center: F32  # unit, shape (patches, 3)
    angle: F32  # from the centre to the farthest beginning of an edge [rad], shape (patches,)
    widest: F64  # the largest of those, shape (1,)


def lattice_level(shell_radius: float) -> int:
    """Subdivisions that bring the hexagons nearest to SPACING."""
    return min(LEVEL_MAX, max(1, round(math.log2(shell_radius * _ICOSAHEDRON_EDGE / SPACING))))


@functools.lru_cache(maxsize=2)
def patches(pattern: str, level: int) -> Patches:
    """A pattern of `arena.view.lattice`, cut into patches."""
    ends = PATTERNS[pattern](level)
    corners, triangles = icosphere(max(0, level - PATCH_LEVELS))
    center = unit(corners[triangles].sum(axis=1))
    # A thousand at a time: one table of all distances takes 2.4 GB for a giant planet.
    parts = np.array_split(ends[:, 0], 1 + len(ends) // 1000)
    patch = np.concatenate([(part @ center.T).argmax(axis=1) for part in parts])
    order = np.argsort(patch, kind="stable")
    begin = np.searchsorted(patch[order], np.arange(len(center) + 1))
    angle = np.zeros(len(center))
    np.maximum.at(angle, patch, np.arccos(np.clip((ends[:, 0] * center[patch]).sum(axis=1), -1.0, 1.0)))
    rows = np.ascontiguousarray(ends[order].reshape(-1, 6), np.float32)
    middles, widest = center.astype(np.float32), np.full(1, angle.max())
    return Patches(rows, begin.astype(np.int64), middles, angle.astype(np.float32), widest)


@kernel
def write_edges(
    patches: Patches, shell_radius: Real, focus: F32, reach: Real, lens: F64, rows_out: F32
) -> Integer:
    """Write the edges in the picture that begin within `reach` [rad] of `focus`, as rows of EDGE_DTYPE.

    Returns how many there are; what does not fit is left out.
    """
    view, count = read_lens(lens), 0
    ahead, cosine = (focus[0], focus[1], focus[2]), math.cos(min(reach, math.pi))
    least = math.cos(min(reach + patches.widest[0], math.pi))  # one for each patch takes half of the time
    for patch in range(len(patches.angle)):
        angle, center = np.float64(patches.angle[patch]), vector(patches.center, patch)
        if dot(center, ahead) < least:
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
