"""Renderer of the window: quality, render scale and shader reload.

`Game` makes one when the window is open, draws each frame through it, and tells it what was changed. Its
first frames show only menus: the world's shaders are compiled one after the other between them.
"""

import sys
import time
from typing import cast

from arena.app.services import Services
from arena.app.storage.settings import AUTO
from arena.app.window.render_scale import RenderScale
from arena.app.window.window import GameWindow, WindowError
from arena.render.composite import Composite
from arena.render.renderer import Renderer
from arena.render.shaders import ShaderError
from arena.render.tiers import Quality

SOFTWARE_RATE = 30.0
"""Target frame rate of a software renderer; a graphics card follows the display."""
BUDGET_SHARE = 0.9
"""Share of the frame time that drawing may take."""

OPENING_SECONDS = 0.2
"""Time after which a frame compiles no further shader; menus wait for so long, or for one shader."""


class Graphics:
    """Draws frames in the window."""

    def __init__(self, window: GameWindow, services: Services) -> None:
        """Compile the menus' shader, in a lower quality if the driver refuses the wanted one.

        Raises:
            WindowError: the driver refuses the lowest quality, too.
        """
        self._window, self._services = window, services
        wanted = self._quality(services.options.quality or services.settings.quality)
        self.renderer = self._open(wanted, gradual=True)
        services.opened = False
        services.renderer = str(window.context.info["GL_RENDERER"])
        self._scale = self._begin_scale()

    def draw(self, content: Composite, now: float, opening: bool = True) -> None:
        """Draw and show a frame, and record its cost; with `opening` compile further shaders, if any.

        Raises:
            WindowError: the driver refuses a shader of the lowest quality.
        """
        services, renderer = self._services, self.renderer
        follows = self._follows
        # GPU times are queried only if they are used: a software renderer has to wait for them.
        renderer.timed = services.show_profiler or (follows and not self._window.software)
        renderer.scale = self._scale.share if follows else self._fixed_scale
        start = time.perf_counter()
        renderer.draw(content, self._window.target())
        drawn = time.perf_counter()
        self._window.show()
        # A graphics card waits for the display in there; a software renderer draws in there.
        ended = time.perf_counter() if self._window.software else drawn
        services.draw_ms = (ended - start) * 1000.0
        services.draw_calls = renderer.stats.draw_calls
        services.quality, services.render_scale = renderer.quality, renderer.scale
        services.painted = renderer.painted
        services.profiler.note_passes(renderer.stats.passes_ms)
        services.profiler.facts["render scale"] = f"{renderer.scale:.0%}"
        if follows and renderer.painted:
            self._follow(now)
        if opening and content.views and not renderer.is_complete:
            self._complete(content)
        services.opened = self.renderer.is_complete

    def set_quality(self, quality: str) -> None:
        """Switch the quality; keep the old one if the driver refuses the new one."""
        wanted = self._quality(quality)
        if wanted == self.renderer.quality:
            return
        try:
            self.renderer.quality = wanted
        except ShaderError as error:
            self._refuse(error)
        self._scale = self._begin_scale()

    def reload_shaders(self) -> None:
        """Recompile shaders that changed on disk; show and print errors."""
        changed, refused = self.renderer.reload_shaders()
        for error in refused:
            self._refuse(error)
        if changed or not refused:
            self._services.say(f"Shaders compiled: {', '.join(changed) or 'none has changed'}")

    @property
    def _follows(self) -> bool:
        """True while the frame time decides the render scale; measurements run at full scale."""
        return self._services.settings.render_scale == AUTO and self._services.options.start != "stress"

    def _begin_scale(self) -> RenderScale:
        """A new scale. A software renderer begins with few pixels: its first seconds are busy ones."""
        return RenderScale(coarse=self._window.software)

    @property
    def _fixed_scale(self) -> float:
        scale = self._services.settings.render_scale
        return 1.0 if isinstance(scale, str) else scale

    def _follow(self, now: float) -> None:
        passes = self.renderer.stats.passes_ms
        if self._window.software:
            self._scale.note(self._services.draw_ms, BUDGET_SHARE * 1e3 / SOFTWARE_RATE, now)
        elif passes:
            budget = BUDGET_SHARE * 1e3 / self._window.refresh_rate
            self._scale.note(sum(passes.values()), budget, now)

    def _complete(self, content: Composite) -> None:
        end = time.perf_counter() + OPENING_SECONDS
        try:
            while not self.renderer.is_complete and time.perf_counter() < end:
                self.renderer.complete(content, self._window.target())
                self._window.context.finish()  # so that the time which it takes is known
        except ShaderError as error:
            self._refuse(error)
            self.renderer = self._open("low")

    def _open(self, wanted: Quality, gradual: bool = False) -> Renderer:
        try:
            renderer = Renderer(self._window.context, wanted, gradual)
        except ShaderError as error:
            if wanted == "low":
                raise WindowError(f"the graphics driver refuses a shader: {error.summary}") from error
            self._refuse(error)
            return self._open("low")
        if self._services.options.start == "stress":
            renderer.painting_share = 1.0  # what is measured begins when all is painted
        return renderer

    def _refuse(self, error: ShaderError) -> None:
        """Show the first line to the player and print the whole error."""
        print(error, file=sys.stderr, flush=True)
        self._services.say(error.summary)

    def _quality(self, quality: str) -> Quality:
        if quality == AUTO:
            return "low" if self._window.software else "medium"
        return cast(Quality, quality)
