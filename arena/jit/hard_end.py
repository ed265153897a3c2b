"""The hard end of a process, by a thread that needs no lock of Python's.

After a signal the process is to be gone in time, whatever it is at: also while a driver compiles a shader, or
two busy threads pass Python's lock to and fro. `arena.shutdown` watches in Python, and has to wait for that
lock; what is compiled here does the same without it. `arena.startup.kernels` calls `install` before it
loads the other kernels. Where the C library lacks the calls (Windows) nothing changes.
"""

import os
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from arena import shutdown
from arena.jit.kernels import inline, is_interpreted, kernel

SLICE_US = 100_000
"""Longest piece of sleep [us]: a signal that arrives meanwhile cuts one short."""
CLOCK_MONOTONIC = 1
FAILURES = 100
"""Reads that may fail, by signals as a rule, before the thread gives up."""

NUMBER, READY, TOLD = shutdown.NUMBER, shutdown.READY, shutdown.TOLD
HAS_CALLS = os.name == "posix"
if HAS_CALLS:
    c_read: Any = types.ExternalFunction("read", types.int64(types.int64, types.uint64, types.int64))
    c_write: Any = types.ExternalFunction("write", types.int64(types.int64, types.uint64, types.int64))
    c_sleep: Any = types.ExternalFunction("usleep", types.int64(types.int64))
    c_clock: Any = types.ExternalFunction("clock_gettime", types.int64(types.int64, types.int64))
    c_exit: Any = types.ExternalFunction("_exit", types.void(types.int64))


@inline
def now_us(clock_out: NDArray[np.int64]) -> int:
    """Time that passes evenly, from anywhere [us]; seconds and nanoseconds go to `clock_out`."""
    c_clock(CLOCK_MONOTONIC, clock_out.ctypes.data)
    return clock_out[0] * 1_000_000 + clock_out[1] // 1_000


@kernel
def end_after_signal(
    receiver: int,
    known: NDArray[np.bool_],
    grace_us: int,
    text: NDArray[np.uint8],
    buffer_out: NDArray[np.uint8],
    noted_out: NDArray[np.int64],
    clock_out: NDArray[np.int64],
) -> None:
    """Read numbers of signals, a byte each; write the first one of ours down, wait, tell, end the process.

    Args:
        receiver: number of the open file that signals are written to; where it ends, so does this.
        known: which signals are ours, shape (256,), bool.
        grace_us: from such a signal to the end [us].
        text: what to tell, for each signal that is ours, zero behind it, shape (256, any), uint8.
        buffer_out: shape (1,), uint8.
        noted_out: the first signal, 1 as soon as this watches, 1 where all is told; shape (3,), int64.
        clock_out: scratch, shape (2,), int64.
    """
    failures = 0
    noted_out[READY] = 1
    while failures < FAILURES:
        found = c_read(receiver, buffer_out.ctypes.data, 1)
        if found == 0:
            return
        if found < 0:
            failures += 1
            continue
        number = np.int64(buffer_out[0])
        if not known[number]:
            continue
        if noted_out[NUMBER] == 0:
            noted_out[NUMBER] = number
        # Against the clock: on a busy machine every piece of sleep is longer than asked for.
        end = now_us(clock_out) + grace_us
        while now_us(clock_out) < end:
            c_sleep(min(SLICE_US, max(1, end - now_us(clock_out))))
        line = text[number]
        length = 0
        while noted_out[TOLD] == 0 and length < len(line) and line[length] != 0:
            length += 1
        c_write(2, line.ctypes.data, length)
        c_exit(128 + noted_out[NUMBER])


def install() -> None:
    """Let the compiled watcher take over, if this process watches for signals at all."""
    if HAS_CALLS and not is_interpreted:
        shutdown.watch_by(_watch)


def warm_up() -> None:
    """Compile the watcher, or load it: it returns at once where there is nothing to read."""
    if HAS_CALLS:
        _watch(-1, np.zeros(3, np.int64))


def _watch(receiver: int, memory: Any) -> None:
    known, text = np.zeros(256, np.bool_), np.zeros((256, 80), np.uint8)
    for number in shutdown.SIGNALS:
        line = np.frombuffer(shutdown.last_words(number), np.uint8)
        known[number], text[number, : len(line)] = True, line
    noted = np.frombuffer(memory, np.int64)
    grace = round(shutdown.GRACE_SECONDS * 1e6)
    end_after_signal(receiver, known, grace, text, np.zeros(1, np.uint8), noted, np.zeros(2, np.int64))
