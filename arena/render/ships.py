"""All ships in two draw calls, however many kinds are in view.

A draw call per kind would cost twelve, and OpenGL 3.3 cannot draw several meshes at once. So the meshes lie
in a texture, a pair of rows for each kind, and the vertex shader fetches the corners of the instance's own
kind. All instances of a call have as many corners as its largest mesh; past the end of a smaller one lie
zeros, triangles without area. Two calls, parted where that wastes least, keep a crowd of drones from being
drawn with the corners of a boss. Rejected: one merged mesh whose foreign parts collapse; every drone would
be as dear as the whole cast.
"""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Batch
from arena.render.ship_meshes import ship_mesh
from arena.view.frame import MESHES, SHIP_DTYPE, Instances

I64 = NDArray[np.int64]

WIDEST = 1024
"""Corners of the largest mesh: as wide as every OpenGL 3.3 lets a texture be."""
MESH_UNIT = 0


class ShipPass:
    """Owns the meshes of all kinds and the instances of both draw calls."""

    def __init__(
        self, ctx: moderngl.Context, program: moderngl.Program, other: "ShipPass | None" = None
    ) -> None:
        """Hand all meshes to the driver, or use those of another pass."""
        if other is None:
            texels, self._corners = mesh_texels()
            self._meshes = ctx.texture((texels.shape[1], texels.shape[0]), 4, texels.tobytes(), dtype="f4")
            self._meshes.filter = moderngl.NEAREST, moderngl.NEAREST
        else:
            self._meshes, self._corners = other._meshes, other._corners
        self._batches = [Batch(ctx, program, SHIP_DTYPE) for _ in range(2)]
        program["meshes"] = MESH_UNIT

    def upload(self, ships: Instances) -> list[tuple[Batch, int, int]]:
        """Part the ships among the draw calls; returns the batch, the ships and the corners of each call."""
        corners = self._corners[ships["kind"].astype(np.intp)]
        small = corners <= cheapest_limit(corners)
        calls: list[tuple[Batch, int, int]] = []
        for batch, chosen in zip(self._batches, (small, ~small), strict=True):
            if chosen.any():
                part = ships[chosen]
                batch.upload(part)
                calls.append((batch, len(part), int(corners[chosen].max())))
        return calls

    def draw(self, calls: list[tuple[Batch, int, int]]) -> int:
        """Draw what was uploaded; returns the triangles."""
        self._meshes.use(MESH_UNIT)
        return sum(batch.draw(count, corners) for batch, count, corners in calls)


def mesh_texels() -> tuple[NDArray[np.float32], I64]:
    """Return all meshes as texels, zeros past their ends, and how many corners each has.

    Row 2k holds position and paint of the corners of kind k, row 2k + 1 their normals and depths.
    """
    meshes = [ship_mesh(kind) for kind in range(len(MESHES))]
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


def cheapest_limit(corners: NDArray[np.integer[Any]]) -> int:
    """Return the number of corners up to which ships go into the first of two calls, for the least work.

    Args:
        corners: of each ship's own mesh, shape (n,), n at least 1.
    """
    sizes, counts = np.unique(corners, return_counts=True)
    first = np.cumsum(counts)
    work = first * sizes + (first[-1] - first) * sizes[-1]
    return int(sizes[np.argmin(work)])
