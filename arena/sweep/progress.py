"""Progress of a sweep on stderr: a line when it begins and one when it ends; between them a bar, or lines."""

import sys
import time
from collections.abc import Sequence
from types import TracebackType

from tqdm import tqdm

from arena.sweep.tasks import SweepRow
from arena.toml_reader.problems import printable

SAID_EVERY = 30.0
"""Least time between two lines where stderr is no terminal [s]."""
LAYOUT = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} tasks [{elapsed}{postfix}]"


class Estimate:
    """Time that is left, by the rows that came after the first ones.

    A process that begins loads its kernels first, which would make all tasks look as slow. So time and rows
    count from the first rows on. There is no estimate until that time is as long as the longest task: before
    that not every process has answered.
    """

    def __init__(self, left: int) -> None:
        self._left = left
        self._since: float | None = None
        self._counted = 0  # rows after the first ones
        self._longest = 0.0  # [s]

    def add(self, seconds: Sequence[float], now: float) -> None:
        """Take note of the rows that come together at a time [s], by their seconds of work."""
        self._left -= len(seconds)
        self._longest = max(self._longest, *seconds)
        if self._since is None:
            self._since = now
        else:
            self._counted += len(seconds)

    def remaining(self, now: float) -> float | None:
        """Time until the last row [s], or None."""
        if self._since is None or not self._counted or now - self._since < self._longest:
            return None
        return self._left * (now - self._since) / self._counted


class SweepProgress:
    """Lines and bar of a sweep while it works, which is a block with it.

    Args:
        name: of the sweep.
        total: number of its tasks.
        left: number of those that have no row yet.
        place: what is told of processes and folder.
    """

    def __init__(self, name: str, total: int, left: int, place: str) -> None:
        self._name, self._total, self._left = name, total, left
        self._done, self._estimate = total - left, Estimate(left)
        self._began = self._told = time.monotonic()
        if left:
            self._say(f"{left:,} of {total:,} tasks to run {place}")

    def __enter__(self) -> None:
        """Show the bar, on a terminal."""
        self._bar = tqdm(
            total=self._total, initial=self._done, desc=self._name, leave=False, dynamic_ncols=True,
            disable=None, file=sys.stderr, bar_format=LAYOUT,
        )  # fmt: skip

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away; after the last row say so."""
        self._bar.close()
        if kind is None and self._left:
            took = tqdm.format_interval(time.monotonic() - self._began)
            self._say(f"{self._left:,} tasks done in {took}")

    def add(self, rows: Sequence[SweepRow]) -> None:
        """Take note of rows that came together."""
        now = time.monotonic()
        self._done += len(rows)
        self._estimate.add([row.seconds for row in rows], now)
        seconds = self._estimate.remaining(now)
        remaining = "" if seconds is None else f"{tqdm.format_interval(seconds)} left"
        self._bar.set_postfix_str(remaining, refresh=False)
        self._bar.update(len(rows))
        if self._bar.disable and now - self._told >= SAID_EVERY:
            self._told = now
            told = f"{self._done:,} of {self._total:,} tasks, {self._done / self._total:.0%}"
            self._say(f"{told}, {remaining}" if remaining else told)

    def _say(self, words: str) -> None:
        print(printable(f"{self._name}: {words}"), file=sys.stderr, flush=True)
