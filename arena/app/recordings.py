"""Where plays are recorded: one file each, the last few are kept."""

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
    recordings = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    for path in recordings[: max(0, len(recordings) - KEPT + 1)]:
        path.unlink(missing_ok=True)
    name = f"{stamp:%Y%m%d-%H%M%S}-{seed}"
    number = 1
    while (path := folder / f"{name}{f'-{number}' if number > 1 else ''}{SUFFIX}").exists():
        number += 1
    return path
