"""The real window, driven with real keys and a real mouse. Needs a display (`xvfb-run`) and xdotool."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.app.menus import results
from arena.app.menus.menu import ROW
from arena.app.screens import confirm, modes, pause, title
from arena.game.match import Match
from arena.game.replays.replay import read_replay
from tests.app.window.driver import COMPILE_SECONDS, HEIGHT, STALL_SECONDS, WIDTH, Driver, Status, xdotool

pytestmark = pytest.mark.window


def test_a_whole_game_with_keys_and_mouse(launch: Callable[..., Driver]) -> None:
    game = launch()
    began = game.begin()
    assert began["score"] == 0 and began["ships"][0]["alive"]

    xdotool("keydown", "w")
    game.wait("flight", lambda s: _distance(_place(s), _place(began)) > 3.0)
    xdotool("keyup", "w")

    _shoot_until_the_score_rises(game)

    game.key("Escape")
    paused = game.wait_for_screen("pause")
    later = game.wait("frames while paused", lambda s: s["frames"] > paused["frames"] + 5)
    assert later["tick"] == paused["tick"]

    game.key("Escape")
    game.wait("ticks after resuming", lambda s: s["screen"] == "play" and s["tick"] > paused["tick"] + 5)

    game.key("Escape")
    game.wait_for_screen("pause")
    game.key("Up")
    game.wait("Quit selected", lambda s: s["item"] == "Quit")
    game.key("Return")
    game.wait("a question", lambda s: s["screen"] == "confirm" and s["item"].startswith("No"))
    game.key("Return")
    game.wait_for_screen("pause")
    game.key("Return")
    game.wait_for_screen("confirm")
    game.key("Down")
    game.wait("yes", lambda s: s["item"] == "Yes, quit")
    game.key("Return")
    assert game.exit_code() == 0


SHOOTING_STEPS = 450
"""Of 12 ticks each: 90 s of play, which nobody survives without a hit."""


def _shoot_until_the_score_rises(game: Driver) -> None:
    """Turn round and round with the button held; rocks and drones come close enough by themselves."""
    middle_x, middle_y, reach = WIDTH // 2, HEIGHT // 2, HEIGHT // 4
    places = [
        (reach, 0),
        (reach, -reach),
        (0, -reach),
        (-reach, -reach),
        (-reach, 0),
        (-reach, reach),
        (0, reach),
    ]
    xdotool("mousemove", str(middle_x + reach), str(middle_y))  # a press outside the window fires nothing
    xdotool("mousedown", "1")
    for step in range(SHOOTING_STEPS):
        if game.status()["score"] > 0:
            break
        x, y = places[step % len(places)]
        xdotool("mousemove", str(middle_x + x), str(middle_y + y))
        tick = game.status()["tick"]
        game.wait("ticks while shooting", lambda s, tick=tick: s["tick"] > tick + 12 or s["screen"] != "play")
    xdotool("mouseup", "1")
    assert game.status()["score"] > 0


def test_the_mouse_alone_reaches_everything(launch: Callable[..., Driver]) -> None:
    game = launch()
    width = 1080.0 * WIDTH / HEIGHT

    def title_row(row: int) -> tuple[float, float]:
        return 300.0, title.TOP - (row + 0.5) * ROW

    game.click(*title_row(5))
    game.wait_for_screen("settings")
    game.click(20.0, 20.0, button=3)
    game.wait_for_screen("title")
    game.click(*title_row(6))
    game.wait_for_screen("credits")
    game.click(20.0, 20.0, button=3)
    game.wait_for_screen("title")
    game.click(*title_row(3))
    game.wait_for_screen("demo")
    game.click(10.0, 10.0)
    game.wait_for_screen("title")
    game.click(*title_row(0))
    game.wait_for_screen("modes")
    game.click(300.0, modes.TOP - 4.5 * ROW)
    game.wait_for_screen("practice")
    game.click(20.0, 20.0, button=3)
    game.wait_for_screen("modes")
    game.click(300.0, modes.TOP - 1.5 * ROW)
    game.wait_for_screen("play")
    game.click(width / 2, 540.0, button=2)
    game.wait_for_screen("pause")
    game.click(width / 2, pause.TOP - 3.5 * ROW)
    game.wait_for_screen("confirm")
    game.click(width / 2, confirm.TOP - 1.5 * ROW)
    game.wait_for_screen("title")
    game.click(*title_row(7))
    assert game.exit_code() == 0


def test_a_replay_is_found_watched_and_taken_over_by_keys(
    launch: Callable[..., Driver], tmp_path: Path
) -> None:
    recorded = tmp_path / "data" / "arena" / "replays" / "game.replay"
    recorded.parent.mkdir(parents=True)
    with Match(seed=5, workers=1, record=recorded) as match:
        for _ in range(900):
            match.tick()
    game = launch()
    for _ in range(2):
        game.key("Down")
    game.wait("replays", lambda s: s["item"] == "Replays")
    game.key("Return")
    game.wait("the recording", lambda s: s["screen"] == "replays" and s["rows"] == 1)
    game.key("Return")
    game.wait("all of it", lambda s: s["screen"] == "replay" and s["known"] == 900)
    game.key("Return")
    game.wait("pause", lambda s: s["paused"])
    for key, moved in (("Right", 1), ("Right", 1), ("Left", -1)):
        before = game.status()["tick"]
        game.key(key)
        game.wait("a step", lambda s, tick=before + moved: s["tick"] == tick)
    game.key("e")
    game.wait("the end", lambda s: s["tick"] == 900)
    game.key("q")
    game.wait("a leap back", lambda s: s["tick"] == 0)
    game.key("f")
    game.wait("play", lambda s: s["screen"] == "take over" and s["tick"] > 5)
    game.key("Escape")
    game.wait_for_screen("pause")
    game.key("Down")
    game.wait("back", lambda s: s["item"] == "Back to the replay")
    game.key("Return")
    game.wait("the replay as it was", lambda s: s["screen"] == "replay" and s["tick"] == 0)
    game.key("Escape")
    game.wait_for_screen("replays")
    game.key("Escape")
    game.wait_for_screen("title")


def test_losing_the_focus_pauses_and_lets_go_of_keys(launch: Callable[..., Driver]) -> None:
    game = launch("play")
    xdotool("keydown", "w")
    game.wait("flight", lambda s: s["tick"] > 5)
    xdotool("mousemove", "5", "5")
    root = subprocess.run(
        ["xdotool", "search", "--maxdepth", "0", ""], capture_output=True, text=True, check=True
    )
    xdotool("windowfocus", root.stdout.split()[0])
    game.wait_for_screen("pause")
    xdotool("keyup", "w")


VIEWS = ["grid cells", "neighbour pairs", "navigation", "steering", "live regions"]


@pytest.mark.parametrize("start", ["play", "demo", "stress"])
def test_each_debug_view_has_its_key_on_every_screen(drive: Callable[..., Driver], start: str) -> None:
    first = "title" if start == "play" else start  # a game that gains the focus late starts paused
    game = drive(f"start={first!r}, seed=3")
    game.wait_for_screen(first, COMPILE_SECONDS)
    game.focus()
    if first == "title":
        game.begin()
    for count, key in enumerate(("F4", "F5", "F6", "F7", "F8"), 1):
        game.key(key)
        game.wait(f"{VIEWS[count - 1]} on", lambda s, n=count: s["debug_views"] == sorted(VIEWS[:n]))
    game.key("F3")
    shown = game.wait_for_screen(start)
    assert 10 < shown["draw_calls"] <= 30
    game.key("F5")
    game.wait("one view off again", lambda s: s["debug_views"] == sorted(set(VIEWS) - {"neighbour pairs"}))


@pytest.mark.usefixtures("heed_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_the_game_cleanly(launch: Callable[..., Driver], number: signal.Signals) -> None:
    game = launch("play")
    game.wait("a second of play", lambda s: s["tick"] > 60)
    game.process.send_signal(number)
    assert game.exit_code() == 128 + number
    (recording,) = (game.folder / "data" / "arena" / "replays").iterdir()
    replay = read_replay(recording)
    assert replay.ticks > 60 and not replay.truncated


@pytest.mark.usefixtures("heed_signals")
def test_a_signal_does_not_wait_for_the_compiler(drive: Callable[..., Driver], tmp_path: Path) -> None:
    game = drive(cache=tmp_path / "cold")
    game.wait_for_screen("loading")
    game.process.send_signal(signal.SIGTERM)
    assert game.exit_code() == 128 + signal.SIGTERM


@pytest.mark.slow
def test_the_end_of_the_last_life_shows_the_results(drive: Callable[..., Driver]) -> None:
    game = drive("start='play', difficulty='hard', seed=7")
    game.wait_for_screen("play", COMPILE_SECONDS)
    status = game.wait_for_screen("game over", 600.0)
    game.focus()
    assert status["phase"] == "over" and status["lives"] == 0
    game.wait("the menu", lambda s: not s["locked"])
    width = 1080.0 * WIDTH / HEIGHT
    left, column, _, _ = results.columns(width)
    items = 5  # once more, a name for the table, the table, a challenge, and to the title
    top = 1080.0 - results.MENU - results.STEPS_MENU * results.step_of(1080.0, items * ROW)
    game.click(left + column / 2, top - 0.5 * ROW)
    again = game.wait_for_screen("play")
    assert again["score"] == 0 and again["lives"] > 0


NEVER_OVER = "from arena.game.match import Match; Match.over = property(lambda m: False)"
"""The match goes on without ships: nobody flies them, and the server may take F11 only after a minute."""


def test_fullscreen_does_not_pause_a_game(drive: Callable[..., Driver]) -> None:
    game = drive("seed=3", prelude=NEVER_OVER)
    game.wait_for_screen("title", COMPILE_SECONDS)
    # The keyboard follows the pointer here, so that the new window loses the focus and has it again.
    xdotool("mousemove", str(WIDTH // 2), str(HEIGHT // 2))
    game.begin()
    for fullscreen in (True, False):
        seen = game.toggle_fullscreen(lambda s, f=fullscreen: s["fullscreen"] is f, focus=False)
        later = game.wait(
            "two seconds", lambda s, t=seen["tick"]: s["tick"] > t + 120 or s["screen"] != "play"
        )
        assert later["screen"] == "play"


SOON_OVER = "from arena.game.match import Match; Match.over = property(lambda m: m.world.tick > 90)"
"""The match counts as lost after a second and a half; the end of a real one takes minutes."""


def test_flying_keys_choose_nothing_when_the_game_is_over(drive: Callable[..., Driver]) -> None:
    game = drive("seed=3", prelude=SOON_OVER)
    game.wait_for_screen("title", COMPILE_SECONDS)
    game.focus()
    game.begin()
    xdotool("keydown", "w", "keydown", "space")
    seen = game.wait_for_screen("game over")
    assert seen["locked"]
    xdotool("click", "3")
    game.key("Escape")
    later = game.wait("a second later", lambda s: s["tick"] > seen["tick"] + 70)
    assert later["screen"] == "game over" and later["locked"]  # for W and space are still held
    xdotool("keyup", "w", "keyup", "space")
    ready = game.wait("the menu", lambda s: not s["locked"])
    assert (ready["screen"], ready["item"]) == ("game over", "Fly again")
    game.key("Return")
    game.wait_for_screen("play")


def test_without_a_display_there_is_one_clear_line(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment["HOME"] = str(tmp_path)
    code = (
        "from arena.app.main import run_window, WindowError\n"
        "try:\n    run_window()\n"
        "except WindowError as error:\n    print(error.exit_code, error)"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=STALL_SECONDS, check=False
    )
    assert run.stdout.startswith("1 no window can be opened here"), run.stdout + run.stderr
    assert run.stdout.count("\n") == 1


def _place(status: Status) -> list[float]:
    (ship,) = status["ships"]
    return ship["position"]


def _distance(a: list[float], b: list[float]) -> float:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5


def test_who_never_flew_is_taught_first_and_may_skip_that_for_ever(drive: Callable[..., Driver]) -> None:
    game = drive("seed=3", newcomer=True)
    game.wait_for_screen("title", COMPILE_SECONDS)
    game.focus()
    taught = game.begin()
    assert taught["score"] is None and taught["wave"] == 0
    xdotool("keydown", "w")
    game.wait("the next lesson", lambda s: s["wave"] == 1)
    xdotool("keyup", "w")
    game.key("Escape")
    game.wait_for_screen("pause")
    game.key("Down")
    game.wait("skip", lambda s: s["item"] == "Skip the lessons")
    game.key("Return")
    game.wait("the game that was chosen", lambda s: s["screen"] == "play" and s["score"] is not None)
    game.key("Escape")
    game.wait_for_screen("pause")
    game.stop()
    settings = game.folder / "config" / "arena" / "settings.toml"
    assert "lessons_done = true" in settings.read_text(encoding="utf-8")


def test_practice_turns_back_time_while_the_key_is_held(launch: Callable[..., Driver]) -> None:
    game = launch()
    game.key("Return")
    game.wait_for_screen("modes")
    for _ in range(4):
        game.key("Down")
    game.wait("practice", lambda s: s["item"] == "Practice")
    game.key("Return")
    game.wait_for_screen("practice")
    game.key("Down")
    game.key("Right")
    game.wait("wave 2", lambda s: s["wave"] == 2)
    game.key("Up")
    game.key("Return")
    game.wait_for_screen("play")
    first = game.wait("three seconds", lambda s: s["tick"] > 180)
    assert first["wave"] == 2
    xdotool("keydown", "r")
    back = game.wait("the past", lambda s: s["tick"] < 60)
    xdotool("keyup", "r")
    assert back["rewinds"] == 1
    game.wait("time to go on", lambda s: s["tick"] > 90)
    game.key("t")
    game.wait("slow motion", lambda s: s["rate"] < 1.0)
