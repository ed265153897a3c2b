"""Kernels compiled ahead of their first call, by as many processes as there are cores, into the one cache.

numba compiles under a lock: threads do not help, processes do. Each is a `worker` that gets one signature at
a time from here. Kernels that others call come first, so that those find them in the cache; of the rest a
worker stays with one part of the game, whose inline functions it has compiled before, and takes what is
slowest first, so that all end at about the same time.
"""

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.jit import cache
from arena.jit.digest import described_once
from arena.jit.signatures import Record, find_kernel
from arena.jit.worker import compile_signature

ROOT = Path(__file__).resolve().parent.parent.parent
# A child imports the same package as this process, whatever folder it was started in. It listens before it
# imports, which takes seconds on a busy machine: its parent may be gone by then.
CHILD = """
import importlib, os, queue, signal, sys, threading
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it is over
requests = queue.SimpleQueue()

def listen():
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)  # without a parent there is nothing left to do, whatever the main thread is at

threading.Thread(target=listen, daemon=True).start()
root, module, argument = sys.argv[1:]
if root not in sys.path:
    sys.path.insert(0, root)
importlib.import_module(module).main(argument, requests)
"""
BYTES_PER_WORKER = 700 << 20
REPORT_SECONDS = 0.25
MOST_OF_IT = 0.95
"""A kernel in work is never taken for more than this share of done."""

Report = Callable[[float, str], None]
"""Hears the share that is done, 0 to 1, and the module in work."""


class Stopped(Exception):
    """The workers cannot go on; the message says why."""


@described_once()
def missing_signatures(record: Record) -> list[int]:
    """The numbers of those signatures that this release has and its cache has not."""
    return [number for number in range(len(record.signatures)) if _is_missing(record, number)]


def _is_missing(record: Record, number: int) -> bool:
    signature = record.signatures[number]
    if signature.module not in sys.modules:
        return False
    try:
        kernel = find_kernel(signature)
        return not kernel._cache.holds(record.types_of(signature))
    except Exception:  # of a stale record anything can come
        return False


def worker_count(signatures: int) -> int:
    """The number of processes to start: one a core, as far as memory goes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with contextlib.suppress(ValueError, OSError, AttributeError):  # not every system tells
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        cores = min(cores, memory // 2 // BYTES_PER_WORKER)
    return max(1, min(cores, signatures))


class Schedule:
    """The order in which signatures are handed out. Not aware of processes."""

    def __init__(self, record: Record, numbers: Iterable[int]) -> None:
        self._signatures = record.signatures
        self._waiting = set(numbers)

    def weight(self, number: int) -> float:
        """About how long a signature takes, in no unit that another machine would agree on."""
        return 1.0 + self._signatures[number].weight

    def take(self, part: str) -> int | None:
        """The next signature for a worker that has compiled for a part of the game before; None: no more."""
        if not self._waiting:
            return None
        deepest = max(self._signatures[number].depth for number in self._waiting)
        ready = [number for number in self._waiting if self._signatures[number].depth == deepest]
        near = [number for number in ready if self.part(number) == part]
        if not near:
            fullest = self._fullest(ready)
            near = [number for number in ready if self.part(number) == fullest]
        chosen = max(near, key=lambda number: (self.weight(number), -number))
        self._waiting.remove(chosen)
        return chosen

    def _fullest(self, numbers: Iterable[int]) -> str:
        """The part of the game with most left to do."""
        loads: Counter[str] = Counter()
        for number in numbers:
            loads[self.part(number)] += round(self.weight(number))
        return max(loads, key=lambda part: (loads[part], part))

    def part(self, number: int) -> str:
        """The part of the game that a kernel belongs to: arena.sim, arena.grid."""
        return ".".join(self._signatures[number].module.split(".")[:2])


@dataclass
class Worker:
    """A process, and what it is at."""

    process: "subprocess.Popen[str]"
    number: int = -1
    since: float = 0.0


class Compilation:
    """One run of some workers over some signatures."""

    def __init__(self, path: Path, record: Record, numbers: Sequence[int], count: int) -> None:
        self._schedule = Schedule(record, numbers)
        self._record = record
        self._answers: queue.SimpleQueue[tuple[Worker, str]] = queue.SimpleQueue()
        self._total = sum(map(self._schedule.weight, numbers))
        self._done = self._shown = 0.0
        self._worked = 0.0  # seconds of workers for what is done
        self._busy: list[Worker] = []
        self._listeners: list[threading.Thread] = []
        self._workers = [start_worker(path) for _ in range(count)]

    def run(self, report: Report, cancelled: threading.Event) -> None:
        """Hand out signatures until all are done.

        Raises:
            Stopped: a worker ended without having been asked to, or cannot keep what it compiles. What is
                missing is left to be compiled on its first call.
        """
        for worker in self._workers:
            listener = threading.Thread(target=self._listen, args=(worker,), daemon=True)
            self._listeners.append(listener)
            listener.start()
            self._hand_out(worker, "")
        while self._busy and not cancelled.is_set():
            with contextlib.suppress(queue.Empty):
                self._take_answer(*self._answers.get(timeout=REPORT_SECONDS))
            report(self._share(), self._in_work())

    def stop(self) -> None:
        """End the workers at once. What they have written is whole."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.wait()
            assert worker.process.stdin is not None
            with contextlib.suppress(OSError):  # what it did not read any more
                worker.process.stdin.close()
        for listener in self._listeners:
            listener.join()

    def _listen(self, worker: Worker) -> None:
        assert worker.process.stdout is not None
        with worker.process.stdout as answers:
            for line in answers:
                self._answers.put((worker, line))
        self._answers.put((worker, ""))

    def _take_answer(self, worker: Worker, line: str) -> None:
        if not line:
            raise Stopped(f"a compiling process ended with code {worker.process.wait()}")
        if trouble := line.partition(" ")[2].strip():
            raise Stopped(trouble)
        self._busy.remove(worker)
        self._done += self._schedule.weight(worker.number)
        self._worked += time.monotonic() - worker.since
        self._hand_out(worker, self._schedule.part(worker.number))

    def _hand_out(self, worker: Worker, part: str) -> None:
        number = self._schedule.take(part)
        if number is None:
            return
        worker.number, worker.since = number, time.monotonic()
        self._busy.append(worker)
        assert worker.process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, which its output will tell
            worker.process.stdin.write(f"{number}\n")
            worker.process.stdin.flush()

    def _share(self) -> float:
        """Share of all that is done, work in progress counted at the pace so far."""
        pace = self._done / self._worked if self._done else 0.0
        now = time.monotonic()
        begun = sum(
            min(MOST_OF_IT * self._schedule.weight(worker.number), pace * (now - worker.since))
            for worker in self._busy
        )
        self._shown = max(self._shown, (self._done + begun) / self._total)  # the pace may fall
        return self._shown

    def _in_work(self) -> str:
        """The module that the worker at it for longest is at."""
        oldest = min(self._busy, key=lambda worker: worker.since, default=self._workers[0])
        return self._record.signatures[oldest.number].module


