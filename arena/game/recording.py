"""The replay format: a header, one chunk a second, an end mark. Written as it happens, read without trust.

    header   magic, format, release, seed, rules hash, mode, difficulty, players, array names, CRC32
    chunk    mark, first tick, ticks (1 to 60), payload length, payload, CRC32 of all of it
             payload: `COMMAND_SIZE` bytes for each player and tick, then a 64-bit hash for each named array
    end      mark, ticks in all, CRC32

Integers are little-endian. A file that stops before its end mark was cut off: what whole chunks it has still
plays. Anything else that does not fit is damage, and the replay is refused with the tick of the damaged
chunk.
"""

import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

import arena
from arena.game.rules import DIFFICULTIES, MATCH, MODES, rules_hash
from arena.sim.commands import STICK_SCALE, Button, PlayerCommand
from arena.tuning import TICK_RATE

MAGIC = b"ARENARPL"
FORMAT = 1
SIZE_LIMIT = 16 * 1024 * 1024
"""[bytes] that a replay may take, written or read."""

CHUNK_TICKS = TICK_RATE
COMMAND_SIZE = 5
ARRAYS_MAX = 256
NAMES_MAX = 16_384
BUTTONS = int(Button.FIRE | Button.BOOST | Button.BOMB)

_FIXED = struct.Struct("<8sH16sq8s16s16sBHI")
_CHUNK = struct.Struct("<4sIHI")
_END = struct.Struct("<4sI")
_CRC = struct.Struct("<I")
_COMMAND = struct.Struct("<bbbbB")
_CHUNK_MARK = b"TICK"
_END_MARK = b"END."
_NAME = re.compile(r"[A-Za-z0-9_.\-]{1,64}")


class ReplayError(ValueError):
    """A replay that cannot be read, written or played; the message is one clear line."""


@dataclass(frozen=True)
class ReplayHeader:
    """What it takes to start the same match again, and what to compare it by."""

    seed: int
    mode: str
    difficulty: str
    players: int
    array_names: tuple[str, ...]  # of the state hashes at the end of each chunk, in their order
    version: str = arena.__version__
    rules: bytes = b""  # empty means: this release's


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


def _text(value: str, name: str) -> bytes:
    raw = value.encode("ascii", "replace")
    if not 0 < len(raw) <= 16:
        raise ReplayError(f"{name} {value!r} does not fit a replay: 1 to 16 characters")
    return raw


def _pack_header(header: ReplayHeader) -> bytes:
    names = "\n".join(header.array_names).encode("ascii")
    if len(header.array_names) > ARRAYS_MAX or len(names) > NAMES_MAX:
        raise ReplayError(f"{len(header.array_names)} arrays are more than a replay can name")
    fixed = _FIXED.pack(
        MAGIC,
        FORMAT,
        _text(header.version, "version"),
        header.seed,
        header.rules or rules_hash(),
        _text(header.mode, "mode"),
        _text(header.difficulty, "difficulty"),
        header.players,
        len(header.array_names),
        len(names),
    )
    return _sealed(fixed + names)


def _sealed(data: bytes) -> bytes:
    return data + _CRC.pack(zlib.crc32(data))


class ReplayWriter:
    """Writes a match as it is played, one chunk a second; whatever happens later, whole chunks stay playable.

    A target that cannot be written (full disk, 16 MB reached) ends the recording, not the match: `error` then
    says why.
    """

    def __init__(self, target: Path | str | BinaryIO, header: ReplayHeader) -> None:
        """Open `target` (a new file, or a binary file object that stays open) and write the header.

        Raises:
            OSError: the file exists or cannot be created.
            ReplayError: the header does not fit the format.
        """
        packed = _pack_header(header)
        self.error: str | None = None
        self.ticks = 0
        self._players = header.players
        self._names = header.array_names
        self._pending = bytearray()
        self._written = 0
        self._closed = False
        self._owned = isinstance(target, (str, Path))
        self._file: BinaryIO = Path(target).open("xb") if isinstance(target, (str, Path)) else target  # noqa: SIM115
        self._write(packed)

    def record(self, commands: Sequence[PlayerCommand], hashes: Callable[[], Mapping[str, int]]) -> None:
        """Add one tick that was played; `hashes` is asked at the end of a chunk for the state after it."""
        if self._closed or self.error is not None:
            return
        if len(commands) != self._players:
            raise ReplayError(f"commands of {len(commands)} players in a replay of {self._players}")
        for c in commands:
            self._pending += _COMMAND.pack(c.move_x, c.move_y, c.aim_x, c.aim_y, c.buttons)
        self.ticks += 1
        if self.ticks % CHUNK_TICKS == 0:
            self._end_chunk(hashes())

    def close(self, hashes: Mapping[str, int] | None = None) -> None:
        """Write what is pending (needs the current `hashes`) and the end mark; more calls do nothing."""
        if self._closed:
            return
        if self._pending and hashes is not None:
            self._end_chunk(hashes)
        self._write(_sealed(_END.pack(_END_MARK, self.ticks)))
        self._closed = True
        if self._owned:
            self._file.close()

    def _end_chunk(self, hashes: Mapping[str, int]) -> None:
        payload = bytes(self._pending) + np.array([hashes[name] for name in self._names], "<u8").tobytes()
        ticks = len(self._pending) // (COMMAND_SIZE * self._players)
        self._pending.clear()
        self._write(_sealed(_CHUNK.pack(_CHUNK_MARK, self.ticks - ticks, ticks, len(payload)) + payload))

    def _write(self, data: bytes) -> None:
        if self.error is not None:
            return
        if self._written + len(data) > SIZE_LIMIT:
            self.error = f"the replay reached {SIZE_LIMIT >> 20} MB: what follows is not recorded"
            return
        try:
            self._file.write(data)
            self._file.flush()
            self._written += len(data)
        except (OSError, ValueError) as problem:
            self.error = f"the replay could not be written: {problem}"


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
        seal = self.data[self.at + size : self.at + size + _CRC.size]
        if _CRC.pack(zlib.crc32(body)) != seal:
            return None
        self.at += size + _CRC.size
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
    if len(data) < _FIXED.size:
        raise ReplayError("the replay ends inside its header")
    _, version_of_format, *_ = fields = _FIXED.unpack_from(data)
    names_length = fields[-1]
    if version_of_format != FORMAT:
        raise ReplayError(f"the replay has format {version_of_format}; this release reads format {FORMAT}")
    if names_length > NAMES_MAX:
        raise ReplayError("the replay's header is damaged (before tick 0): its names are too long")
    if reader.left < _FIXED.size + names_length + _CRC.size:
        raise ReplayError("the replay ends inside its header")
    body = reader.sealed(_FIXED.size + names_length)
    if body is None:
        raise ReplayError("the replay's header is damaged (before tick 0): its checksum does not match")
    return _checked_header(fields, body[_FIXED.size :])


