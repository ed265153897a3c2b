"""Table of `arena.sim.bounds`; `World` owns one."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table


class Bounds(Table):
    """Spheres inserted into the grid, row-aligned with `Bodies`; rewritten each tick, dead rows included."""

    center: NDArray[np.float32]  # of the sphere that encloses this tick's motion [u], shape (capacity, 3)
    radius: NDArray[np.float32]  # its radius [u], shape (capacity,)


def create_bounds(capacity: int) -> Bounds:
    """Spheres of radius 0 at the origin."""
    return Bounds(np.zeros((capacity, 3), np.float32), np.zeros(capacity, np.float32))
