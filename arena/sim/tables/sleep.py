"""Tables of `arena.sim.sleep`; `World` owns one of each.

`arena.sim.births` writes a row of `Sleep` at a birth. `Regions` and `RegionEvents` are workspace.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid.sphere_tests import F32_LANES
from arena.jit.tables import Table


class Sleep(Table):
    """Sleep state and permissions, row-aligned with `Bodies`."""

    inside: NDArray[np.bool_]  # True if in a live region or its margin at the last tick, shape (capacity,)
    left_tick: NDArray[np.int32]  # tick at which it last left a region or was woken, shape (capacity,)
    wake_tick: NDArray[
        np.int32
    ]  # tick at which it wakes, `arena.sim.births.NEVER` for never, shape (capacity,)
    allow_sleep: NDArray[np.bool_]  # shape (capacity,)
    allow_wake: NDArray[np.bool_]  # shape (capacity,)
    forced: NDArray[np.bool_]  # asleep regardless of position, shape (capacity,)
    ordered: NDArray[np.bool_]  # True if any body was ever ordered to sleep, shape (1,)


class Regions(Table):
    """Membership of each body in live regions; scratch of `update_awake`."""

    mark: NDArray[np.uint8]  # shape (capacity,)
    near: NDArray[np.int32]  # rows found by one grid query, shape (capacity + LANES,)


class RegionEvents(Table):
    """Rows that entered or left the live regions in this tick, ascending."""

    entered: NDArray[np.int32]  # shape (capacity,), the first `entered_count[0]` count
    left: NDArray[np.int32]  # shape (capacity,)
    entered_count: NDArray[np.int64]  # shape (1,)
    left_count: NDArray[np.int64]  # shape (1,)


def create_sleep(capacity: int) -> Sleep:
    """Initial sleep state: no body was in a region or ordered to sleep."""
    return Sleep(
        inside=np.zeros(capacity, np.bool_),
        left_tick=np.zeros(capacity, np.int32),
        wake_tick=np.full(capacity, np.iinfo(np.int32).max, np.int32),
        allow_sleep=np.ones(capacity, np.bool_),
        allow_wake=np.ones(capacity, np.bool_),
        forced=np.zeros(capacity, np.bool_),
        ordered=np.zeros(1, np.bool_),
    )


def create_regions(capacity: int) -> Regions:
    """Scratch for `capacity` rows."""
    return Regions(np.zeros(capacity, np.uint8), np.zeros(capacity + F32_LANES, np.int32))


def create_region_events(capacity: int) -> RegionEvents:
    """A table without events."""
    rows, counts = np.zeros((2, capacity), np.int32), np.zeros((2, 1), np.int64)
    return RegionEvents(rows[0], rows[1], counts[0], counts[1])
