"""`arena sweep tournament`: pilots against each other, each game flown by all of them; a table of ratings."""

from collections.abc import Sequence

import numpy as np

from arena.sweep.balance import aligned, pilot_name
from arena.sweep.columns import TOURNAMENT
from arena.sweep.games import Row
from arena.sweep.ratings import Rating, rate


def rate_pilots(rows: Sequence[Row]) -> dict[str, tuple[Rating, float]]:
    """Rating and median score of each of two pilots or more, the best first."""
    points: dict[str, dict[tuple[str, int], float]] = {}
    for row in rows:
        points.setdefault(pilot_name(row), {})[row["difficulty"], row["seed"]] = row["score"]
    scores = np.array([list(games.values()) for games in points.values()]).T
    rated = zip(points, rate(scores), np.median(scores, axis=0).tolist(), strict=True)
    return {name: (rating, median) for name, rating, median in sorted(rated, key=lambda one: -one[1].value)}


def rating_table(rated: dict[str, tuple[Rating, float]], games: int) -> str:
    """The ratings as text, for so many games of each pilot."""
    lines = [
        (
            *(str(place), name, f"{rating.value:.0f}", f"{rating.low:.0f}-{rating.high:.0f}"),
            *(f"{rating.wins:.0%}", f"{median:,.0f}", str(games)),
        )
        for place, (name, (rating, median)) in enumerate(rated.items(), 1)
    ]
    return aligned([("", *TOURNAMENT), *lines])
