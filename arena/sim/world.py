"""`World`: all state of the simulation, and how to create, save, restore, hash and populate it.

`arena.game.Match` owns one and calls `arena.sim.step.step` on it 60 times a second; views, minds and tests
read its columns. All memory is taken here, once.
"""

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena import sphere, tuning
from arena.grid import CollisionGrid
from arena.sim.bodies import Bodies, Bullets, Memory, Players, Ships, allocate
from arena.sim.bound_tables import create_bounds
from arena.sim.commands import Commands
from arena.sim.contact_tables import Contacts, FindingsStore, create_hits, create_solver
from arena.sim.events import Events
from arena.sim.kinds import KIND_POOL, POOL_TEAM, Kind, KindTable, Pool, kind_table
from arena.sim.marks import create_marks
from arena.sim.navigation import Navigation
from arena.sim.pools import Pools, PoolView, create_pools, take_row
from arena.sim.population import Population
from arena.sim.sleep_tables import create_crossings, create_regions, create_sleep
from arena.sim.spawn import spawn_body
from arena.sim.zone_tables import CELLS, create_zones
from arena.tables import Table

CAPACITY_MAX = 1_000_000
"""Bodies in all; more is refused before any memory is taken."""

FOREVER = np.iinfo(np.int32).max
EVENTS_PER_BODY = 2
EVENTS_MIN = 1024


@dataclass(frozen=True)
class WorldConfig:
    """What a world is created from. Counts are capacities: no pool ever holds more."""

    seed: int = 1
    players: int = 1
    enemies: int = 256
    asteroids: int = 768
    bullets: int = 1024
    cells: int | None = None  # of the grid per axis; None: from the arena's size
    planet_radius: float | None = None  # [u]; None: grows with the counts so that density stays constant
    live_radius: float | None = None  # [u] around players within which bodies are awake; None: everywhere
    parting_max: float = math.inf  # [u/s] at which touching bodies part at most; infinite: all are elastic
    companions: int = 0
    mines: int = 0
    travellers: int = 0  # stalkers that can plan a way at the same time; 0 spends nothing on routes
    flow: bool = False  # whether drones far from players share a flow field; False spends nothing on one

    def __post_init__(self) -> None:
        if not 1 <= self.players <= 4:
            raise ValueError(f"players must be 1 to 4, not {self.players}")
        for name in ("enemies", "asteroids", "bullets", "companions", "mines", "travellers"):
            count = getattr(self, name)
            if not 0 <= count <= CAPACITY_MAX:
                raise ValueError(f"{name} must be 0 to {CAPACITY_MAX:,}, not {count:,}")
        if self.capacity > CAPACITY_MAX:
            raise ValueError(f"at most {CAPACITY_MAX:,} bodies fit in a world, not {self.capacity:,}")
        if self.live_radius is not None and not 0 < self.live_radius < math.inf:
            raise ValueError(f"live_radius must be above 0, not {self.live_radius}")
        if not self.parting_max > 0:
            raise ValueError(f"parting_max must be above 0, not {self.parting_max}")
        if not 0 <= self.seed < 1 << 63:
            raise ValueError(f"seed must be 0 to 2^63 - 1, not {self.seed}")

    @property
    def capacity(self) -> int:
        """Rows of `Bodies`."""
        return self.ships + self.mines + self.asteroids + self.bullets

    @property
    def ships(self) -> int:
        """Rows of `Ships`: players, companions, enemies."""
        return self.players + self.companions + self.enemies


