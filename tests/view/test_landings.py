"""A landing ring is seen through the rocks that lie over it, and drawn once where none does."""

from typing import Any

import numpy as np
import pytest

from arena.sim.kinds import Pool
from arena.view.camera import project
from arena.view.landings import DASHES, MOST, PIECES
from arena.view.scene import Viewer
from tests.view.fakes import SHELL, fake_world
from tests.view.formulas import exp_map

SIZE = (1280, 720)
HERE = np.array([0.0, 0.0, 1.0])
PLACE = exp_map(HERE, np.array([8.0, 2.0, 0.0]) / SHELL)


def landing(rock_at: float, radius: float) -> Any:
    """Something is about to land at `PLACE`; a rock lies `rock_at` [u] to its right."""
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    enemy, rock = int(world.pool_rows.start[Pool.ENEMY]), int(world.pool_rows.start[Pool.ASTEROID])
    bodies = world.bodies
    bodies.alive[[enemy, rock]], bodies.radius[enemy], bodies.radius[rock] = True, 0.5, radius
    bodies.position[enemy] = bodies.previous_position[enemy] = PLACE * (SHELL + 3.0)
    bodies.radial_speed[enemy], bodies.heading[enemy] = -12.0, (1.0, 0.0, 0.0)
    beside = exp_map(HERE, np.array([8.0 + rock_at, 2.0, 0.0]) / SHELL) * SHELL
    bodies.position[rock] = bodies.previous_position[rock] = beside
    return Viewer().build(world, None, 1.0, 0.0, SIZE)


def test_lines_are_where_the_rock_is_and_go_through_it() -> None:
    frame = landing(0.0, 4.0)
    assert len(frame.lines) == 2 * (DASHES + PIECES)
    assert (frame.lines["lift"] > 2 * 4.0).all()
    spots, _ = project(frame.camera, frame.lines["first"])
    (middle,), _ = project(frame.camera, PLACE[None] * SHELL)
    assert spots.mean(axis=0) == pytest.approx(middle, abs=0.01)


def test_a_rock_over_half_a_ring_shows_that_half() -> None:
    frame = landing(3.0, 3.0)
    assert 0 < len(frame.lines) < 2 * (DASHES + PIECES)
    spots, _ = project(frame.camera, frame.lines["first"])
    (middle,), _ = project(frame.camera, PLACE[None] * SHELL)
    assert spots[:, 0].mean() > middle[0]


def test_a_ring_in_the_open_has_none() -> None:
    assert len(landing(9.0, 3.0).lines) == 0


def test_a_crowd_that_lands_among_rocks_costs_a_bounded_number_of_lines() -> None:
    world = fake_world(enemies=400, asteroids=300, bullets=0, spread=0.3)
    enemies = world.rows(Pool.ENEMY)
    for where in (world.bodies.position, world.bodies.previous_position):
        where[enemies] *= (SHELL + 3.0) / SHELL
    world.bodies.radial_speed[enemies] = -12.0
    lines = Viewer().build(world, None, 1.0, 0.0, SIZE).lines
    assert 2 * (DASHES + PIECES) < len(lines) <= MOST * 2 * (DASHES + PIECES)
