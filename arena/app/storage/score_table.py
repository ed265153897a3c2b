"""Score table in an sqlite file, so that two games running at once never lose a score.

Nothing in the file is trusted. Only tables that were made by our schema are read or written (see
`arena.app.storage.score_schema`), so no foreign view, trigger or index runs. A deadline stops every
query all the same.
"""

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arena.app.storage.files import NO_FILE, follow_links, is_in_the_way, set_aside
from arena.app.storage.score_schema import SCHEMA, NotOursError, find_tables, migrate, write_checksum
from arena.game.scoring.board import Board

TIMEOUT_SECONDS = 10.0
"""Longest wait for another game that is writing."""
WORK_SECONDS = 2.0
"""Longest time for one look into the table."""
TRY_SECONDS = 0.005
"""Longest time for one try to get a lock [s].

sqlite's pauses between tries grow to a tenth of a second, and a game that adds one score after another
releases the lock for less than a thousandth of one: another game that pauses so long misses that for seconds.
"""
STEPS = 10_000
"""Steps of sqlite's machine between two looks at the clock; to add a score takes some twenty."""
LENGTH_MAX = 1_000_000
"""[bytes] of a row or a text in the file."""
INTEGER_MAX = 2**63 - 1
COMPANIONS = ("-journal", "-wal", "-shm")
"""Endings of what sqlite keeps beside a file."""

KEPT_ROWS = 8
"""Results of each board that are shown, and whose replays are kept."""
ROWS_MAX = 5_000
"""Most results that are shown, of all boards."""

FIRST = "mode, difficulty, players, level, day, score, progress, ticks, seed, won, name, replay, ticket"
ADDED, COLUMNS = f"{FIRST}, hull", f"{FIRST}, played, hull"
ON_BOARD = "mode = ? AND difficulty = ? AND players = ? AND level = ? AND day = ?"
NUMBERS = ("players", "score", "progress", "ticks", "seed", "won")
TEXTS = ("mode", "difficulty", "level", "day", "name", "replay", "ticket", "played", "hull")
SOUND = " AND ".join(
    [f"typeof({name}) = 'integer'" for name in NUMBERS] + [f"typeof({name}) = 'text'" for name in TEXTS]
)
"""SQL condition for a row whose values have the types of their columns; sqlite would accept others."""

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
"""Error codes of a sound table that may succeed later."""


class TableError(Exception):
    """The table cannot be used now; the message is a few words. `busy`: another game holds it."""

    def __init__(self, message: str, busy: bool = False) -> None:
        super().__init__(message)
        self.busy = busy


class UnusableTableError(TableError):
    """The file holds no table of ours; `seen` is that file."""

    def __init__(self, message: str, seen: os.stat_result) -> None:
        super().__init__(message)
        self.seen = seen


class Result(NamedTuple):
    """Result of one play."""

    board: Board
    score: int
    progress: int  # wave, or phase
    ticks: int
    seed: int
    won: bool = False
    name: str = ""  # name of the player
    replay: str = ""  # file name in the folder of recordings; "": there is none
    ticket: str = ""  # unique id, for signing it later
    played: str = ""  # time in sqlite's format, UTC; set by the table
    hull: str = ""  # names of the players' hulls, with blanks between; "" for standard ones

    @property
    def order(self) -> tuple[int, int]:
        """Sort key of a board: more points first, then less time."""
        return -self.score, self.ticks


class PatientConnection(sqlite3.Connection):
    """Connection that tries again, every few milliseconds, to get a lock that another game holds."""

    deadline = 0.0  # of the tries, on the monotonic clock [s]

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        """Execute a statement once its lock is free.

        Raises:
            sqlite3.OperationalError: the lock was held until the deadline, or the statement fails.
        """
        while True:
            try:
                return super().execute(*arguments)
            except sqlite3.OperationalError as error:
                if _code(error) & 0xFF not in BUSY or time.monotonic() > self.deadline:
                    raise


