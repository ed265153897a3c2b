"""What kills and lies upon a player's dials, drawn once more: the dials would hide it.

The head-up display lies over the whole scene, so enemies' bullets and mines near a ship join it there, each
in a dark collar of its own.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.sim.kinds import Kind
from arena.view.camera import project
from arena.view.frame import Camera, Frame
from arena.view.overlay import RGBA, Overlay
from arena.view.palette import Palette

F64 = NDArray[np.float64]

MOST = 48
"""More are not drawn again: where as many are, the dials are the least worry."""
COLLAR: RGBA = (0.0, 0.01, 0.02, 0.94)
COLLAR_SIZE, RING_SIZE, RING_THICK, CORE_SIZE = 1.75, 1.0, 0.3, 0.5
"""Of a bullet: radii, and thickness of the ring, over its width; as shaders/bullets/bullets.frag has them."""
CORE: RGBA = (1.0, 0.97, 0.92, 1.0)
SPIKES, SPIKE_SIZE, BODY_SIZE, EYE_SIZE = 8, 1.28, 0.62, 0.32
"""Of a mine, over its drawn radius; as its mesh."""
SPIKE_THICK, EDGE = 3.0, 2.5
"""Of a spike, and of the dark around it [virtual px]."""


def draw_lethal(
    overlay: Overlay, frame: Frame, ships: list[tuple[float, float]], reach: float, palette: Palette
) -> None:
    """Draw bullets and mines again that are nearer than `reach` to one of some ships [virtual px]."""
    orbs, mines = frame.bullets[frame.bullets["orb"] > 0.5], frame.ships[frame.ships["kind"] == Kind.MINE]
    for x, y, size in _near(overlay, frame.camera, mines["position"], mines["scale"], ships, reach):
        _mine(overlay, x, y, size, palette)
    for x, y, size in _near(overlay, frame.camera, orbs["head"], orbs["width"], ships, reach):
        _bullet(overlay, x, y, size, palette)


def _near(
    overlay: Overlay, camera: Camera, points: NDArray[np.float32], sizes: NDArray[np.float32],
    ships: list[tuple[float, float]], reach: float,
) -> list[list[float]]:  # fmt: skip
    """Places and sizes of those near a ship, a row each [virtual px]."""
    if not len(points) or not ships:
        return []
    places = points.astype(np.float64)
    here, ahead = project(camera, places)
    x, y = (here[:, 0] + 1.0) * 0.5 * overlay.width, (here[:, 1] + 1.0) * 0.5 * overlay.height
    depth = np.maximum((places - camera.eye) @ camera.forward, 1.0)
    size = sizes * overlay.height / (2.0 * camera.tan_half_fov * depth)
    away = np.min([np.hypot(x - ship[0], y - ship[1]) for ship in ships], axis=0)
    return np.stack([x, y, size], axis=1)[ahead & (away < reach + size)][:MOST].tolist()


def _bullet(overlay: Overlay, x: float, y: float, size: float, palette: Palette) -> None:
    overlay.disc(x, y, COLLAR_SIZE * size, COLLAR)
    overlay.ring(x, y, RING_SIZE * size, RING_THICK * size, 1.0, (*palette.enemy_bullet, 1.0))
    overlay.disc(x, y, CORE_SIZE * size, CORE)


def _mine(overlay: Overlay, x: float, y: float, size: float, palette: Palette) -> None:
    color = (*palette.mine, 1.0)
    for wider, tone in ((2.0 * EDGE, COLLAR), (0.0, color)):
        for spike in range(SPIKES // 2):
            turn = (spike + 0.5) * 2.0 * math.pi / SPIKES
            east, north = SPIKE_SIZE * size * math.sin(turn), SPIKE_SIZE * size * math.cos(turn)
            overlay.line(x - east, y - north, x + east, y + north, SPIKE_THICK + wider, tone)
    overlay.disc(x, y, BODY_SIZE * size + EDGE, COLLAR)
    overlay.ring(x, y, BODY_SIZE * size, SPIKE_THICK, 1.0, color)
    overlay.disc(x, y, EYE_SIZE * size, color)
