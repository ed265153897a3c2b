"""Shapes of asteroids, made at load: lumps of rock, clusters of ice crystals, blocks of metal.

Every mesh fits a collision sphere of radius 1 about the origin closely; silhouettes alone tell the materials
apart.
"""

import functools
import itertools

import numpy as np
from numpy.typing import NDArray

from arena.nav.icosphere import icosphere
from arena.render.batches import MeshArrays

VERTEX_DTYPE = np.dtype(
    [
        ("in_position", "<f4", 3),
        ("in_normal", "<f4", 3),
        ("in_shade", "<f4", 4),  # albedo factor, gloss, glow, share of the flat facet in the normal
    ]
)
F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
CRYSTALS = np.array((
    (0, 0, 1), (1, 0.2, -0.3), (-0.7, 0.8, -0.2), (-0.5, -0.9, 0.1), (0.3, 0.3, -1), (0.6, -0.7, 0.5),
    (0.1, 0.9, 0.6),
))  # fmt: skip
"""Ways in which crystals of ice grow."""
_SIGNS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
"""The corners of a cube."""


def asteroid_mesh(name: str, level: int) -> MeshArrays:
    """The mesh that a material's row names, at a level of detail, 0 the finest."""
    return {"rock": _rock, "ice": _ice, "metal": _metal}[name](level)


def _rock(level: int) -> MeshArrays:
    points, triangles = icosphere((3, 2, 1)[level])
    random = np.random.default_rng(11)
    height = 1.0 + 0.16 * _lumps(points, random, 14, 1.6) + 0.07 * _lumps(points, random, 24, 4.0)
    shade = np.ones(len(points))
    for center in random.normal(size=(9, 3)):
        angle = np.arccos(np.clip(points @ (center / np.linalg.norm(center)), -1.0, 1.0))
        size = random.uniform(0.22, 0.50)
        bowl = np.clip(1.0 - (angle / size) ** 2, 0.0, 1.0)
        rim = np.exp(-(((angle - size) / (0.25 * size)) ** 2))
        height += size * (0.10 * rim - 0.34 * bowl)
        shade *= 1.0 - 0.45 * bowl
        shade += 0.12 * rim
    corners = points * height[:, None] * 0.97
    return _mesh(corners, triangles, _normals(corners, triangles), (shade, 0.0, 0.0, 0.45))


def _ice(level: int) -> MeshArrays:
    """Six-sided crystals that grow out of one heart."""
    random = np.random.default_rng(5)
    sides = (6, 5, 4)[level]
    parts: list[tuple[F64, I64]] = []
    for i, axis in enumerate(CRYSTALS[: (7, 7, 4)[level]]):
        length, width = (1.22, 0.50) if i == 0 else (random.uniform(0.95, 1.25), random.uniform(0.26, 0.42))
        parts.append(_crystal(axis / np.linalg.norm(axis), length, width, sides))
    corners, triangles = _join(parts)
    shade = 0.55 + 0.55 * np.linalg.norm(corners, axis=1)
    return _mesh(corners, triangles, _normals(corners, triangles), (shade, 0.9, 0.0, 1.0))


def _crystal(axis: F64, length: float, width: float, sides: int) -> tuple[F64, I64]:
    x = np.cross(axis, [0.0, 1.0, 0.0] if abs(axis[1]) < 0.8 else [1.0, 0.0, 0.0])
    x /= np.linalg.norm(x)
    y = np.cross(axis, x)
    turn = np.arange(sides) * 2 * np.pi / sides
    ring = np.cos(turn)[:, None] * x + np.sin(turn)[:, None] * y
    low, high = ring * width * 0.75 - axis * 0.25, ring * width + axis * length * 0.62
    corners = np.concatenate([low, high, [axis * length, -axis * 0.45]])
    here, there = np.arange(sides), (np.arange(sides) + 1) % sides
    tip, foot = np.full(sides, 2 * sides), np.full(sides, 2 * sides + 1)
    faces = [(here, there, there + sides), (here, there + sides, here + sides)]
    faces += [(here + sides, there + sides, tip), (there, here, foot)]
    return corners, np.concatenate([np.stack(face, axis=1) for face in faces])


