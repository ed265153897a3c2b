"""The replay format: round trip, truncation, damage, and files made to hurt."""

import hashlib
import io
import os
import struct
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.game.mode import LEVEL_MAX
from arena.game.replays import writer as recording
from arena.game.replays.reader import check_playable, read_replay
from arena.game.replays.writer import CHUNK_TICKS, SIZE_LIMIT, ReplayError, ReplayHeader, ReplayWriter
from arena.game.rules import rules_hash
from arena.sim.tables.commands import BUTTONS, Button, PlayerCommand

NAMES = ("bodies.position", "score.points")
HEADER = ReplayHeader(seed=7, mode="endless", difficulty="normal", players=2, array_names=NAMES)


def command(tick: int, slot: int) -> PlayerCommand:
    return PlayerCommand(tick % 255 - 127, -slot, tick * 7 % 255 - 127, 127, Button(tick % (BUTTONS + 1)))


def hashes(tick: int) -> dict[str, int]:
    return {name: (tick * 0x9E3779B97F4A7C15 + index) % 2**64 for index, name in enumerate(NAMES)}


def recorded(ticks: int, *, close: bool = True) -> bytes:
    stream = io.BytesIO()
    writer = ReplayWriter(stream, HEADER)
    for tick in range(ticks):
        writer.record(
            [command(tick, slot) for slot in range(2)], tick + 1, lambda tick=tick: hashes(tick + 1)
        )
    if close:
        writer.close(hashes(ticks))
    return stream.getvalue()


def test_round_trip_keeps_every_command_and_hash() -> None:
    replay = read_replay(recorded(150))
    assert replay.ticks == 150
    assert not replay.truncated
    assert replay.chunk_ends.tolist() == [60, 120, 150]
    for tick in range(150):
        assert replay.commands_at(tick) == [command(tick, 0), command(tick, 1)]
    for row, end in zip(replay.hashes.tolist(), (60, 120, 150), strict=True):
        assert dict(zip(NAMES, row, strict=True)) == hashes(end)
    assert replay.header.seed == 7
    assert replay.header.rules == rules_hash()
    check_playable(replay.header)


def test_every_cut_plays_to_its_last_whole_chunk() -> None:
    data = recorded(130)
    header = len(recorded(0)) - 12
    whole = 0
    for size in range(len(data)):
        if size < header:
            with pytest.raises(ReplayError):
                read_replay(data[:size])
            continue
        replay = read_replay(data[:size])
        assert replay.truncated
        assert replay.ticks >= whole
        whole = replay.ticks
        assert replay.ticks in (0, 60, 120, 130)
    assert whole == 130


