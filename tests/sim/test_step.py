"""The compiled loop of a tick does what the systems do one by one, and leaves to Python what it must."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.jit import is_interpreted, kernel
from arena.jit.calls import address_of
from arena.sim import step as step_module
from arena.sim.contacts import BLOCK_PAIRS
from arena.sim.kinds import Pool
from arena.sim.step import NAMED_SYSTEMS, TickError, step
from arena.sim.system import system
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.simulation import Simulation
from arena.sim.world import World, WorldConfig

pytestmark = pytest.mark.skipif(is_interpreted, reason="without a compiler the systems run one by one")


def listen(_: str) -> None:
    """A mark: where somebody hears of each system, they run one by one."""


def crowd(bodies: int, radius: float = 0.5, workers: int = 1) -> World:
    """Rocks and a player who fires, on a small planet."""
    world = World(WorldConfig(asteroids=bodies, enemies=40, planet_radius=12.0, live_radius=9.0), workers)
    world.spawn_player(0)
    random = np.random.default_rng(bodies)
    for _ in range(bodies):
        place, speed = random.normal(size=3), random.normal(size=3) * 4
        world.place(kinds.ASTEROID.number, place, speed, radius=radius)
    for _ in range(20):
        world.place(kinds.GUNNER.number, random.normal(size=3))
    return world


@pytest.mark.parametrize(
    ("bodies", "radius", "workers"),
    [(100, 0.5, 1), (700, 0.6, 1), (2500, 0.9, 2), (12_000, 0.1, 2)],
    ids=["few", "many", "pairs for several threads", "rows for several threads"],
)
def test_all_ways_give_the_same_bits(bodies: int, radius: float, workers: int) -> None:
    one, other, parts = (crowd(bodies, radius, workers) for _ in range(3))
    grown, crowded = one.simulation, 0
    told: list[str] = []
    for tick in range(40):
        command = PlayerCommand(90, 40 - tick, 60, 60, Button.FIRE)
        step(one, [command])
        step(other, [command], listen)
        step(parts, [command], told.append, ("solve_contacts", "find_pairs", "navigate"))
        assert one.state_hash() == other.state_hash() == parts.state_hash(), f"tick {tick}"
        assert (one.pair_count, one.boss_count, one.tick) == (other.pair_count, other.boss_count, other.tick)
        crowded += one.pair_count > 2 * BLOCK_PAIRS
    assert one.simulation is not grown, "the grid never had to grow"
    assert one.grid.cells == other.grid.cells and (one.grid.box[0] == other.grid.box[0]).all()
    assert (crowded > 0) == (bodies > 2000)
    assert told == 40 * ["find_pairs", "solve_contacts", "navigate"]


@pytest.mark.parametrize("mark", [None, listen])
def test_events_and_those_that_were_dropped_are_counted_for_each_tick_anew(mark: Any) -> None:
    world = World(WorldConfig(), 1)
    world.events.count[0], world.events.dropped[0] = 3, 5
    step(world, [PlayerCommand()], mark)
    assert (world.events.count[0], world.events.dropped[0]) == (0, 0)


@pytest.fixture
def systems(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Put further systems at the end of a tick."""

    def add(*more: tuple[str, Callable[[World], None]]) -> None:
        monkeypatch.setattr(step_module, "NAMED_SYSTEMS", (*NAMED_SYSTEMS, *more))

    yield add


@system(writes=("bodies.health",))
def hurt(sim: Simulation) -> None:
    """Take a hit point from everybody, as a system of a mod would."""
    for row in range(len(sim.bodies.health)):
        sim.bodies.health[row] -= 1.0


@system(writes=())
def fail(sim: Simulation) -> None:
    """Fail in compiled code."""
    if sim.tick[0] == 3:
        raise ValueError("three is enough")


def test_a_new_system_is_in_both_ways_by_itself(systems: Callable[..., None]) -> None:
    healths = []
    seen: list[int] = []
    systems(("hurt", hurt), ("count", lambda world: seen.append(world.tick)))
    for mark in (None, listen):
        world = crowd(50)
        world.bodies.health[world.rows(Pool.ENEMY)] = 50.0
        for _ in range(4):
            step(world, [PlayerCommand()], mark)
        healths.append(world.bodies.health[world.rows(Pool.ENEMY)].tolist())
    assert seen == [1, 2, 3, 4] * 2
    assert healths[0] == healths[1] and max(healths[0]) == 46.0


def test_a_failure_in_compiled_code_names_its_system(systems: Callable[..., None]) -> None:
    world = crowd(50)
    systems(("fail", fail))
    for _ in range(2):
        step(world, [PlayerCommand()])
    with pytest.raises(TickError, match="fail failed at tick 3 with seed 1: three is enough"):
        step(world, [PlayerCommand()])


def test_only_whole_numbers_come_back_by_address() -> None:
    with pytest.raises(TypeError, match="half returns float64: by address only whole numbers come back"):
        address_of(kernel(half), 3)


def half(number: int) -> float:
    return number / 2
