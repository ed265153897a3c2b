"""Practice: another mode to learn in, from any wave on, without fear if wanted, and without a score.

Its level is a line that says what is practised, and below it the level of that mode, if that has one:

    endless wave 12 invulnerable
    campaign invulnerable
    (the text of a level)

Rewinding is no rule of the game: the play screen restores a snapshot.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from arena.game.crates import fit_past_offers
from arena.game.hud import Hud
from arena.game.mode import Mode, Request, Setup
from arena.game.mode_spec import ModeSpec
from arena.game.registry import MODES
from arena.game.rules import PRACTICE
from arena.game.scoring.harm import Death
from arena.jit.tables import Table
from arena.sim.system import columns
from arena.sim.world import World, WorldConfig

LINE = re.compile(
    r"(?P<mode>[a-z_]{1,16})(?: wave (?P<wave>[1-9]\d{0,3}))?(?P<safe> invulnerable)?", re.ASCII
)


class Exercise(NamedTuple):
    """An exercise: the practised mode and its conditions."""

    mode: str = Setup.mode
    wave: int = 1  # the first one, in modes that have waves
    invulnerable: bool = False
    level: str = ""  # of that mode


def format_exercise(exercise: Exercise) -> str:
    """Text of an exercise, the level of a practice match."""
    waves = MODES.named(exercise.mode).spec.practice == "waves"
    wave = f" wave {exercise.wave}" if waves else ""
    level = f"\n{exercise.level}" if exercise.level else ""
    return f"{exercise.mode}{wave}{' invulnerable' if exercise.invulnerable else ''}{level}"


def parse_exercise(level: str) -> Exercise:
    """Read what `format_exercise` wrote.

    Raises:
        ValueError: it says something else.
    """
    line, _, rest = level.partition("\n")
    found = LINE.fullmatch(line)
    practised = {name: mode.spec.practice for name, mode in MODES.items() if mode.spec.practice}
    if not found or found["mode"] not in practised:
        modes = " or ".join(practised)
        raise ValueError(
            f"practice needs a level such as 'endless wave 5 invulnerable', of {modes}; not {line[:60]!r}"
        )
    wave = int(found["wave"] or 1)
    if wave > PRACTICE.wave_max or (found["wave"] and practised[found["mode"]] != "waves"):
        modes = " or ".join(name for name, how in practised.items() if how == "waves")
        raise ValueError(f"practice begins at wave 1 to {PRACTICE.wave_max} of {modes}, not {line!r}")
    return Exercise(found["mode"], wave, bool(found["safe"]), rest)


class Practice(Mode):
    """Rules of the practised mode, with aids."""

    spec = ModeSpec(
        name="practice",
        title="Practice",
        about=(
            "Any wave, as often as you like:",
            "turn back time, slow it down,",
            "be invulnerable. No score.",
        ),
        help="any wave or world, without a score",
        demo=False,
        music="world",
        scored=False,
        ghosts=False,
        code=None,
        flags=("seed", "level", "wave", "invulnerable", "hull"),
        chooser="practice",
        screen="play practice",
        open_seats=True,
    )
    writes = columns("ships", "untouchable_until")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.exercise = parse_exercise(setup.level)
        inner = Setup(
            self.exercise.mode, setup.seed, setup.players, setup.difficulty, self.exercise.level, setup.seats,
            setup.hulls,
        )  # fmt: skip
        self.inner = MODES.named(self.exercise.mode)(inner)
        self.look = self.inner.look
        self.writes = (*self.inner.writes, *self.writes)

    @classmethod
    def setup_for(cls, request: Request) -> Setup:
        """Setup of an exercise: a level in the first mode that needs one, or waves in the usual mode."""
        mode = Setup.mode
        if request.level:
            if request.wave:
                raise ValueError(f"a wave is of the {mode} waves: leave it out, or the level")
            mode = next(n for n, known in MODES.items() if known.spec.practice and known.spec.needs_level)
        exercise = Exercise(mode, request.wave or 1, request.invulnerable, request.level)
        level = format_exercise(exercise)
        return Setup(
            cls.spec.name, request.seed, request.players, request.difficulty, level, hulls=request.hulls
        )

    def world_config(self) -> WorldConfig:
        """Capacities of the practised mode's world."""
        return self.inner.world_config()

    def tables(self) -> Mapping[str, Table]:
        """Tables of the practised mode."""
        return self.inner.tables()

    def begin(self, world: World) -> None:
        """Begin at the wave that was asked for, with modules that fit it."""
        self.inner.begin(world)
        if self.exercise.wave > 1:
            self.inner.skip_to(world, self.exercise.wave)
            fit_past_offers(world, self.exercise.wave - 1)
        self._protect(world)

    def tick(self, world: World) -> None:
        """Apply the practised mode's rules."""
        self.inner.tick(world)
        self._protect(world)

    def approach_ticks(self, world: World) -> float:
        """Those of the practised mode."""
        return self.inner.approach_ticks(world)

    def hud(self, world: World) -> Hud:
        """HUD of the practised mode, with a word on the practice."""
        return self.inner.hud(world)._replace(score=None)

    def present(self, world: World) -> tuple[bool, ...]:
        """Players who are present in the practised mode."""
        return self.inner.present(world)

    def players_seen(self, world: World) -> int:
        """Players who were ever present in the practised mode."""
        return self.inner.players_seen(world)

    def over(self, world: World) -> bool:
        """Return whether the practised mode has ended."""
        return self.inner.over(world)

    def won(self, world: World) -> bool:
        """Return whether the practised mode was won."""
        return self.inner.won(world)

    def results(self, world: World) -> dict[str, str]:
        """Results of the practised mode."""
        return self.inner.results(world)

    def deaths(self, world: World) -> tuple[Death, ...]:
        """Deaths of the practised mode."""
        return self.inner.deaths(world)

    def earnings(self, world: World) -> dict[str, int]:
        """Earnings of the practised mode."""
        return self.inner.earnings(world)

    def _protect(self, world: World) -> None:
        if self.exercise.invulnerable:
            until = world.ships.untouchable_until[: world.config.players]
            until[:] = until.clip(min=world.tick + PRACTICE.shield)
