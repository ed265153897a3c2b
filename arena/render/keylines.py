"""Keylines: the dark edge around every hull that high contrast asks for; see `arena.render.passes.contrast`.

A keyline is the silhouette of a plate, flat and a little below its top, of which the shader moves each corner
outwards.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.render.hulls import Hull, Plate, Point, inset_outline, triangulate

TOP = 1.0
HEIGHTS, LARGE_HEIGHTS = (0.85,), (0.0, TOP)
"""Heights of keylines over their plate's height. Large hulls have two: from a low angle a tall plate hides
the lower line behind it, and its side the upper line before it. The upper line follows the top, which is
inset; on the outline of the foot it would stand off beyond the top."""
MITER = 1.5
"""Most that a corner of a keyline goes as it grows by one."""


def keylines(hull: Hull, heights: Sequence[float]) -> NDArray[np.float32]:
    """Loose corners of the keylines of a hull, shape (n, 5): position, and the way right and forward."""
    rows = [row for plate in hull.plates if plate.silhouette for row in _rows_of(plate, heights)]
    return np.array(rows, np.float32).reshape(-1, 5)


def _rows_of(plate: Plate, heights: Sequence[float]) -> list[tuple[float, ...]]:
    """Corners go the ways of the plate's own outline: of an edge drawn in, short sides may cross."""
    outline = plate.outline
    ways = [_wider(here, there) for here, there in zip(outline, inset_outline(outline, -1.0), strict=True)]
    rows = list[tuple[float, ...]]()
    for share in heights:
        edge = plate.top if share == TOP else outline
        height = plate.low + share * (plate.high - plate.low)
        rows += [(*edge[i], height, *ways[i]) for corners in triangulate(edge) for i in corners]
    return rows


def _wider(here: Point, there: Point) -> Point:
    """The way of a corner as its outline grows by one, MITER at most where it is sharp."""
    x, y = there[0] - here[0], there[1] - here[1]
    share = min(1.0, MITER / max(math.hypot(x, y), 1e-9))
    return x * share, y * share
