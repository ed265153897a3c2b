"""The real window, driven with real keys and a real mouse. Needs a display (`xvfb-run`) and xdotool.

Nothing here sleeps for a fixed time and hopes: each step waits until the window's status file says that it
happened.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from arena.app.menu import ROW
from arena.app.screens import game_over, pause, title
from arena.game.replay import read_replay

pytestmark = pytest.mark.window

WIDTH, HEIGHT = 960, 540
COMPILE_SECONDS = 400.0
"""Longest wait for the first title: on a cold cache every kernel is compiled behind it."""

STEP_SECONDS = 90.0
POLL_SECONDS = 0.05

Status = dict[str, Any]


class Driver:
    """One running game and the hands of its player."""

    def __init__(self, folder: Path, details: str = "", cache: Path | None = None) -> None:
        """Start a game; `details` are more arguments of `run_window`, `cache` another place for kernels."""
        self.folder = folder
        self._status = folder / "status.json"
        self._log = folder / "output.txt"
        shared = os.environ.get("ARENA_CACHE_DIR") or platformdirs.user_cache_dir("arena", appauthor=False)
        home = {"HOME": folder, "XDG_CONFIG_HOME": folder / "config", "XDG_DATA_HOME": folder / "data"}
        own = {
            "ARENA_STATUS": self._status,
            "ARENA_CACHE_DIR": cache or shared,
            "ALSOFT_DRIVERS": "null",
            **home,
        }
        environment = os.environ | {name: str(value) for name, value in own.items()}
        with self._log.open("wb") as log:
            code = "import sys; from arena.app.main import run_window; sys.exit(run_window({}))"
            call = f"size=({WIDTH}, {HEIGHT}), quality='low', fullscreen=False, {details}"
            self.process = subprocess.Popen(
                [sys.executable, "-c", code.format(call)],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def status(self) -> Status:
        """What the window said last; empty before it said anything."""
        try:
            return json.loads(self._status.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def wait(self, what: str, reached: Callable[[Status], bool], seconds: float = STEP_SECONDS) -> Status:
        """Poll until `reached` holds; fail with what the window said and printed."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            status = self.status()
            if status and reached(status):
                return status
            if self.process.poll() is not None:
                pytest.fail(f"the game ended ({self.process.returncode}) before {what}\n{self._output()}")
            time.sleep(POLL_SECONDS)
        pytest.fail(f"no {what} within {seconds:.0f} s; status {self.status()}\n{self._output()}")

    def wait_for_screen(self, name: str, seconds: float = STEP_SECONDS) -> Status:
        """Poll until a screen is shown and has been drawn."""
        first = self.wait(f"screen {name!r}", lambda s: s["screen"] == name, seconds)["frames"]
        return self.wait("frames", lambda s: s["frames"] > first + 1)

    def focus(self) -> None:
        """Give the window the keyboard, as a window manager would."""
        _xdotool("search", "--sync", "--onlyvisible", "--name", "^Arena$", "windowfocus", "--sync")

    def key(self, name: str) -> None:
        """Press and release a key."""
        _xdotool("key", name)

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Click at a place given in virtual pixels, origin bottom-left."""
        scale = HEIGHT / 1080.0
        _xdotool("mousemove", str(round(x * scale)), str(round(HEIGHT - y * scale)), "click", str(button))

    def exit_code(self) -> int:
        """Wait for the end."""
        return self.process.wait(STEP_SECONDS)

    def stop(self) -> None:
        """End the game, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _output(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")[-3000:]


def _xdotool(*arguments: str) -> None:
    subprocess.run(["xdotool", *arguments], check=True, timeout=60, stdout=subprocess.DEVNULL)


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    """Start a game and wait for nothing; it is ended with the test."""
    if not os.environ.get("DISPLAY"):
        pytest.fail("window tests need a display; run them as: xvfb-run -a python -m pytest -m window")
    if shutil.which("xdotool") is None:
        pytest.fail("window tests need xdotool")
    drivers: list[Driver] = []

    def start(details: str = "", cache: Path | None = None) -> Driver:
        drivers.append(Driver(tmp_path, details, cache))
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.stop()


@pytest.fixture
def launch(drive: Callable[..., Driver]) -> Callable[..., Driver]:
    """Start a game, wait for its title, and go on to `screen`."""

    def start(screen: str = "title") -> Driver:
        driver = drive()
        driver.wait_for_screen("title", COMPILE_SECONDS)
        driver.focus()
        if screen == "play":
            driver.key("Return")
            driver.wait_for_screen("play")
        return driver

    return start


def test_a_whole_game_with_keys_and_mouse(launch: Callable[..., Driver]) -> None:
    game = launch()
    game.key("Return")
    began = game.wait_for_screen("play")
    assert began["score"] == 0 and began["alive"]

    _xdotool("keydown", "w")
    game.wait("flight", lambda s: _distance(s["position"], began["position"]) > 3.0)
    _xdotool("keyup", "w")

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
    assert game.exit_code() == 0


def _shoot_until_the_score_rises(game: Driver) -> None:
    """Turn round and round with the button held; rocks and drones come close enough by themselves."""
    middle_x, middle_y, reach = WIDTH // 2, HEIGHT // 2, HEIGHT // 4
    paths = [
        (reach, 0),
        (reach, -reach),
        (0, -reach),
        (-reach, -reach),
        (-reach, 0),
        (-reach, reach),
        (0, reach),
    ]
    _xdotool("mousedown", "1")
    deadline = time.monotonic() + STEP_SECONDS
    step = 0
    while game.status()["score"] == 0 and time.monotonic() < deadline:
        x, y = paths[step % len(paths)]
        _xdotool("mousemove", str(middle_x + x), str(middle_y + y))
        tick = game.status()["tick"]
        game.wait("ticks while shooting", lambda s, tick=tick: s["tick"] > tick + 12 or s["screen"] != "play")
        step += 1
    _xdotool("mouseup", "1")
    assert game.status()["score"] > 0


def test_the_mouse_alone_reaches_everything(launch: Callable[..., Driver]) -> None:
    game = launch()
    width = 1080.0 * WIDTH / HEIGHT

    def title_row(row: int) -> tuple[float, float]:
        return 300.0, title.TOP - (row + 0.5) * ROW

    game.click(*title_row(2))
    game.wait_for_screen("settings")
    game.click(20.0, 20.0, button=3)
    game.wait_for_screen("title")
    game.click(*title_row(3))
    game.wait_for_screen("credits")
    game.click(20.0, 20.0, button=3)
    game.wait_for_screen("title")
    game.click(*title_row(1))
    game.wait_for_screen("demo")
    game.click(10.0, 10.0)
    game.wait_for_screen("title")
    game.click(*title_row(0))
    game.wait_for_screen("play")
    game.click(width / 2, 540.0, button=2)
    game.wait_for_screen("pause")
    game.click(width / 2, pause.TOP - 3.5 * ROW)
    game.wait_for_screen("title")
    game.click(*title_row(4))
    assert game.exit_code() == 0


def test_losing_the_focus_pauses_and_lets_go_of_keys(launch: Callable[..., Driver]) -> None:
    game = launch("play")
    _xdotool("keydown", "w")
    game.wait("flight", lambda s: s["tick"] > 5)
    _xdotool("mousemove", "5", "5")
    root = subprocess.run(
        ["xdotool", "search", "--maxdepth", "0", ""], capture_output=True, text=True, check=True
    )
    _xdotool("windowfocus", root.stdout.split()[0])
    game.wait_for_screen("pause")
    _xdotool("keyup", "w")


def test_fullscreen_and_back(launch: Callable[..., Driver]) -> None:
    game = launch()
    game.key("F11")
    game.wait("fullscreen", lambda s: s["fullscreen"] and s["size"] != [WIDTH, HEIGHT])
    game.focus()
    game.key("F11")
    game.wait("window", lambda s: not s["fullscreen"] and s["size"] == [WIDTH, HEIGHT])


VIEWS = ["grid cells", "neighbour pairs", "navigation", "steering", "live regions"]


@pytest.mark.parametrize("start", ["play", "demo", "stress"])
def test_each_debug_view_has_its_key_on_every_screen(drive: Callable[..., Driver], start: str) -> None:
    first = "title" if start == "play" else start  # a game that gains the focus late starts paused
    game = drive(f"start={first!r}, seed=3")
    game.wait_for_screen(first, COMPILE_SECONDS)
    game.focus()
    if first == "title":
        game.key("Return")
        game.wait_for_screen(start)
    for count, key in enumerate(("F4", "F5", "F6", "F7", "F8"), 1):
        game.key(key)
        game.wait(f"{VIEWS[count - 1]} on", lambda s, n=count: s["debug_views"] == sorted(VIEWS[:n]))
    game.key("F3")
    shown = game.wait_for_screen(start)
    assert 10 < shown["draw_calls"] <= 30
    game.key("F5")
    game.wait("one view off again", lambda s: s["debug_views"] == sorted(set(VIEWS) - {"neighbour pairs"}))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_the_game_cleanly(launch: Callable[..., Driver], number: signal.Signals) -> None:
    game = launch("play")
    game.wait("a second of play", lambda s: s["tick"] > 60)
    game.process.send_signal(number)
    assert game.exit_code() == 128 + number
    (recording,) = (game.folder / "data" / "arena" / "replays").iterdir()
    replay = read_replay(recording)
    assert replay.ticks > 60 and not replay.truncated


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
    width = 1080.0 * WIDTH / HEIGHT
    game.click(width / 2, game_over.TOP - 0.5 * ROW)
    again = game.wait_for_screen("play")
    assert again["score"] == 0 and again["lives"] > 0


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
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert run.stdout.startswith("1 no window can be opened here"), run.stdout + run.stderr
    assert run.stdout.count("\n") == 1


def _distance(a: list[float], b: list[float]) -> float:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
