"""Hulls: bevelled plates stacked in height, and outlines to cut them from.

x is right, y forward, z up, in radii of the ship; nothing reaches beyond 1.5. Paints: 0 hull, 1 dark metal,
2 accent, 3 lamp, 4 glass, 5 keyline.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Outline = list[Point]
HULL, DARK, ACCENT, LAMP, GLASS, KEYLINE = range(6)

SHIP_VERTEX_DTYPE = np.dtype(
    [
        ("in_position", "<f4", 3),
        ("in_normal", "<f4", 3),  # of a keyline: where its corners move as it grows wider, along two sides
        ("in_paint", "<f4"),
        ("in_depth", "<f4"),  # below the upper edge of a plate's side: 0 there, 1 at its foot; `FLAT` on tops
    ]
)
FLAT = 2.0
GROUND_FLOOR = 0.0
"""Plates that begin as high lie upon others, and are no part of the silhouette."""
TOP = 1.0
KEYLINES, LARGE_KEYLINES = (0.85,), (0.0, TOP)
"""Heights of keylines over their plate's height. Bosses, their parts and other large hulls have two: from a
low angle a tall plate hides the lower line behind it, and its side the upper line before it. The upper line
follows the top, which is inset; on the outline of the foot it would stand off beyond the top."""
MITER = 1.5
"""Most that a corner of a keyline goes as it grows by one."""
ShipMesh = tuple[NDArray[np.void], NDArray[np.int32]]


class Hull:
    """Collects flat-shaded triangles."""

    def __init__(self, keylines: Sequence[float] = KEYLINES) -> None:
        self._keylines = keylines
        self.rows: list[tuple[object, ...]] = []
        self._behind: list[tuple[object, ...]] = []

    def plate(
        self, outline: Outline, low: float, high: float, inset: float, paint: int, side: int | None = None,
        overhanging: bool = False,
    ):  # fmt: skip
        """A plate from height `low`, its top at `high` drawn in by `inset`; counter-clockwise outline.

        `overhanging`: a part of the silhouette, though it lies upon another one.
        """
        top = _inset(outline, inset)
        for i, (p, a) in enumerate(zip(outline, top, strict=True)):
            j = (i + 1) % len(outline)
            q, b = outline[j], top[j]
            color = paint if side is None else side
            self._triangle(((*p, low), (*q, low), (*b, high)), color, (1.0, 1.0, 0.0))
            self._triangle(((*p, low), (*b, high), (*a, high)), color, (1.0, 0.0, 0.0))
        for corners in _triangulate(top):
            self._triangle([(*top[i], high) for i in corners], paint, (FLAT, FLAT, FLAT))
        if low < GROUND_FLOOR or overhanging:
            for share in self._keylines:
                edge = top if share == TOP else outline
                self._keyline(outline, edge, low + share * (high - low))

    def pair(
        self, outline: Outline, low: float, high: float, inset: float, paint: int, side: int | None = None
    ):
        """A plate and its mirror image."""
        self.plate(outline, low, high, inset, paint, side)
        self.plate([(-x, y) for x, y in reversed(outline)], low, high, inset, paint, side)

    def _keyline(self, outline: Outline, edge: Outline, height: float):
        """An edge of a plate as a flat dark shape behind it, which the shader makes wider by some pixels.

        Its corners go the ways of the plate's own outline: of an edge drawn in, short sides may cross.
        """
        ways = [_wider(here, there) for here, there in zip(outline, _inset(outline, -1.0), strict=True)]
        for corners in _triangulate(edge):
            self._behind += [(*edge[i], height, *ways[i], 0.0, KEYLINE, FLAT) for i in corners]

    def _triangle(
        self, corners: Sequence[tuple[float, ...]], paint: int, depths: tuple[float, float, float]
    ) -> None:
        a, b, c = (np.array(corner) for corner in corners)
        normal = np.cross(b - a, c - a)
        length = float(np.linalg.norm(normal))
        if length > 1e-9:
            normal /= length
            self.rows += [
                (*corner, *normal, paint, depth) for corner, depth in zip((a, b, c), depths, strict=True)
            ]

    def mesh(self) -> ShipMesh:
        """Vertices and triangle indices; keylines come last, when most of them is hidden already."""
        vertices = np.array(self.rows + self._behind, np.float32).view(SHIP_VERTEX_DTYPE)[:, 0]
        return vertices, np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)


def mirrored(right: Outline) -> Outline:
    """An outline from its right half, from stern to bow; points on the axis are not doubled."""
    return [*right, *[(-x, y) for x, y in reversed(right) if x > 0.0]]


def petal(turn: float, inner: float, outer: float, half: float, tip: float | None = None) -> Outline:
    """A blade that points away from the middle; `turn` is clockwise from forward, widths are half widths."""
    across, along = (math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))
    end = half * 0.7 if tip is None else tip
    corners = [(half, inner), (end, outer), (-end, outer), (-half, inner)]
    return [(across[0] * u + along[0] * v, across[1] * u + along[1] * v) for u, v in corners]


def circle(radius: float, sides: int, y: float = 0.0, x: float = 0.0) -> Outline:
    """A regular outline around (x, y)."""
    turns = [(i + 0.5) * 2 * math.pi / sides for i in range(sides)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _inset(outline: Outline, distance: float) -> Outline:
    """Move every side inwards; counter-clockwise outline."""
    moved: Outline = []
    for i, (x, y) in enumerate(outline):
        before, after = outline[i - 1], outline[(i + 1) % len(outline)]
        a, b = _normal(before, (x, y)), _normal((x, y), after)
        share = distance / max(0.35, 1.0 + a[0] * b[0] + a[1] * b[1])
        moved.append((x + (a[0] + b[0]) * share, y + (a[1] + b[1]) * share))
    return moved


def _wider(here: Point, there: Point) -> Point:
    """The way of a corner as its outline grows by one, MITER at most where it is sharp."""
    x, y = there[0] - here[0], there[1] - here[1]
    share = min(1.0, MITER / max(math.hypot(x, y), 1e-9))
    return x * share, y * share


def _normal(p: Point, q: Point) -> Point:
    x, y = q[0] - p[0], q[1] - p[1]
    length = max(math.hypot(x, y), 1e-9)
    return -y / length, x / length


def _triangulate(outline: Outline) -> list[tuple[int, int, int]]:
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
