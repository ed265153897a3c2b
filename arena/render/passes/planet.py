"""The ground: a sphere with the painted surface, and grain on it where there is light to spare."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Mesh
from arena.render.cube_sphere import cube_sphere
from arena.render.passes.drawing import SOLID, Pass, View
from arena.render.tiers import Tier

GRID = 26
"""Quads along an edge of each of its six faces."""
DETAIL_SIZE = 256


class PlanetPass(Pass):
    """Draws the planet."""

    name = "planet"
    state = SOLID

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(surface_map=0, detail_map=1)
        self._mesh = Mesh(ctx, self.program, *cube_sphere(GRID))
        self._detail = ctx.texture((DETAIL_SIZE, DETAIL_SIZE), 1, detail().tobytes(), alignment=1)
        self._detail.build_mipmaps()

    def draw(self, view: View) -> None:
        """Draw it in the light of the frame."""
        surface = view.textures.surface
        self.begin(view)
        surface.use(0)
        self._detail.use(1)
        self.set(texels=float(surface.width), city=view.frame.palette.city)
        view.stats.triangles += self._mesh.draw()
        view.stats.draw_calls += 1


def detail() -> NDArray[np.uint8]:
    """Grain that tiles: noise whose spectrum falls as 1/f, a square of DETAIL_SIZE, 128 on average."""
    spectrum = np.fft.rfft2(np.random.default_rng(8).normal(size=(DETAIL_SIZE, DETAIL_SIZE)))
    across = np.hypot(np.fft.fftfreq(DETAIL_SIZE)[:, None], np.fft.rfftfreq(DETAIL_SIZE)[None])
    spectrum *= np.where(across > 0, 1.0 / np.maximum(across, 3.0 / DETAIL_SIZE), 0.0)
    field = np.fft.irfft2(spectrum)
    return np.clip(field / field.std() * 40.0 + 128.0, 0.0, 255.0).astype(np.uint8)
