"""Reads replays, without trust: every length is checked against what remains before it is used.

`arena.game.replays.writer` describes the format. `read_replay` is called once per file, by commands and
screens. Chunks of a whole second are all of one size, so they are an array: they are checked and copied
together, in a fraction of a second and in no more memory than the file takes again.
"""

import errno
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

import arena
from arena.catalogue.hulls import HULLS
from arena.game.mode import LEVEL_MAX, strip_standard
from arena.game.modes import MODES
from arena.game.replays.writer import (
    ARRAYS_MAX,
    CHUNK,
    CHUNK_MARK,
    CHUNK_TICKS,
    CRC,
    END,
    END_MARK,
    FIXED,
    FORMAT,
    LATER_BITS,
    MAGIC,
    NAME,
    NAMES_MAX,
    SIZE_LIMIT,
    TEXT,
    UNHASHED_MARK,
    ReplayError,
    ReplayHeader,
    hash_level,
)
from arena.game.rules import DIFFICULTIES, MATCH, rules_hash
from arena.jit.annotations import I64, U64
from arena.sim.tables.commands import (
    BUTTONS,
    COMMAND_SIZE,
    STICK_SCALE,
    STICKS,
    Button,
    PlayerCommand,
)

HASHED = np.void(CHUNK_MARK)


@dataclass(frozen=True)
class Replay:
    """A whole recording in memory."""

    header: ReplayHeader
    commands: NDArray[np.int8]  # sticks and buttons, shape (ticks, seats, COMMAND_SIZE)
    hashes: U64  # of each named array, shape (compared, arrays)
    chunk_ends: I64  # tick after which each row of `hashes` was taken, shape (compared,)
    truncated: bool  # it stops before its end mark; only whole chunks are here

    @property
    def ticks(self) -> int:
        """Number of ticks that can be played."""
        return len(self.commands)

    def commands_at(self, tick: int) -> list[PlayerCommand]:
        """One command per seat for the tick with this number, from 0."""
        rows = self.commands[tick].tolist()
        return [PlayerCommand(x, y, u, v, Button(buttons)) for x, y, u, v, buttons in rows]


def _load(source: Path | str | BinaryIO | bytes) -> bytes:
    try:
        data = source if isinstance(source, bytes) else _read_start(source)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else None
        name = f" {str(source)!r}" if isinstance(source, (str, Path)) else ""
        raise ReplayError(f"cannot read the replay{name}: {reason or problem}") from problem
    if len(data) > SIZE_LIMIT:
        raise ReplayError(f"the replay is larger than {SIZE_LIMIT >> 20} MB")
    return data


def _read_start(source: Path | str | BinaryIO) -> bytes:
    """Read a file up to one byte over the limit, without blocking: to open a pipe is to wait for a writer."""
    if not isinstance(source, (str, Path)):
        return source.read(SIZE_LIMIT + 1)
    path = Path(source)
    if not (path.is_file() or path.is_dir()) and path.exists():
        raise OSError(errno.EINVAL, "a device, pipe or socket is no file")
    with path.open("rb") as file:
        return file.read(SIZE_LIMIT + 1)


def _is_sealed(data: memoryview, start: int, stop: int) -> bool:
    """Return whether the CRC at `stop` is that of the bytes before it."""
    return CRC.pack(zlib.crc32(data[start:stop])) == bytes(data[stop : stop + CRC.size])


def _read_header(data: memoryview) -> tuple[ReplayHeader, int]:
    """Parse the header; returns it and the position behind it."""
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise ReplayError("not an Arena replay: it does not begin with the right mark")
    if len(data) < FIXED.size:
        raise ReplayError("the replay ends inside its header")
    _, version_of_format, *_ = fields = FIXED.unpack_from(data)
    names_length, level_length = fields[-2:]
    if version_of_format != FORMAT:
        age = "older" if version_of_format < FORMAT else "newer"
        raise ReplayError(f"the replay is {age}: format {version_of_format}; this release reads {FORMAT}")
    if names_length > NAMES_MAX or level_length > LEVEL_MAX:
        raise ReplayError(
            "the replay's header is damaged (before tick 0): its names or its level are too long"
        )
    size = FIXED.size + names_length + level_length
    if len(data) < size + CRC.size:
        raise ReplayError("the replay ends inside its header")
    if not _is_sealed(data, 0, size):
        raise ReplayError("the replay's header is damaged (before tick 0): its checksum does not match")
    names, level = data[FIXED.size : size - level_length], data[size - level_length : size]
    return _checked_header(fields, bytes(names), bytes(level)), size + CRC.size


