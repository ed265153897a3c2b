"""`Population`: all tables with columns of bodies, as one argument for kernels."""

from arena.jit.tables import Table
from arena.sim.tables.bodies import Bodies, Bullets, Memory, Players, Ships
from arena.sim.tables.commands import Commands
from arena.sim.tables.pools import Pools
from arena.sim.tables.sleep import Sleep


class Population(Table):
    """Tables that `arena.sim.births` writes at a birth. All are state."""

    bodies: Bodies
    ships: Ships
    memory: Memory
    players: Players
    commands: Commands
    bullets: Bullets
    sleep: Sleep
    pools: Pools
