"""`Draws`: random numbers of a plan, an act or a pilot, the same on every version of Python and machine."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

from arena.sim.random import Stream, uniform

RANDOM = int(Stream.DISASTER)

ChoiceT = TypeVar("ChoiceT")


class Draws:
    """A row of random numbers, by the generator of the simulation.

    Args:
        number: decides all of them, 0 or more.
    """

    def __init__(self, number: int) -> None:
        self._number, self._drawn = number, 0

    def uniform(self, least: float = 0.0, most: float = 1.0) -> float:
        """A number from `least` up to, but not including, `most`."""
        self._drawn += 1
        return least + (most - least) * uniform(self._number, RANDOM, 0, self._drawn)

    def below(self, count: int) -> int:
        """A whole number from 0 to `count - 1`; `count` is 2**53 or less."""
        return int(self.uniform() * count)

    def within(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        return least + self.below(most - least + 1)

    def seed(self) -> int:
        """A seed of a game, or of other draws."""
        return self.below(2**32) << 31 | self.below(2**31)

    def happens(self, chance: float) -> bool:
        """True with this chance."""
        return self.uniform() < chance

    def choose(self, among: Sequence[ChoiceT]) -> ChoiceT:
        """One of several, each as likely."""
        return among[self.below(len(among))]

    def choose_by(self, among: Sequence[ChoiceT], weights: Sequence[int]) -> ChoiceT:
        """One of several, by their weights."""
        drawn = self.below(sum(weights))
        return among[sum(drawn >= end for end in accumulate(weights))]
