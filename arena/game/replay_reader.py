"""Reads replays, without trust: every length is checked against what remains before it is used.

`arena.game.recording` describes the format. `read_replay` is called once per file, by commands and screens.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

import arena
from arena.game.mode import LEVEL_MAX
from arena.game.modes import MODES
from arena.game.recording import (
    ARRAYS_MAX,
    BUTTONS,
    CHUNK,
    CHUNK_MARK,
    CHUNK_TICKS,
    COMMAND_SIZE,
    CRC,
    END,
    END_MARK,
    FIXED,
    FORMAT,
    MAGIC,
    NAME,
    NAMES_MAX,
    SIZE_LIMIT,
    ReplayError,
    ReplayHeader,
    hash_level,
)
from arena.game.rules import DIFFICULTIES, MATCH, rules_hash
from arena.sim.commands import STICK_SCALE, Button, PlayerCommand


@dataclass(frozen=True)
class Replay:
    """A whole recording in memory."""

    header: ReplayHeader
    commands: NDArray[np.int8]  # sticks and buttons, shape (ticks, players, COMMAND_SIZE)
    hashes: NDArray[np.uint64]  # of each named array, shape (chunks, arrays)
    chunk_ends: NDArray[np.int64]  # tick after which each row of `hashes` was taken, shape (chunks,)
    truncated: bool  # it stops before its end mark; only whole chunks are here

    @property
    def ticks(self) -> int:
        """Ticks that can be played."""
        return len(self.commands)

    def commands_at(self, tick: int) -> list[PlayerCommand]:
        """One command per player for the tick with this number, from 0."""
        rows = self.commands[tick].tolist()
        return [PlayerCommand(x, y, u, v, Button(buttons)) for x, y, u, v, buttons in rows]


class _Reader:
    """A cursor over bytes of a file that nobody vouches for."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def sealed(self, size: int) -> bytes | None:
        """The next `size` bytes if the CRC behind them agrees; None, and no step, where it does not."""
        body = self.data[self.at : self.at + size]
        seal = self.data[self.at + size : self.at + size + CRC.size]
        if CRC.pack(zlib.crc32(body)) != seal:
            return None
        self.at += size + CRC.size
        return body


def _load(source: Path | str | BinaryIO | bytes) -> bytes:
    if isinstance(source, bytes):
        data = source
    elif isinstance(source, (str, Path)):
        try:
            with Path(source).open("rb") as file:
                data = file.read(SIZE_LIMIT + 1)
        except OSError as problem:
            raise ReplayError(
                f"cannot read the replay {str(source)!r}: {problem.strerror or problem}"
            ) from problem
    else:
        data = source.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise ReplayError(f"the replay is larger than {SIZE_LIMIT >> 20} MB")
    return data


def _read_header(reader: _Reader) -> ReplayHeader:
    data = reader.data
    if data[: len(MAGIC)] != MAGIC:
        raise ReplayError("not an Arena replay: it does not begin with the right mark")
    if len(data) < FIXED.size:
        raise ReplayError("the replay ends inside its header")
    _, version_of_format, *_ = fields = FIXED.unpack_from(data)
    names_length, level_length = fields[-2:]
    if version_of_format != FORMAT:
        raise ReplayError(f"the replay has format {version_of_format}; this release reads format {FORMAT}")
    if names_length > NAMES_MAX or level_length > LEVEL_MAX:
        raise ReplayError(
            "the replay's header is damaged (before tick 0): its names or its level are too long"
        )
    size = FIXED.size + names_length + level_length
    if reader.left < size + CRC.size:
        raise ReplayError("the replay ends inside its header")
    body = reader.sealed(size)
    if body is None:
        raise ReplayError("the replay's header is damaged (before tick 0): its checksum does not match")
    return _checked_header(fields, body[FIXED.size : size - level_length], body[size - level_length :])


def _checked_header(fields: Sequence[object], raw_names: bytes, raw_level: bytes) -> ReplayHeader:
    _, _, version, seed, rules, mode, difficulty, named_level, players, count, _, _ = fields
    assert isinstance(version, bytes) and isinstance(mode, bytes) and isinstance(difficulty, bytes)
    assert isinstance(seed, int) and isinstance(rules, bytes) and isinstance(players, int)
    try:
        texts = [value.rstrip(b"\0").decode("ascii") for value in (version, mode, difficulty)]
        names = tuple(raw_names.decode("ascii").split("\n")) if raw_names else ()
    except UnicodeDecodeError:
        raise ReplayError("the replay's header holds text that is not ASCII") from None
    try:
        level = raw_level.decode()
    except UnicodeDecodeError:
        raise ReplayError("the replay's header holds a level that is not UTF-8") from None
    if hash_level(raw_level) != named_level:
        raise ReplayError("the replay's header holds another level than it names")
    if len(names) != count or len(names) > ARRAYS_MAX or len(set(names)) != len(names):
        raise ReplayError("the replay's header names its arrays wrongly")
    if not all(NAME.fullmatch(name) for name in names):
        raise ReplayError("the replay's header holds an array name that no release writes")
    if not 1 <= players <= MATCH.players_max:
        raise ReplayError(f"the replay has {players} players; 1 to {MATCH.players_max} are possible")
    return ReplayHeader(seed, texts[1], texts[2], players, names, texts[0], rules, level)


