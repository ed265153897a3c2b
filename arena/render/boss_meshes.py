"""Bosses at each of their stages, and their parts by role; see `arena.render.hulls`.

From stage to stage plates are torn off, and more of the fire inside shows.
"""

import math
from collections.abc import Callable
from functools import partial

from arena.render.hulls import (
    ACCENT,
    DARK,
    HULL,
    LAMP,
    Hull,
    Outline,
    circle,
    mirrored,
    petal,
)

CORE = (0.28, 0.36, 0.46)
"""Radius of the fire in the middle, by stage."""


def bastion(stage: int) -> Hull:
    """A fortress: a great ring of eight plates around a burning heart, jaws towards its prey."""
    hull = Hull()
    hull.plate(circle(0.74, 12), -0.10, 0.10, 0.06, DARK)
    for i in range(4):
        turn = (i + 0.5) * math.pi / 4
        torn = (stage >= 1 and i in (1, 2)) or (stage >= 2 and i == 3)
        hull.pair(petal(turn, 0.62, 0.80 if torn else 1.10, 0.33), -0.08, 0.16, 0.06, HULL, DARK)
        if torn:
            hull.pair(petal(turn, 0.70, 0.90, 0.10), 0.0, 0.20, 0.02, LAMP)
        else:
            hull.pair(petal(turn, 0.80, 1.02, 0.20), 0.12, 0.22, 0.03, ACCENT)
    hull.pair([(0.10, 0.78), (0.40, 0.86), (0.30, 1.40), (0.20, 1.40)], -0.04, 0.20, 0.04, DARK, ACCENT)
    hull.plate(circle(0.50, 12), 0.06, 0.20, 0.10, HULL, DARK)
    hull.plate(circle(CORE[stage], 12), 0.18, 0.30, 0.06, LAMP)
    hull.pair([(0.12, -1.30), (0.44, -1.22), (0.40, -0.92), (0.12, -0.96)], -0.04, 0.14, 0.03, LAMP, DARK)
    return hull


def ram(stage: int) -> Hull:
    """A bull: a hammer of a bow between two horns, a narrow waist, three furnaces at the stern."""
    hull = Hull()
    hull.pair([(0.0, -0.96), (0.34, -0.90), (0.30, 0.20), (0.0, 0.24)], -0.10, 0.22, 0.08, HULL, DARK)
    bow: Outline = [(0.28, 0.02), (0.86, 0.10), (1.12, 0.46), (0.70, 0.94), (0.0, 1.06), (0.0, 0.02)]
    hull.pair(bow, -0.12, 0.24, 0.10, DARK, ACCENT)
    if stage < 2:
        hull.pair([(0.86, 0.16), (1.24, 0.52), (1.10, 1.38), (0.92, 0.72)], -0.06, 0.20, 0.05, ACCENT, DARK)
    if stage < 1:
        hull.pair([(0.34, -0.70), (0.84, -0.94), (0.78, -0.30), (0.40, 0.06)], -0.06, 0.18, 0.06, HULL, DARK)
    else:
        hull.pair([(0.34, -0.50), (0.56, -0.40), (0.54, -0.22), (0.34, -0.14)], -0.04, 0.18, 0.03, LAMP)
    hull.pair([(0.10, 0.40), (0.56, 0.36), (0.46, 0.62), (0.10, 0.76)], 0.20, 0.30, 0.03, ACCENT)
    if stage >= 2:
        hull.pair([(0.62, 0.26), (0.98, 0.44), (0.76, 0.66), (0.60, 0.50)], 0.20, 0.32, 0.03, LAMP)
    hull.plate(circle(0.20 + 0.07 * stage, 8, y=-0.36), 0.18, 0.36, 0.05, LAMP)
    hull.plate(circle(0.27, 8, y=-1.08), -0.10, 0.18, 0.04, LAMP, DARK)
    hull.plate(circle(0.22, 8, y=-1.02, x=0.48), -0.10, 0.16, 0.04, LAMP, DARK)
    hull.plate(circle(0.22, 8, y=-1.02, x=-0.48), -0.10, 0.16, 0.04, LAMP, DARK)
    return hull


