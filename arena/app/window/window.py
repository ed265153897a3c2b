"""The window: an OpenGL context, and keys and mouse turned into sources. Knows no screen."""

import contextlib
import math
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

import moderngl

from arena.app.input.devices import KEYBOARD, Devices
from arena.app.window.backend import pyglet
from arena.app.window.iconic import is_minimised
from arena.render.offscreen import free_dropped
from arena.render.timing import draws_in_software

GL_VERSION = (3, 3)
SMALLEST = (320, 180)

PASTE = "key:PASTE"
"""Source that stands for the key combination that pastes text."""

BUTTONS = {1: "LEFT", 2: "MIDDLE", 4: "RIGHT"}
"""pyglet's numbers of the mouse buttons."""


class WindowError(Exception):
    """The window cannot be opened as asked; the message is one line, `exit_code` the command's.

    1: no display, or no OpenGL 3.3. 2: something to show that cannot be read.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class Guard:
    """Keeps an exception of a callback, which some platforms swallow, until the loop can raise it."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self.failure: BaseException | None = None
        self._stop = stop

    def __call__(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a callback: keep its first exception, stop the loop, and run nothing after it."""

        @wraps(handler)
        def guarded(*arguments: Any) -> Any:
            if self.failure is not None:
                return True
            try:
                return handler(*arguments)
            except BaseException as failure:
                self.failure = failure
                self._stop()
                return True

        return guarded

    def check(self) -> None:
        """Raise the kept exception."""
        if self.failure is not None:
            raise self.failure


USUAL_RATE, SLOWEST_RATE = 60.0, 20.0
"""Default and minimum refresh rate [1/s]; the default replaces a missing or implausible one."""
NOTCHES_MAX = 4
"""Maximum notches of the wheel per report; some wheels spin."""
ASK_SECONDS = 0.25
"""Time between two checks for a minimised window while it has no focus."""
SWITCH_SECONDS = 1.0
"""Time after a full-screen switch within which a lost focus is expected back."""


class Focus:
    """Keyboard focus of the window, and the debounce before its loss interrupts a game.

    Platforms make a new window for a switch to full screen, which loses the focus for a moment. Only a
    lasting loss counts then. The caller passes the time.
    """

    def __init__(self, on_lost: Callable[[], None]) -> None:
        self.held = True
        self._on_lost = on_lost
        self._expected_until = -math.inf
        self._waiting = False

    def expect_switch(self, now: float) -> None:
        """Expect a loss of focus from a replaced window, at `now` [s]."""
        self._expected_until = now + SWITCH_SECONDS

    def change(self, held: bool, now: float) -> None:
        """Record that the platform gave or took the focus."""
        self.held = held
        self._waiting = not held
        self.check(now)

    def check(self, now: float) -> None:
        """Call `on_lost` once a loss of focus has outlasted the switch; call this once per frame."""
        if self._waiting and now >= self._expected_until:
            self._waiting = False
            self._on_lost()


class GameWindow:
    """A pyglet window with a moderngl context, reporting to `devices`."""

    def __init__(
        self,
        devices: Devices,
        guard: Guard,
        size: tuple[int, int],
        fullscreen: bool,
        on_close: Callable[[], None],
        on_focus_lost: Callable[[], None],
        monitor: int = 1,
    ) -> None:
        """Open the window; full screen fills the screen of number `monitor`.

        Raises:
            WindowError: there is no display, or its OpenGL is older than 3.3.
        """
        self._devices, self._monitor = devices, monitor
        self._on_close = on_close
        self.focus = Focus(on_focus_lost)
        self._mapped, self._minimised, self._asked = True, False, -math.inf
        self._pointer = True
        self.refresh_rate = USUAL_RATE
        """Refresh rate of the display [1/s]; a default if it reports none."""
        self.window = _open(size)
        try:
            self.context = moderngl.create_context(require=GL_VERSION[0] * 100 + GL_VERSION[1] * 10)
        except Exception as error:
            self.window.close()
            raise _no_window(error) from error
        self.software = draws_in_software(self.context)
        """True if a software renderer draws instead of a graphics card."""
        self.context.gc_mode = "context_gc"  # `show` frees dropped objects, on this thread
        self._target = self.context.screen
        self._attach(guard)
        # Opened as a window first: pyglet would take `size` for the resolution to switch the screen to.
        self.set_fullscreen(fullscreen)
        self.window.set_visible(True)
        self.refresh_rate = _refresh_rate(self.window)

    @property
    def size(self) -> tuple[int, int]:
        """Size of the framebuffer [px]; zero for some minimised windows."""
        width, height = self.window.get_framebuffer_size()
        return int(width), int(height)

    def is_seen(self, now: float) -> bool:
        """Return whether the window may be visible at `now` [s]: neither hidden nor minimised."""
        if self.focus.held:
            self._minimised = False
        elif now - self._asked >= ASK_SECONDS:
            self._asked, self._minimised = now, is_minimised(self.window)
        return self._mapped and not self._minimised and min(self.size) > 0

    @property
    def fullscreen(self) -> bool:
        """True while the window fills the screen."""
        return bool(self.window.fullscreen)

    def set_fullscreen(self, fullscreen: bool) -> None:
        """Enter or leave full screen; release all held keys."""
        if fullscreen != self.fullscreen:
            self._switch(fullscreen)

    @property
    def monitors(self) -> range:
        """Numbers of the screens, the main one first."""
        return range(1, len(_screens(self.window)) + 1)

    def set_monitor(self, number: int) -> None:
        """Fill the screen of that number in full screen; the last one where there are fewer."""
        self._monitor = number
        if self.fullscreen and _box(self._screen) != _box(self.window.screen):
            self._switch(True)

    @property
    def _screen(self) -> Any:
        """Screen to fill."""
        screens = _screens(self.window)
        return screens[min(self._monitor, len(screens)) - 1]

    def _switch(self, fullscreen: bool) -> None:
        self._devices.release_all()
        self.focus.expect_switch(time.perf_counter())
        self.window.set_fullscreen(fullscreen, screen=self._screen if fullscreen else None)
        self.window.switch_to()
        self.window.activate()
        self.refresh_rate = _refresh_rate(self.window)
        self._pointer = True  # the platform may have made a new window, with a pointer of its own

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, if the platform allows it."""
        with contextlib.suppress(Exception):  # each platform has failures of its own
            self.window.set_clipboard_text(text)

    def paste(self) -> str:
        """Text of the clipboard; "" if there is none."""
        try:
            return str(self.window.get_clipboard_text())
        except Exception:
            return ""

    def show_pointer(self, shown: bool) -> None:
        """Show the system's pointer over the window, or hide it."""
        if shown != self._pointer:
            self._pointer = shown
            self.window.set_mouse_visible(shown)

    def target(self) -> moderngl.Framebuffer:
        """Framebuffer of the window, as large as it is now."""
        if self._target.size != self.size:
            pyglet.gl.glViewport(0, 0, *self.size)  # what moderngl takes for its size
            self._target = self.context.detect_framebuffer(0)
        return self._target

    def show(self) -> None:
        """Show the frame, and free GPU objects that are no longer used."""
        self.window.flip()
        free_dropped(self.context)

    def close(self) -> None:
        """Close the window."""
        self.window.close()

    def _attach(self, guard: Guard) -> None:
        handlers: dict[str, Callable[..., Any]] = {
            "on_key_press": self._key_press,
            "on_key_release": lambda symbol, _: self._devices.release(KEYBOARD, _key(symbol)),
            "on_mouse_press": self._mouse_press,
            "on_mouse_release": lambda x, y, button, _: self._devices.release(KEYBOARD, _button(button)),
            "on_mouse_motion": lambda x, y, dx, dy: self._point(x, y),
            "on_mouse_drag": lambda x, y, dx, dy, buttons, _: self._point(x, y),
            "on_mouse_scroll": lambda x, y, _, notches: self._scroll(notches),
            "on_activate": lambda: self._focus(True),
            "on_deactivate": lambda: self._focus(False),
            "on_hide": self._hide,
            "on_show": self._show,
            "on_close": self._close_requested,
        }
        self.window.push_handlers(**{name: guard(handler) for name, handler in handlers.items()})

    def _key_press(self, symbol: int, modifiers: int) -> bool:
        keys = pyglet.window.key
        if symbol == keys.V and modifiers & keys.MOD_ACCEL:
            self._devices.press(KEYBOARD, PASTE)
            self._devices.release(KEYBOARD, PASTE)
        else:
            self._devices.press(KEYBOARD, _key(symbol))
        return True  # pyglet's own handler would close the window on escape

    def _mouse_press(self, x: float, y: float, button: int, _: int) -> None:
        self._point(x, y)
        self._devices.press(KEYBOARD, _button(button))

    def _scroll(self, notches: float) -> None:
        """Report a notch of the wheel as a button that is released at once."""
        source = "mouse:WHEEL_UP" if notches > 0.0 else "mouse:WHEEL_DOWN"
        for _ in range(min(NOTCHES_MAX, math.ceil(abs(notches)))):
            self._devices.press(KEYBOARD, source)
            self._devices.release(KEYBOARD, source)

    def _point(self, x: float, y: float) -> None:
        width, height = self.window.get_size()
        pixels_x, pixels_y = self.size
        self._devices.point(x * pixels_x / max(1, width), y * pixels_y / max(1, height))

    def _focus(self, focused: bool) -> None:
        self._devices.release_all()
        self.focus.change(focused, time.perf_counter())

    def _hide(self) -> None:
        self._mapped = False
        self._focus(False)

    def _show(self) -> None:
        self._mapped = True

    def _close_requested(self) -> bool:
        self._on_close()
        return True  # the loop closes the window once everything is saved


def _open(size: tuple[int, int]) -> Any:
    try:
        config = pyglet.gl.Config(
            double_buffer=True,
            red_size=8,
            green_size=8,
            blue_size=8,
            depth_size=0,  # scenes have their own; Mesa may keep that of a window replaced while it is drawn
            major_version=GL_VERSION[0],
            minor_version=GL_VERSION[1],
            forward_compatible=True,
        )
        window = pyglet.window.Window(
            max(size[0], SMALLEST[0]),
            max(size[1], SMALLEST[1]),
            caption="Arena",
            resizable=True,
            visible=False,
            vsync=True,
            config=config,
        )
    except Exception as error:
        raise _no_window(error) from error
    window.set_minimum_size(*SMALLEST)
    return window


def _no_window(error: Exception) -> WindowError:
    """Error of a window that does not open; pyglet does not say which OpenGL it asked for."""
    return WindowError(
        f"no window with OpenGL 3.3 can be opened here: {_line(error)}; try: arena demo --headless"
    )


def _screens(window: Any) -> list[Any]:
    """Screens of the window's display, the main one first, the others from left to right."""
    main = _box(window.display.get_default_screen())
    return sorted(window.display.get_screens(), key=lambda screen: (_box(screen) != main, _box(screen)))


def _box(screen: Any) -> tuple[int, int, int, int]:
    """Place and size of a screen: the platform makes a new object for it at each question."""
    return screen.x, screen.y, screen.width, screen.height


def _refresh_rate(window: Any) -> float:
    try:
        rate = float(window.screen.get_mode().rate or 0.0)
    except Exception:  # platforms fail in ways of their own, or have no modes
        rate = 0.0
    return rate if rate >= SLOWEST_RATE else USUAL_RATE


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:160] or type(error).__name__


def _key(symbol: int) -> str:
    return f"key:{pyglet.window.key.symbol_string(symbol).lstrip('_')}"


def _button(button: int) -> str:
    return f"mouse:{BUTTONS.get(button, button)}"
