"""Lines in space, collected by the debug views and drawn in one call."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.annotations import F32
from arena.sphere import tangent_frame
from arena.view.culling import visible
from arena.view.frame import LINE_DTYPE, Camera, Instances
from arena.view.overlay.overlay import RGBA

BARB, BARB_SPREAD = 0.75, 0.5
"""Length of an arrow's two barbs [u], and how far they lean out, over that."""
CIRCLE_SEGMENTS = 180


class Lines:
    """Collects straight lines; `in_sight` hands over those that can be seen."""

    def __init__(self) -> None:
        self._blocks: list[Instances] = []

    def add(
        self, first: NDArray[np.floating], second: NDArray[np.floating], color: RGBA | F32,
        width: float = 2.0, lift: float = 0.0,
    ) -> None:  # fmt: skip
        """Add lines between points of shape (n, 3) [u]; `color` is one for all, or one each, shape (n, 4)."""
        block = np.empty(len(first), LINE_DTYPE)
        block["first"], block["second"], block["color"] = first, second, color
        block["width"], block["lift"] = width, lift
        self._blocks.append(block)

    def add_arrows(self, start: F32, way: F32, color: RGBA, width: float = 2.5, lift: float = 0.0) -> None:
        """Add arrows from `start` along the tangents `way`, both of shape (n, 3) [u]."""
        tip = start + way
        outward = start / np.maximum(np.linalg.norm(start, axis=1, keepdims=True), 1e-6)
        beside = np.cross(outward, way)
        self.add(start, tip, color, width, lift)
        size = np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
        for side in (-BARB_SPREAD, BARB_SPREAD):
            self.add(tip, tip - (way + beside * side) * (BARB / size), color, width, lift)

    def add_circle(
        self, center: NDArray[np.floating], angle: float, radius: float, color: RGBA, width: float = 2.5,
        lift: float = 0.0,
    ) -> None:  # fmt: skip
        """Add the circle of points `angle` [rad] from the unit vector `center`, on a sphere of `radius`."""
        x, y = tangent_frame(center)
        turn = np.linspace(0.0, 2.0 * np.pi, CIRCLE_SEGMENTS + 1)[:, None]
        spoke = x * np.cos(turn) + y * np.sin(turn)
        points = (center * np.cos(angle) + spoke * np.sin(angle)) * radius
        self.add(points[:-1], points[1:], color, width, lift)

    def everything(self) -> Instances:
        """All lines in the order in which they came, wherever they are."""
        return np.concatenate([np.empty(0, LINE_DTYPE), *self._blocks])

    def in_sight(self, camera: Camera, planet_radius: float) -> Instances:
        """Those on this side of the horizon, within the picture and wholly before the camera."""
        lines = self.everything()
        half = (lines["second"] - lines["first"]) * np.float32(0.5)
        seen = visible(camera, lines["first"] + half, np.linalg.norm(half, axis=1), planet_radius)
        lines = lines[seen]
        depths = [(lines[end] - camera.eye) @ camera.forward for end in ("first", "second")]
        return lines[np.minimum(*depths) > camera.near]
