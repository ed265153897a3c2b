"""Stories of the flow field: far drones go around a wall that stops who flies straight; near ones chase."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.nav import FREE
from arena.nav.flow import BUSY, COMPLETED
from arena.sim.kinds import Pool
from arena.sim.sleep import force_sleep
from arena.sim.step import step
from arena.sim.world import World
from arena.tuning import NAVIGATION
from tests.ai.arena_of_minds import REST, gap, place, play, small_world, walled_world

SWARM = 8
SECONDS = 16
ENOUGH = 40
"""Ticks in which two fields are completed."""


def swarm_behind_a_wall(*, flow: bool) -> World:
    world = walled_world(flow=flow)
    for k in range(SWARM):
        place(world, kinds.DRONE.number, 0.85 + 0.05 * (k % 2), 0.08 * (k - SWARM // 2))
    return world


def arrivals(*, flow: bool) -> int:
    """Number of a swarm's drones that reach a player who rests behind the wall."""
    world = swarm_behind_a_wall(flow=flow)
    arrived: set[int] = set()

    def look(world: World) -> None:
        world.bodies.velocity[world.rows(Pool.ASTEROID)] = 0.0
        drones = world.rows(Pool.ENEMY)
        world.bodies.health[drones] = 50.0
        arrived.update(row for row in drones.tolist() if gap(world, row) < 12.0)

    play(world, 60 * SECONDS, look=look)
    return len(arrived)


def test_a_swarm_goes_around_a_wall_where_straight_chase_fails() -> None:
    assert arrivals(flow=False) == 0, "the wall holds off who flies straight"
    assert arrivals(flow=True) >= SWARM - 1


def test_a_drone_near_its_player_chases_straight_and_the_field_rests() -> None:
    worlds = [small_world(asteroids=2, flow=flow) for flow in (False, True)]
    for world in worlds:
        place(world, kinds.DRONE.number, 0.9 * NAVIGATION.flow_distance / world.shell_radius)
        place(world, kinds.GUNNER.number, 1.0)
        place(world, kinds.ASTEROID.number, 0.1, 0.2)
        play(world, 60)
    for name in ("position", "velocity", "heading"):
        straight, flowing = (getattr(world.bodies, name) for world in worlds)
        np.testing.assert_array_equal(straight, flowing)
    assert not worlds[1].navigation.flow.progress.any()
    assert (worlds[1].navigation.table.tile_map.cost == FREE).all()


@pytest.mark.parametrize("leaves", ["dies", "sleeps"])
def test_the_field_is_forgotten_when_nobody_follows(leaves: str) -> None:
    world = small_world(flow=True)
    row = place(world, kinds.DRONE.number, 1.2)
    play(world, ENOUGH)
    flow = world.navigation.flow
    assert flow.progress[COMPLETED] >= 2
    assert flow.direction.any()
    if leaves == "dies":
        world.bodies.health[row] = 0.0
    else:
        force_sleep(world, row)
    play(world, 2)
    assert not flow.progress.any()
    assert not flow.direction.any()
    assert (flow.length == flow.length.max()).all()


def test_the_field_leads_to_the_nearest_of_the_living() -> None:
    world = small_world(players=2, flow=True)
    world.spawn_player(1, [1, 0, 0])
    place(world, kinds.DRONE.number, 2.0, np.pi)
    play(world, ENOUGH)
    assert (world.navigation.flow.goal >= 0).sum() == 2
    world.bodies.alive[1] = False
    play(world, ENOUGH)
    assert (world.navigation.flow.goal >= 0).sum() == 1


def test_a_snapshot_holds_a_field_in_the_making() -> None:
    first = swarm_behind_a_wall(flow=True)
    play(first, 90)
    assert first.navigation.flow.progress[BUSY]
    second = swarm_behind_a_wall(flow=True)
    second.restore(first.snapshot())
    assert second.state_hash() == first.state_hash()
    for world in (first, second):
        step(world, [REST])  # fills the grid, which minds look at and no snapshot holds
        play(world, 120)
    assert second.array_hashes() == first.array_hashes()
    hashes = first.array_hashes()
    first.navigation.flow.queue.state[0] += 1
    assert first.array_hashes() != hashes
