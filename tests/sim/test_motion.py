"""Great-circle motion: eight rows at a time, one at a time, on any number of threads."""

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds
from arena.sim import motion
from arena.sim.bounds import enclose_motion
from arena.sim.motion import move_bodies, move_rows
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World, WorldConfig


def crowd(asteroids: int = 77, dead: int = 9) -> World:
    """Asteroids in all directions: some dead, some falling, one far too fast."""
    world = World(WorldConfig(enemies=0, asteroids=asteroids, bullets=0))
    random = np.random.default_rng(5)
    for k in range(asteroids):
        place = world.place if k % 5 else world.drop_in
        row = place(kinds.ASTEROID.number, random.normal(size=3), radius=0.5)
        tangent = np.cross(world.bodies.position[row], random.normal(size=3))
        world.bodies.velocity[row] = tangent * (1e4 if k == 21 else 0.3)
    world.bodies.alive[random.choice(asteroids, dead, replace=False) + 1] = False
    return world


def test_eight_rows_at_a_time_give_the_bits_of_single_rows() -> None:
    together, alone = crowd(), crowd()
    n = len(together.bodies.alive)
    for _ in range(30):
        move_rows(0, n, together.bodies, 0, together.shell_radius, together.suspect)
        enclose_motion.kernel(0, n, together.simulation)
        for row in range(n):
            move_rows(row, row + 1, alone.bodies, 0, alone.shell_radius, alone.suspect)
            enclose_motion.kernel(row, row + 1, alone.simulation)
    assert together.array_hashes() == alone.array_hashes()
    assert (together.bounds.center == alone.bounds.center).all()
    assert (together.bounds.radius == alone.bounds.radius).all()


def test_the_dead_stay_where_they_are() -> None:
    world = crowd()
    dead = ~world.bodies.alive
    before = world.bodies.position[dead].copy(), world.bodies.velocity[dead].copy()
    move_bodies(world)
    assert (world.bodies.position[dead] == before[0]).all()
    assert (world.bodies.velocity[dead] == before[1]).all()


def test_a_tick_remembers_every_pose_before_it() -> None:
    world = World(WorldConfig(enemies=13, asteroids=30, bullets=0))  # ships end inside a block of eight rows
    random, b = np.random.default_rng(8), world.bodies
    before = nose = np.zeros((0, 3))
    for _ in range(30):
        world.place(kinds.ASTEROID.number, random.normal(size=3), random.normal(size=3) * 9, radius=0.2)
        world.place(kinds.GUNNER.number, random.normal(size=3))
        world.commands.aim[1:] = random.normal(size=(13, 3))
        before, nose = b.position.copy(), b.heading.copy()
        step(world, [PlayerCommand()])
        assert (b.previous_position[b.alive] == before[b.alive]).all()
        assert (b.previous_heading == nose).all()
    assert (b.heading[1:14] != nose[1:14]).any(axis=1).all()
    assert (b.position[14:] != before[14:]).any(axis=1).all()


def test_even_the_fastest_body_turns_no_more_than_its_limit() -> None:
    world = crowd(dead=0)
    row = int(np.argmax(np.linalg.norm(world.bodies.velocity, axis=1)))
    before = world.bodies.position[row] / world.shell_radius
    move_bodies(world)
    after = world.bodies.position[row] / world.shell_radius
    assert np.arccos(before @ after) == pytest.approx(motion.TURN_MAX, rel=1e-4)


def test_speed_is_kept() -> None:
    world = World(WorldConfig(enemies=0, asteroids=1, bullets=0))
    row = world.place(kinds.ASTEROID.number, (0.0, 0.0, 1.0), (12.0, 3.0, 0.0))
    speed = np.linalg.norm(world.bodies.velocity[row])
    for _ in range(600):
        move_bodies(world)
    assert np.linalg.norm(world.bodies.velocity[row]) == pytest.approx(speed, rel=1e-4)
    length = np.linalg.norm(world.bodies.position[row])
    assert length == pytest.approx(world.planet_radius + tuning.ARENA.shell_altitude, rel=1e-6)
