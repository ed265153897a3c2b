"""The tables that `arena.sim.contacts` fills once per tick. All are workspace; `World` owns one of each."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.blocks import BLOCKS_MAX


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
    """What each bullet hits first in this tick, row-aligned with `Bullets`."""

    row: NDArray[np.int32]  # the body, -1 for none, shape (bullet_capacity,)
    time: NDArray[np.float32]  # when in this tick, 0 to 1, shape (bullet_capacity,)


class Findings(Table):
    """What the blocks of pairs found, each in rows of its own, until `join_blocks` has put them together."""

    begin: NDArray[np.int64]  # first pair of each block, shape (BLOCKS_MAX,)
    contact_count: NDArray[np.int64]  # contacts of each block, shape (BLOCKS_MAX,)
    dropped: NDArray[np.int64]  # contacts over the block's share of the capacity, shape (BLOCKS_MAX,)
    hit_count: NDArray[np.int64]  # bullets that meet a body, shape (BLOCKS_MAX,)
    slot: NDArray[np.int32]  # the bullet's, from the block's first pair on, shape (pair_capacity,)
    row: NDArray[np.int32]  # the body that it meets, shape (pair_capacity,)
    time: NDArray[np.float32]  # when in this tick, 0 to 1, shape (pair_capacity,)


class Solver(Table):
    """Scratch of `solve_contacts`, which prepares the rows of bodies that are in contact."""

    best: NDArray[np.uint64]  # key of each body's deepest approaching contact, shape (body_capacity,)
    position_correction: NDArray[np.int64]  # of each body [2^-32 u], shape (body_capacity, 3)
    active: NDArray[np.int32]  # contacts still to look at, shape (contact_capacity,)
    approaching: NDArray[np.bool_]  # whether the bodies of each contact approach, shape (contact_capacity,)
    turn: NDArray[np.int8]  # round in which each body last changed its velocity, shape (body_capacity,)


def create_solver(bodies: int, contacts: int) -> Solver:
    """Scratch for that many rows."""
    return Solver(
        best=np.zeros(bodies, np.uint64),
        position_correction=np.zeros((bodies, 3), np.int64),
        active=np.zeros(contacts, np.int32),
        approaching=np.zeros(contacts, np.bool_),
        turn=np.zeros(bodies, np.int8),
    )


def create_hits(bullets: int) -> Hits:
    """No bullet hits anything."""
    return Hits(np.full(bullets, -1, np.int32), np.zeros(bullets, np.float32))


def create_findings(pairs: int) -> Findings:
    """Room for that many pairs."""
    begin, contact_count, dropped, hit_count = np.zeros((4, BLOCKS_MAX), np.int64)
    slot, row = np.zeros((2, pairs), np.int32)
    return Findings(begin, contact_count, dropped, hit_count, slot, row, np.zeros(pairs, np.float32))


class FindingsStore:
    """Findings that grow with the pairs, so that no hit is ever lost."""

    def __init__(self, pairs: int) -> None:
        self.table = create_findings(pairs)

    def with_room(self, pairs: int) -> Findings:
        """The findings, with room for that many pairs."""
        if pairs > len(self.table.slot):
            self.table = create_findings(pairs + pairs // 2)
        return self.table
