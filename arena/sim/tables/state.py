"""`State`: all columns that determine the future, in one contiguous block of memory.

`World` creates one. A snapshot and a restore are one copy of the block each, a hash is one pass over it.
Columns are views of the block, one after the other, each aligned to a line of 64 bytes. A reset writes the
initial values again.
"""

import struct
from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.tables.hashing import LINE, checksum, hash_block, hash_columns

MAGIC = b"ARENASNP"
VERSION = 3
"""Version of snapshots; raise it if the meaning of a column changes."""

HEADER = struct.Struct("<8sII8sQ")
"""Magic, version, number of identity facts, hash of the layout, checksum of the columns.

A hash of each fact follows. Padding extends the header to a whole line, so that columns are aligned.
"""
CHECKSUM = slice(HEADER.size - 8, HEADER.size)
DIGEST_SIZE = 8


class State:
    """The block and its columns.

    Args:
        parts: tables by name, with their initial values; tables may hold tables.
        identity: facts by name; a snapshot can be restored only if all facts are equal.
        leave_out: constant columns, as "part.column", that stay outside of the block.

    Attributes:
        tables: the parts, with columns that are views of the block.
    """

    def __init__(
        self,
        parts: Mapping[str, Table],
        identity: Mapping[str, object] | None = None,
        leave_out: Collection[str] = (),
    ) -> None:
        self._views: dict[str, NDArray[Any]] = {}
        columns = [(n, c) for n, c in _flatten(parts) if n not in leave_out]
        self._layout = [(name, column.dtype.str, column.shape) for name, column in columns]
        self._facts = tuple(identity or {})
        self._layout_digest = _digest(repr([*self._layout, *self._facts]))
        self._header = self._pack_header(identity or {})
        start = len(self._header)
        sizes = [_whole_lines(column.nbytes) for _, column in columns]
        ends = start + np.cumsum(sizes, dtype=np.int64)
        self._memory = _aligned(int(ends[-1]) if columns else start)
        for (name, column), size, end in zip(columns, sizes, ends.tolist(), strict=True):
            view = self._memory[end - size :][: column.nbytes].view(column.dtype).reshape(column.shape)
            self._views[name] = view
        self._initial = [(self._views[name], column) for name, column in columns if column.any()]
        self.reset({}, identity)
        self.tables = {name: self._placed(name, table) for name, table in parts.items()}
        self._words = self._memory[start:].view(np.uint64)
        self._read_only_words = self._words.view()  # as those of a snapshot are
        self._read_only_words.flags.writeable = False
        self._checksum = self._memory[CHECKSUM].view(np.uint64)
        self._stops = (ends - start) // 8
        self._starts = self._stops - np.array(sizes, np.int64) // 8

    def reset(self, parts: Mapping[str, Table], identity: Mapping[str, object] | None = None) -> None:
        """Write the initial values again, in place.

        Args:
            parts: tables with other initial values, by name.
            identity: facts, under the same names as before.

        Raises:
            ValueError: a column has another name, dtype or shape; nothing has changed then.
        """
        others = list(_flatten(parts))
        for name, column in others:
            view = self._views.get(name)
            if view is None or (view.dtype, view.shape) != (column.dtype, column.shape):
                raise ValueError(f"column {name} is another one: this state cannot hold it")
        self._header = self._pack_header(identity or {})
        start = len(self._header)
        self._memory[:start] = np.frombuffer(self._header, np.uint8)
        self._memory[start:] = 0
        for view, column in self._initial:
            view[...] = column
        for name, column in others:
            self._views[name][...] = column

    @property
    def nbytes(self) -> int:
        """Size of a snapshot [bytes]."""
        return self._memory.nbytes

    def columns(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """(name, view) of every column, in the order of the block."""
        return iter(self._views.items())

    def snapshot(self) -> bytes:
        """Copy of the state, with header and checksum."""
        self._checksum[0] = checksum(self._read_only_words)
        return self._memory.tobytes()

    def restore(self, snapshot: bytes) -> None:
        """Restore a snapshot, bit for bit.

        Raises:
            ValueError: not a snapshot, damaged, or of another identity; nothing has changed then.
        """
        if snapshot[:8] != MAGIC or len(snapshot) < HEADER.size:
            raise ValueError(f"not a snapshot: {len(snapshot)} bytes without its mark")
        start = len(self._header)
        header = snapshot[: CHECKSUM.start] + self._header[CHECKSUM] + snapshot[CHECKSUM.stop : start]
        if header != self._header:
            raise ValueError(f"not a snapshot of such a match: {self._difference(snapshot)}")
        if len(snapshot) != self.nbytes:
            raise ValueError(f"not a snapshot: {len(snapshot)} bytes; this state has {self.nbytes}")
        stored = np.frombuffer(snapshot, np.uint64)
        if checksum(stored[start // 8 :]) != stored[CHECKSUM.start // 8]:
            raise ValueError("a damaged snapshot: its checksum is of other bytes")
        self._memory[...] = np.frombuffer(snapshot, np.uint8)

    def hash(self) -> int:
        """64-bit hash of the state."""
        return int(hash_block(self._words))

    def column_hashes(self) -> dict[str, int]:
        """64-bit hash of each column, by name."""
        hashes = np.empty(len(self._starts), np.uint64)
        hash_columns(self._words, self._starts, self._stops, hashes)
        return dict(zip(self._views, hashes.tolist(), strict=True))

    def _pack_header(self, identity: Mapping[str, object]) -> bytes:
        header = HEADER.pack(MAGIC, VERSION, len(identity), self._layout_digest, 0)
        header += b"".join(_digest(repr(fact)) for fact in identity.values())
        return header.ljust(_whole_lines(len(header)), b"\0")

    def _placed(self, prefix: str, table: Table) -> Table:
        placed: dict[str, Any] = {}
        for name, column in table.columns():
            path = f"{prefix}.{name}"
            placed[name] = (
                self._placed(path, column) if isinstance(column, Table) else self._views.get(path, column)
            )
        return type(table)(**placed)

    def _difference(self, snapshot: bytes) -> str:
        _, version, facts, layout, _ = HEADER.unpack_from(snapshot)
        if version != VERSION:
            return f"it has version {version}, and this release {VERSION}"
        others = self._other_facts(snapshot) if facts == len(self._facts) else []
        if others:
            return f"it was made from another {' and another '.join(others)}"
        if layout != HEADER.unpack_from(self._header)[3]:
            return "its arrays have other names, types or sizes"
        return "its header is damaged"

    def _other_facts(self, snapshot: bytes) -> list[str]:
        """Names of the facts that differ."""
        digests = [slice(at, at + DIGEST_SIZE) for at in range(HEADER.size, len(self._header), DIGEST_SIZE)]
        return [
            name
            for name, digest in zip(self._facts, digests, strict=False)
            if snapshot[digest] != self._header[digest]
        ]


def _flatten(parts: Mapping[str, Table]) -> Iterator[tuple[str, NDArray[Any]]]:
    for name, table in parts.items():
        for column_name, column in table.columns():
            path = f"{name}.{column_name}"
            if isinstance(column, Table):
                yield from _flatten({path: column})
            else:
                yield path, column


def _aligned(size: int) -> NDArray[np.uint8]:
    """Zeroed memory, aligned to a line."""
    memory = np.zeros(size + LINE, np.uint8)
    skip = -memory.ctypes.data % LINE
    return memory[skip : skip + size]


def _whole_lines(size: int) -> int:
    return -(-size // LINE) * LINE


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=DIGEST_SIZE).digest()
