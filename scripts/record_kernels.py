"""Record which kernels are compiled, for which types: arena/kernels.txt, which first starts of the game
compile, and arena/grid_kernels.txt, which `arena.grid.prepare` does.

    .venv/bin/python scripts/record_kernels.py [--check | --anew] [--only NAME]

Run it when kernels, or the types of what they are given, have changed. It compiles what is not compiled yet
and notes it; lines of what is as before stay, and those of what is gone go. With --anew everything is
compiled and timed, each record in one process and an empty cache, which takes minutes. With --check nothing
is written: it ends with 1 at the first kernel that a record lacks, or has though it is gone, and names it.
What has changed is compiled until then, behind a progress bar.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

FOLDER = ROOT / "arena"
SAME_WITHIN = 2.0
"""Times that differ by less than this factor are not worth a change of the file."""


class Stopwatch:
    """Listens to numba: how long each kernel takes to compile, without the kernels that it calls."""

    def __init__(self, kernels: list[Any]) -> None:
        self._kernels = {id(kernel) for kernel in kernels}
        self._within: list[float] = [0.0]  # seconds of what was compiled within each kernel in work
        self._begun: list[float] = []
        self.seconds: dict[tuple[int, tuple[Any, ...]], float] = {}

    def on_start(self, event: Any) -> None:
        """A compilation begins."""
        if id(event.data["dispatcher"]) in self._kernels:
            self._begun.append(time.perf_counter())
            self._within.append(0.0)

    def on_end(self, event: Any) -> None:
        """A compilation ends."""
        kernel = id(event.data["dispatcher"])
        if kernel in self._kernels:
            whole = time.perf_counter() - self._begun.pop()
            self.seconds[kernel, tuple(event.data["args"])] = whole - self._within.pop()
            self._within[-1] += whole


def main(words: list[str] | None = None) -> int:
    """Check or write."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="record_kernels", description=__doc__, formatter_class=text)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="only compare")
    how.add_argument("--anew", action="store_true", help="compile and time everything")
    parser.add_argument("--only", choices=WARM_UPS, help="one of the records")
    given = parser.parse_args(words)
    if given.only:
        return check(given.only) if given.check else write(given.only, given.anew)
    command = [sys.executable, __file__, *["--check"] * given.check, *["--anew"] * given.anew]
    codes = (subprocess.run([*command, "--only", name], check=False).returncode for name in WARM_UPS)
    return next(filter(None, codes), 0) if given.check else max(codes)


class Check:
    """Compares kernels with a record, those that numba compiles before it does.

    `compare` raises SystemExit: numba and the pool of threads take other exceptions for errors of a kernel.
    """

    def __init__(self, name: str, kernels: list[Any], bar: Any) -> None:
        # With the tables of the record: those of one class have numbers, in the order in which they are met.
        self._name, self._bar, self._now = name, bar, _read(name)
        self._kernels = {id(kernel) for kernel in kernels}
        self._known = {(one.kernel, one.arguments) for one in self._now.signatures}

    def on_start(self, event: Any) -> None:
        """A compilation begins."""
        kernel = event.data["dispatcher"]
        if id(kernel) in self._kernels:
            self.compare(kernel, event.data["args"])
            self._bar.set_description(f"compiling {kernel.py_func.__module__}", refresh=False)
            self._bar.update()

    def on_end(self, event: Any) -> None:
        """A compilation ends."""

    def compare(self, kernel: Any, arguments: Any) -> None:
        """End the script if the record lacks a kernel with arguments of these types."""
        one = self._now.add(0, 0, kernel, arguments)
        if (one.kernel, one.arguments) not in self._known:
            sys.exit(f"{self._name} lacks {one.kernel}: run scripts/record_kernels.py")


def check(name: str) -> int:
    """Name the first difference between the record and what is compiled or loaded."""
    from numba.core import event

    from arena.startup.progress_bar import open_bar

    for module in DEFINED_BY[name]:
        import_module(module)
    from arena.jit.kernels import package_kernels

    kernels = package_kernels()
    for one in _read(name).signatures:
        if not _stands(one, set()):
            sys.exit(f"{name} has {one.kernel}, which is gone: run scripts/record_kernels.py")
    with open_bar(None, "compiling", unit="kernel", disable=None) as bar:
        compares: Any = type("Listener", (Check, event.Listener), {})(name, kernels, bar)
        event.register("numba:compile", compares)
        WARM_UPS[name]()
    for kernel in package_kernels():
        for arguments in kernel.overloads:
            compares.compare(kernel, arguments)
    return 0


