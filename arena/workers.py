"""The thread pool: minds think on it, and the grid and other heavy halves of the tick split over it.

Kernels release the GIL, so threads use the cores. One `WorkerPool` serves one match: `start` and `finish` are
called once per tick, in turn, for work in the background, `run` in between for work that is waited for. Work
is split by the caller into chunks that do not depend on the number of workers, so that results do not either.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

WORKERS_MAX = 256


class WorkerPool:
    """Runs a batch of tasks in the background and waits for all of them.

    Args:
        workers: threads, 1 to 256; None takes one per core.

    Raises:
        ValueError: for a count outside that range.
    """

    def __init__(self, workers: int | None = None) -> None:
        count = workers if workers is not None else (os.cpu_count() or 1)
        if not 1 <= count <= WORKERS_MAX:
            raise ValueError(f"workers must be 1 to {WORKERS_MAX}, not {count}")
        self.workers = count
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="arena-worker")
        self._pending: list[Future[None]] = []

    def start(self, tasks: Sequence[Callable[[], None]]) -> None:
        """Begin the tasks.

        Dealt out in as many hands as there are workers, so that each thread is woken once.
        """
        hands = min(self.workers, len(tasks))
        for hand in range(hands):
            self._pending.append(self._threads.submit(_run_all, tasks[hand::hands]))

    def finish(self) -> None:
        """Wait for everything that was started; re-raise the first exception after all have ended."""
        pending, self._pending = self._pending, []
        failures = [failure for task in pending if (failure := task.exception()) is not None]
        if failures:
            raise failures[0]

    def run(self, tasks: Sequence[Callable[[], None]]) -> None:
        """Do all tasks and wait: the first on the calling thread, the others on the pool's.

        Not between `start` and `finish`. A fork and join costs tens of microseconds.
        """
        if self.workers == 1:
            _run_all(tasks)
            return
        self.start(tasks[1:])
        try:
            tasks[0]()
        finally:
            self.finish()

    def close(self) -> None:
        """Wait for the threads to end. Safe to call twice."""
        self._threads.shutdown(wait=True)
        self._pending = []


def _run_all(tasks: Sequence[Callable[[], None]]) -> None:
    for task in tasks:
        task()
