"""`Senses` and `Thoughts`: inputs and outputs of minds, shared by all their kernels.

`arena.ai.minds` creates one `Senses` per world and one `Thoughts` per chunk of rows. A tick's decisions take
three stages. `think_swarm` adds the swarm's wishes and lists the specialists that are due. The specialists'
kernels add theirs. `decide` applies flocking and avoidance to all wishes and writes the commands.
"""

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.ai.behaviours import Behaviours
from arena.catalogue.kind_row import KINDS
from arena.grid.sphere_tests import F32_LANES
from arena.grid.table import GridTable
from arena.jit import DEBUG, inline
from arena.jit.annotations import Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.bosses.columns import BossTable
from arena.sim.kinds import KindTable
from arena.sim.navigation import NavigationTable
from arena.sim.tables.bodies import Bodies, Memory, Players, Ships
from arena.sim.tables.commands import Commands
from arena.sim.tables.pools import Pools
from arena.vectors import Vector

SEEN = 2 * (tuning.MIND.neighbours + F32_LANES)
"""Length of `Thoughts.seen`."""

HUNT, SHOOT, SPECIALIST, UNMINDED = 0, 1, 2, 3
"""Treatment of a kind by `think_swarm`: as a drone, as a gunner, listed as a specialist, ignored."""


class Senses(Table):
    """Inputs of minds: the world as of the end of the tick. Minds write only the waypoint of their route."""

    bodies: Bodies
    ships: Ships
    players: Players
    memory: Memory
    kinds: KindTable
    behaviours: Behaviours
    bosses: BossTable
    pools: Pools
    grid: GridTable
    navigation: NavigationTable
    minds: NDArray[np.uint8]  # HUNT, SHOOT, SPECIALIST or UNMINDED by kind, shape (kinds,)


class Thoughts(Table):
    """Decisions of one chunk in one tick; the first `count[0]` entries are valid."""

    row: NDArray[np.int32]  # shape (rows,)
    wish: NDArray[np.float64]  # tangent, in shares of thrust, shape (rows, 3)
    aim: NDArray[np.float64]  # tangent; zero: along the flight, shape (rows, 3)
    buttons: NDArray[np.uint8]  # shape (rows,)
    sight: NDArray[np.float64]  # [u] range of perception, shape (rows,)
    share: NDArray[np.float64]  # weight of flocking; 0: neither flocking nor avoidance, shape (rows,)
    count: NDArray[np.int64]  # shape (1,)
    special: NDArray[np.int32]  # rows of each kind of specialist that are due, shape (kinds, rows)
    special_count: NDArray[np.int64]  # number of them, shape (kinds,)
    seen: NDArray[np.int32]  # bodies in sight, see `look_around`, shape (SEEN,)
    crowd: NDArray[np.int32]  # rows found by one grid query, shape (SPECIALIST.crowd + LANES,)
    commands: Commands  # the world's commands; a chunk writes only its own rows
    memory: Memory  # next state of the specialists' memories, apart from the current state that minds read


def create_thoughts(rows: int, commands: Commands, memory: Memory) -> Thoughts:
    """Table for a chunk of a number of rows; all chunks share `commands` and `memory`."""
    return Thoughts(
        row=np.zeros(rows, np.int32),
        wish=np.zeros((rows, 3)),
        aim=np.zeros((rows, 3)),
        buttons=np.zeros(rows, np.uint8),
        sight=np.zeros(rows),
        share=np.zeros(rows),
        count=np.zeros(1, np.int64),
        special=np.zeros((KINDS.size, rows), np.int32),
        special_count=np.zeros(KINDS.size, np.int64),
        seen=np.zeros(SEEN, np.int32),
        crowd=np.zeros(tuning.SPECIALIST.crowd + F32_LANES, np.int32),
        commands=commands,
        memory=memory,
    )


@inline
def add_wish(
    thoughts_inout: Thoughts, row: Row, wish: Vector, aim: Vector, buttons: Integer, sight: Real, share: Real
) -> None:
    """Append the decision of a row; vectors are tuples."""
    k = thoughts_inout.count[0]
    if DEBUG:
        assert 0 <= k < len(thoughts_inout.row), "add_wish: more wishes than rows"
    thoughts_inout.count[0] = k + 1
    thoughts_inout.row[k] = row
    to, at = thoughts_inout.wish[k], thoughts_inout.aim[k]
    to[0], to[1], to[2] = wish
    at[0], at[1], at[2] = aim
    thoughts_inout.buttons[k] = buttons
    thoughts_inout.sight[k] = sight
    thoughts_inout.share[k] = share
