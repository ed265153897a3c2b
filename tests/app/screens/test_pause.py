"""The pause menu and the profiler: while it is open, games show it, and menus above them do not."""

from contextlib import closing

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.pause import PauseScreen
from arena.app.screens.settings import SettingsScreen
from arena.app.services import Screen
from arena.game.match import Match
from tests.app.screens.examples import services_of
from tests.app.screens.text_boxes import shown, written

SIZE = (1280, 720)
PANEL = "draw calls"
"""Begins a line of the profiler."""


def test_the_profiler_lies_over_no_menu_and_a_pause_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_of(SIZE)
    services.show_profiler = True

    def shows_panel(screen: Screen) -> bool:
        with written(monkeypatch) as noted:
            composite = screen.build(0.0, SIZE)
            composite.overlay.rows()
        return any(text.string.startswith(PANEL) for text in shown(noted, composite))

    with closing(PlayScreen(services, Match(seed=3, workers=1))) as play:
        pause = PauseScreen(services, play)
        above = SettingsScreen(services, pause)
        assert shows_panel(play)
        assert not any(shows_panel(menu) for menu in (pause, above, GameOverScreen(services, play, 0)))
        assert shows_panel(play)
        assert not play.still and pause.still and above.still
