"""The camera shows the same arc of danger in every window, and backs off smoothly where there is danger."""

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.render.ship_meshes import ship_hull
from arena.sim.kinds import Pool
from arena.view.cameras.camera import Rig, project
from arena.view.cameras.framing import SPEED_MAX, THREAT_FAR, THREAT_NEAR, Zoom
from arena.view.frame import Camera
from arena.view.instances import SHIP_SCALE
from arena.view.scene import Viewer
from tests.app.fakes import split
from tests.view.fakes import HUD, PLANET, SHELL, fake_world
from tests.view.formulas import exp_map

F64 = NDArray[np.float64]
HERE, UP, RIGHT = (np.array(axis) for axis in ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)))
BELOW, BESIDE, ABOVE = 18.0, 24.0, 36.0
"""Arc that each window shows at least [u]."""
WINDOWS = [
    (1280, 720),
    (1920, 1080),
    (1024, 768),
    (1280, 1024),
    (2560, 1080),
    (3840, 1080),
    (720, 720),
    (720, 1280),
]


def _camera(aspect: float, zoom: float = 0.0) -> Camera:
    rig = Rig()
    rig.follow(HERE, UP, np.zeros(3), 0.0)
    return rig.camera(SHELL, aspect, (0.0, 0.0), zoom)


def _arc(camera: Camera, direction: F64) -> float:
    """Length along the shell that the picture shows [u], up to its edge or to the horizon."""
    arcs = np.arange(0.25, 90.0, 0.25)
    points = (np.outer(np.cos(arcs / SHELL), HERE) + np.outer(np.sin(arcs / SHELL), direction)) * SHELL
    places, ahead = project(camera, points)
    sight, eye = points - camera.eye, camera.eye.astype(float)
    share = np.clip(-(sight @ eye) / np.sum(sight * sight, axis=1), 0.0, 1.0)
    clear = np.linalg.norm(eye + sight * share[:, None], axis=1) >= PLANET
    seen = ahead & clear & (np.abs(places) <= 1.0).all(axis=1)
    return float(arcs[np.argmin(seen)])


@pytest.mark.parametrize("players", (1, 2, 3, 4))
@pytest.mark.parametrize("size", WINDOWS)
def test_every_window_shows_the_same_arc_of_danger(size: tuple[int, int], players: int) -> None:
    for _, _, width, height in split(size, players):
        for zoom in (0.0, 1.0):
            camera = _camera(width / height, zoom)
            assert _arc(camera, -UP) >= BELOW
            assert _arc(camera, RIGHT) >= BESIDE and _arc(camera, -RIGHT) >= BESIDE
            assert _arc(camera, UP) >= ABOVE


def test_a_wider_window_sees_no_more_of_what_is_near() -> None:
    """Beside the ship it sees to the horizon at 16:9 already; below, the same to a hair."""
    arcs = [[_arc(_camera(aspect), way) for way in (-UP, RIGHT, UP)] for aspect in (16 / 9, 21 / 9, 32 / 9)]
    assert arcs[0] == arcs[1] == arcs[2]


def test_danger_shows_more_and_leaves_the_ship_where_it_is_and_readable() -> None:
    calm, danger = _camera(16 / 9), _camera(16 / 9, 1.0)
    assert _arc(danger, -UP) > _arc(calm, -UP) + 2.0
    vertices, _ = ship_hull("player").mesh()
    length = float(np.ptp(vertices["in_position"][:, 1])) * 0.7 * SHIP_SCALE
    for camera in (calm, danger):
        ends = np.stack([exp_map(HERE, UP * side * length / 2 / SHELL) for side in (-1, 0, 1)]) * SHELL
        places, _ = project(camera, ends)
        assert (places[2, 1] - places[0, 1]) / 2 * 720 >= 26.0
        assert places[1] == pytest.approx(project(calm, HERE[None] * SHELL)[0][0], abs=1e-5)


