"""A process that compiles kernels for another one: numbers of signatures come in, and go out when done.

Behind a number stands what keeps compiled code from being written, where something does.

Started by `arena.jit.ahead` with the record of signatures. It ends when its input does, so it never outlives
the process that started it, not even for the kernel that it is compiling.
"""

import gc
import os
import queue
import signal
import sys
import threading
from pathlib import Path

from arena.jit import cache
from arena.jit.signatures import Record, Signature, find_kernel

GARBAGE_THRESHOLDS = 50_000, 20, 100
"""Compilers allocate much and leave few cycles; looking at Python's pace takes a tenth of the time."""


def main(path: str) -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it is over
    requests: queue.SimpleQueue[int] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    record = Record.read(Path(path).read_text(encoding="utf-8"))
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    while True:
        number = requests.get()
        compile_signature(record, record.signatures[number])
        print(number, cache.problem, flush=True)


def compile_signature(record: Record, signature: Signature) -> bool:
    """Compile a kernel into the cache; False where the record is wrong about it, which nobody minds."""
    try:
        find_kernel(signature).compile(record.types_of(signature))
    except Exception:  # of a stale record anything can come; the first call tells what is really wrong
        return False
    return True


def _listen(requests: "queue.SimpleQueue[int]") -> None:
    """Take requests; without a parent there is nothing left to do, whatever the main thread is at."""
    for line in sys.stdin:
        requests.put(int(line))
    os._exit(0)
