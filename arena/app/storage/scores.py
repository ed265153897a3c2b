"""Best scores: kept in memory at once, and written to the table as soon as possible."""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from arena.app.storage import paths
from arena.app.storage.disk import Job
from arena.app.storage.plain_text import one_line
from arena.app.storage.recordings import forget_old
from arena.app.storage.score_table import (
    KEPT_ROWS,
    Result,
    ResultTable,
    TableError,
    UnusableTableError,
    clamp,
    now,
)
from arena.game.scoring.board import Board

RETRY_SECONDS = 1.0
"""Time between two tries to use a table that is locked, or a disk that is full."""
NAME_LETTERS = 12
"""Longest name that signs a result."""
ANSWER = TypeVar("ANSWER")

WINDOW_TIMEOUT_SECONDS = 1.0
"""Longest wait of one try where others follow."""


def player_name(text: str) -> str:
    """Name that signs a result, from any text."""
    return one_line(text)[:NAME_LETTERS].strip()


class Scores:
    """Results by board. Unsaved ones count in this session, and saving is retried.

    Without a window every call waits for the table. A window passes its disk thread to `work_beside`; then no
    call waits, and requested scores are known a moment later.
    """

    def __init__(self, path: Path | None = None, tell: Callable[[str], None] = lambda line: None) -> None:
        """Use the table at `path`, the player's own where none is given; `tell` lines for the player."""
        self._table = ResultTable(path or paths.scores_file())
        self._tell = tell
        self._submit: Callable[[Job], None] = _do_at_once
        self._lock = threading.Lock()
        self._best: dict[Board, int] = {}
        self._boards: list[Board] = []  # boards whose best score was requested
        self._pending: list[Result] = []
        self._names: dict[str, str] = {}  # names by ticket, for results written without one
        self._top: list[Result] | None = None  # as last read
        self._added: list[Result] = []  # results since then
        self.last_name = ""
        """Name that signed last; "" if there is none or it is not known yet."""
        self._unsaved, self._unread = "", ""
        self._told: dict[
            str, tuple[str, bool]
        ] = {}  # last warning of each kind, and true if given at the end

    def work_beside(self, submit: Callable[[Job], None], tell: Callable[[str], None]) -> None:
        """Never wait from now on: `submit` takes blocking work, which calls `tell`."""
        self._submit, self._tell = submit, tell
        self._table.timeout = WINDOW_TIMEOUT_SECONDS

    @property
    def problem(self) -> str:
        """Reason why scores are not saved or not known, in a line for the player; "" if there is none."""
        return self._unsaved or self._unread

    def best(self, board: Board) -> int:
        """Return the highest score of `board` that is known, 0 where none is."""
        if board not in self._boards:
            self.refresh(board)
        return self._best.get(board, 0)

    def refresh(self, board: Board) -> None:
        """Read the best score of `board` again: another game may have raised it."""
        if board not in self._boards:
            self._boards.append(board)
        self._submit(self._read)

    def refresh_top(self) -> None:
        """Read the best results of every board again, for `top` and `rank`."""
        self._submit(self._read_top)

    def top(self) -> dict[Board, list[Result]] | None:
        """Return the best results of every board, best first; None where they are not known yet."""
        with self._lock:
            if self._top is None:
                return None
            boards: dict[Board, list[Result]] = {}
            for result in (*self._top, *self._added):
                boards.setdefault(result.board, []).append(result)
        return {board: sorted(rows, key=lambda row: row.order)[:KEPT_ROWS] for board, rows in boards.items()}

    def rank(self, board: Board, score: int, ticks: int) -> int | None:
        """Return the place, from 1, that a result has or would have; None where it is beyond the kept ones.

        Where the tables are not known yet, it is the first one.
        """
        rows = (self.top() or {}).get(board, [])
        place = 1 + sum(row.order < (-score, ticks) for row in rows)
        return place if place <= KEPT_ROWS else None

    def find(self, board: Board, seed: int, ticks: int) -> int | None:
        """Return the score of the play with this seed that ended after `ticks`; None where none is known."""
        return self._look(lambda: self._table.find(board, seed, ticks))

    def best_run(self, board: Board, seed: int) -> Result | None:
        """Return the best result on a seed that has a replay; waits for the table."""
        return self._look(lambda: self._table.best_run(board, seed))

    def _look(self, work: Callable[[], ANSWER | None]) -> ANSWER | None:
        if self._unread:
            return None  # it was no better a moment ago, and waiting adds up
        try:
            return work()
        except TableError as error:
            self._unread = _complaint("read", error)
            return None

    def add(self, result: Result) -> None:
        """Add the result of a play that has just ended."""
        result = result._replace(played=result.played or now())
        with self._lock:
            self._pending.append(result)
            self._added.append(result)
        self._raise_best(result.board, clamp(result.score))
        self._submit(self._write)

    def sign(self, ticket: str, name: str) -> None:
        """Sign the result with that ticket."""
        name = player_name(name)
        with self._lock:
            self.last_name = name
            for rows in (self._pending, self._added, self._top or []):
                rows[:] = [row._replace(name=name) if row.ticket == ticket else row for row in rows]
            self._names[ticket] = name
        self._submit(self._write)

    def with_name(self, result: Result) -> Result:
        """Return a result with the name that it was signed with since."""
        with self._lock:
            rows = (*self._added, *(self._top or ()))
            return next((row for row in rows if row.ticket == result.ticket), result)

    def forget_recordings(self, folder: Path) -> None:
        """Remove the oldest recordings except those of kept results; none if those are unknown."""
        self._submit(partial(self._forget, folder))

    def _forget(self, folder: Path, ending: bool) -> None:
        try:
            kept = {result.replay for result in self._use(self._table.top)}
        except TableError:
            return
        with self._lock:
            kept |= {result.replay for result in self._pending}
        forget_old(folder, kept)

    def _raise_best(self, board: Board, score: int) -> None:
        with self._lock:
            self._best[board] = max(score, self._best.get(board, 0))

    def _read(self, ending: bool) -> float | None:
        """Read the best scores; skipped at the end."""
        return None if ending else self._try_to_read(self._take_best)

    def _take_best(self) -> None:
        for board in tuple(self._boards):
            self._raise_best(board, self._use(lambda board=board: self._table.best(board)))

    def _read_top(self, ending: bool) -> float | None:
        """Read the best results of all boards, and merge those that wait to be written."""
        return None if ending else self._try_to_read(self._take_top)

    def _take_top(self) -> None:
        top, name = self._use(self._table.top), self._use(self._table.last_name)
        with self._lock:
            self._top, self._added = top, list(self._pending)
            self.last_name = self.last_name or player_name(name)

    def _try_to_read(self, take: Callable[[], None]) -> float | None:
        """Read something; return in how many seconds to try again."""
        try:
            take()
        except TableError as error:
            self._unread = self._complain("read", error, False)
            return RETRY_SECONDS
        self._unread = ""
        return None

    def _write(self, ending: bool) -> float | None:
        """Save all pending results and names."""
        with self._lock:
            results, names = tuple(self._pending), dict(self._names)
        if not results and not names:
            return None
        try:
            self._use(lambda: self._table.add(results, names))
        except TableError as error:
            self._unsaved = self._complain("saved", error, ending)
            return RETRY_SECONDS if error.busy or not ending else None
        with self._lock:
            del self._pending[: len(results)]
            self._names = {ticket: name for ticket, name in self._names.items() if names.get(ticket) != name}
        if self._unsaved:
            self._unsaved = ""
            self._told.clear()
            self._tell("Scores saved")
        if self._unread:
            self._submit(self._read)
        return None

    def _use(self, work: Callable[[], ANSWER]) -> ANSWER:
        """Run an operation on the table; set an unusable file aside and begin a new one."""
        try:
            return work()
        except UnusableTableError as error:
            aside = self._table.set_aside(error.seen)
            if aside is not None:
                self._tell(f"Scores were unreadable, kept as {aside.name}")
            return work()

    def _complain(self, what: str, error: TableError, ending: bool) -> str:
        """Report a failure once, and once more at the end."""
        line = _complaint(what, error)
        if self._told.get(what) != (line, ending):
            self._told[what] = line, ending
            self._tell(line)
        return line


def _do_at_once(job: Job) -> None:
    job(False)


def _complaint(what: str, error: TableError) -> str:
    return one_line(f"Scores not {what}: {error}")
