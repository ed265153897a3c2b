"""Lockout of hurried keys: none ends a game twice, or begins another, by accident."""

import pytest

from arena.app.input.actions import Action
from arena.app.input.devices import KEYBOARD
from arena.app.menus.menu_screen import MenuScreen
from arena.app.screens.game_over import LET_GO, Lockout
from arena.app.services import Screen, Services
from tests.app.fakes import press, screen_of
from tests.app.screens.text_boxes import written


def test_it_stays_locked_for_its_time_and_until_nothing_is_held() -> None:
    """And tells when only a held key keeps it locked."""
    lockout = Lockout(0.5)
    for now, held, locked, waiting in (
        (10.0, False, True, False), (10.4, True, True, False), (10.6, True, True, True),
        (30.0, True, True, True), (30.1, False, False, False), (30.2, True, False, False),
    ):  # fmt: skip
        lockout.update(now, held)
        assert (lockout.locked, lockout.waiting) == (locked, waiting), now


@pytest.fixture
def game(services: Services) -> Screen:
    """The game in whose middle the services are."""
    services.go_to("play")
    return screen_of(services, Screen)


def shown(services: Services) -> MenuScreen:
    """The menu on the screen."""
    return screen_of(services, MenuScreen)


def press_at(services: Services, now: float, *sources: str) -> None:
    """Let the screen see a key, if any, at a time."""
    press(services, *sources, now=now)
    screen_of(services, Screen).update(now, services.controls.take_events())


@pytest.mark.parametrize("source", ["key:SPACE", "key:ENTER", "mouse:RIGHT", "key:W", "key:ESCAPE"])
def test_a_key_in_the_first_half_second_of_the_results_does_nothing(
    services: Services, game: Screen, source: str
) -> None:
    services.go_to("game over", game, 0)
    results = shown(services)
    for now in (0.0, 0.2, 0.49):
        press_at(services, now, source)
        assert services.screen is results and results.menu.selected == 0
    press_at(services, 0.6)
    press_at(services, 0.7, "key:DOWN")
    assert results.menu.selected == 1


def test_a_key_that_is_still_held_keeps_the_results_locked(services: Services, game: Screen) -> None:
    services.devices.press(KEYBOARD, "key:W")
    services.go_to("game over", game, 0)
    results = shown(services)
    press_at(services, 0.0)
    press_at(services, 3.0, "key:ENTER")
    assert services.screen is results
    services.devices.release(KEYBOARD, "key:W")
    press_at(services, 3.1)
    press_at(services, 3.2, "key:ENTER")
    assert services.screen is not results and screen_of(services, Screen).name == "play"


@pytest.mark.parametrize(("row", "question"), [(1, "restart"), (4, "quit")])
def test_restart_and_quit_ask_once_and_no_is_the_answer_of_haste(
    services: Services, game: Screen, row: int, question: str
) -> None:
    services.go_to("pause", game)
    pause = shown(services)
    pause.menu.selected = row
    press_at(services, 0.0, "key:ENTER")
    asked = shown(services)
    assert asked.name == "confirm" and asked.menu.selected == 0
    assert asked.menu.items[1].label == f"Yes, {question}"
    press_at(services, 0.1, "key:ENTER")
    assert services.screen is pause and services.exit_code is None
    press(services, "key:ENTER", "key:ESCAPE", now=0.2)
    assert services.screen is pause and services.exit_code is None
    press(services, "key:ENTER", "key:DOWN", "key:ENTER", now=0.4)
    if question == "quit":
        assert services.exit_code == 0
    else:
        assert services.screen is not game and screen_of(services, Screen).name == "play"


def test_back_from_a_question_keeps_the_game(services: Services, game: Screen) -> None:
    services.go_to("pause", game)
    pause = shown(services)
    pause.menu.selected = 1
    press_at(services, 0.0, "key:ENTER")
    shown(services).update(0.1, [Action.MENU_BACK])
    assert services.screen is pause
    press_at(services, 0.2)
    press_at(services, 0.3, "key:ESCAPE")
    assert services.screen is game


def test_keys_are_told_once_they_are_heeded(
    services: Services, game: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that is still held keeps them locked, which is told in their place."""
    services.devices.press(KEYBOARD, "key:W")
    services.go_to("game over", game, 0)
    results, said = shown(services), dict[float, set[str]]()
    for now in (0.0, 0.3, 0.8, 1.0):
        if now == 1.0:
            services.devices.release(KEYBOARD, "key:W")
        press_at(services, now)
        with written(monkeypatch) as texts:
            results.build(now, (1280, 720)).overlay.instances()
        said[now] = {text.string for text in texts}
    assert {now for now, texts in said.items() if LET_GO in texts} == {0.8}
    assert {now for now, texts in said.items() if "choose" in texts} == {1.0}
