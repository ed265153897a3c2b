"""What happened in this tick, for scoring, effects and sound.

Cleared by `begin_tick`, filled in a stable order.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table


class Event(IntEnum):
    """What `kind` says; `row` and `other` are rows of Bodies (-1: none), `size` is in the unit given here."""

    SHOT = 0  # row fired; size: 0
    HIT = 1  # row was hit by a bullet or ship of `other`'s; size: damage [hit points]
    KILLED = 2  # row (a ship) died, `other` did it; size: radius [u]
    BURST = 3  # row (an asteroid) was shot to pieces by `other`; size: radius [u]
    BUMP = 4  # row and other touched; size: closing speed [u/s]
    LANDING = 5  # row will reach the shell in LandingTuning.warning_time; size: radius [u]
    LANDED = 6  # row reached the shell; size: radius [u]
    BOOST = 7  # player row dashed
    BOMB = 8  # player row set off a bomb; size: its reach [u]
    PLAYER_HURT = 9  # player row lost health; size: damage [hit points]
    PLAYER_KILLED = 10  # player row lost its last health
    DEPLOYED = 11  # row laid or launched `other`; size: its radius [u]


class Events(Table):
    """Rows at `count[0]` and beyond are stale; events over capacity are counted in `dropped[0]` and lost."""

    kind: NDArray[np.uint8]  # Event, shape (capacity,)
    row: NDArray[np.int32]  # shape (capacity,)
    other: NDArray[np.int32]  # shape (capacity,)
    subject: NDArray[np.uint8]  # Kind of `row` when it happened, shape (capacity,)
    size: NDArray[np.float32]  # shape (capacity,)
    position: NDArray[np.float32]  # [u], shape (capacity, 3)
    count: NDArray[np.int64]  # shape (1,)
    dropped: NDArray[np.int64]  # shape (1,)
