"""Medals of trials: the next one is the target, its ghost flies along, the results tell of what was won."""

from collections.abc import Iterator

import pytest

from arena.app.input.actions import Action
from arena.app.input.devices import KEYBOARD
from arena.app.play.play_screen import OVER_TICKS, PlayScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.title import TitleScreen
from arena.app.screens.trials import TrialsScreen
from arena.app.services import Screen, Services
from arena.app.storage.progress import load_progress
from arena.catalogue.medals import MEDALS, Target, Targets
from arena.catalogue.targets import TARGETS
from arena.game.mode import Setup
from arena.game.modes.trial import Trial, find_trial, trial_setup
from tests.app.fakes import XBOX, press, screen_of
from tests.app.screens.text_boxes import shown, written

SIZE = (1280, 720)


@pytest.fixture(autouse=True)
def _known_targets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Targets that do not depend on what a search found."""
    for name, marks in (("warm_up", (100, 200, 300, 400)), ("duel", (3000, 6000, 9000, 11_000))):
        targets = tuple(Target(mark, "weak", "0") for mark in marks)
        monkeypatch.setitem(TARGETS, name, Targets("", targets))
    yield


def fly(services: Services, name: str = "warm_up") -> PlayScreen:
    screen_of(services, Screen).leave_for("play", trial_setup(find_trial(name)))
    return screen_of(services, PlayScreen)


def end(play: PlayScreen, points: int) -> None:
    """End the trial with so many points, and let the results come."""
    rules = play.match.mode
    assert isinstance(rules, Trial)
    rules.score.points[0] = points
    rules.state.ended[0] = play.match.world.tick
    for now in range(OVER_TICKS * 2):
        if play.services.screen is not play:
            return
        play.update(now / 30, [])
    raise AssertionError("no results")


def text_of(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> str:
    with written(monkeypatch) as noted:
        composite = screen.build(9.0, SIZE)
        composite.overlay.rows()
    return " | ".join(text.string for text in shown(noted, composite))


@pytest.mark.parametrize(
    ("won", "points", "told"),
    [
        ("", 0, "100 to bronze at 100"),
        ("", 99, "1 to bronze at 100"),
        ("", 100, "100 to silver at 200"),
        ("silver", 0, "300 to gold at 300"),
        ("gold", 399, "1 to expert at 400"),
        ("expert", 0, ""),
        ("", 400, ""),
    ],
)
def test_the_next_medal_is_the_target(
    services: Services, monkeypatch: pytest.MonkeyPatch, won: str, points: int, told: str
) -> None:
    if won:
        services.progress.note_medal("warm_up", won)
    play = fly(services)
    assert isinstance(play.match.mode, Trial)
    play.match.mode.score.points[0] = points
    text = text_of(play, monkeypatch)
    assert told in text
    assert sum(f" to {medal}" in text for medal in MEDALS) == bool(told)


def test_a_trial_begins_with_its_title_and_keeps_its_name_and_time(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = fly(services)
    play.match.world.tick = 40
    with written(monkeypatch) as noted:
        shown(noted, play.build(9.0, SIZE))[0].overlay.rows()
    name, title = (text for text in noted if text.string == "WARM-UP")
    assert title.size > 1.4 * name.size and any(text.string == "60 s" for text in noted)
    play.match.world.tick = 600
    assert "WARM-UP" in text_of(play, monkeypatch)


def test_a_medal_that_time_has_taken_is_no_target(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.progress.note_medal("duel", "gold")
    play = fly(services, "duel")
    text = text_of(play, monkeypatch)
    assert "10.00 s left for expert" in text and "120.00 s" in text
    play.match.world.tick = 600
    assert "0.00 s left for expert" in text_of(play, monkeypatch)
    play.match.world.tick = 601
    assert "expert" not in text_of(play, monkeypatch)


def test_the_ghost_of_the_next_medal_flies_along(services: Services) -> None:
    play = fly(services)
    assert play.session.ghost is not None and play.session.ghost.name == "bronze ghost"
    for _ in range(30):
        play.session.tick()
    ghost = play.session.ghost.match
    assert ghost.world.tick == 30 and ghost.setup == play.match.setup
    services.progress.note_medal("warm_up", "bronze")
    play.restart()
    again = screen_of(services, PlayScreen).session.ghost
    assert again is not None and (again.name, again.match.world.tick) == ("silver ghost", 0)
    services.ghosts = "none"
    assert fly(services).session.ghost is None
    services.ghosts = "medals"
    services.progress.note_medal("warm_up", "expert")
    assert fly(services).session.ghost is None


@pytest.mark.parametrize("source", ["key:R", "pad:y"])
def test_one_press_begins_a_trial_anew(services: Services, source: str) -> None:
    play = fly(services)
    for _ in range(10):
        play.session.tick()
    pad = services.devices.connect(XBOX)
    press(services, source, device=pad if source.startswith("pad") else KEYBOARD)
    again = screen_of(services, PlayScreen)
    assert again is not play and again.match.world.tick == 0
    assert again.match.setup == play.match.setup
    end(again, 0)
    results = screen_of(services, GameOverScreen)
    assert results.menu.items[0].label == "Fly again"
    results.update(99.0, [Action.RESTART])  # without waiting until all keys are let go
    assert screen_of(services, PlayScreen).match.world.tick == 0


def test_elsewhere_it_does_nothing(services: Services) -> None:
    screen_of(services, Screen).leave_for("play", Setup("endless", 3))
    play = screen_of(services, PlayScreen)
    press(services, "key:R")
    assert services.screen is play


def test_results_tell_the_medal_the_next_one_and_the_hull_that_opens(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        services.progress.note_medal(f"other_{number}", "bronze")
    end(fly(services), 250)
    text = text_of(screen_of(services, GameOverScreen), monkeypatch)
    assert "SILVER" in text and "Silver medal won for the first time" in text
    assert "Hull Dart is open now" in text and "50 to gold: " in text
    assert "MEDALS" in text and "WARM-UP" in text
    rows = "bronze | 100 |  | silver | 200 |  | gold | 300 | next: 50 points more | expert | 400"
    assert rows in text
    assert services.progress.won("warm_up") == ("bronze", "silver")
    assert load_progress()[0].medals["warm_up"] == "silver"


@pytest.mark.parametrize(
    ("reached", "mark", "told"),
    [
        (0, 0, "the goal with 30.00 s left wins bronze"),
        (1, 2999, "0.01 s short of bronze"),
        (1, 3000, "30.00 s short of silver"),
    ],
)
def test_results_of_a_trial_of_time_tell_seconds(
    services: Services, monkeypatch: pytest.MonkeyPatch, reached: int, mark: int, told: str
) -> None:
    play = fly(services, "duel")
    rules = play.match.mode
    assert isinstance(rules, Trial)
    rules.state.reached[0], rules.state.ended[0] = reached, rules.limit - mark * 60 // 100
    monkeypatch.setattr(Trial, "mark", lambda self, world: mark)
    services.settings.reduced_motion = True
    services.go_to("game over", play, 99_999)
    assert told in text_of(screen_of(services, GameOverScreen), monkeypatch)


def test_a_trial_that_was_left_at_once_counts_nothing(services: Services) -> None:
    play = fly(services, "duel")
    play.session.tick()
    play.restart()
    assert play.result is None and services.progress.won("duel") == ()


def test_only_open_hulls_can_be_chosen(services: Services) -> None:
    def hulls(times: int) -> list[tuple[str, ...]]:
        screen = ModesScreen(services, TitleScreen(services))
        [item] = [item for item in screen.menu.items if item.label == "Hull"]
        assert item.adjust is not None
        found = list[tuple[str, ...]]()
        for _ in range(times):
            item.adjust(1)
            found.append(services.hulls)
        return found

    assert hulls(2) == [("standard",), ("standard",)]
    for number in range(8):
        services.progress.note_medal(f"other_{number}", "bronze")
    assert hulls(2) == [("dart",), ("standard",)]


def test_the_list_shows_targets_and_the_chosen_trials_twist(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.progress.note_medal("warm_up", "silver")
    screen = TrialsScreen(services, TitleScreen(services))
    screen.enter()
    screen.idle(0.0)
    text = text_of(screen, monkeypatch)
    assert "2 of 120 medals" in text and "Sixty seconds of drones" in text
    assert screen.status()["item"] == "1 Warm-up 100 200 300 400 -"
