"""`step`: one tick of the simulation. The order of `SYSTEMS` is the game.

`arena.game.match.Match.tick` calls it 60 times per simulated second, after the minds' commands have been
written to `world.commands`. The step reads no clock; a caller that measures the time of each system passes
`mark`.

A system is a kernel of `arena.sim.tables.simulation.Simulation`, all tables of a world, and says which
columns it writes (`arena.sim.system`); a test holds it to that. One compiled loop runs the list: a new system
is in it by being in the list, and nothing else compiles anew.
"""

from collections.abc import Callable, Collection, Sequence

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import I64, Integer
from arena.jit.calls import address_of, call_address
from arena.sim.bosses.attacks import fire_bosses, guard_bosses
from arena.sim.bosses.parts import carry_parts
from arena.sim.bounds import enclose_motion
from arena.sim.contacts import find_contacts, find_pairs, rebuild_grid, solve_contacts
from arena.sim.crates import open_crates
from arena.sim.damage import apply_damage, strike_enemies
from arena.sim.fittings.attachments import fit_modules, lay_charges, repel_enemies
from arena.sim.groups.links import link_shields
from arena.sim.groups.volleys import fire_volleys
from arena.sim.landing import drop_in_bodies
from arena.sim.mines import age_mines
from arena.sim.motion import move_bodies, transport_frames
from arena.sim.navigation import update_navigation
from arena.sim.pickups import collect_pickups
from arena.sim.quarantine import quarantine_bodies
from arena.sim.retirement import retire_dead
from arena.sim.sleep import update_awake
from arena.sim.steering import act_players, read_commands, steer_ships, take_commands
from arena.sim.system import EVENTS, System, columns, system
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.simulation import Simulation
from arena.sim.volatiles.bursts import burst_volatiles
from arena.sim.weapons import fire_weapons
from arena.sim.world import World
from arena.sim.zones import apply_zones, map_zones

WHOLE = -1
"""Number of rows of a system that has no blocks."""

Mark = Callable[[str], None]
"""Callback that receives the name of each system right after it has run."""


class TickError(RuntimeError):
    """A tick failed; the message names seed and tick, so that the failure can be repeated."""

    def __init__(self, what: str, world: World, problem: Exception) -> None:
        super().__init__(f"{what} failed at tick {world.tick} with seed {world.seed}: {problem}")


def step(
    world: World,
    commands: Sequence[PlayerCommand] | None,
    mark: Mark | None = None,
    heard: Collection[str] = (),
) -> None:
    """Advance the world by one tick of 1/60 s.

    Systems run one by one where `mark` wants to hear of each. Otherwise one compiled loop runs them, and
    Python only what asks for it: large loads, memory that has to grow. The result is the same.

    Args:
        world: to advance.
        commands: one per player; None: `take_commands` has been called.
        mark: hears of each system, or of those that `heard` names, if it names any.
        heard: names of systems.

    Raises:
        ValueError: not one valid command per player; nothing has changed then.
        TickError: a system failed. Its cause is chained; the world is between two ticks.
    """
    if commands is not None:
        take_commands(world, commands)
    if mark is not None and not heard:
        for name, run in NAMED_SYSTEMS:
            _run_alone(world, name, run)
            mark(name)
        return
    done = 0
    if mark is not None:
        for stop, (name, _) in enumerate(NAMED_SYSTEMS, 1):
            if name in heard:
                _run_together(world, done, stop)
                mark(name)
                done = stop
    _run_together(world, done, len(NAMED_SYSTEMS))


def _run_alone(world: World, name: str, run: Callable[[World], None]) -> None:
    try:
        run(world)
    except Exception as problem:
        raise TickError(name, world, problem) from problem


def _run_together(world: World, at: int, stop: int) -> None:
    """Run the systems from number `at` up to `stop`."""
    systems = NAMED_SYSTEMS
    program = world.program
    if program is None or program.systems is not systems:
        program = world.program = Program(systems, world.simulation)
    while at < stop:
        sim = world.simulation
        try:
            at = run_systems(program.address[:stop], program.rows, at, sim)
        except Exception as problem:
            name = systems[int(sim.running[0])][0]
            raise TickError(name, world, problem) from problem
        if at < stop:
            _run_alone(world, *systems[at])
            at += 1


class Program:
    """Addresses of the systems of a tick, for one world.

    Attributes:
        systems: names and systems, in order.
        address: of each, shape (systems,), int64; 0 for what runs in Python.
        rows: number of rows of a system in blocks, -1 for others, shape (systems,), int64.
    """

    def __init__(self, systems: tuple[tuple[str, Callable[[World], None]], ...], sim: Simulation) -> None:
        self.systems = systems
        self.address = np.array([_address(run, sim) for _, run in systems], np.int64)
        self.rows = np.array([_row_count(run, sim) for _, run in systems], np.int64)


def _row_count(run: Callable[[World], None], sim: Simulation) -> int:
    return run.blocks[0](sim) if isinstance(run, System) and run.blocks is not None else WHOLE


def _address(run: Callable[[World], None], sim: Simulation) -> int:
    """Address of a system's kernel; 0 where it is a function of Python, or has blocks for several threads."""
    if not isinstance(run, System):
        return 0
    if run.blocks is None:
        return address_of(run.kernel, sim)
    return 0 if run.blocks[0](sim) >= 2 * run.blocks[1] else address_of(run.kernel, 0, 0, sim)


@kernel
def run_systems(address: I64, rows: I64, first: Integer, sim_inout: Simulation):
    """Run systems from number `first` on; the number of the first that asks for Python, or of all."""
    for number in range(first, len(address)):
        sim_inout.running[0] = number
        if address[number] == 0:
            return number
        if rows[number] >= 0:
            asks = call_address(address[number], (np.int64(0), rows[number], sim_inout))
        else:
            asks = call_address(address[number], (sim_inout,))
        if asks != 0:
            return number
    return len(address)


@system(writes=("clock.tick", *EVENTS))
def begin_tick(sim: Simulation) -> None:
    """Advance the tick counter and clear the events of the last tick."""
    sim.tick[0] += 1
    sim.events.count[0] = 0
    sim.events.dropped[0] = 0


@system(
    writes=(
        *columns("navigation", "traveller", "cost", "routes.*", "flow.*"),
        *("memory.route", "route_count"),
    )
)
def navigate(sim: Simulation) -> None:
    """Update tile costs, the flow field and planned routes."""
    if len(sim.traveller) > 0 or sim.has_flow[0]:
        sim.route_count[0] = update_navigation(
            sim.bodies, sim.memory, sim.pools, sim.grid, sim.navigation, sim.traveller,
            sim.navigation_scratch, len(sim.players.boost), sim.shell_radius[0], sim.tick[0], sim.has_flow[0],
        )  # fmt: skip


SYSTEMS: tuple[System, ...] = (
    read_commands,
    begin_tick,
    fit_modules,
    act_players,
    map_zones,
    apply_zones,
    steer_ships,
    repel_enemies,
    move_bodies,
    transport_frames,
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
    find_pairs,
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

NAMED_SYSTEMS: tuple[tuple[str, Callable[[World], None]], ...] = tuple((run.__name__, run) for run in SYSTEMS)
