"""The modes that can be played, by name. A new one is a file in this folder and a line here."""

from arena.game.mode import Mode, Setup
from arena.game.modes.campaign import Campaign
from arena.game.modes.daily import Daily, DailyTide
from arena.game.modes.endless import Endless
from arena.game.modes.lessons import Lessons
from arena.game.modes.practice import Practice
from arena.game.modes.sandbox import Sandbox
from arena.game.modes.stress import Stress
from arena.game.modes.tide import Tide
from arena.game.modes.trial import Trial
from arena.game.registry import MODES
from arena.game.scoring.board import Board

__all__ = ["MODES", "board_title", "create_mode", "score_text"]

for _mode in (
    Campaign,
    Endless,
    Daily,
    Tide,
    DailyTide,
    Trial,
    Practice,
    Sandbox,
    Lessons,
    Stress,
):
    MODES.register(_mode)


def create_mode(setup: Setup) -> Mode:
    """The mode that a setup names.

    Raises:
        ValueError: it is not known, or cannot be played as the setup asks.
    """
    return MODES.named(setup.mode)(setup)


def score_text(board: Board, score: int) -> str:
    """A score in a table, for people; its mode may be of another release."""
    return MODES.get(board.mode, Mode).score_text(board, score)


def board_title(board: Board) -> str:
    """A table of scores on screen; its mode may be of another release."""
    known = MODES.get(board.mode)
    mode = board.mode.capitalize() if known is None else known.spec.title
    parts = [board.level_name or mode, *filter(None, (board.day, board.difficulty))]
    return ", ".join([*parts, *([f"{board.players} players"] if board.players > 1 else [])])
