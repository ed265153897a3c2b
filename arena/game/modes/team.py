"""Base of modes whose players fly as one team: one score, shared lives, companions, the reunion."""

import sys
from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from arena import tuning
from arena.catalogue import kinds
from arena.game.companion_voice import Voices, create_voices, line_text, listen
from arena.game.companions import COMPANIONS_MOST
from arena.game.crates import send_crates
from arena.game.hud import Hud, PlayerHud
from arena.game.mode import Mode, Setup
from arena.game.rules import CASCADE, DIFFICULTIES, MATCH
from arena.game.scoring.harm import Death, create_deaths, create_harm, list_deaths
from arena.game.scoring.lives import NEVER, Lives, create_lives
from arena.game.scoring.points import (
    Score,
    create_score,
    find_bonus,
    list_earnings,
)
from arena.game.scoring.shards import SHARDS_TABLE, Shards, create_shards, step_size
from arena.game.scoring.shortfall import Played, find_way
from arena.game.scoring.tally import KEPT, OVER, SEATS, TeamTables, create_team_tables, keep_team
from arena.game.scoring.visibility import create_notice
from arena.game.seats import Seats, create_seats, follow_seats
from arena.game.waves.director import spawn_team
from arena.jit.tables import Table
from arena.sim.system import BIRTH, EVENTS, SHIP_BIRTH, columns
from arena.sim.world import World, WorldConfig


class TeamMode(Mode):
    """Rules of players and their companions against everything else, until no life is left."""

    writes = (
        *(*BIRTH, *SHIP_BIRTH, *EVENTS, "pools.available", "pools.free"),
        *columns("players", "up", "bombs", "boost", "boost_until", "fired_at", "picks"),
        *("score.*", "shards.*", "lives.*", "seats.*", "voices.*", "notice.*", "harm.*", "deaths.*"),
        *("loadout.value", "compaction.*"),
    )
    companions_speak: ClassVar[bool] = True
    limit: int = sys.maxsize
    """Tick at which the game ends at the latest."""
    cascade_growth: ClassVar[float] = CASCADE.growth
    score: Score
    shards: Shards
    lives: Lives
    seats: Seats
    voices: Voices
    team: TeamTables

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.rules = DIFFICULTIES[setup.difficulty]

    def world_config(self) -> WorldConfig:
        """Capacities for whatever may come; bodies far from players sleep."""
        return WorldConfig(
            *(self.setup.seed, self.setup.seats, MATCH.enemies, MATCH.asteroids, MATCH.bullets),
            live_radius=tuning.SLEEP.live_radius,
            separation_speed_max=tuning.CONTACT.separation_speed_max,
            companions=self.setup.seats * COMPANIONS_MOST,
            mines=MATCH.mines,
            pickups=MATCH.pickups,
            travellers=tuning.NAVIGATION.travellers,
            flow=True,
        )

    def tables(self) -> Mapping[str, Table]:
        """Tables of the score, the lives, the companions' lines and the hits on players."""
        config = self.config
        return {
            "score": create_score(),
            SHARDS_TABLE: create_shards(),
            "lives": create_lives(self.setup.seats, self.setup.players, self.rules.lives),
            "seats": create_seats(self.setup.seats, self.setup.players),
            "voices": create_voices(self.setup.seats),
            "notice": create_notice(config.players, config.capacity, config.ships),
            "harm": create_harm(config.players),
            "deaths": create_deaths(),
        }

    def begin(self, world: World) -> None:
        """Put the players and their companions on the shell."""
        self.score, self.lives, self.voices = (world.tables[name] for name in ("score", "lives", "voices"))
        self.seats, self.shards = world.tables["seats"], world.tables[SHARDS_TABLE]
        self.team = world.gather_once(create_team_tables)
        self.team.share[0], self.team.growth[0] = self.rules.score, self.cascade_growth
        spawn_team(world, self.setup.players)

    def tick(self, world: World) -> None:
        """Score kills and deaths, give lives back, and run the mode's own rules."""
        found = self.keep(world, False)
        if found == SEATS:
            follow_seats(world, self.seats, self.lives, self.rules.lives)
            found = self.keep(world, True)
        if found == KEPT:
            return
        if not found & OVER:
            self.advance(world)
        if self.companions_speak:
            listen(self.voices, world, self.ships_left, self.section_age(world))

    def keep(self, world: World, seated: bool) -> int:
        """Run the rules that every team has, see `keep_team`; KEPT tells that nothing is left of the tick."""
        return int(keep_team(world.simulation, self.team, self.section, seated))

    @abstractmethod
    def advance(self, world: World) -> None:
        """Advance the mode's own rules; called in every tick until no life is left."""

    def offer_modules(self, world: World) -> None:
        """Let crates land, of which each present player takes one."""
        send_crates(world, self.seats.present.nonzero()[0].tolist())

    @abstractmethod
    def section_age(self, world: World) -> int:
        """Ticks since the running part of the game, a wave or a phase, began."""

    @property
    def section(self) -> int:
        """Number of the running part, from 1; deaths are recorded with it."""
        return 1

    def present(self, world: World) -> tuple[bool, ...]:
        """Flags of the players who are present, by slot."""
        return tuple(self.seats.present.tolist())

    def players_seen(self, world: World) -> int:
        """Number of players who were ever present."""
        return int(self.seats.joined.sum())

    def over(self, world: World) -> bool:
        """Return whether nobody flies and nobody will return."""
        return not (self.ships_left > 0 or world.bodies.alive[: world.config.players].any())

    def way_text(self, world: World, missing: int, multiplier: int) -> str:
        """Way to so many points more."""
        more = self.limit - world.tick if TeamMode.over(self, world) else 0
        growth = self.cascade_growth
        return find_way(missing, Played(self.score, self.rules.score, multiplier, world.tick, more, growth))

    def figures(self, world: World) -> Mapping[str, str]:
        """Ships in the largest cascade, where there was one."""
        largest = int(self.score.largest[0])
        return {"CASCADE": str(largest)} if largest else {}

    @property
    def points(self) -> int:
        """Points of all players."""
        return int(self.score.points[0])

    def mark(self, world: World) -> int:
        """Result so far, as tables compare it; more is better."""
        return self.points

    @property
    def ships_left(self) -> int:
        """Lives of all players; the ships that fly count."""
        return int(self.lives.left[0])

    @property
    def kills(self) -> int:
        """Number of ships that players destroyed."""
        return int(self.score.kills.sum() - self.score.kills[kinds.ASTEROID.number])

    def hud(self, world: World) -> Hud:
        """Score, lives, and what each player waits for and hears."""
        returns, multiplier = self.lives.returns_at.tolist(), int(self.score.multiplier[0])
        return Hud(
            players=tuple(
                PlayerHud(
                    line_text(self.voices, slot), max(0, tick - world.tick), self._killer(world, slot, tick)
                )
                for slot, tick in enumerate(returns)
            ),
            score=self.points,
            multiplier=multiplier,
            step_share=int(self.score.shards[0]) / step_size(multiplier),
            bonus=find_bonus(self.score, world.tick),
            lives=self.ships_left,
        )

    def _killer(self, world: World, slot: int, returns_at: int) -> str:
        """Cause of death of a player who waits to return."""
        if returns_at == NEVER:
            return ""
        return next((death.text for death in reversed(self.deaths(world)) if death.player == slot), "")

    def deaths(self, world: World) -> tuple[Death, ...]:
        """Deaths so far, in order."""
        return list_deaths(self.team.deaths)

    def earnings(self, world: World) -> dict[str, int]:
        """Points by source, in words."""
        return list_earnings(self.score)
