"""The tables behind `arena.sim.quarantine`: what was taken out so far, and which rows motion suspects."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table

GROUP_BITS, LANE = 3, 7
"""A byte of `suspect` stands for eight rows."""


class Quarantine(Table):
    """Who was taken out since the beginning; every column has shape (1,), and all of it is state."""

    count: NDArray[np.int64]  # bodies
    tick: NDArray[np.int64]  # when the first one was, 0 for never
    row: NDArray[np.int64]  # of the first one
    kind: NDArray[np.int64]  # Kind of the first one


def create_quarantine() -> Quarantine:
    """Nobody yet."""
    return Quarantine(*np.zeros((4, 1), np.int64))


def create_suspects(bodies: int) -> NDArray[np.uint8]:
    """A bit for each of so many rows."""
    return np.zeros((bodies + LANE) >> GROUP_BITS, np.uint8)
