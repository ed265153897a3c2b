"""Ships, drawn as plan views of plates: the silhouette from above is the design; see `arena.render.hulls`."""

import math
from collections.abc import Callable

from arena.catalogue.boss_row import BOSSES, PARTS, BossRow, PartRow
from arena.catalogue.kind_row import KINDS, KindRow
from arena.catalogue.registry import CatalogueError
from arena.render.boss_meshes import BOSS_HULLS, PART_HULLS
from arena.render.hulls import (
    ACCENT,
    DARK,
    GLASS,
    HULL,
    LAMP,
    Hull,
    Outline,
    Point,
    circle,
    mirrored,
    petal,
)


def _player() -> Hull:
    """A dart: long nose, swept wings, two engines."""
    hull = Hull()
    hull.pair(
        [(0.16, -0.62), (0.52, -0.66), (1.02, -1.00), (1.08, -0.62), (0.20, 0.42)], -0.06, 0.10, 0.05, HULL
    )
    hull.pair([(0.96, -0.72), (1.08, -0.62), (0.20, 0.42), (0.16, 0.20)], 0.06, 0.15, 0.02, LAMP)
    hull.pair([(1.00, -1.14), (1.10, -1.14), (1.13, -0.40), (1.03, -0.52)], -0.10, 0.18, 0.02, DARK, ACCENT)
    nose: Outline = [(0.22, -0.78), (0.27, -0.20), (0.18, 0.50), (0.0, 1.32)]
    hull.plate([*nose, *[(-x, y) for x, y in reversed(nose[:-1])]], -0.08, 0.30, 0.10, HULL)
    glass: Outline = [(0.09, -0.05), (0.10, 0.22), (0.0, 0.66)]
    hull.plate([*glass, *[(-x, y) for x, y in reversed(glass[:-1])]], 0.24, 0.37, 0.035, GLASS)
    hull.pair([(0.14, -0.98), (0.36, -0.98), (0.38, -0.42), (0.16, -0.42)], 0.0, 0.24, 0.05, DARK)
    hull.pair([(0.15, -1.10), (0.35, -1.10), (0.36, -0.92), (0.14, -0.92)], 0.02, 0.19, 0.02, LAMP)
    hull.plate([(-0.035, -0.62), (0.035, -0.62), (0.035, -0.16), (-0.035, -0.16)], 0.28, 0.34, 0.0, ACCENT)
    return hull


def _drone() -> Hull:
    """A beetle: a round body between two forward claws."""
    hull = Hull()
    inner: Outline = [(0.20, -0.60), (0.78, -0.42), (0.98, 0.10), (0.56, 0.22), (0.30, -0.10)]
    hull.pair(inner, -0.08, 0.20, 0.07, ACCENT, DARK)
    hull.pair([(0.98, 0.10), (0.74, 1.12), (0.66, 0.62), (0.56, 0.22)], -0.06, 0.16, 0.05, ACCENT, DARK)
    hull.pair([(0.28, -0.95), (0.52, -1.02), (0.46, -0.52), (0.22, -0.56)], -0.06, 0.10, 0.04, LAMP, DARK)
    hull.plate(circle(0.46, 8), -0.10, 0.30, 0.12, DARK)
    hull.plate(circle(0.30, 8), 0.28, 0.40, 0.06, LAMP)
    return hull


def _volatile() -> Hull:
    """A clover: three round tanks on thin struts about a small core."""
    hull = Hull()
    for turn in (0.0, 2.0 * math.pi / 3.0, 4.0 * math.pi / 3.0):
        x, y = 0.78 * math.sin(turn), 0.78 * math.cos(turn)
        hull.plate(petal(turn, 0.0, 0.5, 0.13), -0.06, 0.12, 0.03, DARK)
        hull.plate(circle(0.50, 8, y=y, x=x), -0.10, 0.26, 0.12, ACCENT, DARK)
        hull.plate(circle(0.24, 8, y=y, x=x), 0.24, 0.36, 0.06, LAMP)
    hull.plate(circle(0.24, 6), -0.06, 0.24, 0.06, DARK)
    return hull


