"""Everything that a match's rules look up in a tick's events, in one call: score, lives, spent bullets."""

from arena.game.despawn import despawn_far_bullets
from arena.game.lives import NEVER, Lives, count_deaths
from arena.game.scoring import Score, ScoreTable, score_death, score_events
from arena.jit import kernel
from arena.sim.bodies import Bodies
from arena.sim.events import Events
from arena.sim.kinds import Pool
from arena.sim.pools import Pools
from arena.sim.sleep_tables import RegionEvents

ENEMY_POOL, BULLET_POOL = int(Pool.ENEMY), int(Pool.BULLET)
OVER, RETURNS = 1, 2
"""Bits of what `tally_tick` returns: nobody flies or will return; somebody's time to return has come."""


@kernel
def tally_tick(
    events: Events,
    region_events: RegionEvents,
    pools: Pools,
    score_table: ScoreTable,
    share: float,
    tick: int,
    bodies_inout: Bodies,
    score_inout: Score,
    lives_inout: Lives,
) -> int:
    """Spend far bullets, pay for kills, take lives, after a step; returns bits of OVER and RETURNS.

    `share` is the difficulty's factor on points. Shots still in flight when the match is over pay nobody.
    """
    despawn_far_bullets(region_events, bodies_inout, pools.start[BULLET_POOL])
    if not is_over(bodies_inout, lives_inout):
        score_events(events, pools.start[ENEMY_POOL], score_table, share, tick, score_inout)
    if count_deaths(bodies_inout, tick, lives_inout) > 0:
        score_death(score_inout)
    found = OVER if is_over(bodies_inout, lives_inout) else 0
    for slot in range(len(lives_inout.returns_at)):
        if NEVER < lives_inout.returns_at[slot] <= tick:
            found |= RETURNS
    return found


@kernel
def is_over(bodies: Bodies, lives: Lives) -> bool:
    """Whether nobody flies and nobody will return."""
    if lives.left[0] > 0:
        return False
    return not bodies.alive[: len(lives.returns_at)].any()
