"""`RowStore`: rows of sweeps in a folder of Parquet files, which any reader takes as one table."""

import contextlib
import hashlib
import io
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from arena.app.storage.files import write_new_file
from arena.app.storage.plain_text import one_line
from arena.commands import CommandError
from arena.sweep.tasks import SweepRow

SUFFIX = ".parquet"
DIGEST_BYTES = 16
SCHEMA = pa.schema([(name, pa.float64() if name == "seconds" else pa.string()) for name in SweepRow._fields])


class RowStore:
    """Rows by key. Each batch is a file of its own, which appears whole or not at all.

    A file's name is a digest of its content: Parquet itself does not notice most flipped bits.

    Raises:
        CommandError: the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritten(error) from error

    def read(self) -> dict[str, SweepRow]:
        """All rows by key.

        Raises:
            CommandError: a file cannot be read.
        """
        return _by_key(self._files())

    def add(self, rows: Sequence[SweepRow]) -> Path:
        """Keep rows in a file; they are on disk when this returns it.

        Raises:
            CommandError: they cannot be written; what was kept before still is.
        """
        table = pa.Table.from_pylist([row._asdict() for row in rows], SCHEMA)
        data = io.BytesIO()
        parquet.write_table(table, data, compression="zstd")
        path = self.folder / f"{digest_of(data.getvalue())}{SUFFIX}"
        try:
            with contextlib.suppress(FileExistsError):  # it holds the same rows
                write_new_file(path, data.getvalue())
        except OSError as error:
            raise self._unwritten(error) from error
        return path

    def merge(self) -> None:
        """Put all rows into one file, which reads faster.

        Killed in between, it leaves rows twice, never none.

        Raises:
            CommandError: a file cannot be read or written.
        """
        files = self._files()
        if len(files) > 1:
            merged = self.add(list(_by_key(files).values()))
            for path in files:
                if path != merged:
                    path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(path for path in self.folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))

    def _unwritten(self, error: OSError) -> CommandError:
        reason = error.strerror or error
        return CommandError(
            f"cannot write to {self.folder}: {reason}; what is there is kept, and the same command goes on",
            CommandError.FAILED,
        )


def digest_of(data: bytes) -> str:
    """Name of a file with this content, without its suffix."""
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


def _by_key(files: Sequence[Path]) -> dict[str, SweepRow]:
    rows: dict[str, SweepRow] = {}
    for path in files:
        try:
            rows |= {row.key: row for row in _read(path)}
        except (OSError, pa.ArrowException) as error:
            text = one_line(str(error))
            raise CommandError(f"cannot read {path}: {text}; without it, its tasks run again") from error
    return rows


def _read(path: Path) -> list[SweepRow]:
    data = path.read_bytes()
    if path.stem != digest_of(data):
        raise OSError("it is damaged")
    table = parquet.read_table(io.BytesIO(data), schema=SCHEMA)
    table.validate(full=True)  # that texts are UTF-8, too
    if any(column.null_count for column in table.columns):
        raise pa.ArrowInvalid("a value is missing")
    return [SweepRow(**row) for row in table.to_pylist()]
