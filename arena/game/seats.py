"""Seats: presence of a match's players. They come and go while it runs.

A match has a seat for everyone who may ever fly in it. The commands themselves mark an empty
seat with `Button.ABSENT`: so a recording holds arrivals and departures, and a replay repeats them.
"""

from typing import TYPE_CHECKING

import numpy as np

from arena.game.companions import companions_of, complete_companions
from arena.game.scoring.lives import NEVER, REUNION_TICKS, Lives, safest_place
from arena.jit import kernel
from arena.jit.annotations import F64, Flags
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, Commands
from arena.sphere import unit

if TYPE_CHECKING:
    from arena.sim.world import World

ABSENT = int(Button.ABSENT)


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
            lives.returns_at[slot] = world.tick + (REUNION_TICKS if _flew_before(world, slot) else 0)


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


def return_player(world: "World", slot: int) -> None:
    """Put a player at the safest place near its companion, or near another player, or where it was lost.

    Its companions are completed, see `complete_companions`.
    """
    center, place, first = return_direction(world, slot), np.empty(3), world.pools[Pool.ENEMY].start
    safest_place(world.bodies, first, world.shell_radius, center, world.seed, world.tick, slot, place)
    world.spawn_player(slot, place)
    complete_companions(world, slot)


def return_direction(world: "World", slot: int) -> F64:
    """Unit vector about which a lost player returns: its companion's, another player's, or its last one."""
    own = companions_of(world, slot)
    others = [row for row in range(world.config.players) if row != slot and world.bodies.alive[row]]
    near = (own or others or [slot])[0]
    return unit(world.bodies.position[near]) if _flew_before(world, near) else np.array([0.0, 0.0, 1.0])


def _flew_before(world: "World", row: int) -> bool:
    """Return whether a row ever held a body."""
    return bool(world.bodies.position[row].any())
