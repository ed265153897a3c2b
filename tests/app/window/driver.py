"""The real window in a process of its own, driven with real keys and a real mouse through xdotool.

Nothing here sleeps for a fixed time and hopes: each step waits until the window's status file says that it
happened.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
import pytest
from numpy.typing import NDArray
from PIL import ImageGrab

from arena.game.replays.replay import Replay, read_replay, verify_replay
from arena.game.replays.writer import CHUNK_TICKS

WIDTH, HEIGHT = 480, 270
COMPILE_SECONDS = 400.0
"""Longest wait for the first title: on a cold cache every kernel is compiled behind it."""

STEP_SECONDS = 90.0
"""Longest wait for anything else, as long as the game draws `FRAME_RATE` frames a second."""
FRAME_RATE = 30
"""Of the slowest machine that the limits are for: on a busier one they are counted in frames."""
STALL_SECONDS = 600.0
"""Longest wait for a game that draws nothing, or for a process to end."""
POLL_SECONDS = 0.02
CAPPED = "[video]\nframe_cap = {}\n"
"""Settings of windows: pictures that nobody sees are drawn no more often than a test can wait for one."""
TAUGHT = "[game]\nlessons_done = true\n"

SMALL_PLANET = (
    "from dataclasses import replace\n"
    "from arena.render import hull_maps, painting; from arena.render.tiers import TIERS\n"
    "painting.COARSE_SIZE, painting.SKY_SIZE, hull_maps.TILE = 32, 128, 64\n"
    "TIERS.update({name: replace(tier, surface_size=64) for name, tier in TIERS.items()})"
)
"""Ground and hulls are painted coarsely: a software renderer needs seconds of each start for those of play.

