"""`Ghost`: another game, simulated beside the one that is played; seen there, and touched by nothing.

A session ticks it after its own match. The two share no state: neither can tell that the other is there.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict

from arena.catalogue.medals import Target
from arena.game.bots.attempt import Attempt, AttemptRecipe
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.replays.reader import Replay, ReplayHeader
from arena.game.replays.replay import ReplayError, replay_match
from arena.sim.tables.commands import PlayerCommand


class Ghost(ABC):
    """Game that goes on tick by tick, to its end.

    Args:
        match: its own, which it closes.
        name: in a word or two.
    """

    def __init__(self, match: Match, name: str = "ghost") -> None:
        self.match, self.name = match, name

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Return whether it goes no further."""

    @abstractmethod
    def commands(self) -> Sequence[PlayerCommand]:
        """Commands of its next tick."""

    @property
    def score(self) -> int:
        """Score at the moment."""
        return self.match.hud().score or 0

    def tick(self) -> None:
        """Play one more tick, if there is one."""
        if not self.ended:
            self.match.tick(self.commands())

    def close(self) -> None:
        """Close its match; more calls do nothing."""
        self.match.close()


class RecordedGhost(Ghost):
    """Game of a recording.

    Args:
        replay: of a mode with ghosts.

    Raises:
        ReplayError: this release cannot repeat it, or nobody flies beside such a game.
    """

    def __init__(self, replay: Replay) -> None:
        check_ghost(replay.header)
        self.replay = replay
        super().__init__(replay_match(replay, 1))

    @property
    def ended(self) -> bool:
        """Return whether its recording has ended."""
        return self.match.world.tick >= self.replay.ticks

    def commands(self) -> Sequence[PlayerCommand]:
        """Recorded commands."""
        return self.replay.commands_at(self.match.world.tick)


class TargetGhost(Ghost):
    """Game of a bot that reached a target, played anew.

    Args:
        setup: of the game.
        target: which holds the bot's recipe.
        medal: that it wins.
    """

    def __init__(self, setup: Setup, target: Target, medal: str) -> None:
        super().__init__(Match(**asdict(setup), workers=1), f"{medal} ghost")
        self._pilot = Attempt(AttemptRecipe(target.skill, target.letters), self.match.mode.shots_left)

    @property
    def ended(self) -> bool:
        """Return whether its game is over."""
        return self.match.over

    def commands(self) -> Sequence[PlayerCommand]:
        """Command of the bot."""
        return [self._pilot.command(self.match.world)]


def check_ghost(header: ReplayHeader) -> None:
    """Refuse a replay that makes no ghost.

    Raises:
        ReplayError: it is of a mode in which nobody flies the same game again.
    """
    names = [name for name, mode in MODES.items() if mode.spec.ghosts]
    if header.mode not in names:
        known = f"{', '.join(names[:-1])} and {names[-1]}"
        raise ReplayError(f"ghosts fly in {known} games; this replay is of {header.mode}")
