"""The pool does every task once, on as many threads as it has, and tells of the first that failed."""

import gc
import re
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import FrameType
from typing import Any

import numpy as np
import pytest

import arena.workers
from arena.workers import WorkerPool

SOON = 10.0
"""Seconds after which a test that waits for a thread gives up."""


class Gate:
    """A task that begins and is then held up."""

    def __init__(self) -> None:
        self.begun, self.free = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        assert self.free.wait(SOON)


def do(pool: WorkerPool, tasks: Sequence[Callable[[], None]], background: bool) -> None:
    """Have tasks done, and wait for them."""
    if background:
        pool.start(tasks)
        pool.finish()
    else:
        pool.run(tasks)


@pytest.fixture(params=[1, 2, 5])
def pool(request: pytest.FixtureRequest) -> Iterator[WorkerPool]:
    """Pools of several sizes."""
    workers = WorkerPool(request.param)
    yield workers
    workers.close()


@pytest.mark.parametrize("background", [False, True])
def test_every_task_is_done_once(pool: WorkerPool, background: bool) -> None:
    for count in (0, 1, 2, 7, 40):
        done = np.zeros(count, np.int64)

        def add(k: int, done: np.ndarray = done) -> None:
            done[k] += 1

        do(pool, [partial(add, k) for k in range(count)], background)
        assert done.tolist() == [1] * count


def test_started_tasks_go_on_while_nobody_waits(pool: WorkerPool) -> None:
    begun = threading.Event()
    pool.start([begun.set])
    assert begun.wait(SOON)
    pool.finish()


def test_who_waits_lends_a_hand() -> None:
    """One worker is held up by its first task; the caller does all the others and then frees it."""
    with_caller, gate = WorkerPool(2), Gate()
    names: list[str] = []

    def note() -> None:
        names.append(threading.current_thread().name)
        if len(names) == 3:
            gate.free.set()

    with_caller.start([gate, note, note, note])
    assert gate.begun.wait(SOON)
    with_caller.finish()
    with_caller.close()
    assert len(names) == 3


def test_no_more_threads_work_than_there_are_workers() -> None:
    """The caller takes a worker's place instead of coming on top."""
    busy, most, lock = 0, 0, threading.Lock()

    def task() -> None:
        nonlocal busy, most
        with lock:
            busy += 1
            most = max(most, busy)
        time.sleep(0.0005)  # long enough for others to come
        with lock:
            busy -= 1

    for workers in (1, 2, 3):
        most, pool = 0, WorkerPool(workers)
        for _ in range(5):
            pool.run([task] * 8)
            pool.start([task] * 8)
            pool.finish()
        pool.close()
        assert most <= workers


def test_the_first_task_that_failed_is_told(pool: WorkerPool) -> None:
    def attempt(number: int) -> None:
        if number in (3, 6):
            raise ValueError(f"task {number}")

    tasks = [partial(attempt, number) for number in range(9)]
    for _ in range(20):
        with pytest.raises(ValueError, match="task 3"):
            pool.run(tasks)
        pool.start(tasks)
        with pytest.raises(ValueError, match="task 3"):
            pool.finish()
    pool.run([partial(attempt, 0)] * 3)  # the pool works on


def test_of_two_failures_the_first_tasks_is_told_whichever_came_first() -> None:
    pool, failed = WorkerPool(2), threading.Event()

    def late() -> None:
        assert failed.wait(SOON)
        time.sleep(0.01)  # until the other failure is noted
        raise ValueError("task 0")

    def early() -> None:
        failed.set()
        raise ValueError("task 1")

    for background in (False, True):
        failed.clear()
        with pytest.raises(ValueError, match="task 0"):
            do(pool, [late, early], background)
    assert closes(pool)


def test_tasks_are_forgotten_when_they_are_done(pool: WorkerPool) -> None:
    """A world that a task holds must not live until the next batch."""
    held = np.zeros(3)
    gone = weakref.ref(held)
    pool.run([partial(np.sum, held), partial(np.sum, held)])
    pool.start([partial(np.sum, held)])
    pool.finish()
    del held
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("workers", [0, -1, 257, 1.5, 2.0, np.float64(3), "2", True])
def test_absurd_counts_are_refused(workers: Any) -> None:
    with pytest.raises(ValueError, match=f"^workers must be 1 to 256, not {re.escape(repr(workers))}$"):
        WorkerPool(workers)
    assert WorkerPool(np.int64(2)).workers == 2  # type: ignore[arg-type]


