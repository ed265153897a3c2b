"""Tables of `arena.sim.quarantine`: the count of cases, and the rows that motion suspects."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table

GROUP_BITS, LANE = 3, 7
"""Shift and mask of a row in `suspect`, where a byte holds the bits of eight rows."""


class Quarantine(Table):
    """Count of quarantined bodies, and the first of them. Every column has shape (1,); all are state."""

    count: NDArray[np.int64]  # bodies
    tick: NDArray[np.int64]  # of the first one, 0 for none
    row: NDArray[np.int64]  # of the first one
    kind: NDArray[np.int64]  # of the first one


def create_quarantine() -> Quarantine:
    """A table without cases."""
    return Quarantine(*np.zeros((4, 1), np.int64))


def create_suspects(bodies: int) -> NDArray[np.uint8]:
    """Zeroed bits for a number of rows."""
    return np.zeros((bodies + LANE) >> GROUP_BITS, np.uint8)
