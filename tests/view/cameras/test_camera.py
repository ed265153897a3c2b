"""The camera: frames the player, never rolls, has no pole; pointer and projection agree."""

import math

import numpy as np
import pytest

from arena.game.rules import SIGHT
from arena.view.cameras import great_circles
from arena.view.cameras.camera import FOLLOW_MAX, TURN_MAX, Rig, cut_shell, limb_point, look, project, ray
from arena.view.culling import make_lens, read_lens
from arena.view.frame import Camera
from tests.view.formulas import exp_map, log_map, parallel_transport, tangent_part, unit

PLANET, SHELL = 50.0, 52.0


def _random_frame(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    p = unit(random.normal(size=3))
    return p, unit(tangent_part(random.normal(size=3), p))


def _ray(camera: Camera, x: float, y: float) -> np.ndarray:
    """Unit direction through the screen place (x, y)."""
    return np.array(ray(read_lens(make_lens(camera, 50.0, SHELL)), x, y))


def _settled(p: np.ndarray, up: np.ndarray) -> Rig:
    rig = Rig()
    rig.follow(p, up, np.zeros(3), 0.0)
    return rig


def test_player_is_a_little_above_the_middle_with_up_on_screen_up():
    random = np.random.default_rng(1)
    for _ in range(50):
        p, up = _random_frame(random)
        camera = _settled(p, up).camera(SHELL, 16 / 9, (0.0, 0.0))
        right = np.cross(up, p)
        points = np.stack([p, exp_map(p, up * 0.1), exp_map(p, right * 0.1)]) * SHELL
        (here, above, beside), ahead = project(camera, points)
        assert ahead.all()
        assert here[0] == pytest.approx(0.0, abs=1e-5)
        assert 0.0 < here[1] < 0.2
        assert above[0] == pytest.approx(0.0, abs=1e-5)
        assert above[1] > here[1] + 0.1
        assert beside[0] > 0.1


def test_sky_shows_in_the_upper_corners_and_ground_below():
    camera = _settled(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])).camera(SHELL, 16 / 9, (0.0, 0.0))
    eye = camera.eye.astype(np.float64)

    def nearest_to_planet(x: float, y: float) -> float:
        d = _ray(camera, x, y)
        return float(np.linalg.norm(eye - d * float(eye @ d)))

    assert nearest_to_planet(0.0, 0.98) > 50.0
    assert nearest_to_planet(0.0, 0.6) < 50.0
    assert nearest_to_planet(0.0, -1.0) < nearest_to_planet(0.7, -0.95) < 50.0
    assert nearest_to_planet(0.75, 0.6) > SHELL, "where the radar stands"


def test_ray_and_project_are_inverse():
    random = np.random.default_rng(2)
    camera = _settled(*_random_frame(random)).camera(SHELL, 1.6, (0.3, -0.2))
    for x, y in random.uniform(-0.9, 0.5, size=(40, 2)):
        point = camera.eye.astype(np.float64) + _ray(camera, x, y) * 20.0
        places, ahead = project(camera, point[None])
        assert ahead[0]
        assert places[0] == pytest.approx([x, y], abs=1e-4)


def test_shell_cut_lies_on_the_shell_and_on_the_ray_or_the_limb():
    eye, down = np.array([0.0, 0.0, 80.0]), unit(np.array([0.1, 0.2, -1.0]))
    hit = np.array(cut_shell(tuple(eye), tuple(down), SHELL))
    assert np.linalg.norm(hit) == pytest.approx(SHELL)
    assert unit(hit - eye) == pytest.approx(down)
    sideways = (1.0, 0.0, -0.1)
    past = np.array(cut_shell(tuple(eye), sideways, SHELL))
    assert past == pytest.approx(np.array(limb_point(tuple(eye), sideways, SHELL)))
    assert float((past - eye) @ past) == pytest.approx(0.0, abs=1e-9)  # the line of sight touches there


def test_camera_follows_over_the_poles_without_rolling():
    p, up = np.array([0.0, 0.3, 1.0]), np.array([0.0, 1.0, 0.0])
    p = unit(p)
    up = unit(tangent_part(up, p))
    rig = _settled(p, up)
    for _ in range(2000):  # three times around, over both "poles"
        q = unit(exp_map(p, up * 0.01))
        p, up = q, unit(parallel_transport(p, q, up))
        before = rig.up
        rig.follow(p, up, np.zeros(3), 1 / 60)
        assert rig.up is not None and before is not None and rig.focus is not None
        assert float(before @ rig.up) > 0.999
        assert abs(float(np.cross(rig.up, parallel_transport(p, rig.focus, up)) @ rig.focus)) < 1e-6
    assert rig.focus is not None
    assert math.degrees(math.acos(min(1.0, float(rig.focus @ p)))) < 10.0


def test_camera_turns_back_to_the_players_frame_after_a_jump():
    p, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    rig = _settled(p, up)
    q = unit(np.array([1.0, 0.4, -0.7]))
    other = unit(tangent_part(np.array([0.3, -1.0, 0.2]), q))
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