def unrecorded(name: str) -> list[str]:
    """Kernels that this process has for arguments of which a record knows nothing: compiled in play."""
    from arena.jit.kernels import package_kernels

    record = _read(name)
    known = {(one.kernel, one.arguments) for one in record.signatures}
    met = [record.add(0, 0, kernel, types) for kernel in package_kernels() for types in kernel.overloads]
    late = [one for one in met if (one.kernel, one.arguments) not in known]
    return [f"{one.kernel} {' '.join(one.arguments)}" for one in late]


def write(name: str, anew: bool) -> int:
    """Compile everything, or what is not compiled yet, and write the file."""
    from numba.core import event

    from arena.jit import cache
    from arena.jit.signatures import Record, find_kernel

    with tempfile.TemporaryDirectory() as folder:
        cache.FOLDER = Path(folder) if anew else cache.FOLDER
        for module in DEFINED_BY[name]:  # all kernels, for that folder
            import_module(module)
        from arena.jit.kernels import package_kernels

        kernels = package_kernels()
        stopwatch: Any = type("Listener", (Stopwatch, event.Listener), {})(kernels)
        event.register("numba:compile", stopwatch)
        WARM_UPS[name]()
    record = Record() if anew else _read(name)
    old = {(one.kernel, one.arguments): one for one in _read(name).signatures}
    record.signatures, seen = [], set[tuple[str, tuple[str, ...]]]()
    for (kernel, arguments), depth in depths_of(kernels).items():
        seconds = stopwatch.seconds.get((id(kernel), arguments), 0.0)
        noted = record.add(depth, round(10.0 * seconds), kernel, arguments)
        seen.add((noted.kernel, noted.arguments))
        before = old.get((noted.kernel, noted.arguments))
        if before is not None and not anew:
            record.signatures[-1] = before
        elif before is not None and _as_long(before.weight, noted.weight):
            record.signatures[-1] = replace(noted, weight=before.weight)
    fresh = seen - old.keys()
    if not anew:  # what only kernels from disk call is not seen
        changed = {kernel for kernel, _ in fresh}
        record.signatures += [one for key, one in old.items() if key not in seen and _stands(one, changed)]
    clean = Record()  # without tables that nothing is called with any more
    for one in record.signatures:
        clean.add(one.depth, one.weight, find_kernel(one), record.types_of(one))
    (FOLDER / name).write_text(clean.text(), encoding="utf-8")
    seconds = sum(stopwatch.seconds.values())
    print(
        f"{name}: {len(record.signatures)} signatures, {len(fresh)} of them new; {seconds:.1f} s on one core"
    )
    return 0


def _stands(signature: Any, changed: set[str]) -> bool:
    """Return whether a kernel is still there and no other types for it were seen."""
    from arena.jit.signatures import find_kernel

    try:
        find_kernel(signature)
    except (ImportError, AttributeError, StopIteration):
        return False
    return signature.kernel not in changed


def _as_long(before: int, now: int) -> bool:
    """Return whether two times [0.1 s] differ by too little to be worth a change of the file."""
    return before + 1 < SAME_WITHIN * (now + 1) and now + 1 < SAME_WITHIN * (before + 1)


def depths_of(kernels: list[Any]) -> dict[tuple[Any, tuple[Any, ...]], int]:
    """Call depth of each kernel within other kernels; 0: called by Python only."""
    libraries = {
        result.library: (kernel, args) for kernel in kernels for args, result in kernel.overloads.items()
    }
    depths = dict.fromkeys(libraries.values(), 0)

    def sink(library: Any, depth: int) -> None:
        for callee in library._linking_libraries:
            if callee in libraries:
                depths[libraries[callee]] = max(depths[libraries[callee]], depth + 1)
            sink(callee, depth + (callee in libraries))

    for library in libraries:
        sink(library, 0)
    return depths


def _read(name: str) -> Any:
    from arena.jit.signatures import Record

    file = FOLDER / name
    return Record.read(file.read_text(encoding="utf-8") if file.exists() else "")


def _play() -> None:
    """Play what calls every kernel of the game, of its learnt pilot and of its environments."""
    from arena.env.pilot import warm_up_pilot
    from arena.env.radar import warm_up_radar
    from arena.startup.game import warm_up
    from arena.startup.view import warm_up_view

    warm_up(None, warm_up_view, warm_up_pilot, warm_up_radar)


def _use_grid() -> None:
    """Call what calls every kernel of the grid."""
    from arena.grid.preparation import PRECISIONS, use_everything

    for precision in PRECISIONS:
        use_everything(precision)


WARM_UPS = {"kernels.txt": _play, "grid_kernels.txt": _use_grid}
DEFINED_BY = {
    "kernels.txt": ("arena.startup.kernels", "arena.env.pilot", "arena.env.radar"),
    "grid_kernels.txt": ("arena.grid",),
}


if __name__ == "__main__":
    sys.exit(main())
