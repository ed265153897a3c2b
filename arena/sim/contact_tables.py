"""The tables that `arena.sim.contacts` fills once per tick; `World` owns one of each."""

import numpy as np
from numpy.typing import NDArray

from arena.sim.bodies import Bullets
from arena.tables import Table


class Contacts(Table):
    """Touching solid bodies of this tick; rows at `count[0]` and beyond are stale."""

    first: NDArray[np.int32]  # lower row of the pair, shape (capacity,)
    second: NDArray[np.int32]  # higher row, shape (capacity,)
    normal: NDArray[np.float32]  # unit, from first to second, shape (capacity, 3)
    depth: NDArray[np.float32]  # overlap [u], shape (capacity,)
    impulse: NDArray[np.float32]  # momentum exchanged this tick [u^4/s], shape (capacity,)
    count: NDArray[np.int64]  # shape (1,)
    dropped: NDArray[np.int64]  # contacts over capacity, found but not solved, shape (1,)


class Hits(Table):
    """What `find_contacts` finds in one part of the pairs."""

    row: NDArray[np.int32]  # body that each bullet hits first, -1 for none, shape (bullet_capacity,)
    time: NDArray[np.float32]  # when in this tick, 0 to 1, shape (bullet_capacity,)
    count: NDArray[np.int64]  # contacts of the part, shape (1,)
    dropped: NDArray[np.int64]  # contacts over the part's capacity, shape (1,)


class Solver(Table):
    """Scratch of `solve_contacts`; `best` and `shift` are all zero between calls."""

    best: NDArray[np.uint64]  # key of each body's deepest approaching contact, shape (body_capacity,)
    shift: NDArray[np.int64]  # separation of each body in units of 2^-32 u, shape (body_capacity, 3)
    active: NDArray[np.int32]  # contacts still to look at, shape (contact_capacity,)
    approaching: NDArray[np.bool_]  # whether the bodies of each contact approach, shape (contact_capacity,)
    turn: NDArray[np.int8]  # round in which each body last changed its velocity, shape (body_capacity,)


def create_solver(bodies: int, contacts: int) -> Solver:
    """Scratch for that many rows."""
    return Solver(
        best=np.zeros(bodies, np.uint64),
        shift=np.zeros((bodies, 3), np.int64),
        active=np.zeros(contacts, np.int32),
        approaching=np.zeros(contacts, np.bool_),
        turn=np.zeros(bodies, np.int8),
    )


def create_hits(bullets: Bullets) -> tuple[Hits, Hits]:
    """Those of the first part are the bullets' own columns; the second has its own until they are joined."""
    n = len(bullets.hit_row)
    return (
        Hits(bullets.hit_row, bullets.hit_time, np.zeros(1, np.int64), np.zeros(1, np.int64)),
        Hits(np.zeros(n, np.int32), np.zeros(n, np.float32), np.zeros(1, np.int64), np.zeros(1, np.int64)),
    )
