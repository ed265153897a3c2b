"""`RowStore`: rows of sweeps in a folder of Parquet files, which any reader takes as one table."""

import io
import secrets
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from arena.app.storage.files import write_new_file
from arena.commands import CommandError
from arena.sweep.tasks import SweepRow

SUFFIX = ".parquet"
SCHEMA = pa.schema([(name, pa.float64() if name == "seconds" else pa.string()) for name in SweepRow._fields])


class RowStore:
    """Rows by key. Each batch is a file of its own, which appears whole or not at all.

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

    def add(self, rows: Sequence[SweepRow]) -> None:
        """Keep rows; they are on disk when this returns.

        Raises:
            CommandError: they cannot be written; what was kept before still is.
        """
        table = pa.Table.from_pylist([row._asdict() for row in rows], SCHEMA)
        data = io.BytesIO()
        parquet.write_table(table, data, compression="zstd")
        try:
            write_new_file(self.folder / f"{secrets.token_hex(8)}{SUFFIX}", data.getvalue())
        except OSError as error:
            raise self._unwritten(error) from error

    def merge(self) -> None:
        """Put all rows into one file, which reads faster.

        Killed in between, it leaves rows twice, never none.

        Raises:
            CommandError: a file cannot be read or written.
        """
        files = self._files()
        if len(files) > 1:
            self.add(list(_by_key(files).values()))
            for path in files:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(path for path in self.folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))

    def _unwritten(self, error: OSError) -> CommandError:
        reason = error.strerror or error
        return CommandError(
            f"cannot write to {self.folder}: {reason}; what is there is kept, and the same command goes on",
            CommandError.FAILED,
        )


def _by_key(files: Sequence[Path]) -> dict[str, SweepRow]:
    rows: dict[str, SweepRow] = {}
    for path in files:
        try:
            table = parquet.read_table(path, schema=SCHEMA)
        except (OSError, pa.ArrowException) as error:
            text = str(error).splitlines()[0]
            raise CommandError(f"cannot read {path}: {text}; without it, its tasks run again") from error
        rows.update((row["key"], SweepRow(**row)) for row in table.to_pylist())
    return rows