def matriarch(stage: int) -> Hull:
    """A queen: a swollen abdomen full of glowing cells behind a small head with long mandibles."""
    hull = Hull()
    body: Outline = [(0.40, -1.26), (0.80, -0.90), (0.88, -0.30), (0.62, 0.20), (0.28, 0.46)]
    hull.plate(mirrored([(0.0, -1.34), *body]), -0.14, 0.16, 0.12, DARK, ACCENT)
    head: Outline = [(0.30, 0.40), (0.40, 0.66), (0.22, 0.92), (0.0, 0.98)]
    hull.plate(mirrored(head), -0.06, 0.30, 0.08, DARK, ACCENT)
    hull.pair(
        [(0.24, 0.80), (0.46, 0.62), (0.66, 1.04), (0.24, 1.42), (0.40, 1.06)], -0.04, 0.16, 0.04, ACCENT
    )
    if stage < 2:
        hull.pair([(0.66, 0.26), (0.92, 0.0), (1.38, 0.46), (1.30, 0.62)], -0.08, 0.10, 0.03, DARK, ACCENT)
    if stage < 1:
        hull.pair(
            [(0.88, -0.36), (0.82, -0.76), (1.34, -0.84), (1.44, -0.62)], -0.08, 0.10, 0.03, DARK, ACCENT
        )
    for x, y in ((0.30, -0.92), (0.60, -0.56), (0.56, -0.12)):
        for side in (-x, x):
            hull.plate(circle(0.17 + 0.02 * stage, 6, y=y, x=side), 0.14, 0.26, 0.04, LAMP, DARK)
    hull.plate(circle(CORE[stage], 10, y=-0.42), 0.14, 0.32, 0.07, LAMP, ACCENT)
    hull.plate(circle(0.15, 6, y=0.68), 0.28, 0.36, 0.03, LAMP)
    return hull


def sower(stage: int) -> Hull:
    """A seed head: four great scoops crosswise around a dark eye with a burning rim."""
    hull = Hull()
    for i, turn in enumerate((math.pi / 4, 3 * math.pi / 4)):
        torn = stage >= 2 - i
        hull.pair(petal(turn, 0.40, 0.96 if torn else 1.40, 0.30, 0.44), -0.08, 0.16, 0.06, HULL, DARK)
        hull.pair(
            petal(turn, 0.62, 0.92 if torn else 1.30, 0.14, 0.26), 0.14, 0.22, 0.03, LAMP if torn else DARK
        )
    hull.pair(petal(math.pi / 2, 0.56, 1.02, 0.12, 0.06), -0.06, 0.12, 0.03, ACCENT)
    hull.plate(petal(0.0, 0.56, 1.20, 0.12, 0.06), -0.06, 0.12, 0.03, ACCENT)
    hull.plate(petal(math.pi, 0.56, 1.10, 0.12, 0.06), -0.06, 0.12, 0.03, ACCENT)
    hull.plate(circle(0.66, 16), -0.06, 0.20, 0.08, HULL, DARK)
    hull.plate(circle(0.52, 16), 0.18, 0.26, 0.04, LAMP)
    hull.plate(circle(0.44 - 0.06 * stage, 16), 0.24, 0.34, 0.05, DARK)
    hull.plate(circle(0.10 + 0.06 * stage, 8), 0.32, 0.40, 0.03, LAMP)
    return hull


def crown(stage: int) -> Hull:
    """A crown: eleven thorns around an open ring, and a diamond that hangs in its middle."""
    hull = Hull()
    reach = (1.10, 1.26, 1.12, 1.22, 1.08)
    for i in range(5):
        turn = (i + 1) * math.pi / 6
        if stage < 1 or i not in (1, 3, stage):
            hull.pair(petal(turn, 0.66, reach[i], 0.17, 0.06), -0.04, 0.18, 0.03, ACCENT, DARK)
        else:
            hull.pair(petal(turn, 0.66, 0.84, 0.12, 0.06), -0.04, 0.20, 0.02, LAMP)
    hull.plate(petal(0.0, 0.60, 1.46, 0.20, 0.07), -0.04, 0.22, 0.04, ACCENT, DARK)
    for i in range(4):
        turn = (i + 0.5) * math.pi / 4
        if stage < 2 or i in (0, 3):
            hull.pair(petal(turn, 0.58, 0.82, 0.33, 0.38), -0.10, 0.22, 0.05, HULL, DARK)
    gem: Outline = [(0.0, -0.50), (0.32, 0.0), (0.0, 0.50), (-0.32, 0.0)]
    hull.plate(gem, -0.02, 0.26, 0.12, LAMP if stage else ACCENT, LAMP)
    hull.pair([(0.30, -0.05), (0.62, -0.09), (0.62, 0.09), (0.30, 0.05)], -0.06, 0.08, 0.01, DARK)
    return hull


