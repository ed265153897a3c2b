"""Lines of the debug views."""

from typing import Any

from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, InstancedPass
from arena.view.frame import LINE_DTYPE, Frame


class LinesPass(InstancedPass):
    """Draws each as a strip of its width."""

    name = "lines"
    state = GLOW
    dtype = LINE_DTYPE

    def instances(self, frame: Frame) -> NDArray[Any]:
        """All lines."""
        return frame.lines
