"""Replays as nobody should write them: what the reader makes of each.

A recording is made of pieces (header, chunks, end), pieces are changed where it hurts, and their checksums
and numbers are mended more often than not: what fails at the first checksum tests nothing behind it.
"""

import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from unittest.mock import patch

import arena
from arena.game.mode import LEVEL_MAX
from arena.game.modes import create_mode
from arena.game.replays.reader import Replay, ReplayError, check_playable, read_replay
from arena.game.replays.writer import (
    CHUNK,
    CHUNK_MARK,
    CHUNK_TICKS,
    CRC,
    END,
    END_MARK,
    FIXED,
    FORMAT,
    MAGIC,
    SIZE_LIMIT,
    UNHASHED_MARK,
    hash_level,
)
from arena.game.rules import rules_hash
from arena.sim.tables.commands import BUTTONS, COMMAND_SIZE, STICK_SCALE, STICKS
from tests.fuzzing.text_mutations import one_line
from tests.game.levels.broken import WHOLE

RULES = rules_hash()
MARKS = (CHUNK_MARK, UNHASHED_MARK, END_MARK, b"tick", b"\0\0\0\0", b"TIC", b"")
COUNTS = (0, 1, 2, 4, 5, 59, 60, 61, 119, 120, 255, 256, 2**15, 2**16 - 1)
WIDE = (*COUNTS, 2**16, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
SEEDS = (0, 1, -1, 2**63 - 1, -(2**63))
TEXTS = (
    b"endless",
    b"stress",
    b"trial",
    b"practice",
    b"normal",
    b"hard",
    b"",
    b"x" * 16,
    b"a\nb",
    b"\x1b[2J",
    b"\xff\xfe",
    b"a\0b",
    b"../..",
)
NAMES = (
    b"a.b",
    b"c.d",
    b"clock.tick",
    b"",
    b"a\nb",
    b"a..b",
    b"/etc/passwd",
    b"x" * 64,
    b"x" * 65,
    b"\xc3\xa9",
    b"a b",
)
LEVELS = (
    *(b"", b"x=1", b"\xff", b"#" * LEVEL_MAX, b"#" * (LEVEL_MAX + 1), b"enemies = 9\n", b"a.b = 1"),
    *(b"endless wave 5 invulnerable", b"endless wave 999999999", b"campaign\n" + WHOLE.encode(), b"sprint"),
)
EXTREMES = (0, 1, 7, 8, 127, 128, 129, 255)


@dataclass
class Piece:
    """A chunk, as it is written; None: what follows from the others."""

    mark: bytes
    ticks: int
    commands: bytes
    hashes: bytes
    first: int | None = None
    length: int | None = None
    sealed: bool = True

    def pack(self, tick: int) -> bytes:
        """As bytes; `tick` is where it begins if nothing else is said."""
        payload = self.commands + self.hashes
        first = tick if self.first is None else self.first
        length = len(payload) if self.length is None else self.length
        head = struct.pack("<IHI", first, self.ticks, length)
        return _seal(self.mark + head + payload, self.sealed)


@dataclass
class Recording:
    """All pieces of a replay; None: what follows from the others."""

    version: bytes = arena.__version__.encode()
    seed: int = 1
    rules: bytes = RULES
    target: bytes = b"v3"
    mode: bytes = b"endless"
    difficulty: bytes = b"normal"
    level: bytes = b""
    level_hash: bytes | None = None
    players: int = 1
    hulls: bytes = b""
    names: tuple[bytes, ...] = ()
    magic: bytes = MAGIC
    format: int = FORMAT
    name_count: int | None = None
    names_length: int | None = None
    level_length: int | None = None
    sealed: bool = True
    chunks: list[Piece] = field(default_factory=list[Piece])
    end: int | None = None
    tail: bytes | None = None  # instead of an end mark

    def pack_header(self) -> bytes:
        """As bytes."""
        names = b"\n".join(self.names)
        fixed = FIXED.pack(
            self.magic,
            self.format,
            self.version[:16],
            self.target[:16],
            self.seed,
            self.rules,
            self.mode[:16],
            self.difficulty[:16],
            hash_level(self.level) if self.level_hash is None else self.level_hash,
            self.players,
            self.hulls[:4],
            len(self.names) if self.name_count is None else self.name_count,
            len(names) if self.names_length is None else self.names_length,
            len(self.level) if self.level_length is None else self.level_length,
        )
        return _seal(fixed + names + self.level, self.sealed)

    def pack(self) -> bytes:
        """As bytes."""
        pieces, tick, size = [self.pack_header()], 0, 0
        for chunk in self.chunks:
            pieces.append(chunk.pack(tick))
            tick += chunk.ticks
            size += len(pieces[-1])
            if size > SIZE_LIMIT:
                break
        end = END.pack(END_MARK, (tick if self.end is None else self.end) % 2**32)
        return b"".join([*pieces, _seal(end) if self.tail is None else self.tail])


def mutate(chance: random.Random) -> bytes:
    """Return a recording that is changed in its pieces, in its bytes, or in both."""
    recording = _record(chance)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        chance.choice(CHANGES)(recording, chance)
    data = recording.pack()
    if chance.random() < 0.25:
        data = _damage(data, chance)
    return data[: SIZE_LIMIT + 1]


def check(data: bytes) -> str:
    """Let the reader have a file; returns how far it came.

    Raises:
        AssertionError: something else came of it than a replay or a refusal in a line.
    """
    try:
        replay = read_replay(data)
    except ReplayError as refusal:
        return f"refused at its {_depth(one_line(refusal))}"
    check_replay(replay, data)
    with patch("arena.game.replays.reader.rules_hash", return_value=RULES):  # it takes longer than all else
        for ask in (lambda: check_playable(replay.header), lambda: create_mode(replay.header.setup)):
            try:
                ask()
            except ValueError as refusal:
                one_line(refusal)
    return "read, cut off" if replay.truncated else "read"


def check_replay(replay: Replay, data: bytes) -> None:
    """Look at everything, and write it again: a format without slack gives the same bytes."""
    ticks = replay.ticks
    assert replay.commands.shape == (ticks, replay.header.players, COMMAND_SIZE), "commands of another shape"
    if ticks:
        assert replay.commands[:, :, :STICKS].min() >= -STICK_SCALE, "a stick beyond its end"
        assert 0 <= replay.commands[:, :, STICKS].min() <= replay.commands[:, :, STICKS].max() <= BUTTONS, (
            "no button"
        )
        assert len(replay.commands_at(ticks - 1)) == replay.header.players, "a player without a command"
    ends = replay.chunk_ends.tolist()
    assert replay.hashes.shape == (len(ends), len(replay.header.array_names)), "hashes of another shape"
    assert ends == [*range(CHUNK_TICKS, ticks + 1, CHUNK_TICKS), ticks][: len(ends)], f"chunks end at {ends}"
    again = _write_again(replay)
    if replay.truncated:
        again = again[: -END.size - CRC.size]
        assert _is_part_of_a_piece(data[len(again) :]), "something whole was left out"
    assert data[: len(again)] == again, "written again it is another file"
    assert replay.truncated or len(data) == len(again), "there is more behind the end"


def _is_part_of_a_piece(rest: bytes) -> bool:
    if rest[: len(END_MARK)] == END_MARK:
        return len(rest) < END.size + CRC.size
    if len(rest) < CHUNK.size:
        return True
    length = CHUNK.unpack_from(rest)[-1]
    return len(rest) < CHUNK.size + length + CRC.size


def _write_again(replay: Replay) -> bytes:
    header = replay.header
    recording = Recording(
        header.version.encode(),
        header.seed,
        header.rules,
        header.target.encode(),
        header.mode.encode(),
        header.difficulty.encode(),
        header.level.encode(),
        players=header.players,
        names=tuple(name.encode() for name in header.array_names),
    )
    for number, first in enumerate(range(0, replay.ticks, CHUNK_TICKS)):
        commands = replay.commands[first : first + CHUNK_TICKS]
        hashed = number < len(replay.chunk_ends)
        hashes = replay.hashes[number].astype("<u8").tobytes() if hashed else b""
        mark = CHUNK_MARK if hashed else UNHASHED_MARK
        recording.chunks.append(Piece(mark, len(commands), commands.tobytes(), hashes))
    return recording.pack()


def _depth(message: str) -> str:
    for word in ("header", "chunk", "end"):
        if word in message:
            return word
    return "size" if "larger" in message else "header"


def _seal(data: bytes, good: bool = True) -> bytes:
    return data + struct.pack("<I", zlib.crc32(data) ^ (not good))


def _record(chance: random.Random) -> Recording:
    """A recording that is whole, or was cut off or interrupted as a player's may be."""
    players, names = chance.choice((1, 1, 2, 4)), NAMES[: chance.choice((0, 1, 2, 3))]
    recording = Recording(players=players, names=names)
    if chance.random() < 0.2:
        recording.mode, recording.level = b"stress", chance.choice(LEVELS[:2])
    for _ in range(chance.choice((0, 1, 1, 2, 3, 5))):
        recording.chunks.append(_chunk(recording, chance, CHUNK_TICKS))
    if chance.random() < 0.6:
        hashed = chance.random() < 0.7
        recording.chunks.append(_chunk(recording, chance, chance.randint(1, CHUNK_TICKS), hashed))
    if chance.random() < 0.2:
        recording.tail = b"END."[: chance.randint(0, 4)]
    return recording


def _chunk(recording: Recording, chance: random.Random, ticks: int, hashed: bool = True) -> Piece:
    commands = bytearray(chance.randbytes(ticks * recording.players * COMMAND_SIZE).translate(LEGAL_STICKS))
    commands[STICKS::COMMAND_SIZE] = commands[STICKS::COMMAND_SIZE].translate(LEGAL_BUTTONS)
    hashes = chance.randbytes(8 * len(recording.names)) if hashed else b""
    return Piece(CHUNK_MARK if hashed else UNHASHED_MARK, ticks, bytes(commands), hashes)


LEGAL_STICKS = bytes(value if value != 0x80 else 0 for value in range(256))
LEGAL_BUTTONS = bytes(value & BUTTONS for value in range(256))

Change = Callable[[Recording, random.Random], None]


def _change_header(recording: Recording, chance: random.Random) -> None:
    name, values = chance.choice(HEADER_VALUES)
    setattr(recording, name, chance.choice(values))


def _change_names(recording: Recording, chance: random.Random) -> None:
    """With hashes for as many, or as many as before."""
    count = chance.choice((0, 1, 2, 3, 3, 5, 255, 256, 257, 6_000))
    if count > 10:
        recording.names = tuple(b"n%d" % number for number in range(count))
    else:
        recording.names = tuple(chance.choice(NAMES) for _ in range(count))
    if chance.random() < 0.7:
        for chunk in recording.chunks:
            chunk.hashes = bytes(8 * count) if chunk.mark == CHUNK_MARK else b""


def _change_chunk(recording: Recording, chance: random.Random) -> None:
    if not recording.chunks:
        return
    chunk = chance.choice(recording.chunks)
    match chance.randrange(7):
        case 0:
            chunk.mark = chance.choice(MARKS)
        case 1:
            chunk.ticks = chance.choice(COUNTS)
        case 2:
            chunk.first = chance.choice(WIDE)
        case 3:
            chunk.length = chance.choice(WIDE)
        case 4:
            chunk.sealed = False
        case 5:
            chunk.commands = chunk.commands[: chance.randrange(len(chunk.commands) + 1)]
        case _:
            chunk.hashes += bytes(chance.choice((1, 8, 16, 800)))


def _change_commands(recording: Recording, chance: random.Random) -> None:
    if recording.chunks:
        chunk = chance.choice(recording.chunks)
        commands = bytearray(chunk.commands)
        for _ in range(chance.randint(1, 4) if commands else 0):
            commands[chance.randrange(len(commands))] = chance.choice(EXTREMES)
        chunk.commands = bytes(commands)


def _shorten_chunk(recording: Recording, chance: random.Random) -> None:
    """To fewer ticks than a second has, in all its numbers."""
    if recording.chunks:
        chunk = chance.choice(recording.chunks)
        chunk.ticks = chance.randrange(CHUNK_TICKS)
        chunk.commands = chunk.commands[: chunk.ticks * recording.players * COMMAND_SIZE]


def _splice_chunks(recording: Recording, chance: random.Random) -> None:
    """Put in, take out, swap, or repeat them, up to a file's size now and then."""
    chunks = recording.chunks
    match chance.randrange(4):
        case 0:
            other = _record(chance)
            chunks[chance.randrange(len(chunks) + 1) :] = other.chunks
        case 1:
            if chunks:
                del chunks[chance.randrange(len(chunks))]
        case 2:
            chance.shuffle(chunks)
        case _:
            times = chance.choice((2, 2, 3, 10)) if chance.random() < 0.998 else 60_000
            recording.chunks = [replace(chunk) for chunk in chunks[:10]] * times


def _change_end(recording: Recording, chance: random.Random) -> None:
    if chance.random() < 0.4:
        recording.end = chance.choice(WIDE)
    else:
        end = _seal(END.pack(END_MARK, sum(chunk.ticks for chunk in recording.chunks)))
        recording.tail = chance.choice((b"", b"E", b"END", b"T", b"TICK", end[:-1], end + b"\0", end + end))


HEADER_VALUES: tuple[tuple[str, tuple[object, ...]], ...] = (
    *(
        ("version", TEXTS),
        ("target", TEXTS),
        ("mode", TEXTS),
        ("difficulty", TEXTS),
        ("level", LEVELS),
        ("seed", SEEDS),
    ),
    *(("rules", (bytes(8), b"\xff" * 8)), ("level_hash", (bytes(8),)), ("players", (0, 1, 3, 4, 5, 255))),
    *(("magic", (b"ARENARPX", bytes(8))), ("format", (0, 2, 4, 6, 65_535)), ("name_count", COUNTS)),
    *(("names_length", WIDE), ("level_length", WIDE), ("sealed", (False,))),
)
CHANGES: tuple[Change, ...] = (
    *(_change_header, _change_names, _change_chunk, _change_chunk, _change_commands, _shorten_chunk),
    *(_splice_chunks, _splice_chunks, _change_end),
)


def _damage(data: bytes, chance: random.Random) -> bytes:
    """Change bytes of a file without any respect."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, other = sorted((chance.randrange(len(changed) + 1), chance.randrange(len(changed) + 1)))
        match chance.randrange(6):
            case 0:
                if at < len(changed):
                    changed[at] ^= 1 << chance.randrange(8)
            case 1:
                del changed[at:]
            case 2:
                del changed[at:other]
            case 3:
                changed[at:at] = changed[at : at + 200]
            case 4:
                changed[at : at + 4] = struct.pack("<I", chance.choice(WIDE))
            case _:
                changed[at : at + 40] = chance.randbytes(chance.randrange(40))
    return bytes(changed)


assert CHUNK.size == len(CHUNK_MARK) + struct.calcsize("<IHI")
