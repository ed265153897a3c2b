"""The door of `CollisionGrid`: arguments are checked and brought into the form that kernels trust."""

from typing import Any, Literal

import numpy as np
from numpy.ma import MaskedArray
from numpy.typing import ArrayLike, NDArray

from arena.grid.refill import first_bad_row
from arena.grid.table import AXIS_CELLS_MAX, COORDINATE_MAX, TOTAL_CELLS_MAX

KINDS = {"fiu": "real numbers", "bui": "bool"}
"""Kinds of dtypes, as numpy abbreviates them, and what they are called."""

PLAIN, THREE = (float, int), [True] * 3

Cells = int | tuple[int, int, int] | Literal["auto"]


def bad_row_error(places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_]) -> ValueError:
    """The error that names the first bad row."""
    row, what = first_bad_row(len(radii), places, radii, active)
    if what == 1:
        return ValueError(
            f"positions must be finite and below 1e15; row {row} is {places[3 * row : 3 * row + 3]}"
        )
    return ValueError(f"radii must be finite and at least 0; row {row} is {radii[row]}")


def as_real(name: str, value: ArrayLike, kinds: str = "fiu") -> NDArray[Any]:
    """The array of an argument, whose dtype is one of these kinds: by default floats and integers."""
    array = np.asarray(value)
    if array.dtype.kind not in kinds and array.size:
        raise ValueError(f"{name} must be {KINDS[kinds]}, not {array.dtype}")
    if isinstance(value, MaskedArray):
        raise ValueError(f"{name} must not be masked: leave rows out by `active`, or give filled values")
    return array


def as_plain(array: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The array itself where kernels can take it, else a copy: each layout would be compiled for itself."""
    if array.dtype == dtype and array.flags.c_contiguous and array.flags.writeable and array.flags.aligned:
        return array
    return np.array(array, dtype, order="C")


def check_vector(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """A finite corner or the like as float64, shape (3,)."""
    vector = as_real(name, value).astype(np.float64)
    if vector.shape != (3,):
        raise ValueError(f"{name} must have shape (3,), not {vector.shape}")
    if not np.abs(vector).max() <= COORDINATE_MAX:
        raise ValueError(f"{name} must be finite and below 1e15, not {vector}")
    return vector


def check_point(name: str, value: ArrayLike) -> tuple[float, float, float]:
    """A checked point as three floats.

    A query from Python spends most of its time here, hence no array maths, and no array for plain numbers.
    """
    if type(value) in (list, tuple) and [type(part) in PLAIN for part in value] == THREE:  # type: ignore[union-attr]
        x, y, z = map(float, value)  # type: ignore[arg-type]
    else:
        vector = as_real(name, value)
        if vector.shape != (3,):
            raise ValueError(f"{name} must have shape (3,), not {vector.shape}")
        x, y, z = vector.astype(np.float64).tolist()
    if not (abs(x) <= COORDINATE_MAX and abs(y) <= COORDINATE_MAX and abs(z) <= COORDINATE_MAX):
        raise ValueError(f"{name} must be finite and below 1e15, not {np.array((x, y, z))}")
    return x, y, z


def check_points(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite points as float64, shape (q, 3); one point may have shape (3,)."""
    given = as_real(name, value)
    points = np.ascontiguousarray(given[None] if given.ndim == 1 else given, np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise ValueError(f"{name} must have shape (q, 3) or (3,), not {given.shape}")
    if points.size and not np.abs(points).max() <= COORDINATE_MAX:
        bad = np.flatnonzero(~(np.abs(points) <= COORDINATE_MAX).all(axis=1))
        raise ValueError(f"{name} must be finite and below 1e15; row {bad[0]} is {points[bad[0]]}")
    return points


def check_query_radius(radius: Any) -> float:
    """A finite radius of at least 0."""
    value = float(radius if isinstance(radius, PLAIN) else as_real("radius", radius).item())
    if not 0 <= value <= COORDINATE_MAX:
        raise ValueError(f"radius must be finite and at least 0, not {value}")
    return value


def check_count(name: str, value: Any) -> int:
    """A whole number of at least 1."""
    if not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}")
    return int(value)


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
