"""Births: whatever a row held before, and whichever way a body comes into it, it begins the same."""

from collections.abc import Callable

import numpy as np
import pytest

from arena import sphere
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.game.spawning.replacement import create_deal, refill
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from tests.sim.columns import KEPT, poison_free_rows, row_columns

NORTH, EAST = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)
CONFIG = WorldConfig(
    seed=5, players=2, enemies=12, asteroids=12, bullets=12, companions=2, mines=6, pickups=6
)


def place(kind: int) -> Callable[[World], object]:
    return lambda world: world.place(kind, NORTH, velocity=(3.0, 1.0, 0.0))


def fire(kind: int) -> Callable[[World], object]:
    """Let a ship of that kind use its weapon."""

    def act(world: World) -> None:
        row = world.place(kind, NORTH)
        world.commands.buttons[row] = Button.FIRE
        step(world, [PlayerCommand()] * 2)

    return act


def split(world: World) -> None:
    row = world.place(kinds.ASTEROID.number, EAST, velocity=(0.0, 2.0, 0.0), radius=2.0)
    world.bodies.health[row] = 0.0
    step(world, [PlayerCommand()] * 2)


def fill(world: World) -> None:
    refill(world, create_deal(CONFIG.capacity))


WAYS: dict[str, tuple[Callable[[World], object], dict[int, int]]] = {
    **{
        f"place {row.name}": (place(row.number), {row.number: 1})
        for row in KINDS
        if row not in (kinds.PLAYER, kinds.BULLET)
    },
    "player": (lambda world: world.spawn_player(1, NORTH, up=EAST), {kinds.PLAYER.number: 1}),
    "companion": (lambda world: world.place_companion(1, NORTH), {kinds.COMPANION.number: 1}),
    "boss": (lambda world: world.place_boss(NORTH), {kinds.BOSS.number: 1, kinds.BOSS_PART.number: 6}),
    "drop in": (lambda world: world.drop_in(kinds.ASTEROID.number, NORTH), {kinds.ASTEROID.number: 1}),
    "split asteroid": (split, {kinds.ASTEROID.number: 2}),
    "bullet": (fire(kinds.GUNNER.number), {kinds.GUNNER.number: 1, kinds.BULLET.number: 1}),
    "mine": (fire(kinds.MINER.number), {kinds.MINER.number: 1, kinds.MINE.number: 1}),
    "drone": (fire(kinds.CARRIER.number), {kinds.CARRIER.number: 1, kinds.DRONE.number: 1}),
    "refill": (fill, {kinds.ASTEROID.number: 12, kinds.BULLET.number: 12}),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_a_rows_last_body_lives_on_and_a_new_id_is_made(way: str) -> None:
    act, expected = WAYS[way]
    clean, used = World(CONFIG), World(CONFIG)
    poison_free_rows(used, np.random.default_rng(1))
    for world in (clean, used):
        world.bodies.generation[:] = 7
        act(world)
    alive = clean.bodies.alive
    assert (used.bodies.alive == alive).all()
    born = {kind: int((clean.bodies.kind[alive] == kind).sum()) for kind in expected}
    assert born == expected
    for (name, start, column), (_, _, other) in zip(row_columns(clean), row_columns(used), strict=True):
        rows = alive[start : start + len(column)]
        assert column[rows].tobytes() == other[rows].tobytes(), name
    # The first piece of an asteroid that splits takes its parent's row.
    assert (clean.bodies.generation[alive] >= 8).all() and (clean.bodies.generation[~alive] == 7).all()


@pytest.mark.parametrize("speed", [0.0, 5.0])
def test_a_body_on_the_shell_has_the_bits_of_the_public_geometry(speed: float) -> None:
    random, world = np.random.default_rng(3), World(CONFIG)
    for direction in (*random.normal(size=(10, 3)), np.array(NORTH)):
        velocity = speed * random.normal(size=3)
        row = world.place(kinds.DRONE.number, direction, velocity)
        outward = sphere.unit(direction)
        tangent = sphere.project_tangent(outward, velocity)
        ahead = tangent if speed else sphere.tangent_frame(outward)[0]
        nose = sphere.unit(sphere.project_tangent(outward, ahead))
        b, place = world.bodies, outward * world.shell_radius
        for column, expected in ((b.position, place), (b.velocity, tangent), (b.heading, nose)):
            assert column[row].tobytes() == expected.astype(np.float32).tobytes()


def test_poison_reaches_every_column() -> None:
    """The test above proves nothing about a column that stays clean."""
    clean, used = World(CONFIG), World(CONFIG)
    poison_free_rows(used, np.random.default_rng(1))
    for (name, _, column), (_, _, other) in zip(row_columns(clean), row_columns(used), strict=True):
        assert (column.tobytes() == other.tobytes()) == (name in KEPT), name
