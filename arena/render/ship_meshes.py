"""Ships, drawn as plan views: bevelled plates stacked in height; the silhouette from above is the design.

x is right, y forward, z up, in radii of the ship. Paints: 0 hull, 1 dark metal, 2 accent, 3 lamp, 4 glass.
"""

import math

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Outline = list[Point]
HULL, DARK, ACCENT, LAMP, GLASS = range(5)

SHIP_VERTEX_DTYPE = np.dtype([("in_position", "<f4", 3), ("in_normal", "<f4", 3), ("in_paint", "<f4")])
ShipMesh = tuple[NDArray[np.void], NDArray[np.int32]]


class _Hull:
    """Collects flat-shaded triangles."""

    def __init__(self) -> None:
        self.rows: list[tuple[object, ...]] = []

    def plate(
        self, outline: Outline, low: float, high: float, inset: float, paint: int, side: int | None = None
    ):
        """A plate from height `low`, its top at `high` drawn in by `inset`; counter-clockwise outline."""
        top = _inset(outline, inset)
        for i, (p, a) in enumerate(zip(outline, top, strict=True)):
            j = (i + 1) % len(outline)
            q, b = outline[j], top[j]
            self._triangle((*p, low), (*q, low), (*b, high), paint if side is None else side)
            self._triangle((*p, low), (*b, high), (*a, high), paint if side is None else side)
        for i, j, k in _triangulate(top):
            self._triangle((*top[i], high), (*top[j], high), (*top[k], high), paint)

    def pair(
        self, outline: Outline, low: float, high: float, inset: float, paint: int, side: int | None = None
    ):
        """A plate and its mirror image."""
        self.plate(outline, low, high, inset, paint, side)
        self.plate([(-x, y) for x, y in reversed(outline)], low, high, inset, paint, side)

    def _triangle(self, *arguments: tuple[float, ...] | int) -> None:
        *corners, paint = arguments
        a, b, c = (np.array(corner) for corner in corners)
        normal = np.cross(b - a, c - a)
        length = float(np.linalg.norm(normal))
        if length > 1e-9:
            self.rows += [(*corner, *(normal / length), paint) for corner in (a, b, c)]

    def mesh(self) -> ShipMesh:
        """Vertices and triangle indices."""
        vertices = np.array(self.rows, np.float32).view(SHIP_VERTEX_DTYPE)[:, 0]
        return vertices, np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)


def ship_mesh(kind: int) -> ShipMesh:
    """The mesh of a kind of ship; see `arena.view.frame.SHIPS`."""
    return (
        *(_player, _drone, _gunner, _lancer, _weaver, _miner, _stalker, _carrier),
        *(_boss, _boss_part, _companion, _mine, _freighter),
    )[kind]()


def _player() -> ShipMesh:
    """A dart: long nose, swept wings, two engines."""
    hull = _Hull()
    hull.pair(
        [(0.16, -0.62), (0.52, -0.66), (1.02, -1.00), (1.08, -0.62), (0.20, 0.42)], -0.06, 0.10, 0.05, HULL
    )
    hull.pair([(0.96, -0.72), (1.08, -0.62), (0.20, 0.42), (0.16, 0.24)], 0.06, 0.15, 0.02, ACCENT)
    hull.pair([(1.00, -1.14), (1.10, -1.14), (1.13, -0.40), (1.03, -0.52)], -0.10, 0.18, 0.02, DARK, ACCENT)
    nose: Outline = [(0.22, -0.78), (0.27, -0.20), (0.18, 0.50), (0.0, 1.32)]
    hull.plate([*nose, *[(-x, y) for x, y in reversed(nose[:-1])]], -0.08, 0.30, 0.10, HULL)
    glass: Outline = [(0.09, -0.05), (0.10, 0.22), (0.0, 0.66)]
    hull.plate([*glass, *[(-x, y) for x, y in reversed(glass[:-1])]], 0.24, 0.37, 0.035, GLASS)
    hull.pair([(0.14, -0.98), (0.36, -0.98), (0.38, -0.42), (0.16, -0.42)], 0.0, 0.24, 0.05, DARK)
    hull.pair([(0.15, -1.10), (0.35, -1.10), (0.36, -0.92), (0.14, -0.92)], 0.02, 0.19, 0.02, LAMP)
    hull.plate([(-0.035, -0.62), (0.035, -0.62), (0.035, -0.16), (-0.035, -0.16)], 0.28, 0.34, 0.0, ACCENT)
    return hull.mesh()


