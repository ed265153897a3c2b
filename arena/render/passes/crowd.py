"""Crowds: ships by their size in the picture, as whole hulls, squares that show a plan, and points of light.

A point is a streak of light along its flight in the hue of its kind. Squares shrink while their points light
up. Of hulls and of squares there are only so many, those that are largest in the picture; who sleeps counts
as smaller than hunters.
"""

from typing import NamedTuple

import numpy as np

from arena.catalogue.kind_row import KINDS
from arena.jit.annotations import F32
from arena.render.tiers import Tier
from arena.view.culling import LEVELS, measure_ships, sort_ships
from arena.view.frame import BOSS_MESH, FRIENDLY_MESHES, MESHES, SHIP_DTYPE, Frame, Instances, as_numbers

LARGE = 2.0
"""Radius [u] from which on light upon a hull is seen."""
_ships = (row for row in KINDS if row.rules.ship is not None and row.rules.ship.body.radius >= LARGE)
_hulls = (MESHES.index(row.show.hull) for row in _ships if row.show.hull is not None)
HEAVY = np.isin(np.arange(len(MESHES)), [*BOSS_MESH.flat, *_hulls])
"""Mask of the meshes of large hulls, shape (meshes,)."""

LINES = 720.0
"""Height of the picture in which radii of a tier are given [px]."""
CONTRAST_PX, CONTRAST_MOST = 2.4, 300
"""Of high contrast: radius from which on ships are whole hulls [px], and such hulls at least allowed."""
ALWAYS = HEAVY | np.isin(np.arange(len(MESHES)), FRIENDLY_MESHES)
"""Mask of the meshes that are whole hulls at any distance."""
WEIGHTS = np.where(HEAVY, -1.0, np.where(ALWAYS, np.inf, 1.0)).astype(np.float32)
"""Of meshes, see `measure_ships`."""


class ShipLevels(NamedTuple):
    """Ships of a frame; `rest` of points holds their light, 0 to 1."""

    heavy: Instances
    hulls: Instances
    squares: Instances
    points: Instances


def part_crowd(frame: Frame, tier: Tier) -> ShipLevels:
    """Part the ships of a frame by the limits of a tier."""
    if not len(frame.ships):  # as while kernels are compiled: a page that tells so needs none of them
        return ShipLevels(*[frame.ships] * LEVELS)
    ships, camera = as_numbers(np.ascontiguousarray(frame.ships)), frame.camera
    size, levels = np.empty(len(ships), np.float32), np.empty((LEVELS, *ships.shape), np.float32)
    count, pixels = np.empty(LEVELS, np.int64), 0.5 * LINES / camera.tan_half_fov
    measure_ships(ships, camera.eye, camera.forward, camera.near, pixels, WEIGHTS, size)
    hull_px, hulls_most, point_px = tier.hull_px, tier.hulls_most, tier.point_px
    if frame.high_contrast:
        hull_px, hulls_most = CONTRAST_PX, max(hulls_most, CONTRAST_MOST)
        point_px = min(point_px, CONTRAST_PX)
    order = np.sort(size)
    hull_px = max(hull_px, _size_of(order, hulls_most))
    point_px = max(point_px, _size_of(order, hulls_most + tier.squares_most))
    sort_ships(ships, size, hull_px, point_px, levels, count)
    ends = enumerate(count.tolist())
    return ShipLevels(*(levels[level, :end].view(SHIP_DTYPE)[:, 0] for level, end in ends))


def _size_of(order: F32, most: int) -> float:
    """A size that at most `most` ships are larger than, but for those that are always hulls."""
    size = float(order[-most - 1]) if len(order) > most else 0.0
    return size * (1.0 + 1e-6) if np.isfinite(size) else 0.0
