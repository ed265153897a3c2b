"""The campaign's screen and its end: what is open, what opens, and what follows a world that was won."""

from pathlib import Path

import pytest

from arena.app.input.bindings import default_bindings
from arena.app.input.devices import Devices
from arena.app.play.play_screen import PlayScreen
from arena.app.routes import ROUTES
from arena.app.screens.campaign import LOCKED, CampaignScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.services import Options, Services
from arena.app.sound.device import Audio
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.progress import load_progress
from arena.app.storage.scores import Scores
from arena.app.storage.settings import Settings
from arena.game.mode import Setup
from arena.game.modes.campaign import Campaign
from arena.game.phases.state import Stage


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Services:
    """Services without a window, that write into a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = Settings(lessons_done=True)
    devices = Devices(default_bindings())
    return Services(Options(workers=1, seed=3), settings, Scores(), Audio(settings), devices, ROUTES)


def end_of(services: Services, setup: Setup, phase: int, stage: Stage) -> PlayScreen:
    """A game of a level that ended so, and was kept."""
    services.go_to("play", setup)
    play = services.screen
    assert isinstance(play, PlayScreen)
    assert isinstance(play.match.mode, Campaign)
    play.match.mode.progress.phase[0], play.match.mode.progress.stage[0] = phase, stage
    play.finish()
    return play


def accept(screen: CampaignScreen | GameOverScreen, row: int) -> None:
    act = screen.menu.items[row].activate
    assert act is not None
    act()


def labels(screen: CampaignScreen | GameOverScreen) -> list[str]:
    return [item.label for item in screen.menu.items]


def test_winning_a_world_opens_the_next_for_ever_and_offers_it(services: Services) -> None:
    last = len(load_world(1).level.phase) - 1
    play = end_of(services, campaign_setup(load_world(1), 3), last, Stage.WON)
    assert services.progress.is_open(2)
    assert not services.progress.is_open(3)
    assert services.disk.close(60.0)
    assert load_progress()[0].worlds[1].finished == {"normal"}
    services.go_to("game over", play, 0)
    assert isinstance(services.screen, GameOverScreen)
    assert labels(services.screen)[0] == f"On to {load_world(2).level.name}"
    accept(services.screen, 0)
    assert isinstance(services.screen, PlayScreen)
    assert services.screen.match.setup.level == load_world(2).text
    services.screen.close()


def test_a_world_that_was_lost_opens_nothing_and_keeps_how_far_it_was(services: Services) -> None:
    play = end_of(services, campaign_setup(load_world(1), 3), 3, Stage.LOST)
    assert not services.progress.is_open(2)
    assert services.progress.worlds[1].phases == 3
    services.go_to("game over", play, 0)
    assert isinstance(services.screen, GameOverScreen)
    assert labels(services.screen)[0] == "Fly again"
    services.screen.close()


def test_a_level_of_somebodys_own_opens_no_world(services: Services) -> None:
    shipped = load_world(1)
    setup = Setup("campaign", 3, level=f"{shipped.text}\n# mine\n")
    end_of(services, setup, len(shipped.level.phase) - 1, Stage.WON).close()
    assert not services.progress.is_open(2)


def test_locked_worlds_say_how_they_open(services: Services) -> None:
    services.go_to("title")
    services.go_to("modes", services.screen)
    services.go_to("campaign", services.screen)
    screen = services.screen
    assert isinstance(screen, CampaignScreen)
    states = [item.value() for item in screen.menu.items[:5] if item.value is not None]
    assert states == ["0 of 6", *[LOCKED] * 4]
    accept(screen, 1)
    assert services.screen is screen
    assert services.message == f"{load_world(2).level.name} opens when {load_world(1).level.name} is won"
    screen.close()
