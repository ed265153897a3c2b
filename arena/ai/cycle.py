"""The cycle that strikes come in: seek, and near the target wind up, act, rest, and seek again.

Lancers charge by it, stalkers strike, bosses fire their patterns. Where a mind stands is `Memory.phase`,
when it moves on `Memory.until`; a phase of no ticks is passed over at its first thought.
"""

from arena.ai.behaviours import Behaviours
from arena.jit import inline
from arena.jit.annotations import Flag, Integer, Row
from arena.sim.kinds import Phase
from arena.sim.tables.bodies import Memory

SEEK, WINDUP, ACT, REST = (int(phase) for phase in Phase)


@inline
def next_phase(
    row: Row, kind: Integer, tick: Integer, begins: Flag, behaviours: Behaviours, memory_out: Memory
):
    """Move a mind's cycle on where its time has come; `begins` starts it. Returns the phase now."""
    ticks = (
        int(behaviours.windup_ticks[kind]),
        int(behaviours.act_ticks[kind]),
        int(behaviours.rest_ticks[kind]),
    )
    return advance_cycle(row, tick, begins, ticks, memory_out)


@inline
def advance_cycle(
    row: Row, tick: Integer, begins: Flag, ticks: tuple[Integer, Integer, Integer], memory_out: Memory
):
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
