"""Files are whole or absent; pictures never overwrite; recordings keep the last twenty."""

import errno
import fcntl
import os
import stat
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from arena.app.storage import files
from arena.app.storage.files import clear_leftovers, is_in_the_way, replace_file, set_aside, write_new_file
from arena.app.storage.pictures import save_picture
from arena.app.storage.recordings import KEPT, SUFFIX, find_recordings, forget_old, new_recording
from arena.app.storage.settings import Settings, load_settings, save_settings
from tests.full_disk import full_disk

STAMP = datetime(2030, 1, 2, 3, 4, 5)
LEFTOVERS = (".settings.toml.4711-0a1b2c3d.new", ".settings.toml.k2_x9wq1.new")
"""Of this release and of the one before it."""
PIXELS = np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8)


def names(folder: Path) -> list[str]:
    """Names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def open_files() -> int:
    """Number of files that this process has open."""
    return sum(1 for _ in Path("/dev/fd").iterdir())


def refuse(*_: object, **__: object) -> None:
    """Fail in place of a call of the system."""
    raise PermissionError(errno.EPERM, "not here")


@pytest.mark.parametrize("leftover", LEFTOVERS)
def test_what_a_killed_writer_left_is_cleared_at_the_next_start_and_at_the_next_save(
    tmp_path: Path, leftover: str
) -> None:
    path = tmp_path / "settings.toml"
    (tmp_path / leftover).write_bytes(b"half of")
    load_settings(path)
    assert names(tmp_path) == []
    (tmp_path / leftover).write_bytes(b"half of")
    assert save_settings(Settings(), path) == ""
    assert names(tmp_path) == ["settings.toml"]
    there = tmp_path / "dotfiles"
    there.mkdir()
    path.unlink()
    path.symlink_to(there / "settings.toml")
    (there / leftover).touch()
    load_settings(path)
    assert names(there) == [], "also beside the file that a link leads to"
    (there / leftover).touch()
    write_new_file(there / "settings.toml", b"new")
    assert names(there) == ["settings.toml"]


def test_what_a_living_writer_stages_is_left_alone(tmp_path: Path) -> None:
    staged = tmp_path / LEFTOVERS[0]
    with staged.open("wb") as writer:
        fcntl.flock(writer, fcntl.LOCK_EX)
        load_settings(tmp_path / "settings.toml")
        save_settings(Settings(), tmp_path / "settings.toml")
        assert staged.exists()
    load_settings(tmp_path / "settings.toml")
    assert not staged.exists()


def test_files_of_others_are_no_leftovers(tmp_path: Path) -> None:
    others = {"settings.toml.new", ".settings.toml.new", ".settings.toml.mine.new", ".other.k2_x9wq1.new"}
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / LEFTOVERS[0]).mkdir()
    (tmp_path / LEFTOVERS[1]).symlink_to(tmp_path / "settings.toml.new")
    clear_leftovers(tmp_path, "settings.toml")
    assert names(tmp_path) == sorted({*others, *LEFTOVERS})


def test_a_writer_that_is_taken_for_dead_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody clears leftovers right after the file was created, and once more before it is moved."""
    lock, fsync, cleared = files._lock, os.fsync, list[str]()  # pyright: ignore[reportPrivateUsage]

    def clear_first(handle: int) -> bool | None:
        if not cleared:
            cleared.append("before the lock")
            clear_leftovers(tmp_path, "settings.toml")
        return lock(handle)

    def clear_blindly(handle: int) -> None:
        fsync(handle)
        if len(cleared) == 1:
            cleared.append("before the move")
            next(tmp_path.glob(".*.new")).unlink()

    monkeypatch.setattr(files, "_lock", clear_first)
    monkeypatch.setattr(os, "fsync", clear_blindly)
    replace_file(tmp_path / "settings.toml", b"whole")
    assert cleared == ["before the lock", "before the move"]
    assert names(tmp_path) == ["settings.toml"]
    assert (tmp_path / "settings.toml").read_bytes() == b"whole"


def test_a_full_disk_leaves_the_old_file_and_no_new_one(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    with full_disk(100):
        for write, name in ((replace_file, "old"), (replace_file, "new"), (write_new_file, "newer")):
            with pytest.raises(OSError, match="too large"):
                write(tmp_path / name, bytes(1000))
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").read_bytes() == b"old"


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_every_call_may_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    (tmp_path / "old").write_bytes(b"old")
    handles = open_files()
    with monkeypatch.context() as patch:
        patch.setattr(os, call, refuse)
        with pytest.raises(PermissionError):
            replace_file(tmp_path / "old", b"new")
    assert (tmp_path / "old").read_bytes() == b"old"
    assert names(tmp_path) == ["old"] and open_files() == handles


@pytest.mark.parametrize(("module", "call"), [(os, "fchmod"), (fcntl, "flock")])
def test_a_file_system_without_rights_or_locks_takes_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, call: str
) -> None:
    (tmp_path / "old").write_bytes(b"old")
    monkeypatch.setattr(module, call, refuse)
    replace_file(tmp_path / "old", b"new")
    assert (tmp_path / "old").read_bytes() == b"new" and names(tmp_path) == ["old"]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    for _ in ("with hard links", "without"):
        with pytest.raises(FileExistsError):
            write_new_file(tmp_path / "mine", b"other")
        assert names(tmp_path) == ["mine"]
        write_new_file(tmp_path / "free", b"other")
        assert (tmp_path / "free").read_bytes() == b"other"
        (tmp_path / "free").unlink()
        monkeypatch.setattr(os, "link", refuse)
    assert (tmp_path / "mine").read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["ü" * 127, "\U0001f680" * 63])
