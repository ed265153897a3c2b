"""Challenge codes on screen: typed or pasted, told what they are of, flown on their own seed."""

from dataclasses import replace
from typing import Any

import pytest

from arena.app.input.actions import Action
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.challenge import ChallengeScreen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Services
from arena.app.storage.challenges import code_of, code_of_score, describe, take_up
from arena.app.storage.levels import campaign_setup, load_level, load_world
from arena.cli import main
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.modes.daily import daily_setup
from arena.game.replays.challenge import ChallengeError
from arena.game.scoring.board import Board
from tests.app.fakes import press, screen_of


@pytest.fixture
def screen(services: Services) -> ChallengeScreen:
    services.go(ChallengeScreen(services, ModesScreen(services, TitleScreen(services))))
    return screen_of(services, ChallengeScreen)


@pytest.mark.parametrize(
    "setup",
    [
        Setup("endless", 4711, 1, "hard"),
        daily_setup("2026-02-28", 1, "easy"),
        campaign_setup(load_world(4), 12, 1, "normal"),
    ],
    ids=lambda setup: setup.mode,
)
def test_the_code_of_a_game_is_that_of_its_score_and_leads_back_to_it(setup: Setup) -> None:
    code = code_of(setup)
    assert code is not None and take_up(code) == setup
    board = MODES[setup.mode].board(setup)
    assert code_of_score(board, setup.seed) == code
    assert str(setup.seed) in describe(setup) or "2026-02-28" in describe(setup)
    assert setup.difficulty in describe(setup)


def test_a_level_of_ones_own_needs_its_file(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(load_world(2).text.replace("Rime", "Mine"), encoding="utf-8")
    file = load_level(path)
    code = code_of(campaign_setup(file, 3))
    assert code is not None
    with pytest.raises(ChallengeError, match="--level FILE"):
        take_up(code)
    assert take_up(code, level=file).level == file.text
    with pytest.raises(ChallengeError, match="leave the level file out"):
        take_up(code_of(Setup(seed=3)) or "", level=file)
    assert code_of_score(Board("campaign", level="Mine 00000000"), 3) is None


def test_a_pasted_code_is_told_and_flown_on_its_seed_however_often(
    services: Services, screen: ChallengeScreen
) -> None:
    setup = Setup("endless", 77, 1, "easy")
    code = code_of(setup)
    services.paste = lambda: f" {code} \n"
    press(services, "key:PASTE")
    assert screen.shown() == f"{code}_"
    press(services, "key:ENTER")
    for _ in range(2):
        play = screen_of(services, PlayScreen)
        assert (play.match.setup.seed, play.match.setup.difficulty) == (77, "easy")
        play.restart()
    later = replace(setup, seed=78)
    assert services.is_fixed(setup) and not services.is_fixed(later), "that has a seed of its own"


def test_a_wrong_letter_is_told_and_begins_nothing(services: Services, screen: ChallengeScreen) -> None:
    letters = (code_of(Setup("endless", 77)) or "").replace("-", "")
    wrong = letters[:3] + ("2" if letters[3] != "2" else "3") + letters[4:]
    press(services, *(f"key:{'_' if letter.isdigit() else ''}{letter}" for letter in wrong))
    assert screen.text == wrong
    press(services, "key:ENTER")
    assert services.screen is screen
    assert services.message == "A letter of the challenge code is wrong or missing"
    screen.update(0.0, [Action.MENU_BACK])
    assert isinstance(services.screen, ModesScreen)


def test_more_than_a_code_is_cut_off(services: Services, screen: ChallengeScreen) -> None:
    services.paste = lambda: "A" * 100_000
    press(services, "key:PASTE", "key:B", "key:SPACE")
    assert screen.text == "A" * screen.letters_max


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x"], "too short for a challenge code"),
        (["0823-K4K7-P7U"], "has no letter"),
        (["0823-K4K7-P78"], "a letter of the challenge code is wrong or missing"),
        (["0823-K4K7-P77", "--seed", "3"], "leave the flags that choose another one out"),
        (["0823-K4K7-P77", "--mode", "daily"], "leave the flags that choose another one out"),
        (["0823-K4K7-P77", "--invulnerable"], "leave the flags that choose another one out"),
        (["0823-K4K7-P77", "--ghost", "some.replay"], "leave the flags that choose another one out"),
        (["0823-K4K7-P77", "--level", "missing.toml"], "cannot read the level missing.toml"),
    ],
)
def test_the_command_line_refuses_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--challenge", *words]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


def test_the_command_line_flies_the_game_of_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(
        "arena.commands.window.open_window", lambda start, *_, **details: asked.update(details) or 0
    )
    code = code_of(Setup("endless", 77, 1, "hard"))
    assert main(["play", "--challenge", str(code), "--players", "3"]) == 0
    assert asked["game"] == Setup("endless", 77, 3, "hard") and asked["players"] == 3
