"""Formulas of the view's kernels, in plain numpy over arrays: slow, and easy to check by eye."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.view.frame import Camera

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Rows = NDArray[np.integer[Any]]


def in_frustum(camera: Camera, position: F32, radius: F32) -> NDArray[np.bool_]:
    """Return whether each sphere, shape (n, 3) and (n,), touches the view; the far plane does not cut."""
    offset = position - camera.eye
    depth = offset @ camera.forward
    vertical, horizontal = camera.tan_half_fov, camera.tan_half_fov * camera.aspect
    beside = np.abs(offset @ camera.right) - depth * horizontal
    above = np.abs(offset @ camera.up) - depth * vertical
    wide, tall = math.hypot(1.0, horizontal), math.hypot(1.0, vertical)
    return (depth > camera.near - radius) & (beside < radius * wide) & (above < radius * tall)


def over_horizon(eye: F32, position: F32, radius: F32, planet_radius: float) -> NDArray[np.bool_]:
    """Return whether any of each sphere may be seen past the planet; errs towards True."""
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


def headings(bodies: Any, rows: Rows, alpha: float, position: F32) -> F32:
    """Unit headings between the last two ticks, tangent at `position`, shape (n, 3)."""
    before, now = bodies.previous_heading[rows], bodies.heading[rows]
    blend = before + (now - before) * np.float32(alpha)
    outward = position / norm(position)[:, None]
    tangent = blend - outward * np.einsum("ij,ij->i", blend, outward)[:, None]
    return tangent / np.maximum(norm(tangent), 1e-6)[:, None]


def banks(world: Any, rows: Rows, nose: F32, position: F32) -> F32:
    """Roll with sideways speed [rad], shape (n,)."""
    right = np.cross(nose, position / norm(position)[:, None])
    sideways = np.einsum("ij,ij->i", world.bodies.velocity[rows], right)
    speed = np.maximum(world.kinds.max_speed[world.bodies.kind[rows]], 1.0)
    return np.clip(sideways / speed, -1.0, 1.0) * 0.55


def tumbling(rows: Rows, generation: NDArray[np.uint32], radius: F32, time_s: float) -> F32:
    """Rotations of asteroids at `time_s`, each about its own axis at its own rate, quaternions (n, 4)."""
    axis = np.stack([own_numbers(rows, generation, salt) for salt in (0, 1, 2)], axis=1) * 2 - 1
    axis /= np.maximum(norm(axis), 1e-3)[:, None]
    rate = 0.9 * (0.4 + own_numbers(rows, generation, 3)) / np.maximum(radius, 0.4)
    half = (rate * time_s + own_numbers(rows, generation, 4) * 2.0 * np.pi) * 0.5
    return np.concatenate([axis * np.sin(half)[:, None], np.cos(half)[:, None]], axis=1)


def own_numbers(rows: Rows, generation: NDArray[np.uint32], salt: int) -> F32:
    """A number in 0..1 that stays with a body for its life, shape (n,)."""
    shift = np.uint32(salt * 2246822519 & 0xFFFFFFFF)
    x = rows.astype(np.uint32) * np.uint32(2654435761) + generation * np.uint32(40503) + shift
    x ^= x >> np.uint32(15)
    x *= np.uint32(2246822519)
    x ^= x >> np.uint32(13)
    x *= np.uint32(3266489917)
    x ^= x >> np.uint32(16)
    return (x >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)


def levels(camera: Camera, position: F32, radius: F32, height_px: int) -> NDArray[np.uint8]:
    """Mesh for each sphere, 0 the finest, by the pixels that its radius covers."""
    depth = np.maximum((position - camera.eye) @ camera.forward, camera.near)
    pixels = radius / depth * (height_px / (2.0 * camera.tan_half_fov))
    return (pixels < 44.0).astype(np.uint8) + (pixels < 15.0)


# Single vectors, shape (3,), points unit and steps tangent [rad].


def unit(vector: NDArray[np.floating]) -> F64:
    """Scaled to length 1."""
    return np.asarray(vector, np.float64) / np.linalg.norm(vector)


def tangent_part(vector: F64, point: F64) -> F64:
    """The part of `vector` that is tangent at `point`."""
    return vector - point * float(point @ vector)


def exp_map(point: F64, step: F64) -> F64:
    """End of the great circle arc with tangent `step`."""
    angle = float(np.linalg.norm(step))
    return point * math.cos(angle) + step * (math.sin(angle) / angle if angle > 1e-9 else 1.0)


def log_map(point: F64, target: F64) -> F64:
    """The step from `point` to `target`."""
    across = tangent_part(target, point)
    sine = float(np.linalg.norm(across))
    return across * (math.atan2(sine, float(point @ target)) / sine)


def parallel_transport(point: F64, target: F64, vector: F64) -> F64:
    """A tangent vector taken from `point` to `target` without turning."""
    return vector - (point + target) * (float(target @ vector) / (1.0 + float(point @ target)))
