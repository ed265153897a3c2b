"""Pictures of an environment: `EnvironmentPainter` without a window, `EnvironmentWindow` in one."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from arena.app.input.bindings import default_bindings
from arena.app.input.devices import Devices
from arena.app.window.window import GameWindow, Guard, WindowError
from arena.game.match import Match
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.tuning import DT
from arena.view.frame import Frame
from arena.view.scene import Viewer

QUALITY = "low"


class EnvironmentCamera:
    """Observes a match tick by tick and builds frames of it."""

    def __init__(self, look: str) -> None:
        self.begin(look)

    def begin(self, look: str) -> None:
        """Forget what was seen: another game begins, in a world of that palette."""
        self._viewer, self._ticks = Viewer(0, look), 0

    def watch(self, match: Match) -> None:
        """Observe one tick."""
        self._viewer.observe(match.world, match.hud())
        self._ticks += 1

    def frame(self, match: Match, size_px: tuple[int, int]) -> Frame:
        """Frame of the last tick."""
        elapsed_s, self._ticks = self._ticks * DT, 0
        return self._viewer.build(match.world, match.hud(), 1.0, elapsed_s, size_px)


class EnvironmentPainter(EnvironmentCamera):
    """Paints pictures on demand.

    On a thread of its own: a context is current on a thread, and several environments share a process.
    """

    def __init__(self, size_px: tuple[int, int], look: str) -> None:
        super().__init__(look)
        self._size_px = size_px
        self._thread = ThreadPoolExecutor(1, "arena-picture")
        self._renderer: Renderer | None = None  # the first picture opens its context

    def paint(self, match: Match) -> NDArray[np.uint8]:
        """Picture of the last tick, RGB, shape (height, width, 3).

        Raises:
            RuntimeError: there is no OpenGL 3.3 without a window here.
        """
        frame = self.frame(match, self._size_px)
        return self._thread.submit(self._draw, frame).result()

    def _draw(self, frame: Frame) -> NDArray[np.uint8]:
        if self._renderer is None:
            self._renderer = Renderer(offscreen_context(), QUALITY)
        return picture(self._renderer, frame, self._size_px)

    def close(self) -> None:
        """Give context and thread back."""
        if self._renderer is not None:
            self._thread.submit(self._renderer.ctx.release).result()
        self._thread.shutdown()


class EnvironmentWindow(EnvironmentCamera):
    """Shows frames at a steady rate; once somebody closes it, the games go on unseen."""

    def __init__(self, size_px: tuple[int, int], look: str, rate: int) -> None:
        """Open a window for `rate` frames a second.

        Raises:
            RuntimeError: there is no display, or no OpenGL 3.3.
        """
        super().__init__(look)
        if sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ):
            raise RuntimeError('no display found for render_mode="human"; "rgb_array" needs none')
        self._guard = Guard(lambda: None)
        devices = Devices(default_bindings())
        try:
            self._window = GameWindow(devices, self._guard, size_px, False, self._ask, lambda: None)
        except WindowError as problem:
            raise RuntimeError(str(problem)) from problem
        self._renderer = Renderer(self._window.context, QUALITY)
        self._period_s, self._due, self._open = 1.0 / rate, time.perf_counter(), True
        self._closing = False  # the window must not go while it hears that it should

    def show(self, match: Match) -> None:
        """Show the last tick, when it is due."""
        if not self._open:
            return
        self._window.window.switch_to()
        self._window.window.dispatch_events()
        self._guard.check()
        if self._closing:
            self.close()
            return
        time.sleep(max(0.0, self._due - time.perf_counter()))
        self._due = max(self._due, time.perf_counter() - self._period_s) + self._period_s
        self._renderer.draw(self.frame(match, self._window.size), self._window.target())
        self._window.show()

    def _ask(self) -> None:
        self._closing = True

    def close(self) -> None:
        """Close the window."""
        if self._open:
            self._open = False
            self._window.close()
