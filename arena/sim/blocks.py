"""Blocks: ranges of rows that workers process in parallel.

The bounds depend on the number of rows only, so results indexed by block are the same for any number of
workers. Workers take blocks one by one until none are left. Fewer than `2 * least` rows run as one block on
the calling thread.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from arena.workers import WorkerPool

BLOCKS_MAX = 16
"""Largest number of blocks; more only add calls."""

LINE = 16
"""Bounds are multiples of this, so that no two threads write to one cache line of a column."""


def cut(count: int, least: int) -> list[int]:
    """Bounds of at most BLOCKS_MAX equal blocks of `count` rows, each of at least `least` rows."""
    blocks = max(1, min(BLOCKS_MAX, count // least))
    return [count * block // blocks // LINE * LINE for block in range(blocks)] + [count]


def run_blocks(
    workers: WorkerPool, count: int, least: int, kernel: Callable[..., Any], *arguments: Any
) -> None:
    """Call kernel(begin, end, *arguments) for each block of a `cut` and wait for all calls."""
    if count < 2 * least:
        kernel(0, count, *arguments)
        return
    blocks = pairwise(cut(count, least))
    workers.run([partial(kernel, begin, end, *arguments) for begin, end in blocks])
