"""What can be seen: nothing behind the planet or beside the screen; finer meshes where they are larger."""

import math

import numpy as np
from numpy.typing import NDArray

from arena.sim.world import World
from arena.view.frame import Camera

LOD_PIXELS = (44.0, 15.0)
"""A body whose radius covers fewer pixels than this drops to the next coarser mesh."""


def in_frustum(
    camera: Camera, position: NDArray[np.float32], radius: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Whether each sphere, shape (n, 3) and (n,), touches the camera's view; the far plane does not cut."""
    offset = position - camera.eye
    depth = offset @ camera.forward
    vertical, horizontal = camera.tan_half_fov, camera.tan_half_fov * camera.aspect
    beside = np.abs(offset @ camera.right) - depth * np.float32(horizontal)
    above = np.abs(offset @ camera.up) - depth * np.float32(vertical)
    wide, tall = np.float32(math.hypot(1.0, horizontal)), np.float32(math.hypot(1.0, vertical))
    return (depth > camera.near - radius) & (beside < radius * wide) & (above < radius * tall)


def over_horizon(
    eye: NDArray[np.float32], position: NDArray[np.float32], radius: NDArray[np.float32], planet_radius: float
) -> NDArray[np.bool_]:
    """Whether any of each sphere may be seen past the planet; errs towards True.

    The line of sight to a centre passes the planet's centre at some distance; moving the end of the line by
    `radius` moves that nearest point by no more than `radius`.
    """
    sight = position - eye
    length = np.einsum("ij,ij->i", sight, sight)
    nearest = np.clip(-(sight @ eye) / np.maximum(length, np.float32(1e-6)), 0.0, 1.0)
    closest = eye + sight * nearest[:, None]
    clear = np.maximum(planet_radius - radius, 0.0)
    return (np.einsum("ij,ij->i", closest, closest) > clear * clear) | (nearest >= 1.0)


def visible(
    camera: Camera, position: NDArray[np.float32], radius: NDArray[np.float32], planet_radius: float
) -> NDArray[np.intp]:
    """Ascending indices of the spheres that may be seen."""
    seen = np.flatnonzero(in_frustum(camera, position, radius))
    return seen[over_horizon(camera.eye, position[seen], radius[seen], planet_radius)]


def in_view(world: World, camera: Camera) -> NDArray[np.int64]:
    """Rows of the live bodies that a camera may see, ascending: the fourth set beside `body_sets`.

    A body in view may be awake or asleep: what is simulated never depends on it.
    """
    rows, bodies = np.flatnonzero(world.bodies.alive), world.bodies
    return rows[visible(camera, bodies.position[rows], bodies.radius[rows], world.planet_radius)]


def level_of_detail(
    camera: Camera, position: NDArray[np.float32], radius: NDArray[np.float32], height_px: int
) -> NDArray[np.uint8]:
    """Level for each sphere, 0 the finest, by the pixels that its radius covers."""
    depth = np.maximum((position - camera.eye) @ camera.forward, np.float32(camera.near))
    pixels = radius / depth * np.float32(height_px / (2.0 * camera.tan_half_fov))
    level = np.zeros(len(position), np.uint8)
    for limit in LOD_PIXELS:
        level += pixels < limit
    return level