def _gunner() -> Hull:
    """A gun platform: broad hexagon, two long barrels."""
    hull = Hull()
    hull.pair([(0.24, 0.20), (0.42, 0.20), (0.40, 1.34), (0.26, 1.34)], 0.02, 0.20, 0.03, DARK)
    hull.pair([(0.23, 1.12), (0.43, 1.12), (0.43, 1.28), (0.23, 1.28)], 0.0, 0.24, 0.03, LAMP)
    body: Outline = [(0.40, -0.86), (1.02, -0.30), (0.92, 0.26), (0.46, 0.58)]
    hull.plate([*body, *[(-x, y) for x, y in reversed(body)]], -0.10, 0.16, 0.10, HULL, DARK)
    hull.pair([(0.66, -0.64), (1.10, -0.44), (1.16, 0.34), (0.78, 0.30)], -0.04, 0.26, 0.07, ACCENT, DARK)
    hull.plate(circle(0.46, 6), 0.12, 0.34, 0.10, DARK)
    hull.plate(circle(0.32, 6), 0.32, 0.42, 0.05, LAMP)
    hull.pair([(0.98, -0.40), (1.09, -0.36), (1.14, 0.30), (1.00, 0.28)], 0.22, 0.30, 0.02, LAMP)
    hull.pair([(0.14, -1.02), (0.36, -1.02), (0.34, -0.78), (0.16, -0.78)], -0.02, 0.12, 0.02, LAMP)
    return hull


def _lancer() -> Hull:
    """A sword: a long blade, a straight guard across it with hooks at its ends, a pommel.

    Swept wings would make it a dart, as players' ships are.
    """
    hull = Hull()
    hull.pair([(0.12, -0.62), (0.98, -0.66), (0.98, -0.36), (0.12, -0.26)], -0.06, 0.16, 0.04, ACCENT, DARK)
    hull.pair([(0.78, -0.40), (1.02, -0.62), (1.14, 0.02), (0.98, 0.06)], -0.04, 0.20, 0.03, ACCENT, DARK)
    hull.plate(mirrored([(0.11, -1.06), (0.13, -0.50), (0.0, -0.46)]), -0.06, 0.16, 0.04, DARK)
    hull.plate(mirrored([(0.17, -0.52), (0.23, 0.30), (0.0, 1.48)]), -0.08, 0.24, 0.06, HULL, DARK)
    hull.plate(mirrored([(0.07, -0.30), (0.10, 0.38), (0.0, 1.20)]), 0.22, 0.34, 0.03, LAMP)
    hull.plate(circle(0.24, 6, y=-1.10), -0.06, 0.20, 0.05, DARK, ACCENT)
    return hull


def _weaver() -> Hull:
    """A swallow: two thin crescent wings far apart, a drop of a body."""
    hull = Hull()
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
        mirrored([(0.12, -1.16), (0.26, 0.06), (0.20, 0.60), (0.0, 0.88)]), -0.08, 0.26, 0.07, HULL, DARK
    )
    hull.plate(mirrored([(0.08, -0.90), (0.13, 0.10), (0.0, 0.52)]), 0.24, 0.36, 0.02, LAMP)
    hull.pair([(0.98, 0.06), (0.93, 0.02), (1.10, -0.40), (1.26, -0.86)], 0.10, 0.20, 0.01, LAMP)
    return hull


def _miner() -> Hull:
    """A barge: a blunt square hull, a claw at each corner of the stern, three mines in its rack."""
    hull = Hull()
    hull.plate(
        mirrored([(0.62, -0.72), (0.86, -0.20), (0.80, 0.66), (0.50, 0.86)]), -0.12, 0.20, 0.10, HULL, DARK
    )
    hull.pair([(0.58, -0.66), (0.86, -1.20), (1.10, -1.20), (0.86, -0.42)], -0.08, 0.16, 0.05, ACCENT, DARK)
    hull.pair([(0.72, 0.30), (1.08, 0.18), (1.08, 0.66), (0.80, 0.72)], -0.06, 0.22, 0.05, ACCENT, DARK)
    for y in (-0.46, 0.04, 0.52):
        hull.plate(circle(0.24, 8, y=y), 0.16, 0.30, 0.03, DARK)
        hull.plate(circle(0.19, 8, y=y), 0.28, 0.38, 0.03, LAMP)
    hull.pair([(0.46, -0.50), (0.60, -0.42), (0.64, 0.50), (0.46, 0.60)], 0.17, 0.24, 0.02, LAMP)
    return hull


def _stalker() -> Hull:
    """A bat: one broad dark wing with a toothed trailing edge and a single slit of light."""
    hull = Hull()
    hull.pair(
        [(0.0, -0.30), (0.42, -0.86), (0.62, -0.34), (0.52, 0.34), (0.0, 0.92)], -0.05, 0.18, 0.06, DARK
    )
    hull.pair([(0.62, -0.34), (1.04, -0.78), (1.36, 0.02), (0.52, 0.34)], -0.05, 0.14, 0.05, ACCENT)
    hull.pair([(1.22, -0.10), (1.36, 0.02), (0.52, 0.34), (0.54, 0.16)], 0.08, 0.20, 0.01, LAMP)
    hull.pair([(0.50, 0.18), (0.52, 0.36), (0.0, 0.92), (0.0, 0.70)], 0.10, 0.22, 0.01, LAMP)
    hull.plate(mirrored([(0.10, -0.24), (0.17, 0.30), (0.0, 0.66)]), 0.14, 0.30, 0.05, ACCENT)
    hull.pair([(0.05, 0.14), (0.30, 0.24), (0.28, 0.32), (0.05, 0.26)], 0.26, 0.34, 0.01, LAMP)
    return hull


