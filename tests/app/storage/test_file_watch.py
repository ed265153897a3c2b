"""A level's file that somebody else changes: each change is told once, and nothing that is half written."""

import os
from pathlib import Path

import pytest

from arena.app.storage import level_files
from arena.app.storage.level_files import POLL_SECONDS, FileWatch
from arena.app.storage.levels import world_path
from arena.game.levels import LevelError

A = world_path(1).read_text(encoding="utf-8")
B = world_path(2).read_text(encoding="utf-8")


class Watched:
    """A file that holds A, and a watch whose editor has that."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "level.toml"
        self.path.write_text(A, encoding="utf-8")
        self.watch = FileWatch(self.path, A)
        self.look()

    def write(self, text: str | bytes, looks: int = 3) -> None:
        """Write it, and look so often."""
        self.path.write_bytes(text.encode() if isinstance(text, str) else text)
        self.look(looks)

    def look(self, times: int = 3) -> None:
        for _ in range(times):
            assert self.watch.look() == POLL_SECONDS

    def told(self) -> str | None:
        """Latest news of the file: its text, "broken", or None."""
        news = self.watch.take()
        return "broken" if isinstance(news, LevelError) else None if news is None else news.text


@pytest.fixture
def file(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_a_change_is_told_once(file: Watched) -> None:
    assert file.told() is None
    file.write(B)
    assert file.told() == B
    file.look()
    assert file.told() is None
    file.write(A)
    os.utime(file.path)
    file.look()
    assert file.told() == A, "a touch does not take it away"


@pytest.mark.parametrize("broken", [b"\xff\xfe", b"no level", b""])
def test_what_was_broken_and_is_as_before_is_told_again(file: Watched, broken: bytes) -> None:
    file.write(broken)
    assert file.told() == "broken"
    file.write(A)
    assert file.told() == A
    file.write(broken)
    file.write(A)
    assert file.told() is None, "for a moment only"


def test_a_file_is_not_read_while_it_is_written(file: Watched) -> None:
    for end in range(1000, len(B), 1000):
        file.write(B[:end], looks=1)
        assert file.told() is None
    file.write(B)
    assert file.told() == B


def test_what_is_written_while_it_is_read_is_read_again(
    file: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = B[: len(B) // 2]

    def read_half(path: Path) -> str:
        path.write_text(B, encoding="utf-8")
        return half

    with monkeypatch.context() as patch:
        patch.setattr(level_files, "read_text", read_half)
        file.write(half, looks=2)
    assert file.told() is None
    file.look()
    assert file.told() == B


def test_two_changes_of_one_size_within_a_tick_of_the_clock_are_told(file: Watched) -> None:
    time = file.path.stat().st_mtime_ns
    file.write(A.replace("1", "2", 1), looks=0)
    os.utime(file.path, ns=(time, time))
    file.look()
    assert file.told() is not None


def test_what_we_write_ourselves_is_no_news(file: Watched) -> None:
    file.write(B)
    file.watch.expect(A)
    assert file.told() is None, "it is written over"
    for text, told in ((A, None), (B, B)):
        file.write(text)
        assert file.told() == told


@pytest.mark.parametrize(("text", "told"), [(A, None), (B, B)])
def test_a_file_that_goes_and_comes_back_is_told_if_it_changed(
    file: Watched, text: str, told: str | None
) -> None:
    file.path.unlink()
    file.look()
    file.write(text)
    assert file.told() == told


def test_it_ends(file: Watched) -> None:
    file.watch.close()
    assert file.watch.look() is None and FileWatch(file.path, A).look(ending=True) is None
