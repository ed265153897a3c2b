"""Flat shapes as the shader draws them."""

import moderngl
import numpy as np
import pytest

from arena.render.passes.drawing import Stats
from arena.render.passes.overlay import OverlayPass
from arena.render.renderer import Renderer
from arena.render.tiers import TIERS
from arena.view.overlay.overlay import Overlay

pytestmark = pytest.mark.gl

SIZE = WIDTH, HEIGHT = 400, 20


@pytest.mark.parametrize("power", [0.5, 1.0])
def test_a_fade_is_full_at_the_left_and_nothing_at_its_right_end(renderer: Renderer, power: float) -> None:
    context = renderer.ctx
    overlay = Overlay(WIDTH / HEIGHT)
    overlay.fade_right(0.5 * overlay.width, (0.0, 0.0, 0.0, 0.8), power)
    target = context.simple_framebuffer(SIZE)
    target.clear(1.0, 1.0, 1.0, 1.0)
    OverlayPass(context, TIERS["low"]).draw_layer(overlay, target, (0, 0, *SIZE), Stats())
    context.enable_only(moderngl.NOTHING)
    rows = np.frombuffer(target.read(components=3), np.uint8).reshape(HEIGHT, WIDTH, 3) / 255.0
    assert np.ptp(rows, axis=(0, 2)).max() < 0.01  # the same in each row
    left = 1.0 - (np.arange(WIDTH) + 0.5) / (0.5 * WIDTH)
    assert rows[0, :, 0] == pytest.approx(1.0 - 0.8 * np.maximum(left, 0.0) ** power, abs=0.01)
    target.release()
