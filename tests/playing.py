"""Matches, places in them and events, for tests of whatever is played."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest

from arena.ai import minds
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, Trait
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.endless import Endless
from arena.game.spawning import replacement
from arena.grid import collision_grid, pair_search, storage
from arena.sim import contacts
from arena.sim.births import spawn_body
from arena.sim.kinds import Pool
from arena.sim.step import SYSTEMS
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.sphere import unit
from arena.tuning import BULLET


class Told(NamedTuple):
    """An event of a tick."""

    event: Event
    row: int
    other: int
    size: float


def told(world: World) -> list[Told]:
    """Events of the tick just played."""
    events, count = world.events, int(world.events.count[0])
    columns = (column[:count].tolist() for column in (events.kind, events.row, events.other, events.size))
    return [Told(Event(kind), *rest) for kind, *rest in zip(*columns, strict=True)]


def rules(match: Match) -> Endless:
    """The rules of an endless match."""
    assert isinstance(match.mode, Endless)
    return match.mode


def let_bots_play(match: Match, ticks: int, states: list[int] | None = None) -> None:
    """Fly all players by new bots; `states` takes the hash after each tick."""
    bots = [Bot(slot) for slot in range(match.setup.players)]
    for _ in range(ticks):
        match.tick([bot.command(match.world) for bot in bots])
        if states is not None:
            states.append(match.state_hash())


def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut even a small world into many blocks for several threads: systems, minds, and the grid.

    The grid hands out its blocks where systems run one by one; the compiled loop does small loads by itself.
    """
    for run in SYSTEMS:
        if run.blocks is not None:
            monkeypatch.setattr(run, "blocks", (run.blocks[0], 32))
    monkeypatch.setattr(contacts, "BLOCK_PAIRS", 16)
    monkeypatch.setattr(replacement, "BLOCK_ROWS", 32)
    monkeypatch.setattr(minds, "CHUNK_ROWS", 32)
    monkeypatch.setattr(minds, "ALONE_MOST", 1)
    for module in (storage, collision_grid):
        monkeypatch.setattr(module, "SPLIT_ROWS", 50)
    monkeypatch.setattr(pair_search, "SPLIT_ENTRIES", 50)


def add_everybody(world: World, seed: int, bosses: int = 1) -> None:
    """Put bosses and some of every other enemy anywhere."""
    random = np.random.default_rng(seed)
    for variant in range(bosses):
        world.place_boss(random.normal(size=3), variant)
    for row in KINDS:
        if row.rules.pool == "enemy" and Trait.PLACEABLE in row.rules.traits:
            for _ in range(4):
                world.place(row.number, random.normal(size=3))


class StillMatch(Match):
    """A match whose minds have decided when a tick returns: until the next one a test may change it."""

    def tick(self, commands: Sequence[PlayerCommand] | None = None) -> None:
        """Play a tick, and wait for the minds."""
        super().tick(commands)
        self._collect()


def empty_match(players: int = 1) -> Match:
    """Nobody but the players, who can be hurt; the first wave comes after two seconds."""
    match = StillMatch(seed=3, workers=1, players=players)
    match.world.pools[Pool.ASTEROID].clear()
    match.world.pools[Pool.COMPANION].clear()
    match.world.ships.untouchable_until[:players] = 0
    return match


def towards(match: Match, right: float, ahead: float, slot: int = 0) -> np.ndarray:
    """A direction that many units of arc from a player."""
    world = match.world
    here = world.bodies.position[slot].astype(np.float64) / world.shell_radius
    up = world.players.up[slot].astype(np.float64)
    away = np.hypot(right, ahead)
    way = (right * np.cross(up, here) + ahead * up) / away
    return here * np.cos(away / world.shell_radius) + way * np.sin(away / world.shell_radius)


def place_bullet(world: World, place: np.ndarray, team: int, velocity: np.ndarray | None = None) -> int:
    """Put a bullet of a team on the shell; returns its row. Owner and damage are for the caller to write."""
    row = int(world.pools[Pool.BULLET].take())
    heading = unit(np.cross(place, [1.0, 0.0, 0.0]) if velocity is None else velocity)
    spawn_body(
        world.population, row, kinds.BULLET.number, int(team), 0, unit(place) * world.shell_radius,
        np.zeros(3) if velocity is None else velocity, heading, BULLET.radius, 1.0, world.tick,
    )  # fmt: skip
    world.bullets.expires[row - world.pools[Pool.BULLET].start] = world.tick + 100
    return row


def poison_asteroid(world: World) -> int:
    """Write NaN into the place of the first living asteroid, which is taken out for it; returns its row."""
    row = int(world.rows(Pool.ASTEROID)[0])
    world.bodies.position[row, 0] = np.nan
    return row
