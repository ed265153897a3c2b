"""Ghosts: ships of another game, drawn as light."""

from typing import Any

from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW
from arena.render.passes.ships import ShipsPass
from arena.view.frame import Frame


class GhostsPass(ShipsPass):
    """Draws them as ships are drawn, by shaders of its own."""

    name = "ghosts"
    state = GLOW

    def instances(self, frame: Frame) -> NDArray[Any]:
        """Ships of the other game."""
        return frame.ghosts