class World:
    """All state of one simulation; see the fields' own types for shapes and units."""

    def __init__(self, config: WorldConfig) -> None:
        self.config = config
        self.seed = config.seed
        self.tick = 0
        self.planet_radius = config.planet_radius or _planet_radius(config.capacity)
        self.shell_radius = self.planet_radius + tuning.ARENA.shell_altitude
        capacities = [
            *(config.players, config.companions, config.enemies),
            *(config.mines, config.asteroids, config.bullets),
        ]
        ship_count = config.ships
        n = config.capacity
        self.bodies: Bodies = allocate(Bodies, n)
        self.ships: Ships = allocate(Ships, ship_count)
        self.memory: Memory = allocate(Memory, ship_count)
        self.players: Players = allocate(Players, config.players)
        self.bullets: Bullets = allocate(Bullets, config.bullets)
        self.commands: Commands = allocate(Commands, ship_count)
        self.bounds = create_bounds(n)
        self.contacts: Contacts = allocate(Contacts, 2 * n + 64)
        self.findings = FindingsStore(2 * n + 64)
        self.solver = create_solver(n, 2 * n + 64)
        self.hits = create_hits(config.bullets)
        self.pair_count = 0  # candidates of the last broad phase
        self.sleep = create_sleep(n)
        self.regions = create_regions(n)
        self.crossings = create_crossings(n)
        self.zones = create_zones()
        self.zone_grid = np.zeros(CELLS**3, np.uint64)  # bit masks of zones; scratch of apply_zones
        self.within = np.zeros(n, np.uint8)  # bit 1 << Zone of every kind of zone each body is in
        self.events: Events = allocate(Events, max(EVENTS_MIN, EVENTS_PER_BODY * n))
        self.hit_by = np.full(n, -1, np.int32)  # row that last damaged each body, for who gets the score
        self.marks = create_marks(n)
        self.kinds: KindTable = kind_table()
        self.pool_rows: Pools = create_pools(capacities)
        self.population = Population(
            self.bodies, self.ships, self.memory, self.players, self.commands, self.bullets, self.sleep,
            self.hit_by, self.pool_rows,
        )  # fmt: skip
        self.pools = [PoolView(self.pool_rows, self.bodies, pool) for pool in Pool]
        self.navigation = Navigation(config.travellers, flow=config.flow)
        half = self.shell_radius + tuning.ARENA.outer_altitude
        self.grid = CollisionGrid([-half] * 3, [half] * 3, config.cells or _grid_cells(half))

    def rows(self, pool: Pool) -> NDArray[np.int64]:
        """Live rows of a pool, ascending."""
        return self.pools[pool].rows()

    # Population. Called between ticks by game rules and tests; kernels use arena.sim.spawn directly.

    def spawn_player(
        self, slot: int, direction: ArrayLike = (0.0, 0.0, 1.0), up: ArrayLike | None = None
    ) -> int:
        """Put a player on the shell in the given direction with full health, untouchable for a moment.

        Its row.
        """
        row = slot
        if self.bodies.alive[row]:
            raise ValueError(f"player {slot} is alive already")
        pool = self.pools[Pool.PLAYER]
        if not 0 <= slot < pool.capacity:
            raise ValueError(f"player must be 0 to {pool.capacity - 1}, not {slot}")
        self._take_player_row(slot)
        frame_up = sphere.tangent_frame(direction)[1] if up is None else np.asarray(up, np.float64)
        self._write(row, Kind.PLAYER, direction, heading=frame_up, radius=tuning.PLAYER.radius)
        self.ships.untouchable_until[row] = self.tick + round(tuning.PILOT.spawn_grace * tuning.TICK_RATE)
        return row

    def place(
        self,
        kind: Kind,
        direction: ArrayLike,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        *,
        radius: float | None = None,
        material: int = 0,
    ) -> int:
        """Put a body on the shell; returns its row, or -1 when its pool is exhausted.

        Args:
            kind: any but PLAYER and BULLET.
            direction: from the planet's centre, any length but 0, shape (3,).
            velocity: [u/s], shape (3,); only its tangent part counts.
            radius: [u]; None: the kind's own (asteroids: 1).
            material: of an asteroid.
        """
        row = int(take_row(self.pool_rows, KIND_POOL[kind]))
        if row >= 0:
            size = radius or (1.0 if kind == Kind.ASTEROID else float(self.kinds.radius[kind]))
            self._write(row, kind, direction, velocity, radius=size, material=material)
        return row

    def drop_in(
        self, kind: Kind, direction: ArrayLike, *, radius: float | None = None, material: int = 0
    ) -> int:
        """Let a body fall from outer orbit onto the shell, announced by a LANDING event.

        Arguments as for `place`.
        """
        row = self.place(kind, direction, radius=radius, material=material)
        if row >= 0:
            outward = sphere.unit(direction)
            self.bodies.position[row] = outward * (self.shell_radius + tuning.ARENA.outer_altitude)
            self.bodies.previous_position[row] = self.bodies.position[row]
            self.bodies.climb[row] = -tuning.LANDING.descent_speed
        return row

    def place_companion(self, slot: int, direction: ArrayLike) -> int:
        """Give player `slot` a companion, which nothing can hurt; returns its row, or -1."""
        row = self.place(Kind.COMPANION, direction)
        if row >= 0:
            self.memory.target[row] = slot
            self.ships.untouchable_until[row] = FOREVER
        return row

    def place_boss(self, direction: ArrayLike) -> int:
        """Put a boss with all its parts on the shell; returns its row, or -1."""
        boss = self.place(Kind.BOSS, direction)
        for place in range(tuning.CAST.boss_parts if boss >= 0 else 0):
            row = self.place(Kind.BOSS_PART, direction)
            if row >= 0:
                self.memory.target[row] = boss
                self.memory.used[row] = place
        return boss

    def _take_player_row(self, slot: int) -> None:
        """Player rows are fixed by slot, so the stack is searched; it holds four rows at most."""
        pools = self.pool_rows
        count = int(pools.available[Pool.PLAYER])
        stack = pools.free[:count]
        stack[:] = np.concatenate([stack[stack != slot], [slot]])
        take_row(pools, Pool.PLAYER)

    def _write(
        self,
        row: int,
        kind: Kind,
        direction: ArrayLike,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        *,
        radius: float,
        heading: ArrayLike | None = None,
        material: int = 0,
    ) -> None:
        outward = sphere.unit(direction)
        tangent = sphere.project_tangent(outward, velocity)
        if heading is None:
            heading = tangent if tangent.any() else sphere.tangent_frame(outward)[0]
        nose = sphere.unit(sphere.project_tangent(outward, heading))
        tough = tuning.ASTEROID.health_per_radius * radius
        health = tough if kind == Kind.ASTEROID else float(self.kinds.health[kind])
        team = int(POOL_TEAM[KIND_POOL[kind]])
        spawn_body(
            self.population, row, int(kind), team, material, outward * self.shell_radius, tangent, nose,
            float(radius), health, self.tick,
        )  # fmt: skip

    # Identity of the state.

    def state_arrays(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Every array that decides the future, by name, in a fixed order."""
        tables: tuple[Table, ...] = (
            *(self.bodies, self.ships, self.memory, self.players),
            *(self.bullets, self.commands),
        )
        for table in tables:
            for name, column in table.columns():
                yield f"{type(table).__name__.lower()}.{name}", column
        for name, column in self.zones.columns():
            yield f"zones.{name}", column
        for name, column in self.sleep.columns():
            yield f"sleep.{name}", column
        yield from self.navigation.state_arrays()
        yield "hit_by", self.hit_by
        yield "pools.available", self.pool_rows.available
        yield "pools.free", self.pool_rows.free

    def array_hashes(self) -> dict[str, int]:
        """A 64-bit hash per state array; two worlds that differ, differ in a name here."""
        return {name: _hash64(np.ascontiguousarray(column).data) for name, column in self.state_arrays()}

    def state_hash(self) -> int:
        """One 64-bit hash of the tick and every state array."""
        values = [self.tick, *self.array_hashes().values()]
        return _hash64(np.array(values, np.uint64).data)

    def snapshot(self) -> bytes:
        """The whole state as bytes, for `restore` on a world of the same configuration."""
        parts = [np.array([self.tick], np.int64).tobytes()]
        parts += [column.tobytes() for _, column in self.state_arrays()]
        return b"".join(parts)

    def restore(self, snapshot: bytes) -> None:
        """Return to a snapshot, bit for bit.

        Raises:
            ValueError: if the snapshot's size is not that of this configuration.
        """
        size = 8 + sum(column.nbytes for _, column in self.state_arrays())
        if len(snapshot) != size:
            raise ValueError(f"snapshot has {len(snapshot)} bytes, but this world's state has {size}")
        self.tick = int(np.frombuffer(snapshot, np.int64, 1)[0])
        offset = 8
        for _, column in self.state_arrays():
            column[...] = np.frombuffer(snapshot, column.dtype, column.size, offset).reshape(column.shape)
            offset += column.nbytes
        self.events.count[0] = 0


def _planet_radius(bodies: int) -> float:
    return tuning.ARENA.planet_radius * math.sqrt(max(1.0, bodies / tuning.ARENA.density_bodies))


def _grid_cells(half: float) -> int:
    return min(tuning.ARENA.grid_cells_max, max(1, round(2 * half / tuning.ARENA.grid_cell_edge)))


def _hash64(data: Any) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
