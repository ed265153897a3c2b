"""A toy element of the head-up display: a row is enough to be placed and drawn."""

from pathlib import Path

import numpy as np
import pytest

from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.view.hud.element import HudElement
from arena.view.hud.elements import ELEMENTS
from arena.view.overlay.layout import Box
from arena.view.scene import Viewer
from tests.planets import small_planets, small_plans
from tests.toys.harness import play_stories
from tests.view.fakes import HUD, fake_world

PLACE = Box(700.0, 150.0, 100.0, 80.0)
SIZE = (640, 360)


COMPASS = HudElement(
    lambda picture: picture.overlay.rect(*PLACE, (1.0, 0.0, 1.0, 1.0)),
    lambda picture: bool(picture.hud.lives),
    lambda width, height, pane: PLACE,
)
"""A magenta plate at the right, while the player has ships."""


def toy(folder: Path) -> None:
    """Draw a world with the element, and without ships."""
    ELEMENTS["compass"] = COMPASS
    ctx = offscreen_context()
    with small_planets(), small_plans():
        renderer = Renderer(ctx, "low")
    world = fake_world(enemies=0, asteroids=0, bullets=0)

    def magenta(lives: int) -> float:
        frame = Viewer().build(world, HUD._replace(lives=lives), 1.0, 0.0, SIZE)
        pixels = picture(renderer, frame, SIZE, finished=False)[::-1].astype(float) / 255.0
        scale = SIZE[1] / frame.overlay.height
        left, bottom = round(PLACE.x * scale) + 4, round(PLACE.y * scale) + 4
        part = pixels[bottom : bottom + 40, left : left + 50]
        return float(np.median(part[..., 0] - part[..., 1]))

    assert magenta(lives=3) > 0.9
    assert abs(magenta(lives=0)) < 0.2
    assert PLACE in Viewer().build(world, HUD, 1.0, 0.0, SIZE).overlay.place_lines()
    ctx.release()


@pytest.mark.gl
def test_an_element_is_a_row(tmp_path: Path) -> None:
    play_stories(tmp_path, toy)
