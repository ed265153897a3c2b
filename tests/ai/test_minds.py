"""Minds.

The same decisions from any number of workers, one tick late, and behaviour that shows in numbers.
"""

import time
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from arena import tuning
from arena.ai.minds import MindError, Minds
from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS, Trait
from arena.nav.flow import BUSY, COMPLETED
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from arena.workers import WorkerPool


def crowd(enemies: int = 1100, asteroids: int = 300, seed: int = 5) -> World:
    rng = np.random.default_rng(seed)
    world = World(WorldConfig(seed=seed, enemies=enemies, asteroids=asteroids, bullets=400))
    world.spawn_player(0)
    for k in range(enemies):
        world.place(kinds.GUNNER.number if k % 3 == 0 else kinds.DRONE.number, rng.normal(size=3))
    for _ in range(asteroids):
        world.place(
            kinds.ASTEROID.number,
            rng.normal(size=3),
            rng.normal(size=3) * 3,
            radius=float(rng.uniform(0.4, 2)),
        )
    return world


def play(world: World, ticks: int, workers: int | None = 1, before_chunk: Any = None) -> World:
    """Ticks with a player who rests and cannot be hurt."""
    minds = Minds(world, workers, before_chunk)
    try:
        for _ in range(ticks):
            minds.collect(world)
            world.ships.untouchable_until[0] = world.tick + 10
            step(world, [PlayerCommand()])
            minds.submit(world)
    finally:
        minds.collect(world)
        minds.close()
    return world


def test_any_number_of_workers_gives_the_same_bits() -> None:
    rng = np.random.default_rng(0)
    delays = rng.uniform(0, 0.002, 1000)
    calls = iter(range(10**9))

    def dawdle(chunk: int) -> None:
        time.sleep(delays[next(calls) % len(delays)])  # shuffles which worker does what

    hashes = {play(crowd(), 120, workers).state_hash() for workers in (1, 2, 3, 5, 8)}
    hashes |= {play(crowd(), 120, workers, dawdle).state_hash() for workers in (2, 5)}
    assert len(hashes) == 1


def motley(seed: int = 8) -> World:
    """Every kind of mind at once, in a field, with routes to plan, a flow to follow and mines to lay."""
    rng = np.random.default_rng(seed)
    world = World(
        WorldConfig(
            *(seed, 2, 700, 200, 600),
            companions=2,
            mines=40,
            travellers=6,
            flow=True,
        )
    )
    for slot in range(2):
        world.spawn_player(slot, rng.normal(size=3))
        world.place_companion(slot, rng.normal(size=3))
    for variant in range(len(BOSSES)):
        world.place_boss(rng.normal(size=3), variant)
    minded = [
        row.number for row in KINDS if row.rules.pool == "enemy" and Trait.PLACEABLE in row.rules.traits
    ]
    for k in range(600):
        world.place(minded[k % len(minded)], rng.normal(size=3))
    for _ in range(200):
        world.place(
            kinds.ASTEROID.number,
            rng.normal(size=3),
            rng.normal(size=3) * 2,
            radius=float(rng.uniform(0.4, 3)),
        )
    return world


def play_motley(world: World, ticks: int, workers: int = 1) -> World:
    minds = Minds(world, workers)
    for _ in range(ticks):
        minds.collect(world)
        world.bodies.health[:2] = 100.0
        step(world, [PlayerCommand(move_x=60), PlayerCommand(move_y=90)])
        minds.submit(world)
    minds.collect(world)
    minds.close()
    return world


def test_the_whole_cast_gives_the_same_bits_from_any_number_of_workers() -> None:
    worlds = [play_motley(motley(), 240, workers) for workers in (1, 2, 3, 8)]
    hashes = [world.array_hashes() for world in worlds]
    assert hashes[1:] == hashes[:-1]
    assert worlds[0].navigation.active == 6
    assert worlds[0].pools[Pool.MINE].active > 0
    assert worlds[0].navigation.flow.progress[COMPLETED] > 10
    for part in ("memory.", "navigation.routes.", "navigation.flow."):
        assert any(name.startswith(part) for name in hashes[0]), part


def test_a_cast_continues_from_a_snapshot_bit_by_bit() -> None:
    first = play_motley(motley(), 90)
    assert first.navigation.flow.progress[BUSY], "a field in the making is continued as well"
    second = motley()
    second.restore(first.snapshot())
    assert play_motley(first, 120).array_hashes() == play_motley(second, 120, 3).array_hashes()


