"""`Workspace`: memory of a tick besides the state; its content may be discarded between two ticks.

`World` creates one and never saves it. Every system writes a column before it reads it. A test fills the
workspace with garbage between ticks and sees the same states. Views and rules read the results of the last
tick from it: events, contacts and region events.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.compaction import create_compaction
from arena.sim.tables.bodies import allocate
from arena.sim.tables.bounds import create_bounds
from arena.sim.tables.contacts import Contacts, FindingsStore, create_hits, create_solver
from arena.sim.tables.events import create_events
from arena.sim.tables.loadout import create_loadout
from arena.sim.tables.quarantine import create_suspects
from arena.sim.tables.sleep import create_region_events, create_regions
from arena.sim.tables.zones import CELLS


class Workspace:
    """Scratch tables for `capacity` bodies, of which `bullets` are bullets and `players` players.

    See the classes of the tables.
    """

    def __init__(self, capacity: int, bullets: int, players: int) -> None:
        n = capacity
        self.bounds = create_bounds(n)
        self.contacts: Contacts = allocate(Contacts, 2 * n + 64)
        self.findings = FindingsStore(2 * n + 64)
        self.solver = create_solver(n, 2 * n + 64)
        self.hits = create_hits(bullets)
        self.regions = create_regions(n)
        self.region_events = create_region_events(n)
        self.events = create_events(n)
        self.loadout = create_loadout(players)
        self.compaction = create_compaction(n)
        self.packed_commands = np.zeros(players, np.int64)  # of the players, see `pack_command`
        self.suspect = create_suspects(n)  # a bit per row, set by motion for `arena.sim.quarantine`
        self.boss_health = np.zeros(n, np.float32)  # of bosses before this tick's hits [hit points]
        self.zone_grid = np.zeros(CELLS**3, np.uint64)  # bit masks of zones
        self.zone_mask = np.zeros(n, np.uint8)  # bits 1 << number of the kinds of zones around each body

    def arrays(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """(name, array) of all tables."""
        for name, part in vars(self).items():
            yield from _named(name, part)


def _named(name: str, part: Any) -> Iterator[tuple[str, NDArray[Any]]]:
    if isinstance(part, FindingsStore):
        part = part.table
    if isinstance(part, Table):
        for column_name, column in part.columns():
            yield from _named(f"{name}.{column_name}", column)
    elif isinstance(part, tuple | list):
        for index, item in enumerate(part):
            yield from _named(f"{name}.{index}", item)
    else:
        yield name, part
