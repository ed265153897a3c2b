"""Loading screen: kernels are compiled, or loaded from disk, while the planet turns."""

import math
from collections.abc import Callable

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.services import Screen, Services
from arena.app.storage import paths
from arena.app.storage.files import clear_leftovers
from arena.app.storage.pictures import PREFIX
from arena.render.composite import Composite
from arena.startup.background import BackgroundCompilation
from arena.startup.kernels import Need
from arena.tuning import ARENA
from arena.view.cameras.camera import Rig
from arena.view.frame import Frame
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette

BAR_WIDTH = 620.0
SHARP_SECONDS = 10.0
"""Longest wait for the planet's detail."""
COMPILED_SHARE = 0.8
"""Share of the bar for compilation if the planet's detail is loaded, too."""
GLINT_WIDTH, GLINT_SECONDS = 70.0, 2.2
"""Width and period of the light that runs along the bar even while one compilation step takes long."""
QUIT_SECONDS = 3.0
"""Longest time from the first press of "back" to the second, which quits: a stray click ends nothing."""
SLOW_SECONDS = 4.0
"""Time after which an explanation of the wait appears."""
WORDS = {
    None: ("preparing", ""),
    Need.COMPILE: ("compiling", "This start compiles the game for this machine; later ones only load it."),
    Need.COMPILE_ALWAYS: ("compiling", "What is compiled cannot be kept here: every start compiles anew."),
    Need.LOAD: ("loading", "Loading what an earlier start compiled for this machine."),
}
"""Label and explanation of each kind of preparation."""
PACE, PACE_MAX = 0.1, 0.5
"""Shortest and longest time between two frames [s]: the work needs the processors more."""
REST = 4.0
"""Time between two frames of a slow renderer, as a multiple of the time that one takes."""
CATCH_UP_SECONDS = 0.5
"""Time constant of the bar's approach to the reported progress [s]."""
CREEP_SECONDS = 14.0
"""Time constant of its approach to the limit beyond that, while no report comes [s]."""
CREEP_SHARE = 0.3
"""Share of the remaining work by which the bar may run ahead of the last report."""


class SmoothProgress:
    """Smoothed progress of a bar: never backwards, never still before the end, full only at the end.

    The caller passes the time.
    """

    def __init__(self) -> None:
        self.shown = 0.0
        """Displayed progress, 0 to 1."""
        self._reported = 0.0
        self._last: float | None = None

    def update(self, now: float, reported: float) -> float:
        """Advance to `now` [s] with a reported progress of 0 to 1; return `shown`."""
        elapsed = 0.0 if self._last is None else max(0.0, now - self._last)
        self._last = now
        self._reported = max(self._reported, min(1.0, reported))
        ahead = 1.0 if self._reported >= 1.0 else self._reported + CREEP_SHARE * (1.0 - self._reported)
        behind = max(0.0, self._reported - self.shown)
        self.shown += behind * (1.0 - math.exp(-elapsed / CATCH_UP_SECONDS))
        self.shown += max(0.0, ahead - self.shown) * (1.0 - math.exp(-elapsed / CREEP_SECONDS))
        return self.shown


class LoadingScreen(Screen):
    """Shows how far `work` is, and then the screen of `following`."""

    name = "loading"
    score_level = 0.0  # compilation would starve the thread that renders it
    pace = PACE

    def __init__(
        self,
        services: Services,
        work: BackgroundCompilation,
        following: Callable[[], Screen],
        sharp: bool = False,
    ) -> None:
        """Wait for `work`, which has been started.

        With `sharp` wait for the planet's detail, too, which would slow later screens down.
        """
        super().__init__(services)
        self._sharp = sharp
        self._compiled: float | None = None
        self._following = following
        self._work = work
        self._began: float | None = None
        self._asked = -math.inf  # time at which "back" was pressed
        self._shown = 0.0
        self._bar = SmoothProgress()
        self._rig = Rig()
        self._palette = load_palette("terra")

    def enter(self) -> None:
        """Remove unfinished pictures of an aborted process."""
        self.services.disk.submit(_clear_pictures)

    def frame_drawn(self, view_ms: float, draw_ms: float) -> None:
        """Draw less often where drawing takes the processors from the work."""
        if self._compiled is None:
            self.pace = min(PACE_MAX, max(PACE, REST * (view_ms + draw_ms) / 1000.0))

    def update(self, now: float, events: list[Action]) -> None:
        """Show the following screen once the work is done and the renderer draws worlds."""
        self._began = self._began or now
        if Action.MENU_BACK in events:
            if now - self._asked < QUIT_SECONDS:
                self.services.quit()
                return
            self._asked = now
            self.services.say("Once more to quit")
        if self.services.loaded:
            self._compiled = self._compiled or now
            self.pace = 0.0
            if not self.services.opened:
                return
            if not self._sharp or self.services.painted or now - self._compiled > SHARP_SECONDS:
                self.services.go(self._following())

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw a planet, a progress bar and the current step."""
        began = self._began or now
        elapsed, self._shown = min(0.1, max(0.0, now - (self._shown or now))), now
        frame = self._planet(now - began, elapsed, size)
        overlay = frame.overlay
        (done, total, step), (verb, line) = self._work.progress, WORDS[self._work.need]
        if self._compiled is not None:
            verb, step = "preparing", "the planet"
        share = self._bar.update(now, done / max(1, total) * (COMPILED_SHARE if self._sharp else 1.0))
        left, y = theme.MARGIN, 560.0
        theme.shade_left(overlay)
        theme.wordmark(overlay)
        theme.bar(overlay, left, y, BAR_WIDTH, share)
        _glint(overlay, left, y, BAR_WIDTH * share, now - began)
        overlay.text(f"{verb} {step}".rstrip(), left, y - 44.0, 26.0, theme.DIM)
        overlay.text(f"{math.floor(share * 100.0)}%", left + BAR_WIDTH, y - 44.0, 26.0, theme.TEXT, "right")
        if now - began > SLOW_SECONDS:
            alpha = min(1.0, (now - began - SLOW_SECONDS) / 0.8)
            overlay.text(line, left, 96.0, 24.0, theme.faded(theme.DIM, alpha))
        return Composite.of(frame)

    def _planet(self, time_s: float, elapsed: float, size: tuple[int, int]) -> Frame:
        aspect = max(1, size[0]) / max(1, size[1])
        camera = self._rig.title_camera(ARENA.planet_radius, aspect, elapsed)
        shell = ARENA.planet_radius + ARENA.shell_altitude
        focus = camera.eye / max(1e-6, math.hypot(*camera.eye.tolist()))
        return Frame(
            camera, self._palette, Overlay(aspect), size, time_s, ARENA.planet_radius, shell, focus,
            lattice_light=0.5,
        )  # fmt: skip


def _clear_pictures(ending: bool) -> None:
    clear_leftovers(paths.pictures_folder(), PREFIX)


def _glint(overlay: Overlay, left: float, y: float, filled: float, seconds: float) -> None:
    phase = seconds / GLINT_SECONDS % 1.0
    middle = left - GLINT_WIDTH + (filled + 2.0 * GLINT_WIDTH) * phase
    start, end = max(left, middle - GLINT_WIDTH / 2), min(left + filled, middle + GLINT_WIDTH / 2)
    if end > start:
        strength = 0.55 * math.sin(math.pi * phase)
        overlay.rect(start, y, end - start, theme.BAR_HEIGHT, theme.faded(theme.TEXT, strength), 6.0)
