"""Main loop of the window: frames until the player quits."""

import contextlib
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from arena import shutdown
from arena.app.input.actions import DEBUG_VIEWS, GLOBAL, Action
from arena.app.input.devices import Devices
from arena.app.input.pads import Pads
from arena.app.menus import theme
from arena.app.routes import ROUTES, first_screen
from arena.app.screens.loading import LoadingScreen
from arena.app.services import Options, Screen, Services
from arena.app.sound.device import Audio
from arena.app.storage.progress import load_progress
from arena.app.storage.scores import Scores
from arena.app.storage.settings import load_settings
from arena.app.window.backend import pyglet
from arena.app.window.graphics import Graphics
from arena.app.window.redraw import Redraw
from arena.app.window.window import GameWindow, Guard, WindowError
from arena.render.composite import Composite
from arena.render.offscreen import picture
from arena.startup.background import BackgroundCompilation

__all__ = ["WindowError", "run_window"]

FRAME_LIMIT = 144.0
"""Frame rate limit without vertical sync."""

LEAVE_SECONDS = 1.0
"""Longest wait for kernels in work once the window is closed."""
CANCEL_SECONDS = 5.0
"""Longest wait for kernels in work where the window does not open."""
STATUS_SECONDS = 0.1
STATUS_VARIABLE = "ARENA_STATUS"
"""Names a file for `Options.status`; the tests that drive a window watch it."""


def run_window(start: str = "title", **details: Any) -> int:
    """Open the window and run until it is closed.

    Args:
        start: the first screen after loading: "title", "play", "demo", "stress" or "replay".
        details: fields of `arena.app.services.Options`; None means the default.

    Returns:
        The exit code: 0, or 128 + the number of the signal (SIGINT, SIGTERM) that ended it.

    Raises:
        WindowError: no display, OpenGL below 3.3 (`exit_code` 1), or a replay that cannot be read (2). Its
            message is one line for the terminal.
        TypeError: an unknown field in `details`.
    """
    options = _options(start, details)
    make_first = first_screen(options)
    work = BackgroundCompilation(*options.warm_ups)
    try:
        game = Game(options, work)
    except BaseException:
        work.cancel()
        if work.busy:
            work.join(CANCEL_SECONDS)
        raise
    return game.run(make_first)


def _options(start: str, details: dict[str, Any]) -> Options:
    options = Options(start=start, **{name: value for name, value in details.items() if value is not None})
    if options.file is not None:
        options = replace(options, file=Path(options.file))
    if options.ghost is not None:
        options = replace(options, ghost=Path(options.ghost))
    if options.status is None and os.environ.get(STATUS_VARIABLE):
        options = replace(options, status=Path(os.environ[STATUS_VARIABLE]))
    return options


