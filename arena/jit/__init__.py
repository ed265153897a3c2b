"""The one place that talks to numba's compiler.

    @kernel    a function that Python calls: compiled on its first call, without the GIL, cached on disk
    @inline    a small function that kernels call: compiled into each of them

`arena.jit.kernels` holds the two decorators and says what is being compiled; `arena.jit.cache` keeps machine
code on disk, one file for each kernel and types of arguments; `arena.jit.digest` names these files after
everything that the code was made from, so that an edit recompiles what it changes and nothing else.
"""

from arena.jit.kernels import (
    cache_is_full,
    compile_progress,
    compiled_count,
    inline,
    kernel,
    mark_cache_full,
    timed_compilation,
)

__all__ = [
    "cache_is_full",
    "compile_progress",
    "compiled_count",
    "inline",
    "kernel",
    "mark_cache_full",
    "timed_compilation",
]
