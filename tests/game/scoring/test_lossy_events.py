"""Events over capacity are lost; nobody's life, score or return may be lost with them."""

import numpy as np

from arena.catalogue import kinds
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.retirement import retire_dead
from arena.sim.tables.bodies import allocate
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event, Events
from arena.sim.weapons import fire_weapons
from arena.sim.world import World, WorldConfig
from arena.tuning import PILOT, TICK_RATE
from tests.playing import rules


def test_a_player_whose_death_nobody_heard_of_returns() -> None:
    with Match(seed=3, workers=1) as match:
        world = match.world
        world.events = allocate(Events, 0)
        world.gather()
        lives = rules(match).ships_left
        world.bodies.health[0] = -1.0
        match.tick()
        assert rules(match).ships_left == lives - 1
        for _ in range(round(PILOT.reunion_delay * TICK_RATE) + 1):
            match.tick()
        assert world.bodies.alive[0]
        assert rules(match).ships_left == lives - 1


def test_who_dies_in_the_tick_of_the_return_has_died() -> None:
    with Match(seed=3, players=2, workers=1) as match:
        world = match.world
        for left in (5, 4):
            world.bodies.health[0] = -1.0
            while world.bodies.alive[0] or left != rules(match).ships_left:
                match.tick()
                assert world.tick < 400
            while not world.bodies.alive[0]:
                match.tick()


def test_deaths_find_room_whatever_else_happened() -> None:
    world = World(WorldConfig(enemies=8, asteroids=0, bullets=8))
    row = world.place(kinds.DRONE.number, (0.0, 1.0, 0.0))
    shooter = world.place(kinds.GUNNER.number, (1.0, 0.0, 0.0))
    while not world.events.dropped[0]:  # others shoot until nobody is heard any more
        world.ships.cooldown[shooter] = 0
        world.commands.buttons[shooter] = Button.FIRE
        fire_weapons(world)
        world.pools[Pool.BULLET].clear()
    world.bodies.health[row] = 0.0
    world.hit_by[row] = 0
    retire_dead(world)
    told = world.events.kind[: world.events.count[0]]
    assert np.count_nonzero(told == Event.KILLED) == 1


def test_points_are_paid_when_events_overflow() -> None:
    """The same death with and without a tick's events lost pays the same."""
    points: list[int] = []
    for flood in (False, True):
        with Match(seed=3, workers=1) as match:
            world = match.world
            row = world.place(kinds.CARRIER.number, (0.0, 0.0, -1.0))
            if flood:
                world.events = allocate(Events, 3)
                world.gather()
                world.players.boost[0] = 1.0
            world.bodies.health[row] = 0.0
            world.hit_by[row] = 0
            match.tick([PlayerCommand(127, 0, 127, 0, Button.FIRE | Button.BOOST | Button.BOMB)])
            points.append(rules(match).points)
    assert points[0] == points[1] > 0
