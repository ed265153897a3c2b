"""Flashes are counted on series and pictures whose flashes are known; IRIS is asked where it is installed."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SIZE = 64, 36


@pytest.fixture(scope="module")
def measure() -> Iterator[Any]:
    """The script as a module."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("measure_flashes")
    sys.path[:] = path


def flashing(hertz: float, frames: int = 180) -> list[np.ndarray]:
    """Pictures that turn from black to white and back so often a second."""
    bright = [255 if int(frame * hertz / 30.0) % 2 else 0 for frame in range(frames)]
    return [np.full((SIZE[1], SIZE[0], 3), level, np.uint8) for level in bright]


def test_a_transition_is_a_turn_by_a_tenth(measure: Any) -> None:
    assert measure.find_transitions([0.0, 0.05, 0.09, 0.04, 0.0]) == []
    assert measure.find_transitions([0.0, 0.06, 0.12, 0.2, 0.3]) == [2], "one rise is one transition"
    assert measure.find_transitions([0.0, 0.3, 0.25, 0.3, 0.1, 0.3]) == [1, 4, 5]
    assert measure.find_transitions([0.85, 1.0, 0.85, 1.0]) == [], "what stays bright does not flash"


def test_the_worst_field_in_the_worst_second_counts(measure: Any) -> None:
    means = np.zeros((300, 12))
    means[150:210:10, 7] = 0.5
    means[::120, 3] = 0.5
    assert measure.count_transitions(means) == 12


def test_fields_are_parts_of_the_picture(measure: Any) -> None:
    picture = np.zeros((36, 64), np.float32)
    picture[:12, 48:] = 0.5
    assert measure.field_means(picture).tolist() == [0.0, 0.0, 0.0, 0.5] + [0.0] * 8


@pytest.mark.parametrize(("hertz", "fails"), [(2.0, False), (8.0, True)])
def test_iris_tells_flashes_that_harm(measure: Any, hertz: float, fails: bool) -> None:
    pytest.importorskip("iris_pse_detection", reason="the extra `flashes` is not installed")
    verdict = measure.analyse("test", flashing(hertz), SIZE)
    assert verdict.failed == fails and verdict.frames == 180


def test_the_wildest_seconds_of_a_game_are_within_it(measure: Any) -> None:
    setup = measure.Setup("endless", 3, 1)
    assert 0 <= measure.wildest_minute(setup, seconds=1, longest=4) <= 3 * 60


def test_without_the_extra_it_says_what_to_install(measure: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "iris_pse_detection", None)
    with pytest.raises(SystemExit, match=r"arena\[flashes\]"):
        measure.main(["--seconds", "1"])


def test_an_unknown_fight_is_refused(measure: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        measure.main(["--fights", "brawl"])
    assert "brawl" in capsys.readouterr().err
