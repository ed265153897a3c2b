"""Bounds: the swept bounding sphere of each body over this tick, as inserted into the grid.

`enclose_motion` runs right before the grid is rebuilt, over all rows. It uses only the previous and the
current position, so every system that moves a body earlier in the tick is covered. Computing bounds within
motion would save a sweep over three columns, but would miss later changes of position.
"""

import numpy as np

from arena.jit import inline
from arena.jit.annotations import Integer, Real
from arena.jit.simd.registers import (
    F64_LANES,
    any_of,
    load,
    load_flags,
    load_vectors,
    square_root,
    store,
    store_vectors,
)
from arena.sim.system import body_count, system
from arena.sim.tables.simulation import Simulation
from arena.vectors import Vector

MARGIN = 1e-4
"""Enlargement [u] that covers rounding to float32."""

BLOCK_ROWS = 16_000
"""Smallest block worth a thread of its own, measured."""


@system(writes=("bounds.center", "bounds.radius"), blocks=(body_count, BLOCK_ROWS))
def enclose_motion(begin: Integer, end: Integer, sim: Simulation) -> None:
    """Write the swept sphere of the rows begin..end, eight at a time; those of dead rows are meaningless."""
    bodies, center, reach = sim.bodies, sim.bounds.center, sim.bounds.radius
    previous, position, radius = bodies.previous_position, bodies.position, bodies.radius
    alive = bodies.alive
    whole = begin + (end - begin) // F64_LANES * F64_LANES
    for row in range(begin, whole, F64_LANES):
        if not any_of(load_flags(alive, row)):
            continue
        middle, size = enclose(load_vectors(previous, row), load_vectors(position, row), load(radius, row))
        store_vectors(center, row, middle[0], middle[1], middle[2])
        store(reach, row, size)
    for row in range(whole, end):
        p = (np.float64(previous[row, 0]), np.float64(previous[row, 1]), np.float64(previous[row, 2]))
        q = (np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2]))
        middle, size = enclose(p, q, np.float64(radius[row]))
        center[row, 0], center[row, 1], center[row, 2] = middle
        reach[row] = size


@inline
def enclose(start: Vector, end: Vector, radius: Real):
    """(centre, radius) of the smallest sphere around a sphere at both ends of its path, plus a margin.

    The arc between the ends bulges far less than that sphere, so the path lies inside.
    """
    x, y, z = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    middle = (start[0] + 0.5 * x, start[1] + 0.5 * y, start[2] + 0.5 * z)
    return middle, radius + 0.5 * square_root(x * x + y * y + z * z) + MARGIN
