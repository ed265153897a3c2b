"""The one place that talks to numba's compiler: the `kernel` decorator, the cache folder, compilation
progress.

Import this before anything that defines a kernel; every kernel module does. numba's own disk cache notices an
edit of the file that holds a kernel but not of the helpers and constants that it was compiled with, so the
cache folder's name carries a hash of all of the package's sources, of numba's version and of the flags that
change code.
"""

import contextlib
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from numba.core import event

PACKAGE = Path(__file__).resolve().parent
IMPORT = re.compile(r"^\s*from (arena[\w.]*) import ([\w, ]+|\()", re.MULTILINE)

KERNEL = re.compile(r"^@(kernel|inline|intrinsic)$", re.MULTILINE)

KEPT_CACHES = 3
"""Older cache folders than this many are deleted, so that edits do not fill the disk."""


def kernel_sources(package: Path = PACKAGE) -> list[Path]:
    """Every file whose text can change compiled code.

    Those that define kernels, and whatever these import.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}
    wanted = [path for path, text in texts.items() if KERNEL.search(text)]
    seen = set(wanted)
    while wanted:
        for module, names in IMPORT.findall(texts[wanted.pop()]):
            base = package.joinpath(*module.split(".")[1:])
            inner = [base / f"{name.strip()}.py" for name in names.split(",")]
            for path in (base.with_suffix(".py"), base / "__init__.py", *inner):
                if path in texts and path not in seen:
                    seen.add(path)
                    wanted.append(path)
    return sorted(seen)


def source_hash(package: Path = PACKAGE) -> str:
    """Hash the sources that kernels are compiled from and the versions and flags that change machine code."""
    digest = hashlib.blake2b(digest_size=8)
    flags = [numba.__version__, llvmlite.__version__, sys.version, platform.machine()]
    flags += [
        os.environ.get(name, "") for name in ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
    ]
    digest.update("|".join(flags).encode())
    for path in kernel_sources(package):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_root() -> Path:
    return Path(os.environ.get("ARENA_CACHE_DIR") or platformdirs.user_cache_dir("arena", appauthor=False))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old_caches(root: Path, current: Path) -> None:
    others = [p for p in root.glob("kernels-*") if p != current and p.is_dir()]
    others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for old in others[KEPT_CACHES - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _open_cache() -> Path | None:
    """Point numba at this version's private folder;

    None where no folder can be written (kernels then recompile).
    """
    if os.environ.get("NUMBA_CACHE_DIR"):
        return Path(os.environ["NUMBA_CACHE_DIR"])
    root = _cache_root()
    folder = root / f"kernels-{source_hash()}"
    if not _writable(folder):
        return None
    with contextlib.suppress(OSError):
        os.utime(folder)
        _forget_old_caches(root, folder)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


CACHE_FOLDER = _open_cache()
FULL_MARKER = "full"
"""Name of the file that says that every kernel has been compiled into the folder it lies in."""


def cache_is_full() -> bool:
    """Whether a rehearsal has filled the cache, so that nothing is left to compile."""
    return CACHE_FOLDER is not None and (CACHE_FOLDER / FULL_MARKER).exists()


def mark_cache_full() -> None:
    """Note that every kernel has been compiled; called at the end of a rehearsal."""
    if CACHE_FOLDER is not None:
        with contextlib.suppress(OSError):
            (CACHE_FOLDER / FULL_MARKER).touch()


_kernels: list[Any] = []


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on first call: without the GIL, without fast-math, cached on disk.

    The same arguments give the same bits for any number of threads. Arguments that a kernel writes end in
    `_out` or `_inout`; division follows IEEE rules instead of raising.
    """
    compiled = numba.njit(nogil=True, error_model="numpy", cache=CACHE_FOLDER is not None)(function)
    if hasattr(compiled, "signatures"):  # a plain function under NUMBA_DISABLE_JIT=1
        _kernels.append(compiled)
        if CACHE_FOLDER is not None:
            _survive_damage(compiled)
    return compiled


def inline(function: Callable[..., Any]) -> Any:
    """A small function for kernels, compiled into each of them (so it needs no cache).

    Callable from Python too.
    """
    return numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)


def _survive_damage(compiled: Any) -> None:
    """Treat a truncated or garbage cache file as a miss: purge it, and compile again."""
    cache = compiled._cache
    load = cache.load_overload

    def load_or_purge(signature: Any, target: Any) -> Any:
        try:
            return load(signature, target)
        except Exception:  # a pickle can fail with any exception; whatever it was, the cure is the same
            _purge(cache)
            return None

    cache.load_overload = load_or_purge


def _purge(cache: Any) -> None:
    with contextlib.suppress(OSError, AttributeError):
        cache.flush()


def compiled_count() -> int:
    """How many signatures of how many kernels this process has compiled or loaded."""
    return sum(len(compiled.signatures) for compiled in _kernels)


@contextlib.contextmanager
def compile_progress(callback: Callable[[int, int, str], None]) -> Generator[None]:
    """While active, call `callback(ready, total, name)` whenever a kernel has been compiled or loaded.

    `total` counts the kernels that are defined so far; some are never needed, so the last call may stay below
    it.
    """

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            report(event)

        def on_end(self, event: Any) -> None:
            report(event)

    def report(happening: Any) -> None:
        data = happening.data
        dispatcher = data.get("dispatcher") if isinstance(data, dict) else None
        name = getattr(getattr(dispatcher, "py_func", None), "__name__", "")
        ready = sum(1 for compiled in _kernels if compiled.signatures)
        callback(ready, len(_kernels), name)

    with event.install_listener("numba:compile", Listener()):
        yield


def timed_compilation() -> Callable[[], float]:
    """Start a stopwatch that only runs while numba compiles; calling the result gives the seconds so far."""
    total = [0.0]
    depth = [0]
    begun = [0.0]

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            if depth[0] == 0:
                begun[0] = time.perf_counter()
            depth[0] += 1

        def on_end(self, event: Any) -> None:
            depth[0] -= 1
            if depth[0] == 0:
                total[0] += time.perf_counter() - begun[0]

    event.register("numba:compile", Listener())
    return lambda: total[0]
