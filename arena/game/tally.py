"""Everything that a match's rules look up in a tick's events, in one call: score, lives, spent bullets."""

from arena.game.far_side import spend_far_bullets
from arena.game.lives import NEVER, Lives, count_deaths
from arena.game.scoring import Score, Worth, score_death, score_events
from arena.jit import kernel
from arena.sim.bodies import Bodies
from arena.sim.events import Events
from arena.sim.kinds import Pool
from arena.sim.pools import Pools
from arena.sim.sleep_tables import Crossings

ENEMY_POOL, BULLET_POOL = int(Pool.ENEMY), int(Pool.BULLET)
OVER, RETURNS = 1, 2
"""Bits of what `tally_tick` returns: nobody flies or will return; somebody's time to return has come."""


@kernel
def tally_tick(
    events: Events,
    crossings: Crossings,
    pools: Pools,
    worth: Worth,
    share: float,
    tick: int,
    bodies_inout: Bodies,
    score_inout: Score,
    lives_inout: Lives,
) -> int:
    """Spend far bullets, pay for kills, take lives, after a step; returns bits of OVER and RETURNS.

    `share` is the difficulty's factor on points. Shots still in flight when the match is over pay nobody.
    """
    spend_far_bullets(crossings, bodies_inout, pools.start[BULLET_POOL])
    if not is_over(bodies_inout, lives_inout):
        score_events(events, pools.start[ENEMY_POOL], worth, share, tick, score_inout)
    if count_deaths(events, bodies_inout, tick, lives_inout) > 0:
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
