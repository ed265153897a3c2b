"""Landing: what a ship may do before it has reached the shell, and where nothing lands."""

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from tests.playing import told


def test_a_ship_fires_in_the_tick_of_its_landing_and_steers_and_turns_in_the_next() -> None:
    """It is awake and commanded all the time."""
    world = World(WorldConfig(enemies=1, asteroids=0, bullets=4))
    row = world.drop_in(kinds.GUNNER.number, (1.0, 0.0, 0.0), seconds=1.0)
    b, nose, landed = world.bodies, world.bodies.heading[row].copy(), False
    for _ in range(120):
        world.ships.cooldown[row] = 0
        world.commands.move[row] = world.commands.aim[row] = np.cross(b.position[row], nose)
        world.commands.buttons[row] = Button.FIRE
        step(world, [PlayerCommand()])
        events = {one.event for one in told(world)}
        assert (Event.SHOT in events) == (Event.LANDED in events or landed)
        assert b.velocity[row].any() == landed
        assert (np.abs(b.heading[row] - nose).max() > 0.5) == landed
        if landed:
            return
        landed = Event.LANDED in events
    raise AssertionError("it never landed")


@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("lives", [False, True])
def test_nothing_lands_on_any_player_who_lives(slot: int, lives: bool) -> None:
    world = World(WorldConfig(players=2, enemies=1, asteroids=0, bullets=0))
    for player, place in enumerate(((0.0, 0.0, 1.0), (0.0, 0.0, -1.0))):
        world.spawn_player(player, place)
    row = world.drop_in(kinds.DRONE.number, world.bodies.position[slot], seconds=1.0)
    world.bodies.alive[slot] = lives
    for _ in range(62):
        step(world, [PlayerCommand()] * 2)
    assert (world.bodies.radial_speed[row] == 0.0) != lives


@pytest.mark.parametrize(("closer", "waits"), [(0.1, True), (-0.1, False)])
def test_a_large_rock_keeps_its_hull_off_a_player(closer: float, waits: bool) -> None:
    """Not only its middle."""
    world = World(WorldConfig(enemies=0, asteroids=1, bullets=0))
    world.spawn_player(0)
    chord = tuning.LANDING.grace_radius + 3.0 - closer
    angle = 2.0 * np.arcsin(0.5 * chord / world.shell_radius)
    place = (np.sin(angle), 0.0, np.cos(angle))
    row = world.drop_in(kinds.ASTEROID.number, place, radius=3.0, seconds=1.0)
    world.bodies.position[row] *= (world.shell_radius + 1e-3) / np.linalg.norm(world.bodies.position[row])
    step(world, [PlayerCommand()])
    assert (world.bodies.radial_speed[row] != 0.0) == waits
