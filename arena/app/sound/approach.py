"""Approach of a boss: how far a match is on its way to the next one.

`arena.app.sound.hearing` asks about every quarter of a second, and the score rises with the answer.
"""

from arena.game.levels.plan import Boss
from arena.game.match import Match
from arena.game.modes.campaign import Campaign
from arena.game.modes.endless import Endless
from arena.game.modes.practice import Practice
from arena.game.phases.state import NEVER
from arena.game.rules import WAVES
from arena.tuning import TICK_RATE

APPROACH_TICKS = 40 * TICK_RATE
"""Duration of the approach within the wave or phase before a boss's."""


def approach_of_boss(match: Match) -> float:
    """Return 0 if no boss comes in this section or the next, and 1 just before it arrives."""
    mode = match.mode.inner if isinstance(match.mode, Practice) else match.mode
    if isinstance(mode, Campaign):
        this, following = ([isinstance(phase.objective, Boss) for phase in mode.level.phase] + [False])[
            mode.phase_number : mode.phase_number + 2
        ]
        if this:
            return float(mode.progress.subject[0] == NEVER)
    elif isinstance(mode, Endless):
        following = (mode.wave + 1) % WAVES.boss_every == 0
    else:
        return 0.0
    return min(1.0, mode.section_age(match.world) / APPROACH_TICKS) if following else 0.0