class ResultTable:
    """Result table. It opens the file for every query and change, so the file may be replaced in between."""

    def __init__(self, path: Path, timeout: float = TIMEOUT_SECONDS) -> None:
        """Use `path`; wait at most `timeout` [s] for other games."""
        self.path = path
        self.timeout = timeout

    def best(self, board: Board) -> int:
        """Return the highest score of `board`, 0 if there is none; sqlite clears up after a crash.

        Raises:
            TableError: it cannot be read.
        """
        query = f"SELECT MAX(score) FROM results WHERE {ON_BOARD} AND typeof(score) = 'integer'"
        found = self._ask(query, tuple(board))
        return found[0][0] or 0 if found else 0

    def find(self, board: Board, seed: int, ticks: int) -> int | None:
        """Return the score of the last play with this seed and length; None if there is none.

        Raises:
            TableError: it cannot be read.
        """
        query = (
            f"SELECT score FROM results WHERE {ON_BOARD} AND seed = ? AND ticks = ? "
            "AND typeof(score) = 'integer' ORDER BY id DESC LIMIT 1"
        )
        found = self._ask(query, (*board, clamp(seed), clamp(ticks)))
        return found[0][0] if found else None

    def best_run(self, board: Board, seed: int) -> Result | None:
        """Return the best result of a board on one seed that has a replay; None if there is none.

        Raises:
            TableError: it cannot be read.
        """
        query = (
            f"SELECT {COLUMNS} FROM results WHERE {ON_BOARD} AND seed = ? AND replay != '' AND {SOUND} "
            "ORDER BY score DESC, ticks, id LIMIT 1"
        )
        found = self._ask(query, (*board, clamp(seed)))
        return _result(found[0]) if found else None

    def top(self) -> list[Result]:
        """Return the best `KEPT_ROWS` results of every board, best first; of boards, those last played first.

        Raises:
            TableError: it cannot be read.
        """
        parts = "mode, difficulty, players, level, day"
        query = (
            f"SELECT {COLUMNS} FROM (SELECT *, "
            f"ROW_NUMBER() OVER (PARTITION BY {parts} ORDER BY score DESC, ticks, id) AS place, "
            f"MAX(id) OVER (PARTITION BY {parts}) AS latest FROM results WHERE {SOUND}) "
            f"WHERE place <= {KEPT_ROWS} ORDER BY latest DESC, place LIMIT {ROWS_MAX}"
        )
        return [_result(row) for row in self._ask(query, ())]

    def last_name(self) -> str:
        """Return the name that signed last, "" if there is none.

        Raises:
            TableError: it cannot be read.
        """
        query = "SELECT name FROM results WHERE name != '' AND typeof(name) = 'text' ORDER BY id DESC LIMIT 1"
        found = self._ask(query, ())
        return found[0][0] if found else ""

    def add(self, results: Sequence[Result], names: Mapping[str, str] | None = None) -> None:
        """Write results, and names by ticket for earlier ones, in one transaction.

        Raises:
            TableError: nothing was written.
        """
        rows = [
            (
                *r.board,
                *map(clamp, (r.score, r.progress, r.ticks, r.seed, r.won)),
                *(r.name, r.replay, r.ticket, r.hull),
            )
            for r in results
        ]
        signed = [(name, ticket) for ticket, name in (names or {}).items()]
        with self._transaction("BEGIN IMMEDIATE", create=bool(rows)) as table:
            if table is None:
                return
            table.executemany(f"INSERT INTO results ({ADDED}) VALUES ({', '.join('?' * 14)})", rows)
            table.executemany("UPDATE results SET name = ? WHERE ticket = ?", signed)
            write_checksum(table)

    def set_aside(self, seen: os.stat_result) -> Path | None:
        """Rename the unusable file `seen` and what belongs to it; see `arena.app.storage.files`."""
        return set_aside(self.path, seen, COMPANIONS)

    def _ask(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._transaction("BEGIN") as table:
            rows = table.execute(query, values).fetchall() if table is not None else []
        if os.path.lexists(f"{follow_links(self.path)}-journal"):
            self._end_journal()
        return rows

    def _end_journal(self) -> None:
        """Remove the journal of a game that was killed before it wrote there: sqlite does so by writing."""
        with contextlib.suppress(TableError), self._transaction("BEGIN IMMEDIATE") as table:
            if table:
                write_checksum(table)

    @contextlib.contextmanager
    def _transaction(self, begin: str, create: bool = False) -> Generator[sqlite3.Connection | None]:
        """Open the file for a transaction; None where there are no results, unless they are to be created.

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
                there = _ready(table, begin, create)
                yield table if there else None
                table.execute("COMMIT")
            finally:
                table.close()  # which takes back what was not committed
        except sqlite3.Error as error:
            if seen is None or self._is_passing(error):
                raise TableError(str(error), _code(error) & 0xFF in BUSY) from error
            raise UnusableTableError(str(error), seen) from error
        except (NotOursError, UnicodeError) as error:  # Python decodes what sqlite complains of
            assert seen is not None
            raise UnusableTableError(str(error), seen) from error
        except OSError as error:
            raise TableError(error.strerror or str(error)) from error

    def _look(self) -> os.stat_result | None:
        """Return the file's status without opening it: closing it would release all our locks on it."""
        try:
            seen = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        if not stat.S_ISREG(seen.st_mode):
            raise UnusableTableError(NO_FILE, seen)
        for ending in COMPANIONS:
            companion = Path(f"{follow_links(self.path)}{ending}")
            if is_in_the_way(companion):
                set_aside(companion)  # sqlite would open it, and wait for its other end
        return seen

    def _open(self, create: bool) -> sqlite3.Connection:
        target = follow_links(self.path)
        if create:
            target.parent.mkdir(parents=True, exist_ok=True)
        address = f"{target.as_uri()}?mode={'rwc' if create else 'rw'}"
        table = sqlite3.connect(
            address, TRY_SECONDS, isolation_level=None, factory=PatientConnection, uri=True
        )
        table.deadline = time.monotonic() + self.timeout
        end = table.deadline + WORK_SECONDS
        table.set_progress_handler(lambda: time.monotonic() > end, STEPS)
        table.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_MAX)
        table.text_factory = _decode
        return table

    def _is_passing(self, error: sqlite3.Error) -> bool:
        code = _code(error)
        if code == sqlite3.SQLITE_READONLY and os.access(self.path, os.W_OK):
            return not os.access(follow_links(self.path).parent, os.W_OK)  # else the file itself says so
        return code & 0xFF in PASSING


