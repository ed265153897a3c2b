"""Letters of the head-up display are large enough in small windows, in parts of one and at twice the size."""

import pytest

from arena.game.hud import Banner, Bonus, ObjectiveHud, PlayerHud
from arena.view.overlay.layout import Pane
from arena.view.overlay.overlay import HEIGHT, PIXEL_LEAST, legible_scale
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings
from tests.app.screens.text_boxes import written
from tests.view.fakes import HUD, fake_world

CAPITALS = 0.7
"""Height of capitals over the size of letters."""
FULL = HUD._replace(
    score=12_345_678, multiplier=12, bonus=Bonus("12 STRIKES", 1_200, 20, 60),
    told={"target": "4 200 to your best", "frame rate": "60 fps"},
    banner=Banner("WAVE 3", "the wall: drones", 60, 150), objective=ObjectiveHud("Hold", "3 s left", 0.5),
    players=(PlayerHud(line="Behind you!"),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("size", "pane", "scale", "least"),
    [
        ((640, 360), Pane.WHOLE, 1.0, 9.0),
        ((800, 600), Pane.WHOLE, 1.0, 10.0),
        ((1920, 1080), Pane.WHOLE, 1.0, 15.0),
        ((1920, 1080), Pane.WHOLE, 2.0, 30.0),
        ((400, 300), Pane.LEFT, 2.0, 9.0),
        ((480, 270), Pane.RIGHT, 2.0, 9.0),
        ((960, 540), Pane.RIGHT, 2.0, 15.0),
    ],
)
def test_capitals_have_enough_pixels(
    size: tuple[int, int], pane: Pane, scale: float, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, world = Viewer(settings=ViewSettings(ui_scale=scale)), fake_world()
    viewer.pane = pane
    hud = FULL if pane is Pane.WHOLE else FULL._replace(score=None, status=None, banner=None, bonus=None)
    with written(monkeypatch) as noted:
        overlay = viewer.build(world, hud, 1.0, 0.0, size).overlay
        overlay.rows()
    pixels = {text.string: CAPITALS * text.size * size[1] / overlay.height for text in noted}
    assert {text: high for text, high in pixels.items() if high < least} == {}
    assert "Behind you!" in pixels and ("WAVE 3" in pixels) == (pane is Pane.WHOLE)


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("high", [270, 360, 719, 720, 1080])
def test_a_virtual_pixel_is_never_too_small(high: int, scale: float) -> None:
    assert high / (HEIGHT / legible_scale(scale, high)) >= PIXEL_LEAST - 1e-9
    assert legible_scale(scale, 1080) == scale
