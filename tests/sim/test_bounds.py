"""Bounds that the grid uses enclose every body's motion in the tick, whichever system moved it."""

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.jit import is_interpreted
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig

DESCENT = tuning.LANDING.descent_speed * tuning.DT


def test_a_landing_body_touches_what_it_lands_beside() -> None:
    """It comes down by up to 0.13 u after it has moved: a bound from before that misses the touch."""
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    gap = 0.795 / world.shell_radius
    world.place(kinds.ASTEROID.number, [np.sin(gap), 0.0, np.cos(gap)], radius=0.4)
    falling = world.drop_in(kinds.ASTEROID.number, [0.0, 0.0, 1.0], radius=0.4)
    world.bodies.position[falling, 2] = world.shell_radius + 0.98 * DESCENT
    step(world, [PlayerCommand()])
    assert world.bodies.radial_speed[falling] == 0.0
    assert world.contacts.count[0] == 1


def test_bounds_enclose_every_way_in_a_lively_world() -> None:
    world = World(WorldConfig(seed=3, enemies=40, asteroids=60, bullets=80, mines=8))
    world.spawn_player(0)
    random = np.random.default_rng(3)
    world.place_boss([0.0, 1.0, 0.0])
    for k in range(20):
        world.place(kinds.MINER.number if k % 4 == 0 else kinds.GUNNER.number, random.normal(size=3))
        world.place(kinds.ASTEROID.number, random.normal(size=3), random.normal(size=3) * 9)
        world.drop_in(kinds.ASTEROID.number, random.normal(size=3))
    bodies, bounds = world.bodies, world.bounds
    for _ in range(60 if is_interpreted else 150):
        world.commands.buttons[1:] = Button.FIRE
        enclosed = world.bodies.alive.copy()
        step(world, [PlayerCommand(buttons=Button.FIRE)])
        # Bodies alive all the way through: solving contacts comes after the bounds, and moves its bodies.
        moved = np.zeros(len(enclosed), bool)
        count = int(world.contacts.count[0])
        moved[world.contacts.first[:count]] = moved[world.contacts.second[:count]] = True
        rows = np.flatnonzero(enclosed & bodies.alive & ~moved)
        for end in (bodies.previous_position, bodies.position):
            gap = np.linalg.norm(end[rows].astype(np.float64) - bounds.center[rows], axis=1)
            assert (gap + bodies.radius[rows] <= bounds.radius[rows]).all()
    assert (bodies.kind[bodies.alive] == kinds.BOSS_PART.number).any()
    assert (bodies.kind[bodies.alive] == kinds.BULLET.number).any()
