"""Stopwatch of a tick's systems. It is only shown: measured time never changes the simulation."""

import math
from collections.abc import Callable
from time import perf_counter

TimeSource = Callable[[], float]


class Stopwatch:
    """End times of the systems of a tick.

    It always runs, so a lap only notes the time (fifteen of them cost 1.3 us a tick, most of it the clock);
    durations are worked out when they are asked for.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._ended: dict[str, float] = {}

        # A closure with its needs as defaults: a fifth sooner than a method.
        def lap(name: str, ended: dict[str, float] = self._ended, clock: TimeSource = perf_counter) -> None:
            ended[name] = clock()

        self.lap: Callable[[str], None] = lap
        """The system of that name has just run."""

    def start(self) -> None:
        """A tick begins."""
        self._ended.clear()
        self._began = perf_counter()

    @property
    def laps_ms(self) -> dict[str, float]:
        """Milliseconds of each system of the last tick, in order."""
        laps, last = dict[str, float](), self._began
        for name, ended in self._ended.items():
            laps[name] = (ended - last) * 1e3
            last = ended
        return laps


BINS_PER_OCTAVE = 256
"""Of durations that differ by a factor of two; a bin is 0.2 to 0.4% wide."""
SHORTEST_MS = 1e-6
"""All that is shorter counts as this long."""


class Durations:
    """A histogram of durations [ms] in memory that does not grow with their number.

    Bins are spaced evenly within each octave, as in HdrHistogram, and know the mean of what they hold:
    percentiles are within 0.4%, most of them far closer. The longest duration and the number are exact.
    """

    def __init__(self) -> None:
        self._count, self._longest = 0, 0.0
        self._bins: dict[int, tuple[int, float]] = {}  # number and sum of the durations in each

    def __len__(self) -> int:
        return self._count

    def add(self, duration: float) -> None:
        """Count a duration."""
        mantissa, octave = math.frexp(max(duration, SHORTEST_MS))  # 0.5 <= mantissa < 1
        place = octave * BINS_PER_OCTAVE + int((2.0 * mantissa - 1.0) * BINS_PER_OCTAVE)
        count, total = self._bins.get(place, (0, 0.0))
        self._bins[place] = count + 1, total + duration
        self._count += 1
        self._longest = max(self._longest, duration)

    def percentile(self, share: float) -> float:
        """The duration that `share` percent do not exceed, interpolated as numpy does; 0 without any."""
        rank = max(0, self._count - 1) * share / 100
        below = math.floor(rank)
        low, high = self._ranked(below), self._ranked(below + 1)
        return low + (high - low) * (rank - below)

    def _ranked(self, rank: int) -> float:
        """The duration of a rank, which begin at 0; the longest is of the last one and all beyond."""
        if rank < self._count - 1:
            for _, (count, total) in sorted(self._bins.items()):
                rank -= count
                if rank < 0:
                    return total / count
        return self._longest
