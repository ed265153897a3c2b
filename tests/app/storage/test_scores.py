"""The score table: two games at once, broken files, tables of others, folders that cannot be written."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from arena.app.play.watching import find_proof
from arena.app.storage import files, score_table
from arena.app.storage.score_schema import HULL, OLD_SCHEMA, SCHEMA, old_board
from arena.app.storage.score_table import KEPT_ROWS, Result
from arena.app.storage.scores import NAME_LETTERS, Scores
from arena.app.storage.shared_scores import export_tables, read_names
from arena.game.scoring.board import Board
from tests.full_disk import full_disk

COLUMNS = "mode, difficulty, players, level, day, score, progress, ticks, seed, won, name, replay, ticket"
VALUES = "VALUES ('endless', 'normal', 1, '', '', 70, 1, 1, 1, 0, '', '', '')"
GOOD_ROW = f"INSERT INTO results ({COLUMNS}) {VALUES};"
OLD_ROW = "INSERT INTO scores (mode, score, wave, seed, ticks) VALUES ('{}', {}, 4, 5, 6);"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


def make_table(path: Path, script: str) -> None:
    """Let somebody else make the file."""
    with closing(sqlite3.connect(path)) as table:
        table.executescript(script)


def result(
    score: int, progress: int = 1, seed: int = 1, ticks: int = 1, mode: str = "endless", **more: Any
) -> Result:
    """Result of a play."""
    return Result(Board(mode), score, progress, ticks, seed, **more)


def count_scores(path: Path) -> int:
    """Number of scores in a sound table."""
    with closing(sqlite3.connect(path)) as table:
        assert table.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return table.execute("SELECT COUNT(*) FROM results").fetchone()[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Place of a table that is not there yet."""
    return tmp_path / "scores.sqlite3"


def test_the_best_score_is_kept_by_mode(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "scores.sqlite3"
    scores = Scores(path)
    assert scores.best(Board("endless")) == 0
    for score in (100, 300, 200):
        scores.add(result(score, 3, 1, 60))
    scores.add(result(50, 1, 1, 60, mode="daily"))
    assert (Scores(path).best(Board("endless")), Scores(path).best(Board("daily"))) == (300, 50)
    assert scores.problem == ""
    assert [file.name for file in path.parent.iterdir()] == ["scores.sqlite3"]


@pytest.mark.parametrize("name", ["my scores ü", "50%41?mode=memory#x&y", "'; DROP TABLE results --"])
def test_a_folder_of_any_name_holds_the_table(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / "scores.sqlite3"
    Scores(path).add(result(40))
    assert count_scores(path) == 1 and Scores(path).best(Board("endless")) == 40


def test_many_games_at_once_lose_no_score(path: Path) -> None:
    def play(game: int) -> str:
        scores = Scores(path)
        for run in range(5):
            scores.add(result(game * 10 + run))
        return scores.problem

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(play, range(4))) == {""}
    assert count_scores(path) == 20


UNUSABLE: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"this is no database" * 100),
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "an endless view": lambda path: make_table(
        path, f"CREATE VIEW scores AS {ENDLESS} SELECT 'endless' AS mode, i AS score FROM n;"
    ),
    "an endless trigger": lambda path: make_table(
        path,
        f"{SCHEMA}; {GOOD_ROW} CREATE TABLE sink (i); CREATE TRIGGER t AFTER INSERT ON results BEGIN "
        f"INSERT INTO sink {ENDLESS} SELECT i FROM n; END;",
    ),
    "another table": lambda path: make_table(path, "CREATE TABLE scores (mode TEXT, points INTEGER);"),
    "a column more": lambda path: make_table(path, SCHEMA[:-1] + ", weather TEXT NOT NULL);"),
    "a costly default": lambda path: make_table(
        path, SCHEMA.replace("CURRENT_TIMESTAMP", "(hex(zeroblob(900000000)))")
    ),
    "an index that computes": lambda path: make_table(
        path, f"{SCHEMA}; CREATE INDEX i ON results (hex(zeroblob(score)));"
    ),
    "a table of millions of bytes of words": lambda path: make_table(
        path, f"CREATE TABLE scores ({', '.join(f'column{number} TEXT' for number in range(1500))});"
    ),
}