def _checked_header(fields: Sequence[object], raw_names: bytes, raw_level: bytes) -> ReplayHeader:
    _, _, version, target, seed, rules, mode, difficulty, named_level, players, hulls, count, _, _ = fields
    assert isinstance(version, bytes) and isinstance(target, bytes)
    assert isinstance(mode, bytes) and isinstance(difficulty, bytes)
    assert (
        isinstance(seed, int)
        and isinstance(rules, bytes)
        and isinstance(players, int)
        and isinstance(hulls, bytes)
    )
    try:
        texts = [value.rstrip(b"\0").decode("ascii") for value in (version, mode, difficulty, target)]
        names = tuple(raw_names.decode("ascii").split("\n")) if raw_names else ()
    except UnicodeDecodeError:
        raise ReplayError("the replay's header holds text that is not ASCII") from None
    try:
        level = raw_level.decode()
    except UnicodeDecodeError:
        raise ReplayError("the replay's header holds a level that is not UTF-8") from None
    if not all(TEXT.fullmatch(text) for text in texts):
        raise ReplayError(
            "the replay's header holds a release, target, mode or difficulty that nobody writes"
        )
    if hash_level(raw_level) != named_level:
        raise ReplayError("the replay's header holds another level than it names")
    if len(names) != count or len(names) > ARRAYS_MAX or len(set(names)) != len(names):
        raise ReplayError("the replay's header names its arrays wrongly")
    if not all(NAME.fullmatch(name) for name in names):
        raise ReplayError("the replay's header holds an array name that no release writes")
    players, later = players & (1 << LATER_BITS) - 1, players >> LATER_BITS
    if not 1 <= players <= players + later <= MATCH.players_max:
        raise ReplayError(f"the replay has {players} players; 1 to {MATCH.players_max} are possible")
    seats = players + later
    return ReplayHeader(
        seed,
        texts[1],
        texts[2],
        players,
        names,
        texts[0],
        texts[3],
        rules,
        level,
        seats,
        _read_hulls(hulls, seats),
    )


def _read_hulls(numbers: bytes, seats: int) -> tuple[str, ...]:
    """Names of the hulls by slot, without the standard ones at the end."""
    if not all(number in HULLS for number in numbers) or any(numbers[seats:]):
        raise ReplayError("the replay's header holds a hull that this release does not have")
    return strip_standard(tuple(HULLS[number].name for number in numbers[:seats]))


def _damaged(tick: int) -> ReplayError:
    return ReplayError(f"the replay is damaged in the chunk of tick {tick}: refused")


def _chunk_type(header: ReplayHeader, ticks: int, hashed: bool = True) -> Any:
    """Layout of a chunk of that many ticks as a numpy type, as `CHUNK` and its payload pack it."""
    return np.dtype(
        [
            *(("mark", f"V{len(CHUNK_MARK)}"), ("first", "<u4"), ("ticks", "<u2"), ("length", "<u4")),
            ("commands", "i1", (ticks, header.seats, COMMAND_SIZE)),
            ("hashes", "<u8", (len(header.array_names) if hashed else 0,)),
            ("crc", "<u4"),
        ]
    )


def _payload_size(header: ReplayHeader, ticks: int, hashed: bool) -> int:
    return ticks * header.seats * COMMAND_SIZE + (len(header.array_names) * 8 if hashed else 0)


