"""The real window, driven with real keys and a real mouse. Needs a display (`xvfb-run`) and xdotool."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.window.driver import HEIGHT, STALL_SECONDS, VIEWS, WIDTH, Driver, Status, xdotool

pytestmark = pytest.mark.window


def test_who_never_flew_is_taught_practises_and_plays_with_the_mouse_and_with_keys(
    launch: Callable[..., Driver],
) -> None:
    game = launch("seed=3", newcomer=True)
    be_taught(game)
    practise(game)
    reach_everything_by_mouse(game)
    began = game.begin()
    assert began["score"] == 0 and began["ships"][0]["alive"]
    assert 10 < began["draw_calls"] <= 30 and began["debug_views"] == sorted(VIEWS)
    game.key("F5")
    game.wait("one view off again", lambda s: s["debug_views"] == sorted(set(VIEWS) - {"neighbour pairs"}))

    game.hold("w")
    game.wait("flight", lambda s: _distance(_place(s), _place(began)) > 3.0)
    game.let_go("w")
    _shoot_until_the_score_rises(game)

    paused = game.back("pause")
    later = game.wait("frames while paused", lambda s: s["frames"] > paused["frames"] + 5)
    assert later["tick"] == paused["tick"]
    game.back("play")
    game.wait("ticks after resuming", lambda s: s["tick"] > paused["tick"] + 5)

    game.back("pause")
    game.key("Up")
    game.wait("Quit selected", lambda s: s["item"] == "Quit")
    game.key("Return")
    game.wait("a question", lambda s: s["screen"] == "confirm" and s["item"].startswith("No"))
    game.key("Return")
    game.wait_for_screen("pause")
    game.choose("Quit", "confirm")
    game.select("Yes, quit")
    game.key("Return")
    assert game.exit_code() == 0


def be_taught(game: Driver) -> None:
    """Fly the first lesson and skip the others, for ever."""
    taught = game.begin()
    assert taught["score"] is None and taught["wave"] == 0
    game.hold("w")
    game.wait("the next lesson", lambda s: s["wave"] == 1)
    game.let_go("w")
    game.back("pause")
    game.select("Skip the lessons")
    game.key("Return")
    game.wait("the game that was chosen", lambda s: s["screen"] == "play" and s["score"] is not None)
    game.back("pause")
    game.leave()
    settings = game.folder / "config" / "arena" / "settings.toml"
    game.wait("the settings", lambda _: settings.exists() and "lessons_done = true" in settings.read_text())


def practise(game: Driver) -> None:
    """Choose a wave, go back in time, and slow it down."""
    game.choose("Play", "modes")
    game.choose("Practice", "practice")
    game.key("Down")
    game.key("Right")
    game.wait("wave 2", lambda s: s["wave"] == 2)
    game.key("Up")
    game.key("Return")
    game.wait_for_screen("play")
    first = game.wait("three seconds", lambda s: s["tick"] > 180)
    assert first["wave"] == 2
    game.hold("r")
    back = game.wait("the past", lambda s: s["tick"] < 60)
    game.let_go("r")
    assert back["rewinds"] == 1
    game.wait("time to go on", lambda s: s["tick"] > 90)
    game.key("t")
    game.wait("slow motion", lambda s: s["rate"] < 1.0)
    game.back("pause")
    game.leave()


def reach_everything_by_mouse(game: Driver) -> None:
    """From the title to every sort of screen and back; the debug views are switched on in the demo."""

    def take(label: str, screen: str) -> None:
        game.click_row(label)
        game.wait_for_screen(screen)

    def click(screen: str, button: int = 1) -> None:
        game.click(WIDTH / 2, 5.0, button)
        game.wait_for_screen(screen)

    for label, screen in (("Settings", "settings"), ("Credits", "credits")):
        take(label, screen)
        click("title", button=3)
    take("Watch the demo", "demo")
    game.switch_views_on()
    click("title")
    take("Play", "modes")
    take("Practice", "practice")
    click("modes", button=3)
    take("Endless", "play")
    click("pause", button=2)
    take("Leave to title", "confirm")
    take("Yes, leave", "title")


SHOOTING_STEPS = 450
"""Of 12 ticks each: 90 s of play, which nobody survives without a hit."""


def _shoot_until_the_score_rises(game: Driver) -> None:
    """Turn round and round with the button held; rocks and drones come close enough by themselves."""
    middle_x, middle_y, reach = WIDTH // 2, HEIGHT // 2, HEIGHT // 4
    places = [(1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)]
    game.move(middle_x + reach, middle_y)  # a press outside the window fires nothing
    xdotool("mousedown", "1")
    for step in range(SHOOTING_STEPS):
        if game.status()["score"] > 0:
            break
        x, y = places[step % len(places)]
        game.move(middle_x + x * reach, middle_y + y * reach)
        tick = game.status()["tick"]
        game.wait("ticks while shooting", lambda s, tick=tick: s["tick"] > tick + 12 or s["screen"] != "play")
    xdotool("mouseup", "1")
    assert game.status()["score"] > 0


@pytest.mark.usefixtures("heed_signals")
def test_fullscreen_and_a_signal_do_not_wait_for_the_compiler(
    drive: Callable[..., Driver], tmp_path: Path
) -> None:
    game = drive(cache=tmp_path / "cold")
    game.wait_for_screen("loading")
    for fullscreen in (True, False):
        seen = game.toggle_fullscreen(lambda s, f=fullscreen: s["fullscreen"] is f)
        assert seen["screen"] == "loading"
    game.process.send_signal(signal.SIGTERM)
    assert game.exit_code() == 128 + signal.SIGTERM


@pytest.mark.usefixtures("heed_signals")
def test_fullscreen_pauses_nothing_keys_of_flight_choose_nothing_and_a_signal_ends_it_cleanly(
    launch: Callable[..., Driver], tmp_path: Path
) -> None:
    """A match goes on without ships, for the server may take F11 only after a minute; while a file exists,
    it counts as lost after a second and a half.
    """
    lost = tmp_path / "lost"
    over = f"Path({str(lost)!r}).exists() and m.world.tick > 90"
    game = launch(
        "seed=3",
        prelude="from pathlib import Path; from arena.game.match import Match\n"
        f"Match.over = property(lambda m: {over})",
    )
    # The keyboard follows the pointer here, so that the new window loses the focus and has it again.
    game.move(WIDTH - 40, HEIGHT // 2)  # beside the menu
    game.begin()
    for fullscreen in (True, False):
        seen = game.toggle_fullscreen(lambda s, f=fullscreen: s["fullscreen"] is f, focus=False)
        later = game.wait(
            "two seconds", lambda s, t=seen["tick"]: s["tick"] > t + 120 or s["screen"] != "play"
        )
        assert later["screen"] == "play"

    lost.touch()
    game.focus()
    game.hold("w", "space")
    seen = game.wait_for_screen("game over")
    assert seen["locked"]
    xdotool("click", "3")
    game.key("Escape")
    later = game.wait("a second later", lambda s: s["tick"] > seen["tick"] + 70)
    assert later["screen"] == "game over" and later["locked"]  # for W and space are still held
    game.let_go("w", "space")
    ready = game.wait("the menu", lambda s: not s["locked"])
    assert (ready["screen"], ready["item"]) == ("game over", "Fly again")
    lost.unlink()
    game.key("Return")
    game.wait("another game", lambda s: s["screen"] == "play" and s["tick"] > 90)
    game.end_by(signal.SIGTERM)


HIDDEN = ("DISPLAY", "WAYLAND_DISPLAY")
ODD_PLACES: dict[str, dict[str, str]] = {
    "no display": {},
    "an older OpenGL": {name: os.environ[name] for name in HIDDEN if name in os.environ}
    | {"MESA_GL_VERSION_OVERRIDE": "3.2"},
}
"""Variables by what a machine lacks."""


@pytest.mark.parametrize("variables", ODD_PLACES.values(), ids=ODD_PLACES.keys())
def test_where_no_window_opens_there_is_one_clear_line(tmp_path: Path, variables: dict[str, str]) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    code = (
        "from arena.app.main import run_window, WindowError\n"
        "try:\n    run_window()\n"
        "except WindowError as error:\n    print(error.exit_code, error)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment | variables | {"HOME": str(tmp_path)},
        timeout=STALL_SECONDS, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.stdout.startswith("1 no window with OpenGL 3.3 can be opened here: "), run.stdout + run.stderr
    assert run.stdout.endswith("; try: arena demo --headless\n") and run.stdout.count("\n") == 1


def _place(status: Status) -> list[float]:
    (ship,) = status["ships"]
    return ship["position"]


def _distance(a: list[float], b: list[float]) -> float:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
