"""Bursts of volatile ships, and the cascades that they grow into.

A volatile that is killed does not vanish: `arena.sim.retirement` lights its fuse with `light_spark`. When the
fuse has burnt down, `burst_volatiles` lets it burst. A burst takes every small enemy within reach along, and
lights the volatiles among them. All that one spark takes along is a cascade, credited to the row that shot
the spark. A burst never hurts players.

Sparks of one owner in the same tick, those of a bomb for example, share a cascade. The cost of a tick follows
the number of bursts: each asks the grid once, and ships that are not lit cost nothing.
"""

import numpy as np

from arena import tuning
from arena.grid.queries import gather_near
from arena.grid.table import GridTable
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I32, Integer, Row
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import VOLATILE, Team, in_mask
from arena.sim.system import EVENTS, columns, system
from arena.sim.tables.bodies import Bodies, Ships
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.fuses import Cascades, Fuses
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import dot, subtract, vector

SPARK, CASCADE, ENEMIES = int(Event.SPARK), int(Event.CASCADE), int(Team.ENEMIES)
FUSE, REACH = tuning.BURST.fuse, tuning.BURST.reach
LARGEST = np.float32(tuning.BURST.largest)
SLACK = 0.5
"""Distance [u] that a body may have moved from its sphere in the grid, by the contact solver."""


@system(
    writes=(
        *columns("bodies", "health", "hit_by"),
        *columns("ships", "fuse", "cascade"),
        *("fuses.*", "cascades.*", "regions.near", *EVENTS),
    )
)
def burst_volatiles(sim: Simulation) -> None:
    """Burst the volatiles whose fuse has burnt down, and tell of the cascades that ended in the last tick."""
    if sim.cascades.began.any():  # a cascade has begun and was not told of
        tell_cascades(sim.cascades, sim.bodies, sim.events)
        burst_due(sim.grid, sim.bodies, sim.ships, sim.fuses, sim.cascades, sim.regions.near, sim.tick[0])


@kernel
def tell_cascades(cascades_inout: Cascades, bodies: Bodies, events_inout: Events) -> None:
    """Add a CASCADE event for each cascade in which no fuse burns any more, and free its row."""
    c = cascades_inout
    for k in range(len(c.began)):
        if c.began[k] > 0 and c.lit[k] == 0:
            last = c.row[k]
            subject = bodies.kind[last] if last >= 0 else np.uint8(0)
            add_event(events_inout, CASCADE, last, c.by[k], subject, c.kills[k], vector(c.position, k))
            c.began[k] = 0


@kernel
def burst_due(
    table: GridTable,
    bodies_inout: Bodies,
    ships_inout: Ships,
    fuses_inout: Fuses,
    cascades_inout: Cascades,
    near_out: I32,
    tick: Integer,
) -> None:
    """Burst the front of the queue as far as its fuses have burnt down, then move the rest up."""
    f, done = fuses_inout, 0
    while done < f.count[0]:
        row, cascade = np.int64(f.row[done]), np.int64(f.cascade[done])
        same = bodies_inout.alive[row] and bodies_inout.generation[row] == f.generation[done]
        if same and ships_inout.fuse[row] > tick:
            break
        cascades_inout.lit[cascade] -= 1
        done += 1
        if same:
            bodies_inout.hit_by[row] = cascades_inout.by[cascade]
            burst(
                table, bodies_inout, ships_inout, f, cascades_inout, row, cascade, near_out, tick
            )  # fmt: skip
    left = f.count[0] - done
    for k in range(left if done > 0 else 0):
        f.row[k], f.generation[k], f.cascade[k] = f.row[done + k], f.generation[done + k], f.cascade[done + k]
    f.count[0] = left


@inline
def burst(
    table: GridTable,
    bodies_inout: Bodies,
    ships_inout: Ships,
    fuses_inout: Fuses,
    cascades_inout: Cascades,
    row: Row,
    cascade: Row,
    near_out: I32,
    tick: Integer,
) -> None:
    """Kill the small enemies within reach of a volatile, and light the volatiles among them."""
    b, ships = bodies_inout, ships_inout
    place = vector(b.position, row)
    count = gather_near(
        table, place[0], place[1], place[2], REACH + SLACK, len(ships.fuse), near_out
    )  # fmt: skip
    for k in range(min(count, len(near_out))):
        other = np.int64(near_out[k])
        if b.team[other] != ENEMIES or not b.alive[other] or b.health[other] <= 0.0:
            continue
        if is_linked(b, ships, other):
            continue
        gap = subtract(vector(b.position, other), place)
        if dot(gap, gap) > REACH * REACH or b.radius[other] > LARGEST:
            continue
        b.health[other], b.hit_by[other] = 0.0, cascades_inout.by[cascade]
        ships.cascade[other] = cascade
        if in_mask(VOLATILE, b.kind[other]):
            light(b, ships, fuses_inout, cascades_inout, other, cascade, tick)


@inline
def light(
    bodies: Bodies,
    ships_inout: Ships,
    fuses_inout: Fuses,
    cascades_inout: Cascades,
    row: Row,
    cascade: Row,
    tick: Integer,
) -> None:
    """Light the fuse of a volatile as part of a cascade."""
    at = fuses_inout.count[0]
    if at == len(fuses_inout.row):  # full of rows that were freed since: it dies at once
        return
    ships_inout.fuse[row] = tick + FUSE
    ships_inout.cascade[row] = cascade
    fuses_inout.row[at], fuses_inout.generation[at] = row, bodies.generation[row]
    fuses_inout.cascade[at] = cascade
    fuses_inout.count[0] = at + 1
    cascades_inout.lit[cascade] += 1


@inline
def light_spark(
    population_inout: Population,
    fuses_inout: Fuses,
    cascades_inout: Cascades,
    row: Row,
    events_inout: Events,
    tick: Integer,
) -> None:
    """Light a volatile that was shot, as the spark of a cascade."""
    b = population_inout.bodies
    cascade = begin_cascade(cascades_inout, b.hit_by[row], tick)
    light(b, population_inout.ships, fuses_inout, cascades_inout, row, cascade, tick)
    add_event(events_inout, SPARK, row, b.hit_by[row], b.kind[row], b.radius[row], b.position[row])


@inline
def begin_cascade(cascades_inout: Cascades, by: Row, tick: Integer) -> Row:
    """Row of the cascade of a spark: that of the same shot, or a free row; the latest where none is free."""
    c, free, latest = cascades_inout, -1, 0
    for k in range(len(c.began) - 1, -1, -1):
        if c.began[k] == tick and c.by[k] == by:
            return k
        if c.began[k] == 0:
            free = k
        elif c.began[k] > c.began[latest]:
            latest = k
    if free < 0:
        return latest
    c.by[free], c.began[free], c.lit[free], c.kills[free], c.row[free] = by, tick, 0, 0, -1
    return free


@inline
def count_caught(cascades_inout: Cascades, bodies: Bodies, row: Row, cascade: Row) -> Integer:
    """Count a ship that died in a cascade; returns its number within it, from 1."""
    if DEBUG:
        assert cascades_inout.began[cascade] > 0, "count_caught: a cascade that does not run"
    cascades_inout.kills[cascade] += 1
    cascades_inout.row[cascade] = row
    for axis in range(3):
        cascades_inout.position[cascade, axis] = bodies.position[row, axis]
    return cascades_inout.kills[cascade]
