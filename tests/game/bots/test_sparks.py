"""Choice of the spark: the largest group of linked volatile ships, found as by brute force."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.catalogue.skills import ANY_SPARK, BEST, WEAK
from arena.game.bots.perception import SIGHT_CAPACITY, Sight, create_sight, look
from arena.game.bots.sparks import NOBODY, choose_spark, create_search, create_spark, find_spark
from arena.game.rules import BOT
from arena.sim.bounds import enclose_motion
from arena.sim.contacts import rebuild_grid
from arena.sim.kinds import Pool
from arena.sim.world import World, WorldConfig
from arena.sphere import exp_map, unit
from arena.tuning import BURST

SKILL = BEST.rules


def world_of(places: NDArray[np.float64], kind: int = kinds.VOLATILE.number) -> World:
    """Sleeping ships at places in the plane about the player [u], shape (n, 2)."""
    world = World(WorldConfig(enemies=len(places), asteroids=0, bullets=0, planet_radius=50.0))
    world.spawn_player(0, [0.0, 0.0, 1.0], up=[0.0, 1.0, 0.0])
    here = unit(world.bodies.position[0])
    up = world.players.up[0].astype(np.float64)
    right = np.cross(up, here)
    for x, y in places:
        way = right * x + up * y
        world.place(kind, unit(exp_map(here * world.shell_radius, way)))
    world.bodies.awake[world.rows(Pool.ENEMY)] = False
    enclose_motion(world)
    rebuild_grid(world)
    return world


def found(world: World) -> list[int]:
    """Row of the best spark, and how many volatile ships it takes along."""
    spark = create_spark()
    find_spark(world.grid.table, world.bodies, world.ships, 0, BOT.spark_reach, create_search(), spark)
    return spark.tolist()


def seen(world: World, reach: float = 26.0) -> Sight:
    sight = create_sight()
    look(world.bodies, world.players, 0, world.shell_radius, reach, 7.0, sight)
    return sight


def largest_group(places: NDArray[np.float64]) -> list[int]:
    """Members of the largest group of linked places, shape (n, 3)."""
    linked = np.linalg.norm(places[:, None] - places[None], axis=2) < BURST.reach
    group = linked.copy()
    for _ in range(len(places)):
        wider = (group.astype(int) @ linked.astype(int)) > 0
        if (wider == group).all():
            break
        group = wider
    return np.flatnonzero(group[group.sum(axis=1).argmax()]).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_the_best_spark_is_in_the_largest_group_and_the_nearest_of_it(seed: int) -> None:
    random = np.random.default_rng(seed)
    world = world_of(random.uniform(-12.0, 12.0, (90, 2)))
    rows = world.rows(Pool.ENEMY)
    places = world.bodies.position[rows].astype(np.float64)
    group = largest_group(places)
    row, size = found(world)
    assert size == len(group)
    away = np.linalg.norm(places[group] - world.bodies.position[0], axis=1)
    assert row == rows[group[int(away.argmin())]]


def test_what_burns_is_dead_far_away_or_not_volatile_is_no_spark() -> None:
    line = np.array([[6.0 + 2.0 * k, 0.0] for k in range(5)])
    world = world_of(line)
    rows = world.rows(Pool.ENEMY)
    assert found(world) == [rows[0], 5]
    world.ships.fuse[rows[2]] = 10
    assert found(world) == [rows[0], 2], "two groups of two, the nearer"
    world.bodies.alive[rows[0]] = False
    assert found(world) == [rows[3], 2]
    assert found(world_of(line + np.array([BOT.spark_reach, 0.0]))) == [NOBODY, 0]
    assert found(world_of(line, kinds.DRONE.number)) == [NOBODY, 0]


def test_it_shoots_at_a_spark_that_is_worth_it_and_at_who_hunts_it_first() -> None:
    count = SKILL.spark_volatiles
    line = np.array([[8.0, 0.0], *([10.0, 2.0 * k] for k in range(count))])
    for size, worth in ((count, True), (count - 2, False)):
        world = world_of(line[: 1 + size])
        rows, sight = world.rows(Pool.ENEMY), seen(world)
        [hunter] = np.flatnonzero(sight.row[: sight.count[0]] == rows[0])
        world.bodies.kind[rows[0]] = kinds.DRONE.number
        entry = choose_spark(world, 0, SKILL, sight, int(hunter), create_search(), create_spark())
        if not worth:
            assert entry == NOBODY, "it holds its fire"
        else:
            assert entry >= 0 and int(sight.row[entry]) in rows[1:]
        world.bodies.awake[rows[0]] = True
        near = choose_spark(world, 0, SKILL, sight, int(hunter), create_search(), create_spark())
        assert near == hunter
        sight.x[hunter] = BOT.spark_calm + 1.0
        far = choose_spark(world, 0, SKILL, sight, int(hunter), create_search(), create_spark())
        assert (int(sight.row[far]) in rows[1:]) == worth


@pytest.mark.parametrize(("gap", "spark_first"), [(4.0, False), (5.0, True)])
def test_a_larger_spark_comes_before_a_nearer_hunter(gap: float, spark_first: bool) -> None:
    """With four times the volatiles, half the distance is enough: between 4 and 5 u instead of 9."""
    across = 0.5 * SKILL.spark_volatiles
    block = [(8.0 + 2.0 * i, 2.0 * (j - 0.5 * across)) for i in range(8) for j in range(round(across))]
    world = world_of(np.array([(gap, 0.0), *block]))
    hunter = world.rows(Pool.ENEMY)[0]
    world.bodies.kind[hunter], world.bodies.awake[hunter] = kinds.DRONE.number, True
    sight = seen(world)
    [entry] = np.flatnonzero(sight.row[: sight.count[0]] == hunter)
    chosen = choose_spark(world, 0, SKILL, sight, int(entry), create_search(), create_spark())
    assert (chosen != entry) == spark_first


def test_without_a_volatile_in_reach_it_shoots_at_sleepers_as_ever() -> None:
    world = world_of(np.array([[8.0, 0.0]]), kinds.DRONE.number)
    assert choose_spark(world, 0, SKILL, seen(world), 0, create_search(), create_spark()) == 0
    assert WEAK.rules.spark_volatiles == ANY_SPARK


def test_of_more_bodies_than_it_heeds_the_nearest_are_seen() -> None:
    random = np.random.default_rng(3)
    world = world_of(random.uniform(-20.0, 20.0, (3 * SIGHT_CAPACITY, 2)), kinds.DRONE.number)
    rows = world.rows(Pool.ENEMY)
    places, here = unit(world.bodies.position[rows]), unit(world.bodies.position[0])
    nearest = rows[np.argsort(-(places @ here))[:SIGHT_CAPACITY]]
    sight = seen(world, 100.0)
    assert sight.count[0] == SIGHT_CAPACITY
    assert set(sight.row.tolist()) == set(nearest.tolist())
    assert np.hypot(sight.x, sight.y).min() == pytest.approx(sight.nearest[2], rel=1e-4)
