"""Shared parts of the minds' stories: a world with one player, and a loop that plays and observes it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from arena.ai.behaviours import Behaviours, create_behaviours
from arena.ai.minds import Minds
from arena.catalogue import kinds
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from tests.playing import told

REST = PlayerCommand()
WALL = 3.0
"""Radius of a wall's rocks [u]."""
LOCKS = create_behaviours().lock_ticks
"""[ticks] at the end of a windup in which the aim is held, by kind."""

Look = Callable[[World], None]


def small_world(*, flow: bool = False, **counts: int) -> World:
    """A world with a player at +z, its up towards +y, and nobody else."""
    capacities = {"enemies": 8, "asteroids": 0, "bullets": 64, "mines": 16, **counts}
    world = World(WorldConfig(**capacities, flow=flow))
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    return world


def walled_world(*, flow: bool = False, **counts: int) -> World:
    """The player inside a horseshoe of heavy rocks that is open only on the far side from a hunter."""
    world = small_world(asteroids=80, flow=flow, **counts)
    for bearing in np.arange(-2.5, 2.5, 0.16):
        for arc in (0.42, 0.53):
            row = place(world, kinds.ASTEROID.number, arc, float(bearing), radius=WALL)
            world.bodies.inv_mass[row] = 1e-9
            world.bodies.health[row] = 1e9
    return world


def ahead(arc: float, bearing: float = 0.0) -> np.ndarray:
    """The direction `arc` radians from the player, `bearing` radians clockwise from its up."""
    across = np.array([np.sin(bearing), np.cos(bearing), 0.0])
    return np.array([0.0, 0.0, np.cos(arc)]) + across * np.sin(arc)


def play(
    world: World,
    ticks: int,
    command: PlayerCommand | Callable[[int], PlayerCommand] = REST,
    look: Look | None = None,
    *,
    immortal: bool = True,
    change: Callable[[Behaviours], None] | None = None,
    workers: int = 1,
    before_chunk: Callable[[int], None] | None = None,
) -> list[tuple[int, Event, int, int]]:
    """Play ticks; returns every (tick, event, row, other). `change` alters tempers before the first."""
    minds = Minds(world, workers, before_chunk)
    seen: list[tuple[int, Event, int, int]] = []
    if change is not None:
        change(minds.behaviours)
    minds.submit(world)
    for tick in range(ticks):
        minds.collect(world)
        if immortal:
            world.bodies.health[: world.config.players] = 100.0
        step(world, [command(tick) if callable(command) else command] * world.config.players)
        seen += [(tick, *one[:3]) for one in told(world)]
        if look is not None:
            look(world)
        minds.submit(world)
    minds.collect(world)
    minds.close()
    return seen


def gap(world: World, row: int, other: int = 0) -> float:
    """Distance between two bodies' centres [u]."""
    return float(np.linalg.norm(world.bodies.position[row] - world.bodies.position[other]))


def place(world: World, kind: int, arc: float, bearing: float = 0.0, **more: Any) -> int:
    """Put a body at that place from the player; its row."""
    row = world.place(kind, ahead(arc, bearing), **more)
    assert row >= 0
    return row
