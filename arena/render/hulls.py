"""Hulls: bevelled plates stacked in height, and outlines to cut them from.

x is right, y forward, z up, in radii of the ship; nothing reaches beyond 1.5.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from arena.render.batches import MeshArrays

Point = tuple[float, float]
Outline = Sequence[Point]
PAINTS = ("hull", "dark", "accent", "lamp", "glass")
"""By their numbers in the meshes."""

SHIP_VERTEX_DTYPE = np.dtype([("in_position", "<f4", 3), ("in_normal", "<f4", 3), ("in_paint", "<f4")])
GROUND_FLOOR = 0.0
"""Plates that begin as high lie upon others, and are no part of the silhouette."""


class Plate(NamedTuple):
    """One plate of a hull."""

    outline: Outline  # of its foot, counter-clockwise
    top: Outline  # drawn in, corner by corner
    low: float
    high: float
    silhouette: bool  # False: it lies upon other plates


class Hull:
    """Collects flat-shaded triangles, and the plates that they belong to."""

    def __init__(self) -> None:
        self._rows: list[tuple[object, ...]] = []
        self.plates: list[Plate] = []

    def plate(
        self, outline: Outline, low: float, high: float, inset: float, paint: int, side: int,
        overhanging: bool = False,
    ) -> None:  # fmt: skip
        """A plate from height `low`, its top at `high` drawn in by `inset`; counter-clockwise outline.

        `overhanging`: a part of the silhouette, though it lies upon another one.
        """
        top = inset_outline(outline, inset)
        for i, (p, a) in enumerate(zip(outline, top, strict=True)):
            j = (i + 1) % len(outline)
            q, b = outline[j], top[j]
            self._triangle(((*p, low), (*q, low), (*b, high)), side)
            self._triangle(((*p, low), (*b, high), (*a, high)), side)
        for corners in triangulate(top):
            self._triangle([(*top[i], high) for i in corners], paint)
        self.plates.append(Plate(outline, top, low, high, low < GROUND_FLOOR or overhanging))

    def _triangle(self, corners: Sequence[tuple[float, ...]], paint: int) -> None:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
        x, y, z = bx - ax, by - ay, bz - az
        u, v, w = cx - ax, cy - ay, cz - az
        nx, ny, nz = y * w - z * v, z * u - x * w, x * v - y * u
        length = math.sqrt(nx * nx + ny * ny + nz * nz)
        if length > 1e-9:
            self._rows += [(*corner, nx / length, ny / length, nz / length, paint) for corner in corners]

    def mesh(self) -> MeshArrays:
        """Vertices and triangle indices."""
        vertices = np.array(self._rows, np.float32).view(SHIP_VERTEX_DTYPE)[:, 0]
        return vertices, np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)


def mirrored(right: Outline) -> Outline:
    """An outline from its right half, from stern to bow; points on the axis are not doubled."""
    return [*right, *[(-x, y) for x, y in reversed(right) if x > 0.0]]


def petal(inner: float, outer: float, half: float, tip: float | None = None) -> Outline:
    """A blade that points forward; widths are half widths."""
    end = half * 0.7 if tip is None else tip
    return [(half, inner), (end, outer), (-end, outer), (-half, inner)]


def circle(radius: float, sides: int) -> Outline:
    """A regular outline."""
    turns = [(i + 0.5) * 2 * math.pi / sides for i in range(sides)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def arch(outer: float, inner: float) -> Outline:
    """The right half of a ring."""
    turns = [math.pi * (k / 6 - 0.5) for k in range(7)]
    ends = *((outer, turn) for turn in turns), *((inner, turn) for turn in reversed(turns))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for radius, turn in ends]


SHAPES: dict[str, Callable[..., Outline]] = {
    "circle": circle,
    "petal": petal,
    "arch": arch,
    "half": lambda *right: mirrored(right),
    "outline": lambda *points: points,
}
"""By the names in `assets/hulls`."""


def turned(points: Outline, turn: float) -> Outline:
    """Points turned about the middle, clockwise [rad]."""
    cosine, sine = math.cos(turn), math.sin(turn)
    return [(cosine * x + sine * y, -sine * x + cosine * y) for x, y in points]


def inset_outline(outline: Outline, distance: float) -> Outline:
    """Move every side inwards; counter-clockwise outline."""
    moved: list[Point] = []
    for i, (x, y) in enumerate(outline):
        before, after = outline[i - 1], outline[(i + 1) % len(outline)]
        a, b = _normal(before, (x, y)), _normal((x, y), after)
        share = distance / max(0.35, 1.0 + a[0] * b[0] + a[1] * b[1])
        moved.append((x + (a[0] + b[0]) * share, y + (a[1] + b[1]) * share))
    return moved


def _normal(p: Point, q: Point) -> Point:
    x, y = q[0] - p[0], q[1] - p[1]
    length = max(math.hypot(x, y), 1e-9)
    return -y / length, x / length


def triangulate(outline: Outline) -> list[tuple[int, int, int]]:
    """Cut ears off a simple counter-clockwise polygon."""
    left = list(range(len(outline)))
    triangles: list[tuple[int, int, int]] = []
    while len(left) > 3:
        ear = next((n for n in range(len(left)) if _is_ear(outline, left, n)), 0)
        triangles.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return [*triangles, (left[0], left[1], left[2])]


def _is_ear(outline: Outline, left: list[int], n: int) -> bool:
    a, b, c = outline[left[n - 1]], outline[left[n]], outline[left[(n + 1) % len(left)]]
    if _turn(a, b, c) <= 0:
        return False
    others = (outline[i] for i in left if outline[i] not in (a, b, c))
    return not any(_turn(a, b, p) > 0 and _turn(b, c, p) > 0 and _turn(c, a, p) > 0 for p in others)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
