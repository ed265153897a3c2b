"""`Simulation`: everything that the systems of a tick read and write, as one argument for kernels.

`World` makes one on creation, and another whenever the grid's memory has grown. It owns nothing: its tables
are those of the world's state and workspace, and of the catalogue. A system is a kernel of it alone, see
`arena.sim.system`.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid.memory import GridMemory
from arena.grid.table import GridTable
from arena.jit.tables import Table
from arena.sim.bosses.columns import BossTable, PatternTable
from arena.sim.compaction import Compaction
from arena.sim.kinds import KindTable
from arena.sim.navigation import NavigationScratch, NavigationTable
from arena.sim.tables.arsenal import Arsenal
from arena.sim.tables.bodies import Bodies, Bullets, Memory, Players, Ships
from arena.sim.tables.bounds import Bounds
from arena.sim.tables.commands import Commands, History
from arena.sim.tables.contacts import Contacts, Findings, Hits, Solver
from arena.sim.tables.events import Events
from arena.sim.tables.fuses import Cascades, Fuses
from arena.sim.tables.hulls import HullTable
from arena.sim.tables.loadout import Loadout, ModuleTable
from arena.sim.tables.pickups import PickupTable
from arena.sim.tables.pools import Pools
from arena.sim.tables.population import Population
from arena.sim.tables.quarantine import Quarantine
from arena.sim.tables.sleep import RegionEvents, Regions, Sleep
from arena.sim.tables.zones import ZoneRuleTable, Zones


class Simulation(Table):
    """State, workspace and constants of one world. Numbers are columns of shape (1,)."""

    tick: NDArray[np.int64]  # ticks since the beginning
    seed: NDArray[np.int64]
    shell_radius: NDArray[np.float64]  # [u]
    grid_half: NDArray[np.float64]  # half the edge of the grid's cube [u]
    live_radius: NDArray[np.float64]  # [u] around players within which bodies are awake; infinite: everywhere
    separation_speed_max: NDArray[np.float64]  # [u/s]
    sleepers_meet: NDArray[np.int64]  # [ticks]
    has_flow: NDArray[np.bool_]
    running: NDArray[np.int64]  # number of the system that runs
    boss_count: NDArray[np.int64]  # bosses and parts of them in this tick
    pair_count: NDArray[np.int64]  # candidates of the last broad phase
    route_count: NDArray[np.int64]  # ships that fly by a route
    # state
    history: History
    population: Population
    bodies: Bodies  # this and the next seven are those of `population`
    ships: Ships
    memory: Memory
    players: Players
    commands: Commands
    bullets: Bullets
    sleep: Sleep
    pools: Pools
    zones: Zones
    quarantine: Quarantine
    fuses: Fuses
    cascades: Cascades
    navigation: NavigationTable
    traveller: NDArray[np.int32]  # see `NavigationState`
    # workspace
    navigation_scratch: NavigationScratch
    bounds: Bounds
    contacts: Contacts
    solver: Solver
    hits: Hits
    events: Events
    compaction: Compaction
    loadout: Loadout
    regions: Regions
    region_events: RegionEvents
    packed_commands: NDArray[np.int64]  # see `Workspace`, as the next four
    zone_grid: NDArray[np.uint64]
    zone_mask: NDArray[np.uint8]
    suspect: NDArray[np.uint8]
    boss_health: NDArray[np.float32]
    places: NDArray[np.float32]  # `bounds.center`, flat, shape (3 * capacity,)
    grid: GridTable
    grid_memory: GridMemory  # of `grid`; the first `pair_count` of its pairs count
    findings: Findings
    # the catalogue
    kinds: KindTable
    arsenal: Arsenal
    hulls: HullTable
    pickup_rules: PickupTable
    module_rules: ModuleTable
    zone_rules: ZoneRuleTable
    boss_rules: BossTable
    pattern_rules: PatternTable
