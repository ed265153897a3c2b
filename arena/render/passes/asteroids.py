"""The asteroids: one draw call for each material and level of detail in view."""

import moderngl

from arena.catalogue.materials import MATERIALS
from arena.render.batches import Batch
from arena.render.meshes import asteroid_mesh
from arena.render.passes.drawing import SOLID, Pass, View, draw_batch
from arena.render.tiers import Tier
from arena.view.frame import ASTEROID_DTYPE, ASTEROID_LODS


class AsteroidsPass(Pass):
    """Owns the meshes."""

    name = "asteroids"
    state = SOLID

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._batches = {
            (row.number, level): Batch(ctx, self.program, ASTEROID_DTYPE, asteroid_mesh(row.show.mesh, level))
            for row in MATERIALS
            for level in range(ASTEROID_LODS)
        }

    def draw(self, view: View) -> None:
        """Draw all that are in the frame."""
        self.begin(view)
        for key, rocks in view.frame.asteroids.items():
            if len(rocks):
                draw_batch(self._batches[key], rocks, view.stats)
