"""Landmarks at the limb: suns, moons, stations, rings and auroras, as the scenery lists them; and the air."""

import functools
import math

import numpy as np
from numpy.typing import NDArray

from arena.render.passes.drawing import PREMULTIPLIED, DrawState, InstancedPass, View
from arena.view.palette import Palette

DTYPE = np.dtype([("place", "<f4", 4)])
BANDS = {"rings": 1, "aurora": 2, "air": 3}
"""Shapes of what is no square, whose shape is 0."""


class LandmarksPass(InstancedPass):
    """Draws all of them at once: the air over the limb, all others behind the planet."""

    name, dtype, segments = "landmarks", DTYPE, 192
    """Pieces of a band around the planet; a square is the first."""
    state = DrawState(depth_test=True, blend=PREMULTIPLIED)
    numbers = (f"SEGMENTS {segments}.0",)

    def instances(self, view: View) -> NDArray[np.void]:
        """Those of the frame's world."""
        return landmark_rows(view.frame.palette)

    def begin(self, view: View) -> None:
        super().begin(view)
        view.textures.landmarks.use(0)


@functools.lru_cache(maxsize=8)
def landmark_rows(palette: Palette) -> NDArray[np.void]:
    """Instances of `shaders/landmarks`, dtype DTYPE."""
    rows = np.empty(len(palette.landmarks), DTYPE)
    for row, mark in zip(rows, palette.landmarks, strict=True):
        angles = (math.radians(angle) for angle in (mark.azimuth, mark.height, mark.size))
        row["place"] = BANDS.get(mark.kind, 0), *angles
    return rows
