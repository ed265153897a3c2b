"""The folder of compiled kernels: a file for each kernel and types of arguments.

Files are named after all that they were made from (see `arena.jit.digest`), and a name is never reused for
other code. So any number of processes, checkouts and versions may share the folder, nothing in it goes stale,
and going back to an earlier edit finds its code again. What no process has asked for in a month is deleted.
Files are pickles: the folder is private to its user.
"""

# numba has no public door to its cache; this is the one place that uses what lies behind it.
# pyright: reportPrivateUsage=false

import contextlib
import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from arena.jit.digest import kernel_digest

KEPT_SECONDS = 30 * 86400.0
"""Files that nobody has used for longer are deleted."""
KEPT_BYTES = 1 << 30
"""Of the rest, the files unused for longest make room."""
TOUCH_SECONDS = 86400.0
"""Using a file is noted on it at most this often."""

CHECKSUM_BYTES = 16
HARMLESS_FLAGS = {"NUMBA_CACHE_DIR", "NUMBA_DEBUG_CACHE", "NUMBA_NUM_THREADS", "NUMBA_THREADING_LAYER"}
"""Settings of numba that change no code; any other one is part of the digest."""


def _environment() -> tuple[str, ...]:
    flags = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    settings = [f"{name}={value}" for name, value in flags if name not in HARMLESS_FLAGS]
    versions = numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine()
    return (*versions, *settings)


ENVIRONMENT = _environment()
"""Versions and settings that change machine code."""


def _open_folder() -> Path | None:
    """The private folder of kernels; None where none can be written (kernels then recompile)."""
    root = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("ARENA_CACHE_DIR")
    folder = Path(root or platformdirs.user_cache_dir("arena", appauthor=False)) / "kernels"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


FOLDER = _open_folder()


class KernelCache(_Cache):
    """Keeps the machine code of one kernel: numba asks it before it compiles, and hands over what it made."""

    def __init__(self, folder: Path, dispatcher: Dispatcher) -> None:
        self._folder = folder
        self._dispatcher: Any = dispatcher

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def enable(self) -> None:
        """Nothing: numba's interface asks for this, and nobody turns the cache off."""

    disable = enable

    def flush(self) -> None:
        """Nothing: files are right or absent."""

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The compiled kernel for these arguments; None where it is not cached, or damaged."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(_read(path)))
        except FileNotFoundError:
            return None
        except Exception:  # damage can raise anything; whatever it was, the cure is to compile again
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what has been compiled; where the disk is full, the next start compiles again."""
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        with contextlib.suppress(OSError):
            _write(self._path(sig, data.codegen), dumps(data._reduce()))
            _prune_once(self._folder)

    def holds(self, sig: Any) -> bool:
        """Whether there is a file for these arguments."""
        codegen: Any = self._dispatcher.targetctx.codegen()
        return self._path(sig, codegen).exists()

    def _path(self, sig: Any, codegen: Any) -> Path:
        digest = kernel_digest(self._dispatcher, sig, ENVIRONMENT, codegen.magic_tuple())
        name = re.sub(r"\W", "", self._dispatcher.py_func.__name__)
        return self._folder / f"{name}-{digest}.nbc"


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM_BYTES).digest()


def _read(path: Path) -> bytes:
    """The content of a file.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it is damaged.
    """
    with path.open("rb") as file:
        checksum, content = file.read(CHECKSUM_BYTES), file.read()
        unused = time.time() - os.fstat(file.fileno()).st_mtime
    if checksum != _checksum(content):
        raise ValueError(f"{path} is damaged")
    if unused > TOUCH_SECONDS:
        with contextlib.suppress(OSError):
            os.utime(path)
    return content


def _write(path: Path, content: bytes) -> None:
    """In one piece: other processes see the whole file or none."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(content) + content)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


_pruned: set[Path] = set()


def _prune_once(folder: Path) -> None:
    """Prune a folder the first time that this process writes to it."""
    if folder not in _pruned:
        _pruned.add(folder)
        prune(folder, time.time())


def prune(folder: Path, now: float) -> None:
    """Delete files, and folders of earlier releases, that were not used for long, and what is too much."""
    for old in folder.parent.glob("kernels-*"):
        if old.is_dir() and now - old.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(old, ignore_errors=True)
    files = [(status.st_mtime, status.st_size, path) for path, status in _statuses(folder)]
    room = KEPT_BYTES
    for used, size, path in sorted(files, reverse=True):
        room -= size
        if room < 0 or now - used > KEPT_SECONDS:
            with contextlib.suppress(OSError):
                path.unlink()


def _statuses(folder: Path) -> Iterable[tuple[Path, os.stat_result]]:
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # another process pruned it
            yield path, path.stat()


def _marker(kernels: Iterable[Any]) -> Path | None:
    """The file that says that all these kernels, for whatever arguments, have been compiled."""
    if FOLDER is None:
        return None
    digests = sorted(kernel_digest(dispatcher, (), ENVIRONMENT) for dispatcher in kernels)
    return FOLDER / f"full-{hashlib.blake2b(repr(digests).encode(), digest_size=12).hexdigest()}"


def is_full(kernels: Iterable[Any]) -> bool:
    """Whether a warm-up has been through with these very kernels, so that nothing is left to compile."""
    marker = _marker(kernels)
    return marker is not None and marker.exists()


def mark_full(kernels: Iterable[Any]) -> None:
    """Note that every kernel has been compiled; called at the end of a warm-up."""
    marker = _marker(kernels)
    if marker is not None:
        with contextlib.suppress(OSError):
            marker.touch()