def _find_whole_chunks(data: memoryview, start: int, header: ReplayHeader) -> NDArray[np.void]:
    """All chunks of a whole second, up to where something else stands.

    Raises:
        ReplayError: one of them is damaged.
    """
    kind = _chunk_type(header, CHUNK_TICKS)
    chunks: NDArray[np.void] = np.frombuffer(data, kind, (len(data) - start) // kind.itemsize, start)
    good = chunks["mark"] == HASHED
    good &= chunks["ticks"] == CHUNK_TICKS
    good &= chunks["first"] == np.arange(len(chunks)) * CHUNK_TICKS
    good &= chunks["length"] == _payload_size(header, CHUNK_TICKS, hashed=True)
    count = len(chunks) if good.all() else int(good.argmin())
    for chunk in range(count):
        at = start + chunk * kind.itemsize
        if not _is_sealed(data, at, at + kind.itemsize - CRC.size):
            raise _damaged(chunk * CHUNK_TICKS)
    return chunks[:count]


def _read_tail(
    data: memoryview, at: int, header: ReplayHeader, tick: int
) -> tuple[NDArray[np.void] | None, bool]:
    """Chunks after those of a whole second: one more at most, and whether the file was cut off.

    Raises:
        ReplayError: there is something else, or it is damaged.
    """
    mark = bytes(data[at : at + len(CHUNK_MARK)])
    if mark not in (CHUNK_MARK, UNHASHED_MARK):
        return None, _is_cut_off(data, at, tick, (CHUNK_MARK, UNHASHED_MARK, END_MARK))
    if len(data) - at < CHUNK.size:
        return None, True
    _, first, ticks, length = CHUNK.unpack_from(data, at)
    hashed = mark == CHUNK_MARK
    if first != tick or not 0 < ticks <= CHUNK_TICKS or length != _payload_size(header, ticks, hashed):
        raise _damaged(tick)
    kind = _chunk_type(header, ticks, hashed)
    stop = at + kind.itemsize
    if len(data) < stop:
        return None, True
    if not _is_sealed(data, at, stop - CRC.size):
        raise _damaged(tick)
    return np.frombuffer(data, kind, 1, at), _is_cut_off(data, stop, tick + ticks, (END_MARK,))


def _is_cut_off(data: memoryview, at: int, tick: int, marks: Sequence[bytes]) -> bool:
    """Parse the end mark: False where it is whole and last, True where the file was cut off.

    Raises:
        ReplayError: there is something else, or the end is damaged.
    """
    rest = bytes(data[at : at + len(END_MARK)])
    if rest != END_MARK:
        if not any(mark.startswith(rest) for mark in marks):
            raise _damaged(tick)
        return True
    stop = at + END.size
    if len(data) < stop + CRC.size:
        return True
    if not _is_sealed(data, at, stop) or END.unpack_from(data, at)[1] != tick or len(data) > stop + CRC.size:
        raise ReplayError(f"the replay is damaged at its end, after tick {tick}: refused")
    return False


def read_replay(source: Path | str | BinaryIO | bytes) -> Replay:
    """Read and check a whole replay.

    Raises:
        ReplayError: it cannot be read, is no replay, is damaged (with the tick), or holds what no match can.
    """
    data = memoryview(_load(source))
    header, start = _read_header(data)
    whole = _find_whole_chunks(data, start, header)
    last, truncated = _read_tail(data, start + whole.nbytes, header, len(whole) * CHUNK_TICKS)
    parts = [whole] if last is None else [whole, last]
    commands = _join_commands(parts, header.seats)
    hashed = [part for part in parts if not len(part) or part["mark"][0] == HASHED]
    ends = np.concatenate([part["first"] + part["ticks"] for part in hashed]).astype(np.int64)
    return Replay(header, commands, np.concatenate([part["hashes"] for part in hashed]), ends, truncated)


def _join_commands(parts: Sequence[NDArray[np.void]], players: int) -> NDArray[np.int8]:
    """Decode the commands of all chunks.

    Raises:
        ReplayError: a stick or a button stands where none can stand.
    """
    ticks = sum(int(part["ticks"].sum()) for part in parts)
    commands = np.empty((ticks, players, COMMAND_SIZE), np.int8)
    at = 0
    for part in parts:
        rows = part["commands"]
        stop = at + rows.shape[0] * rows.shape[1]
        commands[at:stop].reshape(rows.shape)[...] = rows
        at = stop
    sticks, buttons = commands[:, :, :STICKS], commands[:, :, STICKS].view(np.uint8)
    if ticks and (sticks.min() < -STICK_SCALE or buttons.max() > BUTTONS):
        bad = (sticks < -STICK_SCALE).any(axis=(1, 2)) | (buttons > BUTTONS).any(axis=1)
        tick = int(bad.argmax()) // CHUNK_TICKS * CHUNK_TICKS
        raise ReplayError(f"the replay holds an impossible command in the chunk of tick {tick}: refused")
    return commands


def check_playable(header: ReplayHeader, any_rules: bool = False) -> None:
    """Refuse what this release cannot repeat; with `any_rules`, only what it cannot play at all.

    Raises:
        ReplayError: another release, other rules, or a mode or difficulty that this release does not have.
    """
    if header.version != arena.__version__ and not any_rules:
        raise ReplayError(f"the replay was recorded by Arena {header.version}; this is {arena.__version__}")
    if header.rules and header.rules != rules_hash() and not any_rules:
        raise ReplayError(
            "the replay was recorded with other gameplay numbers than this release's: rules "
            f"{header.rules.hex()[:8]}, not {rules_hash().hex()[:8]}"
        )
    if header.mode not in MODES or header.difficulty not in DIFFICULTIES:
        raise ReplayError(f"the replay's mode {header.mode!r} at {header.difficulty!r} is not known here")
