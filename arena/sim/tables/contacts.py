"""Tables that `arena.sim.contacts` fills once per tick. All are workspace; `World` owns one of each."""

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
    impulse: NDArray[np.float32]  # momentum exchanged in this tick [u^4/s], shape (capacity,)
    count: NDArray[np.int64]  # shape (1,)
    dropped: NDArray[np.int64]  # contacts over capacity, found but not solved, shape (1,)


class Hits(Table):
    """First hit of each bullet in this tick, row-aligned with `Bullets`."""

    row: NDArray[np.int32]  # the body, -1 for none, shape (bullet_capacity,)
    time: NDArray[np.float32]  # time of impact within this tick, 0 to 1, shape (bullet_capacity,)


class Findings(Table):
    """Hits and counts per block of pairs, each block in its own rows; `join_blocks` merges them."""

    begin: NDArray[np.int64]  # first pair of each block, shape (BLOCKS_MAX,)
    contact_count: NDArray[np.int64]  # contacts of each block, shape (BLOCKS_MAX,)
    dropped: NDArray[np.int64]  # contacts over the block's share of the capacity, shape (BLOCKS_MAX,)
    hit_count: NDArray[np.int64]  # hits of each block, shape (BLOCKS_MAX,)
    slot: NDArray[np.int32]  # of the bullet, from the block's first pair on, shape (pair_capacity,)
    row: NDArray[np.int32]  # the body that it hits, shape (pair_capacity,)
    time: NDArray[np.float32]  # time of impact within this tick, 0 to 1, shape (pair_capacity,)


class Solver(Table):
    """Scratch of `solve_contacts`, which initialises the rows of bodies in contact."""

    best: NDArray[np.uint64]  # key of each body's deepest approaching contact, shape (body_capacity,)
    position_correction: NDArray[np.int64]  # of each body [2^-32 u], shape (body_capacity, 3)
    key: NDArray[np.uint64]  # of each contact, see `contact_key`, shape (contact_capacity,)
    active: NDArray[np.int32]  # contacts still approaching, shape (contact_capacity,)
    acting: NDArray[np.int32]  # those of them that are the deepest of both bodies, likewise


def create_solver(bodies: int, contacts: int) -> Solver:
    """Scratch for a number of bodies and contacts."""
    return Solver(
        best=np.zeros(bodies, np.uint64),
        position_correction=np.zeros((bodies, 3), np.int64),
        key=np.zeros(contacts, np.uint64),
        active=np.zeros(contacts, np.int32),
        acting=np.zeros(contacts, np.int32),
    )


def create_hits(bullets: int) -> Hits:
    """A table without hits."""
    return Hits(np.full(bullets, -1, np.int32), np.zeros(bullets, np.float32))


def create_findings(pairs: int) -> Findings:
    """A table with room for a number of pairs."""
    begin, contact_count, dropped, hit_count = np.zeros((4, BLOCKS_MAX), np.int64)
    slot, row = np.zeros((2, pairs), np.int32)
    return Findings(begin, contact_count, dropped, hit_count, slot, row, np.zeros(pairs, np.float32))


class FindingsStore:
    """`Findings` that grow with the number of pairs, so that no hit is dropped."""

    def __init__(self, pairs: int) -> None:
        self.table = create_findings(pairs)

    def reserve(self, pairs: int) -> None:
        """Make room for a number of pairs."""
        if pairs > len(self.table.slot):
            self.table = create_findings(pairs + pairs // 2)
