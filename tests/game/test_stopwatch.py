"""Laps add up to the tick, and a new tick forgets the last one's."""

import pytest

from arena.game import stopwatch
from arena.game.stopwatch import Stopwatch


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