def start_worker(path: Path) -> Worker:
    """Start a process that compiles what a record lists."""
    return Worker(start_child("arena.jit.worker", str(path)))


def start_child(module: str, argument: str) -> "subprocess.Popen[str]":
    """Start a process that calls `main` of a module with an argument and a queue of lines from its input.

    It ends with its input, whatever it is at. It leaves assertions and docstrings out as this process does:
    kernels are known by their bytecode.
    """
    optimized = [f"-{'O' * sys.flags.optimize}"] if sys.flags.optimize and not hasattr(sys, "frozen") else []
    command = [sys.executable, *optimized, "-P", "-c", CHILD, str(ROOT), module, argument]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, text=True)


def compile_ahead(path: Path, report: Report, cancelled: threading.Event | None = None) -> str:
    """Fill the cache with what a record lists and it lacks, of the modules that are imported already.

    Args:
        path: the record's file.
        report: hears of progress, several times a second.
        cancelled: set by another thread, ends this within a moment.

    Returns:
        What went wrong, in a few words; empty where nothing did. What is still missing then is compiled when
        it is called.
    """
    try:
        record = Record.read(path.read_text(encoding="utf-8"))
        numbers = missing_signatures(record)
        if cache.FOLDER is None or not numbers:
            return ""
        work = Compilation(path, record, numbers, worker_count(len(numbers)))
    except OSError as error:
        return f"cannot compile with several processes: {error}"
    try:
        work.run(report, cancelled or threading.Event())
    except Stopped as error:
        return str(error)
    finally:
        work.stop()
    return ""


def load_recorded(path: Path, report: Report, cancelled: threading.Event) -> None:
    """Load what a record lists of the modules that are imported already, and Python calls.

    Args:
        path: the record's file.
        report: hears of progress, for each kernel.
        cancelled: set by another thread, ends this within a moment.
    """
    record = Record.read(path.read_text(encoding="utf-8"))
    called = [one for one in record.signatures if one.is_called_by_python and one.module in sys.modules]
    for number, signature in enumerate(called):
        if cancelled.is_set():
            return
        report(number / len(called), signature.module)
        compile_signature(record, signature)
