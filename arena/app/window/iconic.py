"""X11 query for minimised windows: some window managers keep them mapped."""

import ctypes
from importlib import import_module
from typing import Any

HIDDEN = b"_NET_WM_STATE_HIDDEN"
STATES_MAX = 64


def is_minimised(window: Any) -> bool:
    """Return whether the window manager reports a pyglet window as minimised; False without X11.

    pyglet tells of windows that are unmapped, and of minimised ones on other platforms.
    """
    try:
        xlib: Any = import_module("pyglet.libs.x11.xlib")
        display, handle = window._x_display, window._window
    except (ImportError, AttributeError):
        return False
    names = (b"_NET_WM_STATE", HIDDEN)
    states, hidden = (xlib.XInternAtom(display, name, True) for name in names)
    if not states or not hidden:
        return False
    kind, width, count, left = xlib.Atom(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.POINTER(ctypes.c_ubyte)()
    failed = xlib.XGetWindowProperty(
        display, handle, states, 0, STATES_MAX, False, xlib.AnyPropertyType, ctypes.byref(kind),
        ctypes.byref(width), ctypes.byref(count), ctypes.byref(left), ctypes.byref(data),
    )  # fmt: skip
    if failed or not data:
        return False
    try:
        atoms = ctypes.cast(data, ctypes.POINTER(ctypes.c_ulong))  # 32 bits of X11 are a C long
        return width.value == 32 and hidden in atoms[: count.value]
    finally:
        xlib.XFree(data)