def _sniper() -> Hull:
    """A scope: an open ring, in front of it one very long barrel."""
    hull = Hull()
    middle, turns = -0.40, [math.pi * (k / 6 - 0.5) for k in range(7)]
    rim: Outline = [(0.92 * math.cos(turn), middle + 0.92 * math.sin(turn)) for turn in turns]
    hole: Outline = [(0.48 * math.cos(turn), middle + 0.48 * math.sin(turn)) for turn in reversed(turns)]
    hull.pair([*rim, *hole], -0.08, 0.20, 0.05, ACCENT, DARK)
    hull.plate(mirrored([(0.15, 0.20), (0.11, 1.48), (0.0, 1.48)]), -0.08, 0.24, 0.03, HULL, DARK)
    hull.plate(mirrored([(0.20, 1.16), (0.20, 1.38), (0.0, 1.38)]), -0.04, 0.28, 0.02, DARK, ACCENT)
    hull.plate(circle(0.17, 8, y=middle), -0.04, 0.18, 0.03, LAMP)
    return hull


def _splitter() -> Hull:
    """Five drones on thin struts about a small core, claws outward: it will come apart at the gaps."""
    hull = Hull()
    for k in range(5):
        turn = 2.0 * math.pi * k / 5
        out, across = (math.sin(turn), math.cos(turn)), (math.cos(turn), -math.sin(turn))

        def at(points: Outline, out: Point = out, across: Point = across) -> Outline:
            return [(across[0] * x + out[0] * y, across[1] * x + out[1] * y) for x, y in points]

        hull.plate(petal(turn, 0.16, 0.66, 0.09), -0.06, 0.12, 0.02, LAMP)
        body: Outline = [(-0.24, 0.56), (0.24, 0.56), (0.40, 0.84), (0.0, 1.04), (-0.40, 0.84)]
        hull.plate(at(body), -0.08, 0.26, 0.05, DARK)
        for side in (-1.0, 1.0):
            claw = [(side * 0.40, 0.80), (side * 0.46, 1.06), (side * 0.22, 1.38), (side * 0.20, 0.96)]
            hull.plate(at(claw if side > 0.0 else claw[::-1]), -0.06, 0.20, 0.04, ACCENT, DARK)
        hull.plate(at([(-0.13, 0.66), (0.13, 0.66), (0.10, 0.86), (-0.10, 0.86)]), 0.24, 0.34, 0.03, LAMP)
    hull.plate(circle(0.26, 5), -0.08, 0.30, 0.06, ACCENT, DARK)
    return hull


def _shielder() -> Hull:
    """A spindle: three emitters on long arms about an open ring, a bright eye in the middle."""
    hull = Hull()
    turns = [math.pi * (k / 6 - 0.5) for k in range(7)]
    rim: Outline = [(0.74 * math.cos(turn), 0.74 * math.sin(turn)) for turn in turns]
    hole: Outline = [(0.52 * math.cos(turn), 0.52 * math.sin(turn)) for turn in reversed(turns)]
    hull.pair([*rim, *hole], -0.08, 0.18, 0.04, HULL, DARK)
    for k in range(3):
        turn = 2.0 * math.pi * k / 3
        x, y = 1.16 * math.sin(turn), 1.16 * math.cos(turn)
        hull.plate(petal(turn, 0.66, 1.10, 0.12), -0.06, 0.16, 0.03, DARK)
        hull.plate(circle(0.30, 6, y=y, x=x), -0.08, 0.26, 0.08, ACCENT, DARK)
        hull.plate(circle(0.14, 6, y=y, x=x), 0.24, 0.36, 0.04, LAMP)
        hull.plate(petal(turn, 0.10, 0.56, 0.07), -0.02, 0.10, 0.02, DARK)
    hull.plate(circle(0.26, 8), -0.06, 0.30, 0.08, ACCENT, DARK)
    hull.plate(circle(0.13, 8), 0.28, 0.40, 0.04, LAMP)
    return hull


