"""What minds read and what they write: two tables, so that all their kernels take the same few arguments.

`arena.ai.minds` makes one `Senses` for a world and one `Thoughts` for each chunk of its rows. A tick's
thinking goes through three stages: `think_swarm` lists who decides and adds the swarm's wishes, the
specialists' kernels add theirs, `decide` bends all wishes around what is near and writes the commands.
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
from arena.sim.kinds import KindTable
from arena.sim.navigation import NavigationTable
from arena.sim.tables.bodies import Bodies, Memory, Players, Ships
from arena.sim.tables.commands import Commands
from arena.sim.tables.pools import Pools
from arena.vectors import Vector

SEEN = 2 * (tuning.MIND.neighbours + F32_LANES)
"""Length of the buffer for asteroids and mates in sight."""

HUNT, SHOOT, SPECIALIST, UNMINDED = 0, 1, 2, 3
"""How `think_swarm` treats a kind: as a drone, as a gunner, by listing it, or not at all."""


class Senses(Table):
    """What minds read: the world as it was at the end of the tick. Of routes they move their own waypoint."""

    bodies: Bodies
    ships: Ships
    players: Players
    memory: Memory
    kinds: KindTable
    behaviours: Behaviours
    pools: Pools
    grid: GridTable
    navigation: NavigationTable
    minds: NDArray[np.uint8]  # HUNT, SHOOT, SPECIALIST or UNMINDED by kind, shape (kinds,)


class Thoughts(Table):
    """What the rows of one chunk think in one tick; the first `count[0]` places hold who decides now."""

    row: NDArray[np.int32]  # shape (rows,)
    wish: NDArray[np.float64]  # tangent, in shares of thrust, shape (rows, 3)
    aim: NDArray[np.float64]  # tangent; zero: where it flies, shape (rows, 3)
    buttons: NDArray[np.uint8]  # shape (rows,)
    sight: NDArray[np.float64]  # [u] within which it heeds other bodies, shape (rows,)
    share: NDArray[np.float64]  # factor on what ships in sight add; 0: it heeds nothing, shape (rows,)
    count: NDArray[np.int64]  # shape (1,)
    special: NDArray[np.int32]  # rows of each kind of specialist that decide now, shape (kinds, rows)
    special_count: NDArray[np.int64]  # how many, shape (kinds,)
    seen: NDArray[np.int32]  # bodies in sight, see `look_around`, shape (SEEN,)
    crowd: NDArray[np.int32]  # answers of one grid query, shape (SPECIALIST.crowd + LANES,)
    commands: Commands  # the world's: rows of the chunk are decided in place, nobody else reads them
    memory: Memory  # next state of the specialists' memories, kept apart: some read what others remember


def create_thoughts(rows: int, commands: Commands, memory: Memory) -> Thoughts:
    """Room for a chunk of that many rows; `commands` and `memory` are shared by all chunks."""
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
    """Note what a row wants; vectors as tuples."""
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
