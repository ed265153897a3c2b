"""The asteroids: one draw call for each material and level of detail in view.

Those near the camera come last: they are veils over what they fall upon.
"""

import functools

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.catalogue.materials import MATERIALS
from arena.render.batches import Batch, declared
from arena.render.meshes import asteroid_mesh
from arena.render.passes.drawing import GLOW, SOLID, Pass, View, draw_batch
from arena.render.tiers import Tier
from arena.view.frame import ASTEROID_DTYPE, ASTEROID_LODS, VEILED

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
    numbers = (
        *(f"TILE {TILE}", f"HEIGHT {2.0 * ROUGH * HEIGHT}", f"SLOPE {2.0 * STEEP * HEIGHT}"),
        declared(ASTEROID_DTYPE),
    )

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._grain = ctx.texture3d((GRAIN_SIZE, GRAIN_SIZE, GRAIN_SIZE), 4, grain().tobytes())
        self._grain.build_mipmaps()
        self._batches = {
            (row.number, level): Batch(ctx, self.program, ASTEROID_DTYPE, mesh)
            for row in MATERIALS
            for level in self.levels
            for mesh in (asteroid_mesh(row.show.mesh, level % ASTEROID_LODS),)
        }

    def draw(self, view: View) -> None:
        """Draw those of its levels."""
        self.begin(view)
        self._grain.use(0)
        for key, rocks in view.frame.asteroids.items():
            if len(rocks) and key in self._batches:
                draw_batch(self._batches[key], rocks, view.stats)


class VeilPass(AsteroidsPass):
    """Draws rocks that fall in near the camera over the ships that they would hide."""

    name, drawn_by, levels = "veil", "asteroids", (VEILED,)
    state = GLOW._replace(cull=True)


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
