"""Levels of detail of ships: heavy hulls, whole hulls, squares that show a plan, and points of light.

The limits between levels are the renderer's, see `arena.render.passes.crowd`.
"""

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, I64, Integer, Real, Row
from arena.vectors import dot, subtract, vector
from arena.view.frame import SHIP_DTYPE, column_of

LEVELS = 4
HEAVY, HULL, SQUARE, POINT = range(LEVELS)
ASLEEP_SHARE = 0.7
"""Share of its size with which who sleeps is judged."""
POINT_BAND = 1.3
"""Over the limit of points, where those are gone."""
SHRUNK = 0.5
"""Share of its size with which a square gives way to its point."""
DRAWN = 1.18
"""Size of ships that are no large hulls, over that by which they are judged: small ones are few pixels."""
SCALE, KIND, REST = (column_of(SHIP_DTYPE, name) for name in ("scale", "kind", "rest"))


@kernel
def measure_ships(
    ships: F32, eye: F32, forward: F32, near: Real, pixels: Real, weights: F32, size_out: F32
) -> None:
    """Work out the radii of ships in the picture [px], shape (n,), times the weights of their meshes.

    Args:
        ships: rows of SHIP_DTYPE as plain numbers.
        eye: of the camera [u].
        forward: unit vector that it looks along.
        near: least depth [u].
        pixels: that one unit covers at a depth of 1.
        weights: by mesh; negative for heavy hulls, infinite for what is always a hull.
        size_out: radii.
    """
    begin, ahead = (eye[0], eye[1], eye[2]), (forward[0], forward[1], forward[2])
    for row in range(np.uint64(len(ships))):
        depth = max(dot(subtract(vector(ships, row), begin), ahead), near)
        share = 1.0 - (1.0 - ASLEEP_SHARE) * ships[row, REST]
        size_out[row] = weights[np.uint64(ships[row, KIND])] * ships[row, SCALE] * pixels / depth * share


@kernel
def sort_ships(ships: F32, size: F32, hull_px: Real, point_px: Real, levels_out: F32, count_out: I64) -> None:
    """Copy ships to the levels that they are drawn in: a square shrinks while its point lights up.

    Args:
        ships: rows of SHIP_DTYPE as plain numbers.
        size: by `measure_ships`.
        hull_px: least size of hulls.
        point_px: size below which there are only points.
        levels_out: shape (LEVELS, n, floats of a ship); `rest` of points becomes their light, 0 to 1.
        count_out: ships in each level, shape (LEVELS,).
    """
    count_out[:] = 0
    for row in range(np.uint64(len(ships))):
        whole = (np.float64(size[row]) / point_px - 1.0) / (POINT_BAND - 1.0)
        if size[row] < 0.0:
            add_ship(ships, row, HEAVY, 1.0, levels_out, count_out)
        elif size[row] >= hull_px:
            add_ship(ships, row, HULL, DRAWN, levels_out, count_out)
        else:
            if whole > 0.0:
                shrunk = SHRUNK + (1.0 - SHRUNK) * min(whole, 1.0)
                add_ship(ships, row, SQUARE, DRAWN * shrunk, levels_out, count_out)
            if whole < 1.0:
                at = add_ship(ships, row, POINT, DRAWN, levels_out, count_out)
                levels_out[POINT, at, REST] = 1.0 - max(whole, 0.0)


@inline
def add_ship(ships: F32, row: Row, level: Integer, drawn: Real, levels_out: F32, count_inout: I64) -> Row:
    """Copy a ship to a level, `drawn` times as large; returns its row there."""
    at = np.uint64(count_inout[level])
    for column in range(np.uint64(ships.shape[1])):
        levels_out[level, at, column] = ships[row, column]
    levels_out[level, at, SCALE] *= drawn
    count_inout[level] += 1
    return at
