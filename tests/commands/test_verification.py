"""`arena replay --verify` with several recordings: a table, and an exit code that tells the worst."""

from pathlib import Path

import pytest

from arena.cli import main
from arena.commands.verification import (
    DIVERGED,
    IDENTICAL,
    UNREADABLE,
    Outcome,
    exit_code,
    summarise,
    verify_recordings,
)
from arena.game.match import Match
from arena.game.replays.reader import read_replay
from arena.game.replays.writer import ReplayWriter
from arena.sim.tables.commands import PlayerCommand


def test_a_summary_has_counts_and_the_speed() -> None:
    codes = (IDENTICAL, IDENTICAL, DIVERGED, UNREADABLE)
    outcomes = [Outcome(Path("a"), code, "", ticks=0 if code == UNREADABLE else 1200) for code in codes]
    assert summarise(outcomes, 0.5) == (
        "4 recordings: 2 identical, 1 diverged, 1 unreadable; 1:00 of play in 0.5 s, 120 times real time"
    )


def record(path: Path, seed: int, ticks: int = 90) -> Path:
    """Play and record a short game."""
    with Match(seed=seed, workers=1, record=path) as match:
        for _ in range(ticks):
            match.tick([PlayerCommand(move_x=100)])
    return path


def forge(path: Path, source: Path) -> Path:
    """The commands of one game with a state that it never reached."""
    replay = read_replay(source)
    writer = ReplayWriter(path, replay.header)
    for tick in range(replay.ticks):
        row = dict(zip(replay.header.array_names, replay.hashes[0].tolist(), strict=True))
        writer.record(replay.commands_at(tick), tick + 1, lambda row=row: row)
    writer.close(dict.fromkeys(replay.header.array_names, 7))
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One good recording, one that diverges at its end, one that is none, and a file that is no recording."""
    folder = tmp_path_factory.mktemp("recordings")
    good = record(folder / "a.replay", 3)
    forge(folder / "b.replay", good)
    (folder / "c.replay").write_bytes(b"not a replay")
    (folder / "notes.txt").write_text("none")
    return folder


def test_a_folder_is_verified_into_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder), "--verify", "--jobs", "1"]) == DIVERGED
    head, *rows, summary = capsys.readouterr().out.splitlines()
    assert head.split() == ["result", "game", "length", "file"]
    assert [row.split("/")[-1][:8] for row in rows] == ["a.replay", "b.replay", "c.replay"]
    assert rows[0].startswith("identical over 90 ticks")
    assert rows[1].startswith("diverged at tick 90 in ")
    assert rows[2].startswith("unreadable ") and "not an Arena replay" in rows[2]
    assert summary.startswith("3 recordings: 1 identical, 1 diverged, 1 unreadable; 0:03 of play in ")


def test_two_processes_find_what_one_finds(folder: Path) -> None:
    paths = sorted(folder.glob("*.replay"))
    one, two = verify_recordings(paths, 1), verify_recordings(paths, 2)
    assert one == two
    assert [outcome.code for outcome in two] == [IDENTICAL, DIVERGED, UNREADABLE]


def test_the_exit_code_tells_the_worst(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, forged, broken = (str(folder / f"{name}.replay") for name in "abc")
    for files, worst in (
        ([good, good], IDENTICAL), ([good, broken], UNREADABLE), ([broken, forged], DIVERGED),
    ):  # fmt: skip
        assert main(["replay", *files, "--verify", "--jobs", "1"]) == worst
    assert exit_code([]) == IDENTICAL
    capsys.readouterr()


def test_what_cannot_be_done_is_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = str(folder / "a.replay")
    for words, said in (
        ([str(tmp_path), "--verify"], "no recordings in the folder"),
        ([good, good], "name one FILE to watch"),
        ([good, "--jobs", "2"], "--jobs is for --verify"),
    ):
        assert main(["replay", *words]) == 2
        assert said in capsys.readouterr().err


def test_a_folder_is_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder)]) == 0
    out = capsys.readouterr().out
    assert all(f"{folder / name}.replay" in out for name in "abc")
