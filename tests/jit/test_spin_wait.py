"""A bell tells of calls and answers, and nobody watches it for ever."""

import os
import threading
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.jit import kernel
from arena.jit.spin_wait import RESULTS, WORK, add_one, create_counters, wait_for_result, wait_for_work
from arena.workers import WorkerPool

MANY = 10**9
"""Looks that take longer than anybody would wait for a test."""


@kernel
def add_many(counters_inout: NDArray[np.int64], times: int) -> None:
    """Add 1 that often."""
    for _ in range(times):
        add_one(counters_inout, RESULTS)


def test_who_watches_gives_up() -> None:
    counters = create_counters()
    assert wait_for_work(counters, 0, 1000, 5) == 0
    wait_for_result(counters, 1, 1000)
    assert counters[RESULTS] == 1


def test_a_call_and_an_answer_end_the_watch() -> None:
    counters = create_counters()
    seen: list[int] = []

    def worker() -> None:
        seen.append(int(wait_for_work(counters, 3, MANY, 5)))

    counters[WORK] = 3
    thread = threading.Thread(target=worker)
    thread.start()
    wait_for_result(counters, 0, MANY)  # the worker answers before it watches
    counters[WORK] += 2
    thread.join()
    assert seen == [5]


def test_no_answer_is_lost_between_threads() -> None:
    counters = create_counters()
    add_many(counters, 1)
    threads = [threading.Thread(target=partial(add_many, counters, 200_000)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counters[RESULTS] == 600_001


def test_plain_python_does_the_same() -> None:
    """Call the plain functions, which run under NUMBA_DISABLE_JIT=1."""
    counters = create_counters()
    counters[WORK] = 2
    assert wait_for_work.py_func(counters, 1, 10, 2) == 2
    assert wait_for_work.py_func(counters, 2, 10, 2) == 2
    wait_for_result.py_func(counters, 1, 10)
    assert counters[RESULTS] == 2


@pytest.mark.parametrize("workers", [2, (os.cpu_count() or 1) + 1])
def test_threads_that_must_share_a_core_do_not_watch(workers: int) -> None:
    pool = WorkerPool(workers)
    pool.run([lambda: None] * 4)
    pool.close()
    watched = bool(pool._counters[RESULTS])  # pyright: ignore[reportPrivateUsage]
    assert not watched or workers <= (os.cpu_count() or 1)
