"""Lessons before a game: however they end, the game that was chosen follows."""

from collections.abc import Callable

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.screens.lessons import LessonsScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Screen, Services
from arena.game.mode import Setup
from tests.app.fakes import screen_of


def skip(screen: LessonsScreen) -> None:
    screen.skip()


def restart_and_skip(screen: LessonsScreen) -> None:
    screen.restart()
    screen_of(screen.services, LessonsScreen).skip()


@pytest.mark.parametrize("end", [skip, restart_and_skip])
@pytest.mark.parametrize("chosen", [True, False])
def test_after_the_lessons_comes_what_was_chosen(
    chosen: bool, end: Callable[[LessonsScreen], None], services: Services
) -> None:
    """The title where they were chosen for themselves."""
    services.settings.lessons_done = False
    following = (Setup("endless", 8),) if chosen else ()
    screen_of(services, Screen).leave_for("play", Setup("lessons", 5), *following)
    end(screen_of(services, LessonsScreen))
    assert services.settings.lessons_done
    if chosen:
        setup = screen_of(services, PlayScreen).match.setup
        assert (setup.mode, setup.seed) == ("endless", 8)
    else:
        screen_of(services, TitleScreen)
