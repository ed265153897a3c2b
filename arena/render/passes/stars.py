"""The stars: points that stand still."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.passes.drawing import ADD, DrawState, Pass, View
from arena.render.tiers import Tier

STAR_COUNT = 1800


class StarsPass(Pass):
    """Draws all of them at once."""

    name = "stars"
    state = DrawState(depth_test=True, blend=ADD, point_size=True)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        layout = (ctx.buffer(stars().tobytes()), "3f 4f", "in_direction", "in_light")
        self._array = ctx.vertex_array(self.program, [layout])

    def draw(self, view: View) -> None:
        """Draw them over the sky."""
        self.begin(view)
        self._array.render(moderngl.POINTS)
        view.stats.draw_calls += 1


def stars() -> NDArray[np.float32]:
    """Fixed stars: unit direction, colour, size at 1080 lines [px]; shape (STAR_COUNT, 7)."""
    random = np.random.default_rng(2)
    rows = np.empty((STAR_COUNT, 7), np.float32)
    direction = random.normal(size=(STAR_COUNT, 3))
    rows[:, :3] = direction / np.linalg.norm(direction, axis=1, keepdims=True)
    bright = random.power(0.35, STAR_COUNT)
    warm = random.random((STAR_COUNT, 1))
    tint = np.array([0.72, 0.85, 1.0]) * (1 - warm) + np.array([1.0, 0.86, 0.70]) * warm
    rows[:, 3:6] = tint * (0.25 + 0.85 * bright)[:, None]
    rows[:, 6] = 1.5 + 2.8 * bright**3
    return rows
