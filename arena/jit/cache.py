"""The folder of compiled kernels: a file for each kernel and types of arguments.

Files are named after all that they were made from (see `arena.jit.digest`), and a name is never reused for
other code. So any number of processes, checkouts and versions may share the folder, nothing in it goes stale,
and going back to an earlier edit finds its code again. What no process has asked for in a month is deleted.
Files are pickles, so they are read only where nobody else can have written them (`arena.jit.folder`).

A package may bring its kernels along, in `PACKAGED`: looked into first, and never written, touched or pruned.
They are as trustworthy as the code beside them.
"""

# numba has no public door to its cache; this is the one place that uses what lies behind it.
# pyright: reportPrivateUsage=false

import contextlib
import hashlib
import logging
import os
import pickle
import platform
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from arena.jit.digest import DIGEST_BYTES, kernel_digest, kernels_digest
from arena.jit.folder import choose_folder, open_folder, read_private
from arena.jit.library import KIND, use_kernel_libraries

KEPT_SECONDS = 30 * 86400.0
"""Files unused for longer are deleted."""
KEPT_BYTES = 1 << 30
"""Of the rest, the files unused for longest make room."""
TOUCH_SECONDS = 86400.0
"""Using a file is noted on it at most this often."""

CHECKSUM_BYTES = 16
OURS = re.compile(rf"\w*-[0-9a-f]{{{2 * DIGEST_BYTES}}}(\.nbc)?|tmp\w+\.new")
"""Names of files that this module writes, and so may delete."""
HARMLESS_SETTINGS = {
    "_HAVE_YAML",
    "CACHE_DIR",
    "DEBUG_CACHE",
    "NUMBA_NUM_THREADS",
    "NUMBA_DEFAULT_NUM_THREADS",
    "THREADING_LAYER",
}
"""Settings of numba that change no code; any other one is part of the digest, wherever it comes from."""


def _environment() -> tuple[str, ...]:
    settings = [f"{name}={value!r}" for name, value in sorted(vars(config).items()) if _changes_code(name)]
    versions = numba.__version__, llvmlite.__version__, np.__version__, sys.implementation.cache_tag
    return (*versions, KIND, platform.machine(), *settings)


def _changes_code(setting: str) -> bool:
    return setting.isupper() and setting not in HARMLESS_SETTINGS and not setting.startswith("CUDA_")


ENVIRONMENT = _environment()
"""Versions and settings that change machine code."""


use_kernel_libraries()

problem = open_folder(choose_folder())
"""The reason why compiled code cannot be kept, in one line; empty as long as it can."""

FOLDER = None if problem else choose_folder()

PACKAGED = Path(__file__).with_name("compiled")
"""The folder of kernels that came with the package; most have none."""

LOGGER = logging.getLogger("arena.jit")
waited_for = False
"""True if whoever waits for compilation knows of it: progress is shown, or it was logged."""


def _note_compilation(kernel: Any) -> None:
    """Log, once and where nobody shows progress, why a first call takes so long."""
    global waited_for  # noqa: PLW0603 - the process waits
    if not waited_for:
        waited_for = True
        grid = kernel.__module__.startswith("arena.grid.")
        ahead = "arena.grid.prepare()" if grid else "arena --self-test"
        text = "compiling %s and more, once on this machine, by one core; %s does it ahead, by all"
        LOGGER.warning(text, kernel.__qualname__, ahead)


