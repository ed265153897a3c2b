"""The machinery below all kernels: compilation, tables of state, vector registers, debug assertions, waiting.

Everything here is about numba and LLVM; nothing knows a body or a cell. Callers see the first five; the rest
works for them:

    @kernel, @inline        `kernels`    a function that Python calls; a small one that kernels call
    Table                   `tables`     named columns that a kernel takes as one argument
    load, where, gather     `simd`       eight rows at once, in vector registers, as values
    DEBUG, all_finite, ...  `assertions` what must hold inside kernels, free in play
    Integer, Real, I32, ... `annotations` types for the arguments of kernels
    address_of              `calls`      a list of kernels that one kernel calls, which costs no compiling
    keep_word, word         `words`      numbers that kernels read at run time, not as constants
    wait_for_work           `spin_wait`  a thread that expects work reads memory before it goes to sleep
                            `cache`, `digest`   machine code on disk, named after what it was made from
                            `library`    machine code of which the intermediate code is read when needed
                            `signatures`, `ahead`, `worker`   a first start, compiled by all cores

**Compiling.** A kernel is compiled on its first call with arguments of new types, without the GIL, without
fast-math, and kept on disk. An inline function is compiled into each of its callers; of itself there is only
intermediate code (`inlining`). `digest` describes a kernel by its bytecode and by all that its globals stand
for, so an edit recompiles what it changes and nothing else; `cache` keeps one file for each kernel and types
of arguments, checked by a checksum when read.

**Lifetimes.** Numba counts references to arrays; here nothing is counted. A `Table` hands a kernel the
address of a description of its columns. The Python object keeps description and columns alive, so a table
must live as long as a kernel that was given it runs: a task for a thread holds its tables, as a partial does.
Columns are written in place and never replaced, because compiled code may have loaded their addresses
already. A kernel never returns a table or a column.

**Debug assertions.** What must hold inside a kernel (finite, unit length, row within its pool, count within
capacity, sorted) is said by an ordinary assertion in a branch on a constant:

    if DEBUG:
        assert 0 <= row < len(position), "move_rows: row outside of the pool"

Under NUMBA_DISABLE_JIT=1, and with the compiler under ARENA_DEBUG_ASSERTIONS=1, a violation raises
AssertionError with that text. Otherwise the branch is gone before types are inferred: same machine code, same
time. `assertions` has the rules for such branches, and functions for conditions over whole columns.

**Memory order.** Kernels that run at the same time write different rows and share nothing else; what one pass
wrote the next one sees because the thread pool's queues order them. Only `spin_wait` reads what another
thread may be writing, through atomic operations that say so (acquire, release). No other code needs a fence.

**To add an operation on registers**: in `simd` write the plain Python function with its docstring (it runs
under NUMBA_DISABLE_JIT=1 and says what is meant), the intrinsic that emits LLVM code for it, and the overload
that ties the two; then a test in tests/jit against the plain function, with odd values (zero, negative, NaN,
the last row). Round as the scalar operation does: no fused multiply-add, no reassociation, or replays break
between CPUs.

**At an upgrade of numba** run the tests of this package first. They rest on: the layout in which arrays are
passed (`tables.ARRAY_FIELDS`, checked on import), the model of opaque types (`tables.TableModel`), the cache
object of a dispatcher (`cache.KernelCache`), the hooks of a dispatcher and of a code library (`inlining`,
`library`), function numbers (`kernels`, first lines), and the names of LLVM intrinsics (`simd`, `spin_wait`).
Then compare state hashes with those of the old release.
"""

# ruff: noqa: E402 - the target is fixed before anything is compiled
from arena.jit.target import fix_target

fix_target()

from arena.jit.assertions import DEBUG, all_finite, all_within, is_ascending, is_sorted
from arena.jit.kernels import (
    cache_is_full,
    cache_problem,
    compile_progress,
    compiled_count,
    inline,
    is_interpreted,
    kernel,
    mark_cache_full,
    timed_compilation,
)

__all__ = [
    "DEBUG",
    "all_finite",
    "all_within",
    "cache_is_full",
    "cache_problem",
    "compile_progress",
    "compiled_count",
    "inline",
    "is_ascending",
    "is_interpreted",
    "is_sorted",
    "kernel",
    "mark_cache_full",
    "timed_compilation",
]
