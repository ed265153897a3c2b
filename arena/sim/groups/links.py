"""Links: ships with `Trait.SHIELDS` protect the enemies near them until the link is cut.

`link_shields` runs once per tick, before damage. A shielder links to the nearest ships within reach, at most
`LINKS.most`. A link ends when its shielder dies or is out of reach. A player or a player's bullet that
crosses it cuts it, and for a while the ship gets no other.
"""

import numpy as np

from arena import tuning
from arena.grid.queries import gather_near
from arena.grid.table import GridTable
from arena.jit import inline, kernel
from arena.jit.annotations import I32, Flag, Integer, Real, Row
from arena.sim.kinds import SHIELDS, UNLINKABLE, Pool, Team, in_mask
from arena.sim.system import EVENTS, columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import Vector, cross, dot, length, scaled, subtract, vector

LINK_CUT, PLAYERS, ENEMY_POOL, BULLET_POOL = (
    int(Event.LINK_CUT), int(Team.PLAYERS), int(Pool.ENEMY), int(Pool.BULLET),
)  # fmt: skip
REACH, SLACK, MOST = tuning.LINKS.reach, tuning.LINKS.slack, tuning.LINKS.most
CUT_TICKS = round(tuning.LINKS.cut_time * tuning.TICK_RATE)
MARGIN = 2.0
"""Distance [u] beyond the ends of links in which cutters are looked for; a tick's motion included."""
TINY = 1e-6


@system(writes=(*columns("ships", "shielder", "unlinked_until"), "regions.near", *EVENTS))
def link_shields(sim: Simulation) -> None:
    """Drop the links that ended, cut those that players crossed, and begin new ones."""
    link_rows(sim.population, sim.grid, sim.regions.near, sim.events, sim.tick[0])


@kernel
def link_rows(
    population_inout: Population, table: GridTable, near_out: I32, events_inout: Events, tick: Integer
) -> None:
    """`link_shields` for all enemies, shielders in row order."""
    p, b, ships = population_inout, population_inout.bodies, population_inout.ships
    start, stop = p.pools.start[ENEMY_POOL], p.pools.stop[ENEMY_POOL]
    any_shielder = False
    for row in range(start, stop):
        any_shielder |= b.alive[row] and in_mask(SHIELDS, b.kind[row])
    if not any_shielder:
        return
    for row in range(start, stop):
        shielder = np.int64(ships.shielder[row])
        if shielder >= 0 and not keeps_link(b, row, shielder):
            ships.shielder[row] = -1
    for row in range(start, stop):
        if not (in_mask(SHIELDS, b.kind[row]) and takes_part(b, row)):
            continue
        here = vector(b.position, row)
        found = gather_near(
            table, here[0], here[1], here[2], REACH + SLACK + MARGIN, len(b.alive), near_out
        )  # fmt: skip
        count = min(found, len(near_out))
        held = cut_links(p, row, near_out, count, events_inout, tick)
        while held < MOST:
            other = nearest_unlinked(p, row, near_out, count, tick)
            if other < 0:
                break
            ships.shielder[other] = row
            held += 1


@inline
def takes_part(bodies: Bodies, row: Row) -> Flag:
    """True if a ship lives, flies on the shell and is awake."""
    b = bodies
    return b.alive[row] and b.awake[row] and b.radial_speed[row] == 0.0 and b.health[row] > np.float32(0.0)


@inline
def keeps_link(bodies: Bodies, row: Row, shielder: Row) -> Flag:
    """True if a ship's link holds, cuts aside."""
    if not (
        takes_part(bodies, row) and takes_part(bodies, shielder) and in_mask(SHIELDS, bodies.kind[shielder])
    ):
        return False
    gap = subtract(vector(bodies.position, row), vector(bodies.position, shielder))
    return dot(gap, gap) < (REACH + SLACK) * (REACH + SLACK)


@inline
def nearest_unlinked(population: Population, shielder: Row, near: I32, count: Integer, tick: Integer) -> Row:
    """Row of the nearest ship that a shielder may link to now, ties to the lower row; -1 if there is none."""
    b, ships, first = population.bodies, population.ships, population.pools.start[ENEMY_POOL]
    best, least = np.int64(-1), REACH * REACH
    for k in range(count):
        other = np.int64(near[k])
        if other < first or other >= len(ships.shielder) or in_mask(UNLINKABLE, b.kind[other]):
            continue
        if ships.shielder[other] >= 0 or tick < ships.unlinked_until[other] or not takes_part(b, other):
            continue
        gap = subtract(vector(b.position, other), vector(b.position, shielder))
        square = dot(gap, gap)
        if square < least or (square == least and other < best):
            best, least = other, square
    return best


@inline
def cut_links(
    population_inout: Population,
    shielder: Row,
    near: I32,
    count: Integer,
    events_inout: Events,
    tick: Integer,
) -> Integer:
    """Cut the links of a shielder that are crossed; returns the number of those left."""
    p, b, ships = population_inout, population_inout.bodies, population_inout.ships
    held = 0
    for k in range(count):
        row = np.int64(near[k])
        if row >= len(ships.shielder) or ships.shielder[row] != shielder:
            continue
        cutter = find_cutter(p, shielder, row, near, count)
        if cutter < 0:
            held += 1
            continue
        ships.shielder[row] = -1
        ships.unlinked_until[row] = tick + CUT_TICKS
        add_event(events_inout, LINK_CUT, row, cutter, b.kind[row], b.radius[row], b.position[row])
    return held


@inline
def find_cutter(population: Population, shielder: Row, row: Row, near: I32, count: Integer) -> Row:
    """Lowest row of a player or player's bullet that crosses a link in this tick, or -1."""
    b, players = population.bodies, len(population.players.boost)
    first_bullet, best = population.pools.start[BULLET_POOL], np.int64(-1)
    for k in range(count):
        other = np.int64(near[k])
        cuts = (other < players or other >= first_bullet) and b.alive[other] and b.team[other] == PLAYERS
        if cuts and (best < 0 or other < best) and crosses(b, shielder, row, other):
            best = other
    return best


@inline
def crosses(bodies: Bodies, first: Row, second: Row, cutter: Row) -> Flag:
    """True if a body's path of this tick crosses the line between two others, outside of their hulls.

    Computed in the plane that is tangent to the shell at `first`.
    """
    b, here = bodies, vector(bodies.position, first)
    up = scaled(here, 1.0 / length(here))
    along = subtract(vector(b.position, second), here)
    along = subtract(along, scaled(up, dot(along, up)))
    reach = length(along)
    if reach < TINY:
        return False
    along = scaled(along, 1.0 / reach)
    aside, radius = cross(up, along), np.float64(b.radius[cutter])
    x, y = in_plane(subtract(vector(b.position, cutter), here), along, aside)
    u, v = in_plane(subtract(vector(b.previous_position, cutter), here), along, aside)
    begin, end = np.float64(b.radius[first]), reach - b.radius[second]
    if begin < x < end and abs(y) < radius:
        return True
    if y * v >= 0.0:
        return False
    at = u + (x - u) * v / (v - y)
    return begin < at < end


@inline
def in_plane(way: Vector, along: Vector, aside: Vector) -> tuple[Real, Real]:
    """Components of a vector along two axes."""
    return dot(way, along), dot(way, aside)
