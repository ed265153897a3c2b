"""All overlapping pairs of a `GridTable`, each exactly once, without a set.

Called by `CollisionGrid.pairs` and, with its own buffer, by the simulation's broad phase, once per tick. A
pair that shares several cells is reported only by the cell at the component-wise maximum of the two lower
corners.
"""

import numpy as np

from arena.grid.lanes import LANES, hit_mask, lowest_bit
from arena.grid.table import ABSENT, GIANT, overlap, unpack
from arena.jit import inline, kernel

ONE = np.uint64(1)
STRIDE = np.uint64(LANES)


@inline
def shared_cell(first, second, stride_y, stride_z):
    """Linear index of the one cell that reports a pair of bodies with these lower corners."""
    ax, ay, az = unpack(first)
    bx, by, bz = unpack(second)
    return max(ax, bx) + max(ay, by) * stride_y + max(az, bz) * stride_z


@kernel
def find_pairs(n, table, pairs_out):
    """Write pairs (i < j) into `pairs_out`, shape (capacity, 2), int32; returns how many there are.

    A return value above the capacity means that the surplus was counted but not written: enlarge and call
    again.
    """
    found = 0
    capacity = len(pairs_out)
    start, item, first_cell = table.cell_start, table.item, table.first_cell
    xs, ys, zs, rs, position, radius = table.x, table.y, table.z, table.r, table.position, table.radius
    stride_y, stride_z = table.cells[0], table.cells[0] * table.cells[1]
    for here in range(len(start) - 1):
        cell = np.uint64(here)
        begin, end = np.uint64(start[cell]), np.uint64(start[cell + ONE])
        if end - begin < np.uint64(2):
            continue
        for entry in range(begin, end - ONE):
            a = np.uint64(entry)
            x, y, z, r = xs[a], ys[a], zs[a], rs[a]
            block = a + ONE
            while block < end:
                mask = hit_mask(xs, ys, zs, rs, block, x, y, z, r)
                if end - block < STRIDE:
                    mask &= (ONE << (end - block)) - ONE
                while mask != np.uint64(0):
                    i, j = item[a], item[block + lowest_bit(mask)]
                    mask &= mask - ONE
                    owner = shared_cell(first_cell[i], first_cell[j], stride_y, stride_z)
                    if owner == cell and overlap(position, radius, i, j):
                        if found < capacity:
                            pairs_out[found, 0] = i
                            pairs_out[found, 1] = j
                        found += 1
                block += STRIDE
    return giant_pairs(n, table, found, pairs_out)


@inline
def giant_pairs(n, table, found, pairs_out):
    """Append the pairs in which giants stand; each giant is tested against every body."""
    capacity = len(pairs_out)
    position, radius, first_cell, giant = table.position, table.radius, table.first_cell, table.giant
    for g in range(table.giant_count[0]):
        i = giant[g]
        for j in range(n):
            cell = first_cell[j]
            if (cell < ABSENT or (cell == GIANT and j > i)) and overlap(position, radius, i, j):
                if found < capacity:
                    pairs_out[found, 0] = min(i, j)
                    pairs_out[found, 1] = max(i, j)
                found += 1
    return found
