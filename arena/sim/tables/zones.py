"""The table behind `arena.sim.zones`; `World` owns one."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table

ZONES_MAX = 64
"""As many as there are bits in a cell of the zone grid."""

CELLS = 32
"""Of the zone grid along each axis."""


class Zones(Table):
    """Rows whose kind is 0 are free; all of it is state."""

    kind: NDArray[np.uint8]  # Zone, shape (ZONES_MAX,)
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
