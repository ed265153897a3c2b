"""Laps add up to the tick, a new tick forgets the last one's, and percentiles of durations are right."""

import numpy as np
import pytest

from arena.game import stopwatch
from arena.game.stopwatch import Durations, Stopwatch


def test_laps_are_the_times_between_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([10.0, 10.001, 10.004, 20.0, 20.002])
    monkeypatch.setattr(stopwatch, "perf_counter", lambda: next(times))
    watch = Stopwatch()
    watch.start()
    watch.lap("ai")
    watch.lap("move_bodies")
    assert watch.laps_ms == pytest.approx({"ai": 1.0, "move_bodies": 3.0})
    assert list(watch.laps_ms) == ["ai", "move_bodies"]
    watch.start()
    watch.lap("move_bodies")
    assert watch.laps_ms == pytest.approx({"move_bodies": 2.0})


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1_001, 50_000])
def test_percentiles_are_those_of_all_durations(count: int) -> None:
    times = np.random.default_rng(count).lognormal(1.0, 0.6, count)
    times[0], times[-1] = 0.0, 300.0
    durations = Durations()
    for duration in times.tolist():
        durations.add(duration)
    assert len(durations) == count
    for share in (50, 95, 99):
        assert durations.percentile(share) == pytest.approx(np.percentile(times, share), rel=0.004)
    assert durations.percentile(100) == 300.0


def test_equal_and_absent_durations() -> None:
    durations = Durations()
    assert (len(durations), durations.percentile(50), durations.percentile(100)) == (0, 0.0, 0.0)
    for _ in range(30):
        durations.add(7.0)
    assert [durations.percentile(share) for share in (0, 50, 99, 100)] == [7.0] * 4
