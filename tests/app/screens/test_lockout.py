"""What a hurried key may not do: end a game twice, or begin another, by accident."""

from pathlib import Path

import pytest

from arena.app.input.actions import Action
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import KEYBOARD, Devices
from arena.app.menus.menu_screen import MenuScreen
from arena.app.routes import ROUTES
from arena.app.screens.game_over import Lockout
from arena.app.services import Options, Services
from arena.app.sound.device import Audio
from arena.app.storage.scores import Scores
from arena.app.storage.settings import Settings


def test_it_stays_locked_for_its_time_and_until_nothing_is_held() -> None:
    lockout = Lockout(0.5)
    for now, held, locked in (
        (10.0, False, True),
        (10.4, False, True),
        (10.6, True, True),
        (30.0, True, True),
        (30.1, False, False),
        (30.2, True, False),
    ):
        lockout.update(now, held)
        assert lockout.locked is locked, now


def test_it_tells_when_only_a_held_key_keeps_it_locked() -> None:
    lockout = Lockout(0.5)
    lockout.update(0.0, held=True)
    assert not lockout.waiting
    lockout.update(0.6, held=True)
    assert lockout.waiting
    lockout.update(0.7, held=False)
    assert not lockout.waiting and not lockout.locked


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Services:
    """Services in the middle of a game, without a window."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings, devices = Settings(), Devices(default_bindings())
    made = Services(Options(workers=1, seed=3), settings, Scores(), Audio(settings), devices, ROUTES)
    made.go_to("play")
    return made


def shown(services: Services) -> MenuScreen:
    """The menu on the screen."""
    assert isinstance(services.screen, MenuScreen)
    return services.screen


def press(services: Services, now: float, source: str) -> None:
    """Press and release a key at a time, and let the screen see it."""
    services.devices.press(KEYBOARD, source)
    services.devices.release(KEYBOARD, source)
    update(services, now)


def update(services: Services, now: float) -> None:
    """Let the screen see what was pressed."""
    assert services.screen is not None
    services.screen.update(now, services.controls.take_events())


@pytest.mark.parametrize("source", ["key:SPACE", "key:ENTER", "mouse:RIGHT", "key:W", "key:ESCAPE"])
def test_a_key_in_the_first_half_second_of_the_results_does_nothing(services: Services, source: str) -> None:
    services.go_to("game over", services.screen, 0)
    results = shown(services)
    for now in (0.0, 0.2, 0.49):
        press(services, now, source)
        assert services.screen is results and results.menu.selected == 0
    update(services, 0.6)
    press(services, 0.7, "key:DOWN")
    assert results.menu.selected == 1
    results.close()


def test_a_key_that_is_still_held_keeps_the_results_locked(services: Services) -> None:
    services.devices.press(KEYBOARD, "key:W")
    services.go_to("game over", services.screen, 0)
    results = shown(services)
    update(services, 0.0)
    press(services, 3.0, "key:ENTER")
    assert services.screen is results
    services.devices.release(KEYBOARD, "key:W")
    update(services, 3.1)
    press(services, 3.2, "key:ENTER")
    assert services.screen is not results
    assert services.screen is not None and services.screen.name == "play"
    services.screen.close()


@pytest.mark.parametrize(("row", "question"), [(1, "restart"), (4, "quit")])
def test_restart_and_quit_ask_once_and_no_is_the_answer_of_haste(
    services: Services, row: int, question: str
) -> None:
    play = services.screen
    services.go_to("pause", play)
    pause = shown(services)
    pause.menu.selected = row
    press(services, 0.0, "key:ENTER")
    asked = shown(services)
    assert asked.name == "confirm" and asked.menu.selected == 0
    assert asked.menu.items[1].label == f"Yes, {question}"
    press(services, 0.1, "key:ENTER")
    assert services.screen is pause and services.exit_code is None
    press(services, 0.2, "key:ENTER")
    press(services, 0.3, "key:ESCAPE")
    assert services.screen is pause and services.exit_code is None
    press(services, 0.4, "key:ENTER")
    press(services, 0.5, "key:DOWN")
    press(services, 0.6, "key:ENTER")
    reached = services.screen
    assert reached is not None
    if question == "quit":
        assert services.exit_code == 0
    else:
        assert reached is not play and reached.name == "play"
    reached.close()


def test_back_from_a_question_keeps_the_game(services: Services) -> None:
    play = services.screen
    services.go_to("pause", play)
    pause = shown(services)
    pause.menu.selected = 1
    press(services, 0.0, "key:ENTER")
    confirm = shown(services)
    confirm.update(0.1, [Action.MENU_BACK])
    assert services.screen is pause
    update(services, 0.2)
    services.controls.press("key:ESCAPE")
    update(services, 0.3)
    assert services.screen is play
    assert play is not None
    play.close()
