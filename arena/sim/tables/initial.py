"""Tables of the state of an empty world, by name; `World` makes one `State` of them."""

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.config import WorldConfig
from arena.sim.navigation import create_navigation_state
from arena.sim.tables.bodies import Bodies, Bullets, Memory, Ships, allocate, create_players
from arena.sim.tables.commands import Commands, History
from arena.sim.tables.fuses import create_cascades, create_fuses
from arena.sim.tables.pools import create_pools
from arena.sim.tables.quarantine import create_quarantine
from arena.sim.tables.sleep import create_sleep
from arena.sim.tables.zones import create_zones

TICK_LIMIT = 2**31 - 2**20
"""Ticks of a world, 414 days of play: what is due hours after the last one still fits into 32 bits."""


class Clock(Table):
    """Time of a world."""

    tick: NDArray[np.int64]  # ticks since the beginning, shape (1,)


def create_initial_state(config: WorldConfig) -> dict[str, Table]:
    """Tables of an empty world, by name."""
    n, ships = config.capacity, config.ships
    bodies = allocate(Bodies, n)
    bodies.hit_by[:] = -1
    ship_columns = allocate(Ships, ships)
    ship_columns.shielder[:] = -1
    parts: dict[str, Table] = {
        "clock": Clock(np.zeros(1, np.int64)),
        "history": History(np.zeros(1, np.uint64)),
        "bodies": bodies,
        "ships": ship_columns,
        "memory": allocate(Memory, ships),
        "players": create_players(config.players),
        "bullets": allocate(Bullets, config.bullets),
        "commands": allocate(Commands, ships),
        "zones": create_zones(),
        "quarantine": create_quarantine(),
        "sleep": create_sleep(n),
        "fuses": create_fuses(ships),
        "cascades": create_cascades(),
        "pools": create_pools(config.pool_capacities),
    }
    if config.travellers or config.flow:
        parts["navigation"] = create_navigation_state(config.travellers, flow=config.flow)
    return parts
