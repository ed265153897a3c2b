"""Crowds: ships by their size in the picture, as whole hulls, squares that show a plan, and points of light.

A point is a streak of light along its flight in the hue of its kind. Squares shrink while their points light
up. Of hulls and of squares there are only so many, those that are largest in the picture; who sleeps counts
as smaller than hunters.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.kind_row import KINDS
from arena.render.tiers import Tier
from arena.view.frame import (
    BOSS_MESH,
    FRIENDLY_MESHES,
    MESH_OF_KIND,
    MESHES,
    SHIP_DTYPE,
    Frame,
    Instances,
    as_numbers,
    column_of,
)

LARGE = 2.0
"""Radius [u] from which on light upon a hull is seen."""
_ships = (row for row in KINDS if row.rules.ship is not None and row.rules.ship.body.radius >= LARGE)
HEAVY = np.isin(np.arange(len(MESHES)), [*BOSS_MESH.flat, *(MESH_OF_KIND[row.number] for row in _ships)])
"""Mask of the meshes of large hulls, shape (meshes,)."""

LINES = 720.0
"""Height of the picture in which radii of a tier are given [px]."""
ASLEEP_SHARE = 0.7
"""Share of its size with which who sleeps is judged."""
CONTRAST_PX, CONTRAST_MOST = 2.4, 300
"""Of high contrast: radius from which on ships are whole hulls [px], and such hulls at least allowed."""
DRAWN = 1.18
"""Size of ships that are no large hulls, over that by which they are judged: small ones are few pixels."""
POINT_BAND = 1.3
"""Over the limit of points, where those are gone."""
SHRUNK = 0.5
"""Share of its size with which a square gives way to its point."""
ALWAYS = HEAVY | np.isin(np.arange(len(MESHES)), FRIENDLY_MESHES)
"""Mask of the meshes that are whole hulls at any distance."""
SCALE, KIND, REST = (column_of(SHIP_DTYPE, name) for name in ("scale", "kind", "rest"))


class ShipLevels(NamedTuple):
    """Ships of a frame, heavy hulls left out; `rest` of points holds their light, 0 to 1."""

    hulls: Instances
    squares: Instances
    points: Instances


def part_crowd(frame: Frame, tier: Tier) -> ShipLevels:
    """Part the ships of a frame by the limits of a tier."""
    rows = as_numbers(np.ascontiguousarray(frame.ships))
    kinds = rows[:, KIND].astype(np.intp)
    light = np.flatnonzero(~HEAVY[kinds])
    rows, kinds = rows.take(light, axis=0), kinds.take(light)  # faster than by masks
    camera = frame.camera
    depth = np.maximum((rows[:, :3] - camera.eye) @ camera.forward, camera.near)
    size = rows[:, SCALE] * np.float32(0.5 * LINES / camera.tan_half_fov) / depth
    size *= 1.0 - (1.0 - ASLEEP_SHARE) * rows[:, REST]
    size[ALWAYS[kinds]] = np.inf
    hull_px, hulls_most, point_px = tier.hull_px, tier.hulls_most, tier.point_px
    if frame.high_contrast:
        hull_px, hulls_most = CONTRAST_PX, max(hulls_most, CONTRAST_MOST)
        point_px = min(point_px, CONTRAST_PX)
    hull_px = max(hull_px, _size_of(size, hulls_most))
    point_px = max(point_px, _size_of(size, hulls_most + tier.squares_most))
    rows[:, SCALE] *= DRAWN
    whole = np.clip((size / point_px - 1.0) / (POINT_BAND - 1.0), 0.0, 1.0)
    near = size >= hull_px
    middle, far = ~near & (whole > 0.0), ~near & (whole < 1.0)
    hulls, squares, points = (rows.take(np.flatnonzero(part), axis=0) for part in (near, middle, far))
    points[:, REST] = 1.0 - whole[far]
    squares[:, SCALE] *= SHRUNK + (1.0 - SHRUNK) * whole[middle]
    return ShipLevels(*(part.view(SHIP_DTYPE)[:, 0] for part in (hulls, squares, points)))


def _size_of(sizes: NDArray[np.floating], most: int) -> float:
    """A size that at most `most` ships are larger than, but for those that are always hulls."""
    if len(sizes) <= most:
        return 0.0
    size = float(np.partition(sizes, -most - 1)[-most - 1])
    return size * (1.0 + 1e-6) if np.isfinite(size) else 0.0
