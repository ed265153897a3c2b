"""Approach of a boss: how far a match is on its way to the next one.

`arena.app.sound.hearing` asks about every quarter of a second, and the score rises with the answer.
"""

from arena.game.match import Match
from arena.tuning import TICK_RATE

APPROACH_TICKS = 40 * TICK_RATE
"""Duration of the approach within the wave or phase before a boss's."""


def approach_of_boss(match: Match) -> float:
    """Return 0 if no boss comes in this section or the next, and 1 just before it arrives."""
    return min(1.0, match.mode.approach_ticks(match.world) / APPROACH_TICKS)
