"""Telegraphs: warnings shown before a ship attacks.

The rules use them to measure the warning time of a player, and the view draws them, so both agree.
"""

import numpy as np

from arena import tuning
from arena.jit import inline
from arena.jit.annotations import Integer, Row
from arena.sim.kinds import FIRES_WHEN_READY, KindTable, Phase, in_mask

CHARGE_TICKS = round(tuning.TELEGRAPH.charge_time * tuning.TICK_RATE)
WINDUP, ACT = int(Phase.WINDUP), int(Phase.ACT)
ROW_STEP = 17
"""[ticks] Offset between the cooldowns of neighbouring rows."""


@inline
def is_charging(kind: Integer, cooldown: Integer, phase: Integer):
    """True if a ship's muzzle glows: in windup or act phase, or shortly before its weapon is ready."""
    return phase in (WINDUP, ACT) or (in_mask(FIRES_WHEN_READY, kind) and cooldown <= CHARGE_TICKS)


@inline
def loading_ticks(kinds: KindTable, kind: Integer, row: Row):
    """Initial cooldown [ticks] of a ship that drops in, staggered by row against volleys of a group."""
    ticks = np.int64(kinds.fire_ticks[kind])
    staggered = in_mask(FIRES_WHEN_READY, kind)
    return ticks + row * ROW_STEP % max(ticks // 2, 1) if staggered else ticks
