"""The score table as a file: sqlite, so that two games running at once never lose a score.

Nothing in the file is trusted. Only a table that was made by this schema is read or written, so no view,
trigger or index of somebody else runs; what runs is stopped after a while all the same.
"""

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from arena.app.files import NO_FILE, follow_links, set_aside

TIMEOUT_SECONDS = 10.0
"""Longest wait for another game that is writing."""
WORK_SECONDS = 2.0
"""Longest time for one look into the table."""
STEPS = 10_000
"""Steps of sqlite's machine between two looks at the clock; to add a score takes some twenty."""
LENGTH_MAX = 1_000_000
"""[bytes] of a row or a text in the file."""
CHECKED_PAGES = 4_096
"""Up to this size, some 300,000 scores, the whole file is checked each time: a tenth of a second at most."""
INTEGER_MAX = 2**63 - 1
COMPANIONS = ("-journal", "-wal", "-shm")
"""Endings of what sqlite keeps beside a file."""

SCHEMA = """CREATE TABLE scores (
    id INTEGER PRIMARY KEY, mode TEXT NOT NULL, score INTEGER NOT NULL, wave INTEGER NOT NULL,
    seed INTEGER NOT NULL, ticks INTEGER NOT NULL, played TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)"""

BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
PASSING = BUSY | {
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_SCHEMA,
}
"""What can go wrong with a table that is sound: it may go well later."""


class TableError(Exception):
    """The table could not be used now; the message is a few words. `busy`: another game has it."""

    def __init__(self, message: str, busy: bool = False) -> None:
        super().__init__(message)
        self.busy = busy


class UnusableTableError(TableError):
    """The file holds no table of ours; `seen` is that file."""

    def __init__(self, message: str, seen: os.stat_result) -> None:
        super().__init__(message)
        self.seen = seen


class Score(NamedTuple):
    """The result of one play."""

    mode: str
    score: int
    wave: int
    seed: int
    ticks: int


