"""Flashes are counted on series and pictures whose flashes are known; IRIS is asked where it is installed."""

import sys
from typing import Any

import numpy as np
import pytest

from tests.scripts.conftest import Refused

SIZE = 64, 36


def flashing(hertz: float, frames: int = 180) -> list[np.ndarray]:
    """Pictures that turn from black to white and back so often a second."""
    bright = [255 if int(frame * hertz / 30.0) % 2 else 0 for frame in range(frames)]
    return [np.full((SIZE[1], SIZE[0], 3), level, np.uint8) for level in bright]


def test_a_transition_is_a_turn_by_a_tenth(script: Any) -> None:
    assert script.find_transitions([0.0, 0.05, 0.09, 0.04, 0.0]) == []
    assert script.find_transitions([0.0, 0.06, 0.12, 0.2, 0.3]) == [2], "one rise is one transition"
    assert script.find_transitions([0.0, 0.3, 0.25, 0.3, 0.1, 0.3]) == [1, 4, 5]
    assert script.find_transitions([0.85, 1.0, 0.85, 1.0]) == [], "what stays bright does not flash"


def test_the_worst_field_in_the_worst_second_counts(script: Any) -> None:
    means = np.zeros((300, 12))
    means[150:210:10, 7] = 0.5
    means[::120, 3] = 0.5
    assert script.count_transitions(means) == 12


def test_fields_are_parts_of_the_picture(script: Any) -> None:
    picture = np.zeros((36, 64), np.float32)
    picture[:12, 48:] = 0.5
    assert script.field_means(picture).tolist() == [0.0, 0.0, 0.0, 0.5] + [0.0] * 8


@pytest.mark.parametrize(("hertz", "fails"), [(2.0, False), (8.0, True)])
def test_iris_tells_flashes_that_harm(script: Any, hertz: float, fails: bool) -> None:
    pytest.importorskip("iris_pse_detection", reason="the extra `flashes` is not installed")
    verdict = script.analyse("test", flashing(hertz), SIZE)
    assert verdict.failed == fails and verdict.frames == 180


def test_the_wildest_seconds_of_a_game_are_within_it(script: Any) -> None:
    setup = script.Setup("endless", 3, 1)
    assert 0 <= script.wildest_minute(setup, seconds=1, longest=4) <= 3 * 60


def test_what_it_cannot_do_is_told(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "brawl" in refused(["--fights", "brawl"])
    monkeypatch.setitem(sys.modules, "iris_pse_detection", None)
    assert "arena-shooter[flashes]" in refused(["--seconds", "1"])
