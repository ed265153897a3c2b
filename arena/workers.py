"""The thread pool: minds think on it, and the grid and other heavy halves of the tick split over it.

Kernels release the GIL, so threads use the cores. One `WorkerPool` serves one match: `start` and `finish` are
called once per tick, in turn, for work in the background, `run` in between for work that is waited for. Work
is split by the caller into chunks that do not depend on the number of workers, so that results do not either.

Two queues and plain threads: a fork and join takes 16 us, with an executor's futures it took 43.
"""

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue

WORKERS_MAX = 256

Task = Callable[[], None]
Hand = tuple[int, Sequence[Task]]
Inbox = SimpleQueue[Hand | None]
Outbox = SimpleQueue[tuple[int, BaseException | None]]


def shares(count: int, least: int, workers: int) -> list[int]:
    """Bounds of equal shares of `count` rows: one for each worker, but none of fewer than `least` rows.

    For work whose result does not depend on where it is cut. Bounds are multiples of 16, so that threads do
    not write to the same cache line.
    """
    parts = max(1, min(workers, count // least))
    return [count * part // parts // 16 * 16 for part in range(parts)] + [count]


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
        self._inbox: Inbox = SimpleQueue()
        self._outbox: Outbox = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._pending = 0
        # A pool that nobody closed must not keep its threads.
        self._end = weakref.finalize(self, _dismiss, self._inbox, self._threads)

    def start(self, tasks: Sequence[Task]) -> None:
        """Begin the tasks.

        Dealt out in as many hands as there are workers, so that each thread is woken once.
        """
        hands = min(self.workers, len(tasks))
        while len(self._threads) < hands:
            name = f"arena-worker-{len(self._threads)}"
            thread = threading.Thread(target=_work, args=(self._inbox, self._outbox), name=name, daemon=True)
            thread.start()
            self._threads.append(thread)
        for hand in range(hands):
            self._inbox.put((self._pending, tasks[hand::hands]))
            self._pending += 1

    def finish(self) -> None:
        """Wait for everything that was started; re-raise the first exception after all have ended."""
        failures = self._wait()
        if failures:
            raise min(failures, key=lambda numbered: numbered[0])[1]

    def _wait(self) -> list[tuple[int, BaseException]]:
        failures: list[tuple[int, BaseException]] = []
        while self._pending:
            number, failure = self._outbox.get()
            self._pending -= 1
            if failure is not None:
                failures.append((number, failure))
        return failures

    def run(self, tasks: Sequence[Task]) -> None:
        """Do all tasks and wait: the first on the calling thread, the others on the pool's.

        Not between `start` and `finish`.
        """
        if self.workers == 1 or len(tasks) == 1:
            for task in tasks:
                task()
            return
        self.start(tasks[1:])
        try:
            tasks[0]()
        finally:
            self.finish()

    def close(self) -> None:
        """Wait for the threads to end. Safe to call twice."""
        self._wait()
        self._end()
        for thread in self._threads:
            thread.join()


def _dismiss(inbox: Inbox, threads: list[threading.Thread]) -> None:
    for _ in threads:
        inbox.put(None)


def _work(inbox: Inbox, outbox: Outbox) -> None:
    """A thread's life. It holds no reference to the pool, which could otherwise never be forgotten."""
    while (hand := inbox.get()) is not None:
        number, tasks = hand
        outbox.put((number, _run_all(tasks)))
        # The arrays that tasks hold must not live until the next batch.
        del hand, tasks


def _run_all(tasks: Sequence[Task]) -> BaseException | None:
    """What went wrong, to be raised where the batch is waited for."""
    try:
        for task in tasks:
            task()
    except BaseException as error:
        return error
    return None
