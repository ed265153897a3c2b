"""What lives is counted by kind; who sleeps is told by whatever the world knows of it."""

import numpy as np

from arena.game.census import awake_rows, count_kinds, take_census
from tests.view.fakes import fake_world


def test_bodies_are_counted_by_kind() -> None:
    world = fake_world(enemies=24, asteroids=30, bullets=20)
    world.bodies.alive[world.rows(3)[:5]] = False
    assert count_kinds(world) == {"player": 1, "drone": 16, "gunner": 8, "asteroid": 30, "bullet": 15}
    census = take_census(world)
    assert census.bodies == 70
    assert (census.awake, census.asleep) == (70, 0)
    assert (census.pairs, census.contacts) == (world.pair_count, int(world.contacts.count[0]))


def test_who_sleeps_is_not_awake_and_the_dead_are_neither() -> None:
    world = fake_world(enemies=24, asteroids=0, bullets=0)
    world.awake = np.ones(10, np.bool_)
    world.awake[3:6] = False
    world.bodies.alive[4] = False
    census = take_census(world)
    assert (census.bodies, census.awake, census.asleep) == (24, 22, 2)
    assert not awake_rows(world)[3:6].any()
    assert awake_rows(world)[2]
