"""The uniform block that all passes share, laid out as std140 (see shaders/common/scene.glsl)."""

import struct

import moderngl
import numpy as np

from arena.jit.annotations import F64
from arena.render.shaders import SCENE_BINDING
from arena.view.frame import LIGHT_CAPACITY, OWN_MESH, SHOCK_CAPACITY, Frame

SIZE = 4 * (16 + 10 * 4 + 5 * SHOCK_CAPACITY + 8 * LIGHT_CAPACITY)
"""Bytes: a matrix, ten vectors, of each shock a vector and its strength, and of each light two vectors."""

NIGHT_SHADE = 0.85
"""Share of the sun's light that is gone at night."""
LAMP_REACH, LAMP_LIGHT = 12.0, 0.5
"""Of the light around a player's ship: how far it goes [u], and share of the ship's colour."""
SMALL = 1e-3
"""Length of a direction that is undefined."""


class SceneBlock:
    """Uploads a frame's camera, lights and waves, and keeps them bound."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Reserve the buffer."""
        self._buffer = ctx.buffer(reserve=SIZE, dynamic=True)

    def write(self, frame: Frame, size_px: tuple[int, int]) -> None:
        """Fill it for a target of `size_px`."""
        self._buffer.write(struct.pack(f"{SIZE // 4}f", *_numbers(frame, size_px)))
        self._buffer.bind_to_uniform_block(SCENE_BINDING)


def sunlight(frame: Frame) -> tuple[F64, F64]:
    """Unit direction and colour of the sun's light. At night it comes from the far side of the planet."""
    light = np.array(frame.palette.sun_light)
    sun: F64 = np.array(frame.palette.sun) / np.linalg.norm(frame.palette.sun)
    if frame.night:
        sun = (1.0 - frame.night) * sun - frame.night * frame.focus.astype(np.float64)
        size = np.linalg.norm(sun)
        sun = sun / size if size > SMALL else np.array(frame.camera.right, np.float64)
    return sun, light * (1.0 - NIGHT_SHADE * frame.night)


def _numbers(frame: Frame, size_px: tuple[int, int]) -> list[float]:
    """Plain numbers: to fill a structured array by its fields took a quarter of a millisecond."""
    camera, palette = frame.camera, frame.palette
    sun, sun_light = sunlight(frame)
    shocks = np.zeros((SHOCK_CAPACITY, 5), np.float32)
    shocks[: len(frame.shocks)] = frame.shocks
    numbers = [
        *camera.view_projection.T.ravel().tolist(),
        *(*camera.eye.tolist(), frame.time_s),
        *(*camera.right.tolist(), camera.aspect),
        *(*camera.up.tolist(), camera.tan_half_fov),
        *(*camera.forward.tolist(), frame.planet_radius),
        *(*frame.focus.tolist(), frame.shell_radius),
        *(*sun.tolist(), frame.lattice_light),
        *(*sun_light.tolist(), frame.near_fade),
        *(*palette.haze, frame.facing),
        *(*palette.lattice, frame.time_s if frame.weather else 0.0),
        *(*size_px, len(frame.shocks), frame.calm),
        *(*shocks[:, :4].ravel().tolist(), *shocks[:, 4].tolist()),
    ]
    for ship in frame.ships[frame.ships["kind"] == OWN_MESH][:LIGHT_CAPACITY]:
        numbers += (*ship["position"], LAMP_REACH, *(LAMP_LIGHT * ship["color"]), 0.0)
    numbers += frame.lights.ravel().tolist()
    return numbers[: SIZE // 4] + [0.0] * (SIZE // 4 - len(numbers))