class KernelCache(_Cache):
    """Keeps the machine code of one kernel: numba asks it before it compiles, and hands over what it made."""

    def __init__(self, folder: Path | None, dispatcher: Dispatcher) -> None:
        self._folder = folder
        self._dispatcher: Any = dispatcher

    @property
    def cache_path(self) -> str:
        """The folder; that of the package where nothing can be kept."""
        return str(self._folder or PACKAGED)

    def enable(self) -> None:
        """Nothing: numba's interface asks for this, and nobody turns the cache off."""

    disable = enable

    def flush(self) -> None:
        """Nothing: files are right or absent."""

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The compiled kernel for these arguments; None where it is not cached, or damaged."""
        rtsys.initialize(target_context)  # all that running needs; numba fills its registries, too
        name = self._name(sig, target_context.codegen())
        with contextlib.suppress(Exception):  # none there, or damaged: look on
            return _rebuilt(target_context, _content(PACKAGED / name))
        if self._folder is None:
            return None
        path = self._folder / name
        try:
            return _rebuilt(target_context, read_file(path))
        except FileNotFoundError:
            _note_compilation(self._dispatcher.py_func)
            return None
        except Exception:  # damage can raise anything; whatever it was, the cure is to compile again
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what has been compiled; where the disk is full, the next start compiles again."""
        if (
            self._folder is None
            or data.library.has_dynamic_globals
            or any(not lifted.can_cache for lifted in data.lifted)
        ):
            return
        try:
            write_file(self._folder / self._name(sig, data.codegen), dumps(data._reduce()))
            _prune_once(self._folder)
        except OSError as error:
            global problem  # noqa: PLW0603 - the folder is one of the process
            problem = f"compiled code cannot be kept in {self._folder}: {error.strerror or error}"

    def holds(self, sig: Any) -> bool:
        """True if there is a file for these arguments."""
        name = self._name(sig, self._dispatcher.targetctx.codegen())
        return any((folder / name).exists() for folder in (PACKAGED, self._folder) if folder is not None)

    def _name(self, sig: Any, codegen: Any) -> str:
        digest = kernel_digest(self._dispatcher, sig, ENVIRONMENT, codegen.magic_tuple())
        function = re.sub(r"\W", "", self._dispatcher.py_func.__name__)
        return f"{function}-{digest}.nbc"


def _rebuilt(target_context: Any, content: bytes) -> CompileResult:
    return CompileResult._rebuild(target_context, *pickle.loads(content))


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM_BYTES).digest()


def read_file(path: Path) -> bytes:
    """The content of a file.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it is damaged, or not ours alone.
    """
    data, written = read_private(path)
    content = _checked(data, path)
    unused = time.time() - written
    if unused > TOUCH_SECONDS:
        with contextlib.suppress(OSError):
            os.utime(path)
    return content


def _content(path: Path) -> bytes:
    return _checked(path.read_bytes(), path)


def _checked(data: bytes, path: Path) -> bytes:
    checksum, content = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    if checksum != _checksum(content):
        raise ValueError(f"{path} is damaged")
    return content


def write_file(path: Path, content: bytes) -> None:
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
    """Delete kernels that were not used for long, and what is too much; nothing that is not of this cache."""
    files = [(status.st_mtime, status.st_size, path) for path, status in _statuses(folder)]
    room = KEPT_BYTES
    for used, size, path in sorted(files, reverse=True):
        room -= size
        if room < 0 or now - used > KEPT_SECONDS:
            with contextlib.suppress(OSError):
                path.unlink()


def _statuses(folder: Path) -> Iterable[tuple[Path, os.stat_result]]:
    for path in folder.iterdir():
        if OURS.fullmatch(path.name):
            with contextlib.suppress(OSError):  # another process pruned it
                yield path, path.lstat()


def _marker(kernels: Iterable[Any]) -> str:
    """Name of the file that says that all these kernels, for whatever arguments, have been compiled."""
    return f"full-{kernels_digest(kernels, ENVIRONMENT)}"


def is_full(kernels: Iterable[Any]) -> bool:
    """True if a warm-up has been through with these very kernels, so that nothing is left to compile."""
    folders = [folder for folder in (PACKAGED, FOLDER) if folder is not None]
    marker = _marker(kernels)
    return any((folder / marker).exists() for folder in folders)


def mark_full(kernels: Iterable[Any]) -> None:
    """Note that every kernel has been compiled; called at the end of a warm-up."""
    if FOLDER is not None:
        with contextlib.suppress(OSError):
            (FOLDER / _marker(kernels)).touch()
