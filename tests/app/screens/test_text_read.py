"""Every label is read in small windows, and stands out 4.5:1 there, measured on rendered pictures."""

from contextlib import closing
from typing import Any

import pytest

from arena.game.match import Match
from arena.render.renderer import Renderer
from arena.view.debug.profiler import FrameTimes
from arena.view.overlay.layout import Box
from arena.view.scene import Viewer
from tests.app.screens.examples import MENUS, services_of
from tests.app.screens.test_layout import MOVING, WINGMEN, hud
from tests.app.screens.text_boxes import Text, shown, written
from tests.app.screens.text_pictures import too_faint, unread

pytestmark = pytest.mark.gl

SMALL = (640, 360)
SOLID = 0.65
"""Opacity of text that is not on its way out."""


@pytest.mark.parametrize("name", ["title", "pause", "settings", "picture", "game over", "new best"])
def test_what_a_menu_says(
    name: str, renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(MENUS[name](services_of(SMALL))) as screen:
        screen.build(0.0, SMALL)
        with written(monkeypatch, SOLID) as noted:
            composite = screen.build(9.0, SMALL)
        if not composite.views:  # it lies above another one
            with Match("endless", 3) as match:
                composite.views = [Viewer().build(match.world, None, 1.0, 0.0, SMALL)]
        texts = shown(noted, composite)
        assert {item.label for item in screen.menu.items[:5]} <= {text.string for text in texts}
        assert unread(renderer, composite, texts) == []
        assert too_faint(renderer, composite, texts, luminance) == []


@pytest.mark.parametrize(("size", "players"), [(SMALL, 1), ((800, 600), 4), ((960, 540), 4)])
def test_what_the_head_up_display_says(
    size: tuple[int, int], players: int, renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = services_of(size)
    services.settings.frame_rate = True
    services.profiler.frames.append(FrameTimes(16.0, 1.0, 1.0, 1.0))
    with closing(hud(services, players, level=False, apart=players > 1, boss=False)) as play:
        with written(monkeypatch, SOLID) as noted:
            composite = play.build(0.0, size)
            for overlay in (*(view.overlay for view in composite.views), composite.overlay):
                overlay.place_lines()
        # Tags that fly along with a ship lie over other ships.
        texts = [
            text for text in shown(noted, composite)
            if not text.string.startswith(MOVING) and text.string not in WINGMEN
        ]  # fmt: skip
        assert len(composite.views) == players and len(texts) >= 5
        assert unread(renderer, composite, texts) == []
        assert too_faint(renderer, composite, texts, luminance) == []


def test_a_line_that_is_not_there_or_is_covered_is_not_read(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(MENUS["title"](services_of(SMALL))) as screen:
        with written(monkeypatch) as noted:
            composite = screen.build(0.0, SMALL)
        texts = {text.string: text for text in shown(noted, composite)}
        box = texts["Scores"].box
        wrong: list[Text] = [
            texts["Scores"]._replace(string="Stores"), texts["Quit"]._replace(string="Pull"),
            texts["Play"]._replace(size=1.2 * texts["Play"].size),
            texts["Credits"]._replace(box=Box(*texts["Credits"].box)._replace(x=box.x + 12.0)),
        ]  # fmt: skip
        assert len(unread(renderer, composite, wrong)) == len(wrong)
        composite.overlay.rect(box.x, box.y, box.width, 0.7 * box.height, (0.6, 0.6, 0.6, 1.0))
        assert len(unread(renderer, composite, [texts["Scores"]])) == 1
