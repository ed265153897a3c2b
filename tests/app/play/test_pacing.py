"""The share of ticks and frames, on a clock that only moves when something is said to take time."""

import pytest

from arena.app.play.clock import TickClock
from arena.app.play.pacing import FRAME_SECONDS, SLICE_SECONDS, Pacer
from arena.tuning import DT


class Machine:
    """A window's loop on a machine where a tick and a frame take a fixed time."""

    def __init__(self, tick_s: float, frame_s: float) -> None:
        self.now = 0.0
        self.tick_s, self.frame_s = tick_s, frame_s
        self.clock, self.pacer = TickClock(), Pacer(lambda: self.now)
        self.ticks = 0
        self.frames: list[float] = []

    def run(self, seconds: float) -> None:
        """Let the loop turn for `seconds` of its time."""
        while self.now < seconds:
            self.pacer.begin_slice()
            self.clock.advance(self.now)
            while self.clock.due:
                self.clock.take()
                self.now += self.tick_s
                self.ticks += 1
                if self.pacer.slice_over:
                    break
            if self.pacer.wants_frame(self.clock.due > 0):
                self.pacer.begin_frame()
                self.frames.append(self.now)
                self.now += self.frame_s
                self.pacer.end_frame()
            self.now += 1e-4

    @property
    def speed(self) -> float:
        """Simulated time over real time."""
        return self.ticks * DT / self.now

    @property
    def longest_gap(self) -> float:
        """Between the beginnings of two frames [s]."""
        return max(b - a for a, b in zip(self.frames, self.frames[1:], strict=False))


def test_a_fast_machine_draws_after_every_tick_at_least() -> None:
    machine = Machine(0.0003, 0.005)
    machine.run(10.0)
    assert machine.speed == pytest.approx(1.0, abs=0.01)
    assert machine.longest_gap < DT


@pytest.mark.parametrize("frame_ms", [30, 100, 140])
def test_slow_frames_cost_no_simulated_time(frame_ms: int) -> None:
    machine = Machine(0.005, frame_ms / 1000.0)
    machine.run(20.0)
    assert machine.speed > 0.97
    assert len(machine.frames) / machine.now >= 4.0


def test_without_time_for_both_it_is_the_speed_that_falls_not_the_four_frames() -> None:
    machine = Machine(0.020, 0.020)
    machine.run(20.0)
    assert len(machine.frames) / machine.now >= 4.0
    assert machine.longest_gap <= FRAME_SECONDS + SLICE_SECONDS + machine.tick_s
    assert 0.70 < machine.speed < 0.83
    assert machine.clock.speed == pytest.approx(machine.speed, abs=0.06)


def test_one_tick_longer_than_a_slice_still_gets_its_turn() -> None:
    machine = Machine(0.2, 0.02)
    machine.run(20.0)
    assert machine.ticks > 80 and len(machine.frames) > 40


def test_frames_too_slow_for_four_a_second_leave_half_of_the_time_to_ticks() -> None:
    machine = Machine(0.010, 0.5)
    machine.run(30.0)
    assert machine.ticks * machine.tick_s / machine.now > 0.3
    assert len(machine.frames) > 25
