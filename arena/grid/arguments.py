"""The door of `CollisionGrid`: arguments are checked and brought into the form that kernels trust."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.grid.refill import first_bad_row
from arena.grid.table import AXIS_CELLS_MAX, COORDINATE_MAX, TOTAL_CELLS_MAX

Cells = int | tuple[int, int, int] | Literal["auto"]


def bad_row_error(places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_]) -> ValueError:
    """What is wrong with the first bad row."""
    row, what = first_bad_row(len(radii), places, radii, active)
    if what == 1:
        return ValueError(
            f"positions must be finite and below 1e15; row {row} is {places[3 * row : 3 * row + 3]}"
        )
    return ValueError(f"radii must be finite and at least 0; row {row} is {radii[row]}")


def as_plain(array: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The array itself where kernels can take it, else a copy: each layout would be compiled for itself."""
    if array.dtype == dtype and array.flags.c_contiguous and array.flags.writeable and array.flags.aligned:
        return array
    return np.array(array, dtype, order="C")


def check_vector(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """A finite corner or the like as float64, shape (3,)."""
    vector = np.array(value, np.float64)
    if vector.shape != (3,):
        raise ValueError(f"{name} must have shape (3,), not {vector.shape}")
    if not np.abs(vector).max() <= COORDINATE_MAX:
        raise ValueError(f"{name} must be finite and below 1e15, not {vector}")
    return vector


def check_point(name: str, value: ArrayLike) -> tuple[float, float, float]:
    """A checked point as three floats.

    A query from Python spends most of its time here, hence no array maths.
    """
    vector = np.asarray(value, np.float64)
    if vector.shape != (3,):
        raise ValueError(f"{name} must have shape (3,), not {vector.shape}")
    x, y, z = vector.tolist()
    if not (abs(x) <= COORDINATE_MAX and abs(y) <= COORDINATE_MAX and abs(z) <= COORDINATE_MAX):
        raise ValueError(f"{name} must be finite and below 1e15, not {vector}")
    return x, y, z


def check_points(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite points as float64, shape (q, 3)."""
    points = np.ascontiguousarray(value, np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise ValueError(f"{name} must have shape (q, 3), not {points.shape}")
    if points.size and not np.abs(points).max() <= COORDINATE_MAX:
        bad = np.flatnonzero(~(np.abs(points) <= COORDINATE_MAX).all(axis=1))
        raise ValueError(f"{name} must be finite and below 1e15; row {bad[0]} is {points[bad[0]]}")
    return points


def check_query_radius(radius: float) -> float:
    """A finite radius of at least 0."""
    value = float(radius)
    if not 0 <= value <= COORDINATE_MAX:
        raise ValueError(f"radius must be finite and at least 0, not {value}")
    return value


def check_cells(cells: int | tuple[int, int, int]) -> tuple[int, int, int]:
    """Numbers of cells on the three axes."""
    counts: tuple[Any, ...] = (cells,) * 3 if np.ndim(cells) == 0 else tuple(cells)  # type: ignore[arg-type]
    if len(counts) != 3:
        raise ValueError(f"cells must be one int or three, not {cells!r}")
    for count in counts:
        if not isinstance(count, (int, np.integer)) or not 1 <= count <= AXIS_CELLS_MAX:
            raise ValueError(f"cells must be ints from 1 to {AXIS_CELLS_MAX}, not {count!r}")
    x, y, z = (int(count) for count in counts)
    if x * y * z > TOTAL_CELLS_MAX:
        raise ValueError(f"cells must be at most {TOTAL_CELLS_MAX} in all, not {x} x {y} x {z}")
    return x, y, z
