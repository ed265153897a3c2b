"""The film camera: the ship stays in the picture's middle half, the planet never hides it, kills draw it."""

import numpy as np
import pytest

from arena import sphere
from arena.sim.tables.events import Event
from arena.view.cameras.camera import project
from arena.view.cameras.film_camera import ORBIT_RATE, FilmRig
from arena.view.cameras.framing import Framing
from tests.view.fakes import PLANET, SHELL, FakeWorld, fake_world

FRAME = 1 / 30
STILL = np.zeros(3)
SHIP, UP = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])


def _kill(world: FakeWorld, place: np.ndarray, count: int = 1) -> None:
    world.events.count[0] = count
    world.events.kind[:count], world.events.position[:count] = Event.KILLED, place * SHELL


def _on_screen(rig: FilmRig, point: np.ndarray, aspect: float = 16 / 9, zoom: float = 0.5) -> np.ndarray:
    places, ahead = project(rig.camera(SHELL, aspect, (0.0, 0.0), zoom), point[None] * SHELL)
    assert ahead[0]
    return places[0]


@pytest.mark.parametrize("aspect", [16 / 9, 1.0, 9 / 16, 32 / 9])
def test_the_ship_stays_in_the_middle_half_and_in_sight_whatever_happens(aspect: float) -> None:
    random, world, rig = np.random.default_rng(3), fake_world(), FilmRig()
    ship, up = SHIP, UP
    for frame in range(600):
        if frame % 150 == 149:  # lost, and back elsewhere: at the antipode, too
            moved = -ship if frame == 299 else sphere.unit(random.normal(size=3))
        else:
            moved = sphere.exp_map(ship, sphere.project_tangent(ship, random.normal(size=3)) * 0.02)
        ship, up = moved, sphere.unit(sphere.parallel_transport(ship, moved, up))
        world.bodies.position[0] = ship * SHELL
        near = sphere.exp_map(ship, sphere.project_tangent(ship, random.normal(size=3)) * 0.4)
        _kill(world, near, int(random.integers(0, 200)))
        rig.observe(world, 0)
        rig.follow(ship, up, random.normal(size=3) * 0.05, FRAME)
        zoom = float(random.random())
        x, y = _on_screen(rig, ship, aspect, zoom)
        assert abs(x) < 0.5 and abs(y) < 0.5
        eye = rig.camera(SHELL, aspect, (0.0, 0.0), zoom).eye.astype(np.float64)
        shares = np.linspace(0.0, 1.0, 50)[:, None]
        assert np.linalg.norm(eye * (1.0 - shares) + ship * SHELL * shares, axis=1).min() > PLANET


def test_kills_draw_the_picture_to_them_softly_and_it_comes_back() -> None:
    world, rig = fake_world(), FilmRig()
    place = sphere.exp_map(SHIP, np.array([0.2, 0.0, 0.0]))
    rig.follow(SHIP, UP, STILL, FRAME)
    ship_x, away = [_on_screen(rig, SHIP)[0]], abs(_on_screen(rig, place)[0])
    for frame in range(360):
        for tick in range(2):
            _kill(world, place, 1 if tick == 0 and frame < 60 else 0)
            rig.observe(world, 0)
        rig.follow(SHIP, UP, STILL, FRAME)
        ship_x.append(_on_screen(rig, SHIP)[0])
        if frame == 60:
            assert abs(_on_screen(rig, place)[0]) < away - 0.15
    steps = np.abs(np.diff(ship_x))
    assert steps[0] < 0.003 and steps.max() < 0.012, "it starts softly, and jumps nowhere"
    assert min(ship_x) < -0.15 and abs(ship_x[-1]) < 0.03


@pytest.mark.parametrize("near", [0, 1])
def test_far_kills_do_not_count(near: int) -> None:
    """Neither alone nor beside one nearby."""
    seen = list[np.ndarray]()
    for far in (0, 50):
        world, rig = fake_world(), FilmRig()
        _kill(world, sphere.exp_map(SHIP, np.array([1.0, 0.0, 0.0])), near + far)
        world.events.position[:near] = sphere.exp_map(SHIP, np.array([0.2, 0.0, 0.0])) * SHELL
        for _ in range(60):
            rig.observe(world, 0)
            rig.follow(SHIP, UP, STILL, FRAME)
        seen.append(_on_screen(rig, SHIP))
    assert seen[0] == pytest.approx(seen[1], abs=1e-6)
    assert (abs(seen[0][0]) > 0.1) == (near == 1)


@pytest.mark.parametrize("player", [0, 1])
def test_what_happens_near_its_player_draws_it_by_its_weight(player: int) -> None:
    """A boss's stage counts more than a kill, a kill as one by a cascade, and both more than a rock."""
    drawn = dict[Event, float]()
    for event in (Event.SHOT, Event.BURST, Event.CAUGHT, Event.KILLED, Event.BOSS_STAGE):
        world, rig = fake_world(), FilmRig()
        world.bodies.position[player], world.bodies.position[1 - player] = SHIP * SHELL, -SHIP * SHELL
        _kill(world, sphere.exp_map(SHIP, np.array([0.2, 0.0, 0.0])))
        world.events.kind[0] = event
        for _ in range(60):
            rig.observe(world, player)
            rig.follow(SHIP, UP, STILL, FRAME)
        drawn[event] = abs(_on_screen(rig, SHIP)[0])
    nothing, burst, caught, killed, stage = drawn.values()
    assert nothing < 1e-9 and caught == killed
    assert 0.02 < burst < killed - 0.01 < stage - 0.02


def test_it_turns_about_the_ship_at_its_rate() -> None:
    rig = FilmRig()
    rig.follow(SHIP, UP, STILL, 0.0)
    before = rig.camera(SHELL, 1.6, (0.0, 0.0)).right
    rig.follow(SHIP, UP, STILL, 2.0)
    after = rig.camera(SHELL, 1.6, (0.0, 0.0)).right
    assert np.arccos(before @ after) == pytest.approx(2.0 * ORBIT_RATE, abs=1e-3)


def test_it_turns_to_have_the_fight_beyond_the_ship() -> None:
    for side in (-1.0, 1.0):
        world, rig = fake_world(), FilmRig()
        place = sphere.exp_map(SHIP, np.array([0.2 * side, 0.0, 0.0]))
        for frame in range(300):
            _kill(world, place, 1 if frame % 10 == 0 else 0)
            rig.observe(world, 0)
            rig.follow(SHIP, UP, STILL, FRAME)
        x, y = (_on_screen(rig, place) - _on_screen(rig, SHIP)) * (16 / 9, 1.0)
        assert y > 0.1 and abs(x) < 1.2 * y


def test_a_shot_changes_its_distance_and_not_its_field_of_view() -> None:
    rig = FilmRig()
    rig.follow(SHIP, UP, STILL, FRAME)
    usual, near = (rig.camera(SHELL, 16 / 9, (0.0, 0.0), 0.5, Framing(distance)) for distance in (1.0, 0.5))
    away = [float(np.linalg.norm(camera.eye - SHIP * SHELL)) for camera in (usual, near)]
    assert away[1] == pytest.approx(0.5 * away[0], rel=0.01)
    assert usual.tan_half_fov == near.tan_half_fov
