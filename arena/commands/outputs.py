"""Output files of commands: never overwritten, written whole or not at all, checked before work begins."""

import os
import tempfile
from pathlib import Path

from arena.app.storage.files import numbered, write_new_file
from arena.commands import CommandError, refusing


def new_file(name: str, suffix: str) -> Path:
    """Return the path of a file to be made.

    Raises:
        CommandError: it exists, has another suffix, or its folder cannot be written to.
    """
    path = Path(name)
    if path.suffix.lower() != suffix:
        raise CommandError(f"cannot write {name}: its name must end in {suffix}")
    if os.path.lexists(path):
        raise CommandError(f"{name} exists and is left alone; name another --output")
    _check_writable(path.parent, name)
    return path


def new_folder(name: str | None, default: str) -> Path:
    """Make and return an empty folder: the one named, or `default` with the first number that is free.

    Raises:
        CommandError: it holds something already, or cannot be made.
    """
    path = Path(name) if name else next(path for path in numbered(Path(default)) if not os.path.lexists(path))
    was_there = os.path.lexists(path)
    with refusing(f"make the folder {path}"):
        path.mkdir(parents=True, exist_ok=True)
        occupied = any(path.iterdir())
    if occupied:
        raise CommandError(f"the folder {path} is not empty and is left alone; name another --output")
    try:
        _check_writable(path, str(path))
    except CommandError:
        if not was_there:
            path.rmdir()
        raise
    return path


def write_output(path: Path, data: bytes) -> None:
    """Write a requested file.

    Raises:
        CommandError: it exists by now, or cannot be written; then there is none of ours.
    """
    with refusing(f"write {path}", CommandError.FAILED):
        write_new_file(path, data)


def _check_writable(folder: Path, name: str) -> None:
    """Test a folder by writing to it: permissions alone miss read-only and full disks."""
    with refusing(f"write {name}"), tempfile.TemporaryFile(dir=folder) as probe:
        probe.write(b"\0")
