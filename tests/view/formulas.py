"""What the view's kernels compute, as plain formulas over arrays: slow, and easy to check by eye."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.view.frame import Camera

F32 = NDArray[np.float32]
Rows = NDArray[np.integer[Any]]


def in_frustum(camera: Camera, position: F32, radius: F32) -> NDArray[np.bool_]:
    """Whether each sphere, shape (n, 3) and (n,), touches the camera's view; the far plane does not cut."""
    offset = position - camera.eye
    depth = offset @ camera.forward
    vertical, horizontal = camera.tan_half_fov, camera.tan_half_fov * camera.aspect
    beside = np.abs(offset @ camera.right) - depth * horizontal
    above = np.abs(offset @ camera.up) - depth * vertical
    wide, tall = math.hypot(1.0, horizontal), math.hypot(1.0, vertical)
    return (depth > camera.near - radius) & (beside < radius * wide) & (above < radius * tall)


def over_horizon(eye: F32, position: F32, radius: F32, planet_radius: float) -> NDArray[np.bool_]:
    """Whether any of each sphere may be seen past the planet; errs towards True."""
    sight = position - eye
    length = np.einsum("ij,ij->i", sight, sight)
    nearest = np.clip(-(sight @ eye) / np.maximum(length, 1e-6), 0.0, 1.0)
    closest = eye + sight * nearest[:, None]
    clear = np.maximum(planet_radius - radius, 0.0)
    return (np.einsum("ij,ij->i", closest, closest) > clear * clear) | (nearest >= 1.0)


def visible(camera: Camera, position: F32, radius: F32, planet_radius: float) -> NDArray[np.intp]:
    """Ascending indices of the spheres that may be seen."""
    seen = in_frustum(camera, position, radius) & over_horizon(camera.eye, position, radius, planet_radius)
    return np.flatnonzero(seen)


def interpolated(bodies: Any, rows: Rows, alpha: float) -> F32:
    """Positions between the last two ticks, at the right altitude, shape (n, 3)."""
    before, now = bodies.previous_position[rows], bodies.position[rows]
    blend = before + (now - before) * np.float32(alpha)
    height = norm(before) + (norm(now) - norm(before)) * np.float32(alpha)
    return blend * (height / np.maximum(norm(blend), 1e-6))[:, None]


def norm(vectors: F32) -> F32:
    """Lengths, shape (n,)."""
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
