"""Daily: the endless waves of one date, the same for everybody who plays it, with a score table of its own.

A date, as text, is the mode's level; the seed follows from it. Difficulty and players are free.
"""

import hashlib
import re
from typing import ClassVar

from arena.game.mode import Setup
from arena.game.modes.endless import Endless
from arena.game.scoring.board import Board

DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
"""What a date looks like; whether the year has such a day is its own affair."""
SEEDS = 1_000_000
"""Seeds of dates lie below it, so that one can be typed."""


class Daily(Endless):
    """Endless waves on the seed of a date."""

    name: ClassVar[str] = "daily"

    def __init__(self, setup: Setup) -> None:
        if not DATE.fullmatch(setup.level):
            raise ValueError(
                f"a daily game needs a date such as 2026-11-22 as its level, not {setup.level[:40]!r}"
            )
        wanted = daily_seed(setup.level)
        if setup.seed != wanted:
            raise ValueError(f"the seed of {setup.level} is {wanted}, not {setup.seed}")
        super().__init__(setup)

    @classmethod
    def board(cls, setup: Setup) -> Board:
        """Every date has its own."""
        return super().board(setup)._replace(day=setup.level)


def daily_setup(day: str, players: int = 1, difficulty: str = "normal") -> Setup:
    """What a match of a date, written as 2026-11-22, is made from."""
    return Setup(Daily.name, daily_seed(day), players, difficulty, day)


def daily_seed(day: str) -> int:
    """The seed of a date: no two neighbours are alike, and nobody chose it."""
    digest = hashlib.blake2b(day.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % SEEDS
