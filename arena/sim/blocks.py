"""Blocks: how a system's work is cut up and shared among workers.

A cut depends on how much there is to do and never on who does it, so whatever a block writes down by its own
number comes out the same for any number of workers. Workers take blocks one by one until none are left; less
than `least` is done in one piece, on the thread that asks.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from arena.workers import WorkerPool

BLOCKS_MAX = 16
"""More blocks than this only cost calls."""

LINE = 16
"""Bounds are multiples of it, so that two threads do not write to one cache line of a column."""


def cut(count: int, least: int) -> list[int]:
    """Bounds of equal blocks of `count` rows, BLOCKS_MAX at most, none of them below `least` rows."""
    blocks = max(1, min(BLOCKS_MAX, count // least))
    return [count * block // blocks // LINE * LINE for block in range(blocks)] + [count]


def run_blocks(
    workers: WorkerPool, count: int, least: int, kernel: Callable[..., Any], *arguments: Any
) -> None:
    """Call kernel(begin, end, *arguments) for each block of a `cut`, and wait for all of them."""
    if count < 2 * least:
        kernel(0, count, *arguments)
        return
    blocks = pairwise(cut(count, least))
    workers.run([partial(kernel, begin, end, *arguments) for begin, end in blocks])
