"""Bullets: bright cores with trails."""

from typing import Any

from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, InstancedPass
from arena.view.frame import BULLET_DTYPE, Frame


class BulletsPass(InstancedPass):
    """Draws each as a strip from head to tail."""

    name = "bullets"
    state = GLOW
    dtype = BULLET_DTYPE

    def instances(self, frame: Frame) -> NDArray[Any]:
        """All bullets."""
        return frame.bullets
