"""Lightning strikes seldom, in sight, and not in the fight."""

import math

import numpy as np

from arena.view.weather import FARTHEST, NEAREST, PERIOD, RISE, lightning

FOCUS = np.array([0.6, 0.0, 0.8], np.float32)


def test_it_flashes_less_than_once_a_second_and_goes_dark_between() -> None:
    times = np.arange(0.0, 60.0, 1 / 60)
    bright = np.array([lightning(float(time), FOCUS)[3] for time in times])
    rises = np.flatnonzero((bright[1:] >= 0.5) & (bright[:-1] < 0.5))
    assert 30 < len(rises) <= 60 / PERIOD + 1
    assert (np.diff(times[rises]) > 1.0).all()
    assert bright.max() > 0.8 and bright.min() < 0.02


def test_each_strikes_one_place_in_sight_but_off_the_focus() -> None:
    places = np.array([lightning(number * PERIOD + RISE, FOCUS) for number in range(40)])
    away = np.arccos(places[:, :3] @ FOCUS)
    assert (away > NEAREST - 1e-6).all() and (away < FARTHEST + 1e-6).all()
    assert len(np.unique(places[:, 0])) == 40
    later = lightning(RISE + 0.3, FOCUS)
    assert later[:3] == lightning(RISE, FOCUS)[:3] and 0.0 < later[3] < 1.0
    assert math.isclose(lightning(RISE, FOCUS)[3], 1.0)


def test_one_that_finds_no_place_is_dark() -> None:
    """Of a few thousand: none of its places is in sight and off the focus."""
    assert lightning(4114 * PERIOD + RISE, FOCUS)[3] == 0.0
    assert lightning(4115 * PERIOD + RISE, FOCUS)[3] > 0.9
