"""The score table: sqlite, so that two games running at once never lose a score."""

import sqlite3
from contextlib import closing
from pathlib import Path

from arena.app import files, paths

TIMEOUT_SECONDS = 2.0
"""Longest wait for another game that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS scores (
    id INTEGER PRIMARY KEY, mode TEXT NOT NULL, score INTEGER NOT NULL, wave INTEGER NOT NULL,
    seed INTEGER NOT NULL, ticks INTEGER NOT NULL, played TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)
"""


class Scores:
    """Best scores by mode. Where the table cannot be used, the best of this session still counts.

    `problem` is "" or a line for the player that says why scores are not saved.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or paths.scores_file()
        self._session: dict[str, int] = {}
        self.problem = ""

    def best(self, mode: str) -> int:
        """Return the highest score of `mode`, 0 where nobody played it yet."""
        saved = 0
        if self._path.exists():
            try:
                saved = self._read_best(mode)
            except (sqlite3.Error, OSError) as error:
                self._complain(error)
        return max(saved, self._session.get(mode, 0))

    def find(self, mode: str, seed: int, ticks: int) -> int | None:
        """Return the score of the play with this seed that ended after `ticks`; None where none is known."""
        if not self._path.exists():
            return None
        query = "SELECT score FROM scores WHERE mode = ? AND seed = ? AND ticks = ? ORDER BY id DESC LIMIT 1"
        try:
            with closing(self._open_to_read()) as table:
                row = table.execute(query, (mode, seed, ticks)).fetchone()
        except (sqlite3.Error, OSError) as error:
            self._complain(error)
            return None
        return row[0] if row and isinstance(row[0], int) else None

    def add(self, mode: str, score: int, wave: int, seed: int, ticks: int) -> None:
        """Keep the result of one play."""
        self._session[mode] = max(score, self._session.get(mode, 0))
        row = (mode, score, wave, seed, ticks)
        try:
            self._write(row)
        except sqlite3.OperationalError as error:
            self._complain(error)  # locked, full or read-only: the table itself is fine
        except (sqlite3.DatabaseError, OSError) as error:
            self._complain(error)
            self._start_afresh(row)

    def _start_afresh(self, row: tuple[str, int, int, int, int]) -> None:
        aside = files.set_aside(self._path)
        if aside is None:
            return
        try:
            self._write(row)
            self.problem = f"Scores were unreadable, kept as {aside.name}"
        except (sqlite3.Error, OSError) as error:
            self._complain(error)

    def _write(self, row: tuple[str, int, int, int, int]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=TIMEOUT_SECONDS)) as table, table:
            table.execute("BEGIN IMMEDIATE")
            table.execute(_SCHEMA)
            table.execute("INSERT INTO scores (mode, score, wave, seed, ticks) VALUES (?, ?, ?, ?, ?)", row)

    def _read_best(self, mode: str) -> int:
        with closing(self._open_to_read()) as table:
            row = table.execute("SELECT MAX(score) FROM scores WHERE mode = ?", (mode,)).fetchone()
        return row[0] if row and isinstance(row[0], int) else 0

    def _open_to_read(self) -> sqlite3.Connection:
        address = f"{self._path.resolve().as_uri()}?mode=ro"
        return sqlite3.connect(address, uri=True, timeout=TIMEOUT_SECONDS)

    def _complain(self, error: Exception) -> None:
        self.problem = f"Scores not saved: {error}"[:120]
