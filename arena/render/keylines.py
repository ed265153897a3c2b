"""Keylines: the pale and the dark line around every hull that high contrast asks for; see
`arena.render.passes.contrast`.

The dark one is the silhouette of each plate, flat and a little below its top, of which the shader moves each
corner outwards. The pale one is a strip along the edge of all plates together, from inside to outside.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from arena.jit.annotations import F64
from arena.render.hulls import Hull, Outline, Plate, Point, inset_outline, triangulate

TOP = 1.0
HEIGHTS, LARGE_HEIGHTS = (0.85,), (0.0, TOP)
"""Heights of keylines over their plate's height. Large hulls have two: from a low angle a tall plate hides
the lower line behind it, and its side the upper line before it. The upper line follows the top, which is
inset; on the outline of the foot it would stand off beyond the top."""
MITER = 1.5
"""Most that a corner of a keyline goes as it grows by one."""
DARK, INSIDE, OUTSIDE = 0.0, 1.0, 2.0
"""Of corners: of the dark line, and of the inner and the outer edge of the pale one."""
SAMPLES, PROBE = 32, 0.02
"""Samples along an edge, tested for being covered by other plates, and their distance outside [radii]."""


def keylines(hull: Hull, heights: Sequence[float]) -> NDArray[np.float32]:
    """Loose corners of the keylines of a hull, shape (n, 6): position, the way right and forward, and which
    line's they are."""
    plates = [plate for plate in hull.plates if plate.silhouette]
    rows = [row for plate in plates for row in (*_dark(plate, heights), *_pale(plate, plates, heights))]
    return np.array(rows, np.float32).reshape(-1, 6)


def _dark(plate: Plate, heights: Sequence[float]) -> Iterator[tuple[float, ...]]:
    ways = _ways(plate)
    for share in heights:
        edge, height = _edge(plate, share)
        yield from ((*edge[i], height, *ways[i], DARK) for corners in triangulate(edge) for i in corners)


def _pale(plate: Plate, plates: Sequence[Plate], heights: Sequence[float]) -> Iterator[tuple[float, ...]]:
    ways, seen = _ways(plate), _seen(plate.outline, [other.outline for other in plates if other is not plate])
    for share in heights:
        edge, height = _edge(plate, share)
        corners = np.array([(*place, height, *way) for place, way in zip(edge, ways, strict=True)])
        for i, first, last in seen:
            start, end = corners[i], corners[(i + 1) % len(corners)]
            here, there = ((start + (end - start) * at).tolist() for at in (first, last))
            yield from ((*here, INSIDE), (*there, INSIDE), (*there, OUTSIDE))
            yield from ((*here, INSIDE), (*there, OUTSIDE), (*here, OUTSIDE))


def _seen(outline: Sequence[Point], others: Sequence[Sequence[Point]]) -> list[tuple[int, float, float]]:
    """The parts of an outline that no other one covers: edge, and from where to where of it."""
    first, share = np.array(outline), (np.arange(SAMPLES) + 0.5)[:, None, None] / SAMPLES
    edge = np.roll(first, -1, axis=0) - first
    length = np.maximum(np.linalg.norm(edge, axis=1), 1e-9)
    out = np.stack([edge[:, 1], -edge[:, 0]], axis=1) / length[:, None]
    points = first + share * edge + PROBE * out
    free = np.zeros((SAMPLES + 2, len(outline)), int)
    free[1:-1] = True
    for other in others:
        free[1:-1] &= ~_inside(points, np.array(other))
    steps = np.diff(free, axis=0).T
    began, ended = np.argwhere(steps > 0), np.argwhere(steps < 0)
    return [(int(i), a / SAMPLES, b / SAMPLES) for (i, a), (_, b) in zip(began, ended, strict=True)]


def _inside(points: F64, outline: F64) -> NDArray[np.bool_]:
    """Mask of the points, shape (..., 2), inside an outline: an odd number of edges lies to their right."""
    before, (x, y) = np.roll(outline, 1, axis=0), (points[..., k, None] for k in range(2))
    run, rise = (before - outline).T
    at = outline[:, 0] + (y - outline[:, 1]) * run / np.where(rise == 0.0, 1.0, rise)
    crossed = ((outline[:, 1] > y) != (before[:, 1] > y)) & (x < at)
    return crossed.sum(axis=-1) % 2 == 1


def _edge(plate: Plate, share: float) -> tuple[Outline, float]:
    return plate.top if share == TOP else plate.outline, plate.low + share * (plate.high - plate.low)


def _ways(plate: Plate) -> list[Point]:
    """The way of each corner as the plate's own outline grows by one, MITER at most where it is sharp.

    Of an edge drawn in, short sides may cross.
    """
    way = np.array(inset_outline(plate.outline, -1.0)) - plate.outline
    share = np.minimum(1.0, MITER / np.maximum(np.hypot(*way.T), 1e-9))
    return [(x, y) for x, y in (way * share[:, None]).tolist()]
