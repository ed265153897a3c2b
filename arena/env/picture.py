"""`EnvironmentPainter`: pictures of an environment, without a window."""

import numpy as np
from numpy.typing import NDArray

from arena.game.match import Match
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.tuning import DT
from arena.view.scene import Viewer

QUALITY = "low"


class EnvironmentPainter:
    """Observes a match tick by tick and paints it on demand."""

    def __init__(self, size_px: tuple[int, int], look: str) -> None:
        """Open a context.

        Args:
            size_px: width and height.
            look: palette of the world.

        Raises:
            RuntimeError: there is no OpenGL 3.3 without a window here.
        """
        self._size_px, self._look = size_px, look
        self._context = offscreen_context()
        self._renderer = Renderer(self._context, QUALITY)
        self.begin(look)

    def begin(self, look: str) -> None:
        """Forget what was seen: another game begins."""
        self._viewer, self._ticks = Viewer(0, look), 0

    def watch(self, match: Match) -> None:
        """Observe one tick."""
        self._viewer.observe(match.world, match.hud())
        self._ticks += 1

    def paint(self, match: Match) -> NDArray[np.uint8]:
        """Picture of the last tick, RGB, shape (height, width, 3)."""
        elapsed_s, self._ticks = self._ticks * DT, 0
        frame = self._viewer.build(match.world, match.hud(), 1.0, elapsed_s, self._size_px)
        return picture(self._renderer, frame, self._size_px)

    def close(self) -> None:
        """Give the context back."""
        self._context.release()
