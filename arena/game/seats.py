"""Seats: presence of a match's players. They come and go while it runs.

A match has a seat for everyone who may ever fly in it. The commands themselves mark an empty
seat with `Button.ABSENT`: so a recording holds arrivals and departures, and a replay repeats them.
"""

from typing import TYPE_CHECKING

import numpy as np

from arena.game.companions import COMPANION_POOL, companions_of, complete_companions, is_companion
from arena.game.scoring.lives import NEVER, REUNION_TICKS, Lives, safest_place
from arena.jit import kernel
from arena.jit.annotations import Flags, Row
from arena.jit.tables import Table
from arena.sim.births import spawn_player, unit_or_pole
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, Commands
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import Vector, put, vector

if TYPE_CHECKING:
    from arena.sim.world import World

ABSENT, ENEMY_POOL = int(Button.ABSENT), int(Pool.ENEMY)


class Seats(Table):
    """Presence of players, by slot."""

    present: Flags  # players who are there now, shape (seats,)
    joined: Flags  # players who ever were, shape (seats,)


def create_seats(seats: int, players: int) -> Seats:
    """Build so many seats, the first of them taken."""
    taken = np.arange(seats) < players
    return Seats(taken.copy(), taken)


def follow_seats(world: "World", seats: Seats, lives: Lives, each: int) -> None:
    """Let players come and go as their commands say; a first arrival brings `each` lives.

    Leaving kills nobody, and the lives stay with the team. A player without a ship returns as soon as the
    team has a life for it.
    """
    buttons = world.commands.buttons[: len(seats.present)].tolist()
    for slot, present in enumerate(seats.present.tolist()):
        if present != (buttons[slot] & ABSENT == 0):
            seats.present[slot] = not present
            if present:
                _go(world, lives, slot)
            else:
                lives.left[0] += 0 if seats.joined[slot] else each
                seats.joined[slot] = True
    alive = world.bodies.alive[: len(seats.present)]
    for slot, flies in enumerate(alive.tolist()):
        if flies or lives.flew[slot] or not seats.present[slot] or lives.returns_at[slot] != NEVER:
            continue
        if lives.left[0] > np.count_nonzero(alive | (lives.returns_at != NEVER)):
            flew_before = world.bodies.position[slot].any()  # its row held a body
            lives.returns_at[slot] = world.tick + (REUNION_TICKS if flew_before else 0)


@kernel
def seats_wait(commands: Commands, alive: Flags, seats: Seats, lives: Lives):
    """Return 1 where `follow_seats` may have something to do, else 0."""
    waits = False
    for slot in range(len(seats.present)):
        present = seats.present[slot]
        waits |= present == ((commands.buttons[slot] & ABSENT) != 0)
        waits |= present and not (alive[slot] or lives.flew[slot]) and lives.returns_at[slot] == NEVER
    return 1 if waits else 0


def _go(world: "World", lives: Lives, slot: int) -> None:
    """Take a player and its companion out of the world."""
    if world.bodies.alive[slot]:
        world.pools[Pool.PLAYER].give(slot)
    lives.flew[slot], lives.returns_at[slot] = False, NEVER
    for row in companions_of(world, slot):
        world.pools[Pool.COMPANION].give(row)


@kernel
def return_players(sim_inout: Simulation, lives_inout: Lives) -> None:
    """Let players whose time to return has come do so."""
    for slot in range(len(lives_inout.returns_at)):
        if NEVER < lives_inout.returns_at[slot] <= sim_inout.tick[0]:
            lives_inout.returns_at[slot] = NEVER
            lives_inout.flew[slot] = True  # whoever dies in the very next tick has died
            return_player(sim_inout, slot)


@kernel
def return_player(sim_inout: Simulation, slot: Row) -> None:
    """Put a player at the safest place near its companion, or near another player, or where it was lost.

    Its companions are completed, see `complete_companions`.
    """
    sim, places, first = sim_inout, np.empty((2, 3)), sim_inout.pools.start[ENEMY_POOL]
    put(places, 0, return_direction(sim.population, slot))
    safest_place(
        sim.bodies, first, sim.shell_radius[0], places[0], sim.seed[0], sim.tick[0], np.int64(slot), places[1]
    )
    spawn_player(sim, slot, vector(places, 1), (0.0, 0.0, 0.0))
    complete_companions(sim, slot)


@kernel
def return_direction(population: Population, slot: Row) -> Vector:
    """Unit vector about which a lost player returns: its companion's, another player's, or its last one."""
    p, b, near = population, population.bodies, slot
    for row in range(len(p.players.boost) - 1, -1, -1):
        if row != slot and b.alive[row]:
            near = row
    for row in range(p.pools.stop[COMPANION_POOL] - 1, p.pools.start[COMPANION_POOL] - 1, -1):
        if is_companion(b, p.memory, row, slot):
            near = row
    return unit_or_pole(vector(b.position, near))