def _checked_header(fields: Sequence[object], raw_names: bytes) -> ReplayHeader:
    _, _, version, seed, rules, mode, difficulty, players, count, _ = fields
    assert isinstance(version, bytes) and isinstance(mode, bytes) and isinstance(difficulty, bytes)
    assert isinstance(seed, int) and isinstance(rules, bytes) and isinstance(players, int)
    try:
        texts = [value.rstrip(b"\0").decode("ascii") for value in (version, mode, difficulty)]
        names = tuple(raw_names.decode("ascii").split("\n")) if raw_names else ()
    except UnicodeDecodeError:
        raise ReplayError("the replay's header holds text that is not ASCII") from None
    if len(names) != count or len(names) > ARRAYS_MAX or len(set(names)) != len(names):
        raise ReplayError("the replay's header names its arrays wrongly")
    if not all(_NAME.fullmatch(name) for name in names):
        raise ReplayError("the replay's header holds an array name that no release writes")
    if not 1 <= players <= MATCH.players_max:
        raise ReplayError(f"the replay has {players} players; 1 to {MATCH.players_max} are possible")
    return ReplayHeader(seed, texts[1], texts[2], players, names, texts[0], rules)


def _damaged(tick: int) -> ReplayError:
    return ReplayError(f"the replay is damaged in the chunk of tick {tick}: refused")


def _next_mark(reader: _Reader, tick: int) -> bytes:
    """The mark that follows, or no bytes where the file was cut off within it."""
    mark = reader.data[reader.at : reader.at + len(_END_MARK)]
    if mark in (_CHUNK_MARK, _END_MARK):
        return mark
    if not _CHUNK_MARK.startswith(mark) and not _END_MARK.startswith(mark):
        raise _damaged(tick)
    return b""


def _read_chunk(reader: _Reader, header: ReplayHeader, tick: int) -> tuple[bytes, int] | None:
    """The next chunk's payload and ticks, or None where the file was cut off inside it."""
    if reader.left < _CHUNK.size:
        return None
    _, first, ticks, length = _CHUNK.unpack_from(reader.data, reader.at)
    expected = ticks * header.players * COMMAND_SIZE + len(header.array_names) * 8
    if first != tick or not 0 < ticks <= CHUNK_TICKS or length != expected:
        raise _damaged(tick)
    if reader.left < _CHUNK.size + length + _CRC.size:
        return None
    body = reader.sealed(_CHUNK.size + length)
    if body is None:
        raise _damaged(tick)
    return body[_CHUNK.size :], ticks


def _read_end(reader: _Reader, tick: int) -> bool:
    """True for an end mark that is whole and last, False where the file was cut off inside it."""
    if reader.left < _END.size + _CRC.size:
        return False
    body = reader.sealed(_END.size)
    if body is None or _END.unpack(body)[1] != tick or reader.left:
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
    while (mark := _next_mark(reader, tick)) == _CHUNK_MARK:
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
    truncated = mark != _END_MARK or not _read_end(reader, tick)
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
        ReplayError: another release, other rules, or a mode or difficulty this release does not have.
    """
    if header.version != arena.__version__:
        raise ReplayError(f"the replay was recorded by Arena {header.version}; this is {arena.__version__}")
    if (header.rules or rules_hash()) != rules_hash():
        raise ReplayError("the replay was recorded with other gameplay numbers than this release's")
    if header.mode not in MODES or header.difficulty not in DIFFICULTIES:
        raise ReplayError(f"the replay's mode {header.mode!r} at {header.difficulty!r} is not known here")
