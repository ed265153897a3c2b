"""Pictures without a window: a viewer, a renderer and an off-screen context as one thing."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.game.match import Match
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.tuning import DT
from arena.view.frame import Frame
from arena.view.scene import Viewer

T = TypeVar("T")

WARM_UP_TICKS = 120
"""How long to watch before painting: camera and effects need to have seen what led up to the moment."""


class Painter:
    """Watches a match tick by tick and paints it on demand."""

    def __init__(self, size_px: tuple[int, int], quality: str, title: bool = False) -> None:
        """Open a context; `title` looks from the title screen's slow orbit.

        Raises:
            Exception: whatever the driver says where it offers no OpenGL 3.3.
        """
        self.size_px = size_px
        self.title = title
        self.viewer = Viewer(player=0)
        self.context = offscreen_context()
        self.renderer = Renderer(self.context, quality)
        self.frame: Frame | None = None
        self.pixels: NDArray[np.uint8] | None = None
        """The last picture, RGB, shape (height, width, 3)."""

    def watch(self, match: Match) -> None:
        """Take in one tick, as a window at 60 frames a second would."""
        self.viewer.observe(match)
        self.frame = self._build(match, DT)

    def paint(self, match: Match) -> None:
        """Draw the moment that was watched last."""
        frame = self.frame if self.frame is not None else self._build(match, 0.0)
        self.pixels = picture(self.renderer, frame, self.size_px)

    def save(self, path: Path) -> None:
        """Write the last picture as a new PNG file; without one, do nothing.

        Raises:
            OSError: the file exists or cannot be written.
        """
        if self.pixels is None:
            return
        from PIL import Image

        with path.open("xb") as file:
            Image.fromarray(self.pixels).save(file, "PNG")

    def measure(self, match: Match) -> dict[str, Any]:
        """Return what the last picture took: counts, milliseconds of the CPU, and who drew it."""
        frame, view_ms = _timed(lambda: self._build(match, 0.0))
        _, draw_ms = _timed(lambda: picture(self.renderer, frame, self.size_px))
        stats = self.renderer.stats
        return {
            "draw_calls": stats.draw_calls,
            "instances": stats.instances,
            "triangles": stats.triangles,
            "cpu_ms": {"view": round(view_ms, 3), "upload": 0.0, "draw": round(draw_ms, 3)},
            "renderer": self.context.info["GL_RENDERER"],
        }

    def _build(self, match: Match, elapsed_s: float) -> Frame:
        if self.title:
            return self.viewer.title_frame(match, 1.0, elapsed_s, self.size_px)
        return self.viewer.build(match, 1.0, elapsed_s, self.size_px)


def _timed(action: Callable[[], T]) -> tuple[T, float]:
    began = time.perf_counter()
    return action(), (time.perf_counter() - began) * 1000.0