def test_threads_that_call_one_pool_at_a_time_get_all_of_their_tasks_done() -> None:
    """Each caller's batches are done when it goes on, whoever has the pool's threads."""
    pool = WorkerPool(3)
    callers, rounds = 6, 200
    done = np.zeros((callers, rounds, 5), np.int64)
    together = threading.Barrier(callers)
    missing: list[tuple[int, int]] = []

    def call(caller: int) -> None:
        together.wait(SOON)
        for turn in range(rounds):

            def add(k: int, row: np.ndarray = done[caller, turn]) -> None:
                row[k] += 1

            pool.run([partial(add, k) for k in range(5)])
            if (done[caller, turn] != 1).any():
                missing.append((caller, turn))

    threads = [threading.Thread(target=call, args=(caller,), daemon=True) for caller in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert not any(thread.is_alive() for thread in threads), "a caller waits for ever"
    assert not missing
    assert closes(pool)


def test_a_batch_in_the_background_is_not_in_another_callers_way() -> None:
    pool, gate, done = WorkerPool(2), Gate(), list[int]()
    pool.start([gate, gate])
    assert gate.begun.wait(SOON)
    other = threading.Thread(target=pool.run, args=([partial(done.append, k) for k in range(4)],))
    other.start()
    other.join(SOON)
    assert done == [0, 1, 2, 3]
    gate.free.set()
    pool.finish()
    pool.run([partial(done.append, 4)] * 2)
    assert done[4:] == [4, 4]
    assert closes(pool)


def test_a_caller_that_finishes_leaves_another_ones_threads_alone() -> None:
    """Both would wait for ever if each took the invitations of the other."""
    pool, mine, others = WorkerPool(2), Gate(), Gate()
    pool.start([mine, mine])
    assert mine.begun.wait(SOON)
    other = threading.Thread(target=pool.run, args=([others, others],), daemon=True)
    other.start()
    assert others.begun.wait(SOON)
    threading.Timer(0.05, lambda: (mine.free.set(), others.free.set())).start()
    pool.finish()
    other.join(SOON)
    assert not other.is_alive()
    assert closes(pool)


def test_the_next_caller_has_the_threads_of_one_that_is_done() -> None:
    pool, done = WorkerPool(2), list[int]()
    pool.run([partial(done.append, 0)] * 2)
    met = threading.Barrier(2)

    def meet() -> None:
        met.wait(SOON)  # nobody alone gets past it
        done.append(1)

    other = threading.Thread(target=pool.run, args=([meet, meet],), daemon=True)
    other.start()
    other.join(2.0 * SOON)
    assert done == [0, 0, 1, 1]
    assert closes(pool)


class Interrupt(BaseException):
    """Exception like the one that Ctrl-C raises in somebody else's program, at any moment."""


def interrupt_at(line: int, work: Callable[[], None]) -> bool:
    """Raise at a line of `arena.workers`, counted as the main thread reaches them; False: there are fewer."""
    reached = 0

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        nonlocal reached
        if frame.f_code.co_filename != arena.workers.__file__:
            return None
        if event == "line":
            reached += 1
            if reached == line:
                raise Interrupt
        return trace

    sys.settrace(trace)
    try:
        work()
    except Interrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def closes(pool: WorkerPool) -> bool:
    closing = threading.Thread(target=pool.close, daemon=True)
    closing.start()
    closing.join(SOON)
    return not closing.is_alive()


@pytest.mark.parametrize("background", [False, True])
def test_a_pool_closes_wherever_an_interrupt_struck(background: bool) -> None:
    line, interrupted = 0, True
    while interrupted:
        line += 1
        pool = WorkerPool(3)
        done: list[int] = []

        def work(pool: WorkerPool = pool, done: list[int] = done) -> None:
            for _ in range(2):
                do(pool, [partial(done.append, 1)] * 7, background)

        interrupted = interrupt_at(line, work)
        assert closes(pool), f"interrupted at line {line}"
        assert len(done) <= 14 and (interrupted or len(done) == 14)
    assert line > 30


def test_an_interrupt_while_it_waits_begins_no_more_tasks() -> None:
    pool, gate, done = WorkerPool(1), Gate(), list[int]()
    pool.start([gate, *[partial(done.append, 1)] * 5])
    assert gate.begun.wait(SOON)
    assert interrupt_at(7, pool.finish)  # in the loop of the wait
    gate.free.set()
    assert closes(pool)
    assert not done


def test_a_pool_works_on_after_an_interrupt() -> None:
    """Threads that are late with a batch that was given up answer nobody's question."""
    pool, gate, done = WorkerPool(2), Gate(), list[int]()
    pool.run([threading.Event().set] * 4)  # its threads exist
    pool.start([gate, gate])
    assert gate.begun.wait(SOON)
    assert interrupt_at(2, pool.finish)
    threading.Timer(0.05, gate.free.set).start()
    for _ in range(50):
        pool.start([partial(done.append, 1)] * 5)
        pool.finish()
        assert len(done) % 5 == 0
    assert len(done) == 250
    assert closes(pool)
