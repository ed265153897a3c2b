"""A whole evening in the real window, with real keys: every screen is visited, nothing is brought about."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.app.storage.challenges import code_of, take_up
from arena.game.replays.replay import read_replay
from tests.app.window.driver import Driver
from tests.app.window.test_window_settings import back, choose, select, start

pytestmark = [pytest.mark.window, pytest.mark.slow]

STEPS = ("piece", "chosen", "focused_panel")
"""What goes, one after another, as escape leads out of the editor: thing in hand, choice, planet."""
LOST_SECONDS = 300.0
"""In which a game is lost by somebody who does nothing; about twenty of play."""


def test_every_screen_with_the_keys_of_a_keyboard(drive: Callable[..., Driver]) -> None:
    game = start(drive)
    read_pages(game)
    fly_a_level_of_ones_own(game)
    replay = lose_and_sign(game)
    watch_and_take_over(game)
    take_up_the_challenge(game, replay)
    choose(game, "Leave to title", "confirm")
    choose(game, "Yes, leave", "title")
    select(game, "Quit")
    game.key("Return")
    assert game.exit_code() == 0


def read_pages(game: Driver) -> None:
    for label, screen in (
        ("Scores", "tables"), ("Replays", "replays"), ("Who is who", "guide"), ("Credits", "credits"),
    ):  # fmt: skip
        choose(game, label, screen)
        back(game, "title")
    choose(game, "Watch the demo", "demo")
    back(game, "title")
    choose(game, "Play", "modes")
    for label, screen in (("Campaign", "campaign"), ("Practice", "practice")):
        choose(game, label, screen)
        back(game, "modes")
    back(game, "title")


def fly_a_level_of_ones_own(game: Driver) -> None:
    choose(game, "Play", "modes")
    choose(game, "Editor", "editor")
    game.key("e")
    game.wait("a rock in hand", lambda s: s["piece"] == "rock")
    game.key("Return")
    game.wait("a rock", lambda s: s["things"] == ["rock asteroid"])
    game.key("F9")
    begun = game.wait_for_screen("sandbox")
    game.wait("ticks", lambda s: s["tick"] > begun["tick"] + 10)
    game.key("Escape")
    game.wait_for_screen("pause")
    choose(game, "Back to the editor", "editor")
    while not (before := game.status())["focused_panel"]:  # escape goes back one step
        game.key("Escape")
        game.wait("a step back", lambda s, b=before: any(s[part] != b[part] for part in STEPS))
    for _ in range(40):
        if game.status()["row"] == "leave the editor":
            break
        before = game.status()["row"]
        game.key("Down")
        game.wait("the next row", lambda s, before=before: s["row"] != before)
    game.key("Return")
    game.wait("the question", lambda s: "not saved" in s["message"])
    game.key("Return")
    game.wait_for_screen("title")


def lose_and_sign(game: Driver) -> Path:
    """Wait for the end of a game; returns its recording."""
    choose(game, "Play", "modes")
    choose(game, "Endless", "play")
    game.wait_for_screen("game over", LOST_SECONDS)
    game.wait("the menu", lambda s: not s["locked"])
    choose(game, "Name", "sign")
    for number, letter in enumerate("zoe", 1):
        game.key(letter)
        game.wait("the letter", lambda s, number=number: len(s["text"]) == number)
    game.key("Return")
    game.wait_for_screen("game over")
    [replay] = (game.folder / "data" / "arena" / "replays").glob("*.replay")
    select(game, "Challenge")
    game.key("Return")
    code = code_of(read_replay(replay).header.setup)
    game.wait("the code", lambda s: s["message"].startswith(f"Copied: {code}."))
    return replay


def watch_and_take_over(game: Driver) -> None:
    choose(game, "Scores", "tables")
    game.wait("the row", lambda s: "ZOE" in s["item"])
    game.key("Return")
    game.wait_for_screen("replay")
    game.wait("the replay to play", lambda s: s["tick"] > 30)
    game.key("f")
    taken = game.wait_for_screen("take over")
    game.wait("ticks of one's own", lambda s: s["tick"] > taken["tick"] + 10)
    game.key("Escape")
    game.wait_for_screen("pause")
    choose(game, "Back to the replay", "replay")
    back(game, "tables")
    back(game, "game over")
    choose(game, "To title", "title")


def take_up_the_challenge(game: Driver, replay: Path) -> None:
    """Paste the code that was copied at the end of the game, and fly that game once more."""
    choose(game, "Play", "modes")
    choose(game, "Challenge code", "challenge")
    game.key("ctrl+v")
    text = game.wait("the code", lambda s: len(s["text"]) > 8)["text"]
    assert take_up(text).seed == read_replay(replay).header.setup.seed
    game.key("Return")
    game.wait("flight", lambda s: s["screen"] == "play" and s["tick"] > 5)
    game.key("Escape")
    game.wait_for_screen("pause")
