"""Practice: another mode to learn in, from any wave on, without fear if wanted, and without a score.

Its level is a line that says what is practised, and below it the level of that mode, if that has one:

    endless wave 12 invulnerable
    campaign invulnerable
    (the text of a level)

Going back in time is no rule of the game: whoever plays restores a snapshot.
"""

import re
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from arena.game.hud import Hud
from arena.game.mode import Mode, Setup
from arena.game.modes.campaign import Campaign
from arena.game.modes.endless import Endless
from arena.game.rules import PRACTICE
from arena.game.scoring.harm import Death
from arena.game.waves.director import begin_wave
from arena.jit.tables import Table
from arena.sim.arsenal import ENERGY_MAX
from arena.sim.world import World, WorldConfig

PRACTISED: dict[str, type[Mode]] = {mode.name: mode for mode in (Endless, Campaign)}
"""Modes that can be practised."""
LINE = re.compile(
    r"(?P<mode>[a-z_]{1,16})(?: wave (?P<wave>[1-9]\d{0,3}))?(?P<safe> invulnerable)?", re.ASCII
)


class Exercise(NamedTuple):
    """What is practised."""

    mode: str = Endless.name
    wave: int = 1  # the first one, in modes that have waves
    invulnerable: bool = False
    level: str = ""  # of that mode


def format_exercise(exercise: Exercise) -> str:
    """The level of a practice match."""
    wave = f" wave {exercise.wave}" if exercise.mode == Endless.name else ""
    level = f"\n{exercise.level}" if exercise.level else ""
    return f"{exercise.mode}{wave}{' invulnerable' if exercise.invulnerable else ''}{level}"


def parse_exercise(level: str) -> Exercise:
    """Read what `format_exercise` wrote.

    Raises:
        ValueError: it says something else.
    """
    line, _, rest = level.partition("\n")
    found = LINE.fullmatch(line)
    if not found or found["mode"] not in PRACTISED:
        modes = " or ".join(PRACTISED)
        raise ValueError(
            f"practice needs a level such as 'endless wave 5 invulnerable', of {modes}; not {line[:60]!r}"
        )
    wave = int(found["wave"] or 1)
    if wave > PRACTICE.wave_max or (found["wave"] and found["mode"] != Endless.name):
        raise ValueError(f"practice begins at wave 1 to {PRACTICE.wave_max} of {Endless.name}, not {line!r}")
    return Exercise(found["mode"], wave, bool(found["safe"]), rest)


class Practice(Mode):
    """The rules of the mode that is practised, and what makes practising easier."""

    name: ClassVar[str] = "practice"
    scored: ClassVar[bool] = False
    open_seats: ClassVar[bool] = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.exercise = parse_exercise(setup.level)
        inner = Setup(
            self.exercise.mode, setup.seed, setup.players, setup.difficulty, self.exercise.level, setup.seats
        )
        self.inner = PRACTISED[self.exercise.mode](inner)
        self.look = self.inner.look

    def world_config(self) -> WorldConfig:
        """As the practised mode needs it."""
        return self.inner.world_config()

    def tables(self) -> Mapping[str, Table]:
        """The practised mode's."""
        return self.inner.tables()

    def begin(self, world: World) -> None:
        """Begin at the wave that was asked for, with weapons that fit it."""
        self.inner.begin(world)
        if isinstance(self.inner, Endless) and self.exercise.wave > 1:
            begin_wave(self.inner.waves, self.exercise.wave, world.tick)
            energy = min(PRACTICE.energy_per_wave * (self.exercise.wave - 1), ENERGY_MAX)
            world.players.energy[:] = energy
        self._protect(world)

    def tick(self, world: World) -> None:
        """Apply the practised mode's rules."""
        self.inner.tick(world)
        self._protect(world)

    def hud(self, world: World) -> Hud:
        """The practised mode's, with a word on what this is."""
        return self.inner.hud(world)._replace(score=None)

    def present(self, world: World) -> tuple[bool, ...]:
        """The practised mode's."""
        return self.inner.present(world)

    def players_seen(self, world: World) -> int:
        """The practised mode's."""
        return self.inner.players_seen(world)

    def over(self, world: World) -> bool:
        """When the practised mode is."""
        return self.inner.over(world)

    def won(self, world: World) -> bool:
        """Whether the practised mode was."""
        return self.inner.won(world)

    def results(self, world: World) -> dict[str, str]:
        """The practised mode's."""
        return self.inner.results(world)

    def deaths(self, world: World) -> tuple[Death, ...]:
        """The practised mode's."""
        return self.inner.deaths(world)

    def earnings(self, world: World) -> dict[str, int]:
        """The practised mode's."""
        return self.inner.earnings(world)

    def _protect(self, world: World) -> None:
        if self.exercise.invulnerable:
            until = world.ships.untouchable_until[: world.config.players]
            until[:] = until.clip(min=world.tick + PRACTICE.shield)
