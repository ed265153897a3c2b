"""Daily: the endless waves of one date, the same for everybody who plays it, with a score table of its own.

A date, as text, is the mode's level; the seed follows from it. Difficulty and players are free.
"""

import hashlib
from datetime import date
from typing import ClassVar

from arena.game.mode import Setup
from arena.game.modes.endless import Endless

SEEDS = 1_000_000
"""Seeds of dates lie below it, so that one can be typed."""


class Daily(Endless):
    """Endless waves on the seed of a date."""

    name: ClassVar[str] = "daily"

    def __init__(self, setup: Setup) -> None:
        wanted = daily_seed(read_date(setup.level))
        if setup.seed != wanted:
            raise ValueError(f"the seed of {setup.level} is {wanted}, not {setup.seed}")
        super().__init__(setup)

    @classmethod
    def table_name(cls, setup: Setup) -> str:
        """Every date has its own."""
        return f"{cls.name} {setup.level}"


def daily_setup(day: date, players: int = 1, difficulty: str = "normal") -> Setup:
    """What a match of a date is made from."""
    return Setup(Daily.name, daily_seed(day), players, difficulty, day.isoformat())


def daily_seed(day: date) -> int:
    """The seed of a date: no two neighbours are alike, and nobody chose it."""
    digest = hashlib.blake2b(day.isoformat().encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % SEEDS


def read_date(level: str) -> date:
    """The date that a level names.

    Raises:
        ValueError: it is none, written as 2026-11-22.
    """
    try:
        day = date.fromisoformat(level)
    except ValueError:
        day = None
    if day is None or day.isoformat() != level:
        raise ValueError(f"a daily game needs a date such as 2026-11-22 as its level, not {level[:40]!r}")
    return day