@pytest.mark.parametrize("make", UNUSABLE.values(), ids=UNUSABLE.keys())
@pytest.mark.parametrize("first", ["best", "add"])
def test_an_unusable_table_is_kept_aside_and_a_new_one_begun(
    tmp_path: Path, make: Callable[[Path], object], first: str
) -> None:
    path, told = tmp_path / "scores.sqlite3", list[str]()
    make(path)
    scores = Scores(path, told.append)
    if first == "best":
        assert scores.best(Board("endless")) == 0
    scores.add(result(60))
    assert told == ["Scores were unreadable, kept as scores.sqlite3.bad"]
    assert scores.problem == ""
    assert Scores(path).best(Board("endless")) == 60
    assert (tmp_path / "scores.sqlite3.bad").exists()


PAGE = 4_096
"""Size of a page of sqlite's files."""
FLIPS = 24
"""Bits of each page that flip, one at a time."""


def flip(page: bytes, bit: int) -> bytes:
    """A page with one bit of another value."""
    return (int.from_bytes(page, "big") ^ 1 << bit).to_bytes(len(page), "big")


DAMAGES: dict[str, Callable[[list[bytes], list[bytes], int], list[bytes]]] = {
    "cleared": lambda pages, earlier, k: [bytes(PAGE)],
    "another page": lambda pages, earlier, k: [page for page in pages if page != pages[k]],
    "as before the last write": lambda pages, earlier, k: earlier[k : k + 1],
    "no rows": lambda pages, earlier, k: [
        pages[k][:at] + bytes(2) + pages[k][at + 2 :]
        for at in (3, 103)  # number of cells in its header
    ],
    "a flipped bit": lambda pages, earlier, k: [
        flip(pages[k], number * 8 * PAGE // FLIPS + 5 * k) for number in range(FLIPS)
    ],
}
"""Versions of page `k` of a file, whose pages were others before the last write."""


def pages_of(path: Path) -> list[bytes]:
    """Pages of a file."""
    data = path.read_bytes()
    return [data[at : at + PAGE] for at in range(0, len(data), PAGE)]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_page_is_noticed_or_changes_no_result(
    path: Path, damage: Callable[[list[bytes], list[bytes], int], list[bytes]]
) -> None:
    table = score_table.ResultTable(path)
    rows = [result(900 - n, n, n, n + 1, f"mode {n % 30}", name="Ada", ticket=str(n)) for n in range(120)]
    table.add(rows[:100])
    earlier = pages_of(path)
    table.add(rows[100:], {"3": "Bob"})
    pages, good = pages_of(path), table.top()
    assert len(good) == len(rows) and len(pages) > 3
    unusable, noticed = path.with_name("scores.sqlite3.bad"), 0
    for k in range(len(pages)):
        for page in damage(pages, earlier, k):
            path.write_bytes(damaged := b"".join([*pages[:k], page, *pages[k + 1 :]]))
            told = list[str]()
            scores = Scores(path, told.append)
            scores.add(result(1))
            scores.refresh_top()
            assert scores.problem == ""
            found = [row for rows in (scores.top() or {}).values() for row in rows if row.score > 1]
            if told:
                assert told == ["Scores were unreadable, kept as scores.sqlite3.bad"] and found == []
                assert unusable.read_bytes() == damaged, "nothing of it is lost"
                unusable.unlink()
                noticed += 1
            else:
                assert sorted(found) == sorted(good)
    assert noticed


def test_a_truncated_table_is_kept_aside_and_an_empty_one_is_begun(path: Path) -> None:
    table = score_table.ResultTable(path)
    table.add([result(900 - n, n, n, n + 1, f"mode {n % 30}", name="Ada") for n in range(120)])
    data, unusable = path.read_bytes(), path.with_name("scores.sqlite3.bad")
    assert len(data) > 3 * PAGE
    for size in (0, 1, 15, 16, 99, 100, PAGE - 1, PAGE, PAGE + 1, len(data) - PAGE, len(data) - 1):
        path.write_bytes(data[:size])
        told = list[str]()
        scores = Scores(path, told.append)
        scores.add(result(1))
        assert scores.problem == "" and count_scores(path) == 1, size
        lost = size > 1  # sqlite takes a file of one byte for an empty one
        assert told == ["Scores were unreadable, kept as scores.sqlite3.bad"] * lost, size
        if lost:
            assert unusable.read_bytes() == data[:size]
            unusable.unlink()


def test_what_an_earlier_release_adds_is_no_damage(path: Path) -> None:
    Scores(path).add(result(50))
    make_table(path, GOOD_ROW)
    told = list[str]()
    scores = Scores(path, told.append)
    assert scores.best(Board("endless")) == 70
    scores.add(result(60))
    make_table(path, "UPDATE results SET score = 71 WHERE score = 70")
    assert told == [] and Scores(path, told.append).best(Board("endless")) == 0
    assert told == ["Scores were unreadable, kept as scores.sqlite3.bad"], "it is known since the last write"


def test_a_table_of_the_release_before_is_used_and_what_it_adds_later_is_moved_too(path: Path) -> None:
    before = OLD_SCHEMA.replace("CREATE TABLE scores", "\nCREATE TABLE IF NOT EXISTS scores") + "\n"
    for number in (1, 2):
        make_table(path, f"{before}; {OLD_ROW.format('endless', 70 * number)}")
        scores = Scores(path)
        assert scores.best(Board("endless")) == 70 * number
        scores.add(result(10))
        assert count_scores(path) == 2 * number


def test_values_that_are_no_scores_do_not_hide_the_best(path: Path) -> None:
    odd = ("'zzz'", "x'ff'", "9e999", "0.5")
    words = ", ".join(f"('endless', 'normal', 1, '', '', {value}, 1, 1, 1, 0, '', '', '')" for value in odd)
    make_table(path, f"{SCHEMA}; {GOOD_ROW} INSERT INTO results ({COLUMNS}) VALUES {words};")
    scores = Scores(path)
    scores.refresh_top()
    assert [row.score for row in (scores.top() or {})[Board("endless")]] == [70]
    assert Scores(path).best(Board("endless")) == 70


def test_numbers_that_no_column_holds_are_kept_as_the_nearest_that_does(path: Path) -> None:
    scores = Scores(path)
    scores.add(result(2**64, 2**70, 2**65, 2**63))
    assert scores.problem == ""
    assert Scores(path).best(Board("endless")) == scores.best(Board("endless")) == 2**63 - 1
    assert Scores(path).find(Board("endless"), 2**65, 2**63) == 2**63 - 1


def test_a_question_that_takes_too_long_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)"
    many = f"{numbers} SELECT 'endless', 'normal', 1, '', '', i"
    rest = "1, 1, 1, 0, '', '', ''"
    make_table(path, f"{SCHEMA}; INSERT INTO results ({COLUMNS}) {many}, {rest} FROM n;")
    assert Scores(path).best(Board("endless")) == 20_000
    monkeypatch.setattr(score_table, "WORK_SECONDS", -score_table.TIMEOUT_SECONDS)
    scores = Scores(path)
    assert scores.best(Board("endless")) == 0
    assert scores.problem == "Scores not read: interrupted"
    assert path.exists()