def _drone() -> ShipMesh:
    """A beetle: a round body between two forward claws."""
    hull = _Hull()
    inner: Outline = [(0.20, -0.60), (0.78, -0.42), (0.98, 0.10), (0.56, 0.22), (0.30, -0.10)]
    hull.pair(inner, -0.08, 0.20, 0.07, ACCENT, DARK)
    hull.pair([(0.98, 0.10), (0.74, 1.12), (0.66, 0.62), (0.56, 0.22)], -0.06, 0.16, 0.05, ACCENT, DARK)
    hull.pair([(0.28, -0.95), (0.52, -1.02), (0.46, -0.52), (0.22, -0.56)], -0.06, 0.10, 0.04, DARK)
    hull.plate(_circle(0.44, 8), -0.10, 0.30, 0.12, DARK)
    hull.plate(_circle(0.22, 8), 0.28, 0.40, 0.06, LAMP)
    return hull.mesh()


def _gunner() -> ShipMesh:
    """A gun platform: broad hexagon, two long barrels."""
    hull = _Hull()
    hull.pair([(0.24, 0.20), (0.42, 0.20), (0.40, 1.34), (0.26, 1.34)], 0.02, 0.20, 0.03, DARK)
    hull.pair([(0.23, 1.12), (0.43, 1.12), (0.43, 1.28), (0.23, 1.28)], 0.0, 0.24, 0.03, LAMP)
    body: Outline = [(0.40, -0.86), (1.02, -0.30), (0.92, 0.26), (0.46, 0.58)]
    hull.plate([*body, *[(-x, y) for x, y in reversed(body)]], -0.10, 0.16, 0.10, HULL, DARK)
    hull.pair([(0.66, -0.64), (1.10, -0.44), (1.16, 0.34), (0.78, 0.30)], -0.04, 0.26, 0.07, ACCENT, DARK)
    hull.plate(_circle(0.46, 6), 0.12, 0.34, 0.10, DARK)
    hull.plate(_circle(0.24, 6), 0.32, 0.42, 0.05, LAMP)
    hull.pair([(0.14, -1.02), (0.36, -1.02), (0.34, -0.78), (0.16, -0.78)], -0.02, 0.12, 0.02, LAMP)
    return hull.mesh()


def _lancer() -> ShipMesh:
    """A spear: a long blade over a narrow swept tail."""
    hull = _Hull()
    hull.pair([(0.10, -0.70), (0.66, -1.22), (0.74, -0.98), (0.20, -0.12)], -0.06, 0.14, 0.04, ACCENT, DARK)
    hull.pair([(0.12, 0.10), (0.44, -0.10), (0.30, 0.26), (0.12, 0.44)], -0.04, 0.12, 0.03, DARK)
    shaft: Outline = [(0.16, -0.95), (0.20, 0.30), (0.0, 1.46)]
    hull.plate(_mirrored(shaft), -0.08, 0.24, 0.06, HULL, DARK)
    hull.plate(_mirrored([(0.07, -0.10), (0.10, 0.38), (0.0, 1.18)]), 0.22, 0.34, 0.03, LAMP)
    hull.pair([(0.05, -1.14), (0.15, -1.14), (0.15, -0.92), (0.05, -0.92)], 0.0, 0.14, 0.02, LAMP)
    return hull.mesh()


def _weaver() -> ShipMesh:
    """A swallow: two thin crescent wings far apart, a drop of a body."""
    hull = _Hull()
    hull.pair(
        [(0.10, 0.06), (0.72, -0.18), (0.98, 0.06), (0.58, 0.40), (0.12, 0.44)],
        -0.05,
        0.14,
        0.04,
        ACCENT,
        DARK,
    )
    hull.pair([(0.98, 0.06), (0.72, -0.18), (0.92, -0.46), (1.30, -0.98)], -0.05, 0.14, 0.04, ACCENT, DARK)
    hull.plate(
        _mirrored([(0.12, -1.16), (0.26, 0.06), (0.20, 0.60), (0.0, 0.88)]), -0.08, 0.26, 0.07, HULL, DARK
    )
    hull.plate(_circle(0.15, 8, y=0.30), 0.22, 0.36, 0.04, LAMP)
    return hull.mesh()


def _miner() -> ShipMesh:
    """A barge: a blunt square hull, a claw at each corner of the stern, three mines in its rack."""
    hull = _Hull()
    hull.plate(
        _mirrored([(0.62, -0.72), (0.86, -0.20), (0.80, 0.66), (0.50, 0.86)]), -0.12, 0.20, 0.10, HULL, DARK
    )
    hull.pair([(0.58, -0.66), (0.86, -1.20), (1.10, -1.20), (0.86, -0.42)], -0.08, 0.16, 0.05, ACCENT, DARK)
    hull.pair([(0.72, 0.30), (1.08, 0.18), (1.08, 0.66), (0.80, 0.72)], -0.06, 0.22, 0.05, ACCENT, DARK)
    for y in (-0.46, 0.04, 0.52):
        hull.plate(_circle(0.23, 8, y=y), 0.16, 0.30, 0.05, DARK)
        hull.plate(_circle(0.13, 8, y=y), 0.28, 0.38, 0.03, LAMP)
    return hull.mesh()


