"""The uniform block that all passes share, laid out as std140 (see shaders/common/scene.glsl)."""

import moderngl
import numpy as np

from arena.render.shaders import SCENE_BINDING
from arena.view.frame import SHOCK_CAPACITY, Frame

_DTYPE = np.dtype(
    [
        ("view_projection", "<f4", (4, 4)),  # columns
        ("eye", "<f4", 4),
        ("right", "<f4", 4),
        ("up", "<f4", 4),
        ("forward", "<f4", 4),
        ("focus", "<f4", 4),
        ("sun", "<f4", 4),
        ("sun_light", "<f4", 4),
        ("haze", "<f4", 4),
        ("lattice_color", "<f4", 4),
        ("viewport", "<f4", 4),
        ("shocks", "<f4", (SHOCK_CAPACITY, 4)),
        ("strengths", "<f4", SHOCK_CAPACITY),
    ]
)


class SceneBlock:
    """Uploads a frame's camera, lights and waves, and keeps them bound."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Reserve the buffer."""
        self._buffer = ctx.buffer(reserve=_DTYPE.itemsize, dynamic=True)

    def write(self, frame: Frame, size_px: tuple[int, int]) -> None:
        """Fill it for a target of `size_px`."""
        block = np.zeros(1, _DTYPE)
        row, camera, palette = block[0], frame.camera, frame.palette
        row["view_projection"] = camera.view_projection.T
        row["eye"] = (*camera.eye, frame.time_s)
        row["right"] = (*camera.right, camera.aspect)
        row["up"] = (*camera.up, camera.tan_half_fov)
        row["forward"] = (*camera.forward, frame.planet_radius)
        row["focus"] = (*frame.focus, frame.shell_radius)
        sun = np.array(palette.sun)
        row["sun"] = (*(sun / np.linalg.norm(sun)), frame.lattice_light)
        row["sun_light"][:3] = palette.sun_light
        row["haze"][:3] = palette.haze
        row["lattice_color"][:3] = palette.lattice
        row["viewport"] = (*size_px, min(len(frame.shocks), SHOCK_CAPACITY), frame.calm)
        for i, shock in enumerate(frame.shocks[:SHOCK_CAPACITY]):
            row["shocks"][i] = (*shock.center, shock.radius)
            row["strengths"][i] = shock.strength
        self._buffer.write(block)
        self._buffer.bind_to_uniform_block(SCENE_BINDING)
