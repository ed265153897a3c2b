"""The campaign's screen and its end: what is open, what opens, and what follows a world that was won."""

from arena.app.menus.menu import Item
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.campaign import LOCKED, CampaignScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.services import Services
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.progress import load_progress
from arena.game.mode import Setup
from arena.game.modes.campaign import Campaign
from arena.game.phases.state import Stage
from tests.app.fakes import screen_of


def end_of(services: Services, setup: Setup, phase: int, stage: Stage) -> PlayScreen:
    """A game of a level that ended so, and was kept."""
    services.go_to("play", setup)
    play = screen_of(services, PlayScreen)
    assert isinstance(play.match.mode, Campaign)
    play.match.mode.progress.phase[0], play.match.mode.progress.stage[0] = phase, stage
    play.finish()
    return play


def results_of(services: Services, play: PlayScreen) -> list[Item]:
    """The menu beside the results of a game."""
    services.go_to("game over", play, 0)
    return screen_of(services, GameOverScreen).menu.items


def accept(item: Item) -> None:
    assert item.activate is not None
    item.activate()


def test_winning_a_world_opens_the_next_for_ever_and_offers_it(services: Services) -> None:
    last = len(load_world(1).level.phase) - 1
    play = end_of(services, campaign_setup(load_world(1), 3), last, Stage.WON)
    assert services.progress.is_open(2) and not services.progress.is_open(3)
    assert load_progress()[0].worlds[1].finished == {"normal"}
    onward = results_of(services, play)[0]
    assert onward.label == f"On to {load_world(2).level.name}"
    accept(onward)
    assert screen_of(services, PlayScreen).match.setup.level == load_world(2).text


def test_a_world_that_was_lost_opens_nothing_and_keeps_how_far_it_was(services: Services) -> None:
    play = end_of(services, campaign_setup(load_world(1), 3), 3, Stage.LOST)
    assert not services.progress.is_open(2)
    assert services.progress.worlds[1].phases == 3
    assert results_of(services, play)[0].label == "Fly again"


def test_a_level_of_somebodys_own_opens_no_world(services: Services) -> None:
    shipped = load_world(1)
    setup = Setup("campaign", 3, level=f"{shipped.text}\n# mine\n")
    end_of(services, setup, len(shipped.level.phase) - 1, Stage.WON)
    assert not services.progress.is_open(2)


def test_locked_worlds_say_how_they_open(services: Services) -> None:
    services.go_to("modes", services.screen)
    services.go_to("campaign", services.screen)
    screen = screen_of(services, CampaignScreen)
    states = [item.value() for item in screen.menu.items[:5] if item.value is not None]
    assert states == ["0 of 6", *[LOCKED] * 4]
    accept(screen.menu.items[1])
    assert services.screen is screen
    assert services.message == f"{load_world(2).level.name} opens when {load_world(1).level.name} is won"
