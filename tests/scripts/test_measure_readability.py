"""Readability is measured on pictures whose contrast is known, and on a moment of a game."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture(scope="module")
def measure() -> Iterator[Any]:
    """The script as a module."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("measure_readability")
    sys.path[:] = path


def judged(measure: Any, thing: int, ground: int, outline: int | None = None) -> list[float]:
    """The contrast of a square of some grey on ground of another."""
    bare = np.full((41, 41, 3), ground, np.uint8)
    full = bare.copy()
    full[13:28, 13:28] = thing if outline is None else outline
    full[15:26, 15:26] = thing
    moment = measure.Moment(full, bare, ["drone"], np.array([[20.0, 20.0]]), np.array([10.0]))
    return [one.contrast for one in measure.judge(moment)]


def test_contrast_is_that_of_luminance(measure: Any) -> None:
    assert judged(measure, 255, 0) == pytest.approx([21.0])
    assert judged(measure, 0, 255) == pytest.approx([21.0]), "dark on bright is as good"
    assert judged(measure, 135, 118)[0] < 1.4


def test_an_outline_is_enough(measure: Any) -> None:
    assert judged(measure, 45, 30)[0] < 1.3
    assert judged(measure, 45, 30, outline=200)[0] > 6.0


def test_most_of_an_outline_must_stand_out(measure: Any) -> None:
    """A square on a border of two grounds has no contrast along half of its outline; beside it, it has."""
    contrasts = list[float]()
    for edge in (20, 12):
        bare = np.full((41, 41, 3), 200, np.uint8)
        bare[:, edge:] = 20
        full = bare.copy()
        full[13:28, 13:28] = 170
        moment = measure.Moment(full, bare, ["drone"], np.array([[20.0, 20.0]]), np.array([10.0]))
        contrasts += [one.contrast for one in measure.judge(moment)]
    assert contrasts[0] < 3.0 < contrasts[1]


def test_a_bullet_is_as_large_as_half_of_its_light(measure: Any) -> None:
    away = np.hypot(*np.mgrid[-20:21, -20:21])
    full = np.repeat((255.0 * np.exp(-((away / 5.0) ** 2)))[..., None], 3, axis=2).astype(np.uint8)
    place, reach = np.array([[20.0, 20.0]]), np.array([10.0])
    (bullet,) = measure.judge(measure.Moment(full, np.zeros_like(full), ["bullet"], place, reach))
    (drone,) = measure.judge(measure.Moment(full, np.zeros_like(full), ["drone"], place, reach))
    assert drone.contrast < 3.0 < bullet.contrast


def test_what_is_hidden_is_not_judged(measure: Any) -> None:
    assert judged(measure, 90, 90) == []


@pytest.mark.gl
def test_moments_of_games_are_measured(
    measure: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "EARLIEST", 3)
    monkeypatch.setattr(measure, "LATEST", 4)
    measure.main(["--moments", "2", "--size", "320x180", "--output", str(tmp_path)])
    table = capsys.readouterr().out.splitlines()
    assert table[0].split()[:2] == ["seen", "median"] and table[-1].startswith("all")
    assert (tmp_path / "worst.png").exists()
