"""The clouds: a layer above the ground that turns."""

import moderngl

from arena.render.batches import Mesh
from arena.render.cube_sphere import cube_sphere
from arena.render.passes.drawing import OVER, DrawState, Pass, View
from arena.render.passes.planet import GRID
from arena.render.tiers import Tier

TURN_RATE = 0.004  # [rad/s]


class CloudsPass(Pass):
    """Draws the layer, in tiers that do not paint the clouds on the ground."""

    name = "clouds"
    state = DrawState(depth_test=True, cull=True, blend=OVER)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(cloud_map=0)
        self._mesh = Mesh(ctx, self.program, *cube_sphere(GRID))

    @classmethod
    def belongs_to(cls, tier: Tier) -> bool:
        """True if the tier has a cloud layer."""
        return tier.cloud_size > 0

    def draw(self, view: View) -> None:
        """Draw it as far as it has turned."""
        clouds, frame = view.textures.clouds, view.frame
        self.begin(view)
        clouds.use(0)
        self.set(texels=float(clouds.width), turn=frame.time_s * TURN_RATE)
        self.set(cloud_color=frame.palette.clouds)
        view.stats.triangles += self._mesh.draw()
        view.stats.draw_calls += 1
