"""Places of levels: any three numbers that have a direction, made one long."""

from typing import Any

import pytest

from arena.game.levels.direction import Direction

PLACE = Direction()


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ([0, 0, 1], (0.0, 0.0, 1.0)),
        ([2, 3, -6], (2 / 7, 3 / 7, -6 / 7)),
        ([-6, 2, 3], (-6 / 7, 2 / 7, 3 / 7)),
        ([0, 0.001, 0], (0.0, 1.0, 0.0)),
        ([PLACE.most, 0, 0], (1.0, 0.0, 0.0)),
    ],
)
def test_a_place_is_a_unit_vector(written: list[float], place: tuple[float, float, float]) -> None:
    assert PLACE.read(written) == pytest.approx(place, abs=1e-12)


@pytest.mark.parametrize(
    "written",
    [
        [0, 0, 0],
        [0, 0.0009, 0],
        [1, 2],
        [1, 2, 3, 4],
        "up",
        [True, 0, 1],
        [0, 0, 2 * PLACE.most],
        [0, 0, float("nan")],
    ],
)
def test_what_has_no_direction_is_refused(written: Any) -> None:
    with pytest.raises(ValueError, match="write three numbers from"):
        PLACE.read(written)
