"""Statistics count living bodies by kind, and sleeping ones by the world's own flags."""

from arena.game.scoring.statistics import awake_rows, count_kinds, take_statistics
from arena.sim.kinds import Pool
from tests.view.fakes import fake_world


def test_bodies_are_counted_by_kind() -> None:
    world = fake_world(enemies=24, asteroids=30, bullets=20)
    world.bodies.alive[world.rows(Pool.BULLET)[:5]] = False
    assert count_kinds(world) == {"player": 1, "drone": 16, "gunner": 8, "asteroid": 30, "bullet": 15}
    statistics = take_statistics(world)
    assert statistics.bodies == 70
    assert (statistics.awake, statistics.asleep) == (70, 0)
    assert (statistics.pairs, statistics.contacts) == (world.pair_count, int(world.contacts.count[0]))


def test_who_sleeps_is_not_awake_and_the_dead_are_neither() -> None:
    world = fake_world(enemies=24, asteroids=0, bullets=0)
    sleeping = world.rows(Pool.ENEMY)[3:6]
    world.bodies.awake[sleeping] = False
    world.bodies.alive[sleeping[1]] = False
    statistics = take_statistics(world)
    assert (statistics.bodies, statistics.awake, statistics.asleep) == (24, 22, 2)
    assert not awake_rows(world)[sleeping].any()
    assert awake_rows(world)[sleeping[0] - 1]
