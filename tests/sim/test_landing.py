"""Landing: what a ship may do before it has reached the shell."""

import numpy as np

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
