"""The tick clock under steady, slow, suspended and broken time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.app.play.clock import DEBT_TICKS, GAP_SECONDS, TickClock
from arena.tuning import DT


@pytest.fixture
def clock() -> TickClock:
    """A clock that was asked at 0 for the first time."""
    clock = TickClock()
    clock.advance(0.0)
    return clock


def run_due(clock: TickClock, now: float, most: int = 10**6) -> int:
    """Let time pass until `now` and take what is due, at most `most`; return how many ticks that were."""
    clock.advance(now)
    count = min(clock.due, most)
    for _ in range(count):
        clock.take()
    return count


@pytest.mark.parametrize("rate", [5, 30, 48, 60, 75, 144, 240])
@pytest.mark.parametrize("speed", [0.125, 1.0, 16.0])
def test_a_steady_second_gives_sixty_ticks_at_any_frame_rate(rate: int, speed: float) -> None:
    """And so many times as many in a quick replay, or in slow motion."""
    clock = TickClock()
    clock.rate = speed
    ticks = sum(run_due(clock, 10.0 + frame / rate) for frame in range(rate * 10 + 1))
    assert abs(ticks - 600 * speed) <= 1
    assert clock.speed == pytest.approx(1.0)


def test_the_first_frame_owes_nothing_and_what_is_not_run_stays_due(clock: TickClock) -> None:
    assert run_due(TickClock(), 123_456.0) == 0
    assert run_due(clock, DT * 1.25) == 1
    assert clock.alpha == pytest.approx(0.25), "the share of the tick in progress"
    assert run_due(clock, DT * 6.5, most=2) == 2
    assert clock.due == 3 and clock.alpha == 1.0
    assert run_due(clock, DT * 7.5) == 4


def test_slow_frames_cap_the_debt_and_show_it_until_they_are_fast_again(clock: TickClock) -> None:
    assert {run_due(clock, frame * 0.4) for frame in range(1, 100)} == {DEBT_TICKS}
    assert clock.overloaded
    assert clock.speed == pytest.approx(DEBT_TICKS / 24, abs=0.01)
    for frame in range(1, 300):
        run_due(clock, 99 * 0.4 + frame * DT)
    assert not clock.overloaded


def test_a_machine_that_runs_half_of_what_is_due_shows_half_the_speed(clock: TickClock) -> None:
    for frame in range(1, 200):
        run_due(clock, frame * 0.1, most=3)
    assert clock.speed == pytest.approx(0.5, abs=0.03)
    assert clock.due <= DEBT_TICKS


def test_suspends_cost_a_tick_each_and_are_no_overload(clock: TickClock) -> None:
    run_due(clock, DT)
    assert run_due(clock, 3600.0) == 1
    for frame in range(300):
        assert run_due(clock, 3600.0 + frame * DT) <= 2
    assert run_due(clock, 7200.0) == 1
    assert run_due(clock, 7200.0 + DT * 1.01) == 1
    assert not clock.overloaded and clock.speed > 0.97


@pytest.mark.parametrize(("seconds", "due"), [(0.5, DEBT_TICKS), (0.5 + 2**-20, 1)])
def test_a_frame_of_half_a_second_is_long_and_a_longer_one_a_suspend(
    clock: TickClock, seconds: float, due: int
) -> None:
    clock.advance(seconds)
    assert clock.due == due


def test_frames_that_always_take_too_long_still_tick_and_are_an_overload() -> None:
    clock = TickClock()
    assert [run_due(clock, frame * 0.8) for frame in range(60)] == [0, 1] + [DEBT_TICKS] * 58
    assert clock.speed == pytest.approx(DEBT_TICKS * DT / 0.8, abs=0.01)


def test_long_frames_with_short_slices_between_them_are_a_slow_machine_too(clock: TickClock) -> None:
    now, counts = 0.0, list[int]()
    for _ in range(20):
        now += 0.7
        counts.append(run_due(clock, now))
        for _ in range(5):
            now += 0.02
            run_due(clock, now)
    assert counts == [1] + [DEBT_TICKS] * 19 and clock.overloaded


def test_rest_forgets_what_is_due_and_a_clock_that_runs_back_owes_nothing(clock: TickClock) -> None:
    clock.advance(DT * 3)
    clock.rest()
    assert clock.due == 0
    assert run_due(clock, GAP_SECONDS / 2) == 0, "a pause shorter than a gap"
    clock.advance(100.0)
    run_due(clock, 100.0)
    assert run_due(clock, 50.0) == 0
    assert run_due(clock, 50.0 + DT * 1.01) == 1


@given(st.lists(st.floats(0.0, 2.0), max_size=60))
def test_ticks_never_outrun_time(gaps: list[float]) -> None:
    clock = TickClock()
    now = 5.0
    clock.advance(now)
    ticks = 0
    for gap in gaps:
        now += gap
        count = run_due(clock, now)
        assert 0 <= count <= DEBT_TICKS
        assert 0.0 <= clock.alpha <= 1.0
        ticks += count
    assert ticks * DT <= now - 5.0 + DT