class Game:
    """The window, the renderer and the services that screens share."""

    def __init__(self, options: Options, work: BackgroundCompilation) -> None:
        """Open the window and start `work`; what compiles goes on beside all that follows."""
        self._work = work
        settings, problem = load_settings()
        devices = Devices(settings.bindings, settings.pads)
        self.services = Services(options, settings, Scores(), Audio(settings), devices, ROUTES)
        self.services.say(problem)
        self.services.progress, problem = load_progress()
        self.services.say(problem)
        self._guard = Guard(pyglet.app.exit)
        self.services.loaded = False
        work.start()
        fullscreen = settings.fullscreen if options.fullscreen is None else options.fullscreen
        self.window = GameWindow(
            devices,
            self._guard,
            options.size,
            fullscreen,
            self.services.quit,
            self._interrupt,
            settings.monitor,
        )
        self.services.copy, self.services.paste = self.window.copy, self.window.paste
        self.graphics = Graphics(self.window, self.services)
        settings.apply_to(self, [key for key in settings.rows if getattr(options, key, None) is not None])
        self._pads = Pads(devices, self._unplugged, self._guard)
        self.services.say(self._pads.problem)
        self._wants_picture = False
        self._told_of_sound = ""
        self._status_time = 0.0
        # Made once: the parts of a path are interned, and strings that come and go wear out Python's table of
        # those until it doubles, by 2 MB within the hour.
        self._status_draft = options.status and options.status.with_name(options.status.name + ".new")
        self._redraw = Redraw()
        self._is_heard = False
        self._frames = 0

    def run(self, make_first: Callable[[Services], Any]) -> int:
        """Show screens until one of them, or a signal, ends it; close everything on the way out."""
        services = self.services
        frame = self._guard(self._frame)
        if not self._work.only_loads:  # compilers leave much behind
            gc.enable()
        try:
            services.go(self._first_screen(make_first))
            pyglet.clock.schedule_interval(frame, 1.0 / FRAME_LIMIT)
            pyglet.app.run(interval=None)
            self._guard.check()
        finally:
            pyglet.clock.unschedule(frame)
            self._close()
        exit_code = services.exit_code or 0
        if self._work.busy:
            self._work.join(LEAVE_SECONDS)
        if self._work.busy:
            _leave_at_once(exit_code)
        return exit_code

    def _first_screen(self, make_first: Callable[[Services], Screen]) -> Screen:
        services = self.services
        if services.options.start == "title" and self._work.only_loads:
            return make_first(services)
        measured = services.options.start == "stress"
        return LoadingScreen(services, self._work, lambda: make_first(services), measured)

    def _end_loading(self) -> None:
        """Tell of trouble, and raise the exception that ended the kernels' preparation, if any."""
        self._work.check()
        self.services.say(self._work.trouble)
        self.services.loaded = True
        gc.enable()

    def _frame(self, _: float) -> None:
        services, now = self.services, time.perf_counter()
        assert services.screen is not None
        if number := shutdown.requested():
            services.quit(128 + number)
        if not self._redraw.is_due(now, self._pace(services.screen)) and services.exit_code is None:
            return
        if not services.loaded and not self._work.busy:
            self._end_loading()
        self.window.focus.check(now)
        services.size = self.window.size
        services.pacer.begin_slice()
        events = [event for event in services.controls.take_events() if not self._react(event)]
        if self._wants_picture and min(services.size) > 0:  # one per frame, however often the key was pressed
            self._wants_picture = False
            self._take_picture()
        services.screen.update(now, events)
        self.window.show_pointer(not services.screen.crosshair)
        self._set_score_level(services.screen)
        services.audio.update()
        self._tell_of_sound()
        visible = services.exit_code is None and self.window.is_seen(now)
        if visible and services.pacer.wants_frame(services.screen.behind) and self._changed(now):
            self._show(services.screen, now)
        self._work.load()
        if services.opened and services.loaded and not self._is_heard:
            self._is_heard = True
            services.audio.open()
        self._report(now)
        if services.exit_code is not None:
            pyglet.app.exit()

    def _pace(self, screen: Screen) -> float:
        """Average frame time to aim for [s]."""
        cap = self.services.settings.frame_cap
        return screen.pace if isinstance(cap, str) else max(screen.pace, 1.0 / cap)

    def _changed(self, now: float) -> bool:
        """Return whether the picture changes, or a still one is due for its periodic redraw."""
        services, screen = self.services, self.services.screen
        assert screen is not None
        told = now - services.message_time < theme.TOAST_SECONDS
        still = screen.still and (services.painted or not services.loaded) and not told
        shown = screen, services.size, services.devices.reports, services.message
        return self._redraw.wants(now, still, shown)

    def _set_score_level(self, screen: Screen) -> None:
        """Set the music's volume for the screen; mute it in the background unless a game goes on."""
        behind = not self.window.focus.held and screen.score_level < 1.0
        self.services.audio.score_level = 0.0 if behind else screen.score_level

    def _tell_of_sound(self) -> None:
        """Report a sound problem once, from the start or after a device is unplugged."""
        problem, told = self.services.audio.problem, self._told_of_sound
        self._told_of_sound = problem
        if problem != told:
            self.services.say(problem)

    def _show(self, screen: Screen, now: float) -> None:
        """Build and draw a frame, and measure both."""
        services, began = self.services, time.perf_counter()
        services.pacer.begin_frame()
        content = screen.build(now, services.size)
        view_ms = (time.perf_counter() - began) * 1000.0
        self._draw(content, now)
        services.pacer.end_frame()
        screen.frame_drawn(view_ms, services.draw_ms)

    def _draw(self, content: Composite, now: float) -> None:
        services = self.services
        age = now - services.message_time
        if services.message and age < theme.TOAST_SECONDS:
            theme.toast(content.overlay, services.message, age)
        # Beside drawing, kernels take longer to load than both in turn.
        opening = services.loaded or not self._work.only_loads
        self.graphics.draw(content, now, opening)
        self._frames += 1

    def _react(self, event: Action) -> bool:
        """Handle an action that works on every screen; return whether `event` was one."""
        services = self.services
        if event is Action.PROFILER:
            services.show_profiler = not services.show_profiler
        elif event in DEBUG_VIEWS:
            services.debug_views ^= {DEBUG_VIEWS[event]}
        elif event is Action.FULLSCREEN:
            services.settings.fullscreen = not self.window.fullscreen
            services.save()
        elif event is Action.RELOAD_SHADERS:
            self.graphics.reload_shaders()
        elif event is Action.PICTURE:
            self._wants_picture = True
        return event in GLOBAL

    def _take_picture(self) -> None:
        services = self.services
        assert services.screen is not None
        content = services.screen.build(time.perf_counter(), services.size)
        services.keep_picture(picture(self.graphics.renderer, content, services.size))

    def _interrupt(self) -> None:
        if self.services.screen is not None:
            self.services.screen.interrupt()

    def _unplugged(self, device: str) -> None:
        self.services.say(f"Unplugged: {device}")
        self._interrupt()

    def _report(self, now: float) -> None:
        services, path, draft = self.services, self.services.options.status, self._status_draft
        if (
            path is None
            or draft is None
            or (now - self._status_time < STATUS_SECONDS and services.exit_code is None)
        ):
            return
        self._status_time = now
        assert services.screen is not None
        status = {
            "screen": services.screen.name,
            "frames": self._frames,
            "clock": now,
            "seen": self.window.is_seen(now),
            "opened": services.opened,
            "painted": services.painted,
            "size": services.size,
            "fullscreen": self.window.fullscreen,
            "focused": self.window.focus.held,
            "message": services.message,
            "exit_code": services.exit_code,
            "debug_views": sorted(view.value for view in services.debug_views),
            "draw_calls": services.draw_calls,
            "vsync": self.window.window.vsync,
        }
        with contextlib.suppress(OSError):
            draft.write_text(json.dumps(status | dict(services.screen.status())), encoding="utf-8")
            draft.replace(path)

    def _close(self) -> None:
        """Free everything in dependency order."""
        self._work.cancel()
        if self.services.screen is not None:
            self.services.screen.close()
        self.services.audio.close()
        self._pads.close()
        self.window.close()


def _leave_at_once(exit_code: int) -> NoReturn:
    """End the process while the compiler works: it can neither be interrupted nor survive exit."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)
