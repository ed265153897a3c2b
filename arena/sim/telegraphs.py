"""Telegraphs: whether a ship shows that it is about to strike.

Asked by the rules, which note how long a player was warned, and by the view, which shows it: one rule for
what is counted and what is seen.
"""

import numpy as np

from arena import tuning
from arena.jit import inline
from arena.sim.kinds import KIND_COUNT, Kind, KindTable, Phase

CHARGE_TICKS = round(tuning.TELEGRAPH.charge_time * tuning.TICK_RATE)
WINDUP, ACT = int(Phase.WINDUP), int(Phase.ACT)
CHARGES = np.zeros(KIND_COUNT, np.bool_)
CHARGES[Kind.GUNNER] = True
"""Kinds that fire whenever their weapon is ready: its last moments of reloading are the warning."""
ROW_STEP = 17
"""Ticks by which neighbouring rows load apart."""


@inline
def is_charging(kind, cooldown, phase):
    """Whether a ship's muzzle glows: it winds up or strikes, or its weapon is nearly ready."""
    return phase in (WINDUP, ACT) or (CHARGES[kind] and cooldown <= CHARGE_TICKS)


def loading_ticks(kinds: KindTable, kind: Kind, row: int) -> int:
    """How long a ship that drops in loads its weapon once it is there; a group does not fire as one."""
    ticks = int(kinds.fire_ticks[kind])
    return ticks + row * ROW_STEP % max(ticks // 2, 1) if CHARGES[kind] else ticks
