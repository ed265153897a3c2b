"""Attack cycle of lancers, stalkers and bosses: seek, windup, act, rest, and seek again.

`Memory.phase` is the current phase and `Memory.until` the tick at which it ends. A phase of 0 ticks ends at
the mind's next decision.
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
    """Advance a mind's cycle by the durations of its kind; `begins` starts the windup. Returns the phase."""
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
    """`next_phase` with explicit durations of windup, act and rest [ticks]."""
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
