"""Camera of the title picture: it turns towards the fight, so far and no farther."""

import math

import numpy as np
import pytest

from arena.view.cameras.title_camera import TURNED_MOST, FightCamera, fight_direction

FOCUS, UP = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])


def enemy(angle: float, away: float = 0.4) -> list[float]:
    """Way to an enemy, clockwise from up."""
    return [away * math.sin(angle), away * math.cos(angle), 0.0]


def wish(*enemies: list[float]) -> float:
    return FightCamera()._wish(FOCUS, UP, np.array(enemies).reshape(-1, 3))  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("angle", [-3.0, -TURNED_MOST, -0.3, 0.0, 0.2, 0.5 * TURNED_MOST, 3.0])
def test_the_camera_turns_towards_an_enemy_up_to_a_limit(angle: float) -> None:
    assert wish(enemy(angle)) == pytest.approx(max(-TURNED_MOST, min(TURNED_MOST, angle)))


def test_enemies_all_around_turn_it_by_nothing_and_those_out_of_reach_count_for_nothing() -> None:
    around = [enemy(k * math.pi / 2) for k in range(4)]
    assert wish(*around) == pytest.approx(0.0)
    assert wish() == wish(enemy(0.5, 1.01)) == 0.0
    assert wish(enemy(0.3), enemy(2.0, 1.5)) == pytest.approx(0.3)
    assert 0.0 < wish(*around, enemy(0.4)) < 0.4


def test_a_direction_is_tangent_and_as_long_as_enemies_agree() -> None:
    one = fight_direction(FOCUS, np.array([[0.3, 0.0, -0.05]]))
    assert one @ FOCUS == pytest.approx(0.0) and np.linalg.norm(one) == pytest.approx(1.0, abs=0.02)
    two = fight_direction(FOCUS, np.array([enemy(0.5), enemy(-0.5)]))
    assert two == pytest.approx(np.array([0.0, math.cos(0.5), 0.0]))