def _code(error: sqlite3.Error) -> int:
    """Extended code of an sqlite error; a passing one for an error that sqlite did not raise itself."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_SCHEMA)


def _ready(table: sqlite3.Connection, begin: str, create: bool) -> bool:
    """Migrate the tables within the open transaction; return whether there are results.

    Raises:
        NotOursError: what is there is none of ours.
    """
    found = find_tables(table)
    if found - {"results"}:
        table.execute("COMMIT")
        table.execute("BEGIN IMMEDIATE")
        migrate(table, find_tables(table))  # unless another game was faster
        table.execute("COMMIT")
        table.execute(begin)
        return True
    if create and "results" not in found:
        table.execute(SCHEMA)
    return create or "results" in found


def _result(row: tuple[Any, ...]) -> Result:
    """Make a result from a row with the columns `COLUMNS`."""
    score, progress, ticks, seed, won, *texts = row[5:]
    return Result(Board(*row[:5]), score, progress, ticks, seed, bool(won), *texts)


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def new_ticket() -> str:
    """Unique ticket of a result, across all games of this player."""
    return f"{time.time_ns()}-{os.getpid()}"


def now() -> str:
    """Current time in sqlite's format, UTC."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())


def clamp(number: int) -> int:
    """Return the nearest number that a column can hold."""
    return max(-INTEGER_MAX, min(INTEGER_MAX, int(number)))
