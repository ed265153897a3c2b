"""Links: what they protect from, how they begin and end, and who is aimed at instead."""

from collections.abc import Callable

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.enemies import SHIELDER
from arena.sim.groups.links import CUT_TICKS
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import Pool, Team
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.sphere import unit
from tests.ai.arena_of_minds import ahead, place, small_world
from tests.playing import place_bullet, told

REACH, MOST, SLACK = tuning.LINKS.reach, tuning.LINKS.most, tuning.LINKS.slack
REST = PlayerCommand()


def run(world: World, ticks: int = 1, command: PlayerCommand = REST) -> list[tuple[Event, int, int]]:
    """Step, without minds; returns every (event, row, other)."""
    seen: list[tuple[Event, int, int]] = []
    for _ in range(ticks):
        step(world, [command] * world.config.players)
        seen += [(one.event, one.row, one.other) for one in told(world)]
    return seen


def linked_pair(away: float = 0.3, apart: float = 8.0, players: int = 1) -> tuple[World, int, int]:
    """A drone `away` radians ahead of the player, and a shielder `apart` behind it; linked."""
    world = small_world(enemies=16, players=players)
    drone = place(world, kinds.DRONE.number, away)
    shielder = place(world, SHIELDER.number, away + apart / world.shell_radius)
    run(world)
    assert world.ships.shielder[drone] == shielder
    return world, drone, shielder


def moved(world: World, place: np.ndarray, right: float, up: float) -> np.ndarray:
    """A place on the shell that lies aside of another."""
    return unit(place + np.array([right, up, 0.0])) * world.shell_radius


def shoot(world: World, place: np.ndarray, towards: np.ndarray) -> int:
    """A player's bullet at a place, that flies towards another."""
    way = unit(np.cross(np.cross(place, towards - place), place)) * 40.0
    row = place_bullet(world, place, Team.PLAYERS, way)
    slot = row - world.pools[Pool.BULLET].start
    world.bullets.owner[slot], world.bullets.damage[slot] = 0, 15.0
    return row


def test_the_nearest_within_reach_are_linked_and_no_more_than_it_holds() -> None:
    world = small_world(enemies=16)
    shielder = place(world, SHIELDER.number, 0.6)
    gaps = [2.0 + k for k in range(MOST + 2)]
    rows = [place(world, kinds.DRONE.number, 0.6 + gap / world.shell_radius) for gap in gaps]
    other = place(world, SHIELDER.number, 0.6 - 3.0 / world.shell_radius)
    run(world)
    assert world.ships.shielder[rows[:MOST]].tolist() == [shielder] * MOST, "nearest first"
    assert world.ships.shielder[rows[MOST]] == other and world.ships.shielder[rows[MOST + 1]] == other
    assert (world.ships.shielder[[shielder, other]] == -1).all(), "none shields another"


@pytest.mark.parametrize(("gap", "is_held"), [(REACH - 0.1, True), (REACH + 0.1, False)])
def test_a_link_begins_within_its_reach(gap: float, is_held: bool) -> None:
    world = small_world()
    shielder, drone = place(world, SHIELDER.number, 0.6), place(world, kinds.DRONE.number, 0.6)
    chord = 2.0 * np.arcsin(gap / 2.0 / world.shell_radius)
    world.bodies.position[drone] = unit(ahead(0.6 + chord)) * world.shell_radius
    run(world)
    assert bool(world.ships.shielder[drone] == shielder) is is_held
    assert bool(is_linked(world.bodies, world.ships, drone)) is is_held


@pytest.mark.parametrize(("gap", "is_held"), [(REACH + SLACK - 0.1, True), (REACH + SLACK + 0.1, False)])
def test_and_ends_beyond_some_slack(gap: float, is_held: bool) -> None:
    world, drone, shielder = linked_pair()
    chord = 2.0 * np.arcsin(gap / 2.0 / world.shell_radius)
    middle = 0.3 + 8.0 / world.shell_radius
    world.bodies.velocity[[drone, shielder]] = 0.0
    world.bodies.position[drone] = world.shell_radius * unit(ahead(middle + chord))
    world.bodies.position[shielder] = world.shell_radius * unit(ahead(middle))
    run(world)
    assert bool(world.ships.shielder[drone] == shielder) is is_held


def bomb(world: World, drone: int) -> None:
    assert (Event.BOMB, 0, -1) in run(world, 2, PlayerCommand(buttons=Button.BOMB))


