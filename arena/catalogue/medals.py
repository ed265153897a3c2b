"""Medals of trials, and their targets: the mark that wins one, and the bot's game that reached it."""

from typing import NamedTuple

MEDALS = ("bronze", "silver", "gold", "expert")
"""Names of medals, from the lowest."""
COLORS: dict[str, tuple[float, float, float]] = dict(
    zip(MEDALS, ((0.86, 0.54, 0.30), (0.78, 0.84, 0.92), (1.0, 0.80, 0.26), (0.46, 0.94, 1.0)), strict=True)
)
"""Display colours, sRGB 0 to 1."""


class Target(NamedTuple):
    """Target of a medal. Skill and letters are the recipe of its ghost, see `arena.game.bots.attempt`."""

    mark: int  # to reach
    skill: str
    letters: str


class Targets(NamedTuple):
    """Targets of a trial."""

    digest: str  # of the rules they were made under, see `arena.game.modes.trial.trial_digest`
    targets: tuple[Target, ...]  # by the places of `MEDALS`, each higher than the one before
