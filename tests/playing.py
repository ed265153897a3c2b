"""What tests of endless games ask for."""

from arena.game.match import Match
from arena.game.modes.endless import Endless


def rules(match: Match) -> Endless:
    """The rules of an endless match."""
    assert isinstance(match.mode, Endless)
    return match.mode
