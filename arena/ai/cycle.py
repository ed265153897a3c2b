"""The cycle that strikes come in: seek, and near the target wind up, act, rest, and seek again.

Lancers charge by it, stalkers strike, bosses fire their patterns. Where a mind stands is `Memory.phase`,
when it moves on `Memory.until`; a phase of no ticks is passed over at its first thought.
"""

from arena.jit import inline
from arena.sim.kinds import Phase

SEEK, WINDUP, ACT, REST = (int(phase) for phase in Phase)


@inline
def next_phase(row, kind, tick, begins, behaviours, memory_out):
    """Move a mind's cycle on where its time has come; `begins` starts it. Returns the phase now."""
    ticks = (
        int(behaviours.windup_ticks[kind]),
        int(behaviours.act_ticks[kind]),
        int(behaviours.rest_ticks[kind]),
    )
    return advance_cycle(row, tick, begins, ticks, memory_out)


@inline
def advance_cycle(row, tick, begins, ticks, memory_out):
    """`next_phase` where the lengths of winding up, acting and resting are given [ticks]."""
    phase, until = memory_out.phase, memory_out.until
    now = phase[row]
    if now == SEEK:
        if begins:
            now = WINDUP
            until[row] = tick + ticks[0]
    elif tick >= until[row]:
        if now == WINDUP:
            now = ACT
            until[row] = tick + ticks[1]
        elif now == ACT:
            now = REST
            until[row] = tick + ticks[2]
        else:
            now = SEEK
    phase[row] = now
    return now