def bullet(world: World, drone: int) -> None:
    here = world.bodies.position[drone].astype(np.float64)
    shoot(world, moved(world, here, 0.0, -2.0), here)
    assert (Event.HIT, drone, 0) in run(world, 10)


def dash(world: World, drone: int) -> None:
    world.bodies.position[0] = moved(world, world.bodies.position[drone], -2.0, 0.0)
    world.bodies.velocity[0] = 0.0
    world.players.boost[0] = 1.0
    run(world, 4, PlayerCommand(move_x=127, buttons=Button.BOOST))


def touch(world: World, drone: int) -> None:
    world.ships.untouchable_until[0] = 0
    world.bodies.born[drone] = -100
    world.bodies.position[0] = moved(world, world.bodies.position[drone], 0.0, -0.7)
    assert (Event.PLAYER_HURT, 0, drone) in run(world, 2)


@pytest.mark.parametrize("attack", [bomb, bullet, dash, touch])
def test_nothing_harms_a_linked_ship_until_its_shielder_dies(attack: Callable[[World, int], None]) -> None:
    world, drone, shielder = linked_pair(away=0.15, apart=10.0)
    full = world.bodies.health[drone]
    attack(world, drone)
    assert world.ships.shielder[drone] == shielder and world.bodies.health[drone] == full
    world.bodies.health[shielder] = 0.0
    world.players.bombs[0], world.players.held[0] = 2, 0
    run(world)
    world.ships.hurt_tick[0] = -1000
    attack(world, drone)
    assert not world.bodies.alive[drone] or world.bodies.health[drone] < full


@pytest.mark.parametrize("aside", [-3.0, 3.0])
def test_a_bullet_that_crosses_a_link_cuts_it_for_a_while(aside: float) -> None:
    world, drone, shielder = linked_pair()
    middle = unit(world.bodies.position[drone] + world.bodies.position[shielder]) * world.shell_radius
    bullet = shoot(world, moved(world, middle, aside, 0.0), middle)
    events = run(world, 10)
    assert (Event.LINK_CUT, drone, bullet) in events and world.ships.shielder[drone] == -1
    until = int(world.ships.unlinked_until[drone])
    assert world.tick - 10 < until - CUT_TICKS <= world.tick
    while world.tick < until - 1:
        world.bodies.velocity[[drone, shielder]] = 0.0
        run(world)
    assert world.ships.shielder[drone] == -1
    run(world)
    assert world.ships.shielder[drone] == shielder


@pytest.mark.parametrize("end", ["drone", "shielder"])
@pytest.mark.parametrize(("gap", "is_cut"), [(0.2, True), (-0.1, False)])
def test_a_link_runs_from_hull_to_hull(end: str, gap: float, is_cut: bool) -> None:
    """Hulls of different size: each end is that of its own ship."""
    world, drone, shielder = linked_pair()
    bodies = world.bodies
    bodies.radius[[drone, shielder]] = 0.5, 1.0
    here, other = (drone, shielder) if end == "drone" else (shielder, drone)
    way = unit(bodies.position[other] - bodies.position[here]) * (bodies.radius[here] + gap)
    middle = unit(bodies.position[here] + way) * world.shell_radius
    shoot(world, moved(world, middle, 3.0, 0.0), middle)
    run(world, 10)
    assert bool(world.ships.shielder[drone] == -1) is is_cut


def test_one_that_flies_past_its_end_does_not() -> None:
    world, drone, shielder = linked_pair()
    end = world.bodies.position[shielder] * 1.0
    beyond = moved(world, end, 0.0, 3.0)
    shoot(world, moved(world, beyond, 3.0, 0.0), beyond)
    run(world, 10)
    assert world.ships.shielder[drone] == shielder


@pytest.mark.parametrize("slot", [0, 1])
def test_a_player_who_flies_through_cuts_it(slot: int) -> None:
    world, drone, shielder = linked_pair(players=2)
    world.spawn_player(1, [0, 0, -1])
    middle = unit(world.bodies.position[drone] + world.bodies.position[shielder]) * world.shell_radius
    world.bodies.position[slot] = moved(world, middle, 1.5, 0.0)
    world.players.up[slot] = world.players.up[0]
    world.bodies.velocity[slot] = [-20.0, 0.0, 0.0]
    assert (Event.LINK_CUT, drone, slot) in run(world, 6, PlayerCommand(move_x=-127))
    assert world.ships.shielder[drone] == -1
