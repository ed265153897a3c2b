"""Text stands out 4.5:1 (WCAG 2.1, level AA) from what it is written on, measured on rendered pictures."""

from contextlib import closing
from typing import Any

import pytest

from arena.app.play import match_screen
from arena.app.storage.levels import campaign_setup, load_worlds
from arena.commands.scenes import SCENES
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.render.composite import Composite
from arena.render.renderer import Renderer
from arena.tuning import DT
from arena.view.scene import Viewer
from tests.app.screens.examples import MENUS, services_of
from tests.app.screens.text_boxes import shown, written
from tests.app.screens.text_pictures import too_faint

pytestmark = pytest.mark.gl

SIZE = 1280, 720
SOLID = 0.65
"""Opacity of text that is not on its way out."""


@pytest.mark.parametrize(("name", "ticks"), [("crowded", 130), ("world2", 300), ("crowded", 300)])
def test_what_is_written_in_a_game(
    name: str, ticks: int, renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = SCENES[name]
    setup = Setup("endless", scene.seed)
    if scene.world:
        setup = campaign_setup(load_worlds()[scene.world - 1], scene.seed)
    with Match(setup.mode, setup.seed, level=setup.level) as match:
        if scene.prepare is not None:
            scene.prepare(match)
        bot, viewer, world = Bot(slot=0), Viewer(0, match.mode.look), match.world
        for _ in range(ticks):
            match.tick([bot.command(world)])
            viewer.observe(world, match.hud())
            viewer.move(world, 1.0, DT)
        with written(monkeypatch, SOLID) as noted:
            composite = Composite.of(viewer.build(world, match.hud(), 1.0, DT, SIZE))
            composite.overlay.place_lines()
    texts = shown(noted, composite)
    assert len(texts) >= 5
    assert too_faint(renderer, composite, texts, luminance) == []


@pytest.mark.parametrize("name", ["title", "modes", "campaign", "pause", "game over", "keys"])
def test_what_is_written_in_a_menu(
    name: str, renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(MENUS[name](services_of(SIZE))) as screen:
        with written(monkeypatch, SOLID) as noted:
            composite = screen.build(0.0, SIZE)
        if not composite.views:  # it lies above another one
            with Match("endless", 3) as match:
                composite.views = [Viewer().build(match.world, None, 1.0, 0.0, SIZE)]
        assert too_faint(renderer, composite, shown(noted, composite), luminance) == []


def test_what_is_written_over_the_fight_behind_the_title(
    renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_screen, "fresh_seed", lambda: 99)
    with closing(MENUS["title"](services_of(SIZE))) as screen:
        for tick in range(361):
            screen.update(tick * DT, [])
            if tick % 4 == 0:
                screen.build(tick * DT, SIZE)
            if tick in (90, 360):
                with written(monkeypatch, SOLID) as noted:
                    composite = screen.build(tick * DT, SIZE)
                assert too_faint(renderer, composite, shown(noted, composite), luminance) == []


def test_faint_text_is_found(renderer: Renderer, luminance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with Match("endless", 3) as match, written(monkeypatch) as noted:
        composite = Composite.of(Viewer().build(match.world, None, 1.0, 0.0, SIZE))
        composite.overlay.rect(150.0, 400.0, 900.0, 500.0, (0.0, 0.0, 0.0, 1.0))
        composite.overlay.text("GREY ON BLACK", 200.0, 500.0, 40.0, (0.25, 0.25, 0.25, 1.0))
        composite.overlay.text("WHITE ON BLACK", 200.0, 700.0, 40.0)
    faint = too_faint(renderer, composite, noted, luminance)
    assert [line.split()[0] for line in faint] == ["'GREY"]
