"""Picture painter without a window: viewer, renderer and off-screen context."""

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.app.storage.pictures import encode_png
from arena.commands.outputs import write_output
from arena.game.match import Match
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.render.tiers import Quality
from arena.tuning import DT
from arena.view.frame import Frame
from arena.view.palette import STANDARD
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings

WARM_UP_TICKS = 120
"""Ticks to watch before painting, so that camera and effects have seen the preceding moments."""

MEASURED_PICTURES = 5


class PicturePainter:
    """Watches a match tick by tick and paints it on demand."""

    def __init__(
        self,
        size_px: tuple[int, int],
        quality: Quality,
        title: bool = False,
        look: str = "terra",
        colors: str = STANDARD,
        hud: bool = True,
    ) -> None:
        """Open a context.

        Args:
            size_px: of the picture.
            quality: a tier of the renderer.
            title: look from where the title screen does.
            look: palette of the world.
            colors: set of colours of what flies, see `arena.view.palette.COLOR_SETS`.
            hud: draw the head-up display.

        Raises:
            Exception: whatever the driver says where it offers no OpenGL 3.3.
        """
        self.size_px = size_px
        self.title = title
        self._with_hud = hud
        self.viewer = Viewer(0, look, ViewSettings(colors=colors))
        self.context = offscreen_context()
        self.renderer = Renderer(self.context, quality)
        self.frame: Frame | None = None
        self.pixels: NDArray[np.uint8] | None = None
        """The last picture, RGB, shape (height, width, 3)."""

    def watch(self, match: Match) -> None:
        """Observe one tick, as a window at 60 frames per second would."""
        self.viewer.observe(match.world, match.hud())
        self.frame = self._build(match, DT)

    def paint(self, match: Match) -> None:
        """Draw the last observed tick."""
        frame = self.frame if self.frame is not None else self._build(match, 0.0)
        self.pixels = picture(self.renderer, frame, self.size_px)

    def save(self, path: Path) -> None:
        """Write the last picture as a new PNG file; without one, do nothing.

        Raises:
            CommandError: the file exists or cannot be written; then there is none of ours.
        """
        if self.pixels is not None:
            write_output(path, encode_png(self.pixels))

    def measure(self, match: Match) -> dict[str, Any]:
        """Return the cost of a picture: counts, median CPU milliseconds, and the renderer's name."""
        rows: list[tuple[float, float, float]] = []
        stats = self.renderer.stats
        for _ in range(MEASURED_PICTURES):
            began = time.perf_counter()
            frame = self._build(match, 0.0)
            view_ms = (time.perf_counter() - began) * 1000.0
            picture(self.renderer, frame, self.size_px)
            stats = self.renderer.stats
            rows.append((view_ms, stats.upload_ms, stats.draw_ms))
        medians = np.median(rows, axis=0).tolist()
        return {
            "draw_calls": stats.draw_calls,
            "instances": stats.instances,
            "triangles": stats.triangles,
            "cpu_ms": {
                name: round(ms, 3) for name, ms in zip(("view", "upload", "draw"), medians, strict=True)
            },
            "renderer": self.context.info["GL_RENDERER"],
        }

    def _build(self, match: Match, elapsed_s: float) -> Frame:
        if self.title:
            return self.viewer.title_frame(match.world, 1.0, elapsed_s, self.size_px)
        hud = match.hud() if self._with_hud else None
        return self.viewer.build(match.world, hud, 1.0, elapsed_s, self.size_px)
