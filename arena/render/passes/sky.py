"""The sky: nebulae on a box around the camera, behind everything."""

import moderngl

from arena.render.batches import Mesh
from arena.render.cube_sphere import cube_sphere
from arena.render.passes.drawing import DrawState, Pass, View
from arena.render.tiers import Tier

GRID = 6
"""Quads along an edge of each of its six faces."""


class SkyPass(Pass):
    """Draws the sky around the planet."""

    name = "sky"
    state = DrawState(depth_test=True)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(sky_map=0)
        self._mesh = Mesh(ctx, self.program, *cube_sphere(GRID))

    def draw(self, view: View) -> None:
        """Draw it at the far end of the depth range."""
        self.begin(view)
        view.textures.sky.use(0)
        self.set(texels=float(view.textures.sky.width))
        view.stats.triangles += self._mesh.draw()
        view.stats.draw_calls += 1