def test_a_folder_that_cannot_be_written_is_said_and_survived(tmp_path: Path) -> None:
    blocker, told = tmp_path / "file", list[str]()
    blocker.write_text("in the way")
    scores = Scores(blocker / "scores.sqlite3", told.append)
    scores.add(result(40))
    assert scores.best(Board("endless")) == 40
    assert scores.problem.startswith("Scores not saved: ")
    assert told == [scores.problem]


@pytest.mark.parametrize("room", [0, 5_000])
def test_what_was_not_saved_on_a_full_disk_is_saved_once_there_is_room(tmp_path: Path, room: int) -> None:
    path, told = tmp_path / "scores.sqlite3", list[str]()
    scores = Scores(path, told.append)
    with full_disk(room):
        scores.add(result(40))
        scores.add(result(50))
        assert scores.problem.startswith("Scores not saved: ")
        assert told == [scores.problem]
    scores.add(result(30))
    assert scores.problem == "" and told[1:] == ["Scores saved"]
    assert count_scores(path) == 3 and Scores(path).best(Board("endless")) == 50


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_CANTOPEN]
)
def test_trouble_that_passes_leaves_the_table_in_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """A sound table that was set aside for it would be gone for the player."""
    Scores(path).add(result(70))

    def fail(_: object) -> None:
        error = sqlite3.OperationalError("no luck")
        error.sqlite_errorcode = code
        raise error

    scores = Scores(path)
    with monkeypatch.context() as patch:
        patch.setattr(score_table, "find_tables", fail)
        scores.add(result(80))
    assert scores.problem == "Scores not saved: no luck"
    scores.add(result(90))
    assert count_scores(path) == 3 and [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_table_locked_by_another_game_is_waited_for_then_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Scores(path).add(result(10))
    monkeypatch.setattr(score_table.ResultTable.__init__, "__defaults__", (0.05,))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        scores = Scores(path)
        scores.add(result(20))
        assert scores.problem == "Scores not saved: database is locked"
        assert scores.best(Board("endless")) == 20
        other.execute("ROLLBACK")
    scores.add(result(5))
    assert scores.problem == "" and count_scores(path) == 3
    assert path.exists() and not path.with_name("scores.sqlite3.bad").exists()


def test_a_lock_is_tried_for_often(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that adds without pause releases it for an instant; sqlite's growing pauses would miss most."""
    Scores(path).add(result(10))
    table, tries = score_table.ResultTable(path), count(1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        def clock() -> float:
            if next(tries) == 50:
                other.execute("ROLLBACK")
            return monotonic()

        monkeypatch.setattr(score_table, "time", SimpleNamespace(monotonic=clock))
        table.add([result(20)])
    assert count_scores(path) == 2


def test_another_game_that_mended_the_table_first_keeps_its_score(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"this is no database" * 100)
    aside = score_table.ResultTable.set_aside

    def come_second(table: score_table.ResultTable, seen: os.stat_result) -> Path | None:
        monkeypatch.setattr(score_table.ResultTable, "set_aside", aside)
        Scores(path).add(result(500, 1, 1, 1))
        return table.set_aside(seen)

    monkeypatch.setattr(score_table.ResultTable, "set_aside", come_second)
    Scores(path).add(result(40))
    assert count_scores(path) == 2 and Scores(path).best(Board("endless")) == 500


def test_what_a_killed_writer_left_does_not_hide_the_best(path: Path) -> None:
    """The journal of a transaction that reached the file but not its end: only a writer can take it back."""
    folder = path.parent
    Scores(path).add(result(70))
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN IMMEDIATE")
        for _ in range(500):
            writer.execute(GOOD_ROW.replace("'', '', '')", f"'', '', '{'x' * 500}')"))
        killed = {name: (folder / name).read_bytes() for name in os.listdir(folder)}  # noqa: PTH208
        writer.execute("ROLLBACK")
    assert len(killed) == 2
    for left in (killed, {"scores.sqlite3-journal": b""}):
        for name, content in left.items():
            (folder / name).write_bytes(content)
        assert Scores(path).best(Board("endless")) == 70
        assert [file.name for file in folder.iterdir()] == ["scores.sqlite3"]
        assert count_scores(path) == 1


@pytest.mark.parametrize("ending", score_table.COMPANIONS)
def test_a_pipe_in_the_place_of_what_sqlite_keeps_is_set_aside(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "scores.sqlite3"
    Scores(path).add(result(70))
    os.mkfifo(tmp_path / f"scores.sqlite3{ending}")
    assert Scores(path).best(Board("endless")) == 70
    Scores(path).add(result(80))
    assert count_scores(path) == 2
    assert (tmp_path / f"scores.sqlite3{ending}.bad").is_fifo()


def test_a_table_without_hulls_gets_them(path: Path) -> None:
    make_table(path, SCHEMA.replace(f",\n    {HULL}", "") + f"; {GOOD_ROW}")
    scores = Scores(path)
    scores.add(result(7)._replace(hull="dart glass"))
    scores.refresh_top()
    top = scores.top()
    assert top is not None
    assert sorted(row.hull for rows in top.values() for row in rows) == ["", "dart glass"]


def test_an_old_table_is_moved_without_loss(path: Path) -> None:
    old = {
        "endless": Board("endless"),
        "endless hard": Board("endless", "hard"),
        "daily 2026-11-22": Board("daily", day="2026-11-22"),
        "daily easy 2026-11-22": Board("daily", "easy", day="2026-11-22"),
        "campaign The Long Night hard 0011aaff": Board("campaign", "hard", level="The Long Night 0011aaff"),
        "something else": Board("something else"),
    }
    rows = "".join(OLD_ROW.format(name, score) for score, name in enumerate(old))
    make_table(path, f"{OLD_SCHEMA}; {rows} {OLD_ROW.format('endless', 500)}")
    assert all(old_board(name) == board for name, board in old.items())
    scores = Scores(path)
    assert scores.best(Board("endless")) == 500
    assert scores.find(Board("daily", day="2026-11-22"), 5, 6) == 2
    scores.refresh_top()
    top = scores.top()
    assert top is not None and set(top) == set(old.values())
    assert [(row.score, row.progress, row.seed, row.ticks) for row in top[Board("endless")]] == [
        (500, 4, 5, 6),
        (0, 4, 5, 6),
    ]
    assert all(len(row.played) == 19 for rows in top.values() for row in rows)
    with closing(sqlite3.connect(path)) as table:
        assert table.execute("SELECT name FROM sqlite_master").fetchall() == [("results",)]
    assert count_scores(path) == len(old) + 1


def test_boards_stand_apart_and_their_best_results_come_first(tmp_path: Path) -> None:
    scores = Scores(tmp_path / "scores.sqlite3")
    boards = [
        Board("endless"),
        Board("endless", "hard"),
        Board("endless", players=2),
        Board("campaign", level="Haven 12345678"),
        Board("daily", day="2026-11-22"),
    ]
    for number, board in enumerate(boards):
        for score, ticks in ((10, 60), (30, 90), (30, 80), (20, 60)):
            scores.add(Result(board, score + number, 1, ticks, 1))
    scores.refresh_top()
    top = scores.top()
    assert top is not None and set(top) == set(boards)
    for number, board in enumerate(boards):
        found = [(row.score - number, row.ticks) for row in top[board]]
        assert found == [(30, 80), (30, 90), (20, 60), (10, 60)]
    assert next(iter(top)) == boards[-1]
    places = [scores.rank(boards[0], *one) for one in ((30, 80), (30, 85), (30, 90), (20, 60), (10, 60))]
    assert places == [1, 2, 2, 3, 4], "those that are there have their own"
    assert scores.rank(Board("never played"), 1, 1) == 1


def test_a_result_has_its_date_before_the_table_is_read_again(tmp_path: Path) -> None:
    scores, board = Scores(tmp_path / "scores.sqlite3"), Board("campaign", level="Haven 12345678")
    scores.refresh_top()
    scores.add(Result(board, 10, 1, 60, 1))
    ((shown,),) = (scores.top() or {}).values()
    scores.refresh_top()
    ((kept,),) = (scores.top() or {}).values()
    form = "%Y-%m-%d %H:%M:%S"
    apart = datetime.strptime(kept.played, form) - datetime.strptime(shown.played, form)
    assert abs(apart) < timedelta(minutes=10), "both in UTC"


def test_a_result_is_signed_before_or_after_it_was_written(path: Path) -> None:
    scores, jobs = Scores(path), list[Any]()
    scores.add(result(10, ticket="one"))
    scores.sign("one", "Ada")
    scores.work_beside(jobs.append, lambda line: None)
    scores.add(result(20, ticket="two"))
    scores.sign("two", "  B\nob " + "x" * 40)
    assert scores.last_name == "B ob " + "x" * (NAME_LETTERS - 5)
    for job in jobs:
        job(False)
    again = Scores(path)
    again.refresh_top()
    names = [row.name for row in (again.top() or {})[Board("endless")]]
    assert names == ["B ob " + "x" * (NAME_LETTERS - 5), "Ada"]
    assert again.last_name == names[0]


def test_what_comes_while_others_are_written_is_written_next(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that ends, and a name for the one before, while the disk thread is at it."""
    scores, jobs = Scores(path), list[Any]()
    scores.work_beside(jobs.append, lambda line: None)
    write = score_table.ResultTable.add

    def write_slowly(table: score_table.ResultTable, *what: Any) -> None:
        write(table, *what)
        monkeypatch.setattr(score_table.ResultTable, "add", write)
        scores.add(result(20, ticket="two"))
        scores.sign("one", "Ada")

    monkeypatch.setattr(score_table.ResultTable, "add", write_slowly)
    scores.add(result(10, ticket="one"))
    scores.sign("one", "B")
    for job in jobs:
        job(False)
    again = Scores(path)
    again.refresh_top()
    rows = (again.top() or {})[Board("endless")]
    assert [(row.score, row.name) for row in rows] == [(20, ""), (10, "Ada")]


def test_the_best_run_on_a_seed_is_one_with_a_replay(tmp_path: Path) -> None:
    scores = Scores(tmp_path / "scores.sqlite3")
    for score, seed, replay in ((50, 7, ""), (40, 7, "b.replay"), (30, 7, "c.replay"), (90, 8, "d.replay")):
        scores.add(result(score, seed=seed, replay=replay))
    best = scores.best_run(Board("endless"), 7)
    assert best is not None and best.replay == "b.replay"
    assert scores.best_run(Board("endless"), 9) is None


def test_of_runs_with_as_many_points_the_shortest_is_best(tmp_path: Path) -> None:
    scores = Scores(tmp_path / "scores.sqlite3")
    for ticks, replay in ((900, "a.replay"), (700, "b.replay"), (800, "c.replay")):
        scores.add(result(40, seed=7, replay=replay)._replace(ticks=ticks))
    best = scores.best_run(Board("endless"), 7)
    assert best is not None and best.replay == "b.replay"


def test_recordings_of_kept_results_are_never_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    folder.mkdir()
    for number in range(60):
        path = folder / f"{number:03d}.replay"
        path.touch()
        os.utime(path, (number, number))
    scores = Scores(tmp_path / "scores.sqlite3")
    for number in range(15):
        scores.add(result(100 - number, replay=f"{number:03d}.replay"))
    scores.forget_recordings(folder)
    left = sorted(path.name for path in folder.iterdir())
    assert left == [f"{number:03d}.replay" for number in (*range(KEPT_ROWS), *range(40, 60))]


def test_no_recording_is_forgotten_where_the_table_cannot_be_read(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number:03d}.replay").touch()
    path = tmp_path / "scores.sqlite3"
    Scores(path).add(result(10))
    scores = Scores(path)
    scores._table.timeout = 0.01  # pyright: ignore[reportPrivateUsage]
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        scores.forget_recordings(tmp_path)
        other.execute("ROLLBACK")
    assert len(list(tmp_path.glob("*.replay"))) == 60
    scores.forget_recordings(tmp_path)
    assert len(list(tmp_path.glob("*.replay"))) == 20


def test_a_result_that_waits_to_be_written_is_in_the_tables_and_keeps_its_recording(tmp_path: Path) -> None:
    """Though the tables were read after the game, and older recordings are forgotten meanwhile."""
    scores, jobs, folder = Scores(tmp_path / "scores.sqlite3"), list[Any](), tmp_path / "replays"
    folder.mkdir()
    for number in range(30):
        path = folder / f"{number:03d}.replay"
        path.touch()
        os.utime(path, (number, number))
    scores.work_beside(jobs.append, lambda line: None)
    scores.add(result(10, replay="000.replay"))
    scores.refresh_top()
    scores.forget_recordings(folder)
    for job in jobs[1:]:
        job(False)
    assert [row.score for row in (scores.top() or {})[Board("endless")]] == [10]
    assert (folder / "000.replay").exists() and not (folder / "001.replay").exists()


@pytest.mark.parametrize("linked", [False, True])
def test_no_file_beside_the_recordings_is_shown_or_given_away(tmp_path: Path, linked: bool) -> None:
    """A name in a table that came from elsewhere may lead anywhere, as may a link."""
    own = tmp_path / "replays"
    (tmp_path / "kept elsewhere").mkdir()
    own.symlink_to(tmp_path / "kept elsewhere") if linked else own.mkdir()
    for path in (tmp_path / "secret.replay", own / "own.replay", own / "secret.toml"):
        path.write_bytes(b"mine")
    (own / "link.replay").symlink_to(tmp_path / "secret.replay")
    (own / "loop.replay").symlink_to(own / "loop.replay")
    (own / "folder.replay").mkdir()
    leading_out = (
        *("../secret.replay", f"{tmp_path}/secret.replay", f"{own}/own.replay", "./own.replay"),
        *("link.replay", "loop.replay", "folder.replay", "own.replay\0", "\0.replay", "x" * 300 + ".replay"),
        *("secret.toml", "..", ".", "/", ".replay"),
    )
    rows = [result(10, replay=name) for name in leading_out] + [result(9, replay="own.replay")]
    assert [find_proof(row, own) for row in rows] == [None] * len(leading_out) + [own / "own.replay"]
    written = export_tables({Board("endless"): rows}, own, tmp_path / "given")
    assert [row.score for row, _ in written] == [9]
    assert [path.name for path in (tmp_path / "given").iterdir()] == ["own.replay"]


def test_a_list_of_names_that_cannot_be_read_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names that signed what was there before would be forgotten."""
    (tmp_path / "own.replay").write_bytes(b"mine")
    (tmp_path / "given").mkdir()
    (names := tmp_path / "given" / "names.toml").write_text('version = 1\n[names]\n"a.replay" = "ANNA"\n')
    rows, before = {Board("endless"): [result(9, replay="own.replay", name="BEN")]}, names.read_bytes()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(files, "read_start", refuse)
        with pytest.raises(PermissionError):
            export_tables(rows, tmp_path, tmp_path / "given")
    assert names.read_bytes() == before
    export_tables(rows, tmp_path, tmp_path / "given")
    assert read_names(tmp_path / "given") == {"a.replay": "ANNA", "own.replay": "BEN"}
    names.write_bytes(b"of my guests")
    export_tables(rows, tmp_path, tmp_path / "given")
    assert names.with_name("names.toml.bad").read_bytes() == b"of my guests"
    assert read_names(tmp_path / "given") == {"own.replay": "BEN"}


def test_the_last_of_two_plays_with_one_seed_and_length_is_found(path: Path) -> None:
    scores = Scores(path)
    for score in (40, 30):
        scores.add(result(score, seed=7, ticks=600))
    assert scores.find(Board("endless"), 7, 600) == 30
