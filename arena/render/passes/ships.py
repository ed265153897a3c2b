"""All ships in three draw calls, however many kinds are in view: heavy hulls in one, and all others, over
everything that glows, in up to two.

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

from arena.catalogue.kind_row import KINDS
from arena.render.batches import Batch
from arena.render.passes.drawing import GLOW, SOLID, Pass, View, draw_batch
from arena.render.ship_meshes import ship_mesh
from arena.render.tiers import Tier
from arena.view.frame import (
    BOSS_MESH,
    FIRST_PART,
    FRIENDLY_MESHES,
    MESH_OF_KIND,
    MESHES,
    SHIP_DTYPE,
    Frame,
    Instances,
    as_numbers,
)

I64 = NDArray[np.int64]

WIDEST = 2048
"""Corners of the largest mesh. OpenGL 3.3 promises textures 1024 wide; drivers with it allow 8192 or more."""
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
FRIENDS_MOST = 8
"""Room for meshes of friends in the shader."""


class ShipsPass(Pass):
    """Owns the meshes of all kinds and the instances of both draw calls."""

    name = "ships"
    state = SOLID

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        texels, self._corners = mesh_texels()
        self._meshes = ctx.texture((texels.shape[1], texels.shape[0]), 4, texels.tobytes(), dtype="f4")
        self._meshes.filter = moderngl.NEAREST, moderngl.NEAREST
        friends = (*FRIENDLY_MESHES, *(-1,) * FRIENDS_MOST)[:FRIENDS_MOST]
        self.set(meshes=0, first_part=FIRST_PART, friends=friends)
        self._batches = [Batch(ctx, self.program, SHIP_DTYPE) for _ in range(2)]

    def instances(self, frame: Frame) -> Instances:
        """Ships except heavy hulls, drawn over all light on the shell and in the air."""
        return pick_ships(frame.ships, ~HEAVY)

    def draw(self, view: View) -> None:
        """Draw all of them."""
        ships = self.instances(view.frame)
        if not len(ships):
            return
        self.begin(view)
        self._meshes.use(0)
        for batch, (part, corners) in zip(self._batches, self.part(ships), strict=False):
            draw_batch(batch, part, view.stats, corners)

    def part(self, ships: Instances) -> list[tuple[NDArray[Any], int]]:
        """Instances of each draw call and their number of corners: small meshes apart from large ones."""
        return part_ships(ships, self._corners)


class HullsPass(ShipsPass):
    """Draws heavy hulls before there is any light, which then shines on them."""

    name = "hulls"

    def instances(self, frame: Frame) -> Instances:
        """Bosses, carriers and freighters."""
        return pick_ships(frame.ships, HEAVY)

    def part(self, ships: Instances) -> list[tuple[NDArray[Any], int]]:
        """They are few, and of about as many corners: one call."""
        return [(ships, int(self._corners[ships["kind"].astype(np.intp)].max()))]


class GhostsPass(ShipsPass):
    """Draws ships of another game as light."""

    name = "ghosts"
    state = GLOW

    def instances(self, frame: Frame) -> Instances:
        """Ships of the other game."""
        return frame.ghosts


@functools.cache
def mesh_texels() -> tuple[NDArray[np.float32], I64]:
    """Return all meshes as texels, zeros past their ends, and how many corners each has.

    Row 2k holds position and paint of the corners of kind k, row 2k + 1 their normals and depths.
    """
    meshes = [ship_mesh(name) for name in MESHES]
    loose = [vertices[triangles.reshape(-1)] for vertices, triangles in meshes]
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
