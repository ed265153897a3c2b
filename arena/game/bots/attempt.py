"""Attempts: games of the bot with its skill varied, anew in every part of a game if the recipe says so.

A recipe is what such a game is played again from: it is the ghost of a trial's target, in a few letters.
"""

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from arena.catalogue import kinds
from arena.catalogue.skills import SKILLS, SkillRules
from arena.game.bots.bot import Bot
from arena.game.rules import BOT_VARIETY
from arena.sim.random import Stream, uniform
from arena.sim.tables.commands import Button, PlayerCommand

if TYPE_CHECKING:
    from arena.sim.world import World

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Names of variations; the first is the skill as it is."""
RANDOM = int(Stream.VARIETY)


class AttemptRecipe(NamedTuple):
    """Bot that plays a game."""

    skill: str  # name of one of `SKILLS`
    letters: str = LETTERS[0]  # variation in each part of the game; the last one stays


class Attempt:
    """Pilot of the first slot that plays by a recipe."""

    def __init__(self, recipe: AttemptRecipe, shots: int | None = None) -> None:
        """Create the pilot.

        Args:
            recipe: of its game; may change while it is played.
            shots: number of shots it will have; None: without end. It keeps few ones for volatiles.
        """
        self.recipe = recipe
        self._bot = Bot(skill=recipe.skill)
        self._saves = shots is not None and shots <= BOT_VARIETY.few_shots

    def copy(self) -> "Attempt":
        """Pilot with the same memory."""
        twin = copy(self)
        twin._bot = self._bot.copy()
        return twin

    def command(self, world: "World") -> PlayerCommand:
        """Command for the next tick."""
        letters = self.recipe.letters
        number = LETTERS.index(letters[min(world.tick // BOT_VARIETY.part, len(letters) - 1)])
        self._bot.skill = varied(SKILLS.named(self.recipe.skill).rules, number)
        command = self._bot.command(world)
        if self._saves and not self._may_shoot(world, number):
            return replace(command, buttons=command.buttons & ~Button.FIRE)
        return command

    def _may_shoot(self, world: "World", number: int) -> bool:
        """Return whether one of few shots is well spent now."""
        begins = BOT_VARIETY.saved_least + BOT_VARIETY.saved_more * _share(number, 0)
        row = self._bot.target_row
        return world.tick >= begins and row >= 0 and world.bodies.kind[row] == kinds.VOLATILE.number


def varied(skill: SkillRules, number: int) -> SkillRules:
    """Skill with its numbers multiplied by random factors; 0: the skill itself."""
    if number == 0:
        return skill
    changes = dict[str, float | int]()
    for place, (name, (least, most)) in enumerate(BOT_VARIETY.factors):
        whole, value = isinstance(getattr(skill, name), int), getattr(skill, name)
        value *= least + (most - least) * _share(number, 1 + place)
        changes[name] = max(1, round(value)) if whole else value
    return replace(skill, **changes)  # type: ignore[arg-type]


def _share(number: int, place: int) -> float:
    """Random number in [0, 1) of a variation."""
    return float(uniform(number, RANDOM, 0, place))