def siege(stage: int) -> Hull:
    """A gun platform: three heavy barrels over its bow, four braced feet, a furnace behind them."""
    hull = Hull()
    feet = (0.44 * math.pi, 1.30, 0.13), (0.82 * math.pi, 1.42 if stage < 2 else 0.96, 0.15)
    for turn, reach, half in feet:
        hull.pair(petal(turn, 0.50, reach, half, half + 0.09), -0.12, 0.12, 0.05, ACCENT, DARK)
    deck: Outline = [(0.0, -0.80), (0.50, -0.68), (0.66, -0.20), (0.64, 0.32), (0.40, 0.54)]
    hull.plate(mirrored(deck), -0.10, 0.18, 0.08, DARK, ACCENT)
    hull.plate(mirrored([(0.16, 0.10), (0.14, 1.44)]), 0.06, 0.30, 0.04, ACCENT, DARK, overhanging=True)
    hull.plate(mirrored([(0.20, 1.24), (0.20, 1.46)]), 0.04, 0.36, 0.03, LAMP, DARK, overhanging=True)
    if stage < 1:
        hull.pair([(0.30, 0.06), (0.54, 0.06), (0.52, 1.12), (0.32, 1.12)], -0.02, 0.26, 0.04, ACCENT, DARK)
        hull.pair([(0.27, 0.96), (0.57, 0.96), (0.57, 1.16), (0.27, 1.16)], -0.02, 0.30, 0.03, HULL, DARK)
    else:
        hull.pair([(0.30, 0.06), (0.54, 0.06), (0.48, 0.66), (0.34, 0.56)], -0.02, 0.26, 0.04, LAMP, DARK)
    if stage < 2:
        hull.pair([(0.40, -0.62), (0.62, -0.46), (0.70, 0.02), (0.50, -0.06)], 0.16, 0.28, 0.04, HULL, DARK)
    else:
        hull.pair([(0.44, -0.46), (0.60, -0.34), (0.60, -0.16), (0.46, -0.20)], 0.16, 0.26, 0.03, LAMP)
    hull.plate(circle(0.44, 8, y=-0.30), 0.16, 0.26, 0.05, HULL, ACCENT)
    hull.plate(circle(CORE[stage], 8, y=-0.30), 0.24, 0.36, 0.05, LAMP)
    return hull


def turret() -> Hull:
    """A round mount, one heavy barrel, two cheeks."""
    hull = Hull()
    hull.plate(circle(0.86, 10), -0.12, 0.14, 0.10, HULL, DARK)
    hull.pair([(0.44, -0.60), (1.02, -0.34), (1.06, 0.40), (0.56, 0.56)], -0.02, 0.26, 0.07, ACCENT, DARK)
    hull.plate(mirrored([(0.20, -0.10), (0.20, 1.36)]), 0.10, 0.30, 0.04, DARK, overhanging=True)
    hull.plate(mirrored([(0.24, 1.08), (0.24, 1.26)]), 0.08, 0.36, 0.03, LAMP, overhanging=True)
    hull.plate(circle(0.40, 8), 0.12, 0.40, 0.08, DARK)
    hull.plate(circle(0.20, 8), 0.38, 0.48, 0.04, LAMP)
    return hull


def shield() -> Hull:
    """A generator: a glowing coil between two crescents."""
    hull = Hull()
    horn: Outline = [(0.34, -0.98), (0.98, -0.58), (1.16, 0.12), (0.62, 1.06), (0.84, 0.16), (0.62, -0.40)]
    hull.pair(horn, -0.08, 0.22, 0.05, HULL, ACCENT)
    hull.pair([(0.10, -0.62), (0.62, -0.78), (0.60, -0.46), (0.12, -0.34)], -0.06, 0.14, 0.03, DARK)
    hull.plate(circle(0.52, 12), -0.10, 0.16, 0.05, DARK, ACCENT)
    hull.plate(circle(0.40, 12), 0.14, 0.30, 0.08, LAMP)
    hull.plate(circle(0.16, 8), 0.28, 0.44, 0.04, DARK)
    return hull


