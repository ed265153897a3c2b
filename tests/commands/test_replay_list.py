"""`arena replay` without a file: which games there are, newest first, whatever state their files are in."""

import os
from pathlib import Path

import pytest

from arena.app.storage.replay_list import list_replays
from arena.app.storage.score_table import Result
from arena.app.storage.scores import Scores
from arena.cli import main
from arena.commands.replay import replay_table
from arena.game.match import Match
from arena.game.scoring.board import Board


def record(folder: Path, name: str, age: int, ticks: int = 5, seed: int = 3, players: int = 1) -> Path:
    """Play and record a short game; `age` [s] is how long ago it ended."""
    path = folder / f"{name}.replay"
    with Match(seed=seed, players=players, workers=1, record=path) as match:
        for _ in range(ticks):
            match.tick()
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def test_the_newest_game_comes_first_with_what_is_known_of_it(tmp_path: Path) -> None:
    old = record(tmp_path, "b-first", 9000, ticks=130)
    new = record(tmp_path, "a-second", 20, seed=8, players=2)
    broken = tmp_path / "c.replay"
    broken.write_bytes(b"not a replay")
    os.utime(broken, (1_600_000_000, 1_600_000_000))
    (tmp_path / "notes.txt").write_text("no recording")
    scores = Scores(tmp_path / "scores.sqlite3")
    scores.add(Result(Board("endless"), 12_400, 4, 130, 3))
    scores.add(Result(Board("endless"), 99, 1, 131, 3))
    found = list_replays(tmp_path, scores)
    assert [entry.path for entry in found] == [new, old, broken]
    assert found[0].mode == "Endless, normal, 2 players" and found[0].score == "-"
    assert (found[1].length, found[1].score, found[1].note) == ("0:02", "12 400", "")
    assert found[2].note.startswith("unreadable: ") and found[2].mode == "-"


def test_the_table_has_a_line_for_each_and_ends_with_the_file(tmp_path: Path) -> None:
    paths = [record(tmp_path, name, age) for name, age in (("one", 10), ("two", 20))]
    lines = replay_table(list_replays(tmp_path, Scores(tmp_path / "none"))).splitlines()
    assert lines[0].split() == ["played", "mode", "length", "score", "file"]
    assert [line.split()[-1] for line in lines[1:]] == [str(path) for path in paths]
    assert len({line.index("Endless") for line in lines[1:]}) == 1


def test_a_cut_off_recording_is_listed_as_incomplete(tmp_path: Path) -> None:
    path = record(tmp_path, "cut", 10, ticks=200)
    path.write_bytes(path.read_bytes()[:-30])
    (entry,) = list_replays(tmp_path, Scores(tmp_path / "none"))
    assert entry.note == "incomplete"


def test_the_command_lists_and_tells_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena.app.storage.paths.replays_folder", lambda: tmp_path / "replays")
    monkeypatch.setattr("arena.app.storage.paths.scores_file", lambda: tmp_path / "scores.sqlite3")
    assert main(["replay"]) == 0
    assert capsys.readouterr().out.startswith("no games recorded yet;")
    (tmp_path / "replays").mkdir()
    path = record(tmp_path / "replays", "one", 10)
    assert main(["replay"]) == 0
    out = capsys.readouterr().out
    assert str(path) in out and "arena replay FILE" in out
