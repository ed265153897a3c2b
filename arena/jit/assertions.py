"""Debug assertions: what must hold inside kernels, checked in tests and on request, free in play.

    if DEBUG:
        assert found <= len(ids_out), "gather: more rows than the buffer holds"

`DEBUG` is true where Python runs the kernels (NUMBA_DISABLE_JIT=1) and where ARENA_DEBUG_ASSERTIONS=1 is set
before the first import; compiled kernels then raise AssertionError as Python does. Without either, numba
drops the branch before it infers types: the machine code is that of a kernel without the assertion, and what
the branch calls is never compiled. The value is one of the globals that `arena.jit.digest` describes, so both
kinds of code share the cache.

Three rules, which numba sets. The test is `if DEBUG:` alone, not `if not DEBUG` or `DEBUG and ...`. The
message is a literal. The branch stands in a kernel or an inline function, not in the implementation of an
overload, which the cache knows by its source only. The functions below are for conditions over columns.
"""

import os

import numpy as np
from numpy.typing import NDArray

from arena.jit.kernels import inline, is_interpreted

DEBUG = is_interpreted or os.environ.get("ARENA_DEBUG_ASSERTIONS", "0") not in ("", "0")
"""True if kernels check what must hold inside them."""


@inline
def all_finite(values: NDArray[np.floating], begin: int, end: int) -> bool:
    """True if values[begin:end] holds neither NaN nor infinity; shape (n,)."""
    holds = True
    for k in range(begin, end):
        holds &= np.isfinite(values[k])
    return holds


@inline
def all_within(values: NDArray[np.integer], begin: int, end: int, low: int, high: int) -> bool:
    """True if each of values[begin:end] is at least `low` and below `high`; shape (n,)."""
    holds = True
    for k in range(begin, end):
        holds &= low <= int(values[k]) < high
    return holds


@inline
def is_ascending(values: NDArray[np.integer], begin: int, end: int) -> bool:
    """True if values[begin:end] ascends and holds nothing twice; shape (n,)."""
    holds = True
    for k in range(begin + 1, end):
        holds &= values[k - 1] < values[k]
    return holds


@inline
def is_sorted(values: NDArray[np.number], begin: int, end: int) -> bool:
    """True if values[begin:end] never descends; False for NaN; shape (n,)."""
    holds = True
    for k in range(begin + 1, end):
        holds &= values[k - 1] <= values[k]
    return holds
