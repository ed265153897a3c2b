"""Near misses: hostile bullets and ships that pass close by a player's hull without a hit, and their pay.

A pass is the one tick in which the distance stops falling. It is found from the last two poses, so no state
is kept for thousands of bullets, but the tick of the last ship that counted.
"""

import math

import numpy as np

from arena.catalogue import kinds
from arena.game.rules import NEAR
from arena.game.scoring.points import NEAR_MISSES, Score, earn, tell_bonus
from arena.jit import inline, kernel
from arena.jit.annotations import Integer, Real, Row
from arena.sim.compaction import Compaction, list_flagged
from arena.sim.kinds import Pool, Team
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.commands import acts
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.population import Population
from arena.tuning import TICK_RATE
from arena.vectors import add, dot, length, scaled, subtract, vector

NEAR_MISS = int(Event.NEAR_MISS)
ENEMIES, BULLET = int(Team.ENEMIES), kinds.BULLET.number
GAP, SHIP_SPEED, PAUSE, BOOST = NEAR.gap, NEAR.ship_speed, NEAR.pause, np.float32(NEAR.boost)
FARTHEST = 8.0
"""Distance of centres beyond which a pass is impossible [u]."""


@kernel
def pay_near_misses(
    population_inout: Population, share: float, tick: int, events_inout: Events, score_inout: Score,
    compaction_out: Compaction,
) -> None:  # fmt: skip
    """Pay for every pass in this tick with points and boost. Untouchable and idle players get nothing."""
    population, rows = population_inout, compaction_out.row
    ships, count = list_passing(population, compaction_out)
    b, players = population.bodies, population.players
    for slot in range(len(players.boost)):
        safe = tick < players.boost_until[slot] or tick < population.ships.untouchable_until[slot]
        if not b.alive[slot] or safe or not acts(population.commands, slot):
            continue
        for k in range(ships, count):
            pay_pass(population, slot, np.int64(rows[k]), 0.0, share, tick, events_inout, score_inout)
        for k in range(ships):
            if tick - score_inout.ship_passed[0] >= PAUSE:
                row = np.int64(rows[k])
                pay_pass(population, slot, row, SHIP_SPEED, share, tick, events_inout, score_inout)


@inline
def list_passing(population: Population, compaction_out: Compaction) -> tuple[Integer, Integer]:
    """List the enemies and mines on the shell, then hostile bullets; returns how many ships, and of all."""
    b, pools, flag = population.bodies, population.pools, compaction_out.flag
    first, stop, first_bullet = pools.start[Pool.ENEMY], pools.start[Pool.ASTEROID], pools.start[Pool.BULLET]
    flag[:first_bullet] = False
    for k in range(first, stop):
        row = np.uint64(k)
        flag[row] = b.alive[row] & (b.radial_speed[row] == np.float32(0.0))
    for k in range(first_bullet, len(b.alive)):
        row = np.uint64(k)
        flag[row] = b.alive[row] & (b.team[row] == ENEMIES)
    count, ships = list_flagged(compaction_out, len(b.alive)), 0
    while ships < count and compaction_out.row[ships] < stop:
        ships += 1
    return ships, count


@inline
def pay_pass(
    population_inout: Population, slot: Row, row: Row, least_speed: Real, share: Real, tick: Integer,
    events_inout: Events, score_inout: Score,
) -> None:  # fmt: skip
    """Score a body that has just passed close by, at `least_speed` [u/s] or more."""
    bodies, boost = population_inout.bodies, population_inout.players.boost
    gap, speed = gap_of_pass(bodies, slot, row)
    if not (0.0 < gap < GAP and speed >= least_speed):
        return
    points = np.int64(NEAR.points * score_inout.multiplier[0] * share)
    earn(score_inout, NEAR_MISSES, points)
    tell_bonus(score_inout, NEAR_MISSES, points, tick)
    boost[slot] = min(np.float32(1.0), boost[slot] + BOOST)
    if bodies.kind[row] != BULLET:
        score_inout.ship_passed[0] = tick
    add_event(events_inout, NEAR_MISS, slot, row, bodies.kind[row], gap, bodies.position[row])


@inline
def gap_of_pass(bodies: Bodies, slot: Row, row: Row) -> tuple[Real, Real]:
    """(gap of hulls [u], relative speed [u/s]) where two bodies were nearest in this tick, else (-1, 0)."""
    now = subtract(vector(bodies.position, row), vector(bodies.position, slot))
    if dot(now, now) > FARTHEST * FARTHEST:
        return -1.0, 0.0
    before = subtract(vector(bodies.previous_position, row), vector(bodies.previous_position, slot))
    way = subtract(now, before)
    closing, parting = dot(before, way), dot(now, way)
    if closing >= 0.0 or parting < 0.0:
        return -1.0, 0.0
    square = dot(way, way)
    nearest = add(before, scaled(way, -closing / square))
    gap = length(nearest) - bodies.radius[row] - bodies.radius[slot]
    return gap, math.sqrt(square) * TICK_RATE
