"""Sandbox: a level in the making, played at once from any of its phases; nobody loses or makes a score.

Its level is a line that says with which phase to begin, and below it the text of the level; a level alone
begins with its first phase:

    phase 3
    (the text of a level)
"""

import re
from dataclasses import replace

from arena.game.mode import Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.campaign import Campaign
from arena.game.phases.state import Stage
from arena.game.scoring.board import Board
from arena.sim.world import World

LINE = re.compile(r"phase ([1-9]\d?)\n", re.ASCII)


def format_trial(level: str, phase: int = 1) -> str:
    """The level of a sandbox match that begins with a phase, from 1."""
    return f"phase {phase}\n{level}"


def parse_trial(text: str) -> tuple[str, int]:
    """The level and the phase, from 1, of what `format_trial` wrote, or of a level alone."""
    found = LINE.match(text)
    return (text[found.end() :], int(found[1])) if found else (text, 1)


class Sandbox(Campaign):
    """Rules of one level, whose phases are repeated until they are cleared."""

    spec = ModeSpec(
        name="sandbox",
        title="Editor",
        about=("A planet of your own:", "asteroids, zones, who comes and when.", "Fly it at once. No score."),
        help="the editor of levels",
        demo=False,
        music="world",
        scored=False,
        ghosts=False,
        code=None,
        flags=("seed", "level"),
        chooser="editor",
        opens="editor asked",
        open_seats=True,
    )

    @classmethod
    def board(cls, setup: Setup) -> Board:
        """Board without the level, which counts nothing here."""
        return Board(setup.mode, setup.difficulty, setup.players)

    def __init__(self, setup: Setup) -> None:
        """Read the level.

        Raises:
            LevelError: the text is no level.
            ValueError: it has no such phase.
        """
        text, phase = parse_trial(setup.level)
        super().__init__(replace(setup, level=text))
        self.setup, self.first_phase = setup, phase - 1
        if phase > len(self.level.phase):
            raise ValueError(f"there is no phase {phase}; the level has {len(self.level.phase)}")

    @property
    def world_reached(self) -> tuple[int, int] | None:
        """Return None: a level in the making opens no world."""
        return None

    def tick(self, world: World) -> None:
        """Apply a campaign's rules; lives never run out."""
        super().tick(world)
        self.lives.left[0] = self.setup.players * self.rules.lives

    def _lose_ship(self) -> None:
        """Begin a lost phase again, at no cost."""

    def _loss(self, world: World) -> str:
        return f"{'out of time' if self._is_late(world) else self.task.lost}: once more"

    def results(self, world: World) -> dict[str, str]:
        """Results: the phases cleared."""
        end = "cleared" if self.stage == Stage.WON else "open"
        return {"level": f"{self.level.name}, {end}", "phases": f"{self.phases_cleared}"}
