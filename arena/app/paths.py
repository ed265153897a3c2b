"""Where the player's own files live, and how to write one without ever leaving half of it."""

import os
import tempfile
from pathlib import Path

import platformdirs

APP = "arena"


def settings_file() -> Path:
    """The settings, in the user's configuration folder."""
    return Path(platformdirs.user_config_dir(APP, appauthor=False)) / "settings.toml"


def scores_file() -> Path:
    """The score table, in the user's data folder."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "scores.sqlite3"


def replays_folder() -> Path:
    """Recorded plays, in the user's data folder."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "replays"


def pictures_folder() -> Path:
    """Screen pictures, in a folder of their own among the user's pictures."""
    return Path(platformdirs.user_pictures_dir()) / "Arena"


def write_whole(path: Path, data: bytes) -> None:
    """Replace `path` by `data`: whoever reads it, at any moment, finds the old file or the new one, whole.

    Raises:
        OSError: nothing was written; the old file, if any, is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def set_aside(path: Path) -> Path | None:
    """Rename an unusable file to `<name>.bad` (`.bad2`, ... where taken); None where that is impossible."""
    for number in range(1, 100):
        aside = path.with_name(f"{path.name}.bad{number if number > 1 else ''}")
        if aside.exists():
            continue
        try:
            path.rename(aside)
        except OSError:
            return None
        return aside
    return None
