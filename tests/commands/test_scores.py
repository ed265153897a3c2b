"""`arena scores`: tables go out as recordings, and come in only as far as they are proven."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena import __version__
from arena.app.storage.paths import replays_folder, scores_file
from arena.app.storage.score_table import KEPT_ROWS, Result, ResultTable
from arena.app.storage.shared_scores import Entry, export_tables, judge_entries, read_names
from arena.cli import main
from arena.commands.verification import DIVERGED, UNREADABLE
from arena.game.match import Match
from arena.game.replays.reader import read_replay
from arena.game.replays.writer import ReplayWriter
from arena.game.scoring.board import Board
from tests.playing import let_bots_play

TICKS = 600
"""Length of the games: a bot has made points by then."""


def play(path: Path, seed: int, mode: str = "endless", rest: int = 0, level: str = "") -> Path:
    """Record a game of a bot's, or of nobody's for `rest` ticks."""
    with Match(mode, seed, workers=1, record=path, level=level) as match:
        for _ in range(rest):
            match.tick()
        if not rest:
            let_bots_play(match, TICKS)
            assert match.hud().score
    return path


def rewrite(
    source: Path, path: Path, changed_from: int = TICKS, release: str = __version__, ticks: int = TICKS
) -> Path:
    """Write a recording with the hashes of another: by another release, with other commands, or cut short."""
    replay = read_replay(source)
    writer = ReplayWriter(path, replace(replay.header, version=release))
    rows = [dict(zip(replay.header.array_names, row, strict=True)) for row in replay.hashes.tolist()]
    for tick in range(ticks):
        commands = replay.commands_at(tick if tick < changed_from else 0)
        writer.record(commands, tick + 1, lambda row=rows[tick // 60]: row)
    writer.close(rows[-1] if ticks == TICKS else None)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two good games, and one of everything that is refused."""
    folder = tmp_path_factory.mktemp("others")
    good = play(folder / "good.replay", 3)
    play(folder / "tide.replay", 0, "tide")
    rewrite(good, folder / "forged.replay", changed_from=300)
    rewrite(good, folder / "foreign.replay", release="9.9.9")
    rewrite(good, folder / "interrupted.replay", ticks=TICKS - 30)
    data = good.read_bytes()
    (folder / "cut.replay").write_bytes(data[: len(data) * 2 // 3])
    (folder / "damaged.replay").write_bytes(data[:400] + bytes([data[400] ^ 1]) + data[401:])
    play(folder / "idle.replay", 5, rest=120)
    play(folder / "practice.replay", 3, "practice", rest=60, level="endless wave 5")
    (folder / "names.toml").write_text(
        'version = 1\n[names]\n"good.replay" = "ANNA\\u0007 OF THE LONG NAME"\n'
    )
    return folder


def test_only_what_is_proven_comes_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scores", "import", str(folder), "--jobs", "1", "--name", "BEN"]) == DIVERGED
    head, *rows, summary = capsys.readouterr().out.splitlines()
    assert head.split() == ["result", "table", "score", "name", "file"]
    said = {row.split(str(folder) + "/")[1].split(".")[0]: row for row in rows}
    assert said["good"].startswith("place 1 ") and " ANNA OF THE  " in said["good"]
    assert said["tide"].startswith("place 1 ") and " BEN " in said["tide"]
    for name, reason in (
        ("forged", "forged or of another machine: diverged at tick 360"), ("cut", "cut off"),
        ("damaged", "damaged"), ("foreign", "9.9.9"), ("idle", "no points"), ("practice", "makes no score"),
        ("interrupted", "lacks the end of the game"),
    ):  # fmt: skip
        assert said[name].startswith("refused ") and reason in said[name]
    assert summary == "9 recordings: 2 taken, 0 left out, 7 refused"
    (endless,) = [row for row in ResultTable(scores_file()).top() if row.board.mode == "endless"]
    assert (endless.name, endless.seed, endless.ticks) == ("ANNA OF THE", 3, TICKS)
    kept = replays_folder() / endless.replay
    assert kept.read_bytes() == (folder / "good.replay").read_bytes()


def test_a_table_goes_round(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(folder / "good.replay")
    assert (
        main(["scores", "export", str(tmp_path)]) == 1
        and "no score has a recording" in capsys.readouterr().err
    )
    assert main(["scores", "import", good, good, "--jobs", "1"]) == 0
    for taken in ("1 taken, 0 left out", "0 taken, 1 left out"):
        assert taken in capsys.readouterr().out
        main(["scores", "import", good, "--jobs", "1"])
    capsys.readouterr()
    for _ in range(2):  # the second time it finds its own files
        assert main(["scores", "export", str(tmp_path / "out")]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"good.replay", "names.toml"}
    assert '"good.replay" = "ANNA OF THE"' in (tmp_path / "out/names.toml").read_text()
    capsys.readouterr()
    assert main(["scores"]) == 0
    title, row = capsys.readouterr().out.splitlines()
    assert title == "Endless, normal" and row.split()[0] == "1" and row.endswith("good.replay")


def test_the_best_of_each_table_are_taken() -> None:
    board, other = Board("endless"), Board("tide")
    old = [Result(board, score, 1, 60, score) for score in (90, 70, 50)]
    new = [Result(board, score, 1, 60, score) for score in (100, 70, 60, 40, 30, 20, 10, 5)]
    new += [new[2]._replace(seed=1), Result(other, 1, 1, 60, 1)]
    found = judge_entries([Entry(Path(str(k)), row) for k, row in enumerate(new)], {board: old})
    places = [verdict.place for verdict in found]
    assert [row.score for row in old] == [90, 70, 50], "the tables themselves are left alone"
    # Kept are 100, 90, 70, 60, 60, 50, 40, 30: equal ones in the order in which they came.
    assert KEPT_ROWS == 8 and places == [1, None, 4, 7, 8, None, None, None, 5, 1]
    assert found[1].words == "known already" and found[5].words == "not among the best 8"


def test_what_cannot_be_done_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["import"], "name a FOLDER"), (["export"], "name one FOLDER"),
        (["export", "a", "b"], "name one FOLDER"),
        (["list", "a"], "list takes no folder"), (["import", str(tmp_path)], "no recordings in the folder"),
        (["export", "a", "--jobs", "2"], "are for arena scores import"),
    ):  # fmt: skip
        assert main(["scores", *words]) == UNREADABLE
        (line,) = capsys.readouterr().err.splitlines()
        assert told in line
    assert main(["scores"]) == 0 and "no scores yet" in capsys.readouterr().out


def test_games_of_one_name_are_signed_by_those_who_flew_them(tmp_path: Path) -> None:
    """A recording that gets a number leaves the name of the one that was there."""
    for player in ("ANNA", "BEN", "BEN"):
        own = tmp_path / player
        own.mkdir(exist_ok=True)
        (own / "game.replay").write_bytes(player.encode())
        result = Result(Board("endless"), 1, 1, 60, 3, name=player, replay="game.replay")
        ((kept, path),) = export_tables({result.board: [result]}, own, tmp_path / "out")
        assert kept is result and path.read_bytes() == player.encode()
    assert read_names(tmp_path / "out") == {"game.replay": "ANNA", "game-2.replay": "BEN"}
