"""Rivers of few drones: where drones come, which of them hunt, and that they leave unseen."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game import rivers
from arena.game.rules import TIDE, WAVES
from arena.game.waves.tides import NEVER, create_tides, run_tide
from arena.sim.kinds import Pool
from arena.sim.sleep import chord
from arena.sim.world import World
from tests.ai.arena_of_minds import place, small_world

AXES = rivers.river_axes(3)
HUNTED, UPON = TIDE.near + 4.0, TIDE.near - 4.0
"""Distances [u] from a player within which a drone hunts and does not."""


def enemies(world: World) -> tuple[int, int]:
    """First row of the enemies, and their end."""
    pool = world.pools[Pool.ENEMY]
    return pool.start, pool.stop


def away(world: World, rows: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> np.ndarray:
    """Distances of bodies to the player [u]."""
    return np.linalg.norm(world.bodies.position[rows] - world.bodies.position[0], axis=1)


def flowing_at(world: World, gap: float, bearing: float, kind: int = kinds.DRONE.number) -> int:
    """Row of a new drone that flows, at a distance [u] from the player."""
    row = place(world, kind, gap / world.shell_radius, bearing)
    world.sleep.allow_wake[row] = False
    return row


def test_drones_come_in_their_rivers_where_nobody_sees_them() -> None:
    world = small_world(enemies=24)
    assert rivers.fill(world, AXES, 10) == 10
    assert rivers.fill(world, AXES, 100) == 14, "as many as there is room for"
    rows = rivers.flowing_rows(world)
    assert len(rows) == 24 and not world.bodies.awake[rows].any()
    assert away(world, rows).min() >= chord(TIDE.unseen, world.shell_radius)
    expected = [rivers.kind_of(row, len(AXES)) for row in rows]
    assert world.bodies.kind[rows].tolist() == expected
    assert len(set(expected)) == 2, "some are volatile"
    places = world.bodies.position[rows] / np.linalg.norm(world.bodies.position[rows], axis=1)[:, None]
    from_beds = np.abs(np.arcsin(places @ AXES.T)).min(axis=1) * world.shell_radius
    assert from_beds.max() < TIDE.width / (2 * len(AXES)) + 1e-3


def test_none_comes_where_players_see_everything() -> None:
    world = small_world(enemies=24)
    assert rivers.fill(world, AXES, 10, unseen=10.0 * world.shell_radius) == 0
    assert world.pools[Pool.ENEMY].active == 0, "its row is free again"


def test_the_nearest_drone_that_is_not_upon_a_player_hunts() -> None:
    world = small_world(enemies=8)
    near, later = flowing_at(world, HUNTED, 1.0), flowing_at(world, HUNTED + 3.0, 2.0)
    never = [
        flowing_at(world, UPON, 0.0),
        flowing_at(world, HUNTED - 2.0, 3.0, kinds.VOLATILE.number),
        flowing_at(world, TIDE.far + 4.0, 4.0),
    ]
    for expected in ([near], [near, later], [near, later]):
        rivers.send_hunter(world, enemies(world)[0], 1)
        rows = world.rows(Pool.ENEMY)
        assert sorted(rows[world.sleep.allow_wake[rows]].tolist()) == sorted(expected)
    assert not world.sleep.allow_wake[never].any()


def test_nobody_hunts_a_player_who_is_lost() -> None:
    world = small_world(enemies=8)
    row = flowing_at(world, HUNTED, 1.0)
    world.bodies.alive[0] = False
    rivers.send_hunter(world, enemies(world)[0], 1)
    assert not world.sleep.allow_wake[row]


def test_few_at_a_time_leave_and_only_far_away() -> None:
    world = small_world(enemies=8)
    seen = flowing_at(world, HUNTED, 0.0)
    hunter = place(world, kinds.DRONE.number, 2.5)
    unseen = [flowing_at(world, 2.5 * world.shell_radius, bearing) for bearing in (1.0, 2.0, 3.0)]
    first, end = enemies(world)
    least = chord(TIDE.unseen, world.shell_radius)
    for left in (1, 0):
        assert rivers.ebb_rivers(world.population, first, end, 2, 1, least)
        assert int(world.bodies.alive[unseen].sum()) == left
    assert world.bodies.alive[[seen, hunter]].all()
    world.bodies.alive[seen] = False
    assert not rivers.ebb_rivers(world.population, first, end, 2, 1, least), "only the hunter is left"


@pytest.mark.parametrize("company", [0, WAVES.tide_company])
def test_a_tide_comes_flows_and_leaves(company: int) -> None:
    world = small_world(enemies=company + 12)
    for k in range(company):
        place(world, kinds.DRONE.number, 0.4 + 0.05 * k)
    tides = create_tides()
    tides.axes[:], tides.began[0] = AXES[0], 0

    def run(tick: int) -> int:
        run_tide(world.population, world.kinds, tides, 12, world.shell_radius, world.seed, tick)
        return len(rivers.flowing_rows(world))

    assert [run(tick) for tick in (1, 2, 3)] == [TIDE.births, 2 * TIDE.births, 3 * TIDE.births]
    assert [run(tick) for tick in (4, 5)] == [12, 12], "so many, and no more"
    close = int(rivers.flowing_rows(world)[0])
    for column in (world.bodies.position, world.bodies.previous_position):
        column[close] = world.bodies.position[0] + (HUNTED, 0.0, 0.0)
    world.bodies.kind[close] = kinds.DRONE.number
    assert run(WAVES.tide_interval) == (12 if company else 11), "it sends hunters to those who are alone"
    if company:
        world.pools[Pool.ENEMY].give(close)
    assert run(WAVES.tide_flow - 1) == 11
    left = [run(WAVES.tide_flow + k) for k in range(12)]
    assert left[-1] == 0 and tides.began[0] == NEVER