def _carrier() -> Hull:
    """A ship of the line: two long flight decks beside a narrow keel, lit bays at the stern."""
    hull = Hull()
    hull.plate(
        mirrored([(0.24, -0.92), (0.30, 0.40), (0.16, 1.08), (0.0, 1.22)]), -0.14, 0.24, 0.09, HULL, DARK
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
    hull.plate(circle(0.17, 6, y=-0.34), 0.22, 0.40, 0.05, DARK)
    hull.plate(circle(0.09, 6, y=-0.34), 0.38, 0.46, 0.02, LAMP)
    return hull


def _companion() -> Hull:
    """The player's small sister: a short nose between two forward booms."""
    hull = Hull()
    hull.pair(
        [(0.52, -0.86), (0.82, -0.86), (0.86, 0.30), (0.68, 0.84), (0.54, 0.30)],
        -0.06,
        0.20,
        0.05,
        HULL,
        DARK,
    )
    hull.pair([(0.14, -0.56), (0.60, -0.62), (0.60, -0.16), (0.16, 0.10)], -0.02, 0.12, 0.03, ACCENT)
    hull.plate(mirrored([(0.20, -0.80), (0.26, 0.02), (0.14, 0.44), (0.0, 0.62)]), -0.08, 0.28, 0.08, HULL)
    hull.plate(mirrored([(0.10, -0.06), (0.09, 0.20), (0.0, 0.40)]), 0.22, 0.35, 0.03, GLASS)
    hull.pair([(0.56, -1.02), (0.78, -1.02), (0.78, -0.82), (0.56, -0.82)], 0.0, 0.16, 0.02, LAMP)
    return hull


def _mine() -> Hull:
    """A thistle: a small round body, eight long spikes."""
    hull = Hull()
    for i in range(4):
        hull.pair(petal((i + 0.5) * math.pi / 4, 0.44, 1.28, 0.20, tip=0.03), -0.02, 0.12, 0.02, ACCENT, DARK)
    hull.plate(circle(0.62, 8), -0.14, 0.24, 0.14, DARK)
    hull.plate(circle(0.40, 8), 0.22, 0.38, 0.08, LAMP)
    return hull


def _freighter() -> Hull:
    """A barge: a blunt tug in front, three pairs of containers on a long keel, lit engines behind."""
    hull = Hull()
    hull.plate(mirrored([(0.10, -1.00), (0.10, 0.52), (0.0, 0.56)]), -0.16, 0.14, 0.03, DARK)
    for y in (-0.84, -0.36, 0.12):
        box: Outline = [(0.13, y), (0.62, y), (0.62, y + 0.40), (0.13, y + 0.40)]
        hull.pair(box, -0.16, 0.30, 0.05, HULL, DARK)
        hull.pair(
            [(0.24, y + 0.14), (0.52, y + 0.14), (0.52, y + 0.26), (0.24, y + 0.26)], 0.28, 0.33, 0.02, ACCENT
        )
    tug = mirrored([(0.34, 0.58), (0.46, 0.74), (0.40, 1.02), (0.18, 1.16), (0.0, 1.18)])
    hull.plate(tug, -0.14, 0.34, 0.08, HULL, DARK)
    hull.plate(mirrored([(0.22, 0.86), (0.16, 1.02), (0.0, 1.06)]), 0.32, 0.42, 0.03, GLASS)
    hull.pair([(0.14, -1.14), (0.44, -1.14), (0.40, -0.92), (0.14, -0.92)], -0.10, 0.22, 0.03, DARK)
    hull.pair([(0.20, -1.18), (0.38, -1.18), (0.38, -1.06), (0.20, -1.06)], -0.02, 0.16, 0.02, LAMP)
    return hull


HULLS: dict[str, Callable[[], Hull]] = {
    "player": _player,
    "drone": _drone,
    "volatile": _volatile,
    "gunner": _gunner,
    "lancer": _lancer,
    "weaver": _weaver,
    "miner": _miner,
    "stalker": _stalker,
    "sniper": _sniper,
    "shielder": _shielder,
    "splitter": _splitter,
    "carrier": _carrier,
    "companion": _companion,
    "mine": _mine,
    "freighter": _freighter,
    **BOSS_HULLS,
    **PART_HULLS,
}
"""Meshes by the name that rows of the catalogue give; looked up when the first picture is drawn."""


def ship_hull(name: str) -> Hull:
    """One of `arena.view.frame.MESHES`.

    Raises:
        CatalogueError: a row names a hull that nobody has drawn.
    """
    if name not in HULLS:
        owner = next(row.name for row in (*KINDS, *PARTS, *BOSSES) if name in _hulls_of(row))
        raise CatalogueError(f"{owner}: no hull {name!r}; there is {', '.join(HULLS)}")
    return HULLS[name]()


def _hulls_of(row: KindRow | PartRow | BossRow) -> tuple[str | None, ...]:
    return row.show.hulls if isinstance(row, BossRow) else (row.show.hull,)
