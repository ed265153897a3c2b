"""The folder that holds compiled kernels: ours alone, and with room, or none.

What lies there is run. So the folder and each file in it must belong to this user and be closed to others;
a link could lead anywhere. `arena.jit.cache` opens the folder once a process and reads files through here.
"""

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs

PROBE_BYTES = 1 << 20
"""Of room that there must be: a full disk takes a file, but no bytes. All kernels need fifteen times that."""

READ_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)


def choose_folder() -> Path:
    """The folder for kernels: below the one that the environment names, or the user's folder for caches."""
    root = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("ARENA_CACHE_DIR")
    return Path(root or platformdirs.user_cache_dir("arena", appauthor=False)) / "kernels"


def open_folder(folder: Path) -> str:
    """Make the folder if there is none; return "" or what keeps it from being used, in one line."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if stranger := _stranger(folder.lstat(), stat.S_ISDIR):
            return f"compiled code is not kept, because {folder} {stranger}"
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
    except OSError as error:
        return f"compiled code cannot be kept in {folder}: {error.strerror or error}"
    return ""


def read_private(path: Path) -> tuple[bytes, float]:
    """The content of a file of ours, and when it was last changed [s since 1970].

    Raises:
        OSError: there is none that can be read.
        ValueError: it is a link, or somebody else could have written it.
    """
    if path.is_symlink():
        raise ValueError(f"{path} is a link")
    with os.fdopen(os.open(path, READ_FLAGS), "rb") as file:
        status = os.fstat(file.fileno())
        if stranger := _stranger(status, stat.S_ISREG):
            raise ValueError(f"{path} {stranger}")
        return file.read(), status.st_mtime


def _stranger(status: os.stat_result, is_kind: Callable[[int], bool]) -> str:
    """The reason why a thing is not ours alone, to be read after its name; empty where it is."""
    if stat.S_ISLNK(status.st_mode):
        return "is a link"
    if not is_kind(status.st_mode):
        return "is something else"
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return "belongs to another user"
    if os.name == "posix" and status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "can be written by other users (chmod go-w mends that)"
    return ""
