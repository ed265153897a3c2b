"""Protection of ships by links, asked wherever a ship would be damaged; see `arena.sim.groups.links`."""

import numpy as np

from arena.jit import inline
from arena.jit.annotations import Flag, Row
from arena.sim.kinds import SHIELDS, in_mask
from arena.sim.tables.bodies import Bodies, Ships


@inline
def is_linked(bodies: Bodies, ships: Ships, row: Row) -> Flag:
    """True if a link protects a body from all damage; only ships have links."""
    if row >= len(ships.shielder):
        return False
    shielder = np.int64(ships.shielder[row])
    return shielder >= 0 and bodies.alive[shielder] and in_mask(SHIELDS, bodies.kind[shielder])