def _stalker() -> ShipMesh:
    """A bat: one broad dark wing with a toothed trailing edge and a single slit of light."""
    hull = _Hull()
    hull.pair(
        [(0.0, -0.30), (0.42, -0.86), (0.62, -0.34), (0.52, 0.34), (0.0, 0.92)], -0.05, 0.18, 0.06, DARK
    )
    hull.pair([(0.62, -0.34), (1.04, -0.78), (1.36, 0.02), (0.52, 0.34)], -0.05, 0.14, 0.05, DARK, ACCENT)
    hull.pair([(1.20, -0.18), (1.36, 0.02), (0.52, 0.34), (0.54, 0.20)], 0.08, 0.20, 0.02, ACCENT)
    hull.plate(_mirrored([(0.10, -0.24), (0.17, 0.30), (0.0, 0.70)]), 0.14, 0.30, 0.05, HULL)
    hull.pair([(0.05, 0.14), (0.30, 0.24), (0.28, 0.32), (0.05, 0.26)], 0.26, 0.34, 0.01, LAMP)
    return hull.mesh()


def _carrier() -> ShipMesh:
    """A ship of the line: two long flight decks beside a narrow keel, lit bays at the stern."""
    hull = _Hull()
    hull.plate(
        _mirrored([(0.24, -0.92), (0.30, 0.40), (0.16, 1.08), (0.0, 1.22)]), -0.14, 0.24, 0.09, HULL, DARK
    )
    deck: Outline = [(0.40, -1.12), (0.86, -1.12), (0.92, 0.30), (0.62, 0.80), (0.40, 0.80)]
    hull.pair(deck, -0.10, 0.16, 0.06, HULL, DARK)
    hull.pair(
        [(0.50, -0.92), (0.76, -0.92), (0.78, 0.24), (0.62, 0.52), (0.50, 0.52)], 0.12, 0.19, 0.03, DARK
    )
    for y in (-0.70, -0.30, 0.10):
        hull.pair([(0.56, y), (0.70, y), (0.70, y + 0.14), (0.56, y + 0.14)], 0.17, 0.22, 0.02, LAMP)
    hull.pair([(0.20, -0.50), (0.46, -0.56), (0.46, -0.24), (0.20, -0.20)], 0.0, 0.14, 0.03, DARK)
    hull.pair([(0.20, 0.26), (0.46, 0.20), (0.46, 0.46), (0.20, 0.54)], 0.0, 0.14, 0.03, DARK)
    hull.pair([(0.84, -1.00), (1.02, -0.86), (1.02, -0.10), (0.86, 0.16)], -0.04, 0.22, 0.05, ACCENT, DARK)
    hull.plate(_circle(0.17, 6, y=-0.34), 0.22, 0.40, 0.05, DARK)
    hull.plate(_circle(0.09, 6, y=-0.34), 0.38, 0.46, 0.02, LAMP)
    return hull.mesh()


def _boss() -> ShipMesh:
    """A fortress: a great ring of eight plates around a burning heart, jaws towards its prey."""
    hull = _Hull()
    hull.plate(_circle(0.74, 16), -0.10, 0.10, 0.06, DARK)
    for i in range(4):
        turn = (i + 0.5) * math.pi / 4
        hull.pair(_petal(turn, 0.62, 1.10, 0.33), -0.08, 0.16, 0.06, HULL, DARK)
        hull.pair(_petal(turn, 0.80, 1.02, 0.20), 0.12, 0.22, 0.03, ACCENT)
    hull.pair([(0.10, 0.78), (0.40, 0.86), (0.30, 1.40), (0.20, 1.40)], -0.04, 0.20, 0.04, DARK, ACCENT)
    hull.plate(_circle(0.50, 12), 0.06, 0.20, 0.10, HULL, DARK)
    hull.plate(_circle(0.30, 12), 0.18, 0.30, 0.06, LAMP)
    hull.pair([(0.12, -1.30), (0.44, -1.22), (0.40, -0.92), (0.12, -0.96)], -0.04, 0.14, 0.03, LAMP, DARK)
    return hull.mesh()


