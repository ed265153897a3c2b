"""Mines: drag and lifetime.

`age_mines` runs once per tick over the pool of mines. `arena.sim.damage` handles hits and touches.
"""

from arena import tuning
from arena.jit import kernel
from arena.jit.annotations import I32, Integer
from arena.sim.kinds import Pool
from arena.sim.system import columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.simulation import Simulation

MINE_POOL = int(Pool.MINE)
LIFE = round(tuning.MINES.life * tuning.TICK_RATE)
DRAG = 1.0 - tuning.MINES.drag * tuning.DT


@system(writes=(columns("bodies", "velocity", "health", "hit_by")))
def age_mines(sim: Simulation) -> None:
    """Apply drag to every mine, and despawn those past their lifetime."""
    start, stop = sim.pools.start[MINE_POOL], sim.pools.stop[MINE_POOL]
    if sim.pools.available[MINE_POOL] < stop - start:
        age_rows(sim.bodies, sim.bodies.hit_by, start, stop, sim.tick[0])


@kernel
def age_rows(bodies_inout: Bodies, hit_by_inout: I32, start: Integer, stop: Integer, tick: Integer) -> None:
    """`age_mines` for rows start..stop."""
    b = bodies_inout
    for row in range(start, stop):
        if not b.alive[row]:
            continue
        for axis in range(3):
            b.velocity[row, axis] *= DRAG
        if tick - b.born[row] >= LIFE:
            b.health[row] = 0.0
            hit_by_inout[row] = -1  # nobody scores
