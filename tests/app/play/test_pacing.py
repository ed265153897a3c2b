"""The share of ticks and frames, on a clock that only moves when something is said to take time."""

from itertools import pairwise

import pytest

from arena.app.play.clock import TickClock
from arena.app.play.pacing import FRAME_SECONDS, SLICE_SECONDS, Pacer
from arena.tuning import DT


class Machine:
    """A window's loop on a machine where a tick and a frame take a fixed time."""

    def __init__(self, tick_s: float, frame_s: float, seconds: float) -> None:
        """Let the loop turn for `seconds` of its time."""
        self.now = 0.0
        self.tick_s = tick_s
        self.clock, pacer = TickClock(), Pacer(lambda: self.now)
        self.ticks = 0
        self.frames: list[float] = []
        while self.now < seconds:
            pacer.begin_slice()
            self.clock.advance(self.now)
            while self.clock.due:
                self.clock.take()
                self.now += tick_s
                self.ticks += 1
                if pacer.slice_over:
                    break
            if pacer.wants_frame(self.clock.due > 0):
                pacer.begin_frame()
                self.frames.append(self.now)
                self.now += frame_s
                pacer.end_frame()
            self.now += 1e-4
        self.speed = self.ticks * DT / self.now  # simulated time over real time
        self.longest_gap = max(b - a for a, b in pairwise(self.frames))  # between beginnings of frames [s]


def test_a_fast_machine_draws_after_every_tick_at_least() -> None:
    machine = Machine(0.0003, 0.005, 10.0)
    assert machine.speed == pytest.approx(1.0, abs=0.01)
    assert machine.longest_gap < DT


@pytest.mark.parametrize("frame_ms", [30, 100, 140])
def test_slow_frames_cost_no_simulated_time(frame_ms: int) -> None:
    machine = Machine(0.005, frame_ms / 1000.0, 20.0)
    assert machine.speed > 0.97
    assert len(machine.frames) / machine.now >= 4.0


def test_without_time_for_both_it_is_the_speed_that_falls_not_the_four_frames() -> None:
    machine = Machine(0.020, 0.020, 20.0)
    assert len(machine.frames) / machine.now >= 4.0
    assert machine.longest_gap <= FRAME_SECONDS + SLICE_SECONDS + machine.tick_s
    assert 0.70 < machine.speed < 0.83
    assert machine.clock.speed == pytest.approx(machine.speed, abs=0.06)


def test_neither_a_long_tick_nor_a_long_frame_takes_all_of_the_time() -> None:
    long_tick = Machine(0.2, 0.02, 20.0)
    assert long_tick.ticks > 80 and len(long_tick.frames) > 40
    long_frame = Machine(0.010, 0.5, 30.0)
    assert long_frame.ticks * 0.010 / long_frame.now > 0.3 and len(long_frame.frames) > 25
