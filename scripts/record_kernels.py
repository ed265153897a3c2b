"""Record which kernels the game compiles, for which types: arena/kernels.txt, which first starts compile.

    .venv/bin/python scripts/record_kernels.py [--check]

Compiles everything once, in one process and an empty cache. Run it when kernels, or the types of what they
are given, have changed. With --check nothing is compiled that is cached, and nothing is written: it names
what the record lacks, and exits with 1 where it lacks anything.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

FILE = ROOT / "arena" / "kernels.txt"
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
    parser.add_argument("--check", action="store_true", help="only compare")
    return check() if parser.parse_args(words).check else write()


def check() -> int:
    """Name what is compiled or loaded and not in the record."""
    from arena.jit.signatures import Record

    known = {(one.kernel, one.arguments) for one in _read().signatures}
    now = Record()
    for kernel in _warm():
        for arguments in kernel.overloads:
            now.add(0, 0, kernel, arguments)
    lacking = sorted({one.kernel for one in now.signatures if (one.kernel, one.arguments) not in known})
    if lacking:
        print(f"{FILE.name} lacks {', '.join(lacking)}: run scripts/record_kernels.py", file=sys.stderr)
    return 1 if lacking else 0


def write() -> int:
    """Compile everything and write the file."""
    from numba.core import event

    from arena.jit import cache
    from arena.jit.signatures import Record

    with tempfile.TemporaryDirectory() as folder:
        cache.FOLDER = Path(folder)
        import arena.startup.kernels  # defines all kernels, for that folder
        from arena.jit.kernels import package_kernels

        assert arena.startup.kernels
        kernels = package_kernels()
        stopwatch: Any = type("Listener", (Stopwatch, event.Listener), {})(kernels)
        event.register("numba:compile", stopwatch)
        _warm()
    old = {(one.kernel, one.arguments): one.weight for one in _read().signatures}
    record, depths = Record(), depths_of(kernels)
    for (kernel, arguments), depth in depths.items():
        tenths = round(10.0 * stopwatch.seconds[id(kernel), arguments])
        noted = record.add(depth, tenths, kernel, arguments)
        before = old.get((noted.kernel, noted.arguments), tenths)
        if before + 1 < SAME_WITHIN * (tenths + 1) and tenths + 1 < SAME_WITHIN * (before + 1):
            record.signatures[-1] = replace(noted, weight=before)
    FILE.write_text(record.text(), encoding="utf-8")
    seconds = sum(stopwatch.seconds.values())
    print(f"{FILE}: {len(depths)} signatures, {seconds:.1f} s to compile on one core")
    return 0


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


def _read() -> Any:
    from arena.jit.signatures import Record

    return Record.read(FILE.read_text(encoding="utf-8") if FILE.exists() else "")


def _warm() -> list[Any]:
    """Play what calls every kernel, and return them."""
    from arena.jit.kernels import package_kernels
    from arena.startup.game import warm_up
    from arena.startup.view import warm_up_view

    warm_up(further=warm_up_view)
    return package_kernels()


if __name__ == "__main__":
    sys.exit(main())
