"""Great-circle motion: eight rows at a time, one at a time, on any number of threads."""

import numpy as np
import pytest

from arena import tuning
from arena.sim import contacts, motion
from arena.sim.commands import PlayerCommand
from arena.sim.kinds import Kind
from arena.sim.motion import move_bodies, move_rows
from arena.sim.step import step
from arena.sim.world import World, WorldConfig
from arena.workers import WorkerPool, shares


def crowd(asteroids: int = 77, dead: int = 9) -> World:
    """Asteroids in all directions: some dead, some falling, one far too fast."""
    world = World(WorldConfig(enemies=0, asteroids=asteroids, bullets=0))
    random = np.random.default_rng(5)
    for k in range(asteroids):
        place = world.place if k % 5 else world.drop_in
        row = place(Kind.ASTEROID, random.normal(size=3), radius=0.5)
        tangent = np.cross(world.bodies.position[row], random.normal(size=3))
        world.bodies.velocity[row] = tangent * (1e4 if k == 21 else 0.3)
    world.bodies.alive[random.choice(asteroids, dead, replace=False) + 1] = False
    return world


def test_eight_rows_at_a_time_give_the_bits_of_single_rows() -> None:
    together, alone = crowd(), crowd()
    n = len(together.bodies.alive)
    for _ in range(30):
        move_rows(0, n, together.bodies, together.shell_radius)
        for row in range(n):
            move_rows(row, row + 1, alone.bodies, alone.shell_radius)
    assert together.array_hashes() == alone.array_hashes()
    live = together.bodies.alive
    assert (together.bodies.bound_center[live] == alone.bodies.bound_center[live]).all()
    assert (together.bodies.bound_radius[live] == alone.bodies.bound_radius[live]).all()


def test_the_dead_stay_where_they_are() -> None:
    world = crowd()
    dead = ~world.bodies.alive
    before = world.bodies.position[dead].copy(), world.bodies.velocity[dead].copy()
    move_bodies(world)
    assert (world.bodies.position[dead] == before[0]).all()
    assert (world.bodies.velocity[dead] == before[1]).all()


def test_motion_remembers_where_bodies_were_and_encloses_the_way() -> None:
    world = crowd()
    before = world.bodies.position.copy()
    move_bodies(world)
    b, live = world.bodies, world.bodies.alive & (world.bodies.climb == 0.0)
    assert (b.previous_position[live] == before[live]).all()
    assert (b.position[live] != before[live]).any(axis=1).all()
    for end in (b.previous_position, b.position):
        gap = np.linalg.norm(end - b.bound_center, axis=1)
        assert (gap[live] + b.radius[live] <= b.bound_radius[live]).all()


def test_even_the_fastest_body_turns_no_more_than_its_limit() -> None:
    world = crowd(dead=0)
    row = int(np.argmax(np.linalg.norm(world.bodies.velocity, axis=1)))
    before = world.bodies.position[row] / world.shell_radius
    move_bodies(world)
    after = world.bodies.position[row] / world.shell_radius
    assert np.arccos(before @ after) == pytest.approx(motion.TURN_MAX, rel=1e-4)


@pytest.mark.parametrize("workers", [2, 3])
def test_threads_change_nothing(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "SPLIT_ROWS", 16)
    one, many = crowd(200), crowd(200)
    many.workers = WorkerPool(workers)
    for _ in range(20):
        step(one, [PlayerCommand()])
        step(many, [PlayerCommand()])
    many.workers.close()
    assert one.state_hash() == many.state_hash()


def test_pairs_in_two_parts_give_what_one_part_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(split: int) -> tuple[int, int, int]:
        monkeypatch.setattr(contacts, "SPLIT_PAIRS", split)
        world = World(WorldConfig(seed=2, enemies=40, asteroids=300, bullets=300, planet_radius=20.0))
        random = np.random.default_rng(2)
        world.spawn_player(0)
        for k in range(300):
            world.place(Kind.ASTEROID, random.normal(size=3), random.normal(size=3) * 9, radius=1.0)
            if k < 40:
                row = world.place(Kind.GUNNER, random.normal(size=3))
                world.commands.aim[row] = np.cross(world.bodies.position[row], random.normal(size=3))
        touched = hits = 0
        for _ in range(120):
            world.commands.buttons[1:] = 1
            step(world, [PlayerCommand()])
            touched += int(world.contacts.count[0])
            hits += int((world.bullets.hit_row >= 0).sum())
        return touched, hits, world.state_hash()

    whole = run(10**9)
    assert run(1) == whole
    assert whole[0] > 1000
    assert whole[1] > 20


def test_shares_cover_all_rows_once() -> None:
    for count in (0, 1, 15, 16, 1000, 99_999):
        for workers in (1, 2, 5, 16):
            bounds = shares(count, 100, workers)
            assert bounds[0] == 0
            assert bounds[-1] == count
            assert bounds == sorted(bounds)
            assert len(bounds) - 1 == max(1, min(workers, count // 100))
            assert all(bound % 16 == 0 for bound in bounds[:-1])


def test_speed_is_kept() -> None:
    world = World(WorldConfig(enemies=0, asteroids=1, bullets=0))
    row = world.place(Kind.ASTEROID, (0.0, 0.0, 1.0), (12.0, 3.0, 0.0))
    speed = np.linalg.norm(world.bodies.velocity[row])
    for _ in range(600):
        move_bodies(world)
    assert np.linalg.norm(world.bodies.velocity[row]) == pytest.approx(speed, rel=1e-4)
    length = np.linalg.norm(world.bodies.position[row])
    assert length == pytest.approx(world.planet_radius + tuning.ARENA.shell_altitude, rel=1e-6)
