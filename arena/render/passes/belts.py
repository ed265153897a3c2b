"""Belts of small debris at the limb, as the scenery lists them: points that the vertex shader moves."""

import math

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.passes.drawing import PREMULTIPLIED, DrawState, Pass, View
from arena.render.tiers import Tier

LIFT = 0.012
"""Standard deviation of the stones' height above the plane of their belt [planet radii]."""
SIZE_LEAST, SIZE_MOST = 0.04, 0.46  # radius of a stone [u]


class BeltsPass(Pass):
    """Draws each belt of the frame's world in a call."""

    name = "belts"
    state = DrawState(depth_test=True, blend=PREMULTIPLIED, point_size=True)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._count = tier.belt_stones
        layout = (ctx.buffer(stones(self._count).tobytes()), "4f", "stone")
        self._array = ctx.vertex_array(self.program, [layout])

    def draw(self, view: View) -> None:
        """Draw those of the frame's world."""
        for belt in view.frame.palette.scenery.belts:
            self.begin(view)
            angles = math.radians(belt.azimuth), math.radians(belt.inclination)
            self.set(belt=(*angles, belt.inner, belt.breadth), tint=belt.color)
            self._array.render(moderngl.POINTS, round(self._count * belt.density))
            view.stats.count()


def stones(count: int) -> NDArray[np.float32]:
    """Stones of a belt, shape (count, 4): see `shaders/belts`. Most are small, and they lie in clumps."""
    random = np.random.default_rng(5)
    angle, share = random.uniform(0.0, 2.0 * math.pi, (2, count))
    angle += 0.35 * np.sin(angle * 3.0 + 1.0) + 0.2 * np.sin(angle * 7.0)
    size = SIZE_LEAST + (SIZE_MOST - SIZE_LEAST) * random.power(0.3, count)
    rows = angle, share / (2.0 * math.pi), random.normal(0.0, LIFT, count), size
    return np.stack(rows, axis=1).astype(np.float32)