def test_every_flipped_byte_is_refused_and_damaged_chunks_are_named() -> None:
    data = recorded(70)
    header = len(recorded(0)) - 12
    first_chunk = len(recorded(60)) - 12
    for at in range(len(data)):
        for mask in (0x01, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[at] ^= mask
            with pytest.raises(ReplayError) as refusal:
                read_replay(bytes(damaged))
            if at >= header:
                tick = 0 if at < first_chunk else 60 if at < len(data) - 12 else 70
                assert f"tick {tick}" in str(refusal.value), (at, str(refusal.value))


def test_headers_with_good_checksums_and_bad_contents_are_refused() -> None:
    good = recorded(0)
    layout = "<8sH16s16sq8s16s16s8sB4sHII"
    size = struct.calcsize(layout)
    names = b"\n".join(name.encode() for name in NAMES)
    fields = list(struct.unpack_from(layout, good))
    end = good[-12:]

    def with_field(index: int, value: object, tail: bytes = names, level: bytes = b"") -> bytes:
        changed: list[Any] = [*fields]
        changed[12], changed[13] = len(tail), len(level)
        changed[index] = value
        tail += level
        fixed = struct.pack(layout, *changed)
        return fixed + tail + struct.pack("<I", zlib.crc32(fixed + tail)) + end

    assert len(good) == size + len(names) + 4 + 12
    assert read_replay(with_field(4, 7)).header.seed == 7
    named = hashlib.blake2b(b"x=1", digest_size=8).digest()
    assert read_replay(with_field(8, named, level=b"x=1")).header.level == "x=1"
    too_long = [
        with_field(12, 2**32 - 1),
        with_field(13, 2**32 - 1),
        with_field(12, recording.NAMES_MAX + 1, b"x" * (recording.NAMES_MAX + 1)),
        with_field(13, LEVEL_MAX + 1, level=b"#" * (LEVEL_MAX + 1)),
    ]
    bad = [
        with_field(1, 1),
        with_field(9, 0),
        with_field(9, 200),
        with_field(10, b"\x0f"),  # no such hull
        with_field(10, b"\0\0\0\1"),  # nobody sits there
        with_field(11, 3),
        with_field(11, 1, b"a/../b"),
        with_field(11, 2, b"same\nsame"),
        with_field(11, 60_000, b"x\n" * 59_999 + b"x"),
        *too_long,
        with_field(13, 3, level=b"x=1"),  # not the level whose hash is named
        with_field(8, hashlib.blake2b(b"\xff", digest_size=8).digest(), level=b"\xff"),
        with_field(2, b"\xff\xfe"),
        with_field(2, b"1.0\n2.0"),
        with_field(2, b""),
        with_field(3, b"v3\n"),
        with_field(6, b"end\0less"),
        with_field(7, b"\x1b[2J"),
    ]
    for data in bad:
        with pytest.raises(ReplayError) as refusal:
            read_replay(data)
        assert "\n" not in str(refusal.value)
        assert data not in too_long or "too long" in str(refusal.value)


def test_a_header_as_long_as_it_may_be_is_read() -> None:
    names = (*(f"{number:063}" for number in range(recording.ARRAYS_MAX - 1)), "x" * 64)
    assert len("\n".join(names)) == recording.NAMES_MAX
    level = "#" * LEVEL_MAX
    file = io.BytesIO()
    ReplayWriter(file, replace(HEADER, array_names=names, level=level)).close()
    header = read_replay(file.getvalue()).header
    assert (header.array_names, header.level) == (names, level)


def test_the_processor_that_a_match_was_compiled_for_is_told() -> None:
    for target in ("v2", "sapphirerapids"):
        stream = io.BytesIO()
        ReplayWriter(stream, replace(HEADER, target=target)).close()
        assert read_replay(stream.getvalue()).header.target == target


def test_other_releases_numbers_and_modes_are_refused_by_name() -> None:
    for header, word in (
        (ReplayHeader(1, "endless", "normal", 1, NAMES, version="9.9"), "9.9"),
        (ReplayHeader(1, "endless", "normal", 1, NAMES, rules=b"otherone"), "numbers"),
        (ReplayHeader(1, "chess", "normal", 1, NAMES), "chess"),
        (ReplayHeader(1, "endless", "brutal", 1, NAMES), "brutal"),
    ):
        stream = io.BytesIO()
        ReplayWriter(stream, header).close()
        with pytest.raises(ReplayError, match=word):
            check_playable(read_replay(stream.getvalue()).header)


def test_impossible_commands_are_refused_although_the_checksum_fits() -> None:
    data = recorded(60)
    header = len(recorded(0)) - 12
    for value, place in ((0x80, 0), (0x40, 4), (0x80, 5), (0x40, 9)):  # of the first seat, and the second
        chunk = bytearray(data[header:-12])
        chunk[struct.calcsize("<4sIHI") + place] = value
        body = bytes(chunk[:-4])
        forged = data[:header] + body + struct.pack("<I", zlib.crc32(body)) + data[-12:]
        with pytest.raises(ReplayError, match="impossible command in the chunk of tick 0"):
            read_replay(forged)


@pytest.mark.parametrize(("value", "place"), [(0x80, 0), (0x40, 4), (0x80, 5), (0x40, 9)])
def test_an_impossible_command_of_either_seat_is_told_with_its_chunk(value: int, place: int) -> None:
    data, header, size = recorded(180), len(recorded(0)) - 12, len(recorded(120)) - len(recorded(60))
    begin = header + size
    chunk = bytearray(data[begin : begin + size - 4])
    chunk[struct.calcsize("<4sIHI") + 10 * 31 + place] = value
    body = bytes(chunk)
    forged = data[:begin] + body + struct.pack("<I", zlib.crc32(body)) + data[begin + size :]
    with pytest.raises(ReplayError, match="impossible command in the chunk of tick 60: refused"):
        read_replay(forged)


def test_random_bytes_and_empty_files_are_no_replays(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    for data in (b"", b"\0", b"ARENARPL", rng.bytes(500)):
        with pytest.raises(ReplayError):
            read_replay(data)
    with pytest.raises(ReplayError, match="cannot read"):
        read_replay(tmp_path / "missing")
    with pytest.raises(ReplayError, match="cannot read"):
        read_replay(tmp_path)


class Broken(io.BytesIO):
    """A file on a disk that is about to die."""

    def read(self, size: int | None = -1) -> bytes:
        raise OSError(5, "Input/output error")


def test_what_is_no_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.replay"
    os.mkfifo(pipe)
    for source, word in (
        (pipe, "pipe.replay.*device, pipe or socket"),
        ("/dev/zero", "device, pipe or socket"),
        ("a\0b", "null byte"),
        (Broken(), "cannot read the replay: Input/output error"),
    ):
        with pytest.raises(ReplayError, match=word) as refusal:
            read_replay(source)
        assert str(refusal.value).isprintable()


def test_files_over_the_limit_are_refused_before_they_are_parsed(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(SIZE_LIMIT * 100)
    with pytest.raises(ReplayError, match="larger than 16 MB"):
        read_replay(path)


def header_of(players: int, names: tuple[str, ...]) -> bytes:
    stream = io.BytesIO()
    ReplayWriter(stream, replace(HEADER, players=players, seats=players, array_names=names)).close()
    return stream.getvalue()[:-12]


def sealed(body: bytes) -> bytes:
    return body + struct.pack("<I", zlib.crc32(body))


def chunk(first: int, ticks: int, players: int, arrays: int, mark: bytes = b"TICK") -> bytes:
    payload = bytes(ticks * players * 5) + bytes(arrays * 8)
    return sealed(struct.pack("<4sIHI", mark, first, ticks, len(payload)) + payload)


def largest(players: int, names: tuple[str, ...], ticks: int) -> bytes:
    """As many chunks as fit into a file."""
    pieces = [header_of(players, names)]
    room = SIZE_LIMIT - len(pieces[0]) - 12
    size = len(chunk(0, ticks, players, len(names)))
    pieces += [chunk(first * ticks, ticks, players, len(names)) for first in range(room // size)]
    return b"".join([*pieces, sealed(struct.pack("<4sI", b"END.", room // size * ticks))])


@pytest.mark.parametrize(
    ("players", "arrays", "ticks"), [(1, 0, 1), (1, 90, 1), (1, 0, 60), (1, 90, 60), (4, 0, 60), (4, 90, 60)]
)
def test_the_largest_files_are_read_in_little_memory(players: int, arrays: int, ticks: int) -> None:
    names = tuple(f"table.column_{number}" for number in range(arrays))
    data = largest(players, names, ticks)
    assert len(data) > SIZE_LIMIT - 3000
    tracemalloc.start()
    try:
        if ticks == CHUNK_TICKS:
            replay = read_replay(data)
            assert replay.ticks == len(replay.chunk_ends) * CHUNK_TICKS > 400_000
            assert not replay.truncated
        else:
            with pytest.raises(ReplayError, match="damaged in the chunk of tick 1"):
                read_replay(data)
        assert tracemalloc.get_traced_memory()[1] < 2 * SIZE_LIMIT
    finally:
        tracemalloc.stop()


def test_only_the_last_chunk_may_be_short_or_without_hashes() -> None:
    start = header_of(2, NAMES)

    def end(ticks: int) -> bytes:
        return sealed(struct.pack("<4sI", b"END.", ticks))

    whole, short = chunk(0, 60, 2, 2), chunk(60, 59, 2, 2)
    bare = chunk(60, 60, 2, 0, b"BARE")
    assert read_replay(start + whole + short + end(119)).chunk_ends.tolist() == [60, 119]
    replay = read_replay(start + whole + bare + end(120))
    assert (replay.ticks, replay.chunk_ends.tolist(), replay.truncated) == (120, [60], False)
    assert read_replay(start + whole + bare).truncated
    assert read_replay(start + whole + short + b"EN").truncated
    first = chunk(0, 60, 2, 0, b"BARE")
    assert read_replay(start + first + end(60)).hashes.shape == (0, 2)
    for data, tick in (
        (start + whole + short + chunk(119, 60, 2, 2) + end(179), 119),
        (start + whole + short + b"TI", 119),
        (start + whole + bare + chunk(120, 60, 2, 2) + end(180), 120),
        (start + whole + bare + b"BARE", 120),
        (start + chunk(0, 60, 2, 0) + end(60), 0),
        (start + chunk(0, 60, 2, 2, b"BARE") + end(60), 0),
        (start + whole + chunk(60, 0, 2, 2) + end(60), 60),
        (start + whole + chunk(60, 61, 2, 2) + end(121), 60),
        (start + chunk(60, 60, 2, 2) + end(60), 0),
        (start + whole + end(61), 60),
        (start + whole + end(60) + b"x", 60),
    ):
        with pytest.raises(ReplayError, match=rf"damaged .* tick {tick}\b"):
            read_replay(data)


def test_a_recording_stops_at_the_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "SIZE_LIMIT", 2000)
    stream = io.BytesIO()
    writer = ReplayWriter(stream, HEADER)
    for tick in range(600):
        writer.record([command(tick, 0), command(tick, 1)], tick + 1, lambda: hashes(0))
    writer.close(hashes(600))
    assert writer.error is not None
    assert "0 MB" in writer.error
    assert len(stream.getvalue()) <= 2000
    replay = read_replay(stream.getvalue())
    assert replay.truncated
    assert replay.ticks == 120
