"""The world's navigation: the costs that a tick refreshes, and what it spends when nobody asks."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.jit import is_interpreted
from arena.nav import FREE, refresh_tiles
from arena.nav.flow import COMPLETED, TURNED
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World, WorldConfig
from arena.tuning import NAVIGATION

REST = [PlayerCommand()]


def rocky_world(drone: tuple[float, float, float]) -> World:
    """Asteroids at rest everywhere, many near each other, a player at +z and a drone."""
    rng = np.random.default_rng(4)
    world = World(WorldConfig(enemies=4, asteroids=300, bullets=8, flow=True))
    world.spawn_player(0, [0, 0, 1])
    world.place(kinds.DRONE.number, drone)
    for _ in range(300):
        world.place(kinds.ASTEROID.number, rng.normal(size=3), radius=float(rng.uniform(0.4, 3.0)))
    return world


def test_costs_follow_the_asteroids_of_the_grid() -> None:
    world = rocky_world((0, 0, -1))
    for _ in range(3 * NAVIGATION.refresh_ticks):
        world.bodies.velocity[...] = 0.0
        step(world, REST)
    tile_map, rocks = world.navigation.table.tile_map, world.pools[Pool.ASTEROID]
    cost = tile_map.cost
    expected = tile_map.replaced(cost=np.full_like(cost, FREE))
    centers = world.navigation.table.tiles.center * world.shell_radius
    offsets, ids = world.grid.query_spheres(centers, NAVIGATION.costly_gap)
    refresh_tiles(
        expected, (0, len(cost)), offsets, ids, world.bodies.position, world.bodies.radius,
        shell_radius=world.shell_radius, rows=(rocks.start, rocks.stop),
    )  # fmt: skip
    assert len(np.unique(expected.cost)) > 10
    assert (cost == expected.cost).mean() > 0.99, "all but where solid rocks still part"


@pytest.mark.skipif(is_interpreted, reason="takes long, and its code runs in the test above")
def test_the_field_is_made_in_equal_steps() -> None:
    world = rocky_world((0, 0, -1))
    flow, steps = world.navigation.flow, list[int]()
    for _ in range(80):
        before = int(flow.progress[TURNED])
        step(world, REST)
        steps.append(int(flow.progress[TURNED]) - before)
    assert flow.progress[COMPLETED] >= 2
    assert max(steps) <= NAVIGATION.flow_tiles_per_tick
