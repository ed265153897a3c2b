"""Rows of flags, and checks of their values. Each names its limit and runs before anything is allocated."""

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

BODIES_MAX = 1_000_000
"""Enemies, asteroids and bullets together, too."""

WORLDS = 5
PLAYERS_MAX = 4
PRACTICE_WAVES = 60
TICKS_MAX = 10_000_000
WORKERS_MAX = 256
"""Threads or processes of this machine."""

SECONDS_MAX = 86_400.0
FILM_SECONDS_MAX, FPS_MAX, MEGABYTES_MAX = 600.0, 60, 1000
SEED_MAX = 2**63 - 1
LENGTH_MAX = 1e9
"""[u]."""

SIDE_MIN, SIDE_MAX = 16, 8192
"""[pixels] of a picture."""


def count(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a check for an integer from `lowest` to `highest`."""

    def check(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,30}", text, re.ASCII):
            raise argparse.ArgumentTypeError(f"{_short(text)} is not a whole number")
        value = int(text)
        if value < lowest:
            raise argparse.ArgumentTypeError(f"{value} is below the limit of {lowest}")
        if value > highest:
            raise argparse.ArgumentTypeError(f"{value} is over the limit of {highest}")
        return value

    return check


def seconds(highest: float, zero: bool = False) -> Callable[[str], float]:
    """Return a check for a length of time above 0, or for a time from 0 on."""

    def check(text: str) -> float:
        value = _number(text, "a number of seconds")
        if not (0 < value <= highest or (zero and value == 0)):
            least = "at least 0" if zero else "above 0"
            raise argparse.ArgumentTypeError(f"{_short(text)} is not {least} and at most {highest:g}")
        return value

    return check


def distance(text: str) -> float:
    """Check a distance [u] above 0."""
    value = _number(text, "a distance")
    if not 0 < value < LENGTH_MAX:
        raise argparse.ArgumentTypeError(f"{_short(text)} is not above 0 and below {LENGTH_MAX:g}")
    return value


def _number(text: str, noun: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{_short(text)} is not {noun}") from None


def mode(command: str) -> Callable[[str], str]:
    """Return a check for one of the modes that a command starts."""

    def check(text: str) -> str:
        from arena.commands.level_choice import modes_of
        from arena.toml_reader.problems import suggest

        try:
            known = list(modes_of(command))
        except ValueError as problem:  # a mode of one's own that cannot be registered
            raise argparse.ArgumentTypeError(str(problem)) from problem
        if text not in known:
            listed = f"{', '.join(known[:-1])} and {known[-1]}"
            hint = suggest(text, known, repr)
            raise argparse.ArgumentTypeError(f"there is no mode {_short(text)}; {hint}there are {listed}")
        return text

    return check


def picture_size(text: str) -> tuple[int, int]:
    """Check WIDTHxHEIGHT in pixels."""
    match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text, re.ASCII)
    if not match:
        raise argparse.ArgumentTypeError(f"{_short(text)} is not WIDTHxHEIGHT, as in 1280x720")
    width, height = int(match[1]), int(match[2])
    if not all(SIDE_MIN <= side <= SIDE_MAX for side in (width, height)):
        raise argparse.ArgumentTypeError(
            f"{text} has a side beyond the limits of {SIDE_MIN} to {SIDE_MAX} pixels"
        )
    return width, height


def _short(text: str) -> str:
    """Quote what was typed without letting it fill the screen."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


class FlagRow(NamedTuple):
    """A flag of a command, or an argument by its place, and what argparse is told of it."""

    name: str
    told: Mapping[str, Any]


FlagRows = Sequence[FlagRow | list[FlagRow]]
"""Flags of a command, in the order of its help; of a list only one may be given."""


def flag(
    name: str, help: str, metavar: str | None = None, check: Callable[[str], Any] | None = None, **more: Any
) -> FlagRow:
    """Make a row; `more` is what else argparse is told."""
    given = {"metavar": metavar, "type": check}
    return FlagRow(name, {"help": help, **{key: value for key, value in given.items() if value}, **more})


def switch(name: str, help: str) -> FlagRow:
    """Make the row of a flag without a value."""
    return flag(name, help, action="store_true")


def mode_of(command: str, help: str) -> FlagRow:
    """Make the row of the mode that a command starts."""
    return flag("--mode", help, "NAME", mode(command))


LEVEL = [
    flag("--world", "of the campaign (default 1)", f"1-{WORLDS}", count(1, WORLDS)),
    flag("--level", "a level file instead; see arena levels --schema", "FILE"),
]
