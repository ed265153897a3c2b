"""Shapes of an overlay written by kernels, as rows of OVERLAY_DTYPE in plain numbers.

Kernels write dozens of shapes into an array for `Overlay.add`. Single shapes are methods of the overlay; both
give the same rows to the bit of a float32.
"""

import math

from arena.jit import DEBUG, inline
from arena.jit.annotations import F32, Integer, Real, Row
from arena.view.overlay.overlay import ARC, BOX, DART, RGBA


@inline
def put_disc(rows_out: F32, row: Row, x: Real, y: Real, radius: Real, color: RGBA) -> None:
    """Fill a circle, as `Overlay.disc`."""
    put_shape(rows_out, row, x, y, radius, color, 0.0, BOX)
    rows_out[row, 4], rows_out[row, 5], rows_out[row, 6], rows_out[row, 7] = radius, 0.0, 0.0, 0.0


@inline
def put_dart(rows_out: F32, row: Row, x: Real, y: Real, size: Real, turn: Real, color: RGBA) -> None:
    """Draw an arrow head that points `turn` radians clockwise from up, as `Overlay.dart`."""
    put_shape(rows_out, row, x, y, size, color, turn, DART)
    rows_out[row, 4], rows_out[row, 5], rows_out[row, 6], rows_out[row, 7] = 0.0, 0.0, 0.0, 0.0


@inline
def put_arc(
    rows_out: F32, row: Row, x: Real, y: Real, radius: Real, thickness: Real, fraction: Real, start: Real,
    color: RGBA,
) -> None:  # fmt: skip
    """Draw `fraction` (0 to 1) of a circle, clockwise from `start` [rad], as `Overlay.ring`."""
    half = math.pi * fraction
    put_shape(rows_out, row, x, y, radius + thickness, color, start + half, ARC)
    rows_out[row, 4], rows_out[row, 5] = radius, thickness
    rows_out[row, 6], rows_out[row, 7] = math.sin(half), math.cos(half)


@inline
def put_shape(
    rows_out: F32, row: Row, x: Real, y: Real, reach: Real, color: RGBA, turn: Real, shape: Integer
) -> None:
    """Write what all shapes within a square have; columns 4 to 7 are the caller's."""
    if DEBUG:
        assert row < len(rows_out), "put_shape: more shapes than there is room for"
        assert abs(x) < math.inf and abs(y) < math.inf and reach >= 0.0, "put_shape: no place, or no extent"
    rows_out[row, 0], rows_out[row, 1], rows_out[row, 2], rows_out[row, 3] = x, y, reach, reach
    for column in range(4):
        rows_out[row, 8 + column] = color[column]
    rows_out[row, 12], rows_out[row, 13] = turn, shape
