"""Rings on the shell: landings, shocks, zones, pickups."""

from typing import Any

from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, InstancedPass
from arena.view.frame import RING_DTYPE, Frame


class RingsPass(InstancedPass):
    """Draws each ring as a ribbon along its circle."""

    name = "rings"
    state = GLOW
    dtype = RING_DTYPE
    strip = 2 * 57

    def instances(self, frame: Frame) -> NDArray[Any]:
        """All rings."""
        return frame.rings