def test_a_failing_mind_surfaces_with_seed_and_tick() -> None:
    world = crowd(50, 0, seed=77)

    def fail(chunk: int) -> None:
        if world.tick == 3:
            raise FloatingPointError("boom")

    with pytest.raises(MindError, match=r"tick 3 with seed 77.*boom"):
        play(world, 10, 2, fail)
    assert world.tick == 3


def test_decisions_cannot_be_asked_for_twice() -> None:
    world = crowd(10, 0)
    minds = Minds(world, 1)
    minds.submit(world)
    with pytest.raises(MindError, match="twice"):
        minds.submit(world)
    minds.collect(world)
    minds.close()


@pytest.mark.parametrize("workers", [0, -1, 10_000])
def test_impossible_worker_counts_are_refused(workers: int) -> None:
    with pytest.raises(ValueError, match="workers"):
        WorkerPool(workers)


def arc(world: World, row: int, other: int) -> float:
    a, b = (
        world.bodies.position[r].astype(np.float64) / np.linalg.norm(world.bodies.position[r])
        for r in (row, other)
    )
    return float(np.arccos(np.clip(a @ b, -1, 1)) * world.shell_radius)


def test_a_drone_reaches_a_resting_player_from_the_other_side() -> None:
    world = World(WorldConfig(enemies=1, asteroids=0, bullets=8))
    world.spawn_player(0, [0, 0, 1])
    row = world.place(kinds.DRONE.number, [0, 0, -1])
    play(world, 60 * 5)
    assert arc(world, row, 0) < 130
    play(world, 60 * 22)
    assert arc(world, row, 0) < 4


def test_a_swarm_keeps_its_spacing() -> None:
    world = World(WorldConfig(enemies=200, asteroids=0, bullets=0))
    world.spawn_player(0, [0, 0, 1])
    rng = np.random.default_rng(1)
    for _ in range(200):
        world.place(kinds.DRONE.number, np.array([0, 0, 1]) + 0.7 * rng.normal(size=3))
    play(world, 60 * 12)
    rows = world.rows(Pool.ENEMY)
    position = world.bodies.position[rows].astype(np.float64)
    gaps = np.linalg.norm(position[:, None] - position[None], axis=2) + np.eye(len(rows)) * 99
    assert gaps.min(axis=1).mean() >= 3 * world.kinds.radius[kinds.DRONE.number]
    assert np.median([arc(world, row, 0) for row in rows]) < 20, "a swarm that keeps away is no swarm"


def test_a_swarm_around_a_resting_player_keeps_apart_and_clear_of_the_field() -> None:
    """500 drones press in on a player while 500 asteroids of all sizes drift through them, as in a match."""
    drones, asteroids, warm_up, seconds = 500, 500, 12, 20
    rng = np.random.default_rng(1)
    world = World(
        WorldConfig(
            1, 1, drones, asteroids, bullets=0, separation_speed_max=tuning.CONTACT.separation_speed_max
        )
    )
    world.spawn_player(0, [0, 0, 1])
    for size in np.clip(np.exp(rng.normal(-0.2, 0.6, asteroids)), 0.4, 4.0):
        world.place(kinds.ASTEROID.number, rng.normal(size=3), rng.normal(size=3) * 2, radius=float(size))
    for _ in range(drones):
        world.place(kinds.DRONE.number, np.array([0, 0, 1]) + 0.5 * rng.normal(size=3))
    rocks, rows = world.pools[Pool.ASTEROID].start, world.rows(Pool.ENEMY)
    minds = Minds(world, 1)
    touched: set[int] = set()
    shares: list[float] = []
    spacing: list[float] = []
    pressing: list[int] = []
    for tick in range(60 * (warm_up + seconds)):
        minds.collect(world)
        world.bodies.position[0], world.bodies.velocity[0] = (0, 0, world.shell_radius), 0
        world.ships.untouchable_until[0] = world.tick + 10
        step(world, [PlayerCommand()])
        count = int(world.contacts.count[0])
        first, second = world.contacts.first[:count], world.contacts.second[:count]
        if tick >= 60 * warm_up:
            touched.update(first[(first > 0) & (first < rocks) & (second >= rocks)].tolist())
        if tick % 60 == 59 and tick >= 60 * warm_up:
            shares.append(len(touched) / drones)
            touched.clear()
            position = world.bodies.position[rows].astype(np.float64)
            gaps = np.linalg.norm(position[:, None] - position[None], axis=2) + np.eye(drones) * 99
            spacing.append(float(gaps.min(axis=1).mean()))
            away = np.linalg.norm(position - world.bodies.position[0], axis=1)
            pressing.append(int((away < 6).sum()))
        minds.submit(world)
    minds.collect(world)
    minds.close()
    assert min(spacing) >= 3 * world.kinds.radius[kinds.DRONE.number]
    assert max(shares) < 0.02
    assert np.mean(shares) < 0.005
    assert np.mean(pressing) > 35, "a swarm that keeps away is no swarm"


