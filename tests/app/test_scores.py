"""The score table: two games at once, broken files, folders that cannot be written."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from arena.app.scores import Scores


def test_the_best_score_is_kept_by_mode(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "scores.sqlite3"
    scores = Scores(path)
    assert scores.best("endless") == 0
    for score in (100, 300, 200):
        scores.add("endless", score, 3, 1, 60)
    scores.add("daily", 50, 1, 1, 60)
    assert (Scores(path).best("endless"), Scores(path).best("daily")) == (300, 50)
    assert scores.problem == ""


def test_many_games_at_once_lose_no_score(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"

    def play(game: int) -> str:
        scores = Scores(path)
        for run in range(5):
            scores.add("endless", game * 10 + run, 1, 1, 1)
        return scores.problem

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(play, range(4))) == {""}
    with closing(sqlite3.connect(path)) as table:
        assert table.execute("SELECT COUNT(*) FROM scores").fetchone() == (20,)


def test_a_broken_table_is_kept_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    path.write_bytes(b"this is no database" * 100)
    scores = Scores(path)
    assert scores.best("endless") == 0
    scores.add("endless", 70, 1, 1, 1)
    assert "kept as scores.sqlite3.bad" in scores.problem
    assert Scores(path).best("endless") == 70
    assert (tmp_path / "scores.sqlite3.bad").exists()


def test_a_folder_that_cannot_be_written_is_said_and_survived(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    scores = Scores(blocker / "scores.sqlite3")
    scores.add("endless", 40, 1, 1, 1)
    assert scores.best("endless") == 40
    assert scores.problem.startswith("Scores not saved: ")


def test_a_table_locked_by_another_game_is_waited_for_then_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.app.scores.TIMEOUT_SECONDS", 0.05)
    path = tmp_path / "scores.sqlite3"
    Scores(path).add("endless", 10, 1, 1, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        scores = Scores(path)
        scores.add("endless", 20, 1, 1, 1)
        assert scores.problem.startswith("Scores not saved: ")
        assert scores.best("endless") == 20
        other.execute("ROLLBACK")
    assert path.exists() and not path.with_name("scores.sqlite3.bad").exists()
