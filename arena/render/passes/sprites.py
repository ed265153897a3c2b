"""Sprites: sparks, embers, flashes, and the shadows of bodies."""

from typing import Any

from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, InstancedPass
from arena.view.frame import SPRITE_DTYPE, SPRITE_ROOM, Frame


class SpritesPass(InstancedPass):
    """Draws each as a square that faces the camera."""

    name = "sprites"
    state = GLOW
    dtype = SPRITE_DTYPE
    room = SPRITE_ROOM

    def instances(self, frame: Frame) -> NDArray[Any]:
        """In the order of the frame: shadows first."""
        return frame.sprites
