"""Drops: pickups out of destroyed enemies, by chance, and out of loaded asteroids, by material.

`drop_pickups` is part of `arena.game.scoring.tally.tally_tick`, once per tick. The chance is drawn from the
seed, the tick and the row of the dead enemy, so the same game drops the same things.
"""

import functools
from collections.abc import Sequence

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.pickups import PICKUPS, PickupRow
from arena.catalogue.registry import CatalogueError
from arena.game.rules import DROPS
from arena.jit import inline
from arena.jit.annotations import F64, I64, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.births import spawn_body
from arena.sim.kinds import Pool, Team
from arena.sim.random import Stream, uniform
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector, length, scaled, tangent_part, vector

PICKUP_KIND, PICKUP_POOL, NEUTRAL = kinds.PICKUP.number, int(Pool.PICKUP), int(Team.NEUTRAL)
ENEMY_POOL, STREAM = int(Pool.ENEMY), int(Stream.DROP)
KILLED, UNLOADED = int(Event.KILLED), int(Event.UNLOADED)
RADIUS, INHERITED = tuning.PICKUP.radius, tuning.PICKUP.inherited
DRAWS = 2
"""Numbers drawn for each destroyed enemy."""


class DropTable(Table):
    """Odds of drops."""

    chance: F64  # by kind, that it leaves anything, shape (kinds,)
    pickup: I64  # numbers of the pickups with a weight, shape (n,)
    share: F64  # upper ends of their ranges of a draw in 0..1, shape (n,)
    load: I64  # numbers of the pickups that loaded asteroids hold, shape (m,)
    load_share: F64  # upper ends of their ranges of a draw in 0..1, shape (materials, m)


@functools.cache
def create_drop_table() -> DropTable:
    """Build the table from the catalogue, once for all worlds.

    Raises:
        CatalogueError: a loaded material holds nothing, or a pickup names a material that does not exist.
    """
    dropped = [row for row in PICKUPS if row.rules.weight > 0]
    loads = [row for row in PICKUPS if row.rules.loads]
    weights = np.array([row.rules.weight for row in dropped], np.float64)
    return DropTable(
        chance=KINDS.column(lambda row: row.reward.drop_chance * DROPS.chance),
        pickup=np.array([row.number for row in dropped], np.int64),
        share=np.cumsum(weights) / weights.sum(),
        load=np.array([row.number for row in loads], np.int64),
        load_share=load_shares(loads),
    )


def load_shares(loads: Sequence[PickupRow]) -> F64:
    """Upper ends of the pickups' ranges of a draw in 0..1, by material, shape (materials, pickups).

    Raises:
        CatalogueError: a loaded material holds nothing, or a pickup names a material that does not exist.
    """
    PICKUPS.resolve_all("material", lambda row: dict(row.rules.loads), MATERIALS.numbers)
    shares = np.ones((MATERIALS.size, len(loads)))
    for material in MATERIALS:
        ends = np.cumsum([dict(row.rules.loads).get(material.name, 0) for row in loads])
        if material.rules.loaded > 0.0 and not ends[-1:].any():
            raise CatalogueError(f"material {material.name}: it may be loaded, but no pickup is in it")
        if ends[-1:].any():
            shares[material.number] = ends / ends[-1]
    return shares


@inline
def drop_pickups(
    events: Events, population_inout: Population, drops: DropTable, shell_radius: Real, seed: Integer,
    tick: Integer,
) -> None:  # fmt: skip
    """Drop pickups of what players and companions destroyed in this tick.

    Enemies drop some by chance; a loaded asteroid always gives up what its material holds.
    """
    p = population_inout
    for at in range(events.count[0]):
        kind, row = events.kind[at], np.int64(events.row[at])
        if (kind != KILLED and kind != UNLOADED) or not 0 <= events.other[at] < p.pools.start[ENEMY_POOL]:
            continue
        rarely = kind == KILLED
        if rarely and uniform(seed, STREAM, tick, row * DRAWS) >= drops.chance[events.subject[at]]:
            continue
        new = take_row(p.pools, PICKUP_POOL)
        if new < 0:
            return
        if rarely:
            what = choose_pickup(drops, seed, tick, row)
        else:
            what = choose_load(drops, np.int64(events.size[at]), seed, tick, row)
        place = scaled(vector(events.position, at), shell_radius / length(vector(events.position, at)))
        nose, drift = motion_of(p.bodies, row, scaled(place, 1.0 / shell_radius))
        spawn_body(p, new, PICKUP_KIND, NEUTRAL, what, place, drift, nose, RADIUS, 1.0, tick)


@inline
def motion_of(bodies: Bodies, row: Row, outward: Vector):
    """Heading and velocity [u/s], tangent at a direction, of what a destroyed body in `row` drops.

    Where a piece has taken the row its motion is lost, and the piece may be at the other side of the planet:
    what drops is at rest and its heading arbitrary.
    """
    if bodies.alive[row]:
        ax, ay, az, _, _, _ = kernel_tangent_frame(outward[0], outward[1], outward[2])
        return (ax, ay, az), (0.0, 0.0, 0.0)
    drift = tangent_part(vector(bodies.velocity, row), outward)
    return vector(bodies.heading, row), scaled(drift, INHERITED)


@inline
def choose_load(drops: DropTable, material: Integer, seed: Integer, tick: Integer, row: Row) -> Integer:
    """Pickup that a loaded asteroid of a material held."""
    draw, k = uniform(seed, STREAM, tick, row * DRAWS + 1), 0
    while draw >= drops.load_share[material, k]:
        k += 1
    return drops.load[k]


@inline
def choose_pickup(drops: DropTable, seed: Integer, tick: Integer, row: Row) -> Integer:
    """Pickup to drop."""
    draw = uniform(seed, STREAM, tick, row * DRAWS + 1)
    for k in range(len(drops.share) - 1):
        if draw < drops.share[k]:
            return drops.pickup[k]
    return drops.pickup[-1]
