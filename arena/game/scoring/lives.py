"""Lives and the reunion: players who wait to return, the ticks at which they do, and the safest places.

Deaths are read from the state, never from events: events over capacity are lost, and a lost death would lose
the player.
"""

import numpy as np

from arena.game.rules import REUNION
from arena.game.spawning.spawn_points import random_ring_point, threat
from arena.jit import DEBUG, kernel
from arena.jit.annotations import F64, I64, Flags
from arena.jit.tables import Table
from arena.sim.random import Stream
from arena.sim.tables.bodies import Bodies
from arena.tuning import PILOT, TICK_RATE

PLACE = int(Stream.PLACE)
REUNION_TICKS = round(PILOT.reunion_delay * TICK_RATE)
NEVER = -1


class Lives(Table):
    """Lives, shared by all players."""

    left: I64  # shape (1,); the ships that fly count
    returns_at: I64  # tick at which a player flies again, NEVER where nobody waits, shape (players,)
    flew: Flags  # players who were alive when deaths were last counted, shape (players,)


def create_lives(seats: int, players: int, each: int) -> Lives:
    """Build `each` lives for each of `players` players, in the first of so many seats."""
    left, returns_at = np.full(1, players * each, np.int64), np.full(seats, NEVER, np.int64)
    return Lives(left, returns_at, np.arange(seats) < players)


@kernel
def count_deaths(bodies: Bodies, tick: int, lives_inout: Lives) -> int:
    """Take a life for each player who died since the last call, schedule the returns; returns how many died.

    A player returns while there are more lives left than others who fly or wait.
    """
    deaths = 0
    left, returns_at, flew = lives_inout.left, lives_inout.returns_at, lives_inout.flew
    players = returns_at.shape[0]
    for row in range(players):
        died = flew[row] and not bodies.alive[row]
        flew[row] = bodies.alive[row]
        if not died:
            continue
        deaths += 1
        left[0] = max(left[0] - 1, 0)
        others = 0
        for other in range(players):
            if other != row and (bodies.alive[other] or returns_at[other] != NEVER):
                others += 1
        if left[0] > others:
            returns_at[row] = tick + REUNION_TICKS
    if DEBUG:
        assert left[0] >= 0, "count_deaths: fewer lives than none"
    return deaths


@kernel
def safest_place(
    bodies: Bodies, first: int, shell_radius: float, center: F64, seed: int, tick: int, slot: int,
    best_out: F64,
) -> None:  # fmt: skip
    """Write the unit vector, of a few around unit `center`, where bodies from row `first` do least harm."""
    reach = REUNION.reach / shell_radius
    place = np.empty(3, np.float64)
    least = np.inf
    for index in range(REUNION.tries):
        far = reach * (index + 1) / REUNION.tries
        random_ring_point(center, 0.0, far, seed, PLACE, tick, slot * REUNION.tries + index, place)
        risk = threat(bodies, first, bodies.alive.shape[0], place, shell_radius, REUNION.horizon)
        if risk < least:
            least = risk
            best_out[0], best_out[1], best_out[2] = place[0], place[1], place[2]
