"""The replay format, and `ReplayWriter`, which writes it as it happens.

A header, one chunk a second, an end mark; `arena.game.replays.reader` reads it, without trust.

    header   magic, format, release, target of its kernels, seed, rules hash, mode, difficulty, level hash,
             players and seats, hulls by slot, array names, level, CRC32
    chunk    mark, first tick, ticks, payload length, payload, CRC32 of all of it
             payload: `COMMAND_SIZE` bytes for each seat and tick, then a 64-bit hash for each named array
    end      mark, ticks in all, CRC32

Integers are little-endian. Each chunk has 60 ticks; only the last may have fewer. A match that was
interrupted within a tick has no state to be hashed at the end of its last whole one: then the last chunk has
another mark and no hashes. A file that stops before its end mark was cut off: what whole chunks it has still
plays. Anything else that does not fit is damage, and the replay is refused with the tick of the damaged
chunk.
"""

import errno
import hashlib
import re
import struct
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

import arena
from arena.catalogue.hulls import HULLS
from arena.game.mode import Setup
from arena.game.replays.file import RecordingFile
from arena.game.rules import rules_hash
from arena.jit.target import target_name
from arena.sim.tables.commands import COMMAND_SIZE, PlayerCommand, pack_command
from arena.tuning import TICK_RATE

MAGIC = b"ARENARPL"
FORMAT = 5
SIZE_LIMIT = 16 * 1024 * 1024
"""Limit of a replay, written or read [bytes]."""

CHUNK_TICKS = TICK_RATE
LATER_BITS = 4
"""Low bits of the players' byte, which count the first players; the bits above count further seats."""
ARRAYS_MAX = 256
NAMES_MAX = 16_384

