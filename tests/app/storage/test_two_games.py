"""Two games at once, each in a process of its own: no medal and no score is lost, and none waits for ever."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.app.storage import files
from arena.app.storage.progress import CampaignProgress, load_progress, save_progress
from tests.app.storage.test_failing_calls import scores_in
from tests.processes import ROOT, run_python

GAMES, ROUNDS = 4, 10

PLAY = """
import os, sys
from pathlib import Path
from arena.app.storage import files
from arena.app.storage.progress import CampaignProgress, save_progress
from arena.app.storage.score_table import Result
from arena.app.storage.scores import Scores
from arena.game.scoring.board import Board

folder, games, rounds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
files.LOCK_SECONDS = 120.0  # the others save without a pause, on a disk that may be slow

def play(game):
    for number in range(rounds):
        progress = CampaignProgress(medals={f"trial_{game}_{number}": "gold"})
        scores = Scores(folder / "scores.sqlite3")
        scores._table.timeout = files.LOCK_SECONDS
        scores.add(Result(Board("endless"), game * rounds + number, 1, 1, 1))
        if problem := save_progress(progress, folder / "progress.toml") or scores.problem:
            print(problem, flush=True)

ready, go = os.pipe()
children = []
for game in range(games):
    if (child := os.fork()) == 0:
        os.close(go)
        os.read(ready, 1)  # until the others are there
        play(game)
        os._exit(0)
    children.append(child)
os.close(go)
print(*(os.waitpid(child, 0)[1] for child in children))
"""
"""Games that each save one medal and one score after the other, and forget their own."""


def test_games_that_save_at_once_lose_no_medal_and_no_score(tmp_path: Path) -> None:
    told = run_python(PLAY, str(tmp_path), str(GAMES), str(ROUNDS), folder=ROOT, OPENBLAS_NUM_THREADS="1")
    assert told == " ".join(["0"] * GAMES) + "\n"
    expected = {f"trial_{game}_{number}" for game in range(GAMES) for number in range(ROUNDS)}
    assert load_progress(tmp_path / "progress.toml")[0].medals.keys() == expected
    assert sorted(scores_in(tmp_path / "scores.sqlite3")) == list(range(GAMES * ROUNDS))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["progress.toml", "scores.sqlite3"]


SAVE_SLOWLY = """
import sys
from pathlib import Path
from arena.app.storage import files
from arena.app.storage.progress import CampaignProgress, save_progress

def replace(path, data):
    print("merged", flush=True)
    sys.stdin.readline()
    replace_file(path, data)

replace_file, files.replace_file = files.replace_file, replace
print(save_progress(CampaignProgress(medals={"theirs": "gold"}), Path(sys.argv[1])))
"""
"""A game that has merged what is there, and replaces it when it is told to."""


@contextmanager
def slow_game(path: Path) -> Generator[subprocess.Popen[str]]:
    """Another game that is in the middle of a save."""
    with subprocess.Popen(
        [sys.executable, "-c", SAVE_SLOWLY, str(path)], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as game:  # fmt: skip
        assert game.stdout is not None and game.stdout.readline() == "merged\n"
        yield game
        game.kill()


@pytest.mark.parametrize("other", ["goes on", "is killed", "is stopped"])
def test_a_game_waits_for_the_save_of_another_but_not_for_ever(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pauses, clock = tmp_path / "progress.toml", list[float](), count()
    with slow_game(path) as game:

        def pause(seconds: float) -> None:
            """Let the other game go on while this one waits."""
            pauses.append(seconds)
            if other == "goes on" and len(pauses) == 3:
                assert game.communicate("\n")[0] == "\n"

        monkeypatch.setattr(files, "LOCK_SECONDS", 10)
        monkeypatch.setattr(files, "time", SimpleNamespace(monotonic=clock.__next__, sleep=pause))
        if other == "is killed":
            game.kill()
            game.wait()
        assert save_progress(CampaignProgress(medals={"ours": "gold"}), path) == ""
    assert len(pauses) == {"goes on": 3, "is killed": 0, "is stopped": 9}[other]
    found = load_progress(path)[0].medals.keys()
    assert found == ({"ours", "theirs"} if other == "goes on" else {"ours"})


@pytest.mark.parametrize("without", ["", "fcntl", "a folder"])
def test_a_lock_keeps_others_out_and_leaves_nothing(
    without: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `fcntl`, as on Windows, it is a file; where no folder can be made, there is none."""
    pauses, clock = list[float](), count()
    monkeypatch.setattr(files, "LOCK_SECONDS", 10)
    monkeypatch.setattr(files, "time", SimpleNamespace(monotonic=clock.__next__, sleep=pauses.append))
    if without == "fcntl":
        monkeypatch.setattr(files, "fcntl", None)
    folder = tmp_path / "folder"
    if without == "a folder":
        folder.touch()
    for _ in range(2):
        with files.locked(folder / "a.toml"):
            assert pauses == []
            with files.locked(folder / "a.toml"):
                assert len(pauses) == (0 if without == "a folder" else 9)
            pauses.clear()
            with files.locked(folder / "a.toml"):
                assert bool(pauses) == (without != "a folder"), "the lock is still there"
        pauses.clear()
    assert folder.is_file() or list(folder.iterdir()) == []
