"""The pause menu and the profiler: while it is open, games show it, and menus above them do not."""

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.pause import PauseScreen
from arena.app.screens.settings import SettingsScreen
from arena.app.services import Screen
from arena.game.match import Match
from tests.app.screens.test_layout import services_of
from tests.app.screens.text_boxes import shown, written

SIZE = (1280, 720)
PANEL = "draw calls"
"""Begins a line of the profiler."""


def test_the_profiler_lies_over_no_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_of(SIZE, 1.0)
    services.show_profiler = True
    play = PlayScreen(services, Match(seed=3, workers=1))
    pause = PauseScreen(services, play)

    def shows_panel(screen: Screen) -> bool:
        with written(monkeypatch) as noted:
            composite = screen.build(0.0, SIZE)
            composite.overlay.rows()
        return any(text.string.startswith(PANEL) for text in shown(noted, composite))

    try:
        assert shows_panel(play)
        assert not shows_panel(pause) and not shows_panel(SettingsScreen(services, pause))
        assert not shows_panel(GameOverScreen(services, play, 0))
        assert shows_panel(play)
    finally:
        play.close()


def test_a_pause_and_what_lies_above_it_stand_still() -> None:
    services = services_of(SIZE, 1.0)
    play = PlayScreen(services, Match(seed=3, workers=1))
    pause = PauseScreen(services, play)
    assert not play.still and pause.still and SettingsScreen(services, pause).still
    play.close()
