"""`step`: one tick of the simulation. The order of its calls is the game.

Called by `arena.game.Match.tick` 60 times per simulated second, after the minds' commands have been written
into `world.commands`. It knows no clock: a caller that wants to know how long each system takes passes
`mark`.
"""

from collections.abc import Callable, Sequence

import numpy as np

from arena.sim.boss_parts import carry_parts
from arena.sim.commands import PlayerCommand
from arena.sim.contacts import find_contacts, rebuild_grid, solve_contacts
from arena.sim.damage import apply_damage
from arena.sim.mines import age_mines
from arena.sim.motion import move_bodies
from arena.sim.sleep import update_awake
from arena.sim.spawn import retire_dead
from arena.sim.steering import apply_commands
from arena.sim.weapons import fire_weapons
from arena.sim.world import World
from arena.sim.zones import apply_zones

Mark = Callable[[str], None]
"""Told the name of each system right after it has run."""


def ignore(name: str) -> None:
    """The mark of a caller that measures nothing."""


def step(world: World, commands: Sequence[PlayerCommand], mark: Mark = ignore) -> None:
    """Advance the world by one tick of 1/60 s. Change the order below and every hash changes."""
    begin_tick(world)
    mark("begin_tick")
    apply_commands(world, commands)
    mark("apply_commands")
    apply_zones(world)
    mark("apply_zones")
    move_bodies(world)
    carry_parts(world)
    mark("move_bodies")
    fire_weapons(world)
    mark("fire_weapons")
    rebuild_grid(world)
    mark("rebuild_grid")
    find_contacts(world)
    mark("find_contacts")
    solve_contacts(world)
    mark("solve_contacts")
    apply_damage(world)
    age_mines(world)
    mark("apply_damage")
    update_awake(world)
    mark("update_awake")
    spawn_and_retire(world)
    mark("spawn_and_retire")
    world.navigation.update(world)
    mark("navigation")


def begin_tick(world: World) -> None:
    """Remember where everything was and forget what happened."""
    world.tick += 1
    bodies = world.bodies
    np.copyto(bodies.previous_heading, bodies.heading)
    world.events.count[0] = 0
    world.events.dropped[0] = 0


def spawn_and_retire(world: World) -> None:
    """Take out who died and put in who comes of it."""
    retire_dead(
        world.bodies, world.bullets, world.pool_rows, world.hit_by, world.events, world.marks, world.seed,
        world.tick,
    )  # fmt: skip
