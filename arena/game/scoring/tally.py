"""Tally of a tick's events, in one call: score, shards, lives, and bullets out of range."""

import numpy as np

from arena.game.scoring.cascades import score_cascades
from arena.game.scoring.lives import NEVER, Lives, count_deaths
from arena.game.scoring.points import Score, ScoreTable, score_death, score_events, score_pickup
from arena.game.scoring.shards import Shards, move_shards, scatter_shards
from arena.game.spawning.drops import DropTable, drop_pickups
from arena.jit import inline, kernel
from arena.jit.annotations import Real, Row
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.sim.tables.loadout import Loadout
from arena.sim.tables.pickups import PickupTable
from arena.sim.tables.population import Population
from arena.sim.tables.sleep import RegionEvents

OVER, RETURNS, FITTINGS = 1, 2, 4
"""Bits of the result of `tally_tick`: nobody flies or will return; a player's time to return has come; a
player was fitted with a module."""


@kernel
def tally_tick(
    events_inout: Events, region_events: RegionEvents, population_inout: Population, loadout: Loadout,
    score_table: ScoreTable, drops: DropTable, pickups: PickupTable, share: float, growth: float,
    shell_radius: float, seed: int, tick: int, score_inout: Score, shards_inout: Shards, lives_inout: Lives,
) -> int:  # fmt: skip
    """Despawn bullets out of range, score, drop pickups and shards, take lives; returns what was found.

    `share` is the difficulty's factor on points, `growth` is that of `cascade_points`. Shots still in flight
    when the match is over pay nobody.
    """
    bodies_inout, pools = population_inout.bodies, population_inout.pools
    despawn_far_bullets(region_events, bodies_inout, pools.start[Pool.BULLET])
    if not is_over(bodies_inout, lives_inout):
        collect(events_inout, pickups, share, score_inout, lives_inout)
        drop_pickups(events_inout, population_inout, drops, shell_radius, seed, tick)
        score_cascades(events_inout, pools.start[Pool.ENEMY], share, growth, tick, score_inout)
        score_events(events_inout, pools.start[Pool.ENEMY], score_table, share, tick, score_inout)
        move_shards(
            bodies_inout, population_inout.commands, loadout, len(lives_inout.returns_at), shell_radius, tick,
            shards_inout, score_inout, events_inout,
        )  # fmt: skip
        scatter_shards(
            events_inout, bodies_inout, pools.start[Pool.ENEMY], score_table, shell_radius, seed, tick,
            shards_inout,
        )  # fmt: skip
    if count_deaths(bodies_inout, tick, lives_inout) > 0:
        score_death(score_inout)
    found = OVER if is_over(bodies_inout, lives_inout) else 0
    for at in range(events_inout.count[0]):
        if events_inout.kind[at] == Event.FITTED:
            found |= FITTINGS
    for slot in range(len(lives_inout.returns_at)):
        if NEVER < lives_inout.returns_at[slot] <= tick:
            found |= RETURNS
    return found


@inline
def despawn_far_bullets(region_events: RegionEvents, bodies_inout: Bodies, first_bullet: Row) -> None:
    """Let the bullets that left the live regions in this tick end with the next: nobody would see a hit."""
    left, health = region_events.left, bodies_inout.health
    for k in range(region_events.left_count[0]):
        if left[k] >= first_bullet:
            health[left[k]] = 0.0


@inline
def collect(
    events: Events, pickups: PickupTable, share: Real, score_inout: Score, lives_inout: Lives
) -> None:
    """Score the pickups that were taken in this tick, and count a life that was among them."""
    for at in range(events.count[0]):
        if events.kind[at] == Event.COLLECTED:
            what = np.int64(events.size[at])
            score_pickup(score_inout, share)
            lives_inout.left[0] += pickups.lives[what]


@kernel
def is_over(bodies: Bodies, lives: Lives) -> bool:
    """Return whether nobody flies and nobody will return."""
    if lives.left[0] > 0:
        return False
    return not bodies.alive[: len(lives.returns_at)].any()
