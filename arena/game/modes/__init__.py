"""The modes that can be played, by name. A new one is a file in this folder and a line here.

It has tables of its own, a `tick` after each step, a `hud` in plain data, and a `spec` that says how
commands, menus, scores, challenge codes, ghosts and music deal with it; see `arena.game.mode`. A team with
lives, companions and a score is `arena.game.modes.team.TeamMode`: what is left are `advance`, `over` and
`hud`. The capacities of the pools are the mode's (`world_config`). Numbers that replays should carry go into
`arena.game.rules`, random draws get a line of `arena.sim.random.Stream`, and a kernel of the mode is called
once in `arena.startup.game`, so that it is compiled ahead. What `tick` writes is declared in `writes`, where
`BIRTH`, `SHIP_BIRTH` and `EVENTS` of `arena.sim.system` stand for bodies that come;
tests/game/modes/test_declared_writes.py names what is missing. `code` in the spec is a number that no mode
has or had; one that is taken is refused in a line. A mode that stays gets a game in tests/corpus: a `Row` in
`ROWS` of scripts/record_corpus.py, which then records it by its name. scripts/examples/own_mode.py is a small
one, `arena.game.modes.tide` a large.
"""

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
