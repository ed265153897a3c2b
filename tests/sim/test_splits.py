"""Ships that come apart: their pieces, where they fly, and that nobody is hurt by them at once."""

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.enemies import SPLITTER
from arena.sim.damage import HARMLESS_TICKS
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from tests.ai.arena_of_minds import gap, place, small_world
from tests.playing import told

assert SPLITTER.ship.split
SPLIT = SPLITTER.ship.split


def test_it_comes_apart_into_ships_around_it_that_fly_away_from_it() -> None:
    world = small_world(enemies=16)
    row = place(world, SPLITTER.number, 0.5, velocity=[4.0, 0.0, 0.0])
    middle = world.bodies.position[row].copy()
    world.bodies.health[row] = 0.0
    step(world, [PlayerCommand()])
    pieces = world.rows(Pool.ENEMY)
    assert (world.bodies.kind[pieces] == kinds.DRONE.number).all() and len(pieces) == SPLIT.count
    assert [one.row for one in told(world) if one.event == Event.KILLED] == [row]
    assert np.allclose(world.bodies.health[pieces], kinds.DRONE.ship.body.health)
    assert np.allclose(np.linalg.norm(world.bodies.position[pieces], axis=1), world.shell_radius, atol=1e-3)
    away = world.bodies.position[pieces] - middle
    assert np.linalg.norm(away, axis=1).max() < SPLITTER.ship.body.radius
    assert np.allclose(world.bodies.velocity[pieces].mean(axis=0), [4.0, 0.0, 0.0], atol=0.3), (
        "it keeps its drift"
    )
    parting = world.bodies.velocity[pieces] - world.bodies.velocity[pieces].mean(axis=0)
    assert np.allclose(np.linalg.norm(parting, axis=1), SPLIT.speed, rtol=0.1)
    assert (np.einsum("ij,ij->i", parting, away) > 0.0).all()


def test_it_takes_as_many_as_there_is_room_for() -> None:
    world = small_world(enemies=3)
    rows = [place(world, SPLITTER.number, 0.5), place(world, kinds.GUNNER.number, 0.9)]
    world.bodies.health[rows[0]] = 0.0
    step(world, [PlayerCommand()])
    assert sorted(world.bodies.kind[world.rows(Pool.ENEMY)].tolist()) == [1, 1, kinds.GUNNER.number]


def test_its_pieces_harm_nobody_until_they_were_seen() -> None:
    world = small_world(enemies=16)
    row = place(world, SPLITTER.number, 0.02)
    world.ships.untouchable_until[0], world.bodies.health[row] = 0, 0.0
    hurt: list[int] = []
    for _ in range(HARMLESS_TICKS + 40):
        step(world, [PlayerCommand()])
        rows = world.rows(Pool.ENEMY)
        near = rows[np.argmin([gap(world, other) for other in rows])]
        world.bodies.position[near] = world.bodies.position[0]
        hurt += [world.tick for one in told(world) if one.event == Event.PLAYER_HURT]
        if hurt:
            break
    assert hurt[0] > HARMLESS_TICKS >= 30