def launcher() -> Hull:
    """A hangar: a square hull, an open mouth between two long doors."""
    hull = Hull()
    hull.plate(mirrored([(0.88, -0.92), (0.88, 0.30)]), -0.12, 0.16, 0.08, HULL, DARK)
    hull.pair([(0.46, 0.20), (0.92, 0.20), (0.80, 1.28), (0.62, 1.28)], -0.08, 0.24, 0.05, ACCENT, DARK)
    hull.plate(mirrored([(0.40, -0.30), (0.40, 0.62)]), 0.10, 0.22, 0.02, LAMP, DARK)
    hull.pair([(0.52, -0.80), (0.78, -0.80), (0.78, -0.30), (0.52, -0.30)], 0.14, 0.26, 0.04, DARK)
    hull.plate(mirrored([(0.34, -0.80), (0.34, -0.48)]), 0.14, 0.30, 0.04, ACCENT)
    return hull


def layer() -> Hull:
    """A thrower: a round drum with a mine in each of its five chambers."""
    hull = Hull()
    hull.plate(circle(0.96, 10), -0.12, 0.14, 0.08, DARK, ACCENT)
    hull.pair([(0.30, 0.86), (0.60, 0.70), (0.70, 1.30), (0.46, 1.34)], -0.06, 0.22, 0.04, HULL, DARK)
    for x, y in ((0.0, 0.60), (0.57, 0.18), (-0.57, 0.18), (0.36, -0.49), (-0.36, -0.49)):
        hull.plate(circle(0.27, 4, y=y, x=x), 0.12, 0.30, 0.06, LAMP, HULL)  # round ones look like bullets
    hull.plate(circle(0.24, 8), 0.12, 0.36, 0.05, HULL)
    return hull


def plate() -> Hull:
    """A slab of armour, broad across its bow, ribbed behind."""
    hull = Hull()
    slab: Outline = [(0.0, 0.06), (0.80, -0.08), (1.36, -0.52), (1.46, -0.22), (0.92, 0.52), (0.0, 0.72)]
    hull.pair(slab, -0.16, 0.34, 0.08, HULL, DARK)
    hull.pair(
        [(0.10, 0.42), (0.76, 0.28), (1.14, -0.08), (0.86, 0.36), (0.10, 0.56)], 0.32, 0.40, 0.02, ACCENT
    )
    hull.pair([(0.16, -0.52), (0.40, -0.52), (0.44, 0.06), (0.16, 0.10)], -0.08, 0.16, 0.03, DARK)
    hull.plate(circle(0.14, 8, y=-0.10), 0.10, 0.30, 0.03, LAMP)
    return hull


def mortar() -> Hull:
    """A squat mortar: a wide glowing mouth in a ring of iron, an axle, two splayed legs behind."""
    hull = Hull()
    hull.pair(petal(0.88 * math.pi, 0.30, 1.20, 0.13, 0.20), -0.14, 0.10, 0.05, HULL, DARK)
    hull.plate(mirrored([(0.34, -0.50), (0.40, 0.30)]), -0.10, 0.18, 0.05, DARK, ACCENT)
    hull.pair([(0.36, 0.14), (1.16, 0.20), (1.16, 0.60), (0.36, 0.62)], -0.08, 0.22, 0.05, ACCENT, DARK)
    hull.plate(circle(0.66, 10, y=0.62), -0.10, 0.34, 0.09, HULL, DARK)
    hull.plate(circle(0.46, 10, y=0.62), 0.32, 0.42, 0.05, DARK)
    hull.plate(circle(0.34, 10, y=0.62), 0.40, 0.48, 0.04, LAMP)
    hull.plate(mirrored([(0.18, -0.40), (0.18, -0.14)]), 0.16, 0.26, 0.03, LAMP)
    return hull


BOSS_HULLS: dict[str, Callable[[], Hull]] = {
    "boss": partial(bastion, 0),
    "bastion_1": partial(bastion, 1),
    "bastion_2": partial(bastion, 2),
    **{
        f"{build.__name__}_{stage}": partial(build, stage)
        for build in (ram, matriarch, sower, crown, siege)
        for stage in range(3)
    },
}
"""By the name that a boss's row gives for a stage."""

PART_HULLS: dict[str, Callable[[], Hull]] = {
    "boss_part": turret,
    "shield": shield,
    "launcher": launcher,
    "layer": layer,
    "plate": plate,
    "mortar": mortar,
}
"""By the name that a part's row gives."""
