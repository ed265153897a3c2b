"""A toy pass of the renderer: a class, its two shaders and its line are enough to be drawn and measured."""

from pathlib import Path

import moderngl
import numpy as np
import pytest

from arena import resources
from arena.render import renderer as renderer_module
from arena.render.offscreen import offscreen_context, picture
from arena.render.passes.background import SkyPass
from arena.render.passes.drawing import DrawState, Pass, View
from arena.render.tiers import Quality
from arena.view.scene import Viewer
from tests.planets import small_planets, small_plans
from tests.toys.harness import play_stories
from tests.view.fakes import fake_world

SIZE = (320, 180)
SHADERS = {
    "shaders/toy/toy.vert": """
        void main() {
            vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
            gl_Position = vec4(corner - 1.0, 0.0, 1.0);  // the lower left quarter
        }
    """,
    "shaders/toy/toy.frag": """
#include "common/display.glsl"
        out vec4 color;
        uniform vec3 paint;
        void main() { color = vec4(paint, 1.0); }
    """,
}


class ToyPass(Pass):
    """Paints a quarter of the picture over the sky."""

    name = "toy"
    state = DrawState()

    def draw(self, view: View) -> None:
        self.begin(view)
        self.set(paint=(0.0, 0.9, 0.0))
        self.ctx.vertex_array(self.program, []).render(moderngl.TRIANGLE_STRIP, vertices=4)
        view.stats.draw_calls += 1


def draw(ctx: moderngl.Context, quality: Quality, passes: tuple[type[Pass], ...]) -> tuple[np.ndarray, int]:
    """Draw a bare world with some passes; return the pixels and how many draw calls it took."""
    renderer_module.PASSES = passes
    with small_planets(), small_plans():
        renderer = renderer_module.Renderer(ctx, quality)
    frame = Viewer().build(fake_world(enemies=0, asteroids=0, bullets=0), None, 1.0, 0.0, SIZE)
    return picture(renderer, frame, SIZE, finished=False).astype(int), renderer.stats.draw_calls


def toy(folder: Path) -> None:
    """Draw with the pass and without it, in the lowest tier and in one with HDR."""
    read, passes = resources.text, renderer_module.PASSES
    resources.text = lambda name: SHADERS.get(name) or read(name)
    behind = passes.index(SkyPass) + 1
    ctx = offscreen_context()
    for quality in ("low", "medium"):
        plain, calls = draw(ctx, quality, passes)
        painted, more_calls = draw(ctx, quality, (*passes[:behind], ToyPass, *passes[behind:]))
        greener = (painted - plain)[..., 1] - (painted - plain)[..., 0] > 60
        assert greener[-10:, :10].all() and not greener[: SIZE[1] // 2 - 20, SIZE[0] // 2 + 20 :].any()
        assert more_calls == calls + 1
    ctx.release()


@pytest.mark.gl
def test_a_pass_is_a_class_its_shaders_and_its_line(tmp_path: Path) -> None:
    play_stories(tmp_path, toy)
