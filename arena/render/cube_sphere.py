"""A sphere of six warped grids, the mesh of everything that is painted on a cube's faces."""

import numpy as np
from numpy.typing import NDArray

VERTEX_DTYPE = np.dtype([("in_position", "<f4", 3), ("in_uv", "<f4", 2), ("in_layer", "<f4")])


def cube_sphere(grid: int) -> tuple[NDArray[np.void], NDArray[np.int32]]:
    """Unit positions, texture places and layers, as `shaders/common/cube.glsl` has them, and triangles.

    Args:
        grid: quads along an edge of each of the six faces.
    """
    line = np.linspace(-1.0, 1.0, grid + 1)
    t, s = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
    u, v, one = np.tan(s * np.pi / 4), np.tan(t * np.pi / 4), np.ones_like(s)
    faces = [(one, v, -u), (-one, v, u), (u, one, -v), (u, -one, v), (u, v, one), (-u, v, -one)]
    vertices = np.empty(6 * len(s), VERTEX_DTYPE)
    corner = (np.arange(grid)[:, None] * (grid + 1) + np.arange(grid)).ravel()
    quad = np.stack(
        [corner, corner + 1, corner + grid + 2, corner, corner + grid + 2, corner + grid + 1], axis=1
    )
    for face, parts in enumerate(faces):
        rows = slice(face * len(s), (face + 1) * len(s))
        points = np.stack(parts, axis=1)
        vertices["in_position"][rows] = points / np.linalg.norm(points, axis=1, keepdims=True)
        vertices["in_uv"][rows] = np.stack([s, t], axis=1) * 0.5 + 0.5
        vertices["in_layer"][rows] = face
    triangles = np.concatenate([quad + face * len(s) for face in range(6)]).reshape(-1, 3)
    return vertices, triangles.astype(np.int32)
