"""`kernel` and `inline`: decorators that compile functions, and reports on compilation."""

import contextlib
import itertools
import secrets
import time
from collections.abc import Callable, Generator
from typing import Any

import numba
from numba.core import bytecode, config, event

from arena.jit import cache
from arena.jit.inlining import InlineFunction

# numba numbers functions from 1 in every process, and links by name and number. Two of the same name (lambdas
# in overloads) that different processes compiled must not meet under one number in a process that loads both.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(40))  # pyright: ignore[reportPrivateUsage]

_kernels: list[Any] = []
is_interpreted = bool(vars(config)["DISABLE_JIT"])
"""True if Python runs the kernels, for tests: NUMBA_DISABLE_JIT=1."""


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on first call: without the GIL, without fast-math, cached on disk.

    The same arguments give the same bits for any number of threads. Arguments that a kernel writes end in
    `_out` or `_inout`; division follows IEEE rules instead of raising.
    """
    options: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled: Any = numba.njit(**options)(function)
    if hasattr(compiled, "signatures"):  # a plain function under NUMBA_DISABLE_JIT=1
        _kernels.append(compiled)
        if cache.FOLDER is not None or cache.PACKAGED.is_dir():
            compiled._cache = cache.KernelCache(cache.FOLDER, compiled)
    return compiled


def inline(function: Callable[..., Any]) -> Any:
    """A small function for kernels, compiled into each of them (so it needs no cache).

    Callable from Python too.
    """
    return function if is_interpreted else InlineFunction(function)


def package_kernels() -> list[Any]:
    """All kernels of the package, as far as their modules are imported."""
    return [compiled for compiled in _kernels if compiled.__module__.startswith("arena.")]


def cache_is_full() -> bool:
    """True if no kernel of the package is left to compile, as far as their modules are imported."""
    return cache.is_full(package_kernels())


def mark_cache_full() -> None:
    """Note that every kernel has been compiled; called at the end of a warm-up."""
    cache.mark_full(package_kernels())


def cache_problem() -> str:
    """The reason why compiled code cannot be kept, in one line; empty as long as it can."""
    return cache.problem


def compiled_count() -> int:
    """Number of signatures of all kernels that this process has compiled or loaded."""
    return sum(len(compiled.signatures) for compiled in _kernels)


@contextlib.contextmanager
def compile_progress(callback: Callable[[int, int, str], None]) -> Generator[None]:
    """While active, call `callback(ready, total, module)` whenever a kernel has been compiled or loaded.

    `total` counts the kernels that are defined so far; some are never needed, so the last call may stay below
    it.
    """

    class ProgressListener(event.Listener):
        def on_start(self, event: Any) -> None:
            report(event)

        def on_end(self, event: Any) -> None:
            report(event)

    def report(happening: Any) -> None:
        data = happening.data
        dispatcher = data.get("dispatcher") if isinstance(data, dict) else None
        module = getattr(getattr(dispatcher, "py_func", None), "__module__", "")
        ready = sum(1 for compiled in _kernels if compiled.signatures)
        callback(ready, len(_kernels), module)

    before, cache.waited_for = cache.waited_for, True
    try:
        with event.install_listener("numba:compile", ProgressListener()):
            yield
    finally:
        cache.waited_for = before


def timed_compilation() -> Callable[[], float]:
    """Start a stopwatch that only runs while numba compiles; calling the result gives the seconds so far."""
    total = [0.0]
    depth = [0]
    begun = [0.0]

    class StopwatchListener(event.Listener):
        def on_start(self, event: Any) -> None:
            if depth[0] == 0:
                begun[0] = time.perf_counter()
            depth[0] += 1

        def on_end(self, event: Any) -> None:
            depth[0] -= 1
            if depth[0] == 0:
                total[0] += time.perf_counter() - begun[0]

    event.register("numba:compile", StopwatchListener())
    return lambda: total[0]