@pytest.mark.parametrize("radius", [1.0, 2.0, 3.0, 4.0])
def test_drones_go_around_asteroids(radius: float) -> None:
    """Straight chase would run into the rock between drone and player.

    With avoidance it passes without a touch.
    """
    world = World(WorldConfig(enemies=1, asteroids=1, bullets=0))
    world.spawn_player(0, [0, 0, 1])
    row = world.place(kinds.DRONE.number, [np.sin(0.6), 0, np.cos(0.6)])
    rock = world.place(kinds.ASTEROID.number, [np.sin(0.3), 0, np.cos(0.3)], radius=radius)
    minds = Minds(world, 1)
    touched = 0
    for _ in range(60 * 8):
        minds.collect(world)
        world.ships.untouchable_until[0] = world.tick + 10
        step(world, [PlayerCommand()])
        count = int(world.contacts.count[0])
        touched += int(
            np.sum((world.contacts.first[:count] == row) & (world.contacts.second[:count] == rock))
        )
        minds.submit(world)
    minds.collect(world)
    minds.close()
    assert touched == 0
    assert arc(world, row, 0) < 6


def test_a_gunner_keeps_its_range_and_hits_a_moving_target() -> None:
    world = World(WorldConfig(enemies=1, asteroids=0, bullets=64))
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    row = world.place(kinds.GUNNER.number, [np.sin(0.3), 0, np.cos(0.3)])
    minds = Minds(world, 1)
    shots = hits = 0
    distances: list[float] = []
    for _ in range(60 * 20):
        minds.collect(world)
        world.bodies.health[0] = 100
        world.ships.untouchable_until[0] = 0
        step(world, [PlayerCommand(move_y=35)])
        count = int(world.events.count[0])
        told = world.events.kind[:count]
        shots += int(np.sum(told == Event.SHOT))
        hits += int(np.sum((told == Event.HIT) & (world.events.row[:count] == 0)))
        distances.append(arc(world, row, 0))
        minds.submit(world)
    minds.collect(world)
    minds.close()
    assert shots >= 8
    assert hits >= shots * 0.4, "shots that are not led miss a player at this speed"
    assert 6 < np.median(distances) < 24


def test_without_players_enemies_roam_and_hold_their_fire() -> None:
    world = World(WorldConfig(enemies=4, asteroids=0, bullets=16))
    for k in range(4):
        world.place(kinds.GUNNER.number, np.eye(3)[k % 3] + 0.2 * k)
    play(world, 120)
    assert world.pools[Pool.BULLET].active == 0
    assert not (world.commands.buttons & Button.FIRE).any()
    assert (np.linalg.norm(world.bodies.velocity[world.rows(Pool.ENEMY)], axis=1) > 1).all()


def test_decisions_do_not_depend_on_the_cells_of_the_grid() -> None:
    """Neighbours come in the order of the cells; what is summed over them must not."""
    hashes: set[int] = set()
    for cells in (None, 7, 30):
        world = World(WorldConfig(5, 1, 60, 150, 200, cells=cells))
        world.spawn_player(0, [0, 0, 1])
        rng = np.random.default_rng(3)
        minded = (kinds.DRONE.number, kinds.GUNNER.number, kinds.WEAVER.number, kinds.STALKER.number)
        for k in range(60):
            world.place(minded[k % 4], rng.normal(size=3) * 0.4 + [0, 0, 1])
        for _ in range(150):
            world.place(kinds.ASTEROID.number, rng.normal(size=3), rng.normal(size=3) * 2)
        with closing(Minds(world, 1)) as minds:
            for _ in range(120):
                minds.collect(world)
                world.bodies.health[0] = 100.0
                step(world, [PlayerCommand(aim_x=127, buttons=Button.FIRE)])
                minds.submit(world)
            minds.collect(world)
        hashes.add(world.state_hash())
    assert len(hashes) == 1
