"""The file format of the corpus: a line of JSON, then compressed columns, each of them read by its name.

It is not the game's replay format, which refuses other releases. The first line says how the match begins,
who comes and goes when, what occurs and which columns follow; `head -1` shows it.
"""

import json
import zlib
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.corpus.meaning import Section, Value

FOLDER = Path(__file__).resolve().parent / "recordings"
SUFFIX = ".corpus"
STICKS = ("move_x", "move_y", "aim_x", "aim_y")
ABSENT = 0
"""Digest of a section that a match does not have at a moment."""


@dataclass(frozen=True)
class Passage:
    """A player who comes or goes."""

    seat: int
    tick: int  # the first one with, or without


@dataclass(frozen=True)
class Header:
    """Name, origin and setup of a recording."""

    name: str
    about: str
    reason: str  # for which it was recorded
    release: str  # with which; for people, nothing is decided by it
    mode: str
    options: dict[str, Any]  # of the mode, as plain values
    seed: int
    players: int  # who begin
    seats: int  # for those who join later, too
    difficulty: str
    ticks: int  # commands in all
    joins: list[Passage] = field(default_factory=list[Passage])
    leaves: list[Passage] = field(default_factory=list[Passage])
    taken_over_at: int = -1  # tick to which the recording is wound back to be taken over; -1: it is not
    watched: int = 0  # commands that were recorded before it was taken over; the others lead on from there
    occurs: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def holds(self) -> dict[str, set[str]]:
        """Names of what occurs, by category, with the trial that it is."""
        trial = {"trials": {self.options["level"]}} if self.mode == "trial" else {}
        return {category: set(names) for category, names in self.occurs.items()} | trial

    def is_there(self, seat: int, tick: int) -> bool:
        """Return whether a player flies in a seat."""
        passages = [(one.tick, True) for one in self.joins if one.seat == seat and one.tick <= tick]
        passages += [(one.tick, False) for one in self.leaves if one.seat == seat and one.tick <= tick]
        return max(passages)[1] if passages else seat < self.players


@dataclass
class Recording:
    """One game of the corpus."""

    header: Header
    buttons: list[str]  # names of the bits of `pressed`
    sticks: dict[str, NDArray[np.int8]]  # by name, shape (ticks, seats)
    pressed: NDArray[np.uint8]  # shape (ticks, seats)
    sections: list[str]  # names of the columns of `digests`
    sampled: NDArray[np.int32]  # commands played before each row of `digests`
    digests: NDArray[np.uint32]  # shape (samples, sections)


def digest(section: Section) -> int:
    """32 bits of a section's values by their names; their order, width and type do not count."""
    hashed = blake2b(digest_size=4)
    for name in sorted(section):
        hashed.update(f"\n{name}\n".encode())
        hashed.update(_canonical(section[name]))
    return int.from_bytes(hashed.digest(), "little") or 1


def _canonical(value: Value) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, int | float | np.ndarray):
        array = np.asarray(value)
        wide = "<f8" if array.dtype.kind == "f" else "<i8"
        return repr(array.shape).encode() + array.astype(wide).tobytes()
    return "\0".join(value).encode()


def write_recording(path: Path, recording: Recording) -> None:
    """Write a file; the same recording gives the same bytes."""
    columns: dict[str, NDArray[Any]] = {
        **recording.sticks, "pressed": recording.pressed, "sampled": recording.sampled,
        "digests": recording.digests,
    }  # fmt: skip
    layout = [[name, column.dtype.newbyteorder("<").str, column.shape] for name, column in columns.items()]
    head = asdict(recording.header) | {
        "buttons": recording.buttons, "sections": recording.sections, "columns": layout,
    }  # fmt: skip
    # Column by column, differences from row to row: sticks move slowly.
    data = b"".join(_differences(column).tobytes() for column in columns.values())
    path.write_bytes(json.dumps(head, sort_keys=True).encode() + b"\n" + zlib.compress(data, 9))


def read_recording(path: Path) -> Recording:
    """Read what `write_recording` wrote."""
    line, _, packed = path.read_bytes().partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    data, at, columns = zlib.decompress(packed), 0, dict[str, NDArray[Any]]()
    for name, dtype, shape in head["columns"]:
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        columns[name] = _sums(np.frombuffer(data[at : at + size], dtype), tuple(shape))
        at += size
    start: dict[str, Any] = {name: head[name] for name in Header.__dataclass_fields__}
    for name in ("joins", "leaves"):
        start[name] = [Passage(**one) for one in head[name]]
    return Recording(
        Header(**start), head["buttons"], {name: columns[name] for name in STICKS}, columns["pressed"],
        head["sections"], columns["sampled"], columns["digests"],
    )  # fmt: skip


def _differences(column: NDArray[Any]) -> NDArray[Any]:
    """Along the rows, wrapping around, one seat after the other; digests, which are random, as they are."""
    if column.dtype == np.uint32:
        return column.T.copy()
    turned = column.T.copy()
    turned[..., 1:] -= column.T[..., :-1]
    return turned


def _sums(stored: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    turned = stored.reshape(shape[::-1])
    if stored.dtype != np.uint32:
        turned = np.cumsum(turned, axis=-1, dtype=stored.dtype)
    return turned.T