def _damaged(tick: int) -> ReplayError:
    return ReplayError(f"the replay is damaged in the chunk of tick {tick}: refused")


def _next_mark(reader: _Reader, tick: int) -> bytes:
    """The mark that follows, or no bytes where the file was cut off within it."""
    mark = reader.data[reader.at : reader.at + len(END_MARK)]
    if mark in (CHUNK_MARK, END_MARK):
        return mark
    if not CHUNK_MARK.startswith(mark) and not END_MARK.startswith(mark):
        raise _damaged(tick)
    return b""


def _read_chunk(reader: _Reader, header: ReplayHeader, tick: int) -> tuple[bytes, int] | None:
    """The next chunk's payload and ticks, or None where the file was cut off inside it."""
    if reader.left < CHUNK.size:
        return None
    _, first, ticks, length = CHUNK.unpack_from(reader.data, reader.at)
    expected = ticks * header.players * COMMAND_SIZE + len(header.array_names) * 8
    if first != tick or not 0 < ticks <= CHUNK_TICKS or length != expected:
        raise _damaged(tick)
    if reader.left < CHUNK.size + length + CRC.size:
        return None
    body = reader.sealed(CHUNK.size + length)
    if body is None:
        raise _damaged(tick)
    return body[CHUNK.size :], ticks


def _read_end(reader: _Reader, tick: int) -> bool:
    """True for an end mark that is whole and last, False where the file was cut off inside it."""
    if reader.left < END.size + CRC.size:
        return False
    body = reader.sealed(END.size)
    if body is None or END.unpack(body)[1] != tick or reader.left:
        raise ReplayError(f"the replay is damaged at its end, after tick {tick}: refused")
    return True


def read_replay(source: Path | str | BinaryIO | bytes) -> Replay:
    """Read and check a whole replay.

    Raises:
        ReplayError: it cannot be read, is no replay, is damaged (with the tick), or holds what no match can.
    """
    reader = _Reader(_load(source))
    header = _read_header(reader)
    commands: list[NDArray[np.int8]] = []
    hashes: list[NDArray[np.uint64]] = []
    ends: list[int] = []
    tick = 0
    while (mark := _next_mark(reader, tick)) == CHUNK_MARK:
        chunk = _read_chunk(reader, header, tick)
        if chunk is None:
            break
        payload, ticks = chunk
        commands.append(_read_commands(payload, ticks, header.players, tick))
        hashes.append(
            np.frombuffer(payload, "<u8", offset=ticks * header.players * COMMAND_SIZE).astype(np.uint64)
        )
        tick += ticks
        ends.append(tick)
    truncated = mark != END_MARK or not _read_end(reader, tick)
    shape = (tick, header.players, COMMAND_SIZE)
    return Replay(
        header,
        np.concatenate(commands).reshape(shape) if commands else np.zeros(shape, np.int8),
        np.array(hashes, np.uint64).reshape(len(ends), len(header.array_names)),
        np.array(ends, np.int64),
        truncated,
    )


def _read_commands(payload: bytes, ticks: int, players: int, tick: int) -> NDArray[np.int8]:
    rows = np.frombuffer(payload, np.int8, ticks * players * COMMAND_SIZE).reshape(
        ticks, players, COMMAND_SIZE
    )
    sticks, buttons = rows[:, :, :4], rows[:, :, 4]
    if (sticks < -STICK_SCALE).any() or (buttons < 0).any() or (buttons & ~BUTTONS).any():
        raise ReplayError(f"the replay holds an impossible command in the chunk of tick {tick}: refused")
    return rows


def check_playable(header: ReplayHeader) -> None:
    """Refuse what this release cannot repeat.

    Raises:
        ReplayError: another release, other rules, or a mode or difficulty that this release does not have.
    """
    if header.version != arena.__version__:
        raise ReplayError(f"the replay was recorded by Arena {header.version}; this is {arena.__version__}")
    if (header.rules or rules_hash()) != rules_hash():
        raise ReplayError("the replay was recorded with other gameplay numbers than this release's")
    if header.mode not in MODES or header.difficulty not in DIFFICULTIES:
        raise ReplayError(f"the replay's mode {header.mode!r} at {header.difficulty!r} is not known here")
