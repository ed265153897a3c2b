"""The asteroids in up to two draw calls, whatever their material and level of detail, as ships are in
`arena.render.passes.ships`; the corners of all their meshes lie in a texture.

Those near the camera come last, in a call of their own: they are veils over what they fall upon.
"""

import functools

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.catalogue.materials import MATERIALS
from arena.render.batches import Batch
from arena.render.hull_maps import I64, texels_of
from arena.render.meshes import asteroid_mesh
from arena.render.passes.drawing import GLOW, SOLID, Pass, View, draw_batch
from arena.render.passes.ships import part_ships
from arena.render.tiers import Tier
from arena.view.frame import ASTEROID_DTYPE, ASTEROID_LODS, VEILED, as_numbers

ROCK_DTYPE = np.dtype([*ASTEROID_DTYPE.descr, ("kind", "<f4")])
"""An asteroid and its mesh: its material's number times ASTEROID_LODS, plus its level."""

GRAIN_SIZE, TILE = 32, 8.0
"""Texels along an edge of the grain, and how long that is in its own units, lumps of about one unit."""
ROUGH, STEEP = 3.0, 8.0
"""Largest height and slope that it holds, over the usual height."""
HEIGHT = 0.114
"""Usual height, of the coarsest of the layers that the shader adds up."""


class AsteroidsPass(Pass):
    """Owns the meshes and the grain of their surface."""

    name = "asteroids"
    state = SOLID
    levels: tuple[int, ...] = tuple(range(ASTEROID_LODS))
    numbers = f"TILE {TILE}", f"HEIGHT {2.0 * ROUGH * HEIGHT}", f"SLOPE {2.0 * STEEP * HEIGHT}"

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._grain = ctx.texture3d((GRAIN_SIZE, GRAIN_SIZE, GRAIN_SIZE), 4, grain().tobytes())
        self._grain.build_mipmaps()
        texels, self._corners = rock_texels()
        self._meshes = texels_of(ctx, texels)
        self.set(meshes=1)
        self._batches = [Batch(ctx, self.program, ROCK_DTYPE) for _ in range(2)]

    def draw(self, view: View) -> None:
        """Draw those of its levels."""
        groups = {
            material * ASTEROID_LODS + level % ASTEROID_LODS: as_numbers(rocks)
            for (material, level), rocks in view.frame.asteroids.items()
            if len(rocks) and level in self.levels
        }
        if not groups:
            return
        kinds = np.repeat(np.array(list(groups), np.float32), [len(rocks) for rocks in groups.values()])
        rocks = np.column_stack((np.concatenate([*groups.values()]), kinds)).view(ROCK_DTYPE)[:, 0]
        few = [(rocks, int(self._corners.max()))]  # as veils are
        parts = few if VEILED in self.levels else part_ships(rocks, self._corners)
        self.begin(view)
        self._grain.use(0)
        self._meshes.use(1)
        for batch, (part, corners) in zip(self._batches, parts, strict=False):
            draw_batch(batch, part, view.stats, corners)


class VeilPass(AsteroidsPass):
    """Draws rocks that fall in near the camera over the ships that they would hide."""

    name, drawn_by, levels = "veil", "asteroids", (VEILED,)
    state = GLOW._replace(cull=True)


@functools.cache
def rock_texels() -> tuple[NDArray[np.float32], I64]:
    """Return the meshes by their numbers as texels, zeros past their ends, and how many corners each has.

    Row 3k holds positions and albedo factors of the corners of mesh k, row 3k + 1 normals and gloss, row
    3k + 2 glow and facet share.
    """
    meshes = [asteroid_mesh(row.show.mesh, level) for row in MATERIALS for level in range(ASTEROID_LODS)]
    corners = np.array([triangles.size for _, triangles in meshes])
    texels = np.zeros((len(meshes), 3, int(corners.max()), 4), np.float32)
    for rows, (vertices, triangles) in zip(texels, meshes, strict=True):
        rows[:, : triangles.size] = vertices[triangles.reshape(-1)].reshape(-1, 3, 4).swapaxes(0, 1)
    return texels.reshape(-1, *texels.shape[2:]), corners


@functools.cache
def grain() -> NDArray[np.uint8]:
    """Slopes and height of lumps that tile, shape (z, y, x, 4), 128 on average.

    To look them up costs a card a tenth of what it costs to work them out at each pixel.
    """
    waves = np.meshgrid(*[np.fft.fftfreq(GRAIN_SIZE, 1 / GRAIN_SIZE)] * 3, indexing="ij")
    length = np.sqrt(sum(wave**2 for wave in waves))
    lumps = np.fft.fftn(np.random.default_rng(8).normal(size=length.shape)) * (length > 0)
    lumps *= np.exp(-(((length - 5.0) / 2.5) ** 2))
    parts = [lumps * (2j * np.pi / TILE / STEEP) * wave for wave in reversed(waves)] + [lumps / ROUGH]
    rows = np.stack([np.fft.ifftn(part).real for part in parts], axis=-1) / np.fft.ifftn(lumps).real.std()
    return np.clip(rows * 127.0 + 128.0, 0.0, 255.0).astype(np.uint8)
