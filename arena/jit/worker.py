"""A process that compiles kernels for another one: numbers of signatures come in, and go out when done.

Behind a number stands what keeps compiled code from being written, where something does.

Started by `arena.jit.ahead`, whose lines there listen for requests and end the process when they end: it
never outlives the process that started it, not even for the kernel that it is compiling.
"""

import gc
import queue
from pathlib import Path
from typing import NoReturn

from arena.jit import cache
from arena.jit.signatures import Record, Signature, find_kernel

GARBAGE_THRESHOLDS = 50_000, 20, 100
"""Compilers allocate much and leave few cycles; looking at Python's pace takes a tenth of the time."""


def main(path: str, requests: "queue.SimpleQueue[str]") -> NoReturn:
    """Answer requests, which are numbers of signatures in the record at `path`, for ever."""
    record = Record.read(Path(path).read_text(encoding="utf-8"))
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    while True:
        number = int(requests.get())
        compile_signature(record, record.signatures[number])
        print(number, cache.problem, flush=True)


def compile_signature(record: Record, signature: Signature) -> bool:
    """Compile a kernel into the cache; False where the record is wrong about it, which does no harm."""
    try:
        find_kernel(signature).compile(record.types_of(signature))
    except Exception:  # of a stale record anything can come; the first call tells what is really wrong
        return False
    return True
