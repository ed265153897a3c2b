"""What `arena replay` prints without a file: the recorded games, the newest first."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from arena.app.levels import refuse_other_level
from arena.app.recordings import find_recordings
from arena.app.scores import Scores
from arena.game.board import Board
from arena.game.modes import MODES
from arena.game.recording import ReplayError, ReplayHeader
from arena.game.replay_reader import check_playable, read_replay
from arena.tuning import TICK_RATE


class Entry(NamedTuple):
    """One recording, as it is listed; what is not known is "-"."""

    played: str
    mode: str
    length: str
    score: str
    note: str  # why it cannot be watched, or that it is incomplete
    path: Path


HEADINGS = ("played", "mode", "length", "score", "file")


def list_replays(folder: Path, scores: Scores) -> list[Entry]:
    """Read every recording in `folder`, newest first.

    Raises:
        OSError: the folder cannot be read; one that does not exist has no recordings.
    """
    if not folder.is_dir():
        return []
    return [_describe(path, time_ns, scores) for path, time_ns in find_recordings(folder)]


def _board(header: ReplayHeader) -> Board:
    """The score table that a recorded game counted in."""
    try:
        return MODES[header.mode].board(header.setup)
    except (KeyError, ValueError):  # of another release; it is listed all the same
        return Board(header.mode, header.difficulty, header.players)


def _describe(path: Path, written_ns: int, scores: Scores) -> Entry:
    played = f"{datetime.fromtimestamp(written_ns / 1e9):%Y-%m-%d %H:%M}"
    try:
        replay = read_replay(path)
    except ReplayError as error:
        return Entry(played, "-", "-", "-", f"unreadable: {error}", path)
    header, seconds = replay.header, replay.ticks // TICK_RATE
    score = scores.find(_board(header), header.seed, replay.ticks)
    players = f", {header.players} players" if header.players > 1 else ""
    note = "incomplete" if replay.truncated else ""
    try:
        check_playable(header)
        note = refuse_other_level(header) or note
    except ReplayError as error:
        note = str(error)
    return Entry(
        played,
        f"{header.mode}, {header.difficulty}{players}",
        f"{seconds // 60}:{seconds % 60:02d}",
        "-" if score is None else f"{score:,}".replace(",", " "),
        note,
        path,
    )


def replay_table(entries: Iterable[Entry]) -> str:
    """Lay the recordings out for reading, one a line, the file last so that it can be copied."""
    rows = [(entry.played, entry.mode, entry.length, entry.score) for entry in entries]
    table = [HEADINGS[:-1], *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADINGS) - 1)]
    files = [HEADINGS[-1], *(_file(entry) for entry in entries)]
    right = (2, 3)  # numbers
    lines: list[str] = []
    for row, file in zip(table, files, strict=True):
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join([*cells, file]))
    return "\n".join(lines)


def _file(entry: Entry) -> str:
    return f"{entry.path}  ({entry.note})" if entry.note else str(entry.path)
