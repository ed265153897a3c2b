"""The atmosphere: a bright ring around the planet's limb, without depth."""

import moderngl

from arena.render.passes.drawing import ADD, DrawState, Pass, View
from arena.render.tiers import Tier

VERTICES = 2 * 129


class AtmospherePass(Pass):
    """Draws a strip that the vertex shader bends around the limb."""

    name = "atmosphere"
    state = DrawState(blend=ADD)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._array = ctx.vertex_array(self.program, [])

    def draw(self, view: View) -> None:
        """Add its light."""
        self.begin(view)
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=VERTICES)
        view.stats.draw_calls += 1
