"""Tables of `arena.sim.zones`; `World` owns one of each."""

import functools

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.zones import ZONES
from arena.jit.tables import Table

ZONES_MAX = 64
"""Number of bits in a cell of the zone grid."""

CELLS = 32
"""Cells of the zone grid along each axis."""


class Zones(Table):
    """Zones of a world; rows of kind 0 are free. All columns are state."""

    kind: NDArray[np.uint8]  # number in the catalogue, shape (ZONES_MAX,)
    center: NDArray[np.float32]  # [u], on the shell, shape (ZONES_MAX, 3)
    radius: NDArray[np.float32]  # [u], shape (ZONES_MAX,)
    strength: NDArray[np.float32]  # in the unit of its effect, shape (ZONES_MAX,)
    axis: NDArray[np.float32]  # unit, axis of a wind, shape (ZONES_MAX, 3)


def create_zones() -> Zones:
    """A table without zones."""
    return Zones(
        kind=np.zeros(ZONES_MAX, np.uint8),
        center=np.zeros((ZONES_MAX, 3), np.float32),
        radius=np.zeros(ZONES_MAX, np.float32),
        strength=np.zeros(ZONES_MAX, np.float32),
        axis=np.zeros((ZONES_MAX, 3), np.float32),
    )


SLOW, SWIRL, PULL = 1, 2, 3
"""Effects of a zone, `ZoneRules.effect`: slow [1/s], push around the axis, pull to the centre [u/s^2]."""


class ZoneRuleTable(Table):
    """Effects by kind of zone, shape (kinds of zones,)."""

    effect: NDArray[np.uint8]  # SLOW, SWIRL or PULL; 0 for unused numbers
    sign: NDArray[np.float32]  # 1, or -1 for the opposite effect


@functools.cache
def create_zone_rules() -> ZoneRuleTable:
    """Build the table from the catalogue, once for all worlds."""
    effects = ZONES.resolve(
        "effect", lambda row: row.rules.effect, {"slow": SLOW, "swirl": SWIRL, "pull": PULL}
    )
    return ZoneRuleTable(
        effect=ZONES.column(lambda row: effects[row.number], np.uint8),
        sign=ZONES.column(lambda row: row.rules.sign, np.float32),
    )


def hiding_zones() -> np.uint8:
    """Bits of `Workspace.zone_mask` for zones that hide bodies from radar and arrows."""
    return np.uint8(sum(1 << row.number for row in ZONES if row.rules.hides))
