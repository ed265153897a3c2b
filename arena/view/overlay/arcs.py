"""Cuts arcs of an overlay into pieces that cover their lines only: a square about an arc is nearly all empty.

The overlay's pass calls `cut_arcs` once for each layer of each picture, with all its rows.
"""

import math

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F32, Integer, Real
from arena.view.overlay.overlay import ARC

PIECE = 8
"""Shape of a piece of an arc, which reaches from one angle to another: its place has them for extents."""
PIECE_LEAST = 20.0
"""Arcs of a smaller radius [virtual px] are drawn whole."""
PIECE_TURN = 0.6
"""Of an arc that one piece covers at most [rad]: the longer, the more empty pixels it covers too."""
PIECES_MOST = math.ceil(2.0 * math.pi / PIECE_TURN)
BEGIN, END, RADIUS, WIDTH, SINE, COSINE, SHAPE = 2, 3, 4, 5, 6, 7, 13
"""Columns of a row of OVERLAY_DTYPE, for an arc."""


def cut_arcs(rows: F32, margin: float) -> F32:
    """Rows of OVERLAY_DTYPE, shape (n, floats of a row), with pieces in the places of large arcs.

    Neighbours share the corners between them to the last bit, so that no pixel is drawn twice; `margin` lies
    beyond the ends of an arc [virtual px].
    """
    arcs = int(np.count_nonzero(rows[:, SHAPE] == ARC))
    if not arcs:
        return rows
    cut = np.empty((len(rows) + arcs * (PIECES_MOST - 1), rows.shape[1]), np.float32)
    return cut[: write_pieces(rows, PIECE_LEAST, margin, cut)]


@kernel
def write_pieces(rows: F32, least: Real, margin: Real, rows_out: F32) -> Integer:
    """Copy rows, arcs of radius `least` or more as pieces; returns how many there are then."""
    count = 0
    for row in range(len(rows)):
        radius, pieces, reach = np.float64(rows[row, RADIUS]), 1, 0.0
        whole = rows[row, SHAPE] != ARC or radius < least
        if not whole:
            turn = math.atan2(np.float64(rows[row, SINE]), np.float64(rows[row, COSINE]))
            reach = min(turn + (np.float64(rows[row, WIDTH]) / 2.0 + margin) / radius, math.pi)
            pieces = math.ceil(2.0 * reach / PIECE_TURN)
        step = 2.0 * reach / pieces
        for piece in range(pieces):
            for column in range(rows.shape[1]):
                rows_out[count, column] = rows[row, column]
            if not whole:
                rows_out[count, BEGIN] = piece * step - reach
                rows_out[count, END] = (piece + 1) * step - reach
                rows_out[count, SHAPE] = PIECE
            count += 1
    return count
