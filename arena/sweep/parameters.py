"""`arena sweep parameters`: the same games with other numbers in the catalogue. What would change?"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.changes import read_number
from arena.catalogue.registry import CatalogueError
from arena.commands import CommandError
from arena.sweep.balance import aligned, quartiles
from arena.sweep.columns import PARAMETERS
from arena.sweep.games import BotGame, Row
from arena.sweep.ratings import DRAWS, INTERVAL
from arena.sweep.variant import play_changed

DIGITS = 4
"""Significant digits of drawn values."""
UNCHANGED = "as it is"
"""Name of the games by the catalogue's own numbers."""


@dataclass(frozen=True)
class ChangedGame(BotGame):
    """A bot's game by changed numbers."""

    changes: str = ""  # PATH=VALUE, with spaces between them

    def run(self) -> Row:
        """Play it in a process that has these numbers."""
        game = BotGame(**{field.name: getattr(self, field.name) for field in fields(BotGame)})
        return play_changed(game, self.changes)


class Variation(NamedTuple):
    """Values of one number of the catalogue."""

    path: str
    values: tuple[float, ...]  # lowest and highest of a range
    is_range: bool
    is_whole: bool

    def told(self, value: float) -> str:
        """The change to a value."""
        return f"{self.path}={int(value) if self.is_whole else value!r}"

    def draw(self, rng: np.random.Generator) -> str:
        """A change drawn at random, uniformly."""
        if not self.is_range:
            return self.told(float(rng.choice(self.values)))
        low, high = self.values
        drawn = rng.integers(int(low), int(high), endpoint=True) if self.is_whole else rng.uniform(low, high)
        return self.told(float(drawn if self.is_whole else f"{drawn:.{DIGITS}g}"))


def parse_variation(text: str) -> Variation:
    """Read PATH=VALUE,VALUE or PATH=LOW..HIGH.

    Raises:
        CommandError: there is no such number, or it cannot have such values.
    """
    path, _, said = text.partition("=")
    is_range = ".." in said
    try:
        is_whole = isinstance(read_number(path), int)
        values = tuple(map(float, said.split(".." if is_range else ",")))
    except CatalogueError as error:
        raise CommandError(str(error)) from error
    except ValueError as error:
        raise CommandError(f"--vary {text}: {error}; say {path}=1,2,3 or {path}=1..3") from error
    if is_range and (len(values) != 2 or not values[0] < values[1]):
        raise CommandError(f"--vary {text}: a range is LOW..HIGH")
    if not all(map(math.isfinite, values)) or (is_whole and any(value % 1 for value in values)):
        raise CommandError(f"--vary {text}: {path} is a {'whole' if is_whole else 'finite'} number")
    return Variation(path, values, is_range, is_whole)


def changes_of(variations: Sequence[Variation], samples: int | None) -> list[str]:
    """All combinations of values, or so many that are drawn; a larger number of draws begins with the same.

    Raises:
        CommandError: there is a range, and nothing is drawn.
    """
    if samples is not None:
        rngs = map(np.random.default_rng, range(samples))
        drawn = (" ".join([variation.draw(rng) for variation in variations]) for rng in rngs)
        return list(dict.fromkeys(drawn))
    ranges = [variation.path for variation in variations if variation.is_range]
    if ranges:
        raise CommandError(f"--vary {ranges[0]} is a range: --samples says how many values are drawn")
    told = ([variation.told(value) for value in variation.values] for variation in variations)
    return list(dict.fromkeys(map(" ".join, product(*told))))


def change_games(games: Sequence[BotGame], changes: Sequence[str]) -> Iterator[BotGame]:
    """The games as they are, then those by each of the changes."""
    yield from games
    for change in changes:
        for game in games:
            given = {field.name: getattr(game, field.name) for field in fields(game)}
            yield ChangedGame(**given, changes=change)


class Comparison(NamedTuple):
    """Difference of a figure between changed and unchanged games of the same seeds, with its interval."""

    mean: float
    low: float
    high: float

    def told(self, digits: int) -> str:
        """Text with so many digits behind the point."""
        mean, low, high = (f"{value:+,.{digits}f}" for value in self)
        return f"{mean} ({low} to {high})"


def groups_by_changes(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Rows by their changes, those of unchanged games first, each in the order of the games."""
    groups: dict[str, list[Row]] = {UNCHANGED: []}
    for row in rows:
        groups.setdefault(row.get("changes", UNCHANGED), []).append(row)
    return groups


def compare(rows: Sequence[Row], others: Sequence[Row], figure: str) -> Comparison:
    """Mean difference between games and the same games by other numbers, with an interval of 95%.

    The interval is of the Bayesian bootstrap: means with random weights.
    """
    differences = _column(others, figure) - _column(rows, figure)
    weights = np.random.default_rng(0).dirichlet(np.ones(len(differences)), DRAWS)
    low, high = np.percentile(weights @ differences, INTERVAL).tolist()
    return Comparison(float(differences.mean()), low, high)


def _column(rows: Sequence[Row], figure: str) -> NDArray[np.float64]:
    return np.array([row[figure] for row in rows], np.float64)


def comparison_table(rows: Sequence[Row]) -> str:
    """A line for each set of changes: medians, and mean differences to unchanged games with intervals."""
    groups = groups_by_changes(rows)
    lines = [["", *PARAMETERS]]
    for name, games in groups.items():
        medians = (quartiles([game[figure] for game in games])[1] for figure in ("seconds", "wave", "score"))
        more = [
            "" if name == UNCHANGED else compare(groups[UNCHANGED], games, figure).told(digits)
            for figure, digits in (("seconds", 1), ("score", 0))
        ]
        lines.append([name, str(len(games)), *(f"{median:,.0f}" for median in medians), *more])
    return aligned(lines)
