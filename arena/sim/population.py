"""`Population`: every table that says something about the body in a row, as one argument for kernels."""

from arena.jit.tables import Table
from arena.sim.bodies import Bodies, Bullets, Memory, Players, Ships
from arena.sim.commands import Commands
from arena.sim.pools import Pools
from arena.sim.sleep_tables import Sleep


class Population(Table):
    """What `arena.sim.spawn` writes when a body is born. All of it is state."""

    bodies: Bodies
    ships: Ships
    memory: Memory
    players: Players
    commands: Commands
    bullets: Bullets
    sleep: Sleep
    pools: Pools
