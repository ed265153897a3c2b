"""Types for the arguments of kernels and inline functions. numba ignores them; readers and checkers do not.

Tables are named by their classes, arrays by the aliases here, shapes by docstrings. Numbers have the width
that numba infers at each call, and an inline function may be handed eight rows in a register: their aliases
say what a number means, and a type checker takes any.

An argument whose name ends in `_out` or `_inout` is written, the others are read only; tests/jit checks that.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Integer: TypeAlias = Any
"""A whole number: a count, a place in a list, a mask; int64 unless something else is written."""

Row: TypeAlias = Any
"""The number of a row of a table, or of a tile."""

Real: TypeAlias = Any
"""A float64, or a float32 where a table holds those."""

Flag: TypeAlias = Any
"""A bool."""

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Floats = NDArray[Any]
"""float32 or float64, as the table that it belongs to."""

Vector = NDArray[np.float64]
"""Shape (3,)."""
