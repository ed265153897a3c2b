"""Games of the day: the waves or the tide of one date, the same for everybody, with a score table of its own.

A date, as text, is the mode's level; the seed follows from it. Difficulty and players are free.
"""

import hashlib
import re

from arena.game.mode import Request, Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.endless import Endless
from arena.game.modes.team import TeamMode
from arena.game.modes.tide import Tide
from arena.game.scoring.board import Board

DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
"""Pattern of a date; no calendar is consulted, so it admits days that a month does not have."""
SEEDS = 1_000_000
"""Upper bound of seeds of dates, so that one can be typed."""
YEARS, MONTHS, DAYS = 10_000, 12, 31
"""Ranges of dates in challenge codes: no calendar is needed where every month has `DAYS`."""


class OfTheDay(TeamMode):
    """Base of modes on the seed of a date."""

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
    def setup_for(cls, request: Request) -> Setup:
        """Setup of the game of the request's day; the request's seed does not matter."""
        return daily_setup(request.day, request.players, request.difficulty, cls.spec.name)

    @classmethod
    def code_number(cls, setup: Setup) -> int:
        """Number of the date."""
        year, month, day = map(int, setup.level.split("-"))
        return (year * MONTHS + month - 1) * DAYS + day - 1

    @classmethod
    def request_of_code(cls, number: int) -> Request:
        """Request for the game of a date."""
        if number >= YEARS * MONTHS * DAYS:
            raise ValueError(f"no date has the number {number}")
        months, day = divmod(number, DAYS)
        return Request(0, day=f"{months // MONTHS:04d}-{months % MONTHS + 1:02d}-{day + 1:02d}")

    @classmethod
    def board(cls, setup: Setup) -> Board:
        """Score table of the date."""
        return super().board(setup)._replace(day=setup.level)


class Daily(OfTheDay, Endless):
    """Rules of the endless waves, on the seed of a date."""

    spec = ModeSpec(
        name="daily",
        title="Game of the day",
        about=("The same waves for everybody,", "every day others.", "Every date has a table of its own."),
        help="the endless waves of today, the same for everybody",
        demo=False,
        music="tour",
        scored=True,
        ghosts=True,
        code=1,
        flags=(),
        open_seats=True,
    )


class DailyTide(OfTheDay, Tide):
    """Rules of Tide, on the seed of a date."""

    spec = ModeSpec(
        name="daily_tide",
        title="Tide of the day",
        about=("The same rivers for everybody,", "every day others.", "Every date has a table of its own."),
        help="the tide of today, the same for everybody",
        demo=False,
        music="tour",
        scored=True,
        ghosts=True,
        code=5,
        flags=(),
        open_seats=True,
    )


def daily_setup(day: str, players: int = 1, difficulty: str = "normal", mode: str = "daily") -> Setup:
    """Setup of a match of a date, written as 2026-11-22."""
    return Setup(mode, daily_seed(day), players, difficulty, day)


def daily_seed(day: str) -> int:
    """Seed of a date: a hash, so that neighbouring dates differ."""
    digest = hashlib.blake2b(day.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % SEEDS
