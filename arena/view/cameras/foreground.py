"""Foreground clearing of the title picture: bodies near the camera shrink out of the view.

`Viewer.title_frame` calls it for every picture. In play, rocks within the near-fade distance are dithered
instead; the title's low camera would keep such rocks in front of the ship for long.
"""

import numpy as np
from numpy.typing import NDArray

from arena.jit.annotations import F32
from arena.view.frame import Frame

Distance = NDArray[np.floating] | float

GONE, WHOLE = 8.0, 12.0
"""Distances from the eye [u]: nothing of a small ship is left at the first, all from the second on."""
LARGER, SMALL = 4.0, 0.7
"""Those that are larger go as much earlier, over their radius beyond that of the small ones."""
ROCK_GONE, ROCK_WHOLE, ROCK_LARGER = 12.0, 18.0, 4.0
"""The same for rocks: they shrink earlier than ships, small ones too."""
SHADED = 0.54
"""Drawn size of a hull over the size of the light below it."""
SHADE_SIZE = 2.4
"""Of the light below a hull, at most [u]: seen from low, that of a carrier stands up as a red blur."""
SLIM = 0.7
"""Width of shots over the usual: at full width a stream of them hid ship and foe."""


def clear_foreground(frame: Frame) -> None:
    """Shrink bodies near the eye and dim their light; limit the light below hulls and the width of shots."""
    eye, ships, sprites = frame.camera.eye, frame.ships, frame.sprites
    for rocks in frame.asteroids.values():
        earlier = ROCK_LARGER * np.maximum(rocks["scale"] - SMALL, 0.0)
        rocks["scale"] *= _share(rocks["position"], eye, ROCK_GONE + earlier, ROCK_WHOLE + earlier)
    earlier = LARGER * np.maximum(ships["scale"] - SMALL, 0.0)
    ships["scale"] *= _share(ships["position"], eye, GONE + earlier, WHOLE + earlier)
    earlier = LARGER * np.maximum(SHADED * sprites["size"] - SMALL, 0.0)
    left, shades = (
        _share(sprites["position"], eye, GONE + earlier, WHOLE + earlier),
        sprites["hardness"] < 0.0,
    )
    frame.bullets["width"] *= SLIM
    sprites["color"][:, 3] *= left
    sprites["color"][shades, :3] *= left[shades, None]  # a shade's light does not depend on its alpha
    sprites["size"][shades] = np.minimum(sprites["size"][shades], SHADE_SIZE)


def _share(position: F32, eye: F32, gone: Distance, whole: Distance) -> F32:
    """Remaining size of bodies at `position`, shape (n,), 0 to 1."""
    near = np.clip((np.linalg.norm(position - eye, axis=1) - gone) / (whole - gone), 0.0, 1.0)
    return (near * near * (3.0 - 2.0 * near)).astype(np.float32)
