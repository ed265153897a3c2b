"""Many sphere queries at once, for `CollisionGrid.query_spheres`: in the order of the cells, on two threads.

Queries that come in any order miss the cache at every step. Sorted by the row of cells they begin in, a
batch of 10,000 among 100,000 bodies takes two thirds of the time; the answers are put back into the order
asked for.
"""

import numpy as np

from arena.grid.queries import gather, gather_giants, sort_ascending
from arena.grid.table import GIANTS, LAST_ROW, cell_coordinate
from arena.jit import kernel

BUCKETS = 64
"""Rows of cells are told apart this finely along y and along z."""


@kernel
def order_queries(table, centers, order_out, cursor_out):
    """A permutation that brings queries of neighbouring rows of cells together; stable.

    Args:
        table: the grid.
        centers: shape (q, 3), float64 [u].
        order_out: shape (q,), int32.
        cursor_out: working memory, shape (BUCKETS * BUCKETS + 1,), int32.
    """
    cursor_out[:] = 0
    for q in range(len(centers)):
        cursor_out[bucket(table, centers[q, 1], centers[q, 2]) + 1] += 1
    for k in range(1, len(cursor_out)):
        cursor_out[k] += cursor_out[k - 1]
    for q in range(len(centers)):
        here = bucket(table, centers[q, 1], centers[q, 2])
        order_out[cursor_out[here]] = q
        cursor_out[here] += 1


@kernel
def bucket(table, y, z):
    """Where along y and z, in BUCKETS steps each."""
    number = table.x.dtype.type
    lower, scale, cells = table.lower, table.scale, table.cells
    cy = cell_coordinate(number(y) - lower[1], scale[1], cells[1])
    cz = cell_coordinate(number(z) - lower[2], scale[2], cells[2])
    return np.int64(cz) * BUCKETS // np.int64(cells[2]) * BUCKETS + np.int64(cy) * BUCKETS // np.int64(
        cells[1]
    )


@kernel
def gather_spheres(begin, end, order, table, centers, radii, counts_out, places_out, ids_out):
    """Answer the queries order[begin:end], one after the other.

    Args:
        begin: first place in `order`.
        end: place behind the last.
        order: shape (q,), int32.
        table: the grid.
        centers: shape (q, 3), float64 [u].
        radii: shape (q,), float64 [u].
        counts_out: by query, how many rows it has, int64.
        places_out: by query, where in `ids_out` they begin, int64.
        ids_out: the rows, ascending for each query, int32.

    Returns:
        The length needed; above len(ids_out) rows are missing: enlarge and call again.
    """
    t = table
    lower, scale, cells, start, item = t.lower, t.scale, t.cells, t.start, t.item
    xs, ys, zs, rs, giants = t.x, t.y, t.z, t.r, t.count[GIANTS]
    total = 0
    for k in range(begin, end):
        q = order[k]
        x, y, z, radius = centers[q, 0], centers[q, 1], centers[q, 2], radii[q]
        stop = gather(
            lower, scale, cells, start, item, xs, ys, zs, rs, x, y, z, radius, 0, True, total, ids_out
        )
        if giants > 0:
            stop = gather_giants(table, x, y, z, radius, LAST_ROW, stop, ids_out)
        if stop <= len(ids_out):
            sort_ascending(ids_out, total, stop - total)
        counts_out[q] = stop - total
        places_out[q] = total
        total = stop
    return total


@kernel
def put_back(begin, end, order, offsets, places, gathered, ids_out):
    """Copy the answers to order[begin:end] from where they were gathered to where they belong."""
    for k in range(begin, end):
        q = order[k]
        at, here = places[q], offsets[q]
        for j in range(offsets[q + 1] - here):
            ids_out[np.uint64(here + j)] = gathered[np.uint64(at + j)]
