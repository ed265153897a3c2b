"""Spin-waiting: a thread that expects work or a result within moments reads memory instead of going to sleep.

To be woken takes a thread 20 to 80 us where its processor sleeps as well: as much as sharing out a tenth of a
millisecond of work saves. Spinning is compiled code that holds no lock, for a bounded number of reads;
`arena.workers`, which alone uses this, goes to sleep after that. The counters only tell when, never what:
tasks go through queues, so a read at the wrong moment costs time and nothing else.

Memory order: counters are read with acquire and added to with acquire and release, so that a thread that
sees a count also sees what was written before it. Nothing relies on that today, since queues order the tasks.
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
from arena.jit.annotations import I64, Integer

WORK, RESULTS = 0, 16
"""Elements of the counters: tasks announced, tasks done. Far apart, because cache lines are shared."""

HAS_PAUSE = platform.machine().lower() in ("x86_64", "amd64")
"""True if the processor has an instruction for loops that wait, which leaves more to the other thread."""


def create_counters() -> NDArray[np.int64]:
    """Counters of a new pool, zero, shape (32,)."""
    return np.zeros(32, np.int64)


@kernel
def wait_for_work(counters_inout: I64, seen: Integer, spin_limit: Integer, backoff: Integer):
    """Tell that work is done, then spin until more than `seen` tasks were announced, `spin_limit` reads long.

    Returns the number announced; `seen` where none came. `backoff` pauses more let the announcing thread get
    to its own task first: it holds the GIL until then, and a thread that asks for the GIL goes to sleep.
    """
    add_one(counters_inout, RESULTS)
    for _ in range(spin_limit):
        if read(counters_inout, WORK) != seen:
            for _ in range(backoff):
                pause()
            break
        pause()
    return read(counters_inout, WORK)


@kernel
def wait_for_result(counters: I64, seen: Integer, spin_limit: Integer) -> None:
    """Spin until more than `seen` results were told, or `spin_limit` reads long."""
    for _ in range(spin_limit):
        if read(counters, RESULTS) > seen:
            return
        pause()


def read(counters: Any, at: Any) -> Any:
    """An element as it is now, whichever thread wrote it."""
    return counters[at]


def add_one(counters_inout: Any, at: Any) -> Any:
    """Add 1 to an element, in one step for all threads; returns its value before."""
    counters_inout[at] += 1
    return counters_inout[at] - 1


def pause() -> None:
    """Spend a few dozen cycles."""


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    return builder.gep(cgutils.create_struct_proxy(array_type)(context, builder, array).data, [at])


@intrinsic
def _read(typingctx, counters, at):
    def codegen(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], *args)
        return builder.load_atomic(pointer, "acquire", 8)

    return types.int64(counters, types.uint64), codegen


@intrinsic
def _add_one(typingctx, counters, at):
    def codegen(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], *args)
        return builder.atomic_rmw("add", pointer, ir.IntType(64)(1), "acq_rel")

    return types.int64(counters, types.uint64), codegen


@intrinsic
def _pause(typingctx):
    def codegen(context, builder, sig, args):
        if HAS_PAUSE:
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.sse2.pause"), [])
        return context.get_dummy_value()

    return types.none(), codegen


@overload(read)
def _overload_read(counters, at):
    return lambda counters, at: _read(counters, np.uint64(at))


@overload(add_one)
def _overload_add_one(counters_inout, at):
    return lambda counters_inout, at: _add_one(counters_inout, np.uint64(at))


@overload(pause)
def _overload_pause():
    return lambda: _pause()  # noqa: PLW0108
