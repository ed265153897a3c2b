"""Endless: waves that never stop growing, shared lives, a score with a multiplier."""

from collections.abc import Mapping
from dataclasses import replace

from arena.game.hud import Banner, Hud, Status
from arena.game.mode import Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.team import TeamMode
from arena.game.rules import FIELD, MATCH, WAVES
from arena.game.scoring.points import score_wave
from arena.game.scoring.tally import KEPT
from arena.game.spawning.asteroids import lay_field
from arena.game.waves.agenda import SENT, create_wave_tables, keep_waves, write_agenda
from arena.game.waves.director import (
    Waves,
    advance_waves,
    all_sent,
    begin_wave,
    create_waves,
    refill_field,
    running_beat,
    send_boss,
    ships_to_come,
    wave_beaten,
    wave_overdue,
)
from arena.game.waves.plans import Beat, BeatName, WavePlan, wave_plan
from arena.game.waves.tides import Tides, advance_tide, count_flowing, create_tides
from arena.game.waves.words import beat_title, describe_groups, describe_wave
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.world import World, WorldConfig
from arena.tuning import ARENA


class Endless(TeamMode):
    """Rules of endless waves: wave after wave until no life is left."""

    spec = ModeSpec(
        name="endless",
        title="Endless",
        about=("Waves that never stop growing,", "a boss among them now and then.", "How long can you hold?"),
        help="waves that never stop growing",
        demo=True,
        music="tour",
        scored=True,
        ghosts=True,
        code=0,
        flags=("seed", "hull"),
        practice="waves",
        open_seats=True,
    )
    writes = (*TeamMode.writes, "waves.*", "tides.*")
    waves: Waves
    tides: Tides

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._plan: tuple[int, WavePlan] = (0, wave_plan(1, self.rules, setup.seed))

    def world_config(self) -> WorldConfig:
        """Room for the ships that late waves send together."""
        return replace(
            super().world_config(), enemies=MATCH.endless_enemies, planet_radius=ARENA.planet_radius
        )

    def tables(self) -> Mapping[str, Table]:
        """Tables of the waves, beside those of every team."""
        return {"waves": create_waves(), "tides": create_tides(), **super().tables()}

    def begin(self, world: World) -> None:
        """Put the players and their companions into a field of asteroids."""
        self.waves, self.tides = world.tables["waves"], world.tables["tides"]
        super().begin(world)
        lay_field(world, FIELD.first)
        self._tables = world.gather_once(create_wave_tables)
        self._tables.agenda.number[0] = 0  # an earlier game's plan is another one

    def keep(self, world: World, seated: bool) -> int:
        """Run the rules of a team and, where nothing else is due, of the wave."""
        speak = self.companions_speak
        found = int(keep_waves(world.simulation, self.team, self._tables, seated, speak))
        if found != SENT:
            return found
        write_agenda(self._tables, self.plan())
        return KEPT

    def skip_to(self, world: World, wave: int) -> None:
        """Begin with a later wave."""
        begin_wave(self.waves, wave, world.tick)

    def advance(self, world: World) -> None:
        """Send what is due, and go on to the next wave."""
        plan = self.plan()
        advance_waves(world, self.waves, plan, self._tables.group)
        advance_tide(world, self.tides, self.waves, plan)
        refill_field(world, self.wave)
        if all_sent(self.waves, plan):
            self._end_wave(world, plan)
        write_agenda(self._tables, self.plan())

    def _end_wave(self, world: World, plan: WavePlan) -> None:
        """Go on to the next wave where this one is beaten or overdue."""
        beaten = wave_beaten(world, self.waves, plan)
        if beaten:
            score_wave(self.score, self.wave, self.rules)
        if beaten or wave_overdue(world, self.waves, plan):
            begin_wave(self.waves, self.wave + 1, world.tick)
            send_boss(world, self.plan(), self.wave)
            self.offer_modules(world)

    def section_age(self, world: World) -> int:
        """Ticks since this wave began."""
        return world.tick - int(self.waves.began[0])

    def approach_ticks(self, world: World) -> float:
        """Ticks of this wave, if the next one brings a boss."""
        return float(self.section_age(world)) if (self.wave + 1) % WAVES.boss_every == 0 else 0.0

    @property
    def section(self) -> int:
        """Number of the running wave."""
        return self.wave

    @property
    def wave(self) -> int:
        """Number of the running wave, from 1."""
        return int(self.waves.number[0])

    def enemies_left(self, world: World) -> int:
        """Ships alive and still to come in this wave, without those that flow by."""
        to_come = ships_to_come(self.waves, self.plan())
        return to_come + world.pools[Pool.ENEMY].active - count_flowing(world)

    def plan(self) -> WavePlan:
        """Plan of the running wave."""
        if self._plan[0] != self.wave:
            self._plan = self.wave, wave_plan(self.wave, self.rules, self.setup.seed)
        return self._plan[1]

    @property
    def beat(self) -> Beat:
        """Beat of the plan that the wave is at."""
        return running_beat(self.waves, self.plan())

    def hud(self, world: World) -> Hud:
        """Score, lives, wave, and what each player waits for and hears."""
        status = Status("WAVE", str(self.wave), f"{self.enemies_left(world)} left")
        banner = self._banner(world)
        return super().hud(world)._replace(progress=self.wave, status=status, banner=banner)

    def _banner(self, world: World) -> Banner | None:
        """Banner of the wave, when it begins; of a peak and a last stand, when they do."""
        age = self.section_age(world)
        if 0 <= age < WAVES.banner:
            return Banner(f"WAVE {self.wave}", describe_wave(self.plan()), age, WAVES.banner)
        age = world.tick - int(self.waves.beat_began[0])
        if self.plan().tide and self.beat.name == BeatName.PEAK and age < WAVES.banner:
            return Banner("TIDE", f"{self.plan().tide} drones flow by. Few hunt.", age, WAVES.banner)
        if self.beat.name in (BeatName.PEAK, BeatName.LAST_STAND) and age < WAVES.beat_banner:
            return Banner(beat_title(self.beat), describe_groups(self.beat), age, WAVES.beat_banner)
        return None

    def results(self, world: World) -> dict[str, str]:
        """Results."""
        return {
            "score": str(self.points),
            "waves": str(self.wave),
            "kills": str(self.kills),
            "lives left": str(self.ships_left),
        }
