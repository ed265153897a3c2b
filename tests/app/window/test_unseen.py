"""What the real window shows and draws while nobody can see it, nothing moves, or it has no keyboard."""

import ctypes
import signal
import subprocess
from collections.abc import Callable

import pytest

from tests.app.window.driver import HEIGHT, WIDTH, Driver, Status, xdotool

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("heed_signals")]

STILL_RATE = 8.0
"""Most frames a second of a picture that stands still; one that moves is drawn more often on any machine."""


def frames_in(game: Driver, seconds: float) -> int:
    """How many frames the window draws while its own clock goes on."""
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
    """Whether the X11 server draws a cursor where the mouse is."""
    xlib, fixes = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXfixes.so.3")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    fixes.XFixesGetCursorImage.restype = ctypes.POINTER(CursorImage)
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    image = fixes.XFixesGetCursorImage(display).contents
    opaque = any(pixel >> 24 & 0xFF for pixel in image.pixels[: image.width * image.height])
    xlib.XCloseDisplay(display)
    return opaque


def test_what_is_shown_and_drawn_in_flight_paused_unseen_and_without_the_focus(
    launch: Callable[..., Driver],
) -> None:
    game = launch("seed=3")
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
    game.let_go("w")
    game.focus()
    game.back("play")
    game.end_by(signal.SIGINT)
