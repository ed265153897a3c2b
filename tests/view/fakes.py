"""A world of plain tables with the attributes that `view` reads: its tests need no simulation."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.hulls import STANDARD
from arena.game.hud import Banner, Hud, PlayerHud, Status
from arena.sim.kinds import POOL_TEAM, Pool, Team, kind_table
from arena.sim.tables.bodies import Bodies, Bullets, Memory, Ships, allocate, create_players
from arena.sim.tables.bounds import create_bounds
from arena.sim.tables.commands import Commands
from arena.sim.tables.contacts import Contacts
from arena.sim.tables.events import Event, Events
from arena.sim.tables.fuses import create_cascades
from arena.sim.tables.loadout import create_loadout, create_module_table
from arena.sim.tables.pools import create_pools
from arena.sim.tables.population import Population
from arena.sim.tables.quarantine import create_quarantine
from arena.sim.tables.sleep import create_sleep
from arena.sim.tables.zones import create_zones

ENEMIES, ASTEROIDS, BULLETS = 40, 60, 50
KINDS = tuple(
    row.number
    for row in (
        *(kinds.PLAYER, kinds.COMPANION, kinds.DRONE, kinds.MINE),
        *(kinds.ASTEROID, kinds.PICKUP, kinds.BULLET),
    )
)
SHELL, PLANET = 52.0, 50.0
EVENTS = 400


class FakeWorld:
    """One player at +z, the rest scattered around it within `spread` radians, all at rest."""

    def full_shield(self, slot: int) -> float:
        """Of the standard hull."""
        return STANDARD.rules.shield

    def __init__(
        self, enemies: int = 24, asteroids: int = 30, bullets: int = 20, spread: float = 0.35
    ) -> None:
        capacities = (1, 1, max(ENEMIES, enemies), 4, max(ASTEROIDS, asteroids), 6, max(BULLETS, bullets))
        starts = np.concatenate([[0], np.cumsum(capacities)])
        rows, self.tick, self.seed = int(starts[-1]), 100, 0
        self.planet_radius, self.shell_radius = PLANET, SHELL
        self.kinds = kind_table()
        self.bodies = allocate(Bodies, rows)
        self.pool_rows = create_pools(list(capacities))
        self._starts, self._live = starts, (1, 0, enemies, 0, asteroids, 0, bullets)
        self.ships = allocate(Ships, int(starts[3]))
        for column in self.ships:
            column[:] = -1000
        self.memory = allocate(Memory, int(starts[3]))
        self.players = create_players(1)
        self.players.up[0], self.players.boost[0], self.players.bombs[0] = (0.0, 1.0, 0.0), 1.0, 2
        self.module_table, self.loadout = create_module_table(), create_loadout(1)
        self.events, self.cascades = allocate(Events, EVENTS), create_cascades()
        self.commands = allocate(Commands, int(starts[3]))
        self.contacts = allocate(Contacts, 64)
        self.pair_count = self.boss_count = 0
        self.quarantine = create_quarantine()
        self.bullets = allocate(Bullets, max(BULLETS, bullets))
        self.population = Population(
            self.bodies, self.ships, self.memory, self.players, self.commands, self.bullets,
            create_sleep(rows), self.pool_rows,
        )  # fmt: skip
        self.zone_mask = np.zeros(rows, np.uint8)
        self.bounds = create_bounds(rows)
        self.zones = create_zones()
        self.config, self.tables = SimpleNamespace(live_radius=None, players=1), dict[str, Any]()
        half = SHELL + 20.0
        self.grid = SimpleNamespace(
            lower=np.full(3, -half), upper=np.full(3, half), box=(np.full(3, -half), np.full(3, half)),
            cells=(12, 12, 12), pair_buffer=np.zeros((64, 2), np.int32),
        )  # fmt: skip
        self._scatter(np.random.default_rng(4), spread)

    def _scatter(self, random: np.random.Generator, spread: float) -> None:
        b = self.bodies
        for pool in Pool:
            rows = self.rows(pool)
            direction = random.normal(size=(len(rows), 3)) * spread + [0.0, 0.0, 1.0]
            if pool == Pool.PLAYER:
                direction[:] = (0.0, 0.0, 1.0)
            direction /= np.linalg.norm(direction, axis=1, keepdims=True)
            b.position[rows] = b.previous_position[rows] = direction * SHELL
            heading = np.cross(direction, [1.0, 0.0, 0.0])
            b.heading[rows] = b.previous_heading[rows] = heading / np.linalg.norm(
                heading, axis=1, keepdims=True
            )
            b.alive[rows] = b.awake[rows] = True
            b.team[rows] = (*POOL_TEAM[:-1], Team.PLAYERS)[pool]
            b.kind[rows] = KINDS[pool]
            b.radius[rows] = (0.7, 0.5, 0.5, 0.45, 1.2, 0.55, 0.15)[pool]
            b.health[rows] = 80.0
            self.bounds.center[rows], self.bounds.radius[rows] = b.position[rows], b.radius[rows]
        enemies, rocks, bullets = (self.rows(pool) for pool in (Pool.ENEMY, Pool.ASTEROID, Pool.BULLET))
        b.kind[enemies[::3]] = kinds.GUNNER.number
        b.variant[rocks] = np.arange(len(rocks)) % 3
        b.team[bullets[::2]] = Team.ENEMIES
        b.velocity[bullets] = b.heading[bullets] * np.float32(30.0)

    @property
    def pools(self) -> list[range]:
        """Their lengths are the numbers of live rows."""
        return [range(live) for live in self._live]

    def rows(self, pool: Pool) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Live rows of a pool."""
        start = int(self._starts[pool])
        return np.arange(start, start + self._live[pool], dtype=np.int64)

    def add_event(self, kind: Event, row: int, size: float, subject: int = kinds.DRONE.number) -> None:
        """Tell of something at the place of `row`."""
        i, events = int(self.events.count[0]), self.events
        events.kind[i], events.row[i], events.other[i], events.subject[i] = kind, row, 0, subject
        events.size[i], events.position[i] = size, self.bodies.position[row]
        events.count[0] += 1

    def fingerprint(self) -> bytes:
        """All state, to see whether somebody wrote it."""
        tables = (
            self.bodies,
            self.ships,
            self.memory,
            self.players,
            self.events,
            self.commands,
            self.contacts,
        )
        return b"".join(column.tobytes() for table in tables for column in table)


def fake_world(**counts: Any) -> Any:
    """A `FakeWorld`, typed as anything so that it passes for a `World`."""
    return FakeWorld(**counts)


HUD = Hud(
    players=(PlayerHud("Behind you!"),), score=123450, multiplier=7, lives=3, progress=3,
    status=Status("WAVE", "3", "12 hostile"), banner=Banner("WAVE 3", "12 hostiles inbound", 60, 150),
)  # fmt: skip
"""Example of everything that a mode may show."""
