"""The camera: frames the player, never rolls, has no pole; pointer and projection agree."""

import math

import numpy as np
import pytest

from arena.view.camera import Rig, cut_shell, limb_point, project, ray
from arena.view.vectors import carry, cross, tangent, towards, travel, unit

SHELL = 52.0


def _random_frame(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    p = unit(random.normal(size=3))
    return p, unit(tangent(p, random.normal(size=3)))


def _settled(p: np.ndarray, up: np.ndarray) -> Rig:
    rig = Rig()
    rig.follow(p, up, np.zeros(3), 0.0)
    return rig


def test_player_is_below_the_middle_with_up_on_screen_up():
    random = np.random.default_rng(1)
    for _ in range(50):
        p, up = _random_frame(random)
        camera = _settled(p, up).camera(SHELL, 16 / 9, (0.0, 0.0))
        right = cross(up, p)
        points = np.stack([p, travel(p, up * 0.1), travel(p, right * 0.1)]) * SHELL
        (here, above, beside), ahead = project(camera, points)
        assert ahead.all()
        assert here[0] == pytest.approx(0.0, abs=1e-5)
        assert -0.4 < here[1] < 0.0
        assert above[0] == pytest.approx(0.0, abs=1e-5)
        assert above[1] > here[1] + 0.1
        assert beside[0] > 0.1


def test_sky_shows_at_the_top_and_ground_in_the_corners_below():
    camera = _settled(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])).camera(SHELL, 16 / 9, (0.0, 0.0))
    eye = camera.eye.astype(np.float64)

    def nearest_to_planet(x: float, y: float) -> float:
        d = ray(camera, x, y)
        return float(np.linalg.norm(eye - d * float(eye @ d)))

    assert nearest_to_planet(0.0, 0.98) > 50.0
    assert nearest_to_planet(0.0, 0.6) < 50.0
    assert nearest_to_planet(0.9, -0.95) < 50.0


def test_ray_and_project_are_inverse():
    random = np.random.default_rng(2)
    camera = _settled(*_random_frame(random)).camera(SHELL, 1.6, (0.3, -0.2))
    for x, y in random.uniform(-0.9, 0.5, size=(40, 2)):
        point = camera.eye.astype(np.float64) + ray(camera, x, y) * 20.0
        places, ahead = project(camera, point[None])
        assert ahead[0]
        assert places[0] == pytest.approx([x, y], abs=1e-4)


def test_shell_cut_lies_on_the_shell_and_on_the_ray_or_the_limb():
    eye = np.array([0.0, 0.0, 80.0])
    hit = cut_shell(eye, unit(np.array([0.1, 0.2, -1.0])), SHELL)
    assert np.linalg.norm(hit) == pytest.approx(SHELL)
    assert unit(hit - eye) == pytest.approx(unit(np.array([0.1, 0.2, -1.0])))
    past = cut_shell(eye, unit(np.array([1.0, 0.0, -0.1])), SHELL)
    assert past == pytest.approx(limb_point(eye, np.array([1.0, 0.0, -0.1]), SHELL))
    assert float((past - eye) @ past) == pytest.approx(0.0, abs=1e-9)  # the line of sight touches there


def test_camera_follows_over_the_poles_without_rolling():
    p, up = np.array([0.0, 0.3, 1.0]), np.array([0.0, 1.0, 0.0])
    p = unit(p)
    up = unit(tangent(p, up))
    rig = _settled(p, up)
    for _ in range(2000):  # three times around, over both "poles"
        q = unit(travel(p, up * 0.01))
        p, up = q, unit(carry(p, q, up))
        before = rig.up
        rig.follow(p, up, np.zeros(3), 1 / 60)
        assert rig.up is not None and before is not None and rig.focus is not None
        assert float(before @ rig.up) > 0.999
        assert abs(float(cross(rig.up, carry(p, rig.focus, up)) @ rig.focus)) < 1e-6
    assert rig.focus is not None
    assert math.degrees(math.acos(min(1.0, float(rig.focus @ p)))) < 10.0


def test_camera_turns_back_to_the_players_frame_after_a_jump():
    p, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    rig = _settled(p, up)
    q = unit(np.array([1.0, 0.4, -0.7]))
    other = unit(tangent(q, np.array([0.3, -1.0, 0.2])))
    for _ in range(240):
        rig.follow(q, other, np.zeros(3), 1 / 60)
    assert rig.focus is not None and rig.up is not None
    assert float(rig.focus @ q) == pytest.approx(1.0, abs=1e-6)
    assert float(rig.up @ other) == pytest.approx(1.0, abs=1e-4)


def test_no_time_no_motion():
    p, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    rig = _settled(p, up)
    rig.follow(unit(np.array([1.0, 0.0, 1.0])), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    assert rig.focus == pytest.approx(p)


def test_vectors_agree_with_each_other():
    random = np.random.default_rng(3)
    for _ in range(100):
        p, v = _random_frame(random)
        q = unit(random.normal(size=3))
        assert travel(p, towards(p, q)) == pytest.approx(q)
        carried = carry(p, q, v)
        assert np.linalg.norm(carried) == pytest.approx(1.0)
        assert float(carried @ q) == pytest.approx(0.0, abs=1e-9)
        step = towards(p, q)
        assert float(carry(p, q, step) @ towards(q, p)) == pytest.approx(-float(step @ step))
