"""Disk thread: jobs run on a thread of their own, and the end waits for them with a time limit."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arena.app.services import LINE_SECONDS, WAITING_MAX, Messages
from arena.app.storage import scores as scores_module
from arena.app.storage.disk import DiskThread, Job
from arena.app.storage.score_table import Result
from arena.app.storage.scores import Scores
from arena.game.scoring.board import Board
from tests.app.fakes import services_for

GUARD_SECONDS = 60.0


class Gate:
    """A job that says when it runs, and waits until it may go on."""

    def __init__(self) -> None:
        self.entered, self.released = threading.Event(), threading.Event()

    def __call__(self, ending: bool) -> None:
        """Wait."""
        self.entered.set()
        assert self.released.wait(GUARD_SECONDS)


def noting(notes: list[object], note: object) -> Job:
    """A job that only says that it was done, and where."""
    return lambda ending: notes.append((note, threading.current_thread().name))


def test_jobs_are_done_in_order_while_nobody_waits() -> None:
    disk, gate, notes = DiskThread(), Gate(), list[object]()
    disk.submit(gate)
    assert gate.entered.wait(GUARD_SECONDS)
    for number in range(5):
        disk.submit(noting(notes, number))
    assert notes == []
    gate.released.set()
    assert disk.close(GUARD_SECONDS)
    assert notes == [(number, "disk") for number in range(5)]
    disk.submit(noting(notes, "after the end"))
    assert disk.close(GUARD_SECONDS) and len(notes) == 6


def test_a_job_that_still_waits_is_not_done_twice() -> None:
    disk, gate, notes = DiskThread(), Gate(), list[object]()
    disk.submit(gate)
    job = noting(notes, "once")
    for _ in range(10):
        disk.submit(job)
    gate.released.set()
    assert disk.close(GUARD_SECONDS) and len(notes) == 1


def test_a_job_that_wants_to_is_done_again_and_the_end_hurries_it() -> None:
    disk, endings, begun = DiskThread(), list[bool](), threading.Event()

    def job(ending: bool) -> float | None:
        endings.append(ending)
        begun.set()
        return None if len(endings) == 3 else 3600.0 * (len(endings) == 2)

    disk.submit(job)
    assert begun.wait(GUARD_SECONDS)
    assert disk.close(GUARD_SECONDS)
    assert len(endings) == 3 and endings[-1]


def test_a_job_that_was_asked_for_while_it_ran_is_done_again_once() -> None:
    disk, runs = DiskThread(), list[bool]()

    def job(ending: bool) -> float | None:
        runs.append(ending)
        if len(runs) > 1:
            return None
        disk.submit(job)
        return 0.0

    disk.submit(job)
    assert disk.close(GUARD_SECONDS)
    assert len(runs) == 2


def test_the_end_does_not_wait_for_ever() -> None:
    disk, gate = DiskThread(), Gate()
    disk.submit(lambda ending: 0.0)
    assert not disk.close(0.1)
    disk = DiskThread()
    disk.submit(gate)
    assert not disk.close(0.1)
    gate.released.set()


def test_a_job_that_fails_costs_none_behind_it(capfd: pytest.CaptureFixture[str]) -> None:
    disk, notes = DiskThread(), list[object]()

    def fail(ending: bool) -> None:
        raise RuntimeError("a bug")

    disk.submit(fail)
    disk.submit(noting(notes, "behind"))
    assert disk.close(GUARD_SECONDS)
    assert len(notes) == 1 and "a bug" in capfd.readouterr().err


@contextmanager
def held(path: Path) -> Generator[None]:
    """Another game that is writing, and takes its time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table with one score; windows wait only a moment for others."""
    monkeypatch.setattr(scores_module, "WINDOW_TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr(scores_module, "RETRY_SECONDS", 0.01)
    path = tmp_path / "scores.sqlite3"
    Scores(path).add(Result(Board("endless"), 10, 1, 1, 1))
    return path


def test_a_window_goes_on_while_another_game_holds_the_table(path: Path) -> None:
    disk, told, complained = DiskThread(), list[str](), threading.Event()

    def tell(line: str) -> None:
        told.append(line)
        complained.set()

    scores = Scores(path)
    scores.work_beside(disk.submit, tell)
    with held(path):
        for score in range(20, 40):
            scores.add(Result(Board("endless"), score, 1, 1, 1))
        assert scores.best(Board("endless")) == 39
        assert complained.wait(GUARD_SECONDS)
        assert scores.problem.endswith("database is locked")
    assert disk.close(GUARD_SECONDS)
    assert scores.problem == ""
    assert "Scores not saved: database is locked" in told and told[-1] == "Scores saved"
    assert told.count("Scores not saved: database is locked") == 1
    with closing(sqlite3.connect(path)) as table:
        assert table.execute("SELECT COUNT(*) FROM results").fetchone() == (21,)


def test_a_window_knows_the_best_score_a_moment_after_it_asked(path: Path) -> None:
    disk, scores = DiskThread(), Scores(path)
    scores.work_beside(disk.submit, lambda line: None)
    gate = Gate()
    disk.submit(gate)
    assert scores.best(Board("endless")) == 0
    Scores(path).add(Result(Board("endless"), 30, 1, 1, 1))
    gate.released.set()
    while scores.best(Board("endless")) == 0:
        assert gate.entered.wait(GUARD_SECONDS)
    assert scores.best(Board("endless")) == 30


LEAVE = """
import sys
from pathlib import Path
from arena.app.storage.disk import DiskThread
from arena.app.storage import scores as scores_module
from arena.app.storage.score_table import Result
from arena.app.storage.scores import Scores
from arena.game.scoring.board import Board
from tests.app.fakes import services_for
scores_module.WINDOW_TIMEOUT_SECONDS = 0.05
disk, scores = DiskThread(), Scores(Path(sys.argv[1]))
scores.work_beside(disk.submit, lambda line: print(line, flush=True))
DiskThread.close.__defaults__ = (0.5,)
scores.add(Result(Board("endless"), 50, 1, 1, 1))
"""


def test_a_process_that_ends_at_once_saves_its_score_or_tells(path: Path) -> None:
    command = [sys.executable, "-c", LEAVE, str(path)]
    subprocess.run(command, check=True, timeout=GUARD_SECONDS)
    assert Scores(path).best(Board("endless")) == 50
    with held(path):
        ended = subprocess.run(command, check=True, timeout=GUARD_SECONDS, capture_output=True, text=True)
    # Once, and once more where a first try came before the end did.
    assert set(ended.stdout.splitlines()) == {"Scores not saved: database is locked"}
    assert ended.stderr == ""


def test_every_message_stands_for_a_while_and_none_is_lost() -> None:
    messages = Messages()
    assert messages.current(0.0)[1] == ""
    for line in ("first", "second", "second"):
        messages.add(line, 10.0)
    assert messages.current(10.0) == (10.0, "first")
    assert messages.current(10.0 + LINE_SECONDS - 0.01)[1] == "first"
    assert messages.current(10.0 + LINE_SECONDS) == (10.0 + LINE_SECONDS, "second")
    messages.add("second", 20.0)
    assert messages.current(20.0) == (20.0, "second")


def test_each_line_of_a_notice_is_a_message() -> None:
    services = services_for()
    services.say("")
    services.say("first\nsecond")
    start, line = services.messages.current(time.perf_counter())
    assert [line, services.messages.current(start + LINE_SECONDS)[1]] == ["first", "second"]


def test_messages_in_a_hurry_make_room_for_the_newest() -> None:
    messages, shown = Messages(), list[str]()
    for number in range(20):
        messages.add(f"line {number}", 0.0)
        messages.current(0.0)
    for place in range(WAITING_MAX + 1):
        shown.append(messages.current(place * LINE_SECONDS)[1])
    assert shown == ["line 0", *(f"line {number}" for number in range(1, WAITING_MAX)), "line 19"]
    assert WAITING_MAX * LINE_SECONDS < 12.0
