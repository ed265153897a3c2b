"""Blocks of work: cut by how much there is, and the same bits whoever does which when."""

import threading
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest

from arena.catalogue import kinds, zones
from arena.game.spawning.replacement import create_deal, refill
from arena.sim.blocks import BLOCKS_MAX, cut, run_blocks
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone
from arena.workers import WorkerPool
from tests.playing import cut_small

BLOCKS_LEAST = 40
"""Blocks of a tick of `crowded`, at least: of bodies in motion, in zones and in bounds, and of ships."""


class LatePool(WorkerPool):
    """Ends its tasks in an order of its own: each waits until those that were dealt before it are over."""

    def __init__(self, workers: int, seed: int) -> None:
        super().__init__(workers)
        self._random = np.random.default_rng(seed)
        self.tasks = 0

    def run(self, tasks: Sequence[Callable[[], None]]) -> None:
        """Backwards or in random order; on several threads those that wait for each other run at once."""
        order = self._random.permutation(len(tasks)).tolist()
        self.tasks += len(tasks)
        super().run([tasks[k] for k in order[::2]])
        gate = threading.Barrier(min(self.workers, len(order[1::2])) or 1)

        def late(task: Callable[[], None]) -> None:
            gate.wait(timeout=30)
            task()

        rest = [tasks[k] for k in order[1::2]]
        super().run([partial(late, task) for task in rest[: gate.parties]])
        super().run(rest[gate.parties :])


def crowded(pool: WorkerPool) -> tuple[int, int, int, bytes]:
    """Sums of contacts and of hits, the hash after them, and the order of the last contacts and hits."""
    world = World(WorldConfig(seed=2, enemies=60, asteroids=300, bullets=300, planet_radius=20.0))
    world.workers = pool
    world.spawn_player(0)
    for kind in (zones.WIND.number, zones.WELL.number):
        add_zone(world, kind, [1.0, 0.0, float(kind)], radius=9.0, strength=4.0)
    deal, random = create_deal(world.config.capacity), np.random.default_rng(2)
    for _ in range(200):
        world.place(kinds.ASTEROID.number, random.normal(size=3), random.normal(size=3) * 9, radius=1.0)
    touched = hits = 0
    for _ in range(60):
        world.commands.buttons[1:] = Button.FIRE
        step(world, [PlayerCommand()])
        touched += int(world.contacts.count[0])
        hits += int((world.hits.row >= 0).sum())
        refill(world, deal)
    count = int(world.contacts.count[0])
    order = b"".join(column[:count].tobytes() for column in list(world.contacts)[:5])
    return touched, hits, world.state_hash(), order + world.hits.row.tobytes()


def test_any_number_of_workers_gives_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With blocks of any size, done in any order, as in one piece."""
    expected = crowded(WorkerPool(1))
    assert expected[0] > 500
    assert expected[1] > 20
    cut_small(monkeypatch)
    for workers in (1, 2, 3, 5, 8, 16):
        with_delays = LatePool(workers, seed=workers)
        try:
            assert crowded(with_delays) == expected, workers
            assert with_delays.tasks > 60 * BLOCKS_LEAST
        finally:
            with_delays.close()


def test_a_cut_covers_all_rows_once_and_no_block_is_small() -> None:
    for count in (0, 1, 15, 16, 1000, 99_999, 10**6):
        for least in (16, 100, 5000):
            ends = cut(count, least)
            assert ends[0] == 0
            assert ends[-1] == count
            assert ends == sorted(ends)
            assert len(ends) - 1 == max(1, min(BLOCKS_MAX, count // least))
            assert all(end % 16 == 0 for end in ends[:-1])


def test_more_pairs_than_room_for_contacts_drop_the_same_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything at one point: pairs beyond all capacity, and every bullet still finds what it hits."""

    def pile(workers: int) -> tuple[int, int, bytes]:
        world = World(WorldConfig(enemies=0, asteroids=60, bullets=40, planet_radius=20.0))
        world.workers = WorkerPool(workers)
        deal = create_deal(world.config.capacity)
        refill(world, deal)
        b = world.bodies
        b.position[1:] = b.previous_position[1:] = b.position[1]
        b.radial_speed[1:] = 0.0
        step(world, [PlayerCommand()])
        world.workers.close()
        count, dropped = int(world.contacts.count[0]), int(world.contacts.dropped[0])
        assert world.pair_count > len(world.contacts.first) and dropped > 0
        assert (world.hits.row >= 0).all()
        return count, dropped, world.state_hash().to_bytes(8, "little")

    cut_small(monkeypatch)
    assert pile(1) == pile(3) == pile(16)


def test_one_block_runs_on_the_thread_that_asks() -> None:
    world = World(WorldConfig(enemies=0, asteroids=1, bullets=0))
    world.workers = WorkerPool(2)
    ran: list[tuple[int, int, str, int]] = []

    def note(begin: int, end: int, word: str) -> None:
        ran.append((begin, end, word, threading.get_ident()))

    run_blocks(world.workers, 5, 3, note, "once")
    world.workers.close()
    assert ran == [(0, 5, "once", threading.get_ident())]
