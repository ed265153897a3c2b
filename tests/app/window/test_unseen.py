"""What the real window draws while nobody can see it, or nothing moves. Needs `xvfb-run` and xdotool."""

import ctypes
import subprocess
from collections.abc import Callable

import pytest

from tests.app.window.driver import HEIGHT, WIDTH, Driver, Status, xdotool

pytestmark = pytest.mark.window

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
    name, kind, hidden = (
        xlib.XInternAtom(display, word, False)
        for word in (b"_NET_WM_STATE", b"ATOM", b"_NET_WM_STATE_HIDDEN")
    )
    states = (ctypes.c_ulong * 1)(hidden)
    data = ctypes.cast(states, ctypes.POINTER(ctypes.c_ubyte))
    xlib.XChangeProperty(display, window_id(), name, kind, 32, xlib.PropModeReplace, data, int(minimised))
    xlib.XCloseDisplay(display)


def window_id() -> int:
    """The X11 number of the window."""
    found = subprocess.run(["xdotool", "search", "--name", "^Arena$"], check=True, capture_output=True)
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


def test_the_systems_pointer_is_hidden_in_flight_and_shown_in_menus(launch: Callable[..., Driver]) -> None:
    game = launch()
    xdotool("mousemove", str(WIDTH // 2), str(HEIGHT // 2))
    assert shows_pointer()
    first = game.begin()["frames"]
    game.wait_for_frames(first, 2)
    assert not shows_pointer()
    game.key("Escape")
    first = game.wait_for_screen("pause")["frames"]
    game.wait_for_frames(first, 2)
    assert shows_pointer()
    game.key("Escape")
    first = game.wait_for_screen("play")["frames"]
    game.wait_for_frames(first, 2)
    assert not shows_pointer()


def test_nothing_is_drawn_unseen_and_a_pause_a_few_times_a_second(launch: Callable[..., Driver]) -> None:
    game = launch("play")
    game.key("Escape")
    game.wait_for_screen("pause")
    game.wait("all of the planet", lambda s: s["painted"])
    assert 2.0 <= frames_in(game, 3.0) <= 3.0 * STILL_RATE
    before = game.status()["frames"]
    game.key("Down")
    game.wait("the next line", lambda s: s["item"] == "Restart" and s["frames"] > before)

    window = str(window_id())
    xdotool("windowunmap", "--sync", window)
    game.wait("the window to be hidden", lambda s: not s["seen"])
    assert frames_in(game, 1.0) == 0
    xdotool("windowmap", "--sync", window)
    game.wait("the window again", lambda s: s["seen"])
    assert frames_in(game, 1.0) > 0

    minimise(True)
    game.wait("the window to be minimised", lambda s: not s["seen"])
    assert frames_in(game, 1.0) == 0
    minimise(False)
    game.wait("the window again", lambda s: s["seen"])
    assert frames_in(game, 1.0) > 0
