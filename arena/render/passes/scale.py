"""Brings a scene of fewer pixels to its size, where no other pass does so on the way to the screen."""

import moderngl

from arena.render.passes.drawing import FLAT, Pass, View
from arena.render.tiers import Tier


class ScalePass(Pass):
    """One draw call, and none where the scene is drawn in its place at once."""

    name = "scale"
    state = FLAT

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(source=0)
        self._array = ctx.vertex_array(self.program, [])

    @classmethod
    def belongs_to(cls, tier: Tier) -> bool:
        """True if the tier has no tone mapping, which scales as it goes."""
        return not tier.hdr

    def draw(self, view: View) -> None:
        """Fill the view's place."""
        if view.scene_targets is None:
            return
        view.target.use()
        view.target.viewport = view.target.scissor = view.viewport
        self.state.apply(self.ctx, view.target)
        view.scene_targets.color.use(0)
        self._array.render(moderngl.TRIANGLES, vertices=3)
        view.stats.draw_calls += 1