Those are painted by the window of test_stress.py.
"""

COMMAND = "import sys; from arena.cli import main; sys.exit(main(sys.argv[1:]))"
"""Code of the command `arena`, behind a prelude."""
VIEWS = ["grid cells", "neighbour pairs", "navigation", "steering", "live regions"]
"""Debug views, in the order of their keys."""

Status = dict[str, Any]


class Driver:
    """One running game and the hands of its player."""

    def __init__(
        self,
        folder: Path,
        details: str = "",
        cache: Path | None = None,
        quality: str = "low",
        prelude: str = "",
        newcomer: bool = False,
        cap: int = FRAME_RATE,
        command: Sequence[str] = (),
    ) -> None:
        """Start a game.

        Args:
            folder: for its files.
            details: more arguments of `run_window`, as they are typed.
            cache: another place for kernels.
            quality: of the picture.
            prelude: Python that runs before, to bring about what would take minutes of play.
            newcomer: whether its player never flew before, and so is taught first.
            cap: most frames a second.
            command: arguments of the interpreter that open another window than `run_window` with those above.
        """
        self.folder = folder
        settings = folder / "config" / "arena" / "settings.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        if not settings.exists():
            settings.write_text(CAPPED.format(cap) + ("" if newcomer else TAUGHT), encoding="utf-8")
        self._status = folder / "status.json"
        self._status.unlink(missing_ok=True)  # of the game before
        self._log = folder / "output.txt"
        shared = os.environ.get("ARENA_CACHE_DIR") or platformdirs.user_cache_dir("arena", appauthor=False)
        home = {"HOME": folder, "XDG_CONFIG_HOME": folder / "config", "XDG_DATA_HOME": folder / "data"}
        own = {
            "ARENA_STATUS": self._status,
            "ARENA_CACHE_DIR": cache or shared,
            "MESA_SHADER_CACHE_DIR": Path(str(shared)) / "shaders",  # or each game compiles all of them
            "ALSOFT_DRIVERS": "null",
            **home,
        }
        environment = os.environ | {name: str(value) for name, value in own.items()}
        with self._log.open("wb") as log:
            code = (
                "import sys; from arena.app.main import run_window; from arena.shutdown import watch\n"
                "with watch(): sys.exit(run_window(**dict({})))"
            )
            shape = f"size=({WIDTH}, {HEIGHT}), quality={quality!r}, fullscreen=False"
            call = f"{shape}) | dict({details}"
            self.process = subprocess.Popen(
                [sys.executable, *(command or ["-c", f"{SMALL_PLANET}\n{prelude}\n{code.format(call)}"])],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def status(self) -> Status:
        """Latest status of the window; empty before the first one."""
        try:
            return json.loads(self._status.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def wait(self, what: str, reached: Callable[[Status], bool], seconds: float = STEP_SECONDS) -> Status:
        """Poll until `reached` holds; fail with what the window said and printed.

        The limit is `seconds` and as many frames as `FRAME_RATE` makes of them, whichever lasts longer.
        """
        began = moved = time.monotonic()
        begun = frames = self.status().get("frames", 0)
        while moved - began < seconds or frames - begun < seconds * FRAME_RATE:
            status = self.status()
            if status and reached(status):
                return status
            if self.process.poll() is not None:
                pytest.fail(f"the game ended ({self.process.returncode}) before {what}\n{self.output()}")
            now = time.monotonic()
            if status.get("frames", 0) > frames:
                moved, frames = now, status["frames"]
            if now - moved > STALL_SECONDS:
                break
            time.sleep(POLL_SECONDS)
        pytest.fail(f"no {what} within {seconds:.0f} s; status {self.status()}\n{self.output()}")

    def wait_for_screen(self, name: str, seconds: float = STEP_SECONDS) -> Status:
        """Poll until a screen is shown and has been drawn."""
        first = self.wait(f"screen {name!r}", lambda s: s["screen"] == name, seconds)["frames"]
        return self.wait_for_frames(first, 1)

    def wait_for_frames(self, first: int, more: int) -> Status:
        """Poll until more than `more` frames were drawn after number `first`."""
        return self.wait("frames", lambda s: s["frames"] > first + more)

    def begin(self) -> Status:
        """Choose endless play from the title, by keys."""
        self.choose("Play", "modes")
        return self.choose("Endless", "play")

    def focus(self) -> None:
        """Give the window the keyboard, as a window manager would."""
        xdotool("search", "--sync", "--onlyvisible", "--name", "^Arena$", "windowfocus", "--sync")

    def resize(self, width: int, height: int) -> Status:
        """Drag the window to a size, and wait for pictures of it."""
        xdotool("search", "--onlyvisible", "--name", "^Arena$", "windowsize", str(width), str(height))
        first = self.wait("resize", lambda s: s["size"] == [width, height])["frames"]
        return self.wait_for_frames(first, 3)

    def look(self) -> NDArray[np.uint8]:
        """Picture of the screen within the window, top row first, shape (height, width, 3)."""
        shell = ["xdotool", "search", "--onlyvisible", "--name", "^Arena$", "getwindowgeometry", "--shell"]
        lines = subprocess.run(shell, check=True, capture_output=True, text=True).stdout.split()
        place = {name: int(value) for name, value in (line.split("=") for line in lines)}
        x, y, width, height = (place[name] for name in ("X", "Y", "WIDTH", "HEIGHT"))
        grabbed = ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).convert("RGB")
        return np.asarray(grabbed.crop((x, y, x + width, y + height)))

    def key(self, *names: str) -> None:
        """Press and release keys, one after another."""
        xdotool("key", *names)

    def toggle_fullscreen(self, reached: Callable[[Status], bool], focus: bool = True) -> Status:
        """Press F11 until `reached` holds; with `focus` the window is given the keyboard first.

        Without a window manager the server may drop a key that is pressed while it maps the window anew:
        none that arrived is still unseen after some frames and seconds of the window's own clock.
        """
        for _ in range(8):
            if focus:
                self.focus()
            self.key("F11")
            first = self.status()
            frames, clock = first["frames"] + 20, first["clock"] + 4.0
            status = self.wait(
                "fullscreen",
                lambda s, f=frames, c=clock: reached(s) or (s["frames"] > f and s["clock"] > c),
            )
            if reached(status):
                return status
        return self.wait("fullscreen or back", reached)

    def hold(self, *names: str) -> None:
        """Press keys and keep them down."""
        xdotool("keydown", *names)

    def let_go(self, *names: str) -> None:
        xdotool("keyup", *names)

    def select(self, label: str) -> None:
        """Go down to a line."""
        for _ in range(60):
            status = self.status()
            if (before := status["item"]) == label:
                return
            rows = list(status.get("places", ()))  # those in sight
            ahead = rows.index(label) - rows.index(before) if label in rows and before in rows else 0
            self.key(*["Down"] * max(1, ahead))
            self.wait(label, lambda s, b=before, a=ahead: s["item"] == label or (a < 1 and s["item"] != b))
        pytest.fail(f"there is no {label}")

    def choose(self, label: str, screen: str) -> Status:
        """Take a line that leads to a screen."""
        self.select(label)
        self.key("Return")
        return self.wait_for_screen(screen)

    def back(self, *screens: str) -> Status:
        """Go back, from screen to screen."""
        status: Status = {}
        for screen in screens:
            self.key("Escape")
            status = self.wait_for_screen(screen)
        return status

    def leave(self) -> None:
        """Leave a game that is paused for the title."""
        self.choose("Leave to title", "confirm")
        self.choose("Yes, leave", "title")

    def switch_views_on(self) -> None:
        """Switch on one debug view after another, and the profiler or, in a stress run, that off."""
        for count, key in enumerate(("F4", "F5", "F6", "F7", "F8"), 1):
            self.key(key)
            self.wait(f"{VIEWS[count - 1]} on", lambda s, n=count: s["debug_views"] == sorted(VIEWS[:n]))
        self.key("F3")
        shown = self.wait_for_frames(self.status()["frames"], 2)
        assert 10 < shown["draw_calls"] <= 33  # post included, which is a dozen of them

    def wait_for_ticks(self, more: int) -> Status:
        """Poll until so many ticks have passed."""
        first = self.status()["tick"]
        return self.wait("ticks", lambda s: s["tick"] > first + more)

    def move(self, x: int, y: int) -> None:
        """Move the mouse to a pixel of the screen."""
        xdotool("mousemove", str(x), str(y))

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Click at a pixel of the window, from its lower left."""
        self.move(round(x), round(HEIGHT - y))
        xdotool("click", str(button))

    def click_row(self, label: str) -> None:
        """Click a line of a menu that is in sight."""
        places = self.wait(f"a line {label!r}", lambda s: label in s.get("places", {}))["places"]
        self.click(*places[label])

    @property
    def replays(self) -> list[Path]:
        """Recordings in its folder."""
        return list((self.folder / "data" / "arena" / "replays").glob("*.replay"))

    def end_by(self, number: signal.Signals) -> Replay:
        """Send a signal in flight: the process says so, and its last recording is whole; returns that."""
        self.process.send_signal(number)
        assert self.exit_code() == 128 + number
        replay = read_replay(max(self.replays, key=lambda path: path.stat().st_mtime_ns))
        assert replay.ticks > CHUNK_TICKS and not replay.truncated
        return replay

    def check_recordings(self) -> None:
        """Play its recordings again without a window: each second has the state that it had in the game."""
        for path in self.replays:
            found = verify_replay(path, workers=1)
            assert found.identical, f"{path.name}: {found.summary}"
            assert found.compared >= found.ticks // CHUNK_TICKS * CHUNK_TICKS

    def exit_code(self) -> int:
        """Wait for the end."""
        return self.process.wait(STALL_SECONDS)

    def stop(self) -> None:
        """End the game, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def output(self) -> str:
        """End of what the process printed."""
        return self._log.read_text(encoding="utf-8", errors="replace")[-3000:]


def xdotool(*arguments: str) -> None:
    """Run xdotool, which presses real keys."""
    subprocess.run(["xdotool", *arguments], check=True, timeout=STALL_SECONDS, stdout=subprocess.DEVNULL)