class ScoreTable:
    """Opens the file for every question and every change, so it may come, go and be replaced in between."""

    def __init__(self, path: Path, timeout: float = TIMEOUT_SECONDS) -> None:
        """Use `path`; wait at most `timeout` [s] for other games."""
        self.path = path
        self.timeout = timeout

    def best(self, mode: str) -> int:
        """Return the highest score of `mode`, 0 where there is none, and let sqlite clear up after a crash.

        Raises:
            TableError: it cannot be read.
        """
        query = "SELECT MAX(score) FROM scores WHERE mode = ? AND typeof(score) = 'integer'"
        return self._ask(query, (mode,)) or 0

    def find(self, mode: str, seed: int, ticks: int) -> int | None:
        """Return the score of the last play with this seed and length; None where there is none.

        Raises:
            TableError: it cannot be read.
        """
        query = "SELECT score FROM scores WHERE mode = ? AND seed = ? AND ticks = ? ORDER BY id DESC LIMIT 1"
        return self._ask(query, (mode, clamp(seed), clamp(ticks)))

    def add(self, scores: Sequence[Score]) -> None:
        """Write all of the scores, or none.

        Raises:
            TableError: none was written.
        """
        rows = [(mode, *(clamp(number) for number in numbers)) for mode, *numbers in scores]
        with self._transaction("BEGIN IMMEDIATE", create=True) as table:
            assert table is not None
            if not _is_there(table):
                table.execute(SCHEMA)
            table.executemany(
                "INSERT INTO scores (mode, score, wave, seed, ticks) VALUES (?, ?, ?, ?, ?)", rows
            )

    def set_aside(self, seen: os.stat_result) -> Path | None:
        """Rename the file `seen`, that was unusable, and what belongs to it; see `arena.app.files`."""
        return set_aside(self.path, seen, COMPANIONS)

    def _ask(self, query: str, values: tuple[object, ...]) -> int | None:
        with self._transaction("BEGIN") as table:
            row = table.execute(query, values).fetchone() if table and _is_there(table) else None
        if os.path.lexists(f"{follow_links(self.path)}-journal"):
            self._end_journal()
        return row[0] if row and isinstance(row[0], int) else None

    def _end_journal(self) -> None:
        """Remove the journal of a game that was killed before it wrote there: sqlite does so by writing."""
        with contextlib.suppress(TableError), self._transaction("BEGIN IMMEDIATE") as table:
            if table:
                (version,) = table.execute("PRAGMA user_version").fetchone()
                table.execute(f"PRAGMA user_version = {int(version)}")

    @contextlib.contextmanager
    def _transaction(self, begin: str, create: bool = False) -> Generator[sqlite3.Connection | None]:
        """Open the file for a transaction; None where there is no file, unless it is to be created.

        It is opened for writing even to read: a reader cannot clear up after a crash.
        """
        seen = None
        try:
            seen = self._look()
            if seen is None and not create:
                yield None
                return
            table = self._open(create)
            try:
                table.execute(begin)
                yield table
                table.execute("COMMIT")
            finally:
                table.close()  # which takes back what was not committed
        except sqlite3.Error as error:
            if seen is None or self._is_passing(error):
                raise TableError(str(error), _code(error) & 0xFF in BUSY) from error
            raise UnusableTableError(str(error), seen) from error
        except (_NotOursError, UnicodeError) as error:  # Python decodes what sqlite complains of
            assert seen is not None
            raise UnusableTableError(str(error), seen) from error
        except OSError as error:
            raise TableError(error.strerror or str(error)) from error

    def _look(self) -> os.stat_result | None:
        """Return what the file is, without opening it: closing it would end all locks that we have on it."""
        try:
            seen = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        if not stat.S_ISREG(seen.st_mode):
            raise UnusableTableError(NO_FILE, seen)
        for ending in COMPANIONS:
            companion = Path(f"{follow_links(self.path)}{ending}")
            if os.path.lexists(companion) and not companion.is_file():
                set_aside(companion)  # sqlite would open it, and wait for whoever holds the other end
        return seen

    def _open(self, create: bool) -> sqlite3.Connection:
        target = follow_links(self.path)
        if create:
            target.parent.mkdir(parents=True, exist_ok=True)
        address = f"{target.as_uri()}?mode={'rwc' if create else 'rw'}"
        table = sqlite3.connect(address, uri=True, timeout=self.timeout, isolation_level=None)
        deadline = time.monotonic() + self.timeout + WORK_SECONDS
        table.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
        table.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_MAX)
        table.text_factory = _decode
        return table

    def _is_passing(self, error: sqlite3.Error) -> bool:
        code = _code(error)
        if code == sqlite3.SQLITE_READONLY and os.access(self.path, os.W_OK):
            return not os.access(follow_links(self.path).parent, os.W_OK)  # else the file itself says so
        return code & 0xFF in PASSING


class _NotOursError(Exception):
    """Another table, or a view, is named as ours."""


def _code(error: sqlite3.Error) -> int:
    """The extended code of an error; one that sqlite did not raise itself says nothing about the file."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_SCHEMA)


def _is_there(table: sqlite3.Connection) -> bool:
    """Return whether there is a table of ours.

    Raises:
        _NotOursError: it is damaged, or there is another one, or something that runs when it is used.
    """
    query = "SELECT type, sql FROM sqlite_master WHERE 'scores' IN (lower(name), lower(tbl_name)) LIMIT 2"
    found = table.execute(query).fetchall()
    if not found:
        return False
    if len(found) > 1 or found[0][0] != "table" or str(found[0][1]).split() != SCHEMA.split():
        raise _NotOursError("another table has its name")
    if table.execute("PRAGMA page_count").fetchone()[0] <= CHECKED_PAGES:
        (verdict,) = table.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _NotOursError("it is damaged")
    return True


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def clamp(number: int) -> int:
    """Return the nearest number that a column can hold."""
    return max(-INTEGER_MAX, min(INTEGER_MAX, int(number)))
