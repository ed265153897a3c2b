"""The table behind `arena.sim.zones`; `World` owns one."""

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.zones import ZONES
from arena.jit.tables import Table

ZONES_MAX = 64
"""As many as there are bits in a cell of the zone grid."""

CELLS = 32
"""Of the zone grid along each axis."""


class Zones(Table):
    """Rows whose kind is 0 are free; all of it is state."""

    kind: NDArray[np.uint8]  # number in the catalogue, shape (ZONES_MAX,)
    center: NDArray[np.float32]  # [u], on the shell, shape (ZONES_MAX, 3)
    radius: NDArray[np.float32]  # [u], shape (ZONES_MAX,)
    strength: NDArray[np.float32]  # in the unit of its kind, shape (ZONES_MAX,)
    axis: NDArray[np.float32]  # unit, what a wind blows around, shape (ZONES_MAX, 3)


def create_zones() -> Zones:
    """No zones."""
    return Zones(
        kind=np.zeros(ZONES_MAX, np.uint8),
        center=np.zeros((ZONES_MAX, 3), np.float32),
        radius=np.zeros(ZONES_MAX, np.float32),
        strength=np.zeros(ZONES_MAX, np.float32),
        axis=np.zeros((ZONES_MAX, 3), np.float32),
    )


SLOW, SWIRL, PULL = 1, 2, 3
"""What a zone does, `ZoneRules.effect`: slow [1/s], push around its axis or pull to its centre [u/s^2]."""


class ZoneRuleTable(Table):
    """What each kind of zone does, by number, shape (kinds of zones,)."""

    effect: NDArray[np.uint8]  # SLOW, SWIRL or PULL; 0 where there is no such kind
    sign: NDArray[np.float32]  # 1, or -1: the opposite


def create_zone_rules() -> ZoneRuleTable:
    """Build the table from the catalogue."""
    effects = ZONES.resolve(
        "effect", lambda row: row.rules.effect, {"slow": SLOW, "swirl": SWIRL, "pull": PULL}
    )
    return ZoneRuleTable(
        effect=ZONES.column(lambda row: effects[row.number], np.uint8),
        sign=ZONES.column(lambda row: row.rules.sign, np.float32),
    )


def hiding_zones() -> np.uint8:
    """Bits of `Workspace.zone_mask` of the zones that hide from radar and arrows."""
    return np.uint8(sum(1 << row.number for row in ZONES if row.rules.hides))