def test_the_number_follows_danger_without_swinging_over_or_hurrying() -> None:
    zoom, step, shares = Zoom(), 1 / 60, [0.0]
    for goal, seconds in ((1.0, 6), (0.0, 12), (0.5, 6)):
        start = shares[-1]
        for _ in range(seconds * 60):
            zoom.approach(goal, step)
            shares.append(zoom.share)
            assert min(start, goal) - 1e-6 <= zoom.share <= max(start, goal) + 1e-6
        assert zoom.share == pytest.approx(goal, abs=0.02)
    speeds = [(b - a) / step for a, b in pairwise(shares)]
    assert max(map(abs, speeds)) <= SPEED_MAX + 1e-6
    jerks = [(b - a) / step for a, b in pairwise(speeds)]
    assert max(map(abs, jerks)) < 10.0 * SPEED_MAX, "it starts and stops softly"


def test_the_number_does_not_depend_on_the_frame_rate() -> None:
    shares: list[float] = []
    for rate in (30, 60, 144):
        zoom = Zoom()
        for _ in range(rate):
            zoom.approach(0.1, 1 / rate)
        shares.append(zoom.share)
    assert shares == pytest.approx([shares[0]] * 3, abs=1e-3)


def _share(*arcs: float, alive: bool = True, least: float = 0.0) -> float:
    """Of a first look at enemies so far away [u]."""
    world = fake_world(enemies=len(arcs), asteroids=0, bullets=0)
    for row, arc in zip(world.rows(Pool.ENEMY), arcs, strict=True):
        world.bodies.position[row] = exp_map(HERE, RIGHT * arc / SHELL) * (SHELL + 9.0)
        world.bodies.alive[row] = alive
    zoom = Zoom()
    zoom.follow(world, HERE, 0.0, least)
    return zoom.share


def test_danger_is_what_is_near_or_many() -> None:
    assert _share() == _share(THREAT_FAR + 0.5) == _share(100.0) == _share(5.0, alive=False) == 0.0
    assert 0.0 < _share((THREAT_NEAR + THREAT_FAR) / 2) < _share(THREAT_NEAR)
    assert _share(THREAT_NEAR) == pytest.approx(_share(2.0), abs=1e-3)
    shares = [_share(*[10.0] * count) for count in range(1, 8)]
    assert shares == sorted(shares) and shares[-1] > 0.95
    assert _share(least=0.6) == 0.6, "players who share a view are so far apart"
    assert _share(*[10.0] * 7, least=0.6) == shares[-1]


def test_time_that_stands_still_moves_no_camera() -> None:
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    viewer = Viewer()
    before = viewer.build(world, HUD, 1.0, 0.0, (1280, 720)).camera.eye
    crowd = fake_world(enemies=24, asteroids=0, bullets=0)
    assert viewer.build(crowd, HUD, 1.0, 0.0, (1280, 720)).camera.eye == pytest.approx(before)
    for _ in range(120):
        viewer.build(crowd, HUD, 1.0, 1 / 60, (1280, 720))
    eye = viewer.build(crowd, HUD, 1.0, 0.0, (1280, 720)).camera.eye
    assert float(np.linalg.norm(eye)) > float(np.linalg.norm(before)) + 3.0


@pytest.mark.parametrize("size", WINDOWS)
def test_the_pointer_stays_exact_while_the_camera_moves(size: tuple[int, int]) -> None:
    world, viewer = fake_world(), Viewer()
    for frames in (1, 20, 40):
        for _ in range(frames):
            viewer.build(world, HUD, 1.0, 1 / 60, size)
        camera = viewer.build(world, HUD, 1.0, 1 / 60, size).camera
        for turn in np.linspace(0.0, 2 * math.pi, 9, endpoint=False):
            ahead = RIGHT * math.sin(turn) + UP * math.cos(turn)
            (place,), _ = project(camera, exp_map(HERE, ahead * 14.0 / SHELL)[None] * SHELL)
            x, y = (place + 1.0) / 2.0 * size
            stick = viewer.stick_from_pointer(world, float(x), float(y), size)
            assert stick == pytest.approx((ahead[0], ahead[1]), abs=1e-3)
