"""The orbital lattice: edges that bend where waves and wells push them."""

from typing import Any

from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, InstancedPass
from arena.view.frame import EDGE_DTYPE, Frame


class LatticePass(InstancedPass):
    """Draws each edge as a ribbon."""

    name = "lattice"
    state = GLOW
    dtype = EDGE_DTYPE
    strip = 2 * 5

    def instances(self, frame: Frame) -> NDArray[Any]:
        """Edges near the focus."""
        return frame.edges