def test_the_focus_closes_in_by_its_rate_along_the_great_circle():
    random = np.random.default_rng(4)
    for _ in range(20):
        (p, up), (q, wish) = _random_frame(random), _random_frame(random)
        rig, elapsed = _settled(p, up), 0.05
        lead = tangent_part(random.normal(size=3), q) * 0.1
        rig.follow(q, wish, lead, elapsed)
        ahead = exp_map(q, lead)
        way = log_map(p, ahead)
        share = min(1.0 - math.exp(-9.0 * elapsed), FOLLOW_MAX * elapsed / float(np.linalg.norm(way)))
        wanted = exp_map(p, way * share)
        assert rig.focus is not None and rig.up is not None
        assert rig.focus == pytest.approx(wanted, abs=1e-9)
        start, end = parallel_transport(p, wanted, up), parallel_transport(q, wanted, wish)
        turned = math.acos(float(np.clip(start @ rig.up, -1, 1)))
        whole = math.acos(float(np.clip(start @ end, -1, 1)))
        closed = min(whole * (1.0 - math.exp(-6.0 * elapsed)), TURN_MAX * elapsed)
        assert turned == pytest.approx(closed, abs=1e-6)
        assert float(rig.up @ end) > float(start @ end) or whole < 1e-6


def test_a_camera_looks_where_it_is_told():
    eye, forward = np.array([1.0, 2.0, 80.0]), np.array([0.2, 0.1, -1.0])
    camera = look(eye, forward, np.array([0.0, 1.0, 0.0]), 1.5, 0.8, 2.0, 200.0)
    (middle, edge), ahead = project(
        camera,
        np.stack(
            [
                eye + forward * 9.0,
                eye + unit(forward) * 10.0 + camera.right.astype(float) * 10.0 * math.tan(0.4) * 1.5,
            ]
        ),
    )
    assert ahead.all()
    assert middle == pytest.approx([0.0, 0.0], abs=1e-6)
    assert edge == pytest.approx([1.0, 0.0], abs=1e-5)


def test_great_circles_of_kernels_are_the_formulas():
    random = np.random.default_rng(3)
    for _ in range(100):
        p, v = _random_frame(random)
        q = unit(random.normal(size=3))
        step = great_circles.log_map(tuple(p), tuple(q))
        assert step == pytest.approx(log_map(p, q))
        assert great_circles.exp_map(tuple(p), step) == pytest.approx(q)
        carried = np.array(great_circles.parallel_transport(tuple(p), tuple(q), tuple(v)))
        assert carried == pytest.approx(parallel_transport(p, q, v))
        assert np.linalg.norm(carried) == pytest.approx(1.0)
        assert float(carried @ q) == pytest.approx(0.0, abs=1e-9)


def test_great_circles_hold_where_there_is_no_way_or_none_to_go():
    p, v = _random_frame(np.random.default_rng(6))
    antipode = tuple(-p)
    assert great_circles.log_map(tuple(p), antipode) == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    assert great_circles.parallel_transport(tuple(p), antipode, tuple(v)) == pytest.approx(v)
    assert great_circles.exp_map(tuple(p), (0.0, 0.0, 0.0)) == pytest.approx(p)
    assert great_circles.unit((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


def test_the_calm_camera_shows_what_counts_as_seen() -> None:
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera, shell, planet = rig.camera(52.0, 16 / 9, (0.0, 0.0)), 52.0, 50.0
    for right in np.linspace(-SIGHT.reach, SIGHT.reach, 41):
        for ahead in np.linspace(-SIGHT.behind, SIGHT.reach, 41):
            away = max(np.hypot(right, ahead), 1e-6)
            if away > SIGHT.reach:
                continue
            along = np.array([right, ahead]) / away * np.sin(away / shell)
            place = shell * np.array([*along, np.cos(away / shell)])
            here, in_front = project(camera, place[None])
            eye = camera.eye.astype(np.float64)
            share = np.clip(-((place - eye) @ eye) / ((place - eye) @ (place - eye)), 0.0, 1.0)
            assert in_front[0] and (np.abs(here[0]) <= 1.0).all(), (right, ahead)
            assert np.linalg.norm(eye + (place - eye) * share) > planet, (right, ahead)


def arc_in_sight(aspect: float, direction: tuple[float, float, float], zoom: float) -> float:
    """Length along the shell that is in sight from the ship [u]."""
    rig, here, away = Rig(), np.array([0.0, 0.0, 1.0]), np.arange(0.5, 90.0, 0.5) / SHELL
    rig.follow(here, np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(SHELL, aspect, (0.0, 0.0), zoom)
    points = SHELL * (np.cos(away)[:, None] * here + np.sin(away)[:, None] * np.array(direction))
    places, ahead = project(camera, points)
    seen = ahead & (np.abs(places) < 1.0).all(axis=1) & (points @ camera.eye > PLANET**2)
    return float(SHELL * away[np.flatnonzero(~seen)[0]])


@pytest.mark.parametrize("zoom", [0.0, 1.0])
@pytest.mark.parametrize("aspect", [5 / 4, 4 / 3, 16 / 10, 16 / 9, 64 / 27, 32 / 9])
def test_any_window_sees_the_same_arc(aspect: float, zoom: float) -> None:
    beside, ahead, behind = (arc_in_sight(aspect, way, zoom) for way in ((1, 0, 0), (0, 1, 0), (0, -1, 0)))
    assert 50.0 <= beside <= 57.0 and 40.0 <= ahead <= 44.0 and behind >= 18.0


@pytest.mark.parametrize(("away", "depth"), [(2.0, -1.0), (200.0, 1.0), (400.0 / 101.0, 0.0)])
def test_depth_goes_from_the_near_plane_to_the_far_one(away: float, depth: float) -> None:
    eye, forward = np.array([1.0, 2.0, 80.0]), np.array([0.0, 0.6, -0.8])
    camera = look(eye, forward, np.array([0.0, 1.0, 0.0]), 1.5, 0.8, 2.0, 200.0)
    *_, z, w = camera.view_projection.astype(float) @ [*(eye + forward * away), 1.0]
    assert (w, z / w) == pytest.approx((away, depth), abs=1e-3)
