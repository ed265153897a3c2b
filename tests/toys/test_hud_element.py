"""A toy element of the head-up display: a class and its line are enough to be placed, faded and drawn."""

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

PLACE = Box(1500.0, 400.0, 200.0, 100.0)
SIZE = (640, 360)


class Compass(HudElement):
    """A magenta plate at the right, while the player has ships."""

    name, given_way = "compass", 0.5

    def shown(self, picture: HudPicture) -> bool:
        return bool(picture.hud.lives)

    def region(self, width: float, height: float, pane: Pane) -> Box:
        return PLACE

    def draw(self, picture: HudPicture) -> None:
        with picture.overlay.lit(picture.lights[self.name]):
            picture.overlay.rect(*PLACE, (1.0, 0.0, 1.0, 1.0))


def toy(folder: Path) -> None:
    """Draw a world with the element, with something to be seen below it, and without ships."""
    ELEMENTS.append(Compass)
    ctx = offscreen_context()
    with small_planets():
        renderer = Renderer(ctx, "low")
    world = fake_world(enemies=0, asteroids=0, bullets=0)

    def magenta(viewer: Viewer, lives: int, elapsed_s: float = 0.0) -> float:
        frame = viewer.build(world, HUD._replace(lives=lives), 1.0, elapsed_s, SIZE)
        pixels = picture(renderer, frame, SIZE, finished=False)[::-1].astype(float) / 255.0
        left, bottom = round(PLACE.x / 3.0) + 4, round(PLACE.y / 3.0) + 4
        part = pixels[bottom : bottom + 24, left : left + 56]
        return float(np.median(part[..., 0] - part[..., 1]))

    assert magenta(Viewer(), lives=3) > 0.9
    assert abs(magenta(Viewer(), lives=0)) < 0.2

    viewer = Viewer()
    assert viewer.lights["compass"] == 1.0
    assert viewer.build(world, HUD, 1.0, 0.0, SIZE).overlay.is_reserved(PLACE)
    crowd, viewer = fake_world(enemies=900, asteroids=0, bullets=0, spread=0.9), Viewer()
    for _ in range(60):
        viewer.build(crowd, HUD, 1.0, 1 / 60, SIZE)
    assert viewer.lights["compass"] == pytest.approx(0.5, abs=0.02)
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
