"""Rivals: the scores that a game may beat next, for the target in play and for the results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.app.storage.score_table import Result
from arena.catalogue.medals import Target

OWN_BEST = "your best"


class Rival(NamedTuple):
    """A score to beat."""

    needs: int  # least score that beats it
    name: str


def table_rivals(rows: Sequence[Result], own_name: str) -> list[Rival]:
    """Rivals of a table: the best row that `own_name` signed by that name, and each row by its rank."""
    own = max((row.score for row in rows if row.name == own_name), default=None)
    best = [] if own is None else [Rival(own + 1, OWN_BEST)]
    ranks = (1 + sum(other.score > row.score for other in rows) for row in rows)
    return [*best, *(Rival(row.score + 1, f"rank {rank}") for row, rank in zip(rows, ranks, strict=True))]


def medal_rivals(targets: Mapping[str, Target], won: Sequence[str]) -> list[Rival]:
    """Rivals of the medals that are not won yet."""
    return [Rival(target.mark, medal) for medal, target in targets.items() if medal not in won]


def nearest(rivals: Iterable[Rival], score: int, most: int) -> Rival | None:
    """The rival that the fewest points beat, the first of equals; None where a score of `most` beats none."""
    return min((one for one in rivals if score < one.needs <= most), key=lambda one: one.needs, default=None)
