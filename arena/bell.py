"""A bell for threads: who expects work or an answer within moments watches memory instead of going to sleep.

To be woken takes a thread 20 to 80 us where its processor sleeps as well: as much as sharing out a tenth of a
millisecond of work saves. Watching is compiled code that holds no lock, for a bounded number of looks;
`arena.workers`, which alone uses this, goes to sleep after that. A bell only tells when, never what: tasks go
through queues, so a look at the wrong moment costs time and nothing else.
"""

# An intrinsic is declared with a typing context that its callers do not pass.
# pyright: reportCallIssue=false, reportMissingParameterType=false, reportUnknownParameterType=false

import platform
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from arena.jit import kernel

CALLS, ANSWERS = 0, 16
"""Elements of a bell: how often work was announced, how often done. Far apart: cache lines are shared."""

HAS_PAUSE = platform.machine().lower() in ("x86_64", "amd64")
"""Whether the processor can be told that a loop only waits, which leaves more to the core's other thread."""


def create_bell() -> NDArray[np.int64]:
    """A bell that has never rung, shape (32,)."""
    return np.zeros(32, np.int64)


@kernel
def await_call(bell_inout, heard, looks, courtesy):
    """Tell that work is done, then watch for a call beyond the first `heard`.

    Returns how many there were; `heard` where none came within so many looks. `courtesy` more looks let the
    caller get to its own work first: it holds the GIL until then, and whoever asks for that goes to sleep.
    """
    add_one(bell_inout, ANSWERS)
    for _ in range(looks):
        if read(bell_inout, CALLS) != heard:
            for _ in range(courtesy):
                pause()
            break
        pause()
    return read(bell_inout, CALLS)


@kernel
def await_answer(bell, heard, looks):
    """Watch for an answer beyond the first `heard`, or until so many looks have passed."""
    for _ in range(looks):
        if read(bell, ANSWERS) > heard:
            return
        pause()


def read(bell: Any, at: Any) -> Any:
    """An element as it is now, whichever thread wrote it."""
    return bell[at]


def add_one(bell: Any, at: Any) -> Any:
    """Add 1 to an element, in one step for all threads; returns its value before."""
    bell[at] += 1
    return bell[at] - 1


def pause() -> None:
    """Spend a few dozen cycles."""


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    return builder.gep(cgutils.create_struct_proxy(array_type)(context, builder, array).data, [at])


@intrinsic
def _read(typingctx, bell, at):
    def codegen(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], *args)
        return builder.load_atomic(pointer, "acquire", 8)

    return types.int64(bell, types.uint64), codegen


@intrinsic
def _add_one(typingctx, bell, at):
    def codegen(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], *args)
        return builder.atomic_rmw("add", pointer, ir.IntType(64)(1), "acq_rel")

    return types.int64(bell, types.uint64), codegen


@intrinsic
def _pause(typingctx):
    def codegen(context, builder, sig, args):
        if HAS_PAUSE:
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.sse2.pause"), [])
        return context.get_dummy_value()

    return types.none(), codegen


@overload(read)
def _overload_read(bell, at):
    return lambda bell, at: _read(bell, np.uint64(at))


@overload(add_one)
def _overload_add_one(bell, at):
    return lambda bell, at: _add_one(bell, np.uint64(at))


@overload(pause)
def _overload_pause():
    return lambda: _pause()  # noqa: PLW0108
