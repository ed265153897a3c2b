"""Crowds: ships by their size in the picture, as whole hulls, small hulls and points of light.

Whole hulls have all plates, small hulls the tops of their plates only, and a point a streak of light along
its flight in the hue of its kind. Small hulls shrink while their points light up. Who sleeps belongs to a
crowd from nearer by than hunters.
"""

from typing import NamedTuple

import numpy as np

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
HEAVY = np.isin(
    np.arange(len(MESHES)),
    [
        *BOSS_MESH.flat,
        *(
            MESH_OF_KIND[row.number]
            for row in KINDS
            if row.rules.ship and row.rules.ship.body.radius >= LARGE
        ),
    ],
)
"""Mask of the meshes of large hulls, shape (meshes,)."""

LINES = 720.0
"""Height of the picture in which radii of a tier are given [px]."""
ASLEEP_SHARE = 0.4
"""Share of its size with which who sleeps is judged."""
POINT_BAND = 1.3
"""Over the limit of points, where those are gone."""
SHRUNK = 0.5
"""Share of its size with which a small hull gives way to its point."""
ALWAYS = HEAVY | np.isin(np.arange(len(MESHES)), FRIENDLY_MESHES)
"""Mask of the meshes that are whole hulls at any distance."""
SCALE, KIND, REST = (column_of(SHIP_DTYPE, name) for name in ("scale", "kind", "rest"))


class ShipLevels(NamedTuple):
    """Ships of a frame, heavy hulls left out; `rest` of points holds their light, 0 to 1."""

    hulls: Instances
    small: Instances  # kinds are those of small meshes, `len(MESHES)` behind the whole ones
    points: Instances


def part_crowd(frame: Frame, tier: Tier) -> ShipLevels:
    """Part the ships of a frame by the limits of a tier."""
    rows = as_numbers(np.ascontiguousarray(frame.ships))
    kinds = rows[:, KIND].astype(np.intp)
    rows, kinds = rows[~HEAVY[kinds]], kinds[~HEAVY[kinds]]
    camera = frame.camera
    depth = np.maximum((rows[:, :3] - camera.eye) @ camera.forward, camera.near)
    size = rows[:, SCALE] * (0.5 * LINES / camera.tan_half_fov) / depth
    size *= 1.0 - (1.0 - ASLEEP_SHARE) * rows[:, REST]
    size[ALWAYS[kinds]] = np.inf
    whole = np.clip((size / tier.point_px - 1.0) / (POINT_BAND - 1.0), 0.0, 1.0)
    near, point = size >= tier.hull_px, whole < 1.0
    hulls, small, points = rows[near], rows[~near & (whole > 0.0)], rows[point]
    points[:, REST] = 1.0 - whole[point]
    small[:, SCALE] *= SHRUNK + (1.0 - SHRUNK) * whole[~near & (whole > 0.0)]
    small[:, KIND] += len(MESHES)
    return ShipLevels(*(part.view(SHIP_DTYPE)[:, 0] for part in (hulls, small, points)))
