"""The framing differs by world and moment, and the ship stays near the middle of the picture."""

from typing import Any

import numpy as np
import pytest

from arena import resources
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.view.cameras import framing
from arena.view.cameras.camera import Rig, project
from arena.view.cameras.framing import LOOK_UP, SHOTS, TILT, CameraShot, Director
from arena.view.palette import load_palette
from arena.view.scene import Viewer
from arena.view.settings import ViewSettings
from tests.view.fakes import HUD, SHELL, fake_world

HERE, UP = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
SIZE = (1280, 720)
WORLDS = sorted(file.stem for file in resources.path("assets/palettes/worlds").glob("*.toml"))


def _director(world: str = "terra") -> Director:
    return Director(load_palette(world).scenery)


def _pass(director: Director, seconds: float) -> None:
    for _ in range(round(seconds * 60)):
        director.advance(1 / 60)


def _run(director: Director, world: Any, seconds: float) -> None:
    for _ in range(round(seconds * 60)):
        director.observe(world, 0)
        director.advance(1 / 60)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("shot", (None, *SHOTS))
def test_the_ship_stays_near_the_middle_and_up_stays_up(world: str, shot: CameraShot | None) -> None:
    director, rig = _director(world), Rig()
    rig.follow(HERE, UP, np.zeros(3), 0.0)
    if shot is not None:
        director.start(shot)
        _pass(director, shot.rise_s + shot.hold_s)
    for danger in (0.0, 1.0):
        camera = rig.camera(SHELL, 16 / 9, (0.0, 0.0), danger, director.framing(danger, still=False))
        points = np.stack([HERE, UP * 0.1 + HERE, UP * 0.2 + HERE]) * SHELL
        places, ahead = project(camera, points)
        assert ahead.all() and places[0, 0] == pytest.approx(0.0, abs=1e-5)
        assert -0.45 < places[0, 1] < 0.25
        assert places[0, 1] < places[1, 1]


def test_worlds_are_framed_differently() -> None:
    framings = {_director(world).framing(0.5, still=True) for world in WORLDS}
    assert len(framings) == len(WORLDS) == 5


@pytest.mark.parametrize("shot", SHOTS)
def test_a_shot_comes_and_goes_without_a_jump(shot: CameraShot) -> None:
    director = _director()
    usual = director.framing(0.0, still=False)
    director.start(shot)
    seen = [director.framing(0.0, still=False)]
    for _ in range(round((shot.rise_s + shot.hold_s + shot.fall_s + 0.1) * 60)):
        director.advance(1 / 60)
        seen.append(director.framing(0.0, still=False))
    distances = np.array([frame.distance for frame in seen])
    extreme = distances[np.argmax(np.abs(distances - usual.distance))]
    assert extreme == pytest.approx(usual.distance * shot.distance, rel=0.01)
    assert seen[-1] == pytest.approx(usual)
    assert np.abs(np.diff(np.log(distances))).max() < 0.025, "of the distance, a picture"
    assert director.framing(0.0, still=True) == usual


def test_a_game_opens_from_behind_the_ship_and_a_joining_later_does_not() -> None:
    for tick, opens in ((0, False), (1, True), (2, False), (100, False)):
        world, director = fake_world(), _director()
        world.tick = tick
        director.observe(world, 0)
        assert (director.framing(0.0, still=False).distance < 0.5) == opens


def test_a_boss_is_seen_from_farther_and_its_end_from_nearer() -> None:
    world, director = fake_world(), _director()
    usual = director.framing(1.0, still=False)
    world.boss_count = 3
    _run(director, world, 10.0)
    assert director.framing(1.0, still=False).distance == pytest.approx(
        usual.distance * framing.BOSS.distance
    )
    world.add_event(Event.BOSS_STAGE, 3, 1.0)
    director.observe(world, 0)
    world.events.count[0] = 0
    _run(director, world, 1.5)
    assert director.framing(1.0, still=False).tilt > usual.tilt + 0.1
    _run(director, world, 5.0)
    world.boss_count = 0
    _run(director, world, 2.7)
    assert director.framing(1.0, still=False).distance < usual.distance
    _run(director, world, 5.0)
    assert director.framing(1.0, still=False) == pytest.approx(usual)


@pytest.mark.parametrize("kind", (Event.KILLED, Event.CAUGHT))
def test_the_last_kill_is_a_moment_and_the_last_but_one_is_not(kind: Event) -> None:
    for left in (1, 0):
        world, director = fake_world(enemies=3), _director()
        usual = director.framing(0.0, still=False)
        rows = world.rows(Pool.ENEMY)
        world.bodies.alive[rows[left:]] = False
        world._live = (1, 0, left, 0, *world._live[4:])
        world.add_event(kind, int(rows[2]), 1.0)
        director.observe(world, 0)
        _pass(director, 0.5)
        assert (director.framing(0.0, still=False).distance < usual.distance) == (left == 0)


def test_a_lost_ship_shows_the_whole_scene_until_it_returns() -> None:
    world, director = fake_world(), _director()
    world.bodies.alive[0] = False
    _run(director, world, 9.0)
    assert director.framing(0.0, still=False).distance == pytest.approx(framing.LOST.distance)
    world.bodies.alive[0] = True
    _run(director, world, 2.0)
    assert director.framing(0.0, still=False).distance == pytest.approx(1.0)


def test_reduced_motion_leaves_shots_out_of_the_picture() -> None:
    pictures = []
    for reduced in (False, True):
        world, viewer = fake_world(), Viewer(settings=ViewSettings(reduced_motion=reduced))
        world.tick = 1
        viewer.observe(world, HUD)
        pictures.append(viewer.build(world, HUD, 1.0, 1 / 60, SIZE).camera)
    moving, still = (float(np.linalg.norm(camera.eye)) for camera in pictures)
    assert moving < still - 10.0


def test_the_usual_framing_is_that_of_a_camera_without_one() -> None:
    rig = Rig()
    rig.follow(HERE, UP, np.zeros(3), 0.0)
    usual = rig.camera(SHELL, 16 / 9, (0.0, 0.0))
    told = rig.camera(SHELL, 16 / 9, (0.0, 0.0), 0.0, framing.Framing(1.0, TILT, LOOK_UP))
    assert (usual.eye == told.eye).all() and (usual.forward == told.forward).all()


def test_a_jump_in_time_ends_all_shots() -> None:
    world, viewer = fake_world(), Viewer()
    world.boss_count, world.tick = 3, 100
    pictures = []
    for _ in range(2):
        viewer.observe(world, HUD)
        pictures.append(viewer.build(world, HUD, 1.0, 1.0, SIZE).camera)
        world.boss_count, world.tick = 0, 40
    usual = Viewer()
    usual.observe(world, HUD)
    plain = usual.build(world, HUD, 1.0, 1.0, SIZE).camera
    assert np.linalg.norm(pictures[0].eye) > np.linalg.norm(plain.eye) + 0.5
    assert pictures[1].eye == pytest.approx(plain.eye, abs=0.2)
