"""Frames that are drawn: as many as are asked for on average, and few of what stands still."""

import numpy as np
import pytest

from arena.app.window.redraw import STILL_SECONDS, Redraw

POLLS = 144.0


@pytest.mark.parametrize(("cap", "frames"), [(30, 300), (60, 600), (120, 1200), (1000, 1440)])
def test_a_cap_is_met_on_average_though_it_divides_no_poll(cap: int, frames: int) -> None:
    redraw = Redraw()
    drawn = sum(redraw.is_due(now, 1.0 / cap) for now in np.arange(0.0, 10.0, 1.0 / POLLS))
    assert drawn == pytest.approx(frames, abs=2)


def test_a_late_frame_is_not_followed_by_many() -> None:
    redraw = Redraw()
    assert redraw.is_due(0.0, 0.1) and redraw.is_due(5.0, 0.1)
    assert sum(redraw.is_due(5.0 + 0.001 * k, 0.1) for k in range(1, 100)) == 1


def test_a_still_picture_is_drawn_a_few_times_a_second_and_at_once_when_it_changes() -> None:
    redraw = Redraw()
    times = np.arange(0.0, 10.0, 1.0 / POLLS)
    assert sum(redraw.wants(now, True, "pause") for now in times) == pytest.approx(
        10.0 / STILL_SECONDS, abs=2
    )
    assert redraw.wants(10.01, True, "another") and not redraw.wants(10.02, True, "another")
    assert all(redraw.wants(10.03 + 0.001 * k, False, "another") for k in range(5))
