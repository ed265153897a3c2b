"""Headroom: the share of full scale that playing voices take, now and until they end.

`arena.app.sound.mix` has one `Headroom` for warnings and one for everything else. The sum of the voices'
peaks is kept up to date incrementally: adding up 64 envelopes for every cue took 5 % of a core.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.clips import SPAN

F64 = NDArray[np.float64]
LENGTH = 2048
"""Number of spans kept: 20 s; the longest clip takes 3 s."""
MOVE = 1024
"""Number of past spans after which they are dropped."""
SILENT = 1e-4
"""Peak below which a sample needs no headroom."""


class ClipLoad(NamedTuple):
    """Load of a voice: its possible peaks over time."""

    start: float  # [s]
    peaks: F64  # loudest sample of each span at a gain of 1, left and right, shape (2, spans)


class Headroom:
    """Share of full scale per ear and span of time. The caller passes the time, which never goes back."""

    def __init__(self, share: float) -> None:
        self.share = share
        self._taken = np.zeros((2, LENGTH))
        self._origin = 0  # span of the first column

    def add(self, load: ClipLoad, gain: float, now: float) -> None:
        """Add a voice's peaks from `now` [s] on; a negative gain removes them."""
        column, passed = self._columns(load, now)
        to_come = load.peaks[:, passed:]
        self._taken[:, column : column + to_come.shape[1]] += gain * to_come

    def fitting_gain(self, load: ClipLoad, now: float) -> float:
        """Return the largest gain up to 1 that keeps a voice within the share."""
        column, passed = self._columns(load, now)
        need = load.peaks[:, passed:]
        free = self.share - self._taken[:, column : column + need.shape[1]]
        least = np.min(free / np.maximum(need, SILENT), initial=1.0, where=need > SILENT)
        return max(0.0, float(least))

    def fitting_share(
        self, load: ClipLoad, gain: float, others: list[tuple[ClipLoad, float]], now: float
    ) -> float:
        """Return the factor, 0 to 1, for the gains of `others` that makes a voice fit with `gain`."""
        room, column = Headroom(self.share), self._columns(load, now)[0]
        room._origin = self._origin
        for other, taken in others:
            room.add(other, taken, now)
        length = load.peaks.shape[1]
        given = room._taken[:, column : column + length]
        kept = self._taken[:, column : column + length] - given
        free = self.share - gain * load.peaks - kept
        least = np.min(free / np.maximum(given, SILENT), initial=1.0, where=given > SILENT)
        return max(0.0, float(least))

    def taken(self, now: float) -> F64:
        """Sum of all voices' peaks from `now` on, shape (2, spans)."""
        self._move(now)
        return self._taken[:, math.floor(now / SPAN) - self._origin :]

    def _columns(self, load: ClipLoad, now: float) -> tuple[int, int]:
        """Return the column of `now`, and the number of a voice's spans that have passed.

        Spans have one origin: those of voices that began at odd times do not shift against each other.
        """
        self._move(now)
        span = math.floor(now / SPAN)
        return span - self._origin, max(0, span - math.floor(load.start / SPAN))

    def _move(self, now: float) -> None:
        """Drop past columns once there are many."""
        passed = math.floor(now / SPAN) - self._origin
        if passed < MOVE:
            return
        kept = np.zeros_like(self._taken)
        if passed < LENGTH:
            kept[:, : LENGTH - passed] = self._taken[:, passed:]
        self._taken, self._origin = kept, self._origin + passed
