"""`Ghost`: another game, simulated beside the one that is played; seen there, and touched by nothing.

A session ticks it after its own match. The two share no state: neither can tell that the other is there.
"""

from arena.game.match import Match
from arena.game.modes import MODES
from arena.game.replays.reader import Replay, ReplayHeader
from arena.game.replays.replay import ReplayError, replay_match


class Ghost:
    """Recorded game that goes on tick by tick, until its recording ends.

    Args:
        replay: of a mode with ghosts.

    Raises:
        ReplayError: this release cannot repeat it, or nobody flies beside such a game.
    """

    def __init__(self, replay: Replay) -> None:
        check_ghost(replay.header)
        self.replay = replay
        self.match: Match = replay_match(replay, 1)

    @property
    def ended(self) -> bool:
        """Return whether its recording has ended."""
        return self.match.world.tick >= self.replay.ticks

    @property
    def score(self) -> int:
        """Score at the moment."""
        return self.match.hud().score or 0

    def tick(self) -> None:
        """Play one more tick, if there is one."""
        if not self.ended:
            self.match.tick(self.replay.commands_at(self.match.world.tick))

    def close(self) -> None:
        """Close its match; more calls do nothing."""
        self.match.close()


def check_ghost(header: ReplayHeader) -> None:
    """Refuse a replay that makes no ghost.

    Raises:
        ReplayError: it is of a mode in which nobody flies the same game again.
    """
    names = [name for name, mode in MODES.items() if mode.spec.ghosts]
    if header.mode not in names:
        known = f"{', '.join(names[:-1])} and {names[-1]}"
        raise ReplayError(f"ghosts fly in {known} games; this replay is of {header.mode}")
