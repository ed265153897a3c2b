"""The thread pool: minds think on it, and the grid and other heavy halves of the tick split over it.

Kernels release the GIL, so threads use the cores. One `WorkerPool` serves one match: `start` and `finish` are
called once per tick, in turn, for work in the background, `run` in between for work that is waited for. Work
is split by the caller into tasks that do not depend on the number of workers, so that results do not either.
One calling thread at a time has the pool's threads. A second one does its tasks itself, in order.

An idle thread takes the next task, and so does the thread that waits: a thread that another program holds up
delays nothing but its own task. Waking a thread takes 20 to 80 us, so a thread that expects work or a result
within moments spins for a while first (see `arena.jit.spin_wait`). With more workers than cores no thread
spins, since it would keep another from working.
"""

import operator
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit.spin_wait import WORK, create_counters, wait_for_result, wait_for_work

WORKERS_MAX = 256
SPIN_LIMIT = 5000
"""Reads of a counter before going to sleep: 0.1 to 0.3 ms, as long as a processor pauses."""
BACKOFF = 150
"""Pauses by which a woken thread comes later: 4 us or so, in which the caller gets to its own task."""

WorkerTask = Callable[[], None]


class TaskBatch:
    """Tasks that threads take from the front until none are left.

    `failures` holds what went wrong, as (number of the task, exception), `invited` the number of invitations
    to threads, of which each is answered in `outbox`. An interrupt may strike the waiting thread between any
    two lines: since every batch has its own outbox, late answers to an abandoned one confuse no other.
    """

    def __init__(self, tasks: Sequence[WorkerTask]) -> None:
        self._left = deque(enumerate(tasks))
        self.failures: list[tuple[int, BaseException]] = []
        self.outbox: Outbox = SimpleQueue()
        self.invited = 0

    def work(self) -> None:
        """Do tasks until there are none, or one fails."""
        while True:
            try:
                number, task = self._left.popleft()
            except IndexError:
                return
            try:
                task()
            except BaseException as failure:
                self.failures.append((number, failure))
                return

    def abandon(self) -> None:
        """Begin no more tasks."""
        self._left.clear()


Inbox = SimpleQueue[TaskBatch | None]
Outbox = SimpleQueue[None]
IDLE = TaskBatch([])


class WorkerPool:
    """Runs a batch of tasks in the background and waits for all of them.

    Args:
        workers: threads, 1 to 256; None takes one per core.

    Raises:
        ValueError: for a count outside that range, or one that is not whole.
    """

    def __init__(self, workers: int | None = None) -> None:
        count = _whole(workers) if workers is not None else (os.cpu_count() or 1)
        if not 1 <= count <= WORKERS_MAX:
            raise ValueError(f"workers must be 1 to {WORKERS_MAX}, not {workers!r}")
        self.workers = count
        self._inbox: Inbox = SimpleQueue()
        self._counters = create_counters()
        self._results_seen = 0  # to all invitations, as far as they were received
        self._spin_limit = SPIN_LIMIT if count <= (os.cpu_count() or 1) else 0
        self._threads: list[threading.Thread] = []
        self._batch = IDLE
        self._lock = threading.Lock()
        self._caller = 0  # the calling thread that has the pool's threads, 0: none
        # A pool that nobody closed must not keep its threads.
        self._end = weakref.finalize(self, _dismiss, self._inbox, self._threads)

    def start(self, tasks: Sequence[WorkerTask]) -> None:
        """Begin the tasks in the background, on as many threads as there are workers.

        Where another thread's batch is in the pool they are done before this returns.
        """
        batch = self._batch = TaskBatch(tasks)
        if self._claim():
            self._invite(batch, min(self.workers, len(tasks)))
        else:
            batch.work()

    def finish(self) -> None:
        """Wait for everything that was started, lending a hand.

        Re-raises the exception of the first task that failed, after all have ended. After an interrupt no
        more tasks begin; only `close` waits for those that had begun.
        """
        batch, self._batch = self._batch, IDLE  # tasks hold arrays, which must not live on
        self._finish(batch)

    def _finish(self, batch: TaskBatch) -> None:
        try:
            self._wait(batch)
        except BaseException:
            batch.abandon()
            raise
        finally:
            self._release()
        if batch.failures:
            raise min(batch.failures, key=lambda numbered: numbered[0])[1]

    def run(self, tasks: Sequence[WorkerTask]) -> None:
        """Do all tasks and wait, on this thread and the pool's. Not between `start` and `finish`."""
        if self.workers == 1 or len(tasks) <= 1 or not self._claim():
            for task in tasks:
                task()
            return
        batch = TaskBatch(tasks)
        self._invite(batch, min(self.workers, len(tasks)) - 1)
        batch.work()
        self._finish(batch)

    def _claim(self) -> bool:
        """Take the pool's threads for the calling thread, unless another one has them.

        A claim that an interrupt left behind is the caller's still, and keeps nobody waiting.
        """
        caller = threading.get_ident()
        with self._lock:
            if self._caller not in (0, caller):
                return False
            self._caller = caller
        return True

    def _release(self) -> None:
        if self._caller == threading.get_ident():
            self._caller = 0

    def _invite(self, batch: TaskBatch, threads: int) -> None:
        while len(self._threads) < threads:
            name = f"arena-worker-{len(self._threads)}"
            thread = threading.Thread(
                target=_work,
                args=(self._inbox, self._counters, self._spin_limit),
                name=name,
                daemon=True,
            )
            self._threads.append(thread)
            thread.start()
        for _ in range(threads):
            self._inbox.put(batch)
        batch.invited = threads
        self._counters[WORK] += threads

    def _wait(self, batch: TaskBatch) -> None:
        answered = 0
        while answered < batch.invited:
            try:
                uncalled = self._inbox.get_nowait()  # no thread has come for this one yet
            except Empty:
                if self._spin_limit:
                    wait_for_result(self._counters, self._results_seen, self._spin_limit)
                batch.outbox.get()
                self._results_seen += 1
                answered += 1
            else:
                answered += uncalled is batch
                if uncalled is not None:
                    uncalled.work()

    def close(self) -> None:
        """Finish what was begun and join the threads. Safe to call twice, and after an interrupt."""
        self._batch = IDLE
        _dismiss(self._inbox, self._threads)
        for thread in self._threads:
            if thread.is_alive():  # an interrupt may have kept it from being started
                thread.join()


def _whole(number: Any) -> int:
    """The number if it is whole, else 0, which no count of workers may be."""
    try:
        return 0 if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return 0


def _dismiss(inbox: Inbox, threads: list[threading.Thread]) -> None:
    for _ in threads:
        inbox.put(None)


def _work(inbox: Inbox, counters: NDArray[np.int64], spin_limit: int) -> None:
    """The loop of a thread. It holds no reference to the pool, which could otherwise never be collected."""
    while (batch := inbox.get()) is not None:
        batch.work()
        outbox = batch.outbox
        del batch  # its tasks hold arrays, which must not live until the next one
        outbox.put(None)
        if spin_limit:
            seen = int(counters[WORK])  # read before the inbox: a later invitation is noticed
            wait_for_work(counters, seen, spin_limit if inbox.empty() else 0, BACKOFF)
