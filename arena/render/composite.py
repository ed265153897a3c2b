"""Composite of a target: one view of the world or several side by side, and a flat layer over all of them."""

from dataclasses import dataclass

from arena.view.frame import Frame
from arena.view.overlay.overlay import Overlay

Viewport = tuple[int, int, int, int]
"""Left, bottom, width, height [px] of the target, origin at the lower left."""


@dataclass
class Composite:
    """Views that share one target, and the layer above them."""

    views: list[Frame]
    overlay: Overlay
    """As wide as the target. With a single view it is that view's own overlay, and drawn once."""
    size_px: tuple[int, int]
    below: tuple[Overlay, ...] = ()
    """Layers between the views and the uppermost one."""

    @classmethod
    def of(cls, frame: Frame) -> "Composite":
        """One view that fills the target."""
        return cls([frame], frame.overlay, frame.size_px)

    @property
    def covered(self) -> bool:
        """True if the views cover the whole target."""
        width, height = self.size_px
        return sum(w * h for _, _, w, h in map(viewport_of, self.views)) >= width * height


def viewport_of(frame: Frame) -> Viewport:
    """Viewport of a frame in the target."""
    return frame.viewport if frame.viewport is not None else (0, 0, *frame.size_px)
