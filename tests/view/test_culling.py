"""Culling keeps all that can be seen, and throws out what the planet hides."""

import numpy as np
import pytest

from arena.sim.kinds import POOL_COUNT
from arena.view.cameras.camera import Rig, look
from arena.view.culling import (
    create_seen,
    cull_bodies,
    in_view,
    level_of_detail,
    make_lens,
    read_lens,
    visible,
)
from arena.view.frame import Camera
from tests.view import formulas
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


def _peeks(eye: np.ndarray, position: np.ndarray, radius: np.ndarray) -> list[bool]:
    """Flags of the spheres that a camera sees when it is turned to each of them."""
    seen: list[bool] = []
    for i in range(len(position)):
        forward = position[i] - eye
        camera = look(eye.astype(float), forward.astype(float), np.array([0.3, 1.0, 0.2]), 1.0, 1.0, 0.1, 1e3)
        seen.append(len(visible(camera, position[i : i + 1], radius[i : i + 1], PLANET)) > 0)
    return seen


def test_the_formulas_say_the_same():
    random, camera = np.random.default_rng(7), _camera()
    position = (_surface_points(4000, random) * random.uniform(50, 68, (4000, 1))).astype(np.float32)
    radius = random.uniform(0.0, 6.0, 4000).astype(np.float32)
    assert visible(camera, position, radius, PLANET).tolist() == (
        formulas.visible(camera, position, radius, PLANET).tolist()
    )


def test_the_far_side_is_hidden():
    eye = np.array([0.0, 0.0, 78.0], np.float32)
    position = np.array([[0.0, 0.0, -52.0], [0.0, 0.0, 52.0], [52.0, 0.0, 0.0]], np.float32)
    radius = np.full(3, 0.5, np.float32)
    assert _peeks(eye, position, radius) == [False, True, False]


def test_a_big_body_behind_the_horizon_still_peeks_over():
    eye = np.array([0.0, 0.0, 78.0], np.float32)
    angle = np.arccos(50 / 78) + np.arccos(50 / 52) + 0.05
    position = np.array([[np.sin(angle), 0.0, np.cos(angle)]], np.float32) * SHELL
    assert _peeks(eye, position, np.array([0.1], np.float32)) == [False]
    assert _peeks(eye, position, np.array([4.0], np.float32)) == [True]


def test_frustum_cuts_what_is_beside_and_behind():
    camera = _camera()
    ahead = camera.eye + camera.forward * 20
    aside = ahead + camera.right * 30
    behind = camera.eye - camera.forward * 5
    points = np.stack([ahead, aside, behind]).astype(np.float32)
    assert visible(camera, points, np.full(3, 0.5, np.float32), PLANET).tolist() == [0]
    assert visible(camera, points, np.full(3, 25.0, np.float32), PLANET).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("pixels", "level"), [(44.0, 0), (43.999, 1), (15.0, 1), (14.999, 2), (0.0, 2), (1e6, 0)]
)
def test_the_mesh_changes_at_the_very_pixel(pixels: float, level: int):
    """A sphere of radius 1, 2 u ahead of the eye."""
    camera = look(np.array([0.0, 0.0, 78.0]), np.array([0.0, 0.0, -1.0]), np.eye(3)[1], 1.0, 1.0, 0.1, 1e3)
    view = read_lens(make_lens(camera, PLANET, SHELL))
    assert level_of_detail(view, (0.0, 0.0, 76.0), 1.0, 2.0 * pixels) == level


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


def test_bodies_are_culled_where_they_are_between_ticks():
    world, camera = fake_world(enemies=400, asteroids=400, bullets=400, spread=3.0), _camera()
    random, bodies = np.random.default_rng(3), world.bodies
    count = len(bodies.alive)
    bodies.position[:] = _surface_points(count, random) * random.uniform(52, 68, (count, 1))
    bodies.previous_position[:] = bodies.position + random.uniform(-1, 1, (count, 3))
    bodies.radius[:] = random.uniform(0.1, 5.0, count)
    bodies.alive[:] = random.random(count) < 0.8
    shares = np.array([1.0, 1.5, 2.0, 1.0, 1.35, 2.0, 6.0], np.float32)
    pools, lens = world.pool_rows, make_lens(camera, PLANET, 68.0)
    seen = create_seen(count, POOL_COUNT)
    for alpha in (0.0, 0.3, 1.0):
        cull_bodies(bodies, pools.start, pools.stop, shares, alpha, lens, seen)
        for pool in range(POOL_COUNT):
            rows = np.arange(pools.start[pool], pools.stop[pool])
            rows = rows[bodies.alive[rows]]
            place = formulas.interpolated(bodies, rows, alpha)
            wanted = formulas.visible(camera, place, bodies.radius[rows] * shares[pool], PLANET)
            part = slice(seen.begin[pool], seen.begin[pool + 1])
            assert seen.row[part].tolist() == rows[wanted].tolist()
            assert seen.position[part] == pytest.approx(place[wanted], abs=1e-4)
    assert 50 < seen.begin[-1] < count / 2


def test_large_worlds_are_culled_as_exactly():
    """The one product that tells the far side must not tell too much of it."""
    random, planet = np.random.default_rng(5), 250.0
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(planet + 2.0, 2.0, (0.0, 0.0))
    world = fake_world(enemies=10, asteroids=4000, bullets=4000)
    bodies = world.bodies
    count = len(bodies.alive)
    direction = random.normal(size=(count, 3)) * [0.8, 0.8, 0.3] + [0.0, 0.0, 1.0]
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    bodies.position[:] = bodies.previous_position[:] = direction * random.uniform(252, 268, (count, 1))
    bodies.radius[:] = random.uniform(0.1, 4.0, count)
    bodies.alive[:] = True
    seen, lens = create_seen(count, 1), make_lens(camera, planet, 268.0)
    start, stop = np.zeros(1, np.int64), np.array([count])
    cull_bodies(bodies, start, stop, np.ones(1, np.float32), 1.0, lens, seen)
    wanted = formulas.visible(camera, bodies.position, bodies.radius, planet)
    assert seen.row[: seen.begin[1]].tolist() == wanted.tolist()
    assert 40 < len(wanted) < count / 2