def test_new_files_are_readable_as_the_user_wants_it_and_names_may_be_long(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    before = os.umask(0o027)
    try:
        write_new_file(path, b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == [path.name]


def test_a_pipe_that_takes_a_files_place_meanwhile_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody writes to it: who opens it as a file waits for ever."""
    path, looks = tmp_path / "settings.toml", iter((True, False))
    os.mkfifo(path)
    monkeypatch.setattr(files.stat, "S_ISREG", lambda mode: next(looks))
    found = list[OSError]()

    def read() -> None:
        try:
            files.read_start(path, 10)
        except OSError as error:
            found.append(error)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(10.0)
    assert [type(error) for error in found] == [files.NotAFileError]


def test_a_file_that_came_meanwhile_is_not_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "scores"
    path.write_bytes(b"broken")
    seen = path.stat()
    replace_file(path, b"whole")
    assert set_aside(path, seen) is None
    assert path.read_bytes() == b"whole"


def test_all_that_belongs_to_a_file_goes_aside_with_it(tmp_path: Path) -> None:
    """In the place of a new table, an old one's log would be taken for its own."""
    for name in ("scores", "scores.bad", "scores-journal", "scores-shm"):
        (tmp_path / name).write_text(name)
    aside = set_aside(tmp_path / "scores", None, ("-journal", "-wal", "-shm"))
    assert aside == tmp_path / "scores.bad2"
    assert names(tmp_path) == ["scores.bad", "scores.bad2", "scores.bad2-journal", "scores.bad2-shm"]
    assert (tmp_path / "scores.bad2-shm").read_text() == "scores-shm"


def test_pictures_of_the_same_second_get_names_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "Bilder ü" / "Arena"
    for shade in (10, 20, 30):
        save_picture(np.full((4, 6, 3), shade, np.uint8), folder, STAMP)
    pictures = ("arena-20300102-030405.png", "arena-20300102-030405-2.png", "arena-20300102-030405-3.png")
    assert names(folder) == sorted(pictures)
    for name, shade in zip(pictures, (10, 20, 30), strict=True):
        with Image.open(folder / name) as picture:
            assert picture.size == (6, 4)
            assert picture.getpixel((0, 0)) == (shade, shade, shade)


@pytest.mark.parametrize("room", [0, 500])
def test_a_full_disk_leaves_no_picture(tmp_path: Path, room: int) -> None:
    with full_disk(room), pytest.raises(OSError, match="too large"):
        save_picture(PIXELS, tmp_path, STAMP)
    assert names(tmp_path) == []
    save_picture(PIXELS, tmp_path, STAMP)
    assert names(tmp_path) == ["arena-20300102-030405.png"]


def test_the_last_recordings_are_kept(tmp_path: Path) -> None:
    """Other files in the folder are left alone."""
    notes = {f"note{number}.txt" for number in range(KEPT + 5)}
    for note in notes:
        (tmp_path / note).write_text("mine")
    for seed in range(KEPT + 5):
        path = new_recording(tmp_path, STAMP, seed)
        path.write_bytes(b"x")
        os.utime(path, ns=(seed, seed))
    forget_old(tmp_path, {f"20300102-030405-2{SUFFIX}", "of another folder"})
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == notes | {f"20300102-030405-{seed}{SUFFIX}" for seed in (2, *range(5, KEPT + 5))}
    again = new_recording(tmp_path, STAMP, 7)
    assert not again.exists(), "no recording takes a name that exists"


def test_a_recording_that_cannot_be_looked_at_or_forgotten_stops_no_game(tmp_path: Path) -> None:
    (tmp_path / f"a folder{SUFFIX}").mkdir()
    (tmp_path / f"a link to nothing{SUFFIX}").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / f"a pipe{SUFFIX}")
    for seed in range(KEPT + 5):
        new_recording(tmp_path, STAMP, seed).touch()
        forget_old(tmp_path, ())
    assert len(find_recordings(tmp_path)) == KEPT
    assert len(names(tmp_path)) == KEPT + 3


def test_a_file_that_comes_and_goes_is_never_in_the_way(tmp_path: Path) -> None:
    """Such is the journal of another game that writes scores: taken from it, its score is written twice."""
    path, looked = tmp_path / "scores.sqlite3-journal", threading.Event()

    def come_and_go() -> None:
        while not looked.is_set():
            path.touch()
            path.unlink()

    with ThreadPoolExecutor(1) as pool:
        other_game = pool.submit(come_and_go)
        try:
            taken = sum(is_in_the_way(path) for _ in range(20_000))
        finally:
            looked.set()
        other_game.result()
    assert taken == 0


IN_THE_WAY: dict[str, tuple[Callable[[Path], object], bool]] = {
    "nothing": (lambda path: None, False),
    "a file": (lambda path: path.touch(), False),
    "a folder": (lambda path: path.mkdir(), True),
    "a pipe": (os.mkfifo, True),
    "a link to a file": (lambda path: path.symlink_to(__file__), False),
    "a link to a device": (lambda path: path.symlink_to("/dev/zero"), True),
    "a link to nothing": (lambda path: path.symlink_to("nowhere"), True),
}


@pytest.mark.parametrize("kind", IN_THE_WAY)
def test_what_is_no_file_is_in_the_way(tmp_path: Path, kind: str) -> None:
    (make, in_the_way), path = IN_THE_WAY[kind], tmp_path / "scores.sqlite3-journal"
    make(path)
    assert is_in_the_way(path) == in_the_way
