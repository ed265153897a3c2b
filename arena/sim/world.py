"""`World`: one simulation, with methods to create, populate, save, restore and hash it.

`arena.game.match.Match` owns one and calls `arena.sim.step.step` on it 60 times a second. Views, minds and
tests read its columns. It has three parts. `config` holds its parameters. `state` determines the future;
snapshots and hashes cover it. `workspace` may be discarded between two ticks. All memory is allocated on
creation.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, PARTS
from arena.grid import CollisionGrid
from arena.grid.arguments import check_vector
from arena.jit.tables import Table
from arena.sim.births import place_body, place_companion, spawn_player
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.config import (
    WorldConfig,
    check_real,
    check_whole,
    create_numbers,
    default_radius,
    first_numbers,
)
from arena.sim.groups.patterns import PATTERN_RULES
from arena.sim.kinds import LOADED, POOL_OF, POOL_TEAM, VARIANT_MATERIALS, KindTable, Pool, kind_table
from arena.sim.landing import begin_fall, begin_falls
from arena.sim.navigation import Navigation, NavigationState, create_navigation_state
from arena.sim.tables.arsenal import create_arsenal
from arena.sim.tables.bodies import Bodies, Bullets, Memory, Players, Ships
from arena.sim.tables.commands import Commands, History
from arena.sim.tables.fuses import Cascades, Fuses
from arena.sim.tables.hulls import create_hull_table
from arena.sim.tables.initial import Clock, create_initial_state
from arena.sim.tables.loadout import Effect, create_module_table, fitted
from arena.sim.tables.pickups import create_pickup_table
from arena.sim.tables.pools import Pools, PoolView, take_row
from arena.sim.tables.population import Population
from arena.sim.tables.quarantine import Quarantine
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.sleep import Sleep
from arena.sim.tables.state import State
from arena.sim.tables.workspace import Workspace
from arena.sim.tables.zones import Zones, create_zone_rules
from arena.workers import WorkerPool

__all__ = ["World", "WorldConfig"]

TableT = TypeVar("TableT", bound=Table)

Substance = tuple[int, int, int, int, float, float]
"""Kind, pool, team, variant, radius [u] and health [hit points] of a new body."""
PLACEABLE = frozenset(kind for kind, pool in POOL_OF.items() if pool not in (Pool.PLAYER, Pool.BULLET))
"""Kinds whose bodies can be placed: players have seats, and bullets owners."""
ANY_WAY = (0.0, 0.0, 0.0)
"""No heading, see `place_body` and `spawn_player`."""

NOT_STATE = frozenset(("pools.start", "pools.stop"))
"""Constant columns, left out of snapshots and hashes."""


class World:
    """One simulation; see the fields' own types for shapes and units.

    Args:
        config: parameters.
        workers: threads for heavy loads, or the pool to use; closed with the world either way.
        tables: additional state by name, of the rules of a game, saved, restored and hashed with the rest.
            `World.tables` holds it.
        identity: facts by name that distinguish its snapshots from those of other games.
    """

    def __init__(
        self,
        config: WorldConfig,
        workers: int | WorkerPool | None = 1,
        tables: Mapping[str, Table] | None = None,
        identity: Mapping[str, object] | None = None,
    ) -> None:
        self.config = config
        self.seed = config.seed
        self.planet_radius = (
            default_radius(config.capacity) if config.planet_radius is None else config.planet_radius
        )
        self.shell_radius = self.planet_radius + tuning.ARENA.shell_altitude
        self.kinds: KindTable = kind_table()
        self.arsenal = create_arsenal()
        self.hulls = create_hull_table()
        self.pickup_table = create_pickup_table()
        self.module_table = create_module_table()
        self.zone_rules = create_zone_rules()
        parts = create_initial_state(config)
        self._seedless = replace(config, seed=0)
        facts = self._facts(identity)
        self.state = State({**parts, **(tables or {})}, facts, leave_out=NOT_STATE)
        self.tables: dict[str, Any] = {name: self.state.tables[name] for name in tables or {}}
        self._gathered: dict[Any, Table] = {}
        self._name_state()
        self.workspace = Workspace(config.capacity, config.bullets, config.players)
        self._name_workspace()
        self.pools = [PoolView(self.pool_rows, self.bodies, pool) for pool in Pool]
        self._orbit = half = self.shell_radius + tuning.ARENA.outer_altitude
        cells = "auto" if config.cells is None else config.cells
        self._workers = workers if isinstance(workers, WorkerPool) else WorkerPool(workers)
        self.grid = CollisionGrid([-half] * 3, [half] * 3, cells, self._workers)
        self._numbers = create_numbers(config, self.shell_radius, half)
        self.gather()
        self.program: Any = None  # of `arena.sim.step`, made by the first tick

    def _name_state(self) -> None:
        parts = self.state.tables
        self._clock = cast(Clock, parts["clock"])
        self.bodies = cast(Bodies, parts["bodies"])
        self.ships = cast(Ships, parts["ships"])
        self.memory = cast(Memory, parts["memory"])
        self.players = cast(Players, parts["players"])
        self.bullets = cast(Bullets, parts["bullets"])
        self.commands = cast(Commands, parts["commands"])
        self.history = cast(History, parts["history"])
        self.zones = cast(Zones, parts["zones"])
        self.quarantine = cast(Quarantine, parts["quarantine"])
        self.sleep = cast(Sleep, parts["sleep"])
        self.fuses = cast(Fuses, parts["fuses"])
        self.cascades = cast(Cascades, parts["cascades"])
        self.pool_rows = cast(Pools, parts["pools"])
        self.hit_by = self.bodies.hit_by
        self.population = Population(
            self.bodies, self.ships, self.memory, self.players, self.commands, self.bullets, self.sleep,
            self.pool_rows,
        )  # fmt: skip
        navigation = cast(NavigationState | None, parts.get("navigation"))
        self.navigation = Navigation(navigation or create_navigation_state(0), flow=self.config.flow)

    def _name_workspace(self) -> None:
        space = self.workspace
        self.bounds, self.findings = space.bounds, space.findings
        self.contacts, self.solver, self.hits = space.contacts, space.solver, space.hits
        self.events, self.compaction, self.loadout = space.events, space.compaction, space.loadout
        self.regions, self.region_events = space.regions, space.region_events
        self.zone_grid, self.zone_mask = space.zone_grid, space.zone_mask
        self.suspect, self.boss_health = space.suspect, space.boss_health
        self.packed_commands = space.packed_commands

    def gather(self) -> None:
        """Make `simulation` of the world's tables; again where one of them was replaced."""
        groups: dict[str, Any] = dict(self.population.columns())
        self.simulation = Simulation(
            tick=self._clock.tick, **self._numbers, history=self.history, population=self.population,
            **groups, zones=self.zones, quarantine=self.quarantine, fuses=self.fuses,
            cascades=self.cascades, navigation=self.navigation.table, traveller=self.navigation.traveller,
            navigation_scratch=self.navigation.scratch, bounds=self.bounds, contacts=self.contacts,
            solver=self.solver, hits=self.hits, events=self.events, compaction=self.compaction,
            loadout=self.loadout, regions=self.regions, region_events=self.region_events,
            zone_grid=self.zone_grid, zone_mask=self.zone_mask, suspect=self.suspect,
            boss_health=self.boss_health, packed_commands=self.packed_commands,
            places=self.bounds.center.reshape(-1), grid=self.grid.table, grid_memory=self.grid.memory,
            findings=self.findings.table, kinds=self.kinds, arsenal=self.arsenal, hulls=self.hulls,
            pickup_rules=self.pickup_table, module_rules=self.module_table, zone_rules=self.zone_rules,
            boss_rules=BOSS_RULES, pattern_rules=PATTERN_RULES,
        )  # fmt: skip

    def gather_once(self, create: Callable[["World"], TableT]) -> TableT:
        """Table that a mode's rules make of this world's for their kernels; a `reset` leaves it as it is.

        Args:
            create: makes it; called the first time, and known by itself after that.
        """
        if create not in self._gathered:
            self._gathered[create] = create(self)
        return cast(TableT, self._gathered[create])

    def follow_grid(self) -> None:
        """Gather the tables anew where the grid has replaced some of its own, because they had to grow."""
        sim = self.simulation
        if sim.grid_memory is not self.grid.memory or sim.findings is not self.findings.table:
            self.gather()

    @property
    def tick(self) -> int:
        """Ticks since the beginning."""
        return int(self._clock.tick[0])

    @tick.setter
    def tick(self, tick: int) -> None:
        self._clock.tick[0] = tick

    @property
    def pair_count(self) -> int:
        """Candidates of the last broad phase."""
        return int(self._numbers["pair_count"][0])

    @pair_count.setter
    def pair_count(self, count: int) -> None:
        self._numbers["pair_count"][0] = count

    @property
    def boss_count(self) -> int:
        """Bosses and parts of them in this tick."""
        return int(self._numbers["boss_count"][0])

    @property
    def route_count(self) -> int:
        """Ships that fly by a route."""
        return int(self._numbers["route_count"][0])

    @property
    def workers(self) -> WorkerPool:
        """Thread pool of minds and heavy systems; it may be replaced between ticks."""
        return self._workers

    @workers.setter
    def workers(self, workers: WorkerPool) -> None:
        self._workers = self.grid.pool = workers

    def close(self) -> None:
        """End the threads."""
        self.workers.close()

    def rows(self, pool: Pool) -> NDArray[np.int64]:
        """Live rows of a pool, ascending."""
        return self.pools[pool].rows()

    # Population. Called between ticks by game rules and tests; kernels use arena.sim.births directly.

    def spawn_player(
        self, slot: int, direction: ArrayLike = (0.0, 0.0, 1.0), up: ArrayLike | None = None
    ) -> int:
        """Put a player on the shell in the given direction with full health, untouchable for a moment.

        Returns its row.

        Raises:
            ValueError: there is no such player, it is alive already, or a number is not finite.
        """
        row = check_whole("player", slot, 0, self.config.players - 1)
        if self.bodies.alive[row]:
            raise ValueError(f"player {slot} is alive already")
        check_vector("direction", direction)
        if up is not None:
            check_vector("up", up)
        spawn_player(self.simulation, row, _numbers(direction), ANY_WAY if up is None else _numbers(up))
        return row

    def full_shield(self, slot: int) -> float:
        """Full health of a player's ship, its hull and its modules [hit points]."""
        hull = self.hulls.shield[self.players.hull[slot]]
        return float(hull + fitted(self).value[slot, 0, Effect.SHIELD])

    def place(
        self,
        kind: int,
        direction: ArrayLike,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        *,
        radius: float | None = None,
        material: int = 0,
        loaded: bool = False,
    ) -> int:
        """Put a body on the shell; returns its row, or -1 if its pool is exhausted.

        Args:
            kind: number of any kind except players and bullets.
            direction: from the planet's centre, any length but 0, shape (3,).
            velocity: [u/s], shape (3,); only its tangent part counts.
            radius: [u]; None: the kind's own (asteroids: 1).
            material: of an asteroid, 0 to 15; else number of the pickup, boss or part, 0 to 255.
            loaded: of an asteroid: a pickup comes out of it.

        Raises:
            ValueError: a number out of range; names it.
        """
        check_vector("direction", direction)
        check_vector("velocity", velocity)
        substance = self._substance(kind, radius, material, loaded)
        row = int(take_row(self.pool_rows, substance[1]))
        if row >= 0:
            number, _, team, variant, size, health = substance
            place_body(
                self.population, row, number, team, variant, size, health, _numbers(direction),
                _numbers(velocity), ANY_WAY, self.shell_radius, self.tick,
            )  # fmt: skip
        return row

    def drop_in(
        self,
        kind: int,
        direction: ArrayLike,
        *,
        radius: float | None = None,
        material: int = 0,
        loaded: bool = False,
        seconds: float | None = None,
    ) -> int:
        """Let a body fall from outer orbit onto the shell, announced by a LANDING event.

        Arguments as for `place`, and it returns the same. The fall takes `seconds`, at least
        `LANDING.fall_least`; with None it has the speed `LANDING.descent_speed`.
        """
        check_vector("direction", direction)
        speed = tuning.LANDING.descent_speed
        if seconds is not None:
            check_real("seconds", seconds, tuning.LANDING.fall_least, 60.0)
            speed = tuning.ARENA.outer_altitude / seconds
        place = _numbers(direction)
        if not any(place):
            place = (0.0, 0.0, 1.0)  # as `arena.sphere.unit` has it
        substance = self._substance(kind, radius, material, loaded)
        return int(begin_fall(self.population, self.kinds, *substance, place, speed, self._orbit, self.tick))

    def drop_in_group(self, kind: int, directions: NDArray[np.float64], seconds: NDArray[np.float64]) -> int:
        """Let bodies of one kind fall as `drop_in` does; returns how many of them found room.

        Args:
            kind: of all of them.
            directions: unit vectors, shape (n, 3).
            seconds: of each fall, at least `LANDING.fall_least`, shape (n,).

        Raises:
            ValueError: another shape, or a number out of range.
        """
        if directions.shape != (len(seconds), 3):
            raise ValueError(f"directions must have shape ({len(seconds)}, 3), not {directions.shape}")
        count = begin_falls(
            self.population, self.kinds, *self._substance(kind), directions, seconds, self._orbit, self.tick
        )
        if count < 0:
            raise ValueError(_problem_of_fall(directions, seconds))
        return int(count)

    def place_companion(self, slot: int, direction: ArrayLike, station: int = 0) -> int:
        """Spawn an invulnerable companion of player `slot`; returns its row, or -1.

        Args:
            slot: of the player.
            direction: as for `place`.
            station: 0 to fly on the player's right, 1 on the left.
        """
        check_whole("player", slot, 0, self.config.players - 1)
        check_vector("direction", direction)
        place = _numbers(direction)
        return int(
            place_companion(self.population, self.kinds, slot, place, station, self.shell_radius, self.tick)
        )

    def place_boss(self, direction: ArrayLike, variant: int = 0) -> int:
        """Put a boss with all its parts on the shell; returns its row, or -1.

        Args:
            direction: as for `place`.
            variant: number of a row of `arena.catalogue.boss_row.BOSSES`.

        Raises:
            ValueError: there is no such boss, or a number is not finite.
        """
        tuned = BOSSES[check_whole("variant", variant, 0, BOSSES.size - 1)].rules
        boss = self.place(kinds.BOSS.number, direction, radius=tuned.radius, material=variant)
        if boss < 0:
            return -1
        self.bodies.health[boss] = tuned.health
        for place, name in enumerate(tuned.ring.parts):
            part = PARTS.named(name).rules
            row = self.place(kinds.BOSS_PART.number, direction, radius=part.radius, material=variant)
            if row >= 0:
                self.bodies.health[row] = part.health
                self.memory.target[row] = boss
                self.memory.ring_slot[row] = place
        self.memory.stage_began[boss] = self.tick
        return boss

    def _substance(
        self, kind: int, radius: float | None = None, material: int = 0, loaded: bool = False
    ) -> Substance:
        check_whole("kind", kind, 0, max(POOL_OF))
        if kind not in PLACEABLE:
            raise ValueError(f"kind must be that of a body that can be placed, not {kind:,}")
        rock, pool = kind == kinds.ASTEROID.number, int(POOL_OF[kind])
        check_whole("material", material, 0, (VARIANT_MATERIALS if rock else 256) - 1)
        if radius is None:
            radius = 1.0 if rock else float(self.kinds.radius[kind])
        else:
            check_real("radius", radius, 0, self.shell_radius)
        health = tuning.ASTEROID.health_per_radius * radius if rock else float(self.kinds.health[kind])
        variant = int(material) + LOADED * loaded
        return int(kind), pool, int(POOL_TEAM[pool]), variant, float(radius), float(health)

    # Identity of the state.

    def array_hashes(self) -> dict[str, int]:
        """64-bit hash of each column of the state, by name."""
        return self.state.column_hashes()

    def state_hash(self) -> int:
        """64-bit hash of the state."""
        return self.state.hash()

    def snapshot(self) -> bytes:
        """Copy of the state as bytes, for `restore` on a world of the same configuration."""
        return self.state.snapshot()

    def fits(self, config: WorldConfig) -> bool:
        """Return whether `reset` takes a configuration: it differs in nothing but the seed."""
        return {**vars(config), "seed": 0} == vars(self._seedless)

    def _facts(self, identity: Mapping[str, object] | None) -> dict[str, object]:
        """Facts that a snapshot must share with the world it is restored in."""
        return {"seed": self.seed, **(identity or {}), "configuration": self._seedless}

    def reset(
        self, config: WorldConfig, tables: Mapping[str, Table], identity: Mapping[str, object] | None = None
    ) -> None:
        """Become the world that these arguments make, in place: all arrays stay where they are.

        Args:
            config: one that `fits`.
            tables: as for `World`, with the same columns as before.
            identity: as for `World`, under the same names as before.

        Raises:
            ValueError: it takes another world.
        """
        if not self.fits(config):
            raise ValueError("other capacities or another planet take another world")
        self.config, self.seed = config, config.seed
        self.state.reset(tables, self._facts(identity))
        for name, value in first_numbers(config).items():
            self._numbers[name][0] = value
        space = self.workspace
        for count in (
            *(space.events.count, space.events.dropped, space.contacts.count),
            *(space.region_events.entered_count, space.region_events.left_count),
        ):
            count[0] = 0

    def restore(self, snapshot: bytes) -> None:
        """Restore a snapshot, bit for bit.

        Raises:
            ValueError: the snapshot is damaged, or of another configuration.
        """
        self.state.restore(snapshot)
        self.events.count[0] = 0


def _numbers(vector: ArrayLike) -> tuple[float, ...]:
    """A vector as kernels take it."""
    return tuple(np.asarray(vector, np.float64).tolist())


def _problem_of_fall(directions: NDArray[np.float64], seconds: NDArray[np.float64]) -> str:
    """First number that `begin_falls` refuses, in words."""
    finite, least = np.isfinite(directions.sum(axis=1)), tuning.LANDING.fall_least
    if not finite.all():
        return f"directions[{int(finite.argmin())}] is not finite"
    row = int(((seconds >= least) & (seconds < np.inf)).argmin())
    return f"seconds[{row}] is {seconds[row]}, not {least} or more"
