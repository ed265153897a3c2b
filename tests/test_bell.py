"""A bell tells of calls and answers, and nobody watches it for ever."""

import os
import threading
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.bell import ANSWERS, CALLS, add_one, await_answer, await_call, create_bell
from arena.jit import kernel
from arena.workers import WorkerPool

MANY = 10**9
"""Looks that take longer than anybody would wait for a test."""


@kernel
def add_many(bell_inout: NDArray[np.int64], times: int) -> None:
    """Add 1 that often."""
    for _ in range(times):
        add_one(bell_inout, ANSWERS)


def test_who_watches_gives_up() -> None:
    bell = create_bell()
    assert await_call(bell, 0, 1000, 5) == 0
    await_answer(bell, 1, 1000)
    assert bell[ANSWERS] == 1


def test_a_call_and_an_answer_end_the_watch() -> None:
    bell = create_bell()
    heard: list[int] = []

    def worker() -> None:
        heard.append(int(await_call(bell, 3, MANY, 5)))

    bell[CALLS] = 3
    thread = threading.Thread(target=worker)
    thread.start()
    await_answer(bell, 0, MANY)  # the worker answers before it watches
    bell[CALLS] += 2
    thread.join()
    assert heard == [5]


def test_no_answer_is_lost_between_threads() -> None:
    bell = create_bell()
    add_many(bell, 1)
    threads = [threading.Thread(target=partial(add_many, bell, 200_000)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bell[ANSWERS] == 600_001


def test_plain_python_does_the_same() -> None:
    """What runs under NUMBA_DISABLE_JIT=1."""
    bell = create_bell()
    bell[CALLS] = 2
    assert await_call.py_func(bell, 1, 10, 2) == 2
    assert await_call.py_func(bell, 2, 10, 2) == 2
    await_answer.py_func(bell, 1, 10)
    assert bell[ANSWERS] == 2


@pytest.mark.parametrize("workers", [2, (os.cpu_count() or 1) + 1])
def test_threads_that_must_share_a_core_do_not_watch(workers: int) -> None:
    pool = WorkerPool(workers)
    pool.run([lambda: None] * 4)
    pool.close()
    watched = bool(pool._bell[ANSWERS])  # pyright: ignore[reportPrivateUsage]
    assert not watched or workers <= (os.cpu_count() or 1)
