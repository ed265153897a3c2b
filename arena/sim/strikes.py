"""Strikes: a dash destroys the weak enemies that a player touches in it.

`strike_enemies` runs once per tick, after all motion. A dash has no contacts, see `arena.sim.contacts`, so
its touches are found here, along the ways of both bodies within the tick. Kinds with `Trait.STRIKABLE` always
break, those with `Trait.STRIKABLE_AT_REST` in the rest phase of their attack cycle.
"""

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.jit.annotations import Flag, Integer, Row
from arena.sim.contacts import first_touch
from arena.sim.kinds import STRIKABLE, STRIKABLE_AT_REST, Phase, Pool, Team, in_mask
from arena.sim.system import EVENTS, columns, system
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.events import Event, Events, add_death
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.vectors import dot, subtract, vector

STRUCK, REST = int(Event.STRUCK), int(Phase.REST)
ENEMY_POOL, MINE_POOL, ENEMIES = int(Pool.ENEMY), int(Pool.MINE), int(Team.ENEMIES)
REFUND = np.float32(tuning.PILOT.strike_refund)
GRACE = round(tuning.PILOT.strike_grace * tuning.TICK_RATE)
FARTHEST = 8.0
"""Distance of centres beyond which no two bodies touch in a tick [u]."""


@system(
    writes=(
        *columns("bodies", "health", "hit_by"),
        *("players.boost", "ships.untouchable_until", *EVENTS),
    )
)
def strike_enemies(world: World) -> None:
    """Destroy what dashing players touch, where it can be struck."""
    strike_rows(world.population, world.events, world.tick)


@kernel
def strike_rows(population_inout: Population, events_inout: Events, tick: Integer) -> None:
    """`strike_enemies` for every player: refund boost for each, and grace after the dash."""
    p, b, pools = population_inout, population_inout.bodies, population_inout.pools
    untouchable = p.ships.untouchable_until
    for slot in range(len(p.players.boost)):
        until = p.players.boost_until[slot]
        if not b.alive[slot] or tick >= until:
            continue
        for row in range(pools.start[ENEMY_POOL], pools.stop[MINE_POOL]):
            if not b.alive[row] or b.team[row] != ENEMIES or b.health[row] <= np.float32(0.0):
                continue
            if not (is_strikable(b, p.memory, row) and touched(b, slot, row)):
                continue
            b.health[row], b.hit_by[row] = 0.0, slot
            p.players.boost[slot] = min(np.float32(1.0), p.players.boost[slot] + REFUND)
            untouchable[slot] = max(untouchable[slot], until + GRACE)
            add_death(events_inout, STRUCK, row, slot, b.kind[row], b.radius[row], b.position[row])


@inline
def is_strikable(bodies: Bodies, memory: Memory, row: Row) -> Flag:
    """True if a dash would destroy an enemy or mine now."""
    kind = bodies.kind[row]
    resting = in_mask(STRIKABLE_AT_REST, kind) and memory.phase[row] == REST
    return in_mask(STRIKABLE, kind) or resting


@inline
def touched(bodies: Bodies, slot: Row, row: Row) -> Flag:
    """True if a player and a body touched within this tick."""
    now = subtract(vector(bodies.position, row), vector(bodies.position, slot))
    if dot(now, now) > FARTHEST * FARTHEST:
        return False
    before = subtract(vector(bodies.previous_position, row), vector(bodies.previous_position, slot))
    return first_touch(before, subtract(now, before), bodies.radius[slot] + bodies.radius[row]) >= 0.0