FIXED = struct.Struct("<8sH16s16sq8s16s16s8sB4sHII")
CHUNK = struct.Struct("<4sIHI")
END = struct.Struct("<4sI")
CRC = struct.Struct("<I")
CHUNK_MARK = b"TICK"
UNHASHED_MARK = b"BARE"
END_MARK = b"END."
NAME = re.compile(r"[A-Za-z0-9_.\-]{1,64}")
TEXT = re.compile(r"[A-Za-z0-9_.+\-]{1,16}")
DISK_TROUBLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Errors of a full or failing disk; they end the recording, not the match."""


class ReplayError(ValueError):
    """A replay that cannot be read, written or played; the message is one clear line."""


@dataclass(frozen=True)
class ReplayHeader:
    """Header of a recording: the inputs of the match, and the names of its hashes."""

    seed: int
    mode: str
    difficulty: str
    players: int
    array_names: tuple[str, ...]  # of the state hashes at the end of each chunk, in their order
    version: str = arena.__version__
    target: str = target_name()[:16]  # of `arena.jit.target`, for which its kernels were compiled
    rules: bytes = b""  # empty means: this release's
    level: str = ""  # see `Setup.level`
    seats: int = 0  # see `Setup.seats`
    hulls: tuple[str, ...] = ()  # see `Setup.hulls`

    def __post_init__(self) -> None:
        """Raise `seats` to a seat for every player who begins."""
        object.__setattr__(self, "seats", max(self.seats, self.players))

    @property
    def setup(self) -> Setup:
        """Setup of the recorded match.

        Raises:
            ValueError: no match can be made so.
        """
        return Setup(self.mode, self.seed, self.players, self.difficulty, self.level, self.seats, self.hulls)


def _text(value: str, name: str) -> bytes:
    if not TEXT.fullmatch(value):
        raise ReplayError(f"{name} {value!r} does not fit a replay: 1 to 16 letters and digits")
    return value.encode("ascii")


def _pack_header(header: ReplayHeader) -> bytes:
    names, level = "\n".join(header.array_names).encode("ascii"), header.level.encode()
    if len(header.array_names) > ARRAYS_MAX or len(names) > NAMES_MAX:
        raise ReplayError(f"{len(header.array_names)} arrays are more than a replay can name")
    fixed = FIXED.pack(
        MAGIC,
        FORMAT,
        _text(header.version, "version"),
        _text(header.target, "target"),
        header.seed,
        header.rules or rules_hash(),
        _text(header.mode, "mode"),
        _text(header.difficulty, "difficulty"),
        hash_level(level),
        header.players | (header.seats - header.players) << LATER_BITS,
        bytes(HULLS.named(hull).number for hull in header.hulls),
        len(header.array_names),
        len(names),
        len(level),
    )
    return _sealed(fixed + names + level)


def hash_level(level: bytes) -> bytes:
    """Eight bytes that tell levels apart."""
    return hashlib.blake2b(level, digest_size=8).digest()


def _sealed(data: bytes) -> bytes:
    return data + CRC.pack(zlib.crc32(data))


class ReplayWriter:
    """Writes a match as it is played, one chunk a second; whatever happens later, whole chunks stay playable.

    A target that cannot be written (full disk, 16 MB reached) ends the recording, not the match. An exception
    may strike anywhere in here, that of a key that was pressed too: `close` still ends the recording whole.

    Attributes:
        error: why the recording is not whole, in one line; None while nothing is wrong.
        path: of the file, where it is one of its own.
    """

    def __init__(self, target: Path | str | BinaryIO, header: ReplayHeader) -> None:
        """Begin `target` (a new file, or a binary file object that stays open) with the header.

        Raises:
            OSError: the file exists, or cannot be created for another reason than a full disk.
            ReplayError: the header does not fit the format.
        """
        packed = _pack_header(header)
        self.error: str | None = None
        self.path = Path(target) if isinstance(target, (str, Path)) else None
        self._players = header.seats
        self._tick_size = COMMAND_SIZE * header.seats
        self._names = header.array_names
        self._commands = bytearray()  # of all ticks: a recording may be cut back into the middle of a chunk
        self._histories = array("Q")  # after each tick: one that is not noted here is not recorded
        self._closed = False
        try:
            self._file = RecordingFile(target, packed)
        except OSError as problem:
            if isinstance(target, (str, Path)) and problem.errno not in DISK_TROUBLE:
                raise
            self._fail(problem)
            self._closed = True

    @property
    def ticks(self) -> int:
        """Number of recorded ticks."""
        return len(self._histories)

    def record(
        self, commands: Sequence[PlayerCommand], history: int, hashes: Callable[[], Mapping[str, int]]
    ) -> None:
        """Add one tick that was played.

        Args:
            commands: one for each player.
            history: `world.history.commands` after the tick.
            hashes: asked at the end of a chunk for the state after it.
        """
        if self._closed or self.error is not None:
            return
        if len(commands) != self._players:
            raise ReplayError(f"commands of {len(commands)} players in a replay of {self._players}")
        at = self.ticks * self._tick_size
        self._commands[at:] = b"".join([pack_command(command) for command in commands])
        self._histories.append(history)
        if self.ticks % CHUNK_TICKS == 0:
            self._append(self._chunk(hashes()))

    def cut_back(self, tick: int, history: int) -> None:
        """Cut the recording back to `tick`: the match was restored to it, and goes on from there.

        The recording cannot go on from a tick that it does not hold, nor from one that other commands led to:
        it ends then, with `error` set.
        """
        if self._closed or self.error is not None:
            return
        if self._has_seen(tick, history):
            self._forget(tick)
            if self._chunks == tick // CHUNK_TICKS:
                return
        self.close()
        self.error = (
            self.error or f"the replay ends at tick {self.ticks}: the game went on from another moment"
        )

    def close(self, hashes: Mapping[str, int] | None = None) -> None:
        """Write what is pending and the end mark; more calls do nothing.

        Args:
            hashes: of the state after the last recorded tick; None where there is none, because the match was
                interrupted within the next one.
        """
        if self._closed:
            return
        if self.error is None:
            self._forget(self.ticks)
        if self.error is None and self.ticks > self._chunks * CHUNK_TICKS:
            self._append(self._chunk(hashes))
        if self.error is None:
            self._append(_sealed(END.pack(END_MARK, self.ticks)))
        self._closed = True
        try:
            self._file.close()
        except OSError as problem:
            self._fail(problem)

    @property
    def _chunks(self) -> int:
        """Number of whole chunks that are written, as long as no other one is."""
        return self._file.pieces - 1

    def _has_seen(self, tick: int, history: int) -> bool:
        if tick == 0:
            return history == 0
        return tick <= self.ticks and self._histories[tick - 1] == history

    def _forget(self, tick: int) -> None:
        """Keep no more than `tick` ticks and their whole chunks, and nothing that is only half there."""
        del self._histories[tick:]
        del self._commands[tick * self._tick_size :]
        try:
            self._file.keep(1 + min(self._chunks, tick // CHUNK_TICKS))
        except (OSError, ValueError) as problem:
            self._fail(problem)

    def _chunk(self, hashes: Mapping[str, int] | None) -> bytes:
        """Bytes of the pending chunk."""
        first = self._chunks * CHUNK_TICKS
        payload = bytes(self._commands[first * self._tick_size : self.ticks * self._tick_size])
        mark = UNHASHED_MARK
        if hashes is not None:
            payload += np.array([hashes[name] for name in self._names], "<u8").tobytes()
            mark = CHUNK_MARK
        return _sealed(CHUNK.pack(mark, first, self.ticks - first, len(payload)) + payload)

    def _append(self, piece: bytes) -> None:
        if self._file.size + len(piece) > SIZE_LIMIT:
            self.error = f"the replay reached {SIZE_LIMIT >> 20} MB: what follows is not recorded"
            return
        try:
            self._file.append(piece)
        except (OSError, ValueError) as problem:
            self._fail(problem)

    def _fail(self, problem: Exception) -> None:
        reason = problem.strerror if isinstance(problem, OSError) else None
        self.error = self.error or f"the replay could not be written: {reason or problem}"
