"""Rivals: the scores that a game may beat next, for the target in play and for the results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.app.menus import theme
from arena.app.storage.score_table import Result
from arena.catalogue.medals import Target

OWN_BEST = "your best"
ROUND = [first * 10**power for power in range(3, 9) for first in (1, 2, 5)]
"""Round scores."""


class Rival(NamedTuple):
    """A score to beat."""

    needs: int  # least score that beats it
    name: str
    medal: str = ""  # that it wins


def table_rivals(rows: Sequence[Result], own_name: str) -> list[Rival]:
    """Rivals of a table: the best row that `own_name` signed by that name, and each row by its rank."""
    own = max((row.score for row in rows if row.name == own_name), default=None)
    best = [] if own is None else [Rival(own + 1, OWN_BEST)]
    ranks = (1 + sum(other.score > row.score for other in rows) for row in rows)
    return [*best, *(Rival(row.score + 1, f"rank {rank}") for row, rank in zip(rows, ranks, strict=True))]


def round_rivals(rows: Sequence[Result]) -> list[Rival]:
    """Round scores above all rows of a table: what is left to beat, from the first game on."""
    best = max((row.score for row in rows), default=0)
    return [Rival(score, f"the first {theme.grouped(score)}") for score in ROUND if score > best]


def medal_rivals(targets: Mapping[str, Target], won: Sequence[str]) -> list[Rival]:
    """Rivals of the medals that are not won yet."""
    return [Rival(target.mark, medal, medal) for medal, target in targets.items() if medal not in won]


def nearest(rivals: Iterable[Rival], score: int, most: int) -> Rival | None:
    """The rival that the fewest points beat, the first of equals; None where a score of `most` beats none."""
    return min((one for one in rivals if score < one.needs <= most), key=lambda one: one.needs, default=None)
