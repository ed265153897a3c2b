"""Medals of trials, and their targets: the mark that wins one, and the bot's game that reached it."""

from typing import NamedTuple

MEDALS = ("bronze", "silver", "gold", "expert")
"""Names of medals, from the lowest."""


class Target(NamedTuple):
    """Target of a medal. Skill and letters are the recipe of its ghost, see `arena.game.bots.attempt`."""

    mark: int  # to reach
    skill: str
    letters: str


class Targets(NamedTuple):
    """Targets of a trial."""

    digest: str  # of the rules they were made under, see `arena.game.modes.trial.trial_digest`
    targets: tuple[Target, ...]  # by the places of `MEDALS`, each higher than the one before
