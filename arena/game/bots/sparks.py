"""Choice of the spark: the volatile whose burst would light the most others, one by another."""

from typing import TYPE_CHECKING

import numpy as np

from arena import tuning
from arena.catalogue.skills import SkillRules
from arena.game.bots.decisions import length
from arena.game.bots.perception import Sight, look_at
from arena.game.rules import BOT
from arena.grid.queries import gather_near
from arena.grid.table import GridTable
from arena.jit import inline, kernel
from arena.jit.annotations import I32, I64, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.kinds import VOLATILE, in_mask
from arena.sim.tables.bodies import Bodies, Ships
from arena.vectors import dot, subtract, vector

if TYPE_CHECKING:
    from arena.sim.world import World

SHIPS_MOST, VOLATILE_MOST = 4096, 320
"""Ships that are looked at, and volatile ones among them."""
REACH = tuning.BURST.reach
NOBODY = -1


class SparkSearch(Table):
    """Scratch of a search."""

    near: I32  # rows of ships, shape (SHIPS_MOST,)
    volatile: I32  # rows of volatile ships that do not burn, shape (VOLATILE_MOST,)
    root: I32  # of each of these: one that stands for all that it is linked with, shape (VOLATILE_MOST,)
    size: I32  # number of those for whom each stands, shape (VOLATILE_MOST,)


def create_search() -> SparkSearch:
    """Build the scratch."""
    volatile, root, size = np.zeros((3, VOLATILE_MOST), np.int32)
    return SparkSearch(np.zeros(SHIPS_MOST, np.int32), volatile, root, size)


def create_spark() -> I64:
    """Build what a pilot remembers of its last search: nothing found yet.

    Returns:
        row of the best spark, and how many volatile ships it takes along; shape (2,)
    """
    return np.array([NOBODY, 0])


def choose_spark(world: "World", slot: int, skill: SkillRules, sight: Sight, target: int,
                 search_out: SparkSearch, spark_inout: I64) -> int:  # fmt: skip
    """Entry of `sight` to shoot at: a spark that is worth it, unless who hunts is near for its size.

    Without either it holds its fire at sleeping ships: a volatile that is lit alone is lost for a cascade.
    """
    row = int(sight.row[target]) if target >= 0 else NOBODY
    hunted = row != NOBODY and bool(world.bodies.awake[row])
    if world.tick % skill.reaction == 0:
        find_spark(
            world.grid.table, world.bodies, world.ships, slot, BOT.spark_reach, search_out, spark_inout
        )
    spark, size = spark_inout.tolist()
    share = size / skill.spark_volatiles
    gap = length(float(sight.x[target]), float(sight.y[target])) if hunted else np.inf
    calm = share >= 1.0 and gap * gap * share > BOT.spark_calm * BOT.spark_calm
    if calm and world.bodies.alive[spark] and world.ships.fuse[spark] == 0:
        return int(look_at(world.bodies, world.players, slot, world.shell_radius, spark, sight))
    return target if hunted or size == 0 else NOBODY


@kernel
def find_spark(
    table: GridTable, bodies: Bodies, ships: Ships, slot: Row, reach: Real, search_out: SparkSearch,
    spark_out: I64,
) -> None:  # fmt: skip
    """Find the spark within `reach` [u] that takes most volatile ships along, of these the nearest.

    Two volatile ships are linked if one's burst takes the other along.
    """
    s, here = search_out, vector(bodies.position, slot)
    spark_out[0], spark_out[1] = NOBODY, 0
    found = gather_near(table, here[0], here[1], here[2], reach, len(ships.fuse), s.near)
    count = 0
    for k in range(min(found, len(s.near))):
        row = np.int64(s.near[k])
        dull = not in_mask(VOLATILE, bodies.kind[row]) or ships.fuse[row] != 0
        if count == len(s.volatile) or dull or not bodies.alive[row]:
            continue
        s.volatile[count], s.root[count], s.size[count] = row, count, 1
        count += 1
    for one in range(count):
        place = vector(bodies.position, s.volatile[one])
        for other in range(one):
            gap = subtract(vector(bodies.position, s.volatile[other]), place)
            if dot(gap, gap) < REACH * REACH:
                link(s, one, other)
    least = np.inf
    for one in range(count):
        size = np.int64(s.size[root_of(s, one)])
        gap = subtract(vector(bodies.position, s.volatile[one]), here)
        if size > spark_out[1] or (size == spark_out[1] and dot(gap, gap) < least):
            spark_out[0], spark_out[1], least = s.volatile[one], size, dot(gap, gap)


@inline
def root_of(search_inout: SparkSearch, one: Row) -> Integer:
    """Volatile ship that stands for all that `one` is linked with; shortens the way to it (Tarjan, 1975)."""
    root = search_inout.root
    while root[one] != one:
        root[one] = root[root[one]]
        one = np.int64(root[one])
    return one


@inline
def link(search_inout: SparkSearch, one: Row, other: Row) -> None:
    """Let one volatile ship stand for all that two are linked with."""
    first, second = root_of(search_inout, one), root_of(search_inout, other)
    if first != second:
        search_inout.root[first] = second
        search_inout.size[second] += search_inout.size[first]
