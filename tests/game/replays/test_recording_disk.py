"""Recordings on a disk that is full, or fails at any call: the match goes on, what was written is whole."""

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.game.match import Match
from arena.game.replays import file as recording_file
from arena.game.replays.replay import read_replay, verify_replay
from arena.game.replays.writer import ReplayError, ReplayHeader, ReplayWriter
from arena.sim.tables.commands import PlayerCommand
from tests.full_disk import full_disk

HEADER = ReplayHeader(seed=7, mode="endless", difficulty="normal", players=1, array_names=("a.b",))
HEADER_SIZE = 120
TICKS = 200
ROOMS = [0, 1, 50, 119, 120, 130, 450, 451, 457, 820, 1120]
"""Sizes of a full disk [bytes]: before and within the header, within chunks, between them, within the end."""


def command(tick: int) -> PlayerCommand:
    return PlayerCommand(tick % 100, 1, 2, 3)


def write(writer: ReplayWriter, first: int, end: int) -> None:
    for tick in range(first, end):
        writer.record([command(tick)], tick + 1, lambda tick=tick: {"a.b": tick + 1})


def record(target: Path | Any) -> ReplayWriter:
    """Record, take back and record on, and end the recording."""
    writer = ReplayWriter(target, HEADER)
    write(writer, 0, 130)
    writer.cut_back(70, 70)
    write(writer, 70, TICKS)
    writer.close({"a.b": TICKS})
    writer.close()
    return writer


def check(data: bytes, error: str | None) -> None:
    """Check that the written part plays, and that it is everything unless there was an error."""
    if error is not None:
        assert "\n" not in error
        assert error.startswith("the replay could not be written: ")
    replay = read_replay(data)
    assert [replay.commands_at(tick) for tick in range(replay.ticks)] == [
        [command(tick)] for tick in range(replay.ticks)
    ]
    assert replay.hashes.ravel().tolist() == replay.chunk_ends.tolist()
    assert (replay.ticks, replay.truncated) == (TICKS, False) or error is not None


class Faulty(io.BytesIO):
    """A file of which some calls fail."""

    def __init__(self, fails: Callable[[int], bool]) -> None:
        super().__init__()
        self.calls = 0
        self._fails = fails

    def _count(self) -> None:
        self.calls += 1
        if self._fails(self.calls - 1):
            raise OSError(28, "No space left on device")

    def write(self, data: Any) -> int:
        self._count()
        return super().write(data)

    def flush(self) -> None:
        self._count()
        super().flush()

    def seek(self, *arguments: Any) -> int:
        self._count()
        return super().seek(*arguments)

    def truncate(self, size: int | None = None) -> int:
        self._count()
        return super().truncate(size)


@pytest.mark.parametrize("later", ["every later call too", "no other call", "all but that call"])
def test_every_call_may_fail(later: str) -> None:
    whole = Faulty(lambda _: False)
    record(whole)
    assert whole.calls > 12
    for failing in range(whole.calls + 1):
        file = Faulty(
            {
                "every later call too": lambda call: call >= failing,  # noqa: B023
                "no other call": lambda call: call == failing,  # noqa: B023
                "all but that call": lambda call: call != failing,  # noqa: B023
            }[later]
        )
        writer = record(file)
        if later != "all but that call":
            assert (writer.error is None) == (failing == whole.calls)
        if file.getvalue():
            check(file.getvalue(), writer.error)


class Reluctant(io.RawIOBase):
    """A file that takes a few bytes at a time, and in the end none."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.data = b""
        self._room = room

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        taken = bytes(data)[: min(7, self._room - len(self.data))]
        self.data += taken
        return len(taken)


def test_what_takes_little_at_a_time_and_cannot_be_cut_gets_everything_all_the_same() -> None:
    pipe = Reluctant(10**6)
    writer = ReplayWriter(pipe, HEADER)  # type: ignore[arg-type]
    write(writer, 0, 70)
    writer.cut_back(65, 65)
    writer.close({"a.b": 65})
    assert writer.error is None
    assert read_replay(pipe.data).ticks == 65
    writer = ReplayWriter(Reluctant(10**6), HEADER)  # type: ignore[arg-type]
    write(writer, 0, 70)
    writer.cut_back(30, 30)
    assert writer.error is not None
    assert "could not be written" in writer.error


def test_what_takes_nothing_more_is_told() -> None:
    narrow = Reluctant(60)
    writer = ReplayWriter(narrow, HEADER)  # type: ignore[arg-type]
    assert writer.error == "the replay could not be written: it takes no more bytes"


@pytest.mark.parametrize("room", ROOMS)
def test_a_disk_that_ends_anywhere_leaves_what_plays_or_nothing(room: int, tmp_path: Path) -> None:
    path = tmp_path / "a.replay"
    with full_disk(room):
        writer = record(path)
    assert writer.error is None or "File too large" in writer.error
    if path.exists():
        check(path.read_bytes(), writer.error)
    assert path.exists() == (room >= HEADER_SIZE)
    assert list(tmp_path.iterdir()) == [path] * path.exists()


@pytest.mark.parametrize("room", [200, 5200])
def test_a_match_on_a_full_disk_goes_on_and_closes(room: int, tmp_path: Path) -> None:
    path = tmp_path / "a.replay"
    with full_disk(room), Match(seed=4, workers=1, record=path) as match:
        for _ in range(150):
            match.tick()
        assert match.world.tick == 150
        assert match.end_recording() == "the replay could not be written: File too large"
    assert path.exists() == (room > 200)
    if path.exists():
        result = verify_replay(path, workers=1)
        assert (result.identical, result.truncated, result.ticks) == (True, True, 60)


def test_a_device_that_is_always_full() -> None:
    with Path("/dev/full").open("wb", buffering=0) as device, Match(workers=1, record=device) as match:
        for _ in range(70):
            match.tick()
        assert match.end_recording() == "the replay could not be written: No space left on device"


def test_a_file_that_was_closed_by_somebody_is_told(tmp_path: Path) -> None:
    with (tmp_path / "a.replay").open("wb") as file:
        writer = ReplayWriter(file, HEADER)
    write(writer, 0, 130)
    writer.close()
    assert writer.error is not None
    assert "closed file" in writer.error


@pytest.mark.parametrize("unnamed", [True, False])
def test_a_file_is_made_with_its_header_or_not_at_all(
    unnamed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not unnamed:
        monkeypatch.setattr(recording_file, "UNNAMED", 0)
    path = tmp_path / "mit Leerzeichen und é"
    ReplayWriter(path, HEADER)
    assert path.stat().st_size == HEADER_SIZE
    with pytest.raises(ReplayError, match="ends inside its header"):
        read_replay(path.read_bytes()[:-1])
    assert read_replay(path).ticks == 0
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    with pytest.raises(FileExistsError) as told:
        ReplayWriter(path, HEADER)
    assert (told.value.filename, told.value.filename2) == (str(path), None)
    assert read_replay(path).ticks == 0
    with pytest.raises(FileNotFoundError):
        ReplayWriter(tmp_path / "missing" / "a", HEADER)
    with full_disk(20):
        assert ReplayWriter(tmp_path / "b", HEADER).error is not None
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_unnamed_files_serves_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    record(tmp_path / "a.replay")
    check((tmp_path / "a.replay").read_bytes(), None)


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def test_what_stands_before_a_recording_in_its_file_stays_there() -> None:
    file = io.BytesIO(b"before")
    file.seek(0, io.SEEK_END)
    assert record(file).error is None
    assert file.getvalue().startswith(b"before")
    check(file.getvalue().removeprefix(b"before"), None)
