"""Culling keeps all that can be seen, and throws out what the planet hides."""

import numpy as np

from arena.view.camera import Rig
from arena.view.culling import in_frustum, in_view, level_of_detail, over_horizon, visible
from arena.view.frame import Camera
from tests.view.fakes import fake_world

PLANET, SHELL = 50.0, 52.0


def _camera(aspect: float = 16 / 9) -> Camera:
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    return rig.camera(SHELL, aspect, (0.0, 0.0))


def _surface_points(count: int, random: np.random.Generator) -> np.ndarray:
    v = random.normal(size=(count, 3))
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def _really_visible(camera: Camera, center: np.ndarray, radius: float, random: np.random.Generator) -> bool:
    """Brute force: is any of many points of the sphere on the screen and not behind the planet?"""
    points = center + _surface_points(400, random) * radius
    clip = points @ camera.view_projection[:, :3].T + camera.view_projection[:, 3]
    on_screen = (clip[:, 3] > camera.near) & np.all(np.abs(clip[:, :2]) <= clip[:, 3:4], axis=1)
    sight = points - camera.eye
    t = np.clip(-(sight @ camera.eye) / np.sum(sight * sight, axis=1), 0.0, 1.0)
    nearest = np.linalg.norm(camera.eye + sight * t[:, None], axis=1)
    return bool(np.any(on_screen & ((nearest > PLANET) | (t >= 1.0))))


def test_nothing_visible_is_culled():
    random = np.random.default_rng(6)
    camera = _camera()
    position = (_surface_points(1500, random) * SHELL).astype(np.float32)
    radius = random.uniform(0.2, 4.0, 1500).astype(np.float32)
    kept = set(visible(camera, position, radius, PLANET).tolist())
    seen = {i for i in range(1500) if _really_visible(camera, position[i], float(radius[i]), random)}
    assert seen <= kept
    assert len(seen) > 50
    assert len(kept) < 2 * len(seen)


def test_the_far_side_is_hidden():
    eye = np.array([0.0, 0.0, 78.0], np.float32)
    position = np.array([[0.0, 0.0, -52.0], [0.0, 0.0, 52.0], [52.0, 0.0, 0.0]], np.float32)
    radius = np.full(3, 0.5, np.float32)
    assert over_horizon(eye, position, radius, PLANET).tolist() == [False, True, False]


def test_a_big_body_behind_the_horizon_still_peeks_over():
    eye = np.array([0.0, 0.0, 78.0], np.float32)
    angle = np.arccos(50 / 78) + np.arccos(50 / 52) + 0.05
    position = np.array([[np.sin(angle), 0.0, np.cos(angle)]], np.float32) * SHELL
    assert not over_horizon(eye, position, np.array([0.1], np.float32), PLANET)[0]
    assert over_horizon(eye, position, np.array([4.0], np.float32), PLANET)[0]


def test_frustum_cuts_what_is_beside_and_behind():
    camera = _camera()
    ahead = camera.eye + camera.forward * 20
    aside = ahead + camera.right * 30
    behind = camera.eye - camera.forward * 5
    points = np.stack([ahead, aside, behind]).astype(np.float32)
    assert in_frustum(camera, points, np.full(3, 0.5, np.float32)).tolist() == [True, False, False]
    assert in_frustum(camera, points, np.full(3, 25.0, np.float32)).tolist() == [True, True, True]


def test_detail_falls_with_distance_and_resolution():
    camera = _camera()
    points = np.stack([camera.eye + camera.forward * d for d in (5.0, 30.0, 300.0)]).astype(np.float32)
    level = level_of_detail(camera, points, np.ones(3, np.float32), 720)
    assert level.tolist() == sorted(level.tolist())
    assert level[0] == 0 and level[2] == 2
    assert (level_of_detail(camera, points, np.ones(3, np.float32), 180) >= level).all()


def test_in_view_are_live_bodies_that_the_camera_sees_awake_or_not():
    world, camera = fake_world(spread=3.0), _camera()
    bodies = world.bodies
    before = bodies.position.copy()
    seen = in_view(world, camera)
    assert (np.diff(seen) > 0).all()
    assert bodies.alive[seen].all()
    assert 0 < len(seen) < np.count_nonzero(bodies.alive)
    kept = visible(camera, bodies.position, bodies.radius, world.planet_radius)
    assert seen.tolist() == [row for row in kept.tolist() if bodies.alive[row]]
    bodies.awake[:] = False
    assert in_view(world, camera).tolist() == seen.tolist()
    bodies.alive[seen[0]] = False
    assert in_view(world, camera).tolist() == seen[1:].tolist()
    assert (bodies.position == before).all()
