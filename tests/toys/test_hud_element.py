"""A toy element of the head-up display: a class and its line are enough to be placed and drawn."""

from pathlib import Path

import numpy as np
import pytest

from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.view.hud.element import HudElement, HudPicture
from arena.view.hud.elements import ELEMENTS, Display
from arena.view.overlay.layout import Box, Pane
from arena.view.palette import load_palette
from arena.view.scene import Viewer
from tests.planets import small_planets
from tests.toys.harness import play_stories
from tests.view.fakes import HUD, fake_world

PLACE = Box(700.0, 150.0, 100.0, 80.0)
SIZE = (640, 360)


class Compass(HudElement):
    """A magenta plate at the right, while the player has ships."""

    name = "compass"

    def shown(self, picture: HudPicture) -> bool:
        return bool(picture.hud.lives)

    def region(self, width: float, height: float, pane: Pane) -> Box:
        return PLACE

    def draw(self, picture: HudPicture) -> None:
        picture.overlay.rect(*PLACE, (1.0, 0.0, 1.0, 1.0))


def toy(folder: Path) -> None:
    """Draw a world with the element, and without ships."""
    ELEMENTS.append(Compass)
    ctx = offscreen_context()
    with small_planets():
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
def test_an_element_is_a_class_and_its_line(tmp_path: Path) -> None:
    play_stories(tmp_path, toy)


@pytest.mark.parametrize(
    ("base", "name", "error", "told"),
    [
        (Compass, "", ValueError, r"^HUD element Bare: no name$"),
        (Compass, "radar", ValueError, r"^HUD element Bare: there is a 'radar' already$"),
        (HudElement, "bare", TypeError, r"Bare .*draw"),
    ],
)
def test_an_incomplete_element_is_refused_in_one_line(
    base: type[HudElement], name: str, error: type[Exception], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = type("Bare", (base,), {"name": name})
    monkeypatch.setattr("arena.view.hud.elements.ELEMENTS", [*ELEMENTS, bare])
    with pytest.raises(error, match=told):
        Display(load_palette("terra"), 0)
