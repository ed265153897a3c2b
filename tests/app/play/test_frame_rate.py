"""The frame rate in the game: off by default, once in a window, rarely another figure."""

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.services import Services
from arena.game.match import Match
from arena.view.debug.profiler import FrameTimes
from tests.app.fakes import part
from tests.app.screens.text_boxes import shown, written


def rates(play: PlayScreen, now: float, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Texts of the frame rates that a picture shows."""
    with written(monkeypatch) as noted:
        composite = play.build(now, (1280, 720))
        for overlay in (composite.overlay, *(view.overlay for view in composite.views)):
            overlay.rows()
    return [text.string for text in shown(noted, composite) if text.string.endswith("fps")]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_it_is_told_once_where_a_player_asks_for_it(
    players: int, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(players=players, seed=3, workers=1)
    part(match)
    play = PlayScreen(services, match)
    frames = services.profiler.frames
    frames.extend([FrameTimes(20.0, 0.0, 0.0, 0.0)] * 60)
    assert rates(play, 0.0, monkeypatch) == []
    services.settings.frame_rate = True
    assert rates(play, 10.0, monkeypatch) == ["50 fps"]
    frames.extend([FrameTimes(10.0, 0.0, 0.0, 0.0)] * 200)
    assert rates(play, 10.2, monkeypatch) == ["50 fps"], "nobody reads figures that flicker"
    frames.extend([FrameTimes(10.0, 0.0, 0.0, 0.0)] * 200)
    assert rates(play, 10.6, monkeypatch) == ["100 fps"]
    services.settings.frame_rate = False
    assert rates(play, 10.7, monkeypatch) == []
    play.close()
