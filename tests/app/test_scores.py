"""The score table: two games at once, broken files, tables of others, folders that cannot be written."""

import os
import random
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from arena.app import score_table
from arena.app.score_table import SCHEMA
from arena.app.scores import Scores
from tests.full_disk import full_disk

COLUMNS = "mode, score, wave, seed, ticks, played"
GOOD_ROW = "INSERT INTO scores (mode, score, wave, seed, ticks) VALUES ('endless', 70, 1, 1, 1);"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


def make_table(path: Path, script: str) -> None:
    """Let somebody else make the file."""
    with closing(sqlite3.connect(path)) as table:
        table.executescript(script)


def count(path: Path) -> int:
    """How many scores a sound table has."""
    with closing(sqlite3.connect(path)) as table:
        assert table.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return table.execute("SELECT COUNT(*) FROM scores").fetchone()[0]


def test_the_best_score_is_kept_by_mode(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "scores.sqlite3"
    scores = Scores(path)
    assert scores.best("endless") == 0
    for score in (100, 300, 200):
        scores.add("endless", score, 3, 1, 60)
    scores.add("daily", 50, 1, 1, 60)
    assert (Scores(path).best("endless"), Scores(path).best("daily")) == (300, 50)
    assert scores.problem == ""
    assert [file.name for file in path.parent.iterdir()] == ["scores.sqlite3"]


def test_many_games_at_once_lose_no_score(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"

    def play(game: int) -> str:
        scores = Scores(path)
        for run in range(5):
            scores.add("endless", game * 10 + run, 1, 1, 1)
        return scores.problem

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(play, range(4))) == {""}
    assert count(path) == 20


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
        f"{SCHEMA}; {GOOD_ROW} CREATE TABLE sink (i); CREATE TRIGGER t AFTER INSERT ON scores BEGIN "
        f"INSERT INTO sink {ENDLESS} SELECT i FROM n; END;",
    ),
    "another table": lambda path: make_table(path, "CREATE TABLE scores (mode TEXT, points INTEGER);"),
    "a column more": lambda path: make_table(path, SCHEMA[:-1] + ", level TEXT NOT NULL);"),
    "a costly default": lambda path: make_table(
        path, SCHEMA.replace("CURRENT_TIMESTAMP", "(hex(zeroblob(900000000)))")
    ),
    "an index that computes": lambda path: make_table(
        path, f"{SCHEMA}; CREATE INDEX i ON scores (hex(zeroblob(score)));"
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
        assert scores.best("endless") == 0
    scores.add("endless", 60, 1, 1, 1)
    assert told == ["Scores were unreadable, kept as scores.sqlite3.bad"]
    assert scores.problem == ""
    assert Scores(path).best("endless") == 60
    assert (tmp_path / "scores.sqlite3.bad").exists()


def test_a_table_of_the_release_before_is_used(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    before = SCHEMA.replace("CREATE TABLE scores", "\nCREATE TABLE IF NOT EXISTS scores") + "\n"
    make_table(path, f"{before}; {GOOD_ROW}")
    scores = Scores(path)
    assert scores.best("endless") == 70
    scores.add("endless", 80, 1, 1, 1)
    assert count(path) == 2


def test_values_that_are_no_scores_do_not_hide_the_best(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    words = ", ".join(f"('endless', {value}, 1, 1, 1)" for value in ("'zzz'", "x'ff'", "9e999", "0.5"))
    make_table(path, f"{SCHEMA}; {GOOD_ROW} INSERT INTO scores ({COLUMNS[:-8]}) VALUES {words};")
    assert Scores(path).best("endless") == 70


def test_numbers_that_no_column_holds_are_kept_as_the_nearest_that_does(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    scores = Scores(path)
    scores.add("endless", 2**64, 2**70, 2**65, 2**63)
    assert scores.problem == ""
    assert Scores(path).best("endless") == scores.best("endless") == 2**63 - 1
    assert Scores(path).find("endless", 2**65, 2**63) == 2**63 - 1


def test_a_question_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "scores.sqlite3"
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT 'endless', i"
    make_table(path, f"{SCHEMA}; INSERT INTO scores ({COLUMNS[:-8]}) {many}, 1, 1, 1 FROM n;")
    assert Scores(path).best("endless") == 20_000
    monkeypatch.setattr(score_table, "WORK_SECONDS", -score_table.TIMEOUT_SECONDS)
    scores = Scores(path)
    assert scores.best("endless") == 0
    assert scores.problem == "Scores not read: interrupted"
    assert path.exists()


def test_a_folder_that_cannot_be_written_is_said_and_survived(tmp_path: Path) -> None:
    blocker, told = tmp_path / "file", list[str]()
    blocker.write_text("in the way")
    scores = Scores(blocker / "scores.sqlite3", told.append)
    scores.add("endless", 40, 1, 1, 1)
    assert scores.best("endless") == 40
    assert scores.problem.startswith("Scores not saved: ")
    assert told == [scores.problem]


@pytest.mark.parametrize("room", [0, 5_000])
def test_what_was_not_saved_on_a_full_disk_is_saved_once_there_is_room(tmp_path: Path, room: int) -> None:
    path, told = tmp_path / "scores.sqlite3", list[str]()
    scores = Scores(path, told.append)
    with full_disk(room):
        scores.add("endless", 40, 1, 1, 1)
        scores.add("endless", 50, 1, 1, 1)
        assert scores.problem.startswith("Scores not saved: ")
        assert told == [scores.problem]
    scores.add("endless", 30, 1, 1, 1)
    assert scores.problem == "" and told[1:] == ["Scores saved"]
    assert count(path) == 3 and Scores(path).best("endless") == 50


def test_a_table_locked_by_another_game_is_waited_for_then_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scores.sqlite3"
    Scores(path).add("endless", 10, 1, 1, 1)
    monkeypatch.setattr(score_table.ScoreTable.__init__, "__defaults__", (0.05,))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        scores = Scores(path)
        scores.add("endless", 20, 1, 1, 1)
        assert scores.problem == "Scores not saved: database is locked"
        assert scores.best("endless") == 20
        other.execute("ROLLBACK")
    scores.add("endless", 5, 1, 1, 1)
    assert scores.problem == "" and count(path) == 3
    assert path.exists() and not path.with_name("scores.sqlite3.bad").exists()


def test_another_game_that_mended_the_table_first_keeps_its_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scores.sqlite3"
    path.write_bytes(b"this is no database" * 100)
    aside = score_table.ScoreTable.set_aside

    def come_second(table: score_table.ScoreTable, seen: os.stat_result) -> Path | None:
        monkeypatch.setattr(score_table.ScoreTable, "set_aside", aside)
        Scores(path).add("endless", 500, 1, 1, 1)
        return table.set_aside(seen)

    monkeypatch.setattr(score_table.ScoreTable, "set_aside", come_second)
    Scores(path).add("endless", 40, 1, 1, 1)
    assert count(path) == 2 and Scores(path).best("endless") == 500


def test_what_a_killed_writer_left_does_not_hide_the_best(tmp_path: Path) -> None:
    """The journal of a transaction that reached the file but not its end: only a writer can take it back."""
    path = tmp_path / "scores.sqlite3"
    Scores(path).add("endless", 70, 1, 1, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN IMMEDIATE")
        for _ in range(500):
            writer.execute(f"INSERT INTO scores ({COLUMNS}) VALUES ('endless', 9, 1, 1, 1, '{'x' * 500}')")
        killed = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}  # noqa: PTH208
        writer.execute("ROLLBACK")
    assert len(killed) == 2
    for name, content in killed.items():
        (tmp_path / name).write_bytes(content)
    assert Scores(path).best("endless") == 70
    assert [file.name for file in tmp_path.iterdir()] == ["scores.sqlite3"]
    assert count(path) == 1


def test_an_empty_journal_does_not_stay(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    Scores(path).add("endless", 70, 1, 1, 1)
    path.with_name("scores.sqlite3-journal").touch()
    assert Scores(path).best("endless") == 70
    assert [file.name for file in tmp_path.iterdir()] == ["scores.sqlite3"]


@pytest.mark.parametrize("ending", score_table.COMPANIONS)
def test_a_pipe_in_the_place_of_what_sqlite_keeps_is_set_aside(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "scores.sqlite3"
    Scores(path).add("endless", 70, 1, 1, 1)
    os.mkfifo(tmp_path / f"scores.sqlite3{ending}")
    assert Scores(path).best("endless") == 70
    Scores(path).add("endless", 80, 1, 1, 1)
    assert count(path) == 2
    assert (tmp_path / f"scores.sqlite3{ending}.bad").is_fifo()


def test_no_mutation_of_a_table_breaks_the_game(tmp_path: Path) -> None:
    """Each file is read, or set aside; either way the next score is saved."""
    sound = tmp_path / "sound"
    for score in range(40):
        Scores(sound).add("endless", score, 1, 1, 1)
    content, chance = sound.read_bytes(), random.Random(3)
    for number in range(150):
        path = tmp_path / str(number) / "scores.sqlite3"
        path.parent.mkdir()
        path.write_bytes(mutate(content, chance))
        scores = Scores(path)
        scores.best("endless")
        scores.add("endless", 10_000, 1, 1, 1)
        assert scores.problem == ""
        assert Scores(path).best("endless") >= 10_000


def mutate(content: bytes, chance: random.Random) -> bytes:
    """Change some bytes, most often where sqlite keeps its own, and now and then cut the file."""
    mutated = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        mutated[chance.randrange(chance.choice((100, 512, len(mutated))))] = chance.randrange(256)
    return bytes(mutated[: chance.randrange(len(mutated))] if chance.random() < 0.2 else mutated)
