"""All ships in five draw calls, whatever kinds are in view: heavy hulls in one; over everything that glows,
whole hulls in up to two, small ones in one, points of light in one; see `arena.render.passes.crowd`.

A draw call per kind would cost twelve, and OpenGL 3.3 cannot draw several meshes at once. So the meshes lie
in a texture, a pair of rows for each kind, and the vertex shader fetches the corners of the instance's own
kind. All instances of a call have as many corners as its largest mesh; past the end of a smaller one lie
zeros, triangles without area. Two calls, parted where that wastes least, keep a crowd of drones from being
drawn with the corners of a boss. Rejected: one merged mesh whose foreign parts collapse; every drone would
be as dear as the whole cast.
"""

import functools
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Batch
from arena.render.hulls import FLAT, KEYLINE
from arena.render.passes.crowd import HEAVY, part_crowd
from arena.render.passes.drawing import GLOW, SOLID, InstancedPass, Pass, View, draw_batch
from arena.render.ship_meshes import ship_mesh
from arena.render.tiers import Tier
from arena.view.frame import (
    FIRST_PART,
    FRIENDLY_MESHES,
    MESHES,
    SHIP_DTYPE,
    Frame,
    Instances,
    as_numbers,
)

I64 = NDArray[np.int64]

WIDEST = 2048
"""Corners of the largest mesh. OpenGL 3.3 promises textures 1024 wide; drivers with it allow 8192 or more."""
FRIENDS_MOST = 8
"""Room for meshes of friends in the shader."""


class ShipsPass(Pass):
    """Owns the meshes of all kinds and the instances of both draw calls."""

    name = "ships"
    state = SOLID

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._tier = tier
        texels, self._corners = mesh_texels()
        self._meshes = ctx.texture((texels.shape[1], texels.shape[0]), 4, texels.tobytes(), dtype="f4")
        self._meshes.filter = moderngl.NEAREST, moderngl.NEAREST
        friends = (*FRIENDLY_MESHES, *(-1,) * FRIENDS_MOST)[:FRIENDS_MOST]
        self.set(meshes=0, first_part=FIRST_PART, first_small=len(MESHES), friends=friends)
        self._batches = [Batch(ctx, self.program, SHIP_DTYPE) for _ in range(3)]

    def parts(self, frame: Frame) -> list[tuple[NDArray[Any], int]]:
        """Instances of each draw call and their number of corners: small meshes apart from large ones.

        Heavy hulls are left out: the others are drawn over all light on the shell and in the air.
        """
        crowd = part_crowd(frame, self._tier)
        parts = part_ships(crowd.hulls, self._corners) if len(crowd.hulls) else []
        if len(crowd.small):
            parts.append((crowd.small, self._most_corners(crowd.small)))
        return parts

    def draw(self, view: View) -> None:
        """Draw all of them."""
        parts = self.parts(view.frame)
        if not parts:
            return
        self.begin(view)
        self._meshes.use(0)
        for batch, (part, corners) in zip(self._batches, parts, strict=False):
            draw_batch(batch, part, view.stats, corners)

    def _most_corners(self, ships: Instances) -> int:
        return int(self._corners[ships["kind"].astype(np.intp)].max())


class HullsPass(ShipsPass):
    """Draws heavy hulls before there is any light, which then shines on them."""

    name = "hulls"

    def parts(self, frame: Frame) -> list[tuple[NDArray[Any], int]]:
        """Bosses, carriers and freighters: they are few, and of about as many corners."""
        ships = whole(pick_ships(frame.ships, HEAVY))
        return [(ships, self._most_corners(ships))] if len(ships) else []


class PointsPass(InstancedPass):
    """Ships too far away for any hull, each a streak of light."""

    name, dtype, state = "points", SHIP_DTYPE, GLOW

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._tier = tier

    def instances(self, frame: Frame) -> Instances:
        """Those of the crowd."""
        return part_crowd(frame, self._tier).points


class GhostsPass(ShipsPass):
    """Draws ships of another game as light."""

    name = "ghosts"
    state = GLOW

    def parts(self, frame: Frame) -> list[tuple[NDArray[Any], int]]:
        """Ships of the other game."""
        ships = whole(frame.ghosts)
        return part_ships(ships, self._corners) if len(ships) else []


def whole(ships: Instances) -> Instances:
    """The same with whole keylines."""
    ships = ships.copy()
    ships["rest"] = 1.0
    return ships


@functools.cache
def mesh_texels() -> tuple[NDArray[np.float32], I64]:
    """Return all meshes as texels, zeros past their ends, and how many corners each has; small ones last.

    Row 2k holds position and paint of the corners of kind k, row 2k + 1 their normals and depths.
    """
    meshes = [ship_mesh(name) for name in MESHES]
    loose = [vertices[triangles.reshape(-1)] for vertices, triangles in meshes]
    loose += [mesh[(mesh["in_depth"] == FLAT) & (mesh["in_paint"] != KEYLINE)] for mesh in loose]
    corners = np.array([len(mesh) for mesh in loose])
    assert corners.max() <= WIDEST, "the largest ship's mesh is wider than a texture may be"
    texels = np.zeros((2 * len(loose), int(corners.max()), 4), np.float32)
    for kind, mesh in enumerate(loose):
        texels[2 * kind, : len(mesh), :3] = mesh["in_position"]
        texels[2 * kind, : len(mesh), 3] = mesh["in_paint"]
        texels[2 * kind + 1, : len(mesh), :3] = mesh["in_normal"]
        texels[2 * kind + 1, : len(mesh), 3] = mesh["in_depth"]
    return texels, corners


def pick_ships(ships: Instances, wanted: NDArray[np.bool_]) -> Instances:
    """The ships of some meshes.

    Args:
        ships: SHIP_DTYPE, shape (n,).
        wanted: by mesh, shape (meshes,).
    """
    chosen = wanted[ships["kind"].astype(np.intp)]
    if chosen.all():
        return ships
    # As plain rows: numpy copies those many times faster than structures.
    rows = as_numbers(ships)
    return rows.take(np.flatnonzero(chosen), axis=0).view(SHIP_DTYPE)[:, 0]


def part_ships(ships: Instances, corners: I64) -> list[tuple[NDArray[Any], int]]:
    """Part ships among one or two draw calls; returns the ships of each and the corners to draw them with.

    Args:
        ships: SHIP_DTYPE, shape (n,), n at least 1.
        corners: of the mesh of each kind, shape (kinds,).
    """
    kinds = ships["kind"].astype(np.intp)
    counts = np.bincount(kinds, minlength=len(corners))
    limit, most = cheapest_limit(corners, counts), int(corners[counts > 0].max())
    if limit == most:
        return [(ships, most)]
    small = (corners <= limit)[kinds]
    # As plain rows: numpy copies those many times faster than structures.
    rows = as_numbers(ships)
    parts = (rows.take(np.flatnonzero(chosen), axis=0) for chosen in (small, ~small))
    return list(zip(parts, (limit, most), strict=True))


def cheapest_limit(corners: I64, counts: I64) -> int:
    """Return the number of corners up to which ships go into the first of two calls, for the least work.

    Args:
        corners: of the mesh of each kind, shape (kinds,).
        counts: ships of each kind, one at least, shape (kinds,).
    """
    order = np.argsort(corners, kind="stable")
    order = order[counts[order] > 0]
    sizes, first = corners[order], np.cumsum(counts[order])
    work = first * sizes + (first[-1] - first) * sizes[-1]
    return int(sizes[np.argmin(work)])