def _boss_part() -> ShipMesh:
    """A turret: a round mount, one heavy barrel, two cheeks."""
    hull = _Hull()
    hull.plate(_circle(0.86, 10), -0.12, 0.14, 0.10, HULL, DARK)
    hull.pair([(0.44, -0.60), (1.02, -0.34), (1.06, 0.40), (0.56, 0.56)], -0.02, 0.26, 0.07, ACCENT, DARK)
    hull.plate(_mirrored([(0.20, -0.10), (0.20, 1.36)]), 0.10, 0.30, 0.04, DARK)
    hull.plate(_mirrored([(0.24, 1.08), (0.24, 1.26)]), 0.08, 0.36, 0.03, LAMP)
    hull.plate(_circle(0.40, 8), 0.12, 0.40, 0.08, DARK)
    hull.plate(_circle(0.20, 8), 0.38, 0.48, 0.04, LAMP)
    return hull.mesh()


def _companion() -> ShipMesh:
    """The player's small sister: a short nose between two forward booms."""
    hull = _Hull()
    hull.pair(
        [(0.52, -0.86), (0.82, -0.86), (0.86, 0.30), (0.68, 0.84), (0.54, 0.30)],
        -0.06,
        0.20,
        0.05,
        HULL,
        DARK,
    )
    hull.pair([(0.14, -0.56), (0.60, -0.62), (0.60, -0.16), (0.16, 0.10)], -0.02, 0.12, 0.03, ACCENT)
    hull.plate(_mirrored([(0.20, -0.80), (0.26, 0.02), (0.14, 0.44), (0.0, 0.62)]), -0.08, 0.28, 0.08, HULL)
    hull.plate(_mirrored([(0.10, -0.06), (0.09, 0.20), (0.0, 0.40)]), 0.22, 0.35, 0.03, GLASS)
    hull.pair([(0.56, -1.02), (0.78, -1.02), (0.78, -0.82), (0.56, -0.82)], 0.0, 0.16, 0.02, LAMP)
    return hull.mesh()


def _mine() -> ShipMesh:
    """A thistle: a small round body, eight long spikes."""
    hull = _Hull()
    for i in range(4):
        hull.pair(
            _petal((i + 0.5) * math.pi / 4, 0.44, 1.28, 0.12, tip=0.02), -0.04, 0.10, 0.02, ACCENT, DARK
        )
    hull.plate(_circle(0.62, 8), -0.14, 0.24, 0.14, DARK)
    hull.plate(_circle(0.32, 8), 0.22, 0.38, 0.08, LAMP)
    return hull.mesh()


def _freighter() -> ShipMesh:
    """A barge: a blunt tug in front, three pairs of containers on a long keel, lit engines behind."""
    hull = _Hull()
    hull.plate(_mirrored([(0.10, -1.00), (0.10, 0.52), (0.0, 0.56)]), -0.16, 0.14, 0.03, DARK)
    for y in (-0.84, -0.36, 0.12):
        box: Outline = [(0.13, y), (0.62, y), (0.62, y + 0.40), (0.13, y + 0.40)]
        hull.pair(box, -0.16, 0.30, 0.05, HULL, DARK)
        hull.pair(
            [(0.24, y + 0.14), (0.52, y + 0.14), (0.52, y + 0.26), (0.24, y + 0.26)], 0.28, 0.33, 0.02, ACCENT
        )
    tug = _mirrored([(0.34, 0.58), (0.46, 0.74), (0.40, 1.02), (0.18, 1.16), (0.0, 1.18)])
    hull.plate(tug, -0.14, 0.34, 0.08, HULL, DARK)
    hull.plate(_mirrored([(0.22, 0.86), (0.16, 1.02), (0.0, 1.06)]), 0.32, 0.42, 0.03, GLASS)
    hull.pair([(0.14, -1.14), (0.44, -1.14), (0.40, -0.92), (0.14, -0.92)], -0.10, 0.22, 0.03, DARK)
    hull.pair([(0.20, -1.18), (0.38, -1.18), (0.38, -1.06), (0.20, -1.06)], -0.02, 0.16, 0.02, LAMP)
    return hull.mesh()


def _mirrored(right: Outline) -> Outline:
    """An outline from its right half, from stern to bow; points on the axis are not doubled."""
    return [*right, *[(-x, y) for x, y in reversed(right) if x > 0.0]]


def _petal(turn: float, inner: float, outer: float, half: float, tip: float | None = None) -> Outline:
    """A blade that points away from the middle; `turn` is clockwise from forward, widths are half widths."""
    across, along = (math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))
    end = half * 0.7 if tip is None else tip
    corners = [(half, inner), (end, outer), (-end, outer), (-half, inner)]
    return [(across[0] * u + along[0] * v, across[1] * u + along[1] * v) for u, v in corners]


def _circle(radius: float, sides: int, y: float = 0.0) -> Outline:
    turns = [(i + 0.5) * 2 * math.pi / sides for i in range(sides)]
    return [(radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _inset(outline: Outline, distance: float) -> Outline:
    """Move every side inwards; counter-clockwise outline."""
    moved: Outline = []
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
