"""The best scores, and where new ones go: into memory at once, into the table as soon as that is possible."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from arena.app import paths
from arena.app.disk import Job
from arena.app.plain_text import one_line
from arena.app.score_table import Score, ScoreTable, TableError, UnusableTableError, clamp

RETRY_SECONDS = 1.0
"""Time between two tries to use a table that is locked, or a disk that is full."""
ANSWER = TypeVar("ANSWER")

WINDOW_TIMEOUT_SECONDS = 1.0
"""Longest wait of one try where others follow."""


class Scores:
    """Best scores by mode. What cannot be saved still counts in this session, and is tried again.

    Without a window every call waits for the table. A window gives its disk thread, see `work_beside`; then
    none does, and the best score is known a moment after it was asked for.
    """

    def __init__(self, path: Path | None = None, tell: Callable[[str], None] = lambda line: None) -> None:
        """Use the table at `path`, the player's own where none is given; `tell` lines for the player."""
        self._table = ScoreTable(path or paths.scores_file())
        self._tell = tell
        self._submit: Callable[[Job], None] = _do_at_once
        self._lock = threading.Lock()
        self._best: dict[str, int] = {}
        self._modes: list[str] = []  # whose best score was asked for
        self._pending: list[Score] = []
        self._unsaved, self._unread = "", ""
        self._told: dict[
            str, tuple[str, bool]
        ] = {}  # the last complaint of each kind, and whether at the end

    def work_beside(self, submit: Callable[[Job], None], tell: Callable[[str], None]) -> None:
        """From now on, wait for nothing: `submit` takes what has to wait, `tell` is called from there."""
        self._submit, self._tell = submit, tell
        self._table.timeout = WINDOW_TIMEOUT_SECONDS

    @property
    def problem(self) -> str:
        """Why scores are not saved, or not known, in a line for the player; "" where they are."""
        return self._unsaved or self._unread

    def best(self, mode: str) -> int:
        """Return the highest score of `mode` that is known, 0 where none is."""
        if mode not in self._modes:
            self.refresh(mode)
        return self._best.get(mode, 0)

    def refresh(self, mode: str) -> None:
        """Look into the table again: another game may have reached more in `mode`."""
        if mode not in self._modes:
            self._modes.append(mode)
        self._submit(self._read)

    def find(self, mode: str, seed: int, ticks: int) -> int | None:
        """Return the score of the play with this seed that ended after `ticks`; None where none is known."""
        if self._unread:
            return None  # it was no better a moment ago, and waiting adds up
        try:
            return self._table.find(mode, seed, ticks)
        except TableError as error:
            self._unread = _complaint("read", error)
            return None

    def add(self, mode: str, score: int, wave: int, seed: int, ticks: int) -> None:
        """Keep the result of one play."""
        with self._lock:
            self._pending.append(Score(mode, score, wave, seed, ticks))
        self._raise_best(mode, clamp(score))
        self._submit(self._write)

    def _raise_best(self, mode: str, score: int) -> None:
        with self._lock:
            self._best[mode] = max(score, self._best.get(mode, 0))

    def _read(self, ending: bool) -> float | None:
        """Learn the best scores; nobody wants to know them at the end."""
        if ending:
            return None
        try:
            for mode in tuple(self._modes):
                self._raise_best(mode, self._use(lambda mode=mode: self._table.best(mode)))
        except TableError as error:
            self._unread = self._complain("read", error, ending)
            return RETRY_SECONDS
        self._unread = ""
        return None

    def _write(self, ending: bool) -> float | None:
        """Save all that is pending, also what could not be saved before."""
        with self._lock:
            scores = tuple(self._pending)
        if not scores:
            return None
        try:
            self._use(lambda: self._table.add(scores))
        except TableError as error:
            self._unsaved = self._complain("saved", error, ending)
            return RETRY_SECONDS if error.busy or not ending else None
        with self._lock:
            del self._pending[: len(scores)]
        if self._unsaved:
            self._unsaved = ""
            self._told.clear()
            self._tell("Scores saved")
        if self._unread:
            self._submit(self._read)
        return None

    def _use(self, work: Callable[[], ANSWER]) -> ANSWER:
        """Do something with the table; one that is unusable is set aside, and a new one begun."""
        try:
            return work()
        except UnusableTableError as error:
            aside = self._table.set_aside(error.seen)
            if aside is not None:
                self._tell(f"Scores were unreadable, kept as {aside.name}")
            return work()

    def _complain(self, what: str, error: TableError, ending: bool) -> str:
        """Tell of a failure once, and once more where it is the last that the player hears of it."""
        line = _complaint(what, error)
        if self._told.get(what) != (line, ending):
            self._told[what] = line, ending
            self._tell(line)
        return line


def _do_at_once(job: Job) -> None:
    job(False)


def _complaint(what: str, error: TableError) -> str:
    return one_line(f"Scores not {what}: {error}")
