"""The tick clock under steady, slow, suspended and broken time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.app.clock import CATCH_UP_TICKS, GAP_SECONDS, TickClock
from arena.tuning import DT


def test_a_steady_second_gives_sixty_ticks_at_any_frame_rate() -> None:
    for rate in (30, 48, 60, 75, 144, 240):
        clock = TickClock()
        ticks = sum(clock.advance(10.0 + frame / rate) for frame in range(rate * 10 + 1))
        assert abs(ticks - 600) <= 1, rate
        assert clock.speed == 1.0


def test_the_first_frame_owes_nothing() -> None:
    assert TickClock().advance(123_456.0) == 0


def test_alpha_is_the_share_of_the_tick_in_progress() -> None:
    clock = TickClock()
    clock.advance(0.0)
    clock.advance(DT * 1.25)
    assert clock.alpha == pytest.approx(0.25)


def test_slow_frames_cap_the_catch_up_and_show_it() -> None:
    clock = TickClock()
    clock.advance(0.0)
    counts = [clock.advance(frame * 0.2) for frame in range(1, 100)]
    assert set(counts) == {CATCH_UP_TICKS}
    assert clock.overloaded
    assert clock.speed == pytest.approx(CATCH_UP_TICKS / 12, abs=0.01)


def test_the_debt_of_slow_frames_is_dropped_not_paid_later() -> None:
    clock = TickClock()
    clock.advance(0.0)
    clock.advance(0.4)
    assert clock.advance(0.4 + DT * 1.5) <= 2


def test_overload_is_forgotten_when_frames_are_fast_again() -> None:
    clock = TickClock()
    clock.advance(0.0)
    for frame in range(1, 20):
        clock.advance(frame * 0.3)
    start = 19 * 0.3
    for frame in range(1, 120):
        clock.advance(start + frame * DT)
    assert not clock.overloaded


def test_a_suspend_costs_one_tick_and_is_no_overload() -> None:
    clock = TickClock()
    clock.advance(0.0)
    clock.advance(DT)
    assert clock.advance(3600.0) == 1
    assert clock.advance(3600.0 + DT * 1.01) == 1
    assert not clock.overloaded


def test_frames_that_always_take_too_long_still_tick_and_are_an_overload() -> None:
    clock = TickClock()
    assert [clock.advance(frame * 0.8) for frame in range(60)] == [0] + [1] * 59
    assert clock.speed == pytest.approx(DT / 0.8, abs=0.01)


def test_rest_forgets_a_pause_shorter_than_a_gap() -> None:
    clock = TickClock()
    clock.advance(0.0)
    clock.rest()
    assert clock.advance(GAP_SECONDS / 2) == 0


def test_a_clock_that_runs_back_owes_nothing() -> None:
    clock = TickClock()
    clock.advance(100.0)
    assert clock.advance(50.0) == 0
    assert clock.advance(50.0 + DT * 1.01) == 1


@given(st.lists(st.floats(0.0, 2.0), max_size=60))
def test_ticks_never_outrun_time(gaps: list[float]) -> None:
    clock = TickClock()
    now = 5.0
    clock.advance(now)
    ticks = 0
    for gap in gaps:
        now += gap
        count = clock.advance(now)
        assert 0 <= count <= CATCH_UP_TICKS
        assert 0.0 <= clock.alpha <= 1.0
        ticks += count
    assert ticks * DT <= now - 5.0 + DT