def _metal(level: int) -> MeshArrays:
    """A battered cube: six plates of unlike sizes around a core, which glows through the seams if loaded."""
    random = np.random.default_rng(9)
    parts = [(_SIGNS * 0.60, _hull(_SIGNS))]
    core = len(parts[0][0])
    for axis in range(3):
        for side in (-1.0, 1.0):
            size = random.uniform(0.40, 0.60, 3)
            size[axis] = 0.10
            center = np.zeros(3)
            center[axis] = side * random.uniform(0.58, 0.72)
            parts.append(_block(size, random.uniform(-0.3, 0.3, 3), level == 0, center))
    corners, triangles = _join(parts if level < 2 else parts[1:])
    shade, glow = np.full(len(corners), 0.9), np.zeros(len(corners))
    if level < 2:
        shade[:core], glow[:core] = 0.0, 1.0
    return _mesh(corners * 1.08, triangles, _normals(corners, triangles), (shade, 0.55, glow, 1.0))


def _block(size: F64, turn: F64, bevelled: bool, center: F64) -> tuple[F64, I64]:
    """A box; bevelled, each corner becomes three and the edges are cut."""
    rotation = _rotation(turn)
    if not bevelled:
        return (_SIGNS * size) @ rotation.T + center, _hull(_SIGNS)
    cut = 0.5 * float(size.min()) / size
    corners = np.concatenate([_SIGNS * (1.0 - cut * (np.arange(3) != axis)) for axis in range(3)])
    return (corners * size) @ rotation.T + center, _box_faces()


@functools.cache
def _box_faces() -> I64:
    """Triangles of the bevelled box; the same for all sizes and bevels."""
    return _hull(np.concatenate([_SIGNS * (1.0 - 0.2 * (np.arange(3) != axis)) for axis in range(3)]))


def _hull(points: F64) -> I64:
    """Triangles of the convex hull of a few points: all planes through three with nothing outside."""
    triples = np.array(list(itertools.combinations(range(len(points)), 3)))
    a, b, c = (points[triples[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    good = length > 1e-9
    triples, normals, a = triples[good], normals[good] / length[good, None], a[good]
    away = normals @ points.T - np.einsum("ij,ij->i", normals, a)[:, None]
    triangles: list[tuple[int, int, int]] = []
    done: set[tuple[int, ...]] = set()
    for normal, distance in zip(normals, away, strict=True):
        for side in (1.0, -1.0):
            flat = tuple(np.flatnonzero(side * distance > -1e-6).tolist())
            if (side * distance).max() < 1e-6 and flat not in done:
                done.add(flat)
                triangles += _fan(points, flat, normal * side)
    return np.array(triangles, np.int64)


def _fan(points: F64, flat: tuple[int, ...], normal: F64) -> list[tuple[int, int, int]]:
    center = points[list(flat)].mean(axis=0)
    x = points[flat[0]] - center
    y = np.cross(normal, x)
    around = sorted(flat, key=lambda i: float(np.arctan2((points[i] - center) @ y, (points[i] - center) @ x)))
    return [(around[0], around[i], around[i + 1]) for i in range(1, len(around) - 1)]


def _rotation(turn: F64) -> F64:
    c, s = np.cos(turn), np.sin(turn)
    about_x = np.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
    about_y = np.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
    about_z = np.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def _lumps(points: F64, random: np.random.Generator, waves: int, frequency: float) -> F64:
    """A smooth random field on the sphere, about -1..1: a sum of plane waves."""
    axes = random.normal(size=(waves, 3)) * frequency
    phase = random.uniform(0.0, 2 * np.pi, waves)
    return np.sin(points @ axes.T + phase).sum(axis=1) / np.sqrt(waves)


def _join(parts: list[tuple[F64, I64]]) -> tuple[F64, I64]:
    starts = np.cumsum([0] + [len(corners) for corners, _ in parts[:-1]])
    triangles = [faces + start for (_, faces), start in zip(parts, starts, strict=True)]
    return np.concatenate([corners for corners, _ in parts]), np.concatenate(triangles)


def _normals(corners: F64, triangles: I64) -> F64:
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    faces = np.cross(b - a, c - a)
    normals = np.zeros_like(corners)
    for i in range(3):
        np.add.at(normals, triangles[:, i], faces)
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)


def _mesh(
    corners: F64, triangles: I64, normals: F64, shade: tuple[F64 | float, F64 | float, F64 | float, float]
) -> MeshArrays:
    vertices = np.empty(len(corners), VERTEX_DTYPE)
    vertices["in_position"], vertices["in_normal"] = corners, normals
    for i, value in enumerate(shade):
        vertices["in_shade"][:, i] = value
    return vertices, triangles.astype(np.int32)
