"""The script that measures the camera counts who is in the picture."""

import json
from typing import Any

import numpy as np
import pytest

from arena.view.cameras.camera import Rig

SHELL, PLANET = 52.0, 50.0


def test_only_what_is_before_the_planet_and_inside_the_rim_is_in_the_picture(script: Any) -> None:
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(SHELL, 16 / 9, (0.0, 0.0))
    places = SHELL * np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [0.0, -0.8, 0.6], [0.0, 0.6, 0.8]])
    assert script.in_picture(camera, places, PLANET).tolist() == [True, False, False, True]


def test_a_short_game_is_counted(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["--seeds", "1", "--seconds", "4", "--size", "320x180", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["seconds"] == pytest.approx(4.0)
    assert 0.0 <= report["in_view_30u_percent"] <= 100.0 and report["hits"] >= 0
