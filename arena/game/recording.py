"""The replay format, and `ReplayWriter`, which writes it as it happens.

A header, one chunk a second, an end mark; `arena.game.replay_reader` reads it, without trust.

    header   magic, format, release, seed, rules hash, mode, difficulty, level hash, players, array names,
             level, CRC32
    chunk    mark, first tick, ticks (1 to 60), payload length, payload, CRC32 of all of it
             payload: `COMMAND_SIZE` bytes for each player and tick, then a 64-bit hash for each named array
    end      mark, ticks in all, CRC32

Integers are little-endian. A file that stops before its end mark was cut off: what whole chunks it has still
plays. Anything else that does not fit is damage, and the replay is refused with the tick of the damaged
chunk.
"""

import hashlib
import os
import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

import arena
from arena.game.mode import Setup
from arena.game.rules import rules_hash
from arena.sim.commands import Button, PlayerCommand
from arena.tuning import TICK_RATE

MAGIC = b"ARENARPL"
FORMAT = 2
SIZE_LIMIT = 16 * 1024 * 1024
"""[bytes] that a replay may take, written or read."""

CHUNK_TICKS = TICK_RATE
COMMAND_SIZE = 5
ARRAYS_MAX = 256
NAMES_MAX = 16_384
BUTTONS = int(Button.FIRE | Button.BOOST | Button.BOMB)

FIXED = struct.Struct("<8sH16sq8s16s16s8sBHII")
CHUNK = struct.Struct("<4sIHI")
END = struct.Struct("<4sI")
CRC = struct.Struct("<I")
COMMAND = struct.Struct("<bbbbB")
CHUNK_MARK = b"TICK"
END_MARK = b"END."
NAME = re.compile(r"[A-Za-z0-9_.\-]{1,64}")


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
    level: str = ""  # see `Setup.level`

    @property
    def setup(self) -> Setup:
        """What to make the match from.

        Raises:
            ValueError: no match can be made so.
        """
        return Setup(self.mode, self.seed, self.players, self.difficulty, self.level)


def _text(value: str, name: str) -> bytes:
    raw = value.encode("ascii", "replace")
    if not 0 < len(raw) <= 16:
        raise ReplayError(f"{name} {value!r} does not fit a replay: 1 to 16 characters")
    return raw


def _pack_header(header: ReplayHeader) -> bytes:
    names, level = "\n".join(header.array_names).encode("ascii"), header.level.encode()
    if len(header.array_names) > ARRAYS_MAX or len(names) > NAMES_MAX:
        raise ReplayError(f"{len(header.array_names)} arrays are more than a replay can name")
    fixed = FIXED.pack(
        MAGIC,
        FORMAT,
        _text(header.version, "version"),
        header.seed,
        header.rules or rules_hash(),
        _text(header.mode, "mode"),
        _text(header.difficulty, "difficulty"),
        hash_level(level),
        header.players,
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
        self._commands = bytearray()  # of all ticks: a recording may be cut back into the middle of a chunk
        self._chunks: list[int] = []  # [bytes] into the recording at which each chunk begins
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
            self._commands += COMMAND.pack(c.move_x, c.move_y, c.aim_x, c.aim_y, c.buttons)
        self.ticks += 1
        if self.ticks % CHUNK_TICKS == 0:
            self._end_chunk(hashes())

    def cut_back(self, tick: int) -> None:
        """Forget what was recorded after `tick`: the match was taken back to it, and goes on from there.

        A tick that was not recorded yet cannot be gone on from: the recording ends then, at its last whole
        chunk and with `error` set.
        """
        if self._closed or self.error is not None:
            return
        if tick > self.ticks:
            self.ticks = len(self._chunks) * CHUNK_TICKS
            self._write(_sealed(END.pack(END_MARK, self.ticks)))
            self.error = f"the replay ends at tick {self.ticks}: the game went on from tick {tick}"
            return
        self.ticks = tick
        del self._commands[tick * COMMAND_SIZE * self._players :]
        whole = tick // CHUNK_TICKS
        if whole < len(self._chunks):
            at = self._chunks[whole]
            del self._chunks[whole:]
            self._truncate(at)

    def close(self, hashes: Mapping[str, int] | None = None) -> None:
        """Write what is pending (needs the current `hashes`) and the end mark; more calls do nothing."""
        if self._closed:
            return
        if self.ticks % CHUNK_TICKS and hashes is not None and self.error is None:
            self._end_chunk(hashes)
        self._write(_sealed(END.pack(END_MARK, self.ticks)))
        self._closed = True
        if self._owned:
            self._file.close()

    def _end_chunk(self, hashes: Mapping[str, int]) -> None:
        first = len(self._chunks) * CHUNK_TICKS
        payload = bytes(self._commands[first * COMMAND_SIZE * self._players :])
        payload += np.array([hashes[name] for name in self._names], "<u8").tobytes()
        self._chunks.append(self._written)
        self._write(_sealed(CHUNK.pack(CHUNK_MARK, first, self.ticks - first, len(payload)) + payload))

    def _truncate(self, size: int) -> None:
        try:
            self._file.seek(size - self._written, os.SEEK_CUR)
            self._file.truncate()
            self._written = size
        except (OSError, ValueError) as problem:
            self.error = f"the replay could not be cut back: {problem}"

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
