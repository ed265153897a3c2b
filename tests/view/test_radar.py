"""The radar is azimuthal-equidistant; arrows point from the rim."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.sim.kinds import Pool
from arena.sim.zones import Zone
from arena.view.overlay import DART, HEIGHT, Overlay
from arena.view.palette import load_palette
from arena.view.radar import (
    ARROW_GAP,
    ARROWS,
    CORNERS,
    FOOT,
    RADIUS,
    bearing_and_distance,
    draw_arrows,
    draw_radar,
    map_points,
)
from arena.view.scene import Viewer
from arena.view.vectors import cross, tangent, travel, unit
from tests.view.fakes import HUD, SHELL, fake_world


def test_map_keeps_bearing_and_distance():
    random = np.random.default_rng(9)
    for _ in range(60):
        p = unit(random.normal(size=3))
        up = unit(tangent(p, random.normal(size=3)))
        turn, angle = random.uniform(-math.pi, math.pi), random.uniform(0.01, math.pi - 0.01)
        ahead = up * math.cos(turn) + cross(up, p) * math.sin(turn)
        target = travel(p, ahead * angle) * SHELL
        bearing, away = bearing_and_distance(p, up, target[None])
        assert bearing[0] == pytest.approx(turn, abs=1e-6)
        assert away[0] == pytest.approx(angle, abs=1e-6)
        place = map_points(p, up, target[None], 100.0)[0]
        assert place == pytest.approx(
            [100 * angle / math.pi * f(turn) for f in (math.sin, math.cos)], abs=1e-4
        )


def test_middle_and_antipode():
    p, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    assert map_points(p, up, p[None], 50.0)[0] == pytest.approx([0, 0], abs=1e-9)
    assert np.linalg.norm(map_points(p, up, -p[None], 50.0)[0]) == pytest.approx(50.0)


def test_a_nebula_hides_what_is_inside_from_radar_and_arrows():
    def drawn(hidden: list[int]) -> tuple[int, int]:
        world, frame = fake_world(enemies=10, asteroids=0, bullets=0, spread=3.0), np.eye(3)
        world.zone_mask[world.rows(Pool.ENEMY)[hidden]] = 1 << Zone.NEBULA
        world.zone_mask[world.rows(Pool.ENEMY)[0]] |= 1 << Zone.WIND  # blown about, but in plain sight
        radar, arrows = Overlay(16 / 9), Overlay(16 / 9)
        draw_radar(radar, world, frame[2], frame[1], frame[1], load_palette("terra"))
        camera = Viewer().build(fake_world(), HUD, 1.0, 0.0, (1280, 720)).camera
        draw_arrows(arrows, world, camera, frame[2], frame[1], load_palette("terra"))
        return len(radar.instances()), int((arrows.instances()["shape"] == DART).sum())

    (all_blips, all_arrows), (blips, _) = drawn([]), drawn([2, 3, 7])
    assert all_blips - blips == 3
    assert all_arrows > 0
    assert drawn(list(range(10))) == (all_blips - 10, 0)


def test_everything_on_the_radar_lies_within_its_rim():
    world = fake_world(spread=3.0)
    overlay = Overlay(16 / 9)
    frame = np.eye(3)
    draw_radar(overlay, world, frame[2], frame[1], frame[1], load_palette("terra"))
    rows = overlay.instances()
    middle = (overlay.width - 44.0 - RADIUS, 44.0 + RADIUS)
    reach = np.hypot(rows["place"][:, 0] - middle[0], rows["place"][:, 1] - middle[1])
    assert reach.max() <= RADIUS + 1e-3
    assert len(rows) > 50


def test_an_enemy_over_the_horizon_gets_an_arrow_on_its_side():
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    target = travel(np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]) * 1.2)
    world.bodies.position[row] = world.bodies.previous_position[row] = target * SHELL
    world.bodies.velocity[row] = cross(np.array([0.0, -1.0, 0.0]), target) * 12.0
    viewer = Viewer()
    frame = viewer.build(world, None, 1.0, 0.0, (1280, 720))
    overlay = Overlay(16 / 9)
    draw_arrows(
        overlay, world, frame.camera, np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), viewer.palette
    )
    rows = overlay.instances()
    darts = rows[rows["shape"] == DART]
    assert len(darts) == 1
    assert darts["place"][0, 0] > overlay.width * 0.9
    assert darts["place"][0, 1] == pytest.approx(HEIGHT / 2, abs=2.0)
    assert darts["turn"][0] == pytest.approx(math.pi / 2, abs=1e-3)
    world.bodies.position[row] = world.bodies.previous_position[row] = np.array([0.0, 0.1, 0.995]) * SHELL
    overlay = Overlay(16 / 9)
    draw_arrows(
        overlay, world, frame.camera, np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), viewer.palette
    )
    assert len(overlay.instances()) == 0


def _darts(world: Any) -> NDArray[Any]:
    viewer = Viewer()
    frame = viewer.build(world, None, 1.0, 0.0, (1280, 720))
    overlay = Overlay(16 / 9)
    north = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    draw_arrows(overlay, world, frame.camera, *north, viewer.palette)
    rows = overlay.instances()
    return rows[rows["shape"] == DART]


def test_one_arrow_points_at_a_group_and_none_covers_the_hud():
    world = fake_world(enemies=40, asteroids=0, bullets=0)
    rows = world.rows(Pool.ENEMY)
    world.bodies.position[rows] = travel(np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]) * 1.2) * SHELL
    assert len(_darts(world)) == 1
    turn = np.linspace(0.0, 2 * math.pi, len(rows), endpoint=False)
    for start in range(0, len(rows), 4):  # a few at a time: all directions are tried
        for i, row in enumerate(rows):
            angle = turn[(start + 10 * (i % 4)) % len(rows)]
            away = np.array([math.sin(angle), math.cos(angle), 0.0]) * 1.2
            world.bodies.position[row] = travel(np.array([0.0, 0.0, 1.0]), away) * SHELL
        places = _darts(world)["place"][:, :2].astype(float)
        assert 1 < len(places) <= ARROWS
        gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
        assert gaps[~np.eye(len(places), dtype=bool)].min() >= ARROW_GAP - 1e-3
        x, y = np.abs(places - (960.0, 540.0)).T
        upper, right = places[:, 1] > 540.0, places[:, 0] > 960.0
        for (side, height), (w, h) in CORNERS.items():
            corner = (upper == (height > 0)) & (right == (side > 0))
            assert not np.any(corner & (x > 960.0 - w + 1.0) & (y > 540.0 - h + 1.0))
        assert not np.any(~upper & (x < FOOT[0] / 2 - 1.0) & (y > 540.0 - FOOT[1] + 1.0))
