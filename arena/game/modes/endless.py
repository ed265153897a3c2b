"""Endless: waves that never stop growing, shared lives, a score with a multiplier."""

from collections.abc import Mapping
from typing import ClassVar

from arena.game.hud import Banner, Hud, Status
from arena.game.mode import Setup
from arena.game.rules import FIELD, WAVES
from arena.game.scoring import score_wave
from arena.game.team_mode import TeamMode
from arena.game.waves import (
    WavePlan,
    Waves,
    advance_waves,
    begin_wave,
    create_waves,
    place_field,
    refill_field,
    send_boss,
    wave_beaten,
    wave_plan,
)
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.world import World


class Endless(TeamMode):
    """Wave after wave until no life is left."""

    name: ClassVar[str] = "endless"
    waves: Waves

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._plan: tuple[int, WavePlan] = (0, wave_plan(1, self.rules))

    def tables(self) -> Mapping[str, Table]:
        """Where the waves stand, beside what every team has."""
        return {"waves": create_waves(), **super().tables()}

    def begin(self, world: World) -> None:
        """Put the players and their companions into a field of asteroids."""
        self.waves = world.tables["waves"]
        super().begin(world)
        place_field(world, FIELD.first)

    def advance(self, world: World) -> None:
        """Send what is due, and go on to the next wave."""
        plan, age = self.plan(), self.section_age(world)
        advance_waves(world, self.waves, plan)
        refill_field(world, self.wave)
        beaten = wave_beaten(world, self.waves, plan)
        if beaten:
            score_wave(self.score, self.wave, plan.limit - age, self.rules)
        if beaten or age >= plan.limit:
            begin_wave(self.waves, self.wave + 1, world.tick)
            send_boss(world, self.plan(), self.wave)

    def section_age(self, world: World) -> int:
        """Ticks since this wave began."""
        return world.tick - int(self.waves.began[0])

    @property
    def section(self) -> int:
        """The wave."""
        return self.wave

    @property
    def wave(self) -> int:
        """Number of the running wave, from 1."""
        return int(self.waves.number[0])

    def enemies_left(self, world: World) -> int:
        """Ships alive and still to come in this wave."""
        waiting = max(0, self.plan().ships - int(self.waves.sent[0]))
        return waiting + world.pools[Pool.ENEMY].active

    def plan(self) -> WavePlan:
        """What the running wave is made of."""
        if self._plan[0] != self.wave:
            self._plan = self.wave, wave_plan(self.wave, self.rules)
        return self._plan[1]

    def hud(self, world: World) -> Hud:
        """Score, lives, wave, and what each player waits for and hears."""
        hostile, age = self.enemies_left(world), self.section_age(world)
        banner = None
        if 0 <= age < WAVES.banner:
            banner = Banner(f"WAVE {self.wave}", f"{hostile} hostiles inbound", age, WAVES.banner)
        status = Status("WAVE", str(self.wave), f"{hostile} hostile")
        return super().hud(world)._replace(progress=self.wave, status=status, banner=banner)

    def results(self, world: World) -> dict[str, str]:
        """What was reached."""
        return {
            "score": str(self.points),
            "waves": str(self.wave),
            "kills": str(self.kills),
            "lives left": str(self.ships_left),
        }
