"""Where plays are recorded: one file each, the last few are kept."""

import contextlib
import os
from datetime import datetime
from pathlib import Path

KEPT = 20
SUFFIX = ".replay"


def new_recording(folder: Path, stamp: datetime, seed: int) -> Path:
    """Return the path of a file that does not exist yet; make the folder and forget the oldest recordings.

    Raises:
        OSError: the folder cannot be made or read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path, _ in find_recordings(folder)[KEPT - 1 :]:
        with contextlib.suppress(OSError):  # it stays, then; that is no reason not to record this game
            path.unlink()
    name = f"{stamp:%Y%m%d-%H%M%S}-{seed}"
    number = 1
    while os.path.lexists(path := folder / f"{name}{f'-{number}' if number > 1 else ''}{SUFFIX}"):
        number += 1
    return path


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
