"""Resize and fullscreen, judged by what the screen shows, and what is drawn while nobody can see it.

Needs a display (`xvfb-run`) and xdotool.
"""

import ctypes
import json
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from arena.game.replays.reader import read_replay
from arena.game.replays.writer import CHUNK_TICKS
from tests.app.window.driver import (
    CAPPED,
    COMMAND,
    COMPILE_SECONDS,
    FRAME_RATE,
    HEIGHT,
    SMALL_PLANET,
    TAUGHT,
    WIDTH,
    Driver,
    Status,
    xdotool,
)

pytestmark = pytest.mark.window

OUTSIDE = (1000, 600)
"""Pixel of the screen beside the window."""
LARGER, SMALLER = (720, 405), (400, 225)
"""As wide for their height as the window is at first: the picture must be the same, larger or smaller."""
THUMBNAIL = (48, 27)
MENU = slice(10, 38)
"""Columns of a thumbnail with the menu of a pause, which is laid out anew for each size."""
ALIKE = 0.6
"""Least correlation of two pictures of a game that is paused."""


ROUNDING = 2
"""Difference of a color that no one sees."""


def thumbnail(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Brightness of a picture beside its menu, much reduced, mean 0, length 1."""
    small = np.asarray(Image.fromarray(picture).convert("L").resize(THUMBNAIL, Image.Resampling.BOX))
    beside = np.delete(small.astype(np.float64), MENU, axis=1).ravel()
    flat = beside - beside.mean()
    return flat / max(1e-9, float(np.linalg.norm(flat)))


def likeness(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Correlation of two pictures, whatever their sizes: 1 for the same."""
    return float(thumbnail(first) @ thumbnail(second))


def in_the_corner(picture: NDArray[np.uint8], height: int, width: int) -> NDArray[np.uint8]:
    """A picture that kept its size in a window of another: in the lower left corner, or cut off."""
    shown = np.zeros((height, width, 3), np.uint8)
    rows, columns = min(height, picture.shape[0]), min(width, picture.shape[1])
    shown[height - rows :, :columns] = picture[picture.shape[0] - rows :, :columns]
    return shown


def fills(before: NDArray[np.uint8], shown: NDArray[np.uint8]) -> bool:
    """Return whether a picture followed the window's size, rather than keep its own."""
    same = likeness(before, shown)
    return same > ALIKE and same > likeness(in_the_corner(before, *shown.shape[:2]), shown)


STORM = [(1, 1) if step % 10 == 5 else (LARGER[0] - 7 * step, SMALLER[1] + 3 * step) for step in range(60)]
"""Sizes of a window that is dragged to and fro."""


def toss(game: Driver) -> None:
    """Give the window all sizes of `STORM` without a wait, and then the least that X11 knows."""
    words = [word for size in STORM for word in ("windowsize", *map(str, size))]
    xdotool("search", "--onlyvisible", "--name", "^Arena$", *words)
    game.wait("the last size", lambda s: s["size"] == [*STORM[-1]])
    game.resize(1, 1)


STILL_RATE = 8.0
"""Most frames a second of a picture that stands still; one that moves is drawn more often on any machine."""


def frames_in(game: Driver, seconds: float) -> int:
    """Number of frames that the window draws while its own clock advances so far."""
    first: Status = game.status()
    return game.wait("time", lambda s: s["clock"] >= first["clock"] + seconds)["frames"] - first["frames"]


def minimise(minimised: bool) -> None:
    """Say of the window what a window manager says that keeps minimised windows mapped."""
    from pyglet.libs.x11 import xlib

    display = xlib.XOpenDisplay(None)
    words = (b"_NET_WM_STATE", b"ATOM", b"_NET_WM_STATE_HIDDEN")
    name, kind, hidden = (xlib.XInternAtom(display, word, False) for word in words)
    states = (ctypes.c_ulong * 1)(hidden)
    data = ctypes.cast(states, ctypes.POINTER(ctypes.c_ubyte))
    xlib.XChangeProperty(display, window_id(), name, kind, 32, xlib.PropModeReplace, data, int(minimised))
    xlib.XCloseDisplay(display)


def window_id(*search: str) -> int:
    """The X11 number of the window, or of what is searched for."""
    words = search or ("--name", "^Arena$")
    found = subprocess.run(["xdotool", "search", *words], check=True, capture_output=True)
    return int(found.stdout.split()[0])


class CursorImage(ctypes.Structure):
    """`XFixesCursorImage`."""

    _fields_ = (
        ("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort), ("height", ctypes.c_ushort),
        ("x_hot", ctypes.c_ushort), ("y_hot", ctypes.c_ushort), ("serial", ctypes.c_ulong),
        ("pixels", ctypes.POINTER(ctypes.c_ulong)),
    )  # fmt: skip


def shows_pointer() -> bool:
    """Return whether the X11 server draws a cursor at the mouse's position."""
    xlib, fixes = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXfixes.so.3")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    fixes.XFixesGetCursorImage.restype = ctypes.POINTER(CursorImage)
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    image = fixes.XFixesGetCursorImage(display).contents
    opaque = any(pixel >> 24 & 0xFF for pixel in image.pixels[: image.width * image.height])
    xlib.XCloseDisplay(display)
    return opaque


def watch_unseen(game: Driver) -> None:
    """In flight, paused, hidden, minimised and without the focus, from the title; a signal ends it."""
    game.move(WIDTH - 40, HEIGHT // 2)  # beside the menu
    assert shows_pointer()
    game.wait_for_frames(game.begin()["frames"], 2)
    assert not shows_pointer(), "the system's pointer is hidden in flight"
    game.wait_for_frames(game.back("pause")["frames"], 2)
    assert shows_pointer()

    game.wait("all of the planet", lambda s: s["painted"])
    assert 2.0 <= frames_in(game, 3.0) <= 3.0 * STILL_RATE
    before = game.status()["frames"]
    game.key("Down")
    game.wait("the next line", lambda s: s["item"] == "Restart" and s["frames"] > before)

    window = str(window_id())
    for hide, show in (
        (lambda: xdotool("windowunmap", "--sync", window), lambda: xdotool("windowmap", "--sync", window)),
        (lambda: minimise(True), lambda: minimise(False)),
    ):
        hide()
        game.wait("the window to be hidden", lambda s: not s["seen"])
        assert frames_in(game, 1.0) == 0
        show()
        game.wait("the window again", lambda s: s["seen"])
        assert frames_in(game, 1.0) > 0

    game.focus()
    game.wait_for_frames(game.back("play")["frames"], 2)
    assert not shows_pointer()
    game.hold("w")
    game.wait_for_ticks(60)
    game.move(5, 5)
    xdotool("windowfocus", str(window_id("--maxdepth", "0", "")))
    game.wait_for_screen("pause")
    game.move(*OUTSIDE)
    game.let_go("w")  # unheard: it goes to who has the focus, or is below the mouse
    game.focus()
    game.back("play")
    game.wait_for_ticks(CHUNK_TICKS)
    moves = game.end_by(signal.SIGINT).commands[:, 0, :2]
    assert moves.any() and not moves[-CHUNK_TICKS // 2 :].any(), "the key counts as let go with the focus"


@pytest.mark.slow
@pytest.mark.usefixtures("heed_signals")
@pytest.mark.parametrize("quality", ["low", "ultra"])
def test_the_picture_fills_the_window_at_every_size(
    launch: Callable[..., Driver], tmp_path: Path, quality: str
) -> None:
    """Drawn into the window itself (low), which a setting lets begin in fullscreen, and through larger
    buffers with samples (ultra), in a window that goes there and back. The first one is then hidden.
    """
    saved = quality == "low"
    if saved:
        settings = tmp_path / "config" / "arena" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"{CAPPED.format(FRAME_RATE)}fullscreen = true\n{TAUGHT}", encoding="utf-8")
    game = launch("fullscreen=None" if saved else "", quality=quality)
    # Pause: two pictures of a paused game differ by their size only.
    game.begin()
    status = game.wait_for_frames(game.back("pause")["frames"], 3)
    before = game.look()
    assert status["fullscreen"] is saved and before.shape[1::-1] == tuple(status["size"])
    assert before.std() > 10.0

    def follow(status: Status) -> None:
        nonlocal before
        game.wait_for_frames(status["frames"], 3)
        shown = game.look()
        assert shown.shape[1::-1] == tuple(status["size"]) and fills(before, shown), status["size"]
        before = shown

    window = [WIDTH, HEIGHT]

    def drag() -> None:
        for size in (LARGER, SMALLER):
            follow(game.resize(*size))
        toss(game)
        follow(game.resize(*window))

    if not saved:
        drag()
        follow(game.toggle_fullscreen(lambda s: s["fullscreen"] and s["size"] != window))
    follow(game.toggle_fullscreen(lambda s: not s["fullscreen"] and s["size"] == window))
    if saved:
        drag()
        game.leave()
        watch_unseen(game)


SWITCHES = """
import gc, json, os
from pathlib import Path
from arena.app.window import redraw
from arena.app.window.backend import pyglet
from arena.app.window.window import GameWindow

show, folder, switches = GameWindow.show, Path({!r}), 0
redraw.STILL_SECONDS = 0.0

def show_and_switch(window):
    global switches
    show(window)
    if not (folder / "go").exists() or switches > 200:
        return
    if switches in (20, 200):
        objects = [one for one in gc.get_objects() if str(type(one).__module__).startswith("moderngl")]
        held = [len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task")), len(objects)]
        (folder / str(switches)).write_text(json.dumps(held))
    switches += 1
    if switches <= 200:
        pyglet.clock.schedule_once(lambda _: window.set_fullscreen(not window.fullscreen), 0.0)

GameWindow.show = show_and_switch
"""
"""Prelude of a game whose window switches to fullscreen or back with each of 200 frames, once it may."""


@pytest.mark.slow
def test_two_hundred_switches_leave_nothing_behind(launch: Callable[..., Driver], tmp_path: Path) -> None:
    game = launch(prelude=SWITCHES.format(str(tmp_path)))
    game.begin()
    game.back("pause")
    before = game.wait("all of the planet", lambda s: s["painted"])
    picture = game.look()
    (tmp_path / "go").touch()
    game.wait("the last switch", lambda s: (tmp_path / "200").exists())
    after = game.wait_for_frames(game.status()["frames"], 3)
    early, late = (json.loads((tmp_path / name).read_text()) for name in ("20", "200"))
    # The few that are first needed after twenty switches are no leak, which would leave some every time.
    assert all(more <= less + 2 for less, more in zip(early, late, strict=True)), (early, late)
    same = ("fullscreen", "size", "screen", "item", "tick")
    assert [after[name] for name in same] == [before[name] for name in same]
    assert np.abs(picture.astype(int) - game.look()).max() <= ROUNDING
    game.focus()
    game.back("play")
    game.wait_for_ticks(60)
    game.end_by(signal.SIGTERM)


LOST = """
import moderngl
from pathlib import Path
from arena.app.window.window import GameWindow
show = GameWindow.show

def lose(window):
    if Path({!r}).exists():
        raise moderngl.Error("the context is lost")
    show(window)

GameWindow.show = lose
"""


MINDLESS = """
from pathlib import Path
from arena.ai import minds
think = minds.Minds._think

def think_badly(own, chunk):
    if Path({!r}).exists():
        raise FloatingPointError("no thought")
    think(own, chunk)

minds.Minds._think, minds.ALONE_MOST = think_badly, 0  # all of them think on threads
"""


@pytest.mark.parametrize(
    ("prelude", "told"),
    [
        (LOST, "Error: the context is lost"),
        (MINDLESS, r"MindError: a mind failed at tick (\d+) with seed 3: no thought"),
    ],
    ids=["lost context", "failing mind"],
)
def test_a_game_that_fails_ends_in_a_line_with_its_recording_whole(
    prelude: str, told: str, drive: Callable[..., Driver], tmp_path: Path
) -> None:
    now, words = tmp_path / "now", "play --seed 3 --size 480x270 --quality low --no-fullscreen"
    code = f"{SMALL_PLANET}\n{prelude.format(str(now))}\n{COMMAND}"
    game = drive(command=["-c", code, *words.split()])
    game.wait_for_screen("play", COMPILE_SECONDS)
    game.wait_for_ticks(CHUNK_TICKS)
    now.touch()
    assert game.exit_code() == 1
    output = game.output()
    line = re.fullmatch(rf"error: {told} \(the traceback: --debug\)", output.splitlines()[-1])
    assert line and output.count("error: ") == 1 and "Traceback" not in output, output
    (path,) = game.replays
    replay = read_replay(path)
    assert replay.ticks > CHUNK_TICKS and not replay.truncated
    assert all(int(tick) == replay.ticks for tick in line.groups())


def test_a_picture_that_keeps_its_size_is_told_from_one_that_follows() -> None:
    """Check `fills`, on which the tests above rest, with a planet in the middle of a dark picture."""
    y, x = np.mgrid[0:540, 0:960]
    planet = np.where((x - 600) ** 2 + (y - 300) ** 2 < 200**2, 200 - x // 8, 5).astype(np.uint8)
    before = np.repeat(planet[:, :, None], 3, axis=2)
    for width, height in ((1280, 720), (640, 360)):
        followed = np.asarray(Image.fromarray(before).resize((width, height)))
        assert fills(before, followed)
        assert not fills(before, in_the_corner(before, height, width))
