"""`State`: every column that decides the future, and nothing else, in one contiguous block of memory.

`World` makes one at creation. A snapshot is one copy of the block, a restore another, a hash one pass over
it. Columns are views of the block, laid out one behind the other, each from a whole line of 64 bytes on.
"""

import struct
from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.hashing import LINE, hash_block, hash_columns

MAGIC = b"ARENASNP"
VERSION = 1
"""Of snapshots; a change in what columns mean raises it."""

HEADER = struct.Struct("<8sI4x8s8s32x")
"""Magic, version, hash of the layout, identity: a whole line, so that the columns begin on one."""


class State:
    """The block and its columns.

    Args:
        parts: tables by name, with their initial values; tables may hold tables.
        identity: 8 bytes that tell apart what the state belongs to: a snapshot fits where they are equal.
        leave_out: columns, as "part.column", that are constant and stay where they are.

    Attributes:
        tables: the parts again, their columns now views of the block.
    """

    def __init__(
        self, parts: Mapping[str, Table], identity: bytes = b"", leave_out: Collection[str] = ()
    ) -> None:
        self._views: dict[str, NDArray[Any]] = {}
        columns = [(n, c) for n, c in _flatten(parts) if n not in leave_out]
        sizes = [-(-column.nbytes // LINE) * LINE for _, column in columns]
        ends = HEADER.size + np.cumsum(sizes, dtype=np.int64)
        self._memory = _aligned(int(ends[-1]) if columns else HEADER.size)
        for (name, column), size, end in zip(columns, sizes, ends.tolist(), strict=True):
            view = self._memory[end - size :][: column.nbytes].view(column.dtype).reshape(column.shape)
            view[...] = column
            self._views[name] = view
        self.tables = {name: self._placed(name, table) for name, table in parts.items()}
        self._words = self._memory[HEADER.size :].view(np.uint64)
        self._stops = (ends - HEADER.size) // 8
        self._starts = self._stops - np.array(sizes, np.int64) // 8
        layout = repr([(name, str(column.dtype), column.shape) for name, column in columns])
        header = HEADER.pack(MAGIC, VERSION, _digest(layout.encode()), _digest(identity))
        self._header = header
        self._memory[: HEADER.size] = np.frombuffer(header, np.uint8)

    @property
    def nbytes(self) -> int:
        """Of a snapshot."""
        return self._memory.nbytes

    def columns(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """(name, view) of every column, in the block's order."""
        return iter(self._views.items())

    def snapshot(self) -> bytes:
        """The whole state."""
        return self._memory.tobytes()

    def restore(self, snapshot: bytes) -> None:
        """Return to a snapshot, bit for bit.

        Raises:
            ValueError: it is none, it is damaged, or it belongs to something else; nothing has changed then.
        """
        if snapshot[:8] != MAGIC or len(snapshot) < HEADER.size:
            raise ValueError(f"not a snapshot: {len(snapshot)} bytes without its mark")
        if snapshot[: HEADER.size] != self._header:
            raise ValueError(f"not a snapshot of such a match: {self._difference(snapshot)}")
        if len(snapshot) != self.nbytes:
            raise ValueError(f"not a snapshot: {len(snapshot)} bytes; this state has {self.nbytes}")
        self._memory[...] = np.frombuffer(snapshot, np.uint8)

    def hash(self) -> int:
        """64 bits of everything."""
        return int(hash_block(self._words))

    def column_hashes(self) -> dict[str, int]:
        """64 bits of each column, by name; states that differ, differ in a name here."""
        hashes = np.empty(len(self._starts), np.uint64)
        hash_columns(self._words, self._starts, self._stops, hashes)
        return dict(zip(self._views, hashes.tolist(), strict=True))

    def _placed(self, prefix: str, table: Table) -> Table:
        placed: dict[str, Any] = {}
        for name, column in table.columns():
            path = f"{prefix}.{name}"
            placed[name] = (
                self._placed(path, column) if isinstance(column, Table) else self._views.get(path, column)
            )
        return type(table)(**placed)

    def _difference(self, snapshot: bytes) -> str:
        _, version, layout, _ = HEADER.unpack_from(snapshot)
        own = HEADER.unpack(self._header)
        if version != VERSION:
            return f"it has version {version}, and this release {VERSION}"
        if layout != own[2]:
            return "its arrays have other names, types or sizes"
        return "it was made from another seed, mode, difficulty or level"


def _flatten(parts: Mapping[str, Table]) -> Iterator[tuple[str, NDArray[Any]]]:
    for name, table in parts.items():
        for column_name, column in table.columns():
            path = f"{name}.{column_name}"
            if isinstance(column, Table):
                yield from _flatten({path: column})
            else:
                yield path, column


def _aligned(size: int) -> NDArray[np.uint8]:
    """Zeros that begin on a whole line."""
    memory = np.zeros(size + LINE, np.uint8)
    skip = -memory.ctypes.data % LINE
    return memory[skip : skip + size]


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=8).digest()
