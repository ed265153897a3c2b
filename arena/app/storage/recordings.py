"""Recordings of plays, one file each: keeps the newest ones and those of results in a score table."""

import contextlib
import os
from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from arena.app.storage.files import follow_links, numbered

KEPT = 20
"""Number of recordings kept besides those of results."""
SUFFIX = ".replay"


def new_recording(folder: Path, stamp: datetime, seed: int) -> Path:
    """Return the path of a file that does not exist yet; make the folder.

    Raises:
        OSError: the folder cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = numbered(folder / f"{stamp:%Y%m%d-%H%M%S}-{seed}{SUFFIX}")
    return next(path for path in paths if not os.path.lexists(path))


def recording_path(folder: Path, name: str) -> Path | None:
    """Path of the recording of that name in `folder`; None where there is none.

    A name in a table that came from elsewhere may hold anything. Neither it nor a link leads out of there.
    """
    path = folder / name
    try:
        inside = path.name == name and follow_links(path).parent == follow_links(folder)
        return path if inside and name.endswith(SUFFIX) and path.is_file() else None
    except (OSError, ValueError):  # it is too long for a file's name, or has a NUL in it
        return None


def forget_old(folder: Path, kept: Collection[str]) -> None:
    """Remove all recordings except the newest `KEPT` and those named in `kept`."""
    with contextlib.suppress(OSError):  # they stay, then; nothing depends on it
        others = [path for path, _ in find_recordings(folder) if path.name not in kept]
        for path in others[KEPT:]:
            with contextlib.suppress(OSError):
                path.unlink()


def find_recordings(folder: Path) -> list[tuple[Path, int]]:
    """Return every recording in `folder`, the newest first, with the time of its last change [ns].

    Raises:
        OSError: the folder cannot be read.
    """
    found: list[tuple[int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # another game may forget one meanwhile
                if entry.name.endswith(SUFFIX) and entry.is_file():
                    found.append((entry.stat().st_mtime_ns, entry.name))
    return [(folder / name, time_ns) for time_ns, name in sorted(found, reverse=True)]
