"""What destroyed enemies leave behind: pickups, by chance.

`drop_pickups` is part of `arena.game.scoring.tally.tally_tick`, once per tick. The chance is drawn from the
seed, the tick and the row of who died, so the same game drops the same things.
"""

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.game.rules import DROP_CHANCE, DROPS
from arena.jit import inline
from arena.sim.arsenal import WEAPONS
from arena.sim.births import spawn_body
from arena.sim.kinds import KIND_COUNT, Kind, Pool, Team
from arena.sim.pickups import Pickup
from arena.sim.random import Stream, uniform
from arena.sim.tables.events import Event
from arena.sim.tables.pools import take_row
from arena.vectors import dot, length, scaled, subtract, vector

KILLED = int(Event.KILLED)
PICKUP_KIND, PICKUP_POOL, NEUTRAL = int(Kind.PICKUP), int(Pool.PICKUP), int(Team.NEUTRAL)
ENEMY_POOL, STREAM = int(Pool.ENEMY), int(Stream.DROP)
RADIUS, INHERITED = tuning.PICKUP.radius, tuning.PICKUP.inherited
DRAWS = 3
"""Numbers drawn for each who dies."""


def _chances() -> NDArray[np.float64]:
    chances = np.zeros(KIND_COUNT)
    for name, chance in DROP_CHANCE._asdict().items():
        chances[Kind[name.upper()]] = chance
    return chances


def _shares() -> NDArray[np.float64]:
    """Upper ends of the ranges of a number in 0..1 that stand for each pickup from SHIELD on."""
    weights = np.array([getattr(DROPS, pickup.name.lower()) for pickup in list(Pickup)[WEAPONS:]], np.float64)
    return np.cumsum(weights) / DROPS.total


CHANCE = _chances()
SHARE = _shares()
IN_HAND = DROPS.in_hand


@inline
def drop_pickups(events, population_inout, shell_radius, seed, tick):
    """Let some of the enemies that players and companions destroyed in this tick leave something."""
    p = population_inout
    for at in range(events.count[0]):
        if events.kind[at] != KILLED or not 0 <= events.other[at] < p.pools.start[ENEMY_POOL]:
            continue
        row = np.int64(events.row[at])
        if uniform(seed, STREAM, tick, row * DRAWS) >= CHANCE[events.subject[at]]:
            continue
        new = take_row(p.pools, PICKUP_POOL)
        if new < 0:
            return
        what = choose_pickup(p.players, np.int64(events.other[at]), seed, tick, row)
        place = scaled(vector(events.position, at), shell_radius / length(vector(events.position, at)))
        drift = scaled(vector(p.bodies.velocity, row), INHERITED)
        drift = subtract(drift, scaled(place, dot(drift, place) / (shell_radius * shell_radius)))
        nose = vector(p.bodies.heading, row)
        spawn_body(p, new, PICKUP_KIND, NEUTRAL, what, place, drift, nose, RADIUS, 1.0, tick)


@inline
def choose_pickup(players, by, seed, tick, row):
    """What is left: something special, or energy, most often of the weapon that destroyed it."""
    draw = uniform(seed, STREAM, tick, row * DRAWS + 1)
    for k in range(len(SHARE)):
        if draw < SHARE[k]:
            return WEAPONS + k
    slot = by if by < len(players.boost) else 0
    draw = uniform(seed, STREAM, tick, row * DRAWS + 2)
    held = np.int64(players.weapon[slot])
    if draw < IN_HAND:
        return held
    return (held + 1 + int(draw * 2.0**20) % (WEAPONS - 1)) % WEAPONS
