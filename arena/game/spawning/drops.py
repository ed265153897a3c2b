"""Drops of destroyed enemies: pickups, by chance.

`drop_pickups` is part of `arena.game.scoring.tally.tally_tick`, once per tick. The chance is drawn from the
seed, the tick and the row of the dead enemy, so the same game drops the same things.
"""

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.pickups import PICKUPS
from arena.game.rules import DROPS
from arena.jit import inline
from arena.jit.annotations import F64, I64, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.births import spawn_body
from arena.sim.kinds import Pool, Team
from arena.sim.random import Stream, uniform
from arena.sim.tables.events import Event, Events
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.vectors import dot, length, scaled, subtract, vector

PICKUP_KIND, PICKUP_POOL, NEUTRAL = kinds.PICKUP.number, int(Pool.PICKUP), int(Team.NEUTRAL)
ENEMY_POOL, STREAM = int(Pool.ENEMY), int(Stream.DROP)
RADIUS, INHERITED = tuning.PICKUP.radius, tuning.PICKUP.inherited
DRAWS = 2
"""Numbers drawn for each destroyed enemy."""


class DropTable(Table):
    """Odds of drops."""

    chance: F64  # by kind, that it leaves anything, shape (kinds,)
    pickup: I64  # numbers of the pickups with a weight, shape (n,)
    share: F64  # upper ends of their ranges of a draw in 0..1, shape (n,)


def create_drop_table() -> DropTable:
    """Build the table from the catalogue."""
    dropped = [row for row in PICKUPS if row.rules.weight > 0]
    weights = np.array([row.rules.weight for row in dropped], np.float64)
    return DropTable(
        chance=KINDS.column(lambda row: row.reward.drop_chance * DROPS.chance),
        pickup=np.array([row.number for row in dropped], np.int64),
        share=np.cumsum(weights) / weights.sum(),
    )


@inline
def drop_pickups(
    events: Events, population_inout: Population, drops: DropTable, shell_radius: Real, seed: Integer,
    tick: Integer,
) -> None:  # fmt: skip
    """Let some of the enemies that players and companions destroyed in this tick drop pickups."""
    p = population_inout
    for at in range(events.count[0]):
        if events.kind[at] != Event.KILLED or not 0 <= events.other[at] < p.pools.start[ENEMY_POOL]:
            continue
        row = np.int64(events.row[at])
        if uniform(seed, STREAM, tick, row * DRAWS) >= drops.chance[events.subject[at]]:
            continue
        new = take_row(p.pools, PICKUP_POOL)
        if new < 0:
            return
        what = choose_pickup(drops, seed, tick, row)
        place = scaled(vector(events.position, at), shell_radius / length(vector(events.position, at)))
        drift = scaled(vector(p.bodies.velocity, row), INHERITED)
        drift = subtract(drift, scaled(place, dot(drift, place) / (shell_radius * shell_radius)))
        nose = vector(p.bodies.heading, row)
        spawn_body(p, new, PICKUP_KIND, NEUTRAL, what, place, drift, nose, RADIUS, 1.0, tick)


@inline
def choose_pickup(drops: DropTable, seed: Integer, tick: Integer, row: Row) -> Integer:
    """Pickup to drop."""
    draw = uniform(seed, STREAM, tick, row * DRAWS + 1)
    for k in range(len(drops.share) - 1):
        if draw < drops.share[k]:
            return drops.pickup[k]
    return drops.pickup[-1]
