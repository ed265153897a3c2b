"""Landmarks at the limb: suns, moons, stations, rings and auroras, as the scenery lists them; and the air."""

import math

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Batch
from arena.render.passes.drawing import PREMULTIPLIED, DrawState, Pass, View
from arena.render.tiers import Tier
from arena.view.palette import Palette
from arena.view.scenery import Landmark

DTYPE = np.dtype([("place", "<f4", 4)])
SEGMENTS = 192
"""Pieces of a band around the planet; a square is the first."""
BANDS = {"rings": 1, "aurora": 2, "air": 3}
"""Shapes of what is no square, whose shape is 0."""


class LandmarksPass(Pass):
    """Draws all of them at once: the air over the limb, all others behind the planet."""

    name = "landmarks"
    state = DrawState(depth_test=True, blend=PREMULTIPLIED)
    numbers = (f"SEGMENTS {SEGMENTS}.0",)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._batch = Batch(ctx, self.program, DTYPE, strip=2 * SEGMENTS + 2, room=8)
        self._uploaded: Palette | None = None

    def draw(self, view: View) -> None:
        """Draw those of the frame's world."""
        palette = view.frame.palette
        if self._uploaded is not palette:
            self._batch.upload(landmark_rows(palette.landmarks))
            self._uploaded = palette
        self.begin(view)
        view.textures.landmarks.use(0)
        view.stats.count(self._batch.draw(len(palette.landmarks)))


def landmark_rows(landmarks: tuple[Landmark, ...]) -> NDArray[np.void]:
    """Instances of `shaders/landmarks`, dtype DTYPE."""
    rows = np.empty(len(landmarks), DTYPE)
    for row, mark in zip(rows, landmarks, strict=True):
        angles = (math.radians(angle) for angle in (mark.azimuth, mark.height, mark.size))
        row["place"] = BANDS.get(mark.kind, 0), *angles
    return rows
