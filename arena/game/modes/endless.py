"""Endless: waves that never stop growing, shared lives, a score with a multiplier."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from arena import tuning
from arena.game.companion_voice import Voices, create_voices, line_text, listen
from arena.game.hud import Banner, Hud, PlayerHud, Status
from arena.game.lives import NEVER, Lives, create_lives, safest_place
from arena.game.mode import Mode, Setup
from arena.game.rules import DIFFICULTIES, FIELD, MATCH, SCORE, WAVES
from arena.game.scoring import (
    Score,
    create_score,
    create_score_table,
    multiplier,
    score_wave,
)
from arena.game.tally import OVER, RETURNS, tally_tick
from arena.game.waves import (
    WavePlan,
    Waves,
    advance_waves,
    begin_wave,
    create_waves,
    place_field,
    refill_field,
    send_boss,
    spawn_team,
    wave_beaten,
    wave_plan,
)
from arena.jit.tables import Table
from arena.sim.kinds import Kind, Pool
from arena.sim.world import World, WorldConfig
from arena.sphere import unit


class Endless(Mode):
    """Wave after wave until no life is left."""

    name: ClassVar[str] = "endless"
    waves: Waves
    score: Score
    lives: Lives
    voices: Voices

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.rules = DIFFICULTIES[setup.difficulty]
        self._score_table = create_score_table()
        self._plan: tuple[int, WavePlan] = (0, wave_plan(1, self.rules))

    def world_config(self) -> WorldConfig:
        """Room for waves of every size; bodies far from players sleep."""
        return WorldConfig(
            *(self.setup.seed, self.setup.players, MATCH.enemies, MATCH.asteroids, MATCH.bullets),
            live_radius=tuning.SLEEP.live_radius,
            separation_speed_max=tuning.CONTACT.separation_speed_max,
            companions=self.setup.players,
            mines=MATCH.mines,
            pickups=MATCH.pickups,
            travellers=tuning.NAVIGATION.travellers,
            flow=True,
        )

    def tables(self) -> Mapping[str, Table]:
        """Where the waves stand, the score, the lives, what companions say."""
        return {
            "waves": create_waves(),
            "score": create_score(),
            "lives": create_lives(self.setup.players, self.rules.lives),
            "voices": create_voices(self.setup.players),
        }

    def begin(self, world: World) -> None:
        """Put the players and their companions into a field of asteroids."""
        self.waves, self.score, self.lives, self.voices = (
            world.tables[name] for name in ("waves", "score", "lives", "voices")
        )
        spawn_team(world)
        place_field(world, FIELD.first)

    def tick(self, world: World) -> None:
        """Pay for what was destroyed, take and give back lives, send what is due."""
        found = tally_tick(
            world.events, world.region_events, world.population, self._score_table, self.rules.score,
            world.shell_radius, world.seed, world.tick, self.score, self.lives,
        )  # fmt: skip
        if found & RETURNS:
            self._return_players(world)
        if not found & OVER:
            self._keep_waves(world)
        listen(self.voices, world, self.ships_left, self.wave_age(world))

    def over(self, world: World) -> bool:
        """Nobody flies and nobody will return."""
        return not (self.ships_left > 0 or world.bodies.alive[: world.config.players].any())

    @property
    def wave(self) -> int:
        """Number of the running wave, from 1."""
        return int(self.waves.number[0])

    def wave_age(self, world: World) -> int:
        """Ticks since this wave began."""
        return world.tick - int(self.waves.began[0])

    def enemies_left(self, world: World) -> int:
        """Ships alive and still to come in this wave."""
        waiting = max(0, self.plan().ships - int(self.waves.sent[0]))
        return waiting + world.pools[Pool.ENEMY].active

    def plan(self) -> WavePlan:
        """What the running wave is made of."""
        if self._plan[0] != self.wave:
            self._plan = self.wave, wave_plan(self.wave, self.rules)
        return self._plan[1]

    @property
    def points(self) -> int:
        """Of all players."""
        return int(self.score.points[0])

    @property
    def ships_left(self) -> int:
        """Lives of all players; the ships that fly count."""
        return int(self.lives.left[0])

    @property
    def kills(self) -> int:
        """Ships that players destroyed."""
        return int(self.score.kills.sum() - self.score.kills[Kind.ASTEROID])

    def hud(self, world: World) -> Hud:
        """Score, lives, wave, and what each player waits for and hears."""
        hostile, age = self.enemies_left(world), self.wave_age(world)
        banner = None
        if 0 <= age < WAVES.banner:
            banner = Banner(f"WAVE {self.wave}", f"{hostile} hostiles inbound", age, WAVES.banner)
        returns = self.lives.returns_at.tolist()
        return Hud(
            players=tuple(
                PlayerHud(line_text(self.voices, slot), max(0, tick - world.tick))
                for slot, tick in enumerate(returns)
            ),
            score=self.points,
            multiplier=multiplier(self.score),
            charge=int(self.score.charge[0]) % SCORE.step / SCORE.step,
            chain=int(self.score.chain[0]),
            lives=self.ships_left,
            progress=self.wave,
            status=Status("WAVE", str(self.wave), f"{hostile} hostile"),
            banner=banner,
        )

    def results(self, world: World) -> dict[str, str]:
        """What was reached."""
        return {
            "score": str(self.points),
            "waves": str(self.wave),
            "kills": str(self.kills),
            "lives left": str(self.ships_left),
        }

    def _return_players(self, world: World) -> None:
        lives = self.lives
        for slot, tick in enumerate(lives.returns_at.tolist()):
            if NEVER < tick <= world.tick:
                lives.returns_at[slot] = NEVER
                lives.flew[slot] = True  # whoever dies in the very next tick has died
                respawn_player(world, slot)

    def _keep_waves(self, world: World) -> None:
        plan, age = self.plan(), self.wave_age(world)
        advance_waves(world, self.waves, plan)
        refill_field(world, self.wave)
        beaten = wave_beaten(world, self.waves, plan)
        if beaten:
            score_wave(self.score, self.wave, plan.limit - age, self.rules)
        if beaten or age >= plan.limit:
            begin_wave(self.waves, self.wave + 1, world.tick)
            send_boss(world, self.plan(), self.wave)


def respawn_player(world: World, slot: int) -> None:
    """Return a player at the safest place near its companion, or near where it was lost."""
    companions = world.rows(Pool.COMPANION)
    own = companions[world.memory.target[companions] == slot]
    center, place = unit(world.bodies.position[own[0] if len(own) else slot]), np.empty(3)
    first = world.pools[Pool.ENEMY].start
    safest_place(world.bodies, first, world.shell_radius, center, world.seed, world.tick, slot, place)
    world.spawn_player(slot, place)
