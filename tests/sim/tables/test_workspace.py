"""Workspace may hold anything between two ticks: every system fills what it reads."""

import numpy as np

from arena.catalogue import kinds, zones
from arena.game.spawning.replacement import create_deal, refill
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone, remove_zone

TICKS = 90


def lively() -> World:
    """Crowded, with landings, zones, sleepers, a boss and shots."""
    config = WorldConfig(6, 1, 60, 200, 150, planet_radius=20.0, live_radius=25.0, mines=9)
    world, random = World(config), np.random.default_rng(6)
    world.spawn_player(0)
    world.place_boss([0.0, 1.0, 0.3])
    add_zone(world, zones.WELL.number, [1.0, 0.0, 0.0], radius=12.0, strength=9.0)
    for kind in (kinds.MINER.number, kinds.CARRIER.number, kinds.GUNNER.number, kinds.STALKER.number):
        world.place(kind, random.normal(size=3))
    for _ in range(60):
        world.drop_in(kinds.ASTEROID.number, random.normal(size=3))
    return world


def poison(world: World, random: np.random.Generator) -> None:
    """Fill the whole workspace with garbage."""
    for _, column in world.workspace.arrays():
        garbage = random.integers(0, 256, column.nbytes, np.uint8)
        if column.dtype == np.bool_:
            garbage &= 1
        column[...] = garbage.view(column.dtype).reshape(column.shape)


def test_garbage_between_ticks_changes_nothing() -> None:
    clean, used, random = lively(), lively(), np.random.default_rng(7)
    deals = [create_deal(clean.config.capacity) for _ in range(2)]
    touched = hits = 0
    for tick in range(TICKS):
        if tick == TICKS // 2:
            for world in (clean, used):
                remove_zone(world, 0)
        poison(used, random)
        for world, deal in zip((clean, used), deals, strict=True):
            world.commands.buttons[1:] = Button.FIRE
            step(world, [PlayerCommand(60, 20, 90, 0, Button.FIRE)])
            refill(world, deal)
        assert used.state_hash() == clean.state_hash(), tick
        assert used.zone_mask.tobytes() == clean.zone_mask.tobytes()
        assert used.hits.row.tobytes() == clean.hits.row.tobytes()
        touched += int(clean.contacts.count[0])
        hits += int((clean.hits.row >= 0).sum())
    assert touched > 300
    assert hits > 50
