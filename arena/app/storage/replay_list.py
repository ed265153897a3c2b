"""List of recorded games, newest first, for the command and the screen."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from arena.app.storage.levels import refuse_other_level
from arena.app.storage.recordings import find_recordings
from arena.app.storage.scores import Scores
from arena.game.modes import MODES, board_title, score_text
from arena.game.replays.reader import check_playable, read_replay
from arena.game.replays.writer import ReplayError, ReplayHeader
from arena.game.scoring.board import Board
from arena.tuning import TICK_RATE


class ReplayEntry(NamedTuple):
    """Listed recording; unknown fields are "-"."""

    played: str
    mode: str
    length: str
    score: str
    note: str  # reason why it cannot be watched, or a note that it is incomplete
    path: Path


def list_replays(folder: Path, scores: Scores) -> list[ReplayEntry]:
    """Read every recording in `folder`, newest first.

    Raises:
        OSError: the folder cannot be read; one that does not exist has no recordings.
    """
    if not folder.is_dir():
        return []
    return [_describe(path, time_ns, scores) for path, time_ns in find_recordings(folder)]


def _board(header: ReplayHeader) -> Board:
    """Board of a recorded game."""
    try:
        return MODES[header.mode].board(header.setup)
    except (KeyError, ValueError):  # from another release; listed all the same
        return Board(header.mode, header.difficulty, header.players)


def _describe(path: Path, written_ns: int, scores: Scores) -> ReplayEntry:
    played = f"{datetime.fromtimestamp(written_ns / 1e9):%Y-%m-%d %H:%M}"
    try:
        replay = read_replay(path)
    except ReplayError as error:
        return ReplayEntry(played, "-", "-", "-", f"unreadable: {error}", path)
    header, seconds = replay.header, replay.ticks // TICK_RATE
    score = scores.find(_board(header), header.seed, replay.ticks)
    note = "incomplete" if replay.truncated else ""
    try:
        check_playable(header)
        note = refuse_other_level(header) or note
    except ReplayError as error:
        note = str(error)
    return ReplayEntry(
        played,
        ", ".join(filter(None, (board_title(_board(header)), " ".join(header.hulls)))),
        f"{seconds // 60}:{seconds % 60:02d}",
        "-" if score is None else score_text(_board(header), score),
        note,
        path,
    )
