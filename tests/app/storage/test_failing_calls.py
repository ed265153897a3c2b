"""Saves of which the first call fails, then the second and so on: files stay whole, the failure is told."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.app.storage.files import STAGED
from arena.app.storage.level_files import save_level
from arena.app.storage.pictures import save_picture
from arena.app.storage.progress import CampaignProgress, save_progress
from arena.app.storage.score_table import PatientConnection, Result
from arena.app.storage.scores import Scores
from arena.app.storage.settings import Settings, save_settings
from arena.app.storage.shared_scores import export_tables
from arena.game.editing.editor import Editor
from arena.game.scoring.board import Board
from tests.app.storage.test_files import PIXELS, STAMP, open_files
from tests.failing_calls import Failures, failing_calls

FAILING: dict[str, Callable[[int, int], bool]] = {
    "one call": lambda call, first: call == first,
    "all later calls": lambda call, first: call >= first,
}
"""Calls that fail, by their numbers and that of the first one."""
LEVEL, BOARD = Editor().text, Board("endless")


class SavedKind(NamedTuple):
    """A kind of file: what is there before, and a save."""

    begin: Callable[[Path], object]
    save: Callable[[Path], str]  # returns "" or a line for the player, or raises an OSError
    told: str = ""  # beginning of such a line


def save_medal(folder: Path, trial: str) -> str:
    """Save a medal, by a game that knows no other."""
    return save_progress(CampaignProgress(medals={trial: "gold"}), folder / "progress.toml")


def write_by_hand(folder: Path) -> None:
    (folder / "level.toml").write_text(f"# mine\n{LEVEL}", encoding="utf-8")


def save_edited(folder: Path) -> str:
    save_level(folder / "level.toml", LEVEL)
    return ""


def take_picture(folder: Path) -> str:
    save_picture(PIXELS, folder / "pictures", STAMP)
    return ""


def record(folder: Path) -> None:
    """Make two recordings, and export one of them."""
    (folder / "own").mkdir()
    for name in ("ANNA", "BEN"):
        (folder / "own" / f"{name}.replay").write_bytes(name.encode() * 1_000)
    assert export(folder, "ANNA") == ""


def export(folder: Path, name: str) -> str:
    row = Result(BOARD, 1, 1, 60, 3, name=name, replay=f"{name}.replay")
    written = export_tables({BOARD: [row]}, folder / "own", folder / "out")
    return "" if written else "no score has a recording yet"


KINDS = {
    "settings": SavedKind(
        lambda folder: save_settings(Settings(volume=0.5), folder / "settings.toml"),
        lambda folder: save_settings(Settings(volume=0.25), folder / "settings.toml"),
        "Settings not saved: ",
    ),
    "first settings": SavedKind(
        lambda folder: None,
        lambda folder: save_settings(Settings(), folder / "new" / "settings.toml"),
        "Settings not saved: ",
    ),
    "progress": SavedKind(
        lambda folder: save_medal(folder, "theirs"),
        lambda folder: save_medal(folder, "ours"),
        "Progress not saved: ",
    ),
    "first progress": SavedKind(
        lambda folder: None, lambda folder: save_medal(folder / "new", "ours"), "Progress not saved: "
    ),
    "level": SavedKind(
        lambda folder: save_level(folder / "level.toml", LEVEL.replace("New", "Old")), save_edited
    ),
    "level written by hand": SavedKind(write_by_hand, save_edited),
    "picture": SavedKind(lambda folder: None, take_picture),
    "export": SavedKind(record, lambda folder: export(folder, "BEN"), "no score has a recording yet"),
}


def contents(folder: Path) -> dict[str, bytes]:
    """Files below a folder, by their paths there."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def staged(found: dict[str, bytes]) -> set[str]:
    """Those that a writer left."""
    return {file for file in found if STAGED.fullmatch(Path(file).name)}


def attempt(kind: SavedKind, folder: Path) -> str:
    """Save; return what the player is told."""
    try:
        line = kind.save(folder)
    except OSError as error:
        return str(error)
    assert line.startswith(kind.told) or line == ""
    return line


def begun(kind: SavedKind, folder: Path) -> Path:
    """A folder with what is there before the save."""
    folder.mkdir()
    kind.begin(folder)
    return folder


@pytest.mark.parametrize("later", FAILING)
@pytest.mark.parametrize("name", KINDS)
def test_every_call_of_a_save_may_fail(name: str, later: str, tmp_path: Path) -> None:
    kind, handles, sound = KINDS[name], open_files(), begun(KINDS[name], tmp_path / "sound")
    old = contents(sound)
    assert attempt(kind, sound) == ""
    new = contents(sound)
    assert new != old
    for first in count():
        folder = begun(kind, tmp_path / str(first))
        with failing_calls(lambda call, first=first: FAILING[later](call, first)) as failures:
            told = attempt(kind, folder)
        found = contents(folder)
        assert later != "one call" or not staged(found), failures.failed
        found = {file: data for file, data in found.items() if file not in staged(found)}
        assert old.keys() <= found.keys(), failures.failed
        for file, data in found.items():
            assert data in (old.get(file), new.get(file)), (file, failures.failed)
        assert set(found.values()) >= set(old.values()) & set(new.values()), "a backup of what is replaced"
        assert told or found == new, failures.failed
        assert open_files() == handles, failures.failed
        assert attempt(kind, folder) == "", "the next save finds nothing in its way"
        again = contents(folder)
        assert again.items() >= new.items() and set(again.values()) == set(new.values())
        assert not staged(again), failures.failed
        if not failures.failed:
            assert first > 8
            break


@contextmanager
def failing_table(failures: Failures) -> Generator[None]:
    """Let calls of sqlite fail, too."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    with pytest.MonkeyPatch.context() as patch:
        for name in ("execute", "executemany"):
            call = failures.before(name, getattr(PatientConnection, name), error)
            patch.setattr(PatientConnection, name, call, raising=False)
        patch.setattr(sqlite3, "connect", failures.before("connect", sqlite3.connect, error))
        yield


def scores_in(path: Path) -> list[int]:
    """Scores of a table, in the order in which they were written."""
    with closing(sqlite3.connect(path)) as table:
        return [score for (score,) in table.execute("SELECT score FROM results ORDER BY id")]


@pytest.mark.parametrize("later", FAILING)
def test_every_call_on_the_score_table_may_fail(later: str, tmp_path: Path) -> None:
    """A score that was not saved is told, kept, and saved with the next: none is lost or doubled."""
    handles = open_files()
    for first in count():
        path = tmp_path / str(first) / "scores.sqlite3"
        Scores(path).add(Result(BOARD, 10, 1, 1, 1))
        scores = Scores(path)
        with (
            failing_calls(lambda call, first=first: FAILING[later](call, first)) as failures,
            failing_table(failures),
        ):
            scores.add(Result(BOARD, 20, 1, 1, 1))
        assert scores.problem == "" or scores.problem.startswith("Scores not saved: "), failures.failed
        assert scores_in(path) == ([10] if scores.problem else [10, 20]), failures.failed
        scores.add(Result(BOARD, 30, 1, 1, 1))
        assert scores.problem == "" and scores_in(path) == [10, 20, 30], failures.failed
        assert [file.name for file in path.parent.iterdir()] == [path.name] and open_files() == handles
        if not failures.failed:
            assert first > 8
            break
