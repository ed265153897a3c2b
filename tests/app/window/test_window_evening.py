"""A whole evening in the real window, with real keys: every screen is visited, nothing is brought about."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.app.editor import topbar
from arena.app.editor.layout import lay_out
from arena.app.screens.replay import LEAP_SECONDS
from arena.app.storage.challenges import code_of, take_up
from arena.app.storage.levels import load_level
from arena.game.replays.replay import read_replay
from arena.tuning import TICK_RATE
from tests.app.window.driver import HEIGHT, WIDTH, Driver

pytestmark = [pytest.mark.window, pytest.mark.slow]

ACROSS, PIXEL = 1080.0 * WIDTH / HEIGHT, HEIGHT / 1080.0
"""Width of the editor's picture [virtual px], and its virtual pixel [px]."""
STEPS = ("piece", "chosen", "focused_panel")
"""Status fields that clear one by one as escape leads out of the editor: thing in hand, choice, planet."""
LOST_SECONDS = 300.0
"""Time in which an idle player loses a game; about twenty of play."""


def test_every_screen_with_the_keys_of_a_keyboard(launch: Callable[..., Driver]) -> None:
    game = launch()
    read_pages(game)
    build_a_level_and_fly_it(game)
    replay = lose_and_sign(game)
    watch_and_take_over(game, replay)
    fly_again(game)
    take_up_the_challenge(game, replay)
    game.select("Quit")
    game.key("Return")
    assert game.exit_code() == 0


def read_pages(game: Driver) -> None:
    for label, screen in (
        ("Scores", "tables"), ("Replays", "replays"), ("Who is who", "guide"), ("Credits", "credits"),
        ("Watch the demo", "demo"),
    ):  # fmt: skip
        game.choose(label, screen)
        game.back("title")
    game.choose("Play", "modes")
    for label, screen in (("Campaign", "campaign"), ("Practice", "practice")):
        game.choose(label, screen)
        game.back("modes")
    game.back("title")


def build_a_level_and_fly_it(game: Driver) -> None:
    """With keys and mouse; it is saved, changed outside, flown twice, and left with changes."""
    game.choose("Play", "modes")
    game.choose("Editor", "editor")
    game.key("e")
    game.wait("a rock in hand", lambda s: s["piece"] == "rock")
    game.key("Return")
    game.wait("a rock", lambda s: s["things"] == ["rock asteroid"])
    game.hold("d")
    game.wait("the cursor to move", lambda s: s["cursor"][0] > 0.25)
    game.let_go("d")
    game.key("Return")
    game.wait("another rock", lambda s: len(s["things"]) == 2)
    game.key("e")
    game.wait("ice in hand", lambda s: s["piece"] == "ice")
    game.click(ACROSS * 0.42 * PIXEL, 480.0 * PIXEL)
    game.wait("ice where the mouse is", lambda s: s["things"][-1] == "ice asteroid")
    box = dict(topbar.boxes(lay_out(ACROSS, 1080.0).bar))["save"]
    game.click((box.x + box.width / 2) * PIXEL, (box.y + box.height / 2) * PIXEL)
    game.wait("a saved level", lambda s: not s["changed"] and s["file"])
    path = game.folder / "data" / "arena" / "levels" / "new-level.toml"
    game.wait("its file", lambda _: path.exists())
    assert len(load_level(path).level.asteroid) == 3

    path.write_text(path.read_text().replace('name = "New level"', 'name = "From outside"'))
    game.wait("the edit", lambda s: s["level"] == "From outside")
    game.key("F9")
    game.wait_for_screen("sandbox")
    game.wait_for_ticks(10)
    game.key("F9")
    back = game.wait_for_screen("editor")
    assert len(back["things"]) == 3 and back["level"] == "From outside"
    game.key("Return")
    game.wait("a change", lambda s: s["changed"])
    game.key("F9")
    game.wait_for_screen("sandbox")
    game.back("pause")
    game.choose("Back to the editor", "editor")
    while not (before := game.status())["focused_panel"]:  # escape goes back one step
        game.key("Escape")
        game.wait("a step back", lambda s, b=before: any(s[part] != b[part] for part in STEPS))
    for _ in range(40):
        if (row := game.status()["row"]) == "leave the editor":
            break
        game.key("Down")
        game.wait("the next row", lambda s, before=row: s["row"] != before)
    game.key("Return")
    game.wait("the question", lambda s: "not saved" in s["message"])
    game.key("Return")
    game.wait_for_screen("title")


def lose_and_sign(game: Driver) -> Path:
    """Wait for the end of a game; returns its recording."""
    game.choose("Play", "modes")
    game.choose("Endless", "play")
    game.hold("space")  # who does nothing earns nothing, and signs no result
    status = game.wait_for_screen("game over", LOST_SECONDS)
    game.let_go("space")
    assert status["phase"] == "over" and status["lives"] == 0
    game.wait("the menu", lambda s: not s["locked"])
    game.choose("Name", "sign")
    for number, letter in enumerate("zoe", 1):
        game.key(letter)
        game.wait("the letter", lambda s, number=number: len(s["text"]) == number)
    game.key("Return")
    game.wait_for_screen("game over")
    (replay,) = game.replays
    game.select("Challenge")
    game.key("Return")
    code = code_of(read_replay(replay).header.setup)
    game.wait("the code", lambda s: s["message"].startswith(f"Copied: {code}."))
    return replay


def watch_and_take_over(game: Driver, replay: Path) -> None:
    """From the row of the table; paused, stepped, leapt through, taken over, and as it was after that."""
    end, leap = read_replay(replay).ticks, LEAP_SECONDS * TICK_RATE
    game.choose("Scores", "tables")
    game.wait("the row", lambda s: "ZOE" in s["item"])
    game.key("Return")
    game.wait_for_screen("replay")
    game.wait("all of it", lambda s: s["known"] == end and s["tick"] > 30)
    game.key("Return")
    at = game.wait("a pause", lambda s: s["paused"])["tick"]
    there, back = min(end, at + 1 + leap), max(0, min(end, at + 1 + leap) - leap)
    for key, tick in (
        ("Right", at + 1), ("Right", at + 2), ("Left", at + 1), ("e", there), ("q", back),
    ):  # fmt: skip
        game.key(key)
        game.wait(f"tick {tick}", lambda s, tick=tick: s["tick"] == tick)
    game.key("f")
    game.wait("play", lambda s: s["screen"] == "take over" and s["tick"] > back + 10)
    game.back("pause")
    game.choose("Back to the replay", "replay")
    game.wait("the replay as it was", lambda s: s["tick"] == back)
    game.back("tables", "game over")


def fly_again(game: Driver) -> None:
    """By a click upon the results; then the recording is in its list."""
    game.click_row("Fly again")
    again = game.wait_for_screen("play")
    assert again["score"] == 0 and again["lives"] > 0
    game.back("pause")
    game.leave()
    game.choose("Replays", "replays")
    game.wait("the recordings", lambda s: s["rows"] == len(game.replays) > 0)
    game.back("title")


def take_up_the_challenge(game: Driver, replay: Path) -> None:
    """Paste the code that was copied at the end of the game, and fly that game once more."""
    game.choose("Play", "modes")
    game.choose("Challenge code", "challenge")
    game.key("ctrl+v")
    text = game.wait("the code", lambda s: len(s["text"]) > 8)["text"]
    assert take_up(text).seed == read_replay(replay).header.setup.seed
    game.key("Return")
    game.wait("flight", lambda s: s["screen"] == "play" and s["tick"] > 5)
    game.back("pause")
    game.leave()
