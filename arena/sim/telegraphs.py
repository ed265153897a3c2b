"""Telegraphs: whether a ship shows that it is about to strike.

Asked by the rules, which note how long a player was warned, and by the view, which shows it: one rule for
what is counted and what is seen.
"""

from arena import tuning
from arena.jit import inline
from arena.jit.annotations import Integer
from arena.sim.kinds import FIRES_WHEN_READY, KindTable, Phase, in_mask

CHARGE_TICKS = round(tuning.TELEGRAPH.charge_time * tuning.TICK_RATE)
WINDUP, ACT = int(Phase.WINDUP), int(Phase.ACT)
ROW_STEP = 17
"""Ticks by which neighbouring rows load apart."""


@inline
def is_charging(kind: Integer, cooldown: Integer, phase: Integer):
    """Whether a ship's muzzle glows: it winds up or strikes, or its weapon is nearly ready."""
    return phase in (WINDUP, ACT) or (in_mask(FIRES_WHEN_READY, kind) and cooldown <= CHARGE_TICKS)


def loading_ticks(kinds: KindTable, kind: int, row: int) -> int:
    """How long a ship that drops in loads its weapon once it is there; a group does not fire as one."""
    ticks = int(kinds.fire_ticks[kind])
    staggered = bool(int(FIRES_WHEN_READY) >> kind & 1)
    return ticks + row * ROW_STEP % max(ticks // 2, 1) if staggered else ticks
