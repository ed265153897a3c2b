"""Safe reading and atomic writing of the player's files.

A file is staged beside its place under a name of its own, flushed to the disk, and only then moved there. A
killed writer leaves its staged file behind; `clear_leftovers` removes those. A living writer holds a lock on
its staged file, which marks it as no leftover. `locked` is for those who merge with what is in a file.
"""

import contextlib
import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Generator, Iterator
from itertools import count
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed, which serves as a lock
    fcntl = None

STAGED = re.compile(r"\.(.+)\.(?:\d+-[0-9a-f]{8}|[a-z0-9_]{8})\.new")
"""Pattern of staged names: file name, process and random part (older releases: random part only)."""
STEM_MAX = 40
"""Characters of a file's name that its staged file repeats: a name has room for 255 bytes, often of UTF-8."""
TRIES = 8
LOCK_SECONDS = 1.0
"""Longest wait for another process that merges; the end of the game waits for what is being saved."""
LOCK_PAUSE = 0.005
"""Time between two tries to get a lock [s]: a merge takes a few thousandths of a second."""
NO_LINKS = {errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV}
"""Error codes of file systems without hard links."""
BAD_MAX = 100
NO_FILE = "a device, folder, pipe or socket stands in its place"


class NotAFileError(OSError):
    """The path holds a device, folder, pipe or socket instead of a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, NO_FILE, str(path))


def numbered(path: Path) -> Iterator[Path]:
    """The path, then the same with -2, -3 and so on before its suffix."""
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in count(2))


def read_start(path: Path, size: int) -> tuple[bytes, os.stat_result]:
    """Return at most the first `size` bytes of a file, and what it is; waits for no other process.

    Raises:
        OSError: it cannot be read; `NotAFileError` where it is none.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # before opening: to open a pipe or a tape is to use it
        raise NotAFileError(path)
    with open(path, "rb", opener=_open_without_waiting) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError(path)
        return file.read(size), status


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def replace_file(path: Path, data: bytes) -> None:
    """Replace `path` by `data` atomically: every reader finds the old file or the new one.

    Where `path` is a link, the file it leads to is replaced and the link stays.

    Raises:
        OSError: nothing was written; the old file, if any, is untouched.
    """
    target = follow_links(path)
    if os.path.lexists(target) and not target.is_file():
        raise NotAFileError(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    clear_leftovers(target.parent, target.name)
    _write_staged(target, data, lambda staged: staged.replace(target))


def write_new_file(path: Path, data: bytes) -> None:
    """Write a file that must not exist yet: it appears whole, or not at all.

    Raises:
        FileExistsError: something is there already.
        OSError: nothing was written.
    """
    clear_leftovers(path.parent, path.name)
    _write_staged(path, data, lambda staged: _place_new(staged, path))


def _place_new(staged: Path, path: Path) -> None:
    """Move a staged file to its name by a link, which never overwrites as a rename would."""
    try:
        os.link(staged, path)
    except OSError as problem:
        if problem.errno not in NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from problem
        staged.rename(path)
    else:
        staged.unlink(missing_ok=True)


def _write_staged(target: Path, data: bytes, place: Callable[[Path], object]) -> None:
    for _ in range(TRIES):
        staged, handle = _stage(target)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                if fcntl is not None:
                    place(staged)  # while the lock is held
            if fcntl is None:
                place(staged)  # Windows moves no open file
            return
        except FileNotFoundError:
            continue  # removed as a leftover, by a process without locks
        except BaseException:
            staged.unlink(missing_ok=True)
            raise
    raise FileNotFoundError(errno.ENOENT, "taken away while it was written", str(target))


def _stage(target: Path) -> tuple[Path, int]:
    """Create a file beside `target` and lock it; return it with an open handle."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    mode = stat.S_IMODE(target.stat().st_mode) if target.is_file() else None
    for _ in range(TRIES):
        chance = f"{os.getpid()}-{secrets.token_hex(4)}"
        staged = target.with_name(f".{target.name[:STEM_MAX]}.{chance}.new")
        handle = os.open(staged, flags, 0o666)
        if _lock(handle) is False:
            os.close(handle)  # another process removed it as a leftover before it was locked
            continue
        if mode is not None and hasattr(os, "fchmod"):
            with contextlib.suppress(OSError):  # the file system has no rights of its own
                os.fchmod(handle, mode)
        return staged, handle
    raise FileNotFoundError(errno.ENOENT, "taken away before it was written", str(target))


def _lock(handle: int) -> bool | None:
    """Lock an open file for this process.

    Returns:
        False where another process has it or removed it, None where there are no locks.
    """
    free = _try_lock(handle)
    try:
        return free and os.fstat(handle).st_nlink > 0
    except OSError:
        return None


def _try_lock(handle: int) -> bool | None:
    """Lock an open file or folder; False where another process has it, None where there are no locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextlib.contextmanager
def locked(path: Path) -> Generator[None]:
    """Keep other processes that ask for the same out, while this one reads, merges and replaces `path`.

    Saving goes before order: without the lock after `LOCK_SECONDS`, as the other process may have been
    stopped, and where the folder cannot be locked. The lock of a killed process is free.
    """
    target, handle = follow_links(path), None
    deadline = time.monotonic() + LOCK_SECONDS
    with contextlib.suppress(OSError):  # replacing the file fails as well, and tells
        target.parent.mkdir(parents=True, exist_ok=True)
        while (handle := _open_lock(target)) is None and time.monotonic() < deadline:
            time.sleep(LOCK_PAUSE)
    try:
        yield
    finally:
        if handle is not None:
            _close_lock(target, handle)


def _open_lock(target: Path) -> int | None:
    """Lock the folder of a file, which leaves nothing lying there.

    Returns:
        An open handle; None where another process has the lock.

    Raises:
        OSError: it cannot be opened.
    """
    if fcntl is None:  # Windows opens no folder, but removes this file with the process that has it open
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_TEMPORARY", 0)
        with contextlib.suppress(FileExistsError, PermissionError):  # the latter while it is being removed
            return os.open(_lock_path(target), flags)
        return None
    handle = os.open(target.parent, os.O_RDONLY)
    if _try_lock(handle) is False:
        os.close(handle)
        return None
    return handle


def _close_lock(target: Path, handle: int) -> None:
    if fcntl is None:
        with contextlib.suppress(OSError):  # removed before it is closed: later it may be another's
            _lock_path(target).unlink()
    with contextlib.suppress(OSError):
        os.close(handle)


def _lock_path(target: Path) -> Path:
    return target.with_name(f".{target.name[:STEM_MAX]}.lock")


def clear_leftovers(folder: Path, name: str) -> None:
    """Remove staged files of dead writers in `folder` for names that begin with `name`; raises nothing."""
    try:
        with os.scandir(folder) as entries:
            found = [entry.name for entry in entries if _is_staged(entry.name, name)]
    except OSError:
        return
    for leftover in found:
        _remove_abandoned(folder / leftover)


def _is_staged(candidate: str, name: str) -> bool:
    matched = STAGED.fullmatch(candidate)
    return matched is not None and matched[1].startswith(name[:STEM_MAX])


def _remove_abandoned(staged: Path) -> None:
    try:
        if fcntl is None:
            staged.unlink()
            return
        handle = os.open(staged, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if stat.S_ISREG(os.fstat(handle).st_mode) and _lock(handle):
                staged.unlink()
        finally:
            os.close(handle)
    except OSError:
        return  # it moved to its place, or is none of ours


def follow_links(path: Path) -> Path:
    """Return what `path` leads to, which need not exist."""
    return Path(os.path.realpath(path))


def is_in_the_way(path: Path) -> bool:
    """Return whether the path holds something other than a file or a link to one.

    Other programs may make and remove a file of this name meanwhile, so the path is
    not asked for existence and type separately: a file that disappears in between would be misjudged.
    """
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not (stat.S_ISLNK(mode) and path.is_file())


def set_aside(
    path: Path, seen: os.stat_result | None = None, companions: tuple[str, ...] = ()
) -> Path | None:
    """Rename an unusable file to `<name>.bad` (`.bad2`, ... where taken).

    Where a link leads to the file, the file is renamed and the link stays; a link to anything else is renamed
    itself.

    Args:
        path: of the file.
        seen: the file that was found unusable; another one that took its place meanwhile is left alone.
        companions: endings of files that belong to it and go along.

    Returns:
        Its new path; None where it cannot be renamed, or is no longer there.
    """
    source = follow_links(path)
    source = source if source.is_file() else path
    for number in range(1, BAD_MAX):
        aside = source.with_name(f"{source.name}.bad{number if number > 1 else ''}")
        if os.path.lexists(aside):
            continue
        try:
            if seen is not None and not os.path.samestat(seen, source.stat()):
                return None
            source.rename(aside)
        except OSError:
            return None
        for ending in companions:
            _move_along(source.with_name(source.name + ending), aside.with_name(aside.name + ending))
        return aside
    return None


def _move_along(source: Path, target: Path) -> None:
    try:
        source.rename(target)
    except OSError:
        return  # most often there is none
