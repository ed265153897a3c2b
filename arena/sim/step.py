"""`step`: one tick of the simulation. The order of `SYSTEMS` is the game.

`arena.game.match.Match.tick` calls it 60 times per simulated second, after the minds' commands have been
written to `world.commands`. The step reads no clock; a caller that measures the time of each system passes
`mark`.
"""

from collections.abc import Callable, Sequence

from arena.sim.bosses.attacks import fire_bosses, guard_bosses
from arena.sim.bosses.parts import carry_parts
from arena.sim.bounds import enclose_motion
from arena.sim.contacts import find_contacts, rebuild_grid, solve_contacts
from arena.sim.crates import open_crates
from arena.sim.damage import apply_damage, strike_enemies
from arena.sim.fittings.attachments import lay_charges, repel_enemies
from arena.sim.groups.links import link_shields
from arena.sim.groups.volleys import fire_volleys
from arena.sim.landing import drop_in_bodies
from arena.sim.mines import age_mines
from arena.sim.motion import move_bodies
from arena.sim.pickups import collect_pickups
from arena.sim.quarantine import quarantine_bodies
from arena.sim.retirement import retire_dead
from arena.sim.sleep import update_awake
from arena.sim.steering import act_players, steer_ships, take_commands
from arena.sim.system import EVENTS, System, columns, system
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.loadout import fit_modules
from arena.sim.volatiles.bursts import burst_volatiles
from arena.sim.weapons import fire_weapons
from arena.sim.world import World
from arena.sim.zones import apply_zones

Mark = Callable[[str], None]
"""Callback that receives the name of each system right after it has run."""


class TickError(RuntimeError):
    """A tick failed; the message names seed and tick, so that the failure can be repeated."""

    def __init__(self, what: str, world: World, problem: Exception) -> None:
        super().__init__(f"{what} failed at tick {world.tick} with seed {world.seed}: {problem}")


def ignore(name: str) -> None:
    """Default mark; does nothing."""


def step(world: World, commands: Sequence[PlayerCommand], mark: Mark = ignore) -> None:
    """Advance the world by one tick of 1/60 s.

    Raises:
        ValueError: not one valid command per player; nothing has changed then.
        TickError: a system failed. Its cause is chained; the world is between two ticks.
    """
    take_commands(world, commands)
    for name, run in NAMED_SYSTEMS:
        try:
            run(world)
        except Exception as problem:
            raise TickError(name, world, problem) from problem
        mark(name)


@system(writes=("clock.tick", *EVENTS))
def begin_tick(world: World) -> None:
    """Advance the tick counter and clear the events of the last tick."""
    world.tick += 1
    world.events.count[0] = 0
    world.events.dropped[0] = 0


@system(
    writes=(
        *columns("navigation", "traveller", "cost", "routes.*", "flow.*"),
        "memory.route",
    )
)
def navigate(world: World) -> None:
    """Update tile costs, the flow field and planned routes."""
    world.navigation.update(
        world.bodies, world.memory, world.pool_rows, world.grid.table,
        players=world.config.players, shell_radius=world.shell_radius, tick=world.tick,
    )  # fmt: skip


SYSTEMS: tuple[System, ...] = (
    begin_tick,
    fit_modules,
    act_players,
    apply_zones,
    steer_ships,
    repel_enemies,
    move_bodies,
    quarantine_bodies,
    drop_in_bodies,
    carry_parts,
    collect_pickups,
    open_crates,
    strike_enemies,
    fire_bosses,
    fire_volleys,
    fire_weapons,
    lay_charges,
    enclose_motion,
    rebuild_grid,
    find_contacts,
    solve_contacts,
    link_shields,
    apply_damage,
    guard_bosses,
    age_mines,
    burst_volatiles,
    update_awake,
    retire_dead,
    navigate,
)
"""The systems of one tick, in order. A change of the order changes every hash."""

NAMED_SYSTEMS = tuple((run.__name__, run) for run in SYSTEMS)
